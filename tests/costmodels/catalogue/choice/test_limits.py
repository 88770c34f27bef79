"""What terms and limits of an order do to single links: small cases worked out by hand."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from netfloor.costmodels.buying.spares import parse_spare_rule
from netfloor.costmodels.catalogue.choice import limits
from netfloor.costmodels.catalogue.choice.choose import PartsChoice
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.limits import limit_costs, required_choice
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.foundation.errors import InfeasibleError


@pytest.fixture
def order(
    make_catalogue: Callable[..., Catalogue], make_needs: Callable[..., LinkNeeds]
) -> Callable[..., PartsQuestion]:
    """Ask for links of 1, 1, 1, 2 and 3 m from DACs of 1, 2 and 3 m at 10, 20 and 30 USD."""

    def ask(max_skus: int | None = None, days: int | None = None, **terms: dict[str, Any]) -> PartsQuestion:
        lengths = [
            {"length_m": m, "part": f"D{m}", "price": 10 * m} | terms.get(f"D{m}", {}) for m in (1, 2, 3)
        ]
        dac = {
            "name": "DAC", "kind": "DAC", "gbps": 400, "connector_a": "OSFP", "connector_b": "OSFP",
            "reach_m": 3, "lengths": lengths,
        }  # fmt: skip
        mm = [(900, 900), (900, 900), (900, 900), (2000, 2000), (2500, 2500)]
        needs = make_needs([(2 * n, 2 * n + 1) for n in range(5)], [1] * 10, mm)
        return PartsQuestion(
            needs, BuyingRules(make_catalogue(cables=[dac]), None, days), Criterion(), max_skus
        )

    return ask


def parts_of(found: PartsChoice) -> list[str]:
    """Return the part number of each cable."""
    return [found.choice.skus[sku].part for sku in found.choice.cable_sku.tolist()]


@pytest.mark.parametrize(
    ("terms", "parts", "cents"),
    [
        ({}, "D1 D1 D1 D2 D3", 8000),
        ({"D3": {"breaks": [{"at_least": 5, "price": 9}]}}, "D3 D3 D3 D3 D3", 4500),
        ({"D1": {"stock": 2}}, "D1 D1 D2 D2 D3", 9000),
        ({"D1": {"min_order": 6}}, "D1 D1 D1 D2 D3", 11000),
        ({"D1": {"min_order": 8}}, "D2 D2 D2 D2 D3", 11000),
        ({"D2": {"pack": 3}}, "D1 D1 D1 D3 D3", 9000),
        ({"D2": {"owned": 4}}, "D2 D2 D2 D2 D3", 3000),
    ],
)
def test_terms_enter_the_choice(
    terms: dict[str, Any], parts: str, cents: int, order: Callable[..., PartsQuestion]
) -> None:
    """A break, stock, a minimum order, packs and pieces at hand each change what links get."""
    found = required_choice(order(**terms))
    assert (sorted(parts_of(found)), found.cents, found.gap_cents) == (parts.split(), cents, 0)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (
            {"D3": {"stock": 0}},
            "1 of 5 links, 2.5 m long, such as link 4, .*: no more than suppliers have in stock; relax "
            "'no more than suppliers have in stock' .D3: 0 in stock, 1 needed: state lead_time_days",
        ),
        (
            {"D1": {"stock": 1}, "D2": {"stock": 1}, "D3": {"stock": 1, "owned": 1, "spares": 2}},
            r"3 of 5 links.*\(D1: 1 in stock, 3 needed; D3: 1 in stock, 2 needed: state lead_time_days",
        ),
        (
            {"days": 9, "D2": {"lead_time_days": 9}},
            "1 of 5 links, 2.5 m long.*: delivery within 9 days; relax 'delivery within 9 days' "
            ".max-lead-days",
        ),
        (
            {"max_skus": 1, "D3": {"stock": 3}},
            "no parts for 1 of 5 links.*at most 1 part number of cables and cords; no more than suppliers "
            "have in stock; relax 'at most 1 part number of cables and cords' .max-skus. or 'no more",
        ),
    ],
)
def test_limits_that_leave_links_without_parts_are_named(
    ask: dict[str, Any], says: str, order: Callable[..., PartsQuestion]
) -> None:
    """The message counts the links, says how long they are, and which limit to relax."""
    with pytest.raises(InfeasibleError, match=says):
        required_choice(order(**ask))


def test_late_parts_are_bought_from_stock(order: Callable[..., PartsQuestion]) -> None:
    """Within the days a part comes in any number, else as far as the supplier has it; the cost is said."""
    late = {"lead_time_days": 30}
    asked = order(days=10, D1=late | {"stock": 1}, D2={"lead_time_days": 5}, D3=late | {"stock": 9})
    found = required_choice(asked)
    assert sorted(parts_of(found)) == ["D1", "D2", "D2", "D2", "D3"]
    saved = {cost.limit: cost.saved_cents for cost in limit_costs(asked, found)}
    assert saved == {"lead_time": 2000, "stock": 2000}


def test_no_limit_saves_money(order: Callable[..., PartsQuestion], monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice without a limit that came out dearer is not the best: what was found with it serves too."""
    late = {"lead_time_days": 30, "stock": 9}
    asked = order(days=10, D1=late, D2={"lead_time_days": 5}, D3=late)
    found = required_choice(asked)
    dearer = replace(found, cents=found.cents + 700, bound_cents=found.cents - 300)
    monkeypatch.setattr("netfloor.costmodels.catalogue.choice.limits.required_choice", lambda _: dearer)
    costs = limit_costs(asked, found)
    assert costs
    assert {(one.saved_cents, one.least_cents, one.max_cents) for one in costs} == {(0, 0, 300)}


