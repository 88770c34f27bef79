"""A swap is worth what the costs before and after say, and the tables stay true."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.accelerate import lean_kernel
from netfloor.layout.annealing import annealer, grid, matrix
from netfloor.layout.annealing.common_kernels import RISES, State, links_between, propose, propose_and_draw
from netfloor.layout.annealing.grid import GridAnnealer
from netfloor.layout.annealing.matrix import MatrixAnnealer
from netfloor.layout.annealing.priced import PricedAnnealer
from netfloor.layout.annealing.swap_kernels import carry_out, swap_change
from netfloor.layout.lengths import CabinetMatrix, PricedLengths
from netfloor.layout.problem import Problem, make_problem
from netfloor.layout.starts import random_start
from netfloor.rooms.room import GridRoom

#: Every way in which an annealer can weigh a swap: class, and what is patched.
KINDS = {
    "matrix": (MatrixAnnealer, {}),
    "matrix, no dense links": (MatrixAnnealer, {"dense": 0}),
    "matrix, 64 bits": (MatrixAnnealer, {"wide": True}),
    "grid": (GridAnnealer, {"few": 0}),
    "grid, no dense links": (GridAnnealer, {"few": 0, "dense": 0}),
    "grid, mates looked up": (GridAnnealer, {"inside": 0}),
    "grid, 64 bits": (GridAnnealer, {"few": 0, "wide": True}),
    "priced": (PricedAnnealer, {}),
}
#: The same code for wider tables, and half a minute to compile.
WIDE = {kind for kind, (_, patches) in KINDS.items() if "wide" in patches}
kinds = pytest.mark.parametrize(
    "kind", [pytest.param(one, marks=[pytest.mark.nightly] * (one in WIDE)) for one in KINDS]
)
seeds = st.integers(0, 9999)


@lean_kernel
def carry_out_swap(u, b, tables, state, flow):
    """Do one swap: what stands for every kind can only be called by a kernel."""
    carry_out(u, b, tables, state, flow)


class Subject:
    """An annealer of one kind with its kernels bound to its tables."""

    def __init__(self, problem, seed, kind):
        cls, patches = KINDS[kind]
        rng = np.random.default_rng(seed)
        with pytest.MonkeyPatch.context() as patch:
            if "dense" in patches:
                patch.setattr(annealer, "MAX_DENSE_ROUTERS", 0)
            if "inside" in patches:
                patch.setattr(grid, "MAX_INSIDE_CELLS", 0)
            if "few" in patches:
                patch.setattr(grid, "FEW_MATES", 0)
            if "wide" in patches:
                patch.setattr(grid, "narrowest", lambda _largest: np.int64)
                patch.setattr(matrix, "narrowest", lambda _largest: np.int64)
            self.annealer = cls(problem, random_start(problem, rng), rng)
        self.state, self.flow, self.tables = (
            self.annealer.state,
            self.annealer.flow,
            self.annealer.tables,
        )

    def swap_change(self, u, b):
        """Weigh one swap, in mm or whatever the problem's cost is."""
        change = swap_change(np.uint64(u), np.uint64(b), self.tables, self.state, self.flow)
        return change * self.annealer.unit

    def carry_out(self, u, b):
        """Do one swap."""
        carry_out_swap(np.uint64(u), np.uint64(b), self.tables, self.state, self.flow)


@st.composite
def problems(draw, placeable, kind, most=14):
    """Draw a problem that a kind can hold: any prices where it holds any."""
    problem = make_problem(*draw(placeable(most=most)))
    if kind.startswith("grid"):
        return restricted(draw, problem)
    prices = np.random.default_rng(draw(seeds))
    if kind == "priced":
        lengths = problem.grid.all_mm
        priced = PricedLengths(problem.grid, lengths, prices.integers(0, 10_000, len(lengths)))
        return restricted(draw, Problem(problem.flow, priced))
    cabinets = problem.grid.cabinets
    costs = prices.integers(0, 10_000, (cabinets, cabinets))
    table = CabinetMatrix(costs + costs.T, problem.grid.slot_cabinet)
    return restricted(draw, Problem(problem.flow, draw(st.sampled_from([problem.grid, table]))))


def restricted(draw, problem):
    """Draw some fixed routers and closed slots, or none."""
    spare = problem.slots - problem.routers
    order = np.random.default_rng(draw(seeds)).permutation(problem.slots)
    closed = np.zeros(problem.slots, dtype=bool)
    closed[order[: draw(st.integers(0, spare))]] = True
    fixed = np.full(problem.routers, -1, dtype=np.int32)
    held = draw(st.integers(0, problem.routers)) if draw(st.booleans()) else 0
    fixed[:held] = order[::-1][:held]
    return Problem(problem.flow, problem.lengths, fixed, closed)


