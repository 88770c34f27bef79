"""Matching first: groups, their problem, and the way back to routers."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.layout.budget import MaxIterations
from netfloor.layout.placed import Chain
from netfloor.layout.placers.matching import (
    CabinetGroups,
    expand,
    group_problem,
    group_routers,
    place_by_matching,
)
from netfloor.layout.problem import make_problem
from netfloor.rooms.room import GridRoom


def silent(_share, _cost):
    """Hear nothing."""


@settings(max_examples=40)
@given(data=st.data())
def test_expanding_fills_the_groups_cabinets_and_no_slot_twice(placeable, data):
    """Odd numbers of routers and groups of one included: no cabinet overflows."""
    problem = make_problem(*data.draw(placeable()))
    rng = np.random.default_rng(data.draw(st.integers(0, 999)))
    groups = group_routers(problem, rng)
    cabinet_of_group = rng.permutation(problem.lengths.cabinets)[: groups.groups].astype(np.int32)
    slot_of = expand(problem.grid, groups, cabinet_of_group)
    assert len(set(slot_of.tolist())) == problem.routers
    cabinets = problem.lengths.slot_cabinet[slot_of]
    assert (cabinets == cabinet_of_group[groups.group_of]).all()


def test_routers_of_one_group_take_the_first_slots(topology_of):
    """Uneven groups in cabinets of three: slots from the first on, empty ones behind."""
    problem = make_problem(topology_of(nx.path_graph(5)), GridRoom("x", 1, 3, slots_per_cabinet=3))
    groups = CabinetGroups(np.array([1, 0, 1, 2, 1], dtype=np.int32), 0, 0)
    assert expand(problem.grid, groups, np.array([2, 0, 1])).tolist() == [0, 6, 1, 3, 2]


@settings(max_examples=40)
@given(data=st.data())
def test_placing_groups_costs_what_their_routers_cost_between_cabinets(placeable, data):
    """The cost of the groups' problem and the links inside make up the whole cost."""
    problem = make_problem(*data.draw(placeable()))
    rng = np.random.default_rng(data.draw(st.integers(0, 999)))
    groups = group_routers(problem, rng)
    coarse = group_problem(problem, problem.grid, groups)
    cabinet_of_group = rng.permutation(coarse.slots)[: coarse.routers].astype(np.int32)
    whole = problem.cost(expand(problem.grid, groups, cabinet_of_group))
    inside = problem.lengths.inside_mm * groups.inside_links
    assert whole == coarse.cost(cabinet_of_group) + inside
    assert coarse.link_count == problem.link_count - groups.inside_links


@pytest.mark.parametrize("iterations", [1, 2, 3, 7, 100, 4321])
def test_both_phases_together_spend_the_iterations(topology_of, iterations):
    """Neither more nor less than was asked for."""
    problem = make_problem(topology_of(nx.cycle_graph(11)), GridRoom("x", 2, 4))
    placed = place_by_matching(problem, Chain(np.random.default_rng(1), MaxIterations(iterations), silent))
    assert placed.iterations == iterations


def test_the_history_runs_through_both_phases(topology_of):
    """Iterations never fall, costs are those of all cables, and the last is that of the result."""
    problem = make_problem(topology_of(nx.circular_ladder_graph(8)), GridRoom("x", 2, 5))
    placed = place_by_matching(problem, Chain(np.random.default_rng(1), MaxIterations(5000), silent))
    iterations = [done for done, _ in placed.history]
    assert iterations == sorted(iterations)
    assert placed.history[-1] == (5000, placed.cost)
    ends_of_groups = [entry for entry in placed.history if entry[0] == 1500]
    assert len(set(ends_of_groups[-2:])) == 1  # the groups' end is the routers' beginning


def test_progress_is_that_of_the_whole_effort(topology_of):
    """It never falls where the phases meet, and ends at 1; costs are never below the optimum."""
    problem = make_problem(topology_of(nx.circular_ladder_graph(8)), GridRoom("x", 2, 5))
    heard = []
    placed = place_by_matching(
        problem,
        Chain(
            np.random.default_rng(1),
            MaxIterations(5000),
            lambda share, cost: heard.append((share, cost)),
        ),
    )
    shares = [share for share, _ in heard]
    assert shares == sorted(shares)
    assert shares[0] < 0.05
    assert shares[-1] == pytest.approx(1)
    assert min(cost for _, cost in heard) >= placed.cost
