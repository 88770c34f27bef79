"""The fewest part numbers against every smaller set."""

import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.limits import required_choice
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.foundation.errors import InfeasibleError

Draw = Callable[[random.Random], Any]
FEWEST = Criterion("fewest-parts")


def best_parts(needs: LinkNeeds, catalogue: Catalogue, criterion: Criterion | None = None) -> LinkChoice:
    """Return the best parts of a catalogue."""
    return required_choice(PartsQuestion(needs, BuyingRules(catalogue), criterion or Criterion())).choice


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
        best_parts(needs, catalogue)
    except InfeasibleError:
        return False
    return True


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_no_smaller_set_of_part_numbers_serves(seed: int, draw_needs: Draw, draw_catalogue: Draw) -> None:
    """Every set with one part number less leaves a link unserved."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    needs, catalogue = draw_needs(draw), draw_catalogue(draw)
    while not serves(needs, catalogue):  # one draw in six: more are drawn rather than examples left out
        needs, catalogue = draw_needs(draw), draw_catalogue(draw)
    choice = best_parts(needs, catalogue, FEWEST)
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
    choice = best_parts(needs, make_catalogue(cables=cables), FEWEST)
    assert [choice.skus[sku].part for sku in choice.cable_sku.tolist()] == ["D-6", "D-6"]
