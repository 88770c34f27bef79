"""Differences of placed networks, on made-up ones: hypothesis draws routers, places and cables."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.plans.cabling import CableFacts, Cabling, Spot, name_key
from netfloor.plans.diff import KINDS, diff_cablings
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
    """As many cables of a pair are added or removed as it has more or fewer; all of a moved pair move."""
    diff, pairs = (
        diff_cablings(old, new),
        [Counter(link[:2] for link in side.cables) for side in (old, new)],
    )
    assert Counter(one.link[:2] for one in diff.of_kind("added")) == pairs[1] - pairs[0]
    assert Counter(one.link[:2] for one in diff.of_kind("removed")) == pairs[0] - pairs[1]
    spots = [{link[:2]: facts.ends for link, facts in side.cables.items()} for side in (old, new)]
    moved = {
        pair: count for pair, count in (pairs[0] & pairs[1]).items() if spots[0][pair] != spots[1][pair]
    }
    assert Counter(one.link[:2] for one in diff.of_kind("moved")) == moved
    same = Counter((link[:2], facts) for link, facts in old.cables.items())
    stay = (same & Counter((link[:2], facts) for link, facts in new.cables.items())).total()
    assert diff.same[2] == stay
    account = diff.account["cables_between_switches"]
    assert account["stay"] + account["changed"] + account["removed"] == len(old.cables)
    assert account["stay"] + account["changed"] + account["added"] == len(new.cables)


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
    fits = all(other.routers.get(one.name) == one.old for one in diff.devices) and (
        other.cables.keys() == old.cables.keys()
        and all(other.cables[one.old_link] == one.old for one in diff.cables if one.old_link)
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


def test_an_article_at_another_price_stays_and_another_article_is_retyped() -> None:
    """A price break of a larger order changes no cable that is laid; another ordered length does."""
    spots = (SPOTS[0], SPOTS[1])
    routers, link = dict(zip("01", spots, strict=True)), ("0", "1", 1)

    def one(ordered_mm: int, cents: int) -> Cabling:
        facts = CableFacts(spots, (1, 1), 2000, 100.0, "DAC", "electrical", ordered_mm, cents)
        return Cabling(routers, {link: facts})

    assert diff_cablings(one(2000, 5), one(2000, 9)).is_empty
    assert [change.kinds for change in diff_cablings(one(2000, 5), one(3000, 5)).cables] == [("retyped",)]
