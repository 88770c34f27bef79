"""Of orders that cost the same: the fewest suppliers, then the soonest, against every order."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.costmodels.catalogue.choice import ties
from netfloor.costmodels.catalogue.choice.choose import PartsChoice, choose_parts
from netfloor.costmodels.catalogue.choice.limits import required_choice
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.joined import join_catalogues
from netfloor.costmodels.catalogue.parts.skus import Sku, skus_of
from netfloor.foundation.errors import InfeasibleError
from tests.fixtures.every_order import orders

Draw = Callable[[random.Random], Any]
FEW, NEVER = 3_000, 10_001


def lists_of_like_prices(draw: random.Random, draw_catalogue: Draw) -> Catalogue:
    """Return two or three lists of the same parts, a few prices and all times of delivery their own."""
    base, lists = draw_catalogue(draw), []
    for name in ("one", "two", "three")[: draw.choice([2, 3])]:
        tables = base.model_dump(by_alias=True)
        items = [
            one for table in ("cables", "cords") for series in tables[table] for one in series["lengths"]
        ]
        for item in [*items, *tables["transceivers"]]:
            item["price"] += draw.choice([0, 0, 0, 1])
            item["lead_time_days"] = draw.choice([3, 9, 9, 30])
            item["stock"] = draw.choice([None, None, None, 1, 2])
        lists.append((name, Catalogue.model_validate(tables)))
    return join_catalogues(lists)


def delivery(order: Counter[str], skus: dict[str, Sku]) -> tuple[int, int]:
    """Return the suppliers of an order, and the days until its last part is there."""
    buying = {part: skus[part].buying for part in order}
    days = [
        0 if (one.stock or 0) >= order[part] else one.lead_time_days or NEVER
        for part, one in buying.items()
    ]
    return len({one.supplier for one in buying.values()}), max(days)


def parts_of(found: PartsChoice) -> Counter[str]:
    """Return the pieces of each part number that an order has."""
    modules = found.choice.cage_module[found.choice.cage_module >= 0].tolist()
    return Counter(found.choice.skus[sku].part for sku in [*found.choice.cable_sku.tolist(), *modules])


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_no_order_for_the_same_money_is_of_fewer_suppliers_or_sooner(
    seed: int, draw_needs: Draw, draw_catalogue: Draw
) -> None:
    """The order costs the least of all, has the fewest suppliers of these, and is there first of those."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    while True:
        needs, catalogue = draw_needs(draw), lists_of_like_prices(draw, draw_catalogue)
        every = orders(needs, catalogue, FEW) if len(needs) else None
        if every:
            break
    skus = {sku.part: sku for sku in skus_of(catalogue)}
    cents = [sum(skus[part].buying.price_cents * count for part, count in one.items()) for one in every]
    least = min(cents)
    best = min(delivery(one, skus) for one, money in zip(every, cents, strict=True) if money == least)
    asked = PartsQuestion(needs, BuyingRules(catalogue))
    try:
        plain = choose_parts(asked)
    except InfeasibleError:
        return
    found = required_choice(asked)
    assert plain is not None
    assert (found.cents, found.gap_cents) == (least, 0) == (plain.cents, plain.gap_cents)
    assert delivery(parts_of(found), skus) == best
    assert not found.ties_open


@pytest.mark.parametrize(
    ("limit", "most", "why"),
    [
        ("MAX_LINKS", 1, "more than 1 link"),
        ("MAX_PARTS", 1, "more than 1 part number on sale"),
        ("MAX_UNKNOWNS", 1, "the search reached its limit"),
    ],
)
def test_ties_that_were_not_compared_are_reported(
    monkeypatch: pytest.MonkeyPatch, make_needs: Draw, make_catalogue: Draw, limit: str, most: int, why: str
) -> None:
    """Beyond a limit the order stays, and says why; of one supplier there is nothing to compare."""
    cable = {
        "name": "cable",
        "kind": "DAC",
        "gbps": 400,
        "connector_a": "OSFP",
        "connector_b": "OSFP",
        "reach_m": 2,
        "lengths": [{"part": "A", "length_m": 2, "price": 60}],
    }
    needs = make_needs([(0, 1), (2, 3)], [1] * 4, [(1_000, 1_000)] * 2)
    alone = make_catalogue(cables=[cable])
    both = join_catalogues([("one", alone), ("two", alone)])
    monkeypatch.setattr(ties, limit, most)
    assert required_choice(PartsQuestion(needs, BuyingRules(both))).ties_open == why
    assert not required_choice(PartsQuestion(needs, BuyingRules(alone))).ties_open
