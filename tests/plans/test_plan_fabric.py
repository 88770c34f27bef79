"""A plan as devices, ports and cables."""

from collections import Counter
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from netfloor.fabric.fabric import SERVER, SWITCH
from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.placement import Placement
from netfloor.plans.cabinet_slots import cabinet_slots
from netfloor.plans.plan_fabric import fabric_of
from netfloor.rooms.room import GridRoom
from netfloor.rooms.room_spec import room_from_spec
from netfloor.topologies.networks import NetworkMember, side_by_side
from netfloor.topologies.spec import build
from tests.exchange.conftest import place, random_network

HALL = Path(__file__).parents[2] / "examples/hall/room.toml"


@given(seed=st.integers(0, 10**6))
def test_every_port_is_used_once_and_none_is_left_out(seed: int) -> None:
    """Ports of a switch are 1 .. network links + endpoints; a host has port 1."""
    fabric = place(random_network(seed), seed).fabric
    used = Counter((end.device, end.port) for cable in fabric.cables for end in cable.ends)
    assert set(used.values()) <= {1}
    for index, device in enumerate(fabric.devices):
        assert [port for port, _ in fabric.cables_of[index]] == list(range(1, device.ports + 1))


@given(seed=st.integers(0, 10**6))
def test_endpoints_come_first(seed: int) -> None:
    """The k-th endpoint of router x is the host hx-k on port k."""
    job = place(random_network(seed), seed)
    for router, count in enumerate(job.topology.endpoints.tolist()):
        for port, cable in job.fabric.cables_of[router]:
            far = job.fabric.devices[job.fabric.far_end(router, cable).device]
            assert (far.kind == SERVER) == (port <= count)
            assert far.kind != SERVER or far.name == f"h{router}-{port}"


def test_ports_of_servers_are_named_for_their_networks() -> None:
    """Counted from 1 within each network, in the order of the server's own ports."""
    members = [
        NetworkMember("fast", build("circulant:4:1,endpoints=2"), 2, spread=False),
        NetworkMember("slow", build("circulant:4:1,endpoints=1"), 1, spread=False),
    ]
    topology, room = side_by_side(members), GridRoom("hall", 2, 2, slots_per_cabinet=2)
    placement = Placement(np.arange(8, dtype=np.int32), room.slots)
    cables = make_cable_plan(topology, room, placement)
    fabric = fabric_of(topology, cabinet_slots(room), placement, cables, 2000)
    assert len(fabric.end_devices) == 4
    for host in fabric.end_devices:
        ends = [end for _, cable in fabric.cables_of[host] for end in cable.ends if end.device == host]
        assert [(end.port, end.port_name) for end in ends] == [(1, "fast-1"), (2, "fast-2"), (3, "slow-1")]


@given(seed=st.integers(0, 10**6))
def test_cables_are_the_links_and_the_endpoints(seed: int) -> None:
    """Each link is one cable between its two routers, parallel ones each."""
    job = place(random_network(seed), seed)
    fabric, topology = job.fabric, job.topology
    found = Counter(
        tuple(sorted(end.device for end in cable.ends))
        for cable in fabric.cables
        if all(fabric.devices[end.device].kind == SWITCH for end in cable.ends)
    )
    expected = {
        (u, v): count
        for (u, v), count in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
    }
    assert found == expected
    assert len(fabric.end_devices) == topology.endpoints.sum()
    assert len(fabric.cables) == topology.link_count + topology.endpoints.sum()


def test_a_grid_gives_cabinets_rows_and_positions() -> None:
    """Slots of a cabinet are counted from 1; a grid has no rack units."""
    topology, room = build("circulant:4:1"), GridRoom("hall", 2, 2, slots_per_cabinet=3)
    placement = Placement(np.array([0, 2, 3, 11], np.int32), room.slots)
    fabric = fabric_of(
        topology, cabinet_slots(room), placement, make_cable_plan(topology, room, placement), 2000
    )
    where = [(fabric.cabinet_of(i).name, d.position, d.unit) for i, d in enumerate(fabric.devices)]
    assert where == [("R01C01", 1, None), ("R01C01", 3, None), ("R01C02", 1, None), ("R02C02", 3, None)]
    assert [(c.row, c.column, c.row_name) for c in fabric.cabinets][-1] == (2, 2, "Row 02")


def test_a_hall_gives_rack_units_and_its_own_names() -> None:
    """What a hall's file says of its cabinets stands in the fabric."""
    room = room_from_spec(str(HALL))
    places = cabinet_slots(room)
    assert len(places.slots) == room.slots
    for slot, (cabinet, position, unit) in enumerate(places.slots):
        assert places.cabinets[cabinet].name == room.cabinet_name(int(room.slot_cabinet[slot]))
        assert unit == room.slot_unit[slot]
        assert position >= 1
    assert all(cabinet.units and cabinet.row and cabinet.row_name for cabinet in places.cabinets)
