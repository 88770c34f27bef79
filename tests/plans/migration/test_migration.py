"""Migrations replayed step by step against rules written down here, bisections by trying all halves."""

import itertools
import math
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InfeasibleError
from netfloor.plans.cabling import CableFacts, Cabling, Link, Spot, name_key
from netfloor.plans.diff import align
from netfloor.plans.migration.planner import Migration, _Planner, plan_migration

SPOTS = [Spot("A", position) for position in range(1, 12)]
#: More than any device has neighbours.
PORTS = 30


def cabling(
    places: dict[str, int],
    links: set[tuple[str, str]],
    gbps: float = 1.0,
    *,
    shift: int = 0,
    servers: frozenset[str] = frozenset(),
    port_of: Mapping[tuple[str, str], int] | None = None,
) -> Cabling:
    """Return a made-up placed network; a length is the distance of the places.

    Each neighbour has a port of its own, from ``shift`` on and round, unless ``port_of`` has one.
    """
    routers = {name: SPOTS[place] for name, place in places.items()}
    cables = {}
    for a, b in links:
        one, other = sorted((a, b), key=name_key)
        metres = abs(places[one] - places[other])
        near, far = (
            (ord(there) + shift) % PORTS if port_of is None else port_of[here, there]
            for here, there in ((one, other), (other, one))
        )
        ports = near, far
        cables[one, other, 1] = CableFacts((routers[one], routers[other]), ports, metres, gbps)
    return Cabling(routers, cables, servers, counted=False)


