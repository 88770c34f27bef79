"""Servers of a plan: one device each, where the plan says, with a port for each of its endpoints."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from netfloor.exchange.job import Job
from netfloor.exchange.opensm.forwarding import follow
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError
from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.placement import Placement
from netfloor.plans.cabinet_slots import cabinet_slots
from netfloor.plans.plan_fabric import fabric_of
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import HostLimits
from netfloor.rooms.hosts.server_placement import HostPlan, place_hosts
from netfloor.rooms.room import GridRoom
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology
from tests.fixtures.servers import placed_servers

CABINETS = tuple(
    Cabinet(f"{row}{n}", row, 600 * n, y, 600, 1200, 0.0, units, switches, taken=(row, n) == ("A", 2))
    for row, y, units, switches in (("A", 0, 42, (38, 40)), ("B", 3000, 24, ()))
    for n in range(1, 5)
)
HALL = Hall("hall", ((-1000, -1000), (9000, -1000), (9000, 9000), (-1000, 9000)), CABINETS)
GRID = GridRoom("grid", 2, 4, slots_per_cabinet=1)


def placed(room: Room, endpoints: int, per_server: int, heights: Any = 1) -> Any:
    """Return a ring of six with its servers in the nearest cabinets with room, and its fabric."""
    topology = build("circulant:6:1")
    topology = replace(topology, endpoints=np.full(6, endpoints, np.int32))
    servers = np.full(6, -(-endpoints // per_server), np.int64)
    zero = np.zeros(6, np.int64)
    devices = Devices(servers, per_server, zero, zero, np.broadcast_to(heights, 6), 0, 0, 2)
    slot_of = np.arange(6, dtype=np.int32)
    hosts = place_hosts(room, slot_of, devices, "nearest", HostLimits(5))
    placement = Placement(slot_of, room.slots)
    cables = make_cable_plan(topology, room, placement)
    return topology, hosts, fabric_of(topology, cabinet_slots(room), placement, cables, hosts)


ROOMS = {"hall": HALL, "grid": GRID}


@pytest.fixture(
    params=[(name, e, p) for name in ROOMS for e, p in ((3, 1), (4, 2), (5, 2), (4, 9))], ids=str
)
def plan(request: pytest.FixtureRequest) -> tuple[Room, Topology, HostPlan, Fabric]:
    """Return servers with one, several and all endpoints of a router, in a hall and a grid."""
    name, endpoints, per_server = request.param
    return ROOMS[name], *placed(ROOMS[name], endpoints, per_server)


def test_servers_stand_where_the_plan_says(plan: Any) -> None:
    """The cabinet by its name, and its unit where the room has units."""
    room, _, hosts, fabric = plan
    names = [row[1:3] for row in placed_servers(hosts, _names(room))]
    found = [(fabric.cabinet_of(i).name, fabric.devices[i].unit or 0) for i in fabric.end_devices]
    assert found == [tuple(row) for row in names]
    assert len({name for name, _ in found}) > 1


def _names(room: Room) -> list[str]:
    if isinstance(room, Hall):
        return [cabinet.name for cabinet in room.cabinets if not cabinet.taken]
    return [room.cabinet_name(i) for i in range(room.cabinet_count)]


def test_endpoints_of_a_server_are_its_ports(plan: Any) -> None:
    """Each server has its router's next endpoints, ports from 1, cables of the plan's length."""
    _, topology, hosts, fabric = plan
    per, count = hosts.devices.endpoints_per_server, int(topology.endpoints[0])
    assert len(fabric.end_devices) == 6 * -(-count // per)
    for router in fabric.switches:
        for port, cable in fabric.cables_of[router][:count]:
            far = fabric.far_end(router, cable)
            assert fabric.devices[far.device].name == f"h{router}-{(port - 1) // per + 1}"
            assert far.port == (port - 1) % per + 1
            assert cable.length_mm == hosts.length_mm[far.device - len(fabric.switches)]
    assert sum(fabric.devices[i].ports for i in fabric.end_devices) == topology.endpoints.sum()


def test_every_format_for_machines_takes_them(plan: Any, write_files: Any) -> None:
    """Slurm names a server once, SST knows each of its ports, BookSim counts ports as nodes."""
    _, topology, _, fabric = plan
    job = Job(fabric, topology)
    names = Counter(name for branch in _leaves(fabric) for name in branch.nodes)
    assert names == {fabric.devices[i].name: 1 for i in fabric.end_devices}
    for form in ("slurm", "sst", "simgrid", "ibsim", "netbox", "cvt", "labels", "pull-sheets"):
        assert write_files(job, form)
    text = write_files(job, "booksim")["anynet.txt"]
    assert text.count("node ") == topology.endpoints.sum()


def _leaves(fabric: Fabric) -> Any:
    from netfloor.exchange.writers.slurm import tree  # noqa: PLC0415

    return [branch for branch in tree(fabric) if branch.nodes]


def test_routes_are_followed_to_every_port() -> None:
    """A table that knows no way to a server's second port is not whole."""
    fabric = placed(GRID, 2, 2)[2]
    ring = np.array([[-2 if a == b else (a + 1) % 6 for b in range(6)] for a in range(6)])
    whole = np.repeat(ring, 2, axis=1)
    assert follow(whole, fabric).unreached == 0
    whole[3, 1] = -1
    assert follow(whole, fabric).unreached > 0


def test_cabinets_of_a_hall_have_their_rack_units(write_files: Any) -> None:
    """Racks are as high as the hall says, switches and servers in the units of the plan."""
    topology, _, fabric = placed(HALL, 3, 1)
    files = write_files(Job(fabric, topology), "netbox")
    racks = {row.split(",")[3]: row.split(",")[8] for row in files["06-racks.csv"].splitlines()[1:]}
    assert {name: units for name, units in racks.items() if name[0] == "A"} == dict.fromkeys(
        ("A1", "A3", "A4"), "42"
    )
    assert {units for name, units in racks.items() if name[0] == "B"} <= {"24"}
    assert "Switch (1 U), Server (2 U)" in files["README.txt"]
    places = [tuple(row.split(",")[6:8]) for row in files["07-devices.csv"].splitlines()[1:]]
    assert len(set(places)) == len(fabric.devices)
    assert all(unit for _, unit in places)


def test_switches_of_two_heights_are_two_device_types(write_files: Any) -> None:
    """NetBox knows heights by types."""
    topology, _, fabric = placed(HALL, 1, 1, heights=np.array([1, 2, 1, 2, 1, 2]))
    files = write_files(Job(fabric, topology), "netbox")
    kinds = {row.split(",")[3] for row in files["07-devices.csv"].splitlines()[1:]}
    assert kinds == {"Switch 1U", "Switch 2U", "Server"}


@pytest.mark.parametrize(("units", "words"), [("3", "takes"), ("4", "reaches|takes")])
def test_devices_that_netbox_would_refuse_are_refused(write_files: Any, units: str, words: str) -> None:
    """Slots at U38 and U40 of 42: switches of three units stand in each other."""
    topology = build("circulant:6:1")
    placement = Placement(np.arange(6, dtype=np.int32), HALL.slots)
    fabric = fabric_of(
        topology, cabinet_slots(HALL), placement, make_cable_plan(topology, HALL, placement), 2000
    )
    with pytest.raises(InputError, match=words):
        write_files(Job(fabric, topology), "netbox", switch_units=units)
