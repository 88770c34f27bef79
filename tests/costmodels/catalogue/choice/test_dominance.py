"""Part numbers that an order does not need, against every other part number of the same use."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.costmodels.catalogue.choice import dominance
from netfloor.costmodels.catalogue.choice.dominance import worth_offering
from netfloor.costmodels.catalogue.choice.part_index import build_part_index
from netfloor.costmodels.catalogue.part_terms import BuyingRules, PartTerms

Draw = Callable[[random.Random], Any]
Terms = tuple[PartTerms, int]


def is_no_dearer(one: Terms, other: Terms) -> bool:
    """Return whether up to 40 pieces by the first terms cost no more, part by part of the bill."""
    (mine, energy), (theirs, their_energy) = one, other
    if energy > their_energy or theirs.owned or mine.prices.most is not None or mine.prices.pack > 1:
        return False
    for used in range(1, 41):
        if not theirs.can_supply(used):
            continue
        if not mine.can_supply(used):
            return False
        if mine.supply(used).purchase.total_cents > theirs.supply(used).purchase.total_cents:
            return False
    return True


@given(seed=st.integers(0, 2**32))
@settings(max_examples=50, deadline=None)
def test_a_part_is_left_out_where_another_of_its_use_is_no_worse(
    seed: int, draw_needs: Draw, draw_catalogue: Draw
) -> None:
    """It serves as much and costs no more for any number; of two alike the shorter stays."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    needs, catalogue = draw_needs(draw), draw_catalogue(draw)
    shelf = build_part_index(catalogue, lambda sku: sku.buying.price_cents)
    terms = dict(enumerate(map(BuyingRules(catalogue).terms, shelf.skus)))
    energy = {number: draw.choice([0, 0, 0, 1, 2]) for number in terms}
    kept: set[int] = set()
    for entries in dominance._roles(needs, shelf, 100).values():
        for entry in entries:
            own = terms[entry[2]], energy[entry[2]]
            for other in entries:
                its = terms[other[2]], energy[other[2]]
                if other == entry or other[0] < entry[0] or not dominance._no_worse(its, own):
                    continue
                assert is_no_dearer(its, own)
                alike = other[0] == entry[0] and dominance._no_worse(own, its)
                if not alike or other[1:] < entry[1:]:
                    break
            else:
                kept.add(entry[2])
    assert worth_offering(needs, shelf, terms, energy, 100) == kept


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_what_is_long_enough_for_more_links_serves_more(
    seed: int, draw_needs: Draw, draw_catalogue: Draw
) -> None:
    """A cable's rank is the number of lengths, with slack, that it reaches over."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    needs, catalogue = draw_needs(draw), draw_catalogue(draw)
    shelf = build_part_index(catalogue, lambda sku: sku.buying.price_cents)
    lengths = {"electrical": needs.electrical_mm, "optical": needs.optical_mm}
    roles = dominance._roles(needs, shelf, 100)
    served = {entry[2]: entry for entries in roles.values() for entry in entries}
    for cable, own in shelf.assemblies:
        asked = np.unique(lengths[cable.medium][lengths[cable.medium] >= 0]) + 100
        for sku, mm in zip(own.sku.tolist(), own.length_mm.tolist(), strict=True):
            assert served[sku] == (int((asked <= mm).sum()), mm, sku)