def test_equal_money_keeps_what_is_best_for_each_link(order: Callable[..., PartsQuestion]) -> None:
    """A break that saves nothing changes no link, and asking twice gives the same parts."""
    asked = order(D3={"breaks": [{"at_least": 5, "price": 16}]})
    found = required_choice(asked)
    assert parts_of(found) == ["D1", "D1", "D1", "D2", "D3"]
    assert parts_of(required_choice(asked)) == parts_of(found)


def test_spares_count_in_the_breaks(order: Callable[..., PartsQuestion]) -> None:
    """4 pieces in use and 1 spare one reach the break at 5."""
    asked = order(D2={"breaks": [{"at_least": 5, "price": 8}]})
    spare = replace(asked, rules=replace(asked.rules, spares=parse_spare_rule(["D2=1", "D1=0"], "test")))
    found = required_choice(spare)
    assert parts_of(found) == ["D2", "D2", "D2", "D2", "D3"]
    assert found.cents == 5 * 800 + 3000


@pytest.mark.parametrize(
    ("max_skus", "most_parts", "most_shown", "numbers"),
    [
        *((number, 3, 8, (1, 2, 3)) for number in (1, 2, 3, 5)),
        *((1, 2, 8, (1, 3)), (5, 2, 8, (3,)), (None, 3, 8, ())),
        *((3, 3, 2, (2, 3)), (1, 3, 2, (1, 3)), (1, 3, 3, (1, 2, 3))),
    ],
)
def test_the_curve_goes_from_the_fewest_lengths_to_those_that_save_nothing(
    max_skus: int | None,
    most_parts: int,
    most_shown: int,
    numbers: tuple[int, ...],
    order: Callable[..., PartsQuestion],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All D3, then the three short ones D1, then the one of 2 m D2; of many parts or numbers only some."""
    monkeypatch.setattr(limits, "MAX_PARTS", most_parts)
    monkeypatch.setattr(limits, "MAX_SHOWN", most_shown)
    asked = order(max_skus)
    cents = {1: 15_000, 2: 9_000, 3: 8_000}
    curve = limits.lengths_curve(asked, required_choice(asked))
    assert curve == tuple((number, cents[number]) for number in numbers)
