"""Costs between slots: every kind agrees with its own matrix."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.layout.lengths import CabinetMatrix, PricedLengths
from netfloor.layout.problem import Problem, make_problem
from netfloor.rooms.room import GridRoom

SMALL_ROOM = GridRoom("x", 1, 3)


@settings(max_examples=50)
@given(data=st.data())
def test_every_length_of_a_floor_is_listed_once(placeable, data):
    """Ascending, and nothing that two slots cannot be apart is missing."""
    problem = make_problem(*data.draw(placeable()))
    listed = problem.grid.all_mm
    assert (np.diff(listed) > 0).all()
    apart = ~np.eye(problem.slots, dtype=bool)
    assert set(problem.lengths.matrix()[apart].tolist()) <= set(listed.tolist())


@settings(max_examples=50)
@given(data=st.data())
def test_a_price_list_prices_every_length(placeable, data):
    """Price of the length, elementwise; 0 from a slot to itself; by cabinet likewise."""
    problem = make_problem(*data.draw(placeable()))
    listed = problem.grid.all_mm
    costs = np.random.default_rng(1).integers(1, 10**6, len(listed))
    priced = PricedLengths(problem.grid, listed, costs)
    table = dict(zip(listed.tolist(), costs.tolist(), strict=True))
    lengths, found = problem.lengths.matrix(), priced.matrix()
    for a in range(problem.slots):
        for b in range(problem.slots):
            assert found[a, b] == (0 if a == b else table[int(lengths[a, b])])
    cabinet = priced.slot_cabinet
    other = CabinetMatrix(priced.by_cabinet(), cabinet)
    assert (other.matrix() == found).all()
    assert (other.first_slot == priced.first_slot).all()


def test_a_length_without_a_price_is_refused():
    """Nothing is priced like its neighbour."""
    grid = SMALL_ROOM.lengths
    listed = grid.all_mm
    priced = PricedLengths(grid, listed, listed)
    with pytest.raises(ValueError, match="no cost"):
        priced.of_length(listed + 1)
    with pytest.raises(ValueError, match="must ascend"):
        PricedLengths(grid, listed[::-1].copy(), listed.copy())


def test_a_price_list_cannot_be_changed():
    """Tables that are made of it once hold for as long as it does."""
    grid = SMALL_ROOM.lengths
    priced = PricedLengths(grid, grid.all_mm.copy(), grid.all_mm.copy())
    for array in (priced.length_mm, priced.cost):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_costs_both_ways_must_agree():
    """An asymmetric table is a caller's mistake."""
    with pytest.raises(ValueError, match="symmetric"):
        CabinetMatrix(np.array([[0, 1], [2, 0]]), np.array([0, 1], dtype=np.int32))
    with pytest.raises(ValueError, match="cabinet by cabinet"):
        CabinetMatrix(np.zeros((2, 2), dtype=np.int64), np.array([1, 0], dtype=np.int32))


def test_fixed_routers_need_slots_of_their_own(topology_of):
    """Two in one slot, a slot that does not exist, a closed one."""
    flow, lengths = make_problem(topology_of(nx.path_graph(3)), SMALL_ROOM).flow, SMALL_ROOM.lengths
    for fixed, closed in (([0, 0, -1], None), ([99, -1, -1], None), ([1, -1, -1], [1])):
        barred = np.zeros(lengths.slots, dtype=bool)
        barred[closed or []] = True
        with pytest.raises(ValueError, match="slot"):
            Problem(flow, lengths, np.array(fixed, dtype=np.int32), barred)
