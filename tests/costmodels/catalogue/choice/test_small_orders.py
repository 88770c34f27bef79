"""Orders that a supplier delivers only from a value on: small cases worked out by hand."""

import random
from collections.abc import Callable
from itertools import product

import pytest

from netfloor.costmodels.catalogue.choice.limits import required_choice
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.foundation.errors import InfeasibleError


@pytest.fixture
def two_links(
    make_catalogue: Callable[..., Catalogue], make_needs: Callable[..., LinkNeeds]
) -> Callable[[int], PartsQuestion]:
    """Ask for two links from three cables in stock at 13, three of them at 5.58; orders from 20 on."""

    def ask(spares: int) -> PartsQuestion:
        length = {
            "length_m": 1, "part": "V1", "price": 13, "stock": 3, "spares": spares,
            "breaks": [{"at_least": 3, "price": 5.58}],
        }  # fmt: skip
        dac = {
            "name": "DAC", "kind": "DAC", "gbps": 400, "connector_a": "OSFP", "connector_b": "OSFP",
            "reach_m": 3, "supplier": "v", "lengths": [length],
        }  # fmt: skip
        catalogue = make_catalogue(cables=[dac], suppliers=[{"name": "v", "min_order_value": 20}])
        return PartsQuestion(
            make_needs([(0, 1), (2, 3)], [1] * 4, [(500, 500)] * 2), BuyingRules(catalogue)
        )

    return ask


def test_dear_pieces_reach_the_minimum_order_that_cheaper_ones_miss(
    two_links: Callable[[int], PartsQuestion],
) -> None:
    """Two at 13 make 26; three at the break make 16.74, which is too little, and there are no more."""
    found = required_choice(two_links(0))
    assert (found.cents, found.gap_cents, list(found.quantities.values())) == (2600, 0, [2])


def test_a_stock_that_ends_below_the_minimum_order_is_named(
    two_links: Callable[[int], PartsQuestion],
) -> None:
    """A spare one is the third: all three are at 5.58, and a fourth that would reach 20 is not there."""
    with pytest.raises(InfeasibleError) as told:
        required_choice(two_links(1))
    assert "V1: 3 in stock, 4 needed: state lead_time_days" in str(told.value)
    assert "(:" not in str(told.value)


def _cheapest_cents(lengths: list[tuple[int, int]], needs: list[int], terms: dict[str, int]) -> int:
    """Return the least cents of an order that serves all needs, by trying every number of pieces."""
    target = max(terms["min"], terms["free"])
    most = [target // cents + len(needs) + 1 for _, cents in lengths]
    best = 10**9
    for counts in product(*(range(count + 1) for count in most)):
        is_enough = all(
            sum(n for n, (mm, _) in zip(counts, lengths, strict=True) if mm >= need)
            >= sum(other >= need for other in needs)
            for need in needs
        )
        goods = sum(n * cents for n, (_, cents) in zip(counts, lengths, strict=True))
        if is_enough and goods >= terms["min"]:
            best = min(best, goods + (0 if goods >= terms["free"] else terms["freight"]))
    return best


@pytest.mark.parametrize("seed", range(12))
def test_surplus_may_be_of_a_part_that_no_link_uses(
    make_catalogue: Callable[..., Catalogue], make_needs: Callable[..., LinkNeeds], seed: int
) -> None:
    """The order is the cheapest of all numbers of pieces of every part that fits, by trying them."""
    rng = random.Random(seed)  # noqa: S311 - cases of a test
    prices = [rng.randrange(500, 1500) for _ in range(3)]
    lengths = [(1000 * number, cents) for number, cents in enumerate(prices, 1)]
    terms = {"min": rng.randrange(4000, 7000), "freight": 900, "free": rng.randrange(5000, 9000)}
    dac = {
        "name": "DAC", "kind": "DAC", "gbps": 400, "connector_a": "OSFP", "connector_b": "OSFP",
        "reach_m": 3, "supplier": "v",
        "lengths": [
            {"length_m": mm / 1000, "part": f"V{mm}", "price": cents / 100, "lead_time_days": 9}
            for mm, cents in lengths
        ],
    }  # fmt: skip
    supplier = {
        "name": "v", "min_order_value": terms["min"] / 100, "freight": 9,
        "freight_free_from": terms["free"] / 100,
    }  # fmt: skip
    catalogue = make_catalogue(cables=[dac], suppliers=[supplier])
    needs = make_needs([(0, 1), (2, 3)], [1] * 4, [(400, 400), (2400, 2400)])
    found = required_choice(PartsQuestion(needs, BuyingRules(catalogue)))
    assert found.gap_cents == 0
    assert found.cents == _cheapest_cents(lengths, [400, 2400], terms)
