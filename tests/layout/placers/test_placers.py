"""What holds for every placer."""

from itertools import permutations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.bounds import line_cut_bound
from netfloor.layout.budget import MaxIterations
from netfloor.layout.placed import Chain
from netfloor.layout.placers import PLACERS
from netfloor.layout.problem import Problem, make_problem
from netfloor.rooms.room import GridRoom
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue

#: Small efforts in each placer's own unit.
EFFORT = {name: 1 if choice.unit == "placements" else 2000 for name, choice in PLACERS.items()}
every = pytest.mark.parametrize("name", [name for name in PLACERS if name != "exact"])
searching = pytest.mark.parametrize("name", [name for name in PLACERS if name not in ("random", "exact")])


def silent(_share, _cost):
    """Hear nothing."""


def proved(problem: Problem) -> ProvedEigenvalue:
    """Return a bound on the algebraic connectivity by NumPy's dense solver."""
    flow = problem.flow.toarray().astype(float)
    values = np.linalg.eigvalsh(np.diag(flow.sum(axis=1)) - flow)
    second = values[1] if len(values) > 1 else 0.0
    return ProvedEigenvalue(max(0.0, float(second) * (1 - 1e-9) - 1e-9), "NumPy")


@every
@settings(max_examples=30)
@given(data=st.data())
def test_every_placer_returns_a_legal_placement_with_its_true_cost(placeable, plain_cost, name, data):
    """Distinct slots that exist; the cost it reports is the recomputed one, at or above the bound."""
    problem = make_problem(*data.draw(placeable(most=10)))
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    placed = PLACERS[name].place(problem, Chain(rng, MaxIterations(EFFORT[name]), silent))
    assert placed.slot_of.dtype == np.int32
    assert len(set(placed.slot_of.tolist())) == problem.routers
    assert 0 <= placed.slot_of.min() <= placed.slot_of.max() < problem.slots
    assert placed.cost == problem.cost(placed.slot_of) == plain_cost(problem, placed.slot_of)
    assert placed.cost >= line_cut_bound(problem, proved(problem)).length_mm
    assert placed.iterations == (EFFORT[name] if problem.slots > 1 or name != "tabu" else 0)
    assert placed.history[-1][1] == placed.cost


@every
def test_the_optimum_lies_between_bound_and_placers(tiny_problems, optimum, name):
    """Bound <= optimum (by trying every placement) <= what the placer finds."""
    for problem in tiny_problems:
        least = optimum(problem)
        placed = PLACERS[name].place(
            problem, Chain(np.random.default_rng(1), MaxIterations(EFFORT[name]), silent)
        )
        assert line_cut_bound(problem, proved(problem)).length_mm <= least <= placed.cost


@pytest.mark.parametrize("name", ["anneal", "matching", "tabu"])
def test_annealing_finds_the_optimum_of_tiny_problems(tiny_problems, optimum, name):
    """The best of a few runs is optimal, for every kind of room."""
    for problem in tiny_problems:
        costs = (
            PLACERS[name]
            .place(problem, Chain(np.random.default_rng(seed), MaxIterations(20_000), silent))
            .cost
            for seed in range(20)
        )
        assert optimum(problem) in costs


@every
def test_a_seed_decides_the_placement(topology_of, name):
    """Twice the same from one seed."""
    problem = make_problem(topology_of(nx.circular_ladder_graph(10)), GridRoom("x", 3, 5))
    one, same = (
        PLACERS[name].place(problem, Chain(np.random.default_rng(7), MaxIterations(EFFORT[name]), silent))
        for _ in range(2)
    )
    assert one.slot_of.tolist() == same.slot_of.tolist()
    assert one.history == same.history


@every
def test_an_interrupt_before_the_start_still_gives_a_legal_placement(topology_of, plain_cost, name):
    """Whatever the moment, somebody who stops gets something."""
    problem = make_problem(topology_of(nx.circular_ladder_graph(10)), GridRoom("x", 3, 5))
    stop = Interrupt()
    stop.ask()
    placed = PLACERS[name].place(problem, Chain(np.random.default_rng(1), stop, silent))
    assert len(set(placed.slot_of.tolist())) == problem.routers
    assert placed.cost == plain_cost(problem, placed.slot_of)


