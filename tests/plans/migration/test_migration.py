"""Migrations replayed step by step against rules written down here, bisections by trying all halves."""

import itertools
import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InfeasibleError
from netfloor.plans.cabling import CableFacts, Cabling, Link, Spot, name_key
from netfloor.plans.migration.planner import Migration, plan_migration

SPOTS = [Spot("A", position) for position in range(1, 12)]


def cabling(places: dict[str, int], links: set[tuple[str, str]], gbps: float = 1.0) -> Cabling:
    """Return a made-up placed network; a length is the distance of the places."""
    routers = {name: SPOTS[place] for name, place in places.items()}
    cables = {}
    for a, b in links:
        one, other = sorted((a, b), key=name_key)
        metres = abs(places[one] - places[other])
        cables[one, other, 1] = CableFacts((routers[one], routers[other]), (1, 1), metres, gbps)
    return Cabling(routers, cables)


def bisection(serving: frozenset[str], links: frozenset[Link]) -> int:
    """Return the bisection, every half tried."""
    names = sorted(serving)
    if len(names) < 2:
        return 0
    return min(
        sum((a in half) != (b in half) for a, b, _ in links)
        for half in map(set, itertools.combinations(names, len(names) // 2))
    )


def ports(old: Cabling, new: Cabling) -> dict[str, int]:
    """Return the ports that either network needs of each router."""
    used = [Counter(name for link in side.cables for name in link[:2]) for side in (old, new)]
    return {name: max(side[name] for side in used) for name in {*old.routers, *new.routers}}


def replay(old: Cabling, new: Cabling, migration: Migration) -> int:
    """Follow every step by the rules, return the least bisection met; AssertionError for a broken rule."""
    spots, serving, plugged = dict(old.routers), set(old.routers), set(old.cables)
    most, least = ports(old, new), math.inf
    for _, group in itertools.groupby(migration.steps, key=lambda step: step.number):
        rows = list(group)
        assert rows[0].action in {"drain", "serve"} or len(rows) == 1
        for step in rows:
            if step.action == "drain":
                serving.remove(step.item)
            elif step.action == "serve":
                assert spots[step.item] == new.routers[step.item]
                serving.add(step.item)
            elif step.action in {"remove", "set aside"}:
                assert step.item not in serving
                assert not any(step.item in link[:2] for link in plugged)
                del spots[step.item]
            elif step.action in {"move", "install"}:
                assert step.item not in serving
                assert not any(step.item in link[:2] for link in plugged)
                spots.pop(step.item, None)
                assert new.routers[step.item] not in spots.values()
                spots[step.item] = new.routers[step.item]
            else:
                a, b = step.item.split(" to ")
                if step.action == "unplug":
                    plugged.remove((a, b, 1))
                else:
                    assert (a, b, 1) not in plugged
                    assert spots[a] == new.routers[a]
                    assert spots[b] == new.routers[b]
                    plugged.add((a, b, 1))
                    used = Counter(name for link in plugged for name in link[:2])
                    assert all(used[name] <= most[name] for name in (a, b))
        links = frozenset(link for link in plugged if link[0] in serving and link[1] in serving)
        met = bisection(frozenset(serving), links)
        assert met >= rows[0].certified_links
        least = min(least, met)
    assert spots == dict(new.routers)
    assert serving == set(new.routers)
    assert plugged == set(new.cables)
    return int(min(least, migration.before_links, migration.after_links))


@st.composite
def networks(draw: st.DrawFn) -> Cabling:
    """Draw a network of two to six routers in random places."""
    names = draw(st.lists(st.sampled_from("abcdefg"), min_size=2, max_size=6, unique=True))
    places = draw(st.permutations(range(len(SPOTS))))
    pairs = list(itertools.combinations(sorted(names), 2))
    links = set(draw(st.lists(st.sampled_from(pairs), unique=True)))
    return cabling(dict(zip(names, places, strict=False)), links)


@given(networks(), networks(), st.sampled_from([0.0, 0.3, 0.5, 1.0]))
@settings(max_examples=150, deadline=None)
def test_every_migration_follows_the_rules_and_keeps_its_share(
    old: Cabling, new: Cabling, share: float
) -> None:
    """From any network to any other; or it is refused, never with a share of nothing."""
    try:
        migration = plan_migration(old, new, ports(old, new), share, bisection)
    except InfeasibleError:
        assert share > 0
        return
    least = replay(old, new, migration)
    whole = (frozenset(side.routers) for side in (old, new))
    before, after = (
        bisection(names, frozenset(side.cables)) for names, side in zip(whole, (old, new), strict=True)
    )
    assert (migration.before_links, migration.after_links) == (before, after)
    assert least >= share * min(before, after)
    assert least >= migration.least_links


@given(networks())
def test_nothing_is_done_where_nothing_changes(one: Cabling) -> None:
    """No step, no batch."""
    migration = plan_migration(one, one, ports(one, one), 1.0, bisection)
    assert migration.steps == ()


def test_a_ring_of_places_is_solved_with_one_router_aside() -> None:
    """Three routers change places all round: one waits outside, nobody stands on another."""
    links = {("a", "b"), ("b", "c"), ("a", "c")}
    old, new = cabling({"a": 0, "b": 1, "c": 2}, links), cabling({"a": 1, "b": 2, "c": 0}, links)
    migration = plan_migration(old, new, ports(old, new), 0.0, bisection)
    replay(old, new, migration)
    assert [step.action for step in migration.steps].count("set aside") == 1
    assert [step.action for step in migration.steps].count("move") == 3


def test_a_share_makes_smaller_batches() -> None:
    """All cables at once leave nothing; with half of the bisection kept it takes several batches."""
    names = "abcdefgh"
    places = {name: place for place, name in enumerate(names)}
    ring = {(names[i], names[(i + 1) % 8]) for i in range(8)}
    across = {(names[i], names[(i + 3) % 8]) for i in range(8)}
    other = {(names[i], names[(i + 2) % 8]) for i in range(8)}
    old, new = cabling(places, ring | across), cabling(places, ring | other)
    at_once = plan_migration(old, new, ports(old, new), 0.0, bisection)
    kept = plan_migration(old, new, ports(old, new), 0.5, bisection)
    assert at_once.batches == 1 < kept.batches
    assert replay(old, new, kept) >= 0.5 * min(kept.before_links, kept.after_links)


def test_a_refusal_names_the_step() -> None:
    """A path has a bisection of one: no cable of it can be changed without cutting it in two."""
    old = cabling({"a": 0, "b": 1, "c": 2}, {("a", "b"), ("b", "c")})
    new = cabling({"a": 0, "b": 1, "c": 2}, {("a", "c"), ("b", "c")})
    with pytest.raises(InfeasibleError, match=r"step 1 .* unplugging a to b leaves 0 certified links of 1"):
        plan_migration(old, new, ports(old, new), 1.0, bisection)


def test_a_cable_of_another_rate_is_exchanged() -> None:
    """Same place, same length, another cable: out and in again."""
    places, links = {"a": 0, "b": 1}, {("a", "b")}
    old, new = cabling(places, links), cabling(places, links, gbps=2.0)
    migration = plan_migration(old, new, ports(old, new), 0.0, bisection)
    assert [step.action for step in migration.steps] == ["unplug", "plug"]
