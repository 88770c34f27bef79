"""The fewest part numbers against every smaller set."""

import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from netfloor.costmodels.catalogue.choice.choose import choose_parts
from netfloor.costmodels.catalogue.choice.cover import least_cover
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.foundation.errors import InfeasibleError

Draw = Callable[[random.Random], Any]
FEWEST = Criterion("fewest-parts")


def only(catalogue: Catalogue, parts: set[str]) -> Catalogue:
    """Return a catalogue with these part numbers alone."""
    tables = catalogue.model_dump(by_alias=True)
    for table in ("cables", "cords"):
        for product in tables[table]:
            product["lengths"] = [one for one in product["lengths"] if one["part"] in parts]
        tables[table] = [product for product in tables[table] if product["lengths"]]
    tables["transceivers"] = [one for one in tables["transceivers"] if one["part"] in parts]
    return Catalogue.model_validate(tables)


def serves(needs: LinkNeeds, catalogue: Catalogue) -> bool:
    """Return whether every link can be served."""
    try:
        choose_parts(needs, catalogue)
    except InfeasibleError:
        return False
    return True


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_no_smaller_set_of_part_numbers_serves(seed: int, draw_needs: Draw, draw_catalogue: Draw) -> None:
    """Every set with one part number less leaves a link unserved."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    needs, catalogue = draw_needs(draw), draw_catalogue(draw)
    assume(serves(needs, catalogue))
    choice = choose_parts(needs, catalogue, FEWEST)
    used = {choice.skus[number].part for number in {*choice.cable_sku, *choice.cage_module} - {-1}}
    assert serves(needs, only(catalogue, used))
    parts = [sku.part for sku in choice.skus]
    smaller = list(combinations(parts, len(used) - 1))
    for fewer in draw.sample(smaller, min(len(smaller), 25)):
        assert not serves(needs, only(catalogue, set(fewer)))


def test_links_that_are_hard_in_different_media_both_count(
    make_catalogue: Callable[..., Catalogue],
    make_needs: Callable[..., LinkNeeds],
    stock: Callable[..., Any],
) -> None:
    """One link is long for copper and one for fibre: a short AOC would serve the first alone."""
    ends = {"gbps": 400, "connector_a": "OSFP", "connector_b": "OSFP", "reach_m": 9}
    power = {"power_a_w": 1, "power_b_w": 1}
    cables = [
        ends | {"name": "DAC", "kind": "DAC", "lengths": stock("D", [3, 6], [20, 90])},
        ends | power | {"name": "AOC", "kind": "AOC", "lengths": stock("A", [3, 6], [10, 95])},
    ]
    needs = make_needs([(0, 1), (2, 3)], [1] * 4, [(5000, 1000), (1000, 5000)])
    choice = choose_parts(needs, make_catalogue(cables=cables), FEWEST)
    assert [choice.skus[sku].part for sku in choice.cable_sku.tolist()] == ["D-6", "D-6"]


def sets_of(text: str) -> frozenset[int]:
    """Return a set of digits."""
    return frozenset(map(int, text))


@given(
    st.lists(st.lists(st.text("012345", min_size=1, max_size=3), min_size=1, max_size=4), max_size=5),
    st.lists(st.integers(0, 9), min_size=6, max_size=6),
)
@settings(max_examples=60, deadline=None)
def test_the_cover_is_the_cheapest_of_the_smallest(demands: list[list[str]], price: list[int]) -> None:
    """Each way wants all its digits; every set of digits is tried."""
    asked = [
        frozenset((frozenset({frozenset(sets_of(d) for d in way)}),) for way in demand)
        for demand in demands
    ]
    found = least_cover(asked, price)
    good = [
        chosen
        for size in range(7)
        for chosen in map(set, combinations(range(6), size))
        if all(any(set(map(int, way)) <= chosen for way in demand) for demand in demands)
    ]
    best = min((len(chosen), sum(price[i] for i in chosen)) for chosen in good)
    assert (len(found), sum(price[i] for i in found)) == best


def test_a_demand_without_a_way_is_a_mistake() -> None:
    """The caller has to know that every demand can be met."""
    with pytest.raises(ValueError, match="cannot be met"):
        least_cover([frozenset()], [1, 2])
