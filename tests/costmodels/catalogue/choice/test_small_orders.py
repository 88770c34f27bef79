"""Orders that a supplier delivers only from a value on: small cases worked out by hand."""

from collections.abc import Callable

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
