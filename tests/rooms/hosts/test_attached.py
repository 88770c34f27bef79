"""Servers with ports on several switches: placed within every limit, proved, checked by other code."""

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.layout.check.cables import floor_from_definition
from netfloor.layout.check.hall import hall_floor
from netfloor.layout.check.hosts import host_problems
from netfloor.rooms.hall import Hall
from netfloor.rooms.hosts import programme
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.existing_servers import StandingServers, place_beside
from netfloor.rooms.hosts.limits import HostLimits
from netfloor.rooms.hosts.places import host_places
from netfloor.rooms.hosts.server_placement import hosts_from_record, place_hosts
from netfloor.rooms.room import GridRoom
from netfloor.topologies.servers import ServerGroups
from tests.fixtures.servers import groups, host_record, placed_servers
from tests.rooms.hosts.test_hosts import small_hall, tray

SWITCHES = 4
ROOMS = {
    "overhead": replace(small_hall(), trays=(tray(2500),)),
    "watts": replace(small_hall((2400, None)), trays=(tray(2500),)),
    "grid": GridRoom("x", 2, 3, slots_per_cabinet=2),
}


def devices(servers: ServerGroups) -> Devices:
    """Return four equal switches with servers of 800 W."""
    columns = [np.full(SWITCHES, one, dtype=np.int64) for one in (400_000, 12_000, 1)]
    counts = servers.servers.astype(np.int64)
    return Devices(counts, servers.ports, *columns, 800_000, 20_000, 1, servers)


def problems(record: Any, room: Hall | GridRoom, slot_of: Any, servers: ServerGroups) -> list[str]:
    """Return what the independent check finds in a record of hosts."""
    definition = room.definition()
    floor = hall_floor(definition) if isinstance(room, Hall) else floor_from_definition(definition)
    plain = list(zip(servers.servers.tolist(), servers.switches.tolist(), strict=True))
    ends = servers.endpoints(SWITCHES).tolist()
    return list(host_problems(record, definition, floor, slot_of.tolist(), ends, plain))


@st.composite
def some_servers(draw: st.DrawFn) -> ServerGroups:
    """Return one to three groups of one to three servers with one to three ports."""
    count, ports = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    row = st.lists(st.integers(0, SWITCHES - 1), min_size=ports, max_size=ports)
    rows = draw(st.lists(row, min_size=count, max_size=count))
    return groups(rows, draw(st.lists(st.integers(1, 3), min_size=count, max_size=count)))


@settings(max_examples=25, deadline=None)
@given(some_servers(), st.sampled_from(list(ROOMS)), st.integers(1, 3), st.integers(0, 99))
def test_what_is_placed_passes_the_check(servers: ServerGroups, where: str, most: int, seed: int) -> None:
    """Every server once within the limits, each cable as derived, read back from its record the same."""
    room, made = ROOMS[where], devices(servers)
    slot_of = np.random.default_rng(seed).permutation(room.slots)[:SWITCHES].astype(np.int32)
    try:
        hosts = place_hosts(room, slot_of, made, "nearest", HostLimits(most))
    except InfeasibleError:
        return
    names, endpoints = host_places(room, made.heights, most).names, servers.endpoints(SWITCHES)
    record = host_record(hosts, names)
    assert problems(record, room, slot_of, servers) == []
    rows = placed_servers(hosts, names)
    read = hosts_from_record(hosts.to_dict(names), rows, room, endpoints, servers)
    assert host_record(read, names) == record
    lengths = hosts.lengths_of_endpoints(endpoints).tolist()
    assert sum(lengths) == hosts.total_mm
    far = hosts.of_endpoints(endpoints).tolist(), hosts.ports_of_endpoints(endpoints).tolist()
    assert lengths == [hosts.length_mm[server, port] for server, port in zip(*far, strict=True)]