def swapped(slot_of, u, b):
    """Return the placement in which u and the occupant of slot b, if any, have swapped."""
    after = slot_of.copy()
    after[slot_of == b] = slot_of[u]
    after[u] = b
    return after


def swaps(problem, state):
    """Yield every swap between different cabinets that is allowed."""
    cabinet = problem.lengths.slot_cabinet
    for u in problem.movers.tolist():
        for b in problem.places.tolist():
            if cabinet[state.slot_of[u]] != cabinet[b]:
                yield u, b


def tables_are_true(problem, subject):
    """Return whether tables and occupants equal freshly computed ones."""
    state, before = subject.state, [np.array(part) for part in subject.tables]
    subject.annealer.refresh()
    same = all((np.array(part) == old).all() for part, old in zip(subject.tables, before, strict=True))
    occupants = np.full(problem.slots, -1)
    occupants[state.slot_of] = np.arange(problem.routers)
    return same and (occupants == state.router_in).all()


def nobody_moved_who_may_not(problem, state):
    """Return whether fixed routers stand where they must and closed slots are empty."""
    held = problem.fixed >= 0
    return (state.slot_of[held] == problem.fixed[held]).all() and (
        state.router_in[problem.closed] < 0
    ).all()


@kinds
@settings(max_examples=30)
@given(data=st.data())
def test_a_swap_changes_the_cost_by_what_it_says(placeable, plain_cost, kind, data):
    """Delta = recomputed difference, for every swap of a random placement."""
    problem = data.draw(problems(placeable, kind, most=9))
    subject = Subject(problem, data.draw(seeds), kind)
    slot_of = subject.state.slot_of
    before = plain_cost(problem, slot_of)
    for u, b in swaps(problem, subject.state):
        assert subject.swap_change(u, b) == plain_cost(problem, swapped(slot_of, u, b)) - before


@kinds
@settings(max_examples=30)
@given(data=st.data())
def test_tables_stay_true_swap_after_swap(placeable, plain_cost, kind, data):
    """After every swap tables, occupants and cost equal freshly computed ones."""
    problem = data.draw(problems(placeable, kind))
    rng = np.random.default_rng(data.draw(seeds))
    subject = Subject(problem, data.draw(seeds), kind)
    cost, state = subject.annealer.cost, subject.state
    for _ in range(6):
        possible = list(swaps(problem, state))
        if not possible:
            return
        u, b = possible[rng.integers(len(possible))]
        expected = swapped(state.slot_of, u, b)
        cost += subject.swap_change(u, b)
        subject.carry_out(u, b)
        assert (state.slot_of == expected).all()
        assert tables_are_true(problem, subject)
        assert cost == plain_cost(problem, state.slot_of)


@kinds
@settings(max_examples=30)
@given(data=st.data())
def test_annealing_counts_what_it_does(placeable, plain_cost, kind, data):
    """The change that a slice reports is the difference of the costs; tables stay true."""
    problem = data.draw(problems(placeable, kind))
    subject = Subject(problem, data.draw(seeds), kind)
    if not len(problem.movers):
        return
    before = plain_cost(problem, subject.state.slot_of)
    change = subject.annealer.anneal(500, data.draw(st.sampled_from([0.0, 1.0, 3000.0, 1e9])))
    assert before + change == plain_cost(problem, subject.state.slot_of)
    assert tables_are_true(problem, subject)
    assert nobody_moved_who_may_not(problem, subject.state)


@pytest.mark.parametrize("kind", ["matrix", "grid"])
@settings(max_examples=40)
@given(data=st.data())
def test_the_slack_hides_no_swap_from_annealing(placeable, kind, data):
    """Early refusal or none at all: the same swaps are taken."""
    problem = data.draw(problems(placeable, kind))
    seed = data.draw(seeds)
    if not len(problem.movers):
        return
    endings = []
    for slack in (None, 2**40):
        subject = Subject(problem, seed, kind)
        subject.annealer.slack = subject.annealer.slack if slack is None else slack
        subject.annealer.anneal(300, 2000.0)
        endings.append(subject.state.slot_of.tolist())
    assert endings[0] == endings[1]


@kinds
@settings(max_examples=30)
@given(data=st.data())
def test_descent_ends_where_no_swap_improves(placeable, kind, data):
    """Passes are repeated until every swap is worth nothing or less."""
    problem = data.draw(problems(placeable, kind))
    subject = Subject(problem, data.draw(seeds), kind)
    while subject.annealer.descend_some(0, len(problem.movers)):
        pass
    assert all(subject.swap_change(u, b) >= 0 for u, b in swaps(problem, subject.state))
    assert nobody_moved_who_may_not(problem, subject.state)


