"""What is bought for each cable."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.costmodels import COST_SETS
from netfloor.costmodels.cable_orders import MEDIA, distinct_ways, order_cables, price_cable, reach_rule
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.load import load_cost_set
from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.layout.cable_plan import CablePlan

PlanOf = Callable[..., CablePlan]
WithRule = Callable[..., CostSet]
LENGTHS = st.lists(st.integers(0, 150_000), min_size=1, max_size=30)
SETS = st.sampled_from(sorted(COST_SETS))
REACHES = st.integers(0, 150_000)


@given(
    st.lists(st.tuples(st.integers(-1, 4), st.integers(-1, 4)), max_size=30), st.sampled_from([1, 10**7])
)
def test_distinct_ways_are_the_sorted_pairs_of_lengths(pairs: list[tuple[int, int]], unit: int) -> None:
    """Every pair is there once, in order, and each link finds its own; -1 stands for no route."""
    ways_mm = np.array(pairs, dtype=np.int64).reshape(-1, 2) * unit
    (electrical_mm, optical_mm), which = distinct_ways(ways_mm)
    found = list(zip(electrical_mm.tolist(), optical_mm.tolist(), strict=True))
    assert found == sorted({tuple(way) for way in ways_mm.tolist()})
    assert [found[place] for place in which.tolist()] == [tuple(way) for way in ways_mm.tolist()]


@given(SETS, LENGTHS, st.one_of(st.none(), REACHES), st.sampled_from([10.0, 40.0, 100.0]))
def test_orders_agree_with_a_plain_reading_of_the_file(
    raw_cost_set: Callable[[str], dict[str, Any]],
    plan_of: PlanOf,
    name: str,
    lengths: list[int],
    reach_mm: int | None,
    gbps: float,
) -> None:
    """Medium, length and price are those of a cable-by-cable reading of the raw table."""
    table, plan = raw_cost_set(name), plan_of(lengths)
    orders = order_cables(plan, load_cost_set(name), gbps, reach_mm)
    for cable, length_mm in enumerate(lengths):
        order = orders.order(cable)
        expected = by_hand(table, length_mm, reach_mm, gbps)
        assert (order.medium, order.ordered_length_mm, order.price_cents) == expected


def by_hand(
    table: dict[str, Any], length_mm: int, reach_mm: int | None, gbps: float
) -> tuple[str, int, int]:
    """Return (medium, ordered length, cents) by the reach rule."""
    if reach_mm is None:
        reach_mm = round(table["electrical_reach"]["value"] * 1000)
    stock = table["electrical"].get("stock")
    if stock:
        reach_mm = min(reach_mm, max(round(i["length_m"] * 1000) for i in stock["items"]))
    medium = "electrical" if length_mm <= reach_mm else "optical"
    for item in table[medium].get("stock", {"items": []})["items"]:
        if item["length_m"] * 1000 >= length_mm:
            return medium, round(item["length_m"] * 1000), item["price"] * 100
    line = table[medium]["line"]
    price = Fraction(str(line["per_m"]["value"])) * Fraction(length_mm, 1000)
    price += Fraction(str(line["fixed"]["value"]))
    price *= Fraction(str(line.get("factor", {"value": 1})["value"]))
    if "Gb/s" in line["fixed"]["unit"]:
        price *= Fraction(str(gbps))
    return medium, length_mm, int(price * 200 + 1) // 2


@given(SETS, LENGTHS)
def test_ordered_is_at_least_routed(plan_of: PlanOf, name: str, lengths: list[int]) -> None:
    """No cable is bought too short."""
    orders = order_cables(plan_of(lengths), load_cost_set(name), 100.0)
    assert (orders.ordered_length_mm >= np.array(lengths)).all()


@given(SETS, LENGTHS, st.sampled_from(MEDIA))
def test_longer_is_never_cheaper(plan_of: PlanOf, name: str, lengths: list[int], medium: str) -> None:
    """Within one medium the price does not fall with length."""
    orders = order_cables(plan_of(sorted(lengths)), load_cost_set(name), 100.0)
    of_medium = orders.price_cents[orders.medium == MEDIA.index(medium)]
    assert (np.diff(of_medium) >= 0).all()


@given(SETS, LENGTHS, REACHES, REACHES)
def test_a_larger_reach_never_adds_optical_cables(
    plan_of: PlanOf, name: str, lengths: list[int], one_mm: int, other_mm: int
) -> None:
    """Raising the reach turns optical cables electrical, never back."""
    plan, cost_set = plan_of(lengths), load_cost_set(name)
    short, long = (
        order_cables(plan, cost_set, 100.0, reach).medium for reach in sorted((one_mm, other_mm))
    )
    assert (long <= short).all()


@given(SETS, LENGTHS, REACHES)
def test_least_cost_is_never_dearer_than_a_fixed_reach(
    plan_of: PlanOf, with_rule: WithRule, name: str, lengths: list[int], reach_mm: int
) -> None:
    """Free choice of the medium is at most as dear, cable by cable."""
    plan, shipped = plan_of(lengths), load_cost_set(name)
    fixed = order_cables(plan, shipped, 100.0, reach_mm)
    free = order_cables(plan, with_rule(shipped, "least-cost", None), 100.0)
    assert (free.price_cents <= fixed.price_cents).all()


@given(SETS, LENGTHS, REACHES)
def test_least_cost_keeps_the_reach(
    plan_of: PlanOf, with_rule: WithRule, name: str, lengths: list[int], reach_mm: int
) -> None:
    """The rule chooses among cables that can be used: none beyond the reach is electrical."""
    cost_set = with_rule(load_cost_set(name), "least-cost", None)
    orders = order_cables(plan_of(lengths), cost_set, 100.0, reach_mm)
    assert (orders.medium[np.array(lengths) > reach_mm] == MEDIA.index("optical")).all()


@given(SETS, LENGTHS)
def test_orders_do_not_depend_on_their_order(plan_of: PlanOf, name: str, lengths: list[int]) -> None:
    """A cable costs the same alone and among others."""
    cost_set = load_cost_set(name)
    together = order_cables(plan_of(lengths), cost_set, 100.0).price_cents.tolist()
    alone = [order_cables(plan_of([mm]), cost_set, 100.0).total_cents for mm in lengths]
    assert together == alone


def test_the_reach_itself_is_electrical(plan_of: PlanOf) -> None:
    """Up to and including 7 m is electrical, one millimetre more is optical."""
    orders = order_cables(plan_of([7000, 7001]), load_cost_set("slimfly-2014"), 100.0)
    assert [orders.order(i).medium for i in (0, 1)] == ["electrical", "optical"]


def test_stock_copper_limits_a_larger_reach(plan_of: PlanOf) -> None:
    """A reach of 50 m buys no 6 m copper where the longest in stock is 5 m."""
    orders = order_cables(plan_of([5000, 6000]), load_cost_set("perseus-2011"), 40.0, 50_000)
    assert orders.medium.tolist() == [0, 1]
    assert "longest copper cable, 5 m" in orders.order(1).why


def test_a_tie_is_electrical(
    plan_of: PlanOf, with_rule: WithRule, raw_cost_set: Callable[[str], dict[str, Any]]
) -> None:
    """At equal price least-cost buys electrical."""
    table = raw_cost_set("slimfly-2014")
    same = CostSet.model_validate(table | {"optical": table["electrical"]})
    orders = order_cables(plan_of([3000]), with_rule(same, "least-cost", None), 100.0)
    assert orders.order(0).medium == "electrical"


def test_no_cable_long_enough_names_the_longest(
    plan_of: PlanOf, raw_cost_set: Callable[[str], dict[str, Any]]
) -> None:
    """Without fibre made to length, 130 m cannot be met and the cable is named."""
    table = raw_cost_set("perseus-2011")
    del table["optical"]["line"]
    with pytest.raises(InfeasibleError, match=r"cable 1 from switch 0 to switch 1 is 130 m"):
        order_cables(plan_of([120_000, 130_000, 90_000]), CostSet.model_validate(table), 40.0)


def test_only_copper_reaches(
    plan_of: PlanOf, with_rule: WithRule, raw_cost_set: Callable[[str], dict[str, Any]]
) -> None:
    """Least-cost buys the one medium that is sold at a length, and says so."""
    table = raw_cost_set("perseus-2011")
    del table["optical"]["line"]
    table["electrical"]["line"] = raw_cost_set("perseus-2011")["optical"]["line"]
    cost_set = with_rule(CostSet.model_validate(table), "least-cost", None)
    order = order_cables(plan_of([120_000]), cost_set, 40.0).order(0)
    assert order.medium == "electrical"
    assert "no optical cable reaches 120 m" in order.why


def test_a_plan_without_cables(plan_of: PlanOf) -> None:
    """Nothing to buy costs nothing."""
    orders = order_cables(plan_of([]), load_cost_set("slimfly-2014"), 100.0)
    assert (len(orders), orders.total_cents) == (0, 0)


def test_a_negative_reach_is_a_callers_mistake(plan_of: PlanOf) -> None:
    """Lengths are never negative."""
    with pytest.raises(ValueError, match="electrical_reach_mm"):
        order_cables(plan_of([1]), load_cost_set("slimfly-2014"), 100.0, -1)


def test_a_price_beyond_all_reason_is_refused(plan_of: PlanOf) -> None:
    """Sums stay within 64 bits because no single price may be absurd."""
    with pytest.raises(InputError, match="above 10,000,000,000"):
        order_cables(plan_of([10**12]), load_cost_set("slimfly-2014"), 1e6)


@pytest.mark.parametrize(
    ("length_mm", "why"),
    [
        (2600, "2.6 m is within the copper reach of 5 m; the smallest stock .* is 3 m"),
        (8600, "8.6 m is beyond the copper reach of 5 m; the smallest stock .* is 10 m"),
        (120_000, "120 m is beyond the copper reach of 5 m; made to this length"),
    ],
)
def test_an_order_explains_itself(plan_of: PlanOf, length_mm: int, why: str) -> None:
    """The sentence names the rule that decided and the length that follows."""
    orders = order_cables(plan_of([length_mm]), load_cost_set("perseus-2011"), 40.0)
    assert re.fullmatch(why, orders.order(0).why)


def test_least_cost_explains_both_prices(plan_of: PlanOf, with_rule: WithRule) -> None:
    """The sentence shows what both media would cost: 100 * (1.4 * 8 + 2.16) and so on."""
    cost_set = with_rule(load_cost_set("dragonfly-2008"), "least-cost", None)
    why = order_cables(plan_of([8000]), cost_set, 100.0).order(0).why
    assert "optical is cheaper for 8 m (1336.00 copper, 1262.23 optical USD)" in why


def test_a_cable_of_a_given_medium() -> None:
    """A 2 m host cable is the 74 dollar stock copper of Perseus."""
    order = price_cable(load_cost_set("perseus-2011"), "electrical", 2000, 40.0)
    assert (order.price_cents, order.ordered_length_mm) == (7400, 2000)


def test_a_cable_of_a_given_medium_that_nobody_sells() -> None:
    """Copper of 6 m is not in the list, and the message says what is."""
    with pytest.raises(InfeasibleError, match="its longest is 5 m"):
        price_cable(load_cost_set("perseus-2011"), "electrical", 6000, 40.0)


@given(SETS, st.sampled_from(["reach", "least-cost"]), st.one_of(st.none(), REACHES))
def test_the_reach_sentence_names_the_limit(
    with_rule: WithRule, name: str, rule: str, reach_mm: int | None
) -> None:
    """The limit in the sentence is the shorter of reach and longest copper."""
    cost_set = with_rule(load_cost_set(name), rule, 7.0)
    limit_mm = min(7000 if reach_mm is None else reach_mm, 5000 if "perseus" in name else 10**9)
    assert f"{limit_mm / 1000:g} m" in reach_rule(cost_set, reach_mm)


@given(SETS, LENGTHS)
def test_arrays_cannot_be_written(plan_of: PlanOf, name: str, lengths: list[int]) -> None:
    """Orders are final."""
    orders = order_cables(plan_of(lengths), load_cost_set(name), 100.0)
    for array in (orders.medium, orders.part, orders.ordered_length_mm, orders.price_cents):
        assert not array.flags.writeable