def bisection(serving: frozenset[str], links: frozenset[Link]) -> int:
    """Return the bisection, every half tried."""
    names = sorted(serving)
    if len(names) < 2:
        return 0
    return min(
        sum((a in half) != (b in half) for a, b, _ in links)
        for half in map(set, itertools.combinations(names, len(names) // 2))
    )


def held_ports(side: Cabling, link: Link) -> dict[tuple[str, int], Link]:
    """Return the two ports of a cable, and whose they are."""
    return dict.fromkeys(zip(link, side.cables[link].ports, strict=False), link)


def plan(old: Cabling, new: Cabling, share: float) -> Migration:
    """Return the steps between networks whose devices keep their names."""
    return plan_migration(align(old, new), new, share, bisection)


def replay(old: Cabling, new: Cabling, migration: Migration) -> int:
    """Follow every step by the rules, return the least bisection met; AssertionError for a broken rule."""
    spots, plugged, servers = dict(old.routers), set(old.cables), old.servers | new.servers
    serving, least = set(old.routers) - servers, math.inf
    held = {port: own for link in old.cables for port, own in held_ports(old, link).items()}
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
                alike = {name for name in spots if (name in servers) == (step.item in servers)}
                assert new.routers[step.item] not in {spots[name] for name in alike}
                spots[step.item] = new.routers[step.item]
            else:
                a, b = step.item.split(" to ")
                link, ends = (a, b, 1), [(a, step.source_port), (b, step.target_port)]
                stays_laid = step.action in {"release", "replug"}
                assert stays_laid == (changes_ports_alone(old, new, link))
                if step.action in {"unplug", "release"}:
                    plugged.remove(link)
                    assert [held.pop(end) for end in ends] == [link, link]
                else:
                    assert step.action in {"plug", "replug"}
                    assert link not in plugged
                    assert spots[a] == new.routers[a]
                    assert spots[b] == new.routers[b]
                    plugged.add(link)
                    assert held.keys().isdisjoint(ends), "a port would be held by two cables"
                    held |= dict.fromkeys(ends, link)
        links = frozenset(link for link in plugged if link[0] in serving and link[1] in serving)
        met = bisection(frozenset(serving), links)
        assert met >= rows[0].certified_links
        least = min(least, met)
    assert spots == dict(new.routers)
    assert serving == set(new.routers) - servers
    assert plugged == set(new.cables)
    assert held == {port: own for link in new.cables for port, own in held_ports(new, link).items()}
    return int(min(least, migration.before_links, migration.after_links))


def changes_ports_alone(old: Cabling, new: Cabling, link: Link) -> bool:
    """Return True for a cable that both networks have, the same but for its ports."""
    if link not in old.cables or link not in new.cables:
        return False
    before, after = old.cables[link], new.cables[link]
    return before.ports != after.ports and replace(before, ports=after.ports) == after


@st.composite
def networks(draw: st.DrawFn) -> Cabling:
    """Draw a network of two to six switches and up to two servers in random places and ports."""
    names = draw(st.lists(st.sampled_from("abcdefg"), min_size=2, max_size=6, unique=True))
    servers = draw(st.lists(st.sampled_from("yz"), max_size=2, unique=True))
    places = draw(st.permutations(range(len(SPOTS))))
    pairs = list(itertools.combinations(sorted(names), 2))
    links = set(draw(st.lists(st.sampled_from(pairs), unique=True)))
    links |= {(draw(st.sampled_from(names)), server) for server in servers}
    spots = dict(zip([*names, *servers], places, strict=False))
    return cabling(spots, links, shift=draw(st.integers(0, 2)), servers=frozenset(servers))


@given(networks(), networks(), st.sampled_from([0.0, 0.3, 0.5, 1.0]))
@settings(max_examples=150, deadline=None)
def test_every_migration_follows_the_rules_and_keeps_its_share(
    old: Cabling, new: Cabling, share: float
) -> None:
    """From any network to any other; or it is refused, never with a share of nothing."""
    try:
        migration = plan(old, new, share)
    except InfeasibleError:
        assert share > 0
        return
    least = replay(old, new, migration)
    whole = (frozenset(side.routers.keys() - side.servers) for side in (old, new))
    before, after = (
        bisection(names, frozenset(filter(side.is_between_switches, side.cables)))
        for names, side in zip(whole, (old, new), strict=True)
    )
    assert (migration.before_links, migration.after_links) == (before, after)
    assert least >= share * min(before, after)
    assert least >= migration.least_links


@given(networks())
def test_nothing_is_done_where_nothing_changes(one: Cabling) -> None:
    """No step, no batch."""
    migration = plan(one, one, 1.0)
    assert migration.steps == ()


def test_a_ring_of_places_is_solved_with_one_router_aside() -> None:
    """Three routers change places all round: one waits outside, nobody stands on another."""
    links = {("a", "b"), ("b", "c"), ("a", "c")}
    old, new = cabling({"a": 0, "b": 1, "c": 2}, links), cabling({"a": 1, "b": 2, "c": 0}, links)
    migration = plan(old, new, 0.0)
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
    port_of = dict.fromkeys(ring, 1) | {(b, a): 2 for a, b in ring}
    for more in (across, other):
        port_of |= dict.fromkeys(more, 3) | {(b, a): 4 for a, b in more}
    old = cabling(places, ring | across, port_of=port_of)
    new = cabling(places, ring | other, port_of=port_of)
    at_once, kept = (plan(old, new, share) for share in (0.0, 0.5))
    assert at_once.batches == 1 < kept.batches
    assert replay(old, new, kept) >= 0.5 * min(kept.before_links, kept.after_links)


def test_a_refusal_names_the_step() -> None:
    """A path has a bisection of one: no cable of it can be changed without cutting it in two."""
    ports = {("a", "b"): 1, ("a", "c"): 1, ("b", "a"): 1, ("b", "c"): 2, ("c", "b"): 1, ("c", "a"): 2}
    old = cabling({"a": 0, "b": 1, "c": 2}, {("a", "b"), ("b", "c")}, port_of=ports)
    new = cabling({"a": 0, "b": 1, "c": 2}, {("a", "c"), ("b", "c")}, port_of=ports)
    with pytest.raises(InfeasibleError, match=r"step 1 .* unplugging a to b leaves 0 certified links of 1"):
        plan(old, new, 1.0)


def test_a_cable_of_another_rate_is_exchanged() -> None:
    """Same place, same length, another cable: out and in again."""
    places, links = {"a": 0, "b": 1}, {("a", "b")}
    old, new = cabling(places, links), cabling(places, links, gbps=2.0)
    migration = plan(old, new, 0.0)
    assert [step.action for step in migration.steps] == ["unplug", "plug"]


def test_a_new_server_waits_for_the_port_of_an_old_cable() -> None:
    """Switch a gives up its cable to c for server z, on the port that the cable to c holds."""
    places = {"a": 0, "b": 1, "c": 2}
    old = cabling(places, {("a", "b"), ("a", "c")})
    new = cabling(places | {"z": 3}, {("a", "b")}, servers=frozenset("z"))
    facts = new.cables["a", "b", 1]
    port = old.cables["a", "c", 1].ports[0]
    ends = new.routers["a"], new.routers["z"]
    cables = {("a", "b", 1): facts, ("a", "z", 1): CableFacts(ends, (port, 1), 3, 1.0)}
    new = Cabling(new.routers, cables, new.servers)
    migration = plan(old, new, 0.0)
    replay(old, new, migration)
    steps = [(step.action, step.item, step.source_port) for step in migration.steps]
    assert steps.index(("unplug", "a to c", port)) < steps.index(("plug", "a to z", port))


def test_cables_that_exchange_ports_are_released_first_and_stay_laid() -> None:
    """Both ends are out before either is in again; no cable is laid or taken out."""
    places, links = {"a": 0, "b": 1, "c": 2}, {("a", "b"), ("a", "c")}
    old = cabling(places, links)
    facts = {link: old.cables[link] for link in old.cables}
    one, other = facts["a", "b", 1], facts["a", "c", 1]
    exchanged = {
        ("a", "b", 1): replace(one, ports=(other.ports[0], one.ports[1])),
        ("a", "c", 1): replace(other, ports=(one.ports[0], other.ports[1])),
    }
    new = Cabling(old.routers, exchanged)
    migration = plan(old, new, 0.0)
    replay(old, new, migration)
    assert [step.action for step in migration.steps] == ["release", "release", "replug", "replug"]


def test_what_is_only_renamed_is_said_first() -> None:
    """A server at another number of its switch stays, under the new name in all steps after it."""
    places = {"a": 0, "b": 1}
    spots = {name: SPOTS[place] for name, place in places.items()}
    both = [
        Cabling(
            spots | {name: SPOTS[5]},
            {("a", name, 1): CableFacts((spots["a"], SPOTS[5]), (port, 1), 5, 1.0)},
            frozenset({name}),
        )
        for name, port in (("ha-2", 2), ("ha-1", 1))
    ]
    migration = plan(*both, share=0.0)
    assert [(step.action, step.item) for step in migration.steps] == [
        ("rename", "ha-2 to ha-1"),
        ("release", "a to ha-1"),
        ("replug", "a to ha-1"),
    ]


def test_the_places_held_are_gathered_as_often_however_many_servers_move(monkeypatch) -> None:
    """Once a batch and not once a server: the work grows with the servers, not with their square."""
    gathered: list[int] = []
    held = _Planner._held
    monkeypatch.setattr(
        _Planner, "_held", lambda planner, state: (gathered.append(1), held(planner, state))[1]
    )
    counts = []
    for many in (2, 8):
        names = [f"h{number}" for number in range(many)]
        sides = [
            Cabling({name: Spot(cabinet, turn) for turn, name in enumerate(names, 1)}, {}, frozenset(names))
            for cabinet in ("A", "B")
        ]
        gathered.clear()
        migration = plan(*(replace(side, counted=False) for side in sides), share=0.0)
        assert [step.action for step in migration.steps] == ["move"] * many
        counts.append(len(gathered))
    assert counts[0] == counts[1]
