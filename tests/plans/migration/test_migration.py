"""Migrations replayed step by step against rules written down here, bisections by trying all halves."""

import itertools
import math
from collections.abc import Mapping
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.fabric.fabric import SERVER
from netfloor.foundation.errors import InfeasibleError
from netfloor.plans.alignment import Alignment, PricedFabric, align
from netfloor.plans.migration.planner import Migration, _Planner, plan_migration
from netfloor.plans.migration.steps import link_words
from tests.fixtures.diffs import Wire, content, made_up

SPOTS = [("A", position) for position in range(1, 12)]
#: More than any device has neighbours.
PORTS = 30


def fabric(
    places: Mapping[str, int],
    links: set[tuple[str, str]],
    gbps: float = 1.0,
    *,
    shift: int = 0,
    servers: frozenset[str] = frozenset(),
    port_of: Mapping[tuple[str, str], int] | None = None,
) -> PricedFabric:
    """Return a made-up placed network; a length is the distance of the places.

    Each neighbour has a port of its own, from ``shift`` on and round, unless ``port_of`` has one.
    """
    wires = []
    for a, b in links:
        near, far = (
            (ord(there) + shift) % PORTS if port_of is None else port_of[here, there]
            for here, there in ((a, b), (b, a))
        )
        wires.append(Wire(a, b, (near, far), abs(places[a] - places[b]), gbps))
    return made_up({name: SPOTS[place] for name, place in places.items()}, wires, servers)


