"""Cables that run together, and the trunks that make them up."""

from collections import Counter, defaultdict
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.costmodels.buying.bundles import Least, Trunk, bundle_figures, cover_bundles, make_bundles
from netfloor.foundation.errors import InfeasibleError

CABLES = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.sampled_from([1000, 2000, 3000]), st.integers(0, 1)),
    max_size=40,
)
GROUPS = np.array([0, 0, 1, 1, 2, 2])
Cable = tuple[int, int, int, int]
OFFERS = st.lists(st.builds(Trunk, st.integers(1, 8), st.integers(0, 60)), min_size=1, max_size=4)


def plain_bundles(cables: list[Cable], group: list[int]) -> dict[tuple[int, int], Counter[tuple[int, int]]]:
    """Return what runs between each pair of different groups."""
    found: dict[tuple[int, int], Counter[tuple[int, int]]] = defaultdict(Counter)
    for a, b, length, kind in cables:
        ends = sorted((group[a], group[b]))
        if ends[0] != ends[1]:
            found[ends[0], ends[1]][kind, length] += 1
    return found


def columns(cables: list[Cable]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return cables as ends, lengths and kinds."""
    table = np.array(cables, dtype=np.int64).reshape(-1, 4)
    return table[:, :2], table[:, 2], table[:, 3]


@given(CABLES, st.booleans())
def test_bundles_hold_what_runs_between_their_ends(cables: list[Cable], by_group: bool) -> None:
    """Ends, sizes and contents are those of a plain count, between cabinets and between rows."""
    ends, lengths, kinds = columns(cables)
    bundles = make_bundles(GROUPS[ends] if by_group else ends, lengths, kinds)
    expected = plain_bundles(cables, GROUPS.tolist() if by_group else list(range(6)))
    found = {}
    for place, (a, b) in enumerate(bundles.ends.tolist()):
        held = bundles.types[bundles.bundle_type[place]]
        found[a, b] = Counter({(kind, length): count for kind, length, count in held})
        assert bundles.cables[place] == found[a, b].total()
    assert found == expected


@given(CABLES)
def test_types_are_different_and_the_commonest_first(cables: list[Cable]) -> None:
    """No two types hold the same, and together they count every bundle."""
    bundles = make_bundles(*columns(cables))
    assert len(set(bundles.types)) == len(bundles.types)
    of_type = np.bincount(bundles.bundle_type, minlength=len(bundles.types))
    assert of_type.sum() == len(bundles)
    assert (np.diff(of_type) <= 0).all()


@given(CABLES, st.permutations(range(6)))
def test_types_do_not_depend_on_the_names_of_cabinets(cables: list[Cable], names: list[int]) -> None:
    """Renaming cabinets and turning cables round changes no figure but the panels' places."""
    ends, lengths, kinds = columns(cables)
    renamed = np.array(names)[ends][:, ::-1]
    one, other = make_bundles(ends, lengths, kinds), make_bundles(renamed, lengths, kinds)
    assert one.types == other.types
    assert bundle_figures(one) == bundle_figures(other)


def test_figures_of_a_case_one_can_see() -> None:
    """Cabinets 0 and 1 with three cables, 1 and 2 with three alike, 0 and 2 with one, one inside."""
    ends = [[0, 1], [1, 0], [0, 1], [1, 2], [1, 2], [2, 1], [0, 2], [2, 2]]
    bundles = make_bundles(ends, [3000, 3000, 5000, 5000, 3000, 3000, 9000, 1000])
    figures = bundle_figures(bundles, ports_per_panel=4)
    assert (figures.bundles, figures.types, figures.cables, figures.singles, figures.largest) == (
        3,
        2,
        7,
        1,
        3,
    )
    # 3 + 3 ports at the ends of each of two bundles: 3, 6 and 3 in the three cabinets
    assert bundles.ports(smallest=2).tolist() == [3, 6, 3]
    assert (figures.panel_ports, figures.panels) == (12, 1 + 2 + 1)


@given(CABLES, st.integers(1, 10))
def test_ports_are_two_for_each_cable_worth_a_panel(cables: list[Cable], smallest: int) -> None:
    """The identity between cables and ports, whatever bundle is worth a panel."""
    bundles = make_bundles(*columns(cables))
    worth = bundles.cables[bundles.cables >= smallest].sum()
    assert bundles.ports(smallest).sum() == 2 * worth


def test_no_cables_make_no_bundles() -> None:
    """Every figure is 0."""
    figures = bundle_figures(make_bundles([], []))
    assert (figures.bundles, figures.types, figures.panels) == (0, 0, 0)


def test_a_callers_mistake_is_a_value_error() -> None:
    """Missing lengths, negative places, empty panels."""
    with pytest.raises(ValueError, match="needs two ends"):
        make_bundles([[0, 1]], [])
    with pytest.raises(ValueError, match="negative"):
        make_bundles([[0, -1]], [1])
    with pytest.raises(ValueError, match="at least one port"):
        bundle_figures(make_bundles([], []), ports_per_panel=0)


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


def test_a_mistake_about_trunks_is_a_value_error() -> None:
    """No trunk, a trunk for nothing, a bundle of fewer than none."""
    for make in (
        lambda: cover_bundles([1], []),
        lambda: cover_bundles([-1], [Trunk(1, 1)]),
        lambda: Trunk(0, 1),
        lambda: Trunk(1, -1),
    ):
        with pytest.raises(ValueError, match="must"):
            make()
