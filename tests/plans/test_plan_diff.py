"""Differences of placed networks, on made-up ones: hypothesis draws routers, places and cables."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.plans.cabling import CableFacts, Cabling, Spot, name_key
from netfloor.plans.diff import KINDS, PlanDiff, diff_cablings
from tests.fixtures.diffs import apply_diff, inverse

NAMES = ["0", "1", "2", "10", "a", "B1", "=1+1", "ü"]
SPOTS = [Spot(f"R01C{column:02d}", position) for column in range(1, 6) for position in (1, 2)]


@st.composite
def cablings(draw: st.DrawFn) -> Cabling:
    """Draw a placed network: some of the names, distinct places, up to two cables a pair."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=6))
    places = draw(st.permutations(SPOTS))
    spots = dict(zip(names, places, strict=False))
    cables = {}
    for a, b in itertools.combinations(sorted(names, key=name_key), 2):
        for number in range(1, draw(st.integers(0, 2)) + 1):
            cables[a, b, number] = CableFacts(
                (spots[a], spots[b]),
                (draw(st.integers(1, 3)), draw(st.integers(1, 3))),
                draw(st.sampled_from([2000, 4600])),
                draw(st.sampled_from([100.0, 200.0])),
                draw(st.sampled_from(["", "DAC", "AOC"])),
                draw(st.sampled_from(["electrical", "optical"])),
                draw(st.sampled_from([3000, 5000])),
                draw(st.sampled_from([0, 100])),
            )
    return Cabling(spots, cables)


@given(cablings())
def test_nothing_differs_from_itself(one: Cabling) -> None:
    """diff(x, x) is empty."""
    assert diff_cablings(one, one).is_empty


@given(cablings(), cablings())
def test_applied_to_the_old_it_gives_the_new(old: Cabling, new: Cabling) -> None:
    """apply(diff(a, b), a) = b, and back by the inverse."""
    diff = diff_cablings(old, new)
    assert apply_diff(diff, old) == new
    assert apply_diff(inverse(diff), new) == old
    assert diff.is_empty == (old == new)


@given(cablings(), cablings())
def test_counts_are_those_of_sets(old: Cabling, new: Cabling) -> None:
    """Added and removed are differences of the sets of links; the rest is told by comparing fields."""
    diff = diff_cablings(old, new)
    assert {one.link for one in diff.of_kind("added")} == new.cables.keys() - old.cables.keys()
    assert {one.link for one in diff.of_kind("removed")} == old.cables.keys() - new.cables.keys()
    both = old.cables.keys() & new.cables.keys()
    moved = {link for link in both if old.cables[link].ends != new.cables[link].ends}
    longer = {link for link in both if old.cables[link].length_mm != new.cables[link].length_mm}
    assert {one.link for one in diff.of_kind("moved")} == moved
    assert {one.link for one in diff.of_kind("relengthed")} == longer


@given(cablings(), cablings())
def test_every_change_has_a_kind(old: Cabling, new: Cabling) -> None:
    """No cable is listed without a word for what happens to it; ports alone touch nothing."""
    for change in diff_cablings(old, new).cables:
        assert change.kinds
        assert set(change.kinds) <= set(KINDS)
        assert change.touched == (change.kinds != ("replugged",))


@given(cablings(), cablings(), cablings())
def test_it_refuses_another_beginning(old: Cabling, new: Cabling, other: Cabling) -> None:
    """A diff that does not begin here is not applied."""
    diff = diff_cablings(old, new)
    fits = all(other.routers.get(one.name) == one.old for one in diff.routers) and all(
        other.cables.get(one.link) == one.old for one in diff.cables
    )
    if not fits:
        with pytest.raises(ValueError, match=r"not as the diff|stand"):
            apply_diff(diff, other)


def test_names_of_digits_sort_by_value() -> None:
    """2 comes before 10, numbers before words."""
    assert sorted(["b", "10", "2", "a"], key=name_key) == ["2", "10", "a", "b"]


def test_a_cabling_refuses_a_cable_that_ends_elsewhere() -> None:
    """A cable's ends are where its routers stand."""
    facts = CableFacts((SPOTS[0], SPOTS[1]), (1, 1), 2000, 100.0)
    with pytest.raises(ValueError, match="where its switches are"):
        Cabling({"0": SPOTS[0], "1": SPOTS[2]}, {("0", "1", 1): facts})


def test_an_article_of_one_length_at_another_price_is_retyped() -> None:
    """A change that is neither place, length, part nor port is still told."""
    spots = (SPOTS[0], SPOTS[1])
    routers = dict(zip("01", spots, strict=True))
    cheap, dear = (CableFacts(spots, (1, 1), 2000, 100.0, "DAC", "electrical", 2000, c) for c in (5, 9))
    diff = diff_cablings(Cabling(routers, {("0", "1", 1): cheap}), Cabling(routers, {("0", "1", 1): dear}))
    assert [one.kinds for one in diff.cables] == [("retyped",)]
    assert isinstance(diff, PlanDiff)