@searching
def test_an_interrupt_on_the_way_ends_the_work_early(topology_of, name):
    """Asked by the first report of progress, a placer that would run forever ends."""
    problem = make_problem(topology_of(nx.circular_ladder_graph(10)), GridRoom("x", 3, 5))
    stop = Interrupt()
    placed = PLACERS[name].place(
        problem, Chain(np.random.default_rng(1), stop, lambda _share, _cost: stop.ask())
    )
    assert placed.cost == problem.cost(placed.slot_of)


@searching
def test_placing_is_shorter_than_chance(topology_of, name):
    """On a ladder along a row every placer beats the mean random placement by a third."""
    problem = make_problem(topology_of(nx.circular_ladder_graph(12)), GridRoom("x", 3, 4))
    rng = np.random.default_rng(5)
    unplaced = [PLACERS["random"].place(problem, Chain(rng, MaxIterations(1), silent)) for _ in range(50)]
    chance = np.mean([placed.cost for placed in unplaced])
    placed = PLACERS[name].place(problem, Chain(rng, MaxIterations(10 * EFFORT[name]), silent))
    fixed = problem.lengths.apart_mm * problem.link_count
    assert placed.cost - fixed < (chance - fixed) * 2 / 3


@every
@settings(max_examples=15)
@given(data=st.data())
def test_fixed_routers_stay_and_closed_slots_stay_empty(placeable, plain_cost, name, data):
    """Whatever the placer, from whatever start."""
    problem = make_problem(*data.draw(placeable(most=10)))
    order = np.random.default_rng(data.draw(st.integers(0, 99))).permutation(problem.slots)
    closed = np.zeros(problem.slots, dtype=bool)
    closed[order[: data.draw(st.integers(0, problem.slots - problem.routers))]] = True
    fixed = np.full(problem.routers, -1, dtype=np.int32)
    held = data.draw(st.integers(0, problem.routers))
    fixed[:held] = order[::-1][:held]
    problem = Problem(problem.flow, problem.lengths, fixed, closed)
    rng = np.random.default_rng(1)
    placed = PLACERS[name].place(problem, Chain(rng, MaxIterations(EFFORT[name]), silent))
    assert (placed.slot_of[:held] == fixed[:held]).all()
    assert not closed[placed.slot_of].any()
    assert len(set(placed.slot_of.tolist())) == problem.routers
    assert placed.cost == plain_cost(problem, placed.slot_of)


def test_the_exact_placer_is_exact(tiny_problems, optimum):
    """The same least cost as an enumeration in Python."""
    for problem in tiny_problems:
        placed = PLACERS["exact"].place(problem, Chain(np.random.default_rng(1), MaxIterations(1), silent))
        assert placed.cost == problem.cost(placed.slot_of) == optimum(problem)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_exact_placer_heeds_fixed_routers_and_closed_slots(topology_of, data):
    """The least of all placements that respect fixed routers and closed slots, tried one by one."""
    room = GridRoom("x", 2, 4, slots_per_cabinet=data.draw(st.integers(1, 2)))
    edges = data.draw(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=9))
    graph = nx.Graph([(u, v) for u, v in edges if u != v])
    graph.add_nodes_from(range(5))
    slots = data.draw(st.permutations(range(room.slots)))
    held, shut = data.draw(st.integers(0, 4)), data.draw(st.integers(room.slots - 8, room.slots - 5))
    fixed = np.full(5, -1, dtype=np.int32)
    fixed[data.draw(st.permutations(range(5)))[:held]] = slots[:held]
    closed = np.zeros(room.slots, dtype=bool)
    closed[slots[held : held + shut]] = True
    problem = make_problem(topology_of(graph), room, fixed, closed)
    placed = PLACERS["exact"].place(problem, Chain(np.random.default_rng(1), MaxIterations(1), silent))
    every = (np.array(way) for way in permutations(np.flatnonzero(~closed).tolist(), 5))
    allowed = (way for way in every if (way == fixed)[fixed >= 0].all())
    assert placed.cost == problem.cost(placed.slot_of) == min(problem.cost(way) for way in allowed)
    assert (placed.slot_of == fixed)[fixed >= 0].all()
    assert not closed[placed.slot_of].any()


def test_the_exact_placer_refuses_what_would_take_for_ever(topology_of):
    """Eleven slots are too many to choose from, and 21 switches too many for branch and bound."""
    problem = make_problem(topology_of(nx.path_graph(21)), GridRoom("x", 1, 21, slots_per_cabinet=1))
    with pytest.raises(InfeasibleError, match="21 of 21"):
        PLACERS["exact"].place(problem, Chain(np.random.default_rng(1), MaxIterations(1), silent))