def bisection(aligned: Alignment, serving: frozenset[int], cables: frozenset[int]) -> int:
    """Return the bisection, every half tried."""
    switches = sorted(serving)
    if len(switches) < 2:
        return 0
    ends = [aligned.ends[cable] for cable in cables]
    return min(
        sum((a in half) != (b in half) for a, b in ends)
        for half in map(set, itertools.combinations(switches, len(switches) // 2))
    )


def plan(old: PricedFabric, new: PricedFabric, share: float) -> Migration:
    """Return the steps between networks whose devices keep their names."""
    aligned = align(old, new)
    return plan_migration(aligned, share, partial(bisection, aligned))


class Side:
    """One of the two networks by names: places, and the ports of each cable."""

    def __init__(self, aligned: Alignment, side: int) -> None:
        fabric = (aligned.old, aligned.new)[side].fabric
        self.places = content(fabric)[0]
        self.servers = {device.name for device in fabric.devices if device.kind == SERVER}
        self.cables = {
            link_words(aligned.link(number)): fabric.cables[pair[side]]
            for number, pair in enumerate(aligned.cables)
            if pair[side] is not None
        }

    def held(self, words: str) -> dict[tuple[str, int], str]:
        """Return the two ports of a cable, and whose they are."""
        ports = (end.port for end in self.cables[words].ends)
        return dict.fromkeys(zip(words.split(" to "), ports, strict=True), words)


def replay(old: PricedFabric, new: PricedFabric, migration: Migration) -> int:
    """Follow every step by the rules, return the least bisection met; AssertionError for a broken rule."""
    aligned = align(old, new)
    before, after = (Side(aligned, side) for side in (0, 1))
    number = {link_words(aligned.link(cable)): cable for cable in range(len(aligned.cables))}
    device = {name: place for place, name in enumerate(aligned.names)}
    spots, plugged, servers = dict(before.places), set(before.cables), before.servers | after.servers
    serving, least = set(before.places) - servers, math.inf
    held = {port: own for words in before.cables for port, own in before.held(words).items()}
    for _, group in itertools.groupby(migration.steps, key=lambda step: step.number):
        rows = list(group)
        assert rows[0].action in {"drain", "serve"} or len(rows) == 1
        for step in rows:
            if step.action == "drain":
                serving.remove(step.item)
            elif step.action == "serve":
                assert spots[step.item] == after.places[step.item]
                serving.add(step.item)
            elif step.action in {"remove", "set aside"}:
                assert step.item not in serving
                assert not any(step.item in words.split(" to ") for words in plugged)
                del spots[step.item]
            elif step.action in {"move", "install"}:
                assert step.item not in serving
                assert not any(step.item in words.split(" to ") for words in plugged)
                spots.pop(step.item, None)
                alike = {name for name in spots if (name in servers) == (step.item in servers)}
                assert after.places[step.item] not in {spots[name] for name in alike}
                spots[step.item] = after.places[step.item]
            else:
                a, b = step.item.split(" to ")
                ends = [(a, step.source_port), (b, step.target_port)]
                stays_laid = step.action in {"release", "replug"}
                assert stays_laid == changes_ports_alone(before, after, step.item)
                if step.action in {"unplug", "release"}:
                    plugged.remove(step.item)
                    assert [held.pop(end) for end in ends] == [step.item, step.item]
                else:
                    assert step.action in {"plug", "replug"}
                    assert step.item not in plugged
                    assert spots[a] == after.places[a]
                    assert spots[b] == after.places[b]
                    plugged.add(step.item)
                    assert held.keys().isdisjoint(ends), "a port would be held by two cables"
                    held |= dict.fromkeys(ends, step.item)
        inside = [words for words in plugged if serving.issuperset(words.split(" to "))]
        met = bisection(
            aligned,
            frozenset(device[name] for name in serving),
            frozenset(number[words] for words in inside),
        )
        assert met >= rows[0].certified_links
        least = min(least, met)
    assert spots == after.places
    assert serving == set(after.places) - servers
    assert plugged == set(after.cables)
    assert held == {port: own for words in after.cables for port, own in after.held(words).items()}
    return int(min(least, migration.before_links, migration.after_links))


def changes_ports_alone(before: Side, after: Side, words: str) -> bool:
    """Return True for a cable that both networks have, the same but for its ports."""
    if words not in before.cables or words not in after.cables:
        return False
    was, will = before.cables[words], after.cables[words]
    alike = (was.length_mm, was.gbps) == (will.length_mm, will.gbps)
    still = all(before.places[name] == after.places[name] for name in words.split(" to "))
    return alike and still and before.held(words).keys() != after.held(words).keys()


@st.composite
def networks(draw: st.DrawFn) -> PricedFabric:
    """Draw a network of two to six switches and up to two servers in random places and ports."""
    names = draw(st.lists(st.sampled_from("abcdefg"), min_size=2, max_size=6, unique=True))
    servers = draw(st.lists(st.sampled_from("yz"), max_size=2, unique=True))
    places = draw(st.permutations(range(len(SPOTS))))
    pairs = list(itertools.combinations(sorted(names), 2))
    links = set(draw(st.lists(st.sampled_from(pairs), unique=True)))
    links |= {(draw(st.sampled_from(names)), server) for server in servers}
    spots = dict(zip([*names, *servers], places, strict=False))
    return fabric(spots, links, shift=draw(st.integers(0, 2)), servers=frozenset(servers))


@given(networks(), networks(), st.sampled_from([0.0, 0.3, 0.5, 1.0]))
@settings(max_examples=150, deadline=None)
def test_every_migration_follows_the_rules_and_keeps_its_share(
    old: PricedFabric, new: PricedFabric, share: float
) -> None:
    """From any network to any other; or it is refused, never with a share of nothing."""
    try:
        migration = plan(old, new, share)
    except InfeasibleError:
        assert share > 0
        return
    least = replay(old, new, migration)
    aligned = align(old, new)
    before, after = (
        bisection(
            aligned,
            frozenset(
                device
                for device, pair in enumerate(aligned.devices)
                if pair[side] is not None and aligned.kinds[device] != SERVER
            ),
            frozenset(
                cable
                for cable, pair in enumerate(aligned.cables)
                if pair[side] is not None and aligned.is_between_switches(cable)
            ),
        )
        for side in (0, 1)
    )
    assert (migration.before_links, migration.after_links) == (before, after)
    assert least >= share * min(before, after)
    assert least >= migration.least_links


@given(networks())
def test_nothing_is_done_where_nothing_changes(one: PricedFabric) -> None:
    """No step, no batch."""
    migration = plan(one, one, 1.0)
    assert migration.steps == ()


def test_a_ring_of_places_is_solved_with_one_router_aside() -> None:
    """Three routers change places all round: one waits outside, nobody stands on another."""
    links = {("a", "b"), ("b", "c"), ("a", "c")}
    old, new = fabric({"a": 0, "b": 1, "c": 2}, links), fabric({"a": 1, "b": 2, "c": 0}, links)
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
    old = fabric(places, ring | across, port_of=port_of)
    new = fabric(places, ring | other, port_of=port_of)
    at_once, kept = (plan(old, new, share) for share in (0.0, 0.5))
    assert at_once.batches == 1 < kept.batches
    assert replay(old, new, kept) >= 0.5 * min(kept.before_links, kept.after_links)


def test_a_refusal_names_the_step() -> None:
    """A path has a bisection of one: no cable of it can be changed without cutting it in two."""
    ports = {("a", "b"): 1, ("a", "c"): 1, ("b", "a"): 1, ("b", "c"): 2, ("c", "b"): 1, ("c", "a"): 2}
    old = fabric({"a": 0, "b": 1, "c": 2}, {("a", "b"), ("b", "c")}, port_of=ports)
    new = fabric({"a": 0, "b": 1, "c": 2}, {("a", "c"), ("b", "c")}, port_of=ports)
    with pytest.raises(InfeasibleError, match=r"step 1 .* unplugging a to b leaves 0 certified links of 1"):
        plan(old, new, 1.0)


def test_a_cable_of_another_rate_is_exchanged() -> None:
    """Same place, same length, another cable: out and in again."""
    places, links = {"a": 0, "b": 1}, {("a", "b")}
    old, new = fabric(places, links), fabric(places, links, gbps=2.0)
    migration = plan(old, new, 0.0)
    assert [step.action for step in migration.steps] == ["unplug", "plug"]


def test_a_new_server_waits_for_the_port_of_an_old_cable() -> None:
    """Switch a gives up its cable to c for server z, on the port that the cable to c holds."""
    places = {"a": 0, "b": 1, "c": 2}
    to_b, to_c = ord("b") % PORTS, ord("c") % PORTS
    old = fabric(places, {("a", "b"), ("a", "c")})
    port_of = {("a", "b"): to_b, ("b", "a"): ord("a") % PORTS, ("a", "z"): to_c, ("z", "a"): 1}
    links = {("a", "b"), ("a", "z")}
    new = fabric(places | {"z": 3}, links, servers=frozenset("z"), port_of=port_of)
    migration = plan(old, new, 0.0)
    replay(old, new, migration)
    steps = [(step.action, step.item, step.source_port) for step in migration.steps]
    assert steps.index(("unplug", "a to c", to_c)) < steps.index(("plug", "a to z", to_c))


def test_cables_that_exchange_ports_are_released_first_and_stay_laid() -> None:
    """Both ends are out before either is in again; no cable is laid or taken out."""
    places, links = {"a": 0, "b": 1, "c": 2}, {("a", "b"), ("a", "c")}
    port_of = {("a", "b"): 1, ("a", "c"): 2, ("b", "a"): 1, ("c", "a"): 1}
    old = fabric(places, links, port_of=port_of)
    new = fabric(places, links, port_of=port_of | {("a", "b"): 2, ("a", "c"): 1})
    migration = plan(old, new, 0.0)
    replay(old, new, migration)
    assert [step.action for step in migration.steps] == ["release", "release", "replug", "replug"]


def test_what_is_only_renamed_is_said_first() -> None:
    """A server at another number of its switch stays, under the new name in all steps after it."""
    both = [
        made_up(
            {"a": SPOTS[0], name: SPOTS[5]},
            [Wire("a", name, (port, 1), 5)],
            frozenset({name}),
            counted=True,
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
            made_up({name: (cabinet, turn) for turn, name in enumerate(names, 1)}, (), frozenset(names))
            for cabinet in ("A", "B")
        ]
        gathered.clear()
        migration = plan(*sides, share=0.0)
        assert [step.action for step in migration.steps] == ["move"] * many
        counts.append(len(gathered))
    assert counts[0] == counts[1]
