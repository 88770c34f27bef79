"""A swap is worth what the costs before and after say, and the tables stay true."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layout.placers import annealer
from layout.placers.anneal_kernels import (
    RISES,
    anneal_slice,
    carry_out,
    descend_some,
    fill_table,
    links_between,
    mean_change,
    propose,
    rectilinear_change,
    swap_change,
)
from layout.placers.annealer import Annealer
from layout.placers.random_start import random_start
from layout.problem import make_problem
from rooms import Room

#: Every way in which an annealer can hold its links and its tables.
KINDS = [(dense, kind) for dense in (True, False) for kind in (np.int32, np.int64)]
kinds = pytest.mark.parametrize(("dense", "kind"), KINDS)
seeds = st.integers(0, 9999)


def annealer_of(problem, seed, *, dense, kind):
    """Return an annealer at a random placement; int32 tables only where they are wide enough."""
    rng = np.random.default_rng(seed)
    with pytest.MonkeyPatch.context() as patch:
        if not dense:
            patch.setattr(annealer, "MAX_DENSE_ROUTERS", 0)
        if kind is np.int64:
            patch.setattr(annealer, "table_type", lambda _problem: np.int64)
        return Annealer(problem, random_start(problem, rng), rng)


def swapped(slot_of, u, b):
    """Return the placement in which u and the occupant of slot b, if any, have swapped."""
    after = slot_of.copy()
    after[slot_of == b] = slot_of[u]
    after[u] = b
    return after


def swaps(problem, state):
    """Yield every swap between different cabinets."""
    cabinet = problem.lengths.slot_cabinet
    for u in range(problem.routers):
        for b in range(problem.slots):
            if cabinet[state.slot_of[u]] != cabinet[b]:
                yield u, b


def tables_are_true(problem, subject):
    """Return whether tables and occupants equal freshly computed ones."""
    state = subject.state
    fresh = state._replace(table=np.zeros_like(state.table))
    fill_table(fresh, subject.floor, subject.flow)
    occupants = np.full(problem.slots, -1)
    occupants[state.slot_of] = np.arange(problem.routers)
    return (fresh.table == state.table).all() and (occupants == state.router_in).all()


@kinds
@settings(max_examples=40)
@given(data=st.data())
def test_a_swap_changes_the_cost_by_what_it_says(placeable, plain_cost, dense, kind, data):
    """Delta = recomputed difference, for every swap of a random placement."""
    problem = make_problem(*data.draw(placeable(most=9)))
    subject = annealer_of(problem, data.draw(seeds), dense=dense, kind=kind)
    slot_of = subject.state.slot_of
    before = plain_cost(problem, slot_of)
    for u, b in swaps(problem, subject.state):
        change = swap_change(u, b, subject.state, subject.floor, subject.flow)
        assert change == plain_cost(problem, swapped(slot_of, u, b)) - before


@kinds
@settings(max_examples=40)
@given(data=st.data())
def test_tables_stay_true_swap_after_swap(placeable, plain_cost, dense, kind, data):
    """After every swap tables, occupants and cost equal freshly computed ones."""
    problem = make_problem(*data.draw(placeable()))
    rng = np.random.default_rng(data.draw(seeds))
    subject = annealer_of(problem, data.draw(seeds), dense=dense, kind=kind)
    cost, state = subject.cost_mm, subject.state
    for _ in range(6):
        possible = list(swaps(problem, state))
        if not possible:
            return
        u, b = possible[rng.integers(len(possible))]
        expected = swapped(state.slot_of, u, b)
        cost += swap_change(u, b, state, subject.floor, subject.flow)
        carry_out(u, b, state, subject.floor, subject.flow)
        assert (state.slot_of == expected).all()
        assert tables_are_true(problem, subject)
        assert cost == plain_cost(problem, state.slot_of)


@kinds
@settings(max_examples=30)
@given(data=st.data())
def test_annealing_counts_what_it_does(placeable, plain_cost, dense, kind, data):
    """The change that a slice reports is the difference of the costs; tables stay true."""
    problem = make_problem(*data.draw(placeable()))
    subject = annealer_of(problem, data.draw(seeds), dense=dense, kind=kind)
    before = plain_cost(problem, subject.state.slot_of)
    temperature = data.draw(st.sampled_from([0.0, 1.0, 3000.0, 1e9]))
    change = anneal_slice(500, temperature, subject.slack, subject.state, subject.floor, subject.flow)
    assert before + change == plain_cost(problem, subject.state.slot_of)
    assert tables_are_true(problem, subject)


@settings(max_examples=40)
@given(data=st.data())
def test_the_slack_covers_all_that_discounts_give(placeable, data):
    """A swap refused by its rectilinear part alone could not have been taken as a whole."""
    problem = make_problem(*data.draw(placeable(most=10)))
    subject = annealer_of(problem, data.draw(seeds), dense=True, kind=np.int32)
    state, floor, flow = subject.state, subject.floor, subject.flow
    for u, b in swaps(problem, state):
        a, v = state.slot_of[u], state.router_in[b]
        cheap = rectilinear_change(u, v, a, b, state.table, floor.row, floor.column, len(floor.row_gap))
        assert swap_change(u, b, state, floor, flow) >= cheap - subject.slack


@settings(max_examples=40)
@given(data=st.data())
def test_the_slack_hides_no_swap_from_annealing(placeable, data):
    """Slack or no early refusal at all: the same swaps are taken."""
    problem = make_problem(*data.draw(placeable()))
    seed = data.draw(seeds)
    endings = []
    for slack in (None, 2**40):
        subject = annealer_of(problem, seed, dense=True, kind=np.int32)
        state, floor, flow = subject.state, subject.floor, subject.flow
        anneal_slice(300, 2000.0, subject.slack if slack is None else slack, state, floor, flow)
        endings.append(state.slot_of.tolist())
    assert endings[0] == endings[1]


@settings(max_examples=40)
@given(data=st.data())
def test_descent_ends_where_no_swap_improves(placeable, data):
    """Passes are repeated until every swap is worth nothing or less."""
    problem = make_problem(*data.draw(placeable()))
    subject = annealer_of(problem, data.draw(seeds), dense=True, kind=np.int32)
    state, floor, flow = subject.state, subject.floor, subject.flow
    while descend_some(0, len(state.slot_of), subject.slack, state, floor, flow):
        pass
    assert all(swap_change(u, b, state, floor, flow) >= 0 for u, b in swaps(problem, state))


@settings(max_examples=40)
@given(data=st.data())
def test_links_are_found_by_matrix_and_by_search_alike(placeable, data):
    """Every pair, linked or not, from a dense matrix and from sorted rows."""
    problem = make_problem(*data.draw(placeable()))
    flow = problem.flow.toarray()
    for dense in (True, False):
        held = annealer_of(problem, 0, dense=dense, kind=np.int32).flow
        found = [[links_between(u, v, held) for v in range(len(flow))] for u in range(len(flow))]
        assert found == flow.tolist()


def test_proposals_are_uniform():
    """Every router and every slot come up equally often (chi-squared, 5 sigma)."""
    random, drawn = np.array([1], dtype=np.uint64), 60_000
    counts = np.zeros((5, 12))
    for _ in range(drawn):
        u, b = propose(random, 5, 12)
        counts[int(u), int(b)] += 1
    expected = drawn / counts.size
    chi_squared = ((counts - expected) ** 2 / expected).sum()
    freedom = counts.size - 1
    assert abs(chi_squared - freedom) < 5 * np.sqrt(2 * freedom)


def test_rises_follow_the_exponential_law():
    """Mean and quantiles of the look-up table are those of Metropolis' rule."""
    assert RISES.mean() == pytest.approx(1.0, abs=2e-4)
    for rise in (0.1, 1.0, 3.0):
        assert (rise < RISES).mean() == pytest.approx(np.exp(-rise), abs=1 / len(RISES))


