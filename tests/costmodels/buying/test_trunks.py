"""Trunks against trying every combination."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.costmodels.buying.trunks import Least, Trunk, cover_bundles
from netfloor.foundation.errors import InfeasibleError

OFFERS = st.lists(st.builds(Trunk, st.integers(1, 8), st.integers(0, 60)), min_size=1, max_size=4)


def brute_force(size: int, trunks: list[Trunk], least: Least, *, exact: bool) -> tuple[int, int] | None:
    """Return the least (money, trunks), in the order that counts, over every combination."""
    best = None
    for pieces in product(*(range(size // trunk.size + 2) for trunk in trunks)):
        places = sum(n * trunk.size for n, trunk in zip(pieces, trunks, strict=True))
        if places == size or (places > size and not exact):
            money = sum(n * trunk.price_cents for n, trunk in zip(pieces, trunks, strict=True))
            cost = (money, sum(pieces)) if least == "money" else (sum(pieces), money)
            best = cost if best is None else min(best, cost)
    return best


@given(st.integers(0, 14), OFFERS, st.sampled_from(["money", "trunks"]), st.booleans())
def test_no_combination_is_better(size: int, trunks: list[Trunk], least: Least, exact: bool) -> None:
    """In money first or in trunks first, with every place used or not; none is found where none is."""
    expected = brute_force(size, trunks, least, exact=exact)
    if expected is None:
        with pytest.raises(InfeasibleError, match=f"a bundle of {size} cables"):
            cover_bundles([size], trunks, least=least, exact=exact)
        return
    order = cover_bundles([size], trunks, least=least, exact=exact)
    found = (order.total_cents, order.trunks)
    assert (found if least == "money" else found[::-1]) == expected


@given(st.lists(st.integers(0, 30), max_size=8), OFFERS)
def test_bundles_are_covered_one_by_one(sizes: list[int], trunks: list[Trunk]) -> None:
    """The order for many bundles is the sum of the orders for each: no trunk is shared."""
    trunks = [*trunks, Trunk(1, 9)]
    order = cover_bundles(sizes, trunks)
    single = [cover_bundles([size], trunks) for size in sizes]
    assert order.total_cents == sum(one.total_cents for one in single)
    assert order.pieces == tuple(map(sum, zip(*(one.pieces for one in single), strict=True))) or not sizes
    assert order.cables == order.places == sum(sizes)


@given(st.integers(0, 40), OFFERS, st.integers(1, 8), st.integers(0, 60))
def test_one_more_trunk_on_offer_is_never_dearer(
    size: int, trunks: list[Trunk], more: int, price_cents: int
) -> None:
    """A wider choice cannot cost more."""
    before = cover_bundles([size], trunks, exact=False).total_cents
    after = cover_bundles([size], [*trunks, Trunk(more, price_cents)], exact=False).total_cents
    assert after <= before


def test_empty_places_are_counted() -> None:
    """Seven cables in trunks of four: two trunks, one place left."""
    order = cover_bundles([7], [Trunk(4, 10)], exact=False)
    assert (order.pieces, order.cables, order.places, order.total_cents) == ((2,), 7, 8, 20)


def test_a_callers_mistake_is_a_value_error() -> None:
    """No trunk, a trunk for nothing, a bundle of fewer than none."""
    for make in (
        lambda: cover_bundles([1], []),
        lambda: cover_bundles([-1], [Trunk(1, 1)]),
        lambda: Trunk(0, 1),
        lambda: Trunk(1, -1),
    ):
        with pytest.raises(ValueError, match="must"):
            make()