@pytest.mark.parametrize("where", ROOMS)
@pytest.mark.parametrize("reach_mm", [None, 6500])
def test_the_bound_is_below_every_arrangement(
    where: str, reach_mm: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all arrangements of three servers the one found is the shortest, and the proof is below it."""
    monkeypatch.setattr(programme, "CLOSE", 0.0)
    room, servers = ROOMS[where], groups([[0, 1, 1], [2, 3, 0]], [2, 1])
    made, slot_of = devices(servers), np.random.default_rng(3).permutation(room.slots)[:4].astype(np.int32)
    totals = []
    for cabinets in product(range(len(host_places(room, made.heights, 2).names)), repeat=3):
        limits, chosen = HostLimits(2, reach_mm), np.array(cabinets)
        try:
            totals.append(place_hosts(room, slot_of, made, "file", limits, chosen).total_mm)
        except InfeasibleError:
            continue
    hosts = place_hosts(room, slot_of, made, "nearest", HostLimits(2, reach_mm))
    assert hosts.proof is not None
    assert hosts.proof.least_mm <= min(totals) == hosts.total_mm


def test_no_cabinet_is_that_of_their_switch() -> None:
    """The rule same-cabinet does not say which switch is meant."""
    room, servers = ROOMS["grid"], groups([[0, 1]], [2])
    with pytest.raises(InputError, match="ports on several switches"):
        place_hosts(room, np.arange(4, dtype=np.int32), devices(servers), "same-cabinet", HostLimits(5))


def test_servers_that_stand_already_stay() -> None:
    """The others are placed around them, and the proof counts the cables of those that stay."""
    room, servers = ROOMS["overhead"], groups([[0, 1], [2, 3]], [2, 2])
    made, slot_of = devices(servers), np.arange(4, dtype=np.int32)
    stays = StandingServers(np.array([2]), np.array([5]), np.array([1]))
    hosts = place_beside(room, slot_of, made, "nearest", HostLimits(2), stays)
    assert hosts.standing == (2,)
    assert (hosts.cabinet[2], hosts.unit[2]) == (5, 1)
    record = host_record(hosts, host_places(room, made.heights, 2).names)
    assert problems(record, room, slot_of, servers) == []


FORGED = {
    "another length": lambda r: r["servers"][0][3].__setitem__(1, r["servers"][0][3][1] + 1),
    "two lengths exchanged": lambda r: r["servers"][0][3].reverse(),
    "a length too few": lambda r: r["servers"][0][3].pop(),
    "one length for all": lambda r: r["servers"][0].__setitem__(3, r["servers"][0][3][0]),
    "of another group": lambda r: r["servers"][0].__setitem__(0, 1),
    "another cabinet": lambda r: r["servers"][0].__setitem__(1, "A4"),
    "missing": lambda r: r["servers"].pop(),
    "fewer ports": lambda r: r.__setitem__("endpoints_per_server", 1),
    "beside its switch": lambda r: r.__setitem__("rule", "same-cabinet"),
    "a higher bound": lambda r: r["proof"].__setitem__("least_mm", r["proof"]["least_mm"] + 1),
    "a shorter reach": lambda r: r.__setitem__("reach_mm", 100),
}


@pytest.mark.parametrize("what", FORGED)
def test_the_check_finds_what_was_changed(what: str) -> None:
    """Whatever was changed in the record."""
    room, servers = ROOMS["overhead"], groups([[0, 3], [1, 2]], [2, 2])
    slot_of = np.array([0, 4, 7, 11], dtype=np.int32)
    hosts = place_hosts(room, slot_of, devices(servers), "nearest", HostLimits(2))
    record = host_record(hosts, host_places(room, (1, 1), 2).names)
    assert problems(record, room, slot_of, servers) == []
    moved = groups([[0, 3], [1, 1]], [2, 2])
    assert problems(record, room, slot_of, moved), "a port on another switch"
    FORGED[what](record)
    assert problems(record, room, slot_of, servers)