def test_annealing_takes_rises_with_metropolis_chances(topology_of):
    """At equilibrium two states of different cost are met as often as Boltzmann says."""
    # one link between two routers; three cabinets in a row, so that 1 or 2 pitches lie between
    problem = make_problem(topology_of(nx.path_graph(2)), Room("x", 1, 3, slots_per_cabinet=1))
    subject = annealer_of(problem, 1, dense=True, kind=np.int32)
    temperature, near, met = 600.0, 0, 6000
    for _ in range(met):
        anneal_slice(10, temperature, subject.slack, subject.state, subject.floor, subject.flow)
        near += abs(int(subject.state.slot_of[0]) - int(subject.state.slot_of[1])) == 1
    # 4 placements are one pitch apart, 2 are two: their odds are 4 to 2 exp(-1)
    share = 4 / (4 + 2 * np.exp(-1))
    assert near / met == pytest.approx(share, abs=5 * np.sqrt(share * (1 - share) / met))


def test_the_mean_change_is_that_of_random_swaps(topology_of, plain_cost):
    """The mean absolute change over all swaps between cabinets, within 5 %."""
    problem = make_problem(topology_of(nx.cycle_graph(8)), Room("x", 2, 3))
    subject = annealer_of(problem, 3, dense=True, kind=np.int32)
    before = plain_cost(problem, subject.state.slot_of)
    changes = [
        abs(plain_cost(problem, swapped(subject.state.slot_of, u, b)) - before)
        for u, b in swaps(problem, subject.state)
    ]
    found = mean_change(40_000, subject.state, subject.floor, subject.flow)
    assert found == pytest.approx(np.mean(changes), rel=0.05)
