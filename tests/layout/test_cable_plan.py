"""Every cable of a placed network."""

from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.placement import Placement
from netfloor.layout.problem import make_problem
from netfloor.rooms.room import GridRoom


def planned(topology, room, seed):
    """Return a placement and its cables."""
    slot_of = np.random.default_rng(seed).permutation(room.slots)[: topology.routers].astype(np.int32)
    placement = Placement(slot_of, room.slots)
    return placement, make_cable_plan(topology, room, placement)


@given(st.data())
def test_there_is_a_cable_for_every_link(placeable, data):
    """Parallel links one cable each, joining the routers of the link where they stand."""
    topology, room = data.draw(placeable(heaviest=(1, 3)))
    placement, cables = planned(topology, room, data.draw(st.integers(0, 99)))
    expected = Counter(
        {
            tuple(link): count
            for link, count in zip(topology.links.tolist(), topology.multiplicity, strict=True)
        }
    )
    assert Counter(map(tuple, cables.routers.tolist())) == expected
    assert (cables.slots == placement.slot_of[cables.routers]).all()
    assert (cables.cabinets == cables.slots // room.slots_per_cabinet).all()
    assert (cables.inside_cabinets == (cables.cabinets[:, 0] == cables.cabinets[:, 1])).all()


@given(st.data())
def test_lengths_add_up_to_the_cost(placeable, data):
    """The plan's total is the cost that placers minimise; mean and maximum follow."""
    topology, room = data.draw(placeable(heaviest=(1, 3)))
    placement, cables = planned(topology, room, data.draw(st.integers(0, 99)))
    lengths = [int(room.slot_lengths()[a, b]) for a, b in cables.slots.tolist()]
    assert cables.length_mm.tolist() == lengths
    assert cables.total_mm == sum(lengths) == make_problem(topology, room).cost(placement.slot_of)
    assert cables.max_mm == max(lengths, default=0)
    assert cables.mean_mm == (sum(lengths) / len(lengths) if lengths else 0)


@given(st.data())
def test_every_port_takes_one_cable(placeable, data):
    """Ports of a router are 1 .. degree, each once, in the order of its neighbours."""
    topology, room = data.draw(placeable(heaviest=(1, 3)))
    _, cables = planned(topology, room, 0)
    ends = [
        (int(router), int(port), int(other))
        for (u, v), (p, q) in zip(cables.routers, cables.ports, strict=True)
        for router, port, other in ((u, p, v), (v, q, u))
    ]
    for router in range(topology.routers):
        here = sorted((port, other) for end, port, other in ends if end == router)
        assert [port for port, _ in here] == list(range(1, topology.degree[router] + 1))
        assert [other for _, other in here] == sorted(other for _, other in here)


def test_a_plan_cannot_be_changed(topology_of):
    """Its arrays are read-only."""
    _, cables = planned(topology_of(nx.path_graph(3)), GridRoom("x", 1, 2), 0)
    with pytest.raises(ValueError, match="read-only"):
        cables.length_mm[0] = 1
