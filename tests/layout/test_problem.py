"""The assignment problem and its one cost."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.problem import Problem, make_problem
from netfloor.rooms.room import GridRoom


@given(st.data())
def test_the_cost_is_the_sum_over_all_pairs(placeable, plain_cost, data):
    """Links times length, parallel links counted each."""
    topology, room = data.draw(placeable())
    problem = make_problem(topology, room)
    seed = data.draw(st.integers(0, 99))
    slot_of = np.random.default_rng(seed).permutation(problem.slots)[: problem.routers].astype(np.int32)
    assert problem.cost(slot_of) == plain_cost(problem, slot_of)
    assert problem.link_count == topology.link_count


def test_pairs_stand_once_with_their_links(topology_of):
    """Each pair has u < v and stands in order, with the number of parallel links."""
    graph = nx.Graph()
    graph.add_nodes_from(range(4))
    graph.add_weighted_edges_from([(2, 0, 3), (1, 3, 1)])
    u, v, counts = make_problem(topology_of(graph), GridRoom("x", 2, 2)).pairs
    assert (u.tolist(), v.tolist(), counts.tolist()) == ([0, 1], [2, 3], [3, 1])


@pytest.mark.parametrize(
    ("routers", "message"),
    [
        (9, "9 switches do not fit in 8 slots: 1 slot is missing"),
        (12, "12 switches do not fit in 8 slots: 4 slots are missing"),
    ],
)
def test_too_few_slots_are_infeasible_and_the_message_says_how_many_are_missing(
    topology_of, routers, message
):
    """Missing cabinets offer no slots."""
    room = GridRoom("x", 1, 5, missing=frozenset({(0, 2)}))
    with pytest.raises(InfeasibleError, match=f"^{message}$"):
        make_problem(topology_of(nx.cycle_graph(routers)), room)


@pytest.mark.parametrize("seed", range(5))
def test_who_may_go_where_is_their_zone(seed):
    """Each mover reaches the slots of its group, but those that are closed or held by who is fixed."""
    dice = np.random.default_rng(seed)
    zone = dice.permutation(np.repeat([-1, 0, 1, 2], 5)).astype(np.int32)
    group = dice.integers(0, 3, 6).astype(np.int32)
    closed = zone == -1
    closed[np.flatnonzero(zone == 1)[0]] = True
    fixed = np.full(6, -1, np.int32)
    fixed[0] = np.flatnonzero((zone == group[0]) & ~closed)[0]
    flow = csr_array((6, 6), dtype=np.int32)
    problem = Problem(flow, GridRoom("x", 2, 5).lengths, fixed=fixed, closed=closed, group=group, zone=zone)
    assert sorted(problem.movers) == [1, 2, 3, 4, 5]
    begin, count = problem.reach
    for router, first, many in zip(problem.movers, begin, count, strict=True):
        own = np.flatnonzero((zone == group[router]) & ~closed)
        assert problem.places[first : first + many].tolist() == [slot for slot in own if slot != fixed[0]]


def test_a_room_that_fits_exactly_is_feasible(topology_of):
    """As many slots as routers."""
    assert make_problem(topology_of(nx.cycle_graph(8)), GridRoom("x", 1, 4)).slots == 8