@settings(max_examples=40)
@given(data=st.data())
def test_links_are_found_by_matrix_and_by_search_alike(placeable, data):
    """Every pair, linked or not, from a dense matrix and from sorted rows."""
    problem = make_problem(*data.draw(placeable()))
    flow = problem.flow.toarray()
    for kind in ("grid", "grid, no dense links"):
        held = Subject(problem, 0, kind).flow
        found = [
            [links_between(np.uint64(u), np.uint64(v), held) for v in range(len(flow))]
            for u in range(len(flow))
        ]
        assert found == flow.tolist()


def is_even(counts):
    """Return whether counts are those of equally likely events (chi-squared, 5 sigma)."""
    expected, freedom = counts.mean(), counts.size - 1
    chi_squared = ((counts - expected) ** 2 / expected).sum()
    return abs(chi_squared - freedom) < 5 * np.sqrt(2 * freedom)


def twelve_places() -> State:
    """Return five movers, of whom each may go to twelve places."""
    none = np.zeros(0, dtype=np.uint32)
    movers, places = np.arange(0, 10, 2, dtype=np.uint32), np.arange(100, 112, dtype=np.uint32)
    begin, count = np.zeros(5, dtype=np.uint64), np.full(5, 12, dtype=np.uint64)
    random, clash = np.array([1], dtype=np.uint64), np.zeros((0, 0, 0), dtype=bool)
    starts = np.zeros(11, dtype=np.int64)
    return State(none, none, random, movers, places, begin, count, starts, none, none, clash, none)


def test_proposals_are_uniform():
    """Every mover and every place come up equally often."""
    state = twelve_places()
    counts = np.zeros((5, 12))
    for _ in range(60_000):
        u, b = propose(state)
        counts[int(u) // 2, int(b) - 100] += 1
    assert is_even(counts)


def test_one_draw_gives_mover_place_and_rise_apart():
    """Every mover, place and sixteenth of the rises come up together equally often."""
    state = twelve_places()
    by_high, by_low = np.zeros((5, 12, 16)), np.zeros((5, 12, 16))
    for _ in range(120_000):
        u, b, rise = propose_and_draw(state)
        assert 0 <= rise < len(RISES)
        by_high[int(u) // 2, int(b) - 100, int(rise) * 16 // len(RISES)] += 1
        by_low[int(u) // 2, int(b) - 100, int(rise) % 16] += 1
    assert is_even(by_high)
    assert is_even(by_low)


def test_rises_follow_the_exponential_law():
    """Mean and quantiles of the look-up table are those of Metropolis' rule."""
    assert RISES.mean() == pytest.approx(1.0, abs=2e-4)
    for rise in (0.1, 1.0, 3.0):
        assert (rise < RISES).mean() == pytest.approx(np.exp(-rise), abs=1 / len(RISES))


@pytest.mark.parametrize("kind", ["matrix", "grid"])
def test_annealing_takes_rises_with_metropolis_chances(topology_of, kind):
    """At equilibrium two states of different cost are met as often as Boltzmann says."""
    # one link between two routers; three cabinets in a row, so that 1 or 2 pitches lie between
    problem = make_problem(topology_of(nx.path_graph(2)), GridRoom("x", 1, 3, slots_per_cabinet=1))
    subject = Subject(problem, 1, kind)
    temperature, near, met = 600.0, 0, 6000
    for _ in range(met):
        subject.annealer.anneal(10, temperature)
        near += abs(int(subject.state.slot_of[0]) - int(subject.state.slot_of[1])) == 1
    # 4 placements are one pitch apart, 2 are two: their odds are 4 to 2 exp(-1)
    share = 4 / (4 + 2 * np.exp(-1))
    assert near / met == pytest.approx(share, abs=5 * np.sqrt(share * (1 - share) / met))


@kinds
def test_the_mean_change_is_that_of_random_swaps(topology_of, plain_cost, kind):
    """The mean absolute change over all swaps between cabinets, within 5 %."""
    problem = make_problem(topology_of(nx.cycle_graph(8)), GridRoom("x", 2, 3))
    if kind == "priced":
        lengths = problem.grid.all_mm
        problem = Problem(problem.flow, PricedLengths(problem.grid, lengths, lengths**2 // 1000))
    subject = Subject(problem, 3, kind)
    slot_of = subject.state.slot_of
    before = plain_cost(problem, slot_of)
    changes = [
        abs(plain_cost(problem, swapped(slot_of, u, b)) - before) for u, b in swaps(problem, subject.state)
    ]
    assert subject.annealer.mean_change() == pytest.approx(np.mean(changes), rel=0.05)
