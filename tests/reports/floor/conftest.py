"""Placed networks for the floor in a browser: a hall with trays and servers, a grid with hostile names."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from netfloor.layout.placement import Placement
from netfloor.plans.plan import Plan
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall import read_hall
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import HostLimits
from netfloor.rooms.hosts.server_placement import place_hosts
from netfloor.rooms.room_spec import room_from_spec
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

HALL = Path(__file__).parents[3] / "examples/hall/room.toml"
#: What would leave a script, an attribute or a line, if anything did.
HOSTILE = "</script><img src=x onerror=alert(1)>\u2028\u2029&quot;<!--"


def scattered(topology: Topology, room: Room, seed: int = 0) -> Plan:
    """Return a network anywhere in a room."""
    slots = np.random.default_rng(seed).permutation(room.slots)[: topology.routers].astype(np.int32)
    nobody = cast("Any", None)  # how it was found, and its bound, are not shown
    return Plan(topology, room, "", Placement(slots, room.slots), nobody, nobody)


@pytest.fixture(scope="session")
def hall_plan() -> Plan:
    """Return 50 switches with two servers each in the example's hall, servers where cables are short."""
    topology, hall = build("slimfly:5", endpoints=4), read_hall(HALL)
    plan, count = scattered(topology, hall), np.ones(topology.routers, dtype=np.int64)
    devices = Devices(2 * count, 2, 200_000 * count, 9_000 * count, count, 700_000, 20_000, 2)
    hosts = place_hosts(hall, plan.placement.slot_of, devices, "nearest", HostLimits(8))
    return replace(plan, hosts=hosts)


@pytest.fixture(scope="session")
def hostile_plan() -> Plan:
    """Return a network in a grid whose switches mean harm by their names."""
    topology = build("hypercube:3")
    labels = tuple(f"{HOSTILE}{router}" for router in range(topology.routers))
    return scattered(replace(topology, labels=labels), room_from_spec("grid:3x4"))


@pytest.fixture
def grid_plan() -> Callable[[str, str], Plan]:
    """Return a network, by its spec, in a room, by its own."""
    return lambda spec, room: scattered(build(spec), room_from_spec(room))
