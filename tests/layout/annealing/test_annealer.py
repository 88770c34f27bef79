"""One chain of annealing: effort, schedule, types."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.annealing import Schedule, make_annealer
from netfloor.layout.annealing.annealer import flow_of
from netfloor.layout.annealing.grid import GridAnnealer, table_type, unit_of
from netfloor.layout.annealing.matrix import MatrixAnnealer
from netfloor.layout.annealing.schedule import MAX_SLICE, MIN_SLICE, SLICES, max_next, slice_length
from netfloor.layout.annealing.swap_kernels import anneal_slice
from netfloor.layout.budget import FirstOf, MaxIterations, MaxSeconds, Window
from netfloor.layout.placed import NullJournal
from netfloor.layout.problem import make_problem
from netfloor.layout.starts import random_start
from netfloor.rooms.room import GridRoom
from netfloor.topologies.spec import build


def spend(stop):
    """Return the slices that a whole run consists of."""
    slices = []
    while stop.progress(sum(slices)) < 1.0:
        slices.append(slice_length(stop, sum(slices)))
    return slices


@given(st.one_of(st.integers(1, 5000), st.integers(1, 2**31)))
def test_slices_add_up_to_the_iterations_exactly(count):
    """A budget in iterations is never overrun and never left unspent."""
    slices = spend(MaxIterations(count))
    assert sum(slices) == count
    assert min(slices) >= 1
    assert max(slices) <= MAX_SLICE


@given(st.integers(1, 2**31), st.floats(0.05, 0.95))
def test_slices_of_two_windows_add_up_exactly(count, border):
    """Phases of one effort: the first is not overrun into the second, nor the second past the end."""
    whole = MaxIterations(count)
    first = sum(spend(Window(whole, 0.0, border)))
    assert first == pytest.approx(count * border, abs=1.001)
    assert first + sum(spend(Window(whole, border, 1.0, before=first))) == count


@given(st.integers(SLICES, 2**31))
def test_no_slice_cools_by_more_than_one_step(count):
    """A temperature is held for a 256th of the effort at most."""
    assert max(spend(MaxIterations(count))) <= count / SLICES


def test_a_run_against_the_clock_asks_after_every_slice():
    """Time is no function of the iterations: slices have their greatest length."""
    assert slice_length(MaxSeconds(3600.0), 0) == MAX_SLICE
    assert slice_length(FirstOf((MaxSeconds(3600.0), Interrupt())), 10**9) == MAX_SLICE


@given(st.integers(1, 2**31))
def test_iterations_never_shorten_a_slice(count):
    """No slice of a budget in iterations spends more than a step, or it is one iteration long."""
    stop, done = MaxIterations(count), 0
    while stop.progress(done) < 1.0:
        after = done + slice_length(stop, done)
        spent = stop.progress(after) - stop.progress(done)
        assert max_next(MAX_SLICE, spent, MAX_SLICE) == MAX_SLICE or after - done == 1
        done = after


def test_slices_against_the_clock_follow_the_time_that_they_take():
    """Halved while one takes more than a step, doubled back while it takes less than half of one."""
    step = 1.0 / SLICES
    assert max_next(MAX_SLICE, 1.01 * step, MAX_SLICE) == MAX_SLICE // 2
    assert max_next(MIN_SLICE, 5.0 * step, MAX_SLICE) == MIN_SLICE
    assert max_next(4096, 0.75 * step, MAX_SLICE) == 4096
    assert max_next(4096, 0.25 * step, MAX_SLICE) == 8192
    assert max_next(MAX_SLICE, 0.0, MAX_SLICE) == MAX_SLICE


def test_cooling_is_geometric_between_the_two_ends():
    """From hot to cold, the square root of their product half way, constant after the end."""
    schedule = Schedule(hot=0.4, cold=0.1)
    assert schedule.temperature(1000.0, 0.0) == pytest.approx(400.0)
    assert schedule.temperature(1000.0, 0.5) == pytest.approx(200.0)
    assert schedule.temperature(1000.0, 1.0) == pytest.approx(100.0)
    assert schedule.temperature(1000.0, 1.7) == pytest.approx(100.0)


@settings(max_examples=30)
@given(data=st.data())
def test_a_run_ends_legal_local_optimal_and_with_a_true_cost(placeable, plain_cost, data):
    """Cost, iterations and history are those of the placement returned."""
    problem = make_problem(*data.draw(placeable()))
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    annealer = make_annealer(problem, random_start(problem, rng), rng)
    heard = []

    def listener(share, cost):
        heard.append((share, cost))

    placed = annealer.run(
        annealer.mean_change(),
        Schedule(),
        MaxIterations(700),
        lambda share, cost: heard.append((share, cost)),
    )
    assert placed.cost == plain_cost(problem, placed.slot_of)
    assert placed.iterations == 700
    assert len(set(placed.slot_of.tolist())) == problem.routers
    assert placed.history[-1] == (700, placed.cost)
    assert heard == [(done / 700, cost) for done, cost in placed.history[1:-1]]
    annealer.descend()
    assert annealer.cost == placed.cost


def test_no_effort_is_a_descent(topology_of):
    """With no iterations at all the start only descends."""
    problem = make_problem(topology_of(nx.cycle_graph(6)), GridRoom("x", 1, 6))
    rng = np.random.default_rng(1)
    placed = make_annealer(problem, random_start(problem, rng), rng).run(
        1000.0, Schedule(), MaxIterations(0), lambda _share, _cost: None
    )
    assert placed.iterations == 0
    assert placed.cost == problem.cost(placed.slot_of)


def test_a_descent_stops_at_its_limit_with_a_true_cost(topology_of, monkeypatch):
    """No further router is tried once the limit is met; the cost is that of the placement reached."""
    problem = make_problem(topology_of(nx.circular_ladder_graph(20)), GridRoom("x", 4, 6))
    costs = []
    for routers in (0, 1, 10, 1000):
        rng = np.random.default_rng(1)
        annealer = make_annealer(problem, random_start(problem, rng), rng)
        monkeypatch.setattr(type(annealer), "max_slice", 1)  # one router at a time
        before = annealer.slot_of
        annealer.descend(routers * problem.slots)
        costs.append(annealer.cost)
        assert annealer.cost == problem.cost(annealer.slot_of)
        assert routers or (annealer.slot_of == before).all()
    assert costs[0] > costs[1] > costs[2] > costs[3]


@pytest.mark.parametrize(
    ("pitch_mm", "unit_mm", "kind"),
    [
        (2**15 // 3, 1, np.int16),
        (2**15 // 3 + 1, 1, np.int32),
        (2**31 // 3, 1, np.int32),
        (2**31 // 3 + 1, 1, np.int64),
        (100 * (2**15 // 3), 100, np.int16),
    ],
)
def test_tables_are_wide_enough_for_the_longest_way(topology_of, pitch_mm, unit_mm, kind):
    """Heaviest router (3 links) times the whole floor, in units that divide all lengths."""
    room = GridRoom("x", 1, 2, row_pitch_mm=1, column_pitch_mm=pitch_mm, slots_per_cabinet=2)
    problem = make_problem(topology_of(nx.complete_graph(4)), room)
    assert table_type(problem, problem.grid, unit_mm) is kind


def test_a_unit_divides_every_change_of_length():
    """Pitches and the discount inside a cabinet; 1 where nothing ever changes."""
    assert unit_of(GridRoom("x", 2, 2).lengths) == 200
    assert unit_of(GridRoom("x", 2, 2, overhead_mm=1001, inside_mm=1).lengths) == 1
    assert unit_of(GridRoom("x", 1, 1, overhead_mm=1000, inside_mm=2000).lengths) == 1
    assert unit_of(GridRoom("x", 1, 4, column_pitch_mm=750, overhead_mm=500, inside_mm=250).lengths) == 750


def test_costs_are_counted_in_what_divides_them(topology_of):
    """A table of costs in steps of 200 mm counts those steps, and is as narrow as they allow."""
    problem = make_problem(topology_of(nx.complete_graph(4)), GridRoom("x", 2, 3, slots_per_cabinet=1))
    rng = np.random.default_rng(0)
    annealer = MatrixAnnealer(problem, random_start(problem, rng), rng)
    costs = problem.lengths.by_cabinet()
    assert annealer.unit == np.gcd.reduce(costs, axis=None) == 200
    assert (annealer.tables.cost * 200 == costs).all()
    assert annealer.tables.table.dtype == np.int16


def test_annealing_counts_no_references(topology_of):
    """Atomic counting of references to arrays would take two thirds of the time."""
    problem = make_problem(topology_of(nx.complete_graph(4)), GridRoom("x", 2, 3))
    rng = np.random.default_rng(0)
    annealer = GridAnnealer(problem, random_start(problem, rng), rng)
    annealer.anneal(1, 1.0)
    assert anneal_slice.targetoptions["_nrt"] is False


@settings(max_examples=20)
@given(data=st.data())
def test_no_table_overflows(placeable, data):
    """The type chosen holds the true lengths: tables equal those computed in Python's integers."""
    problem = make_problem(*data.draw(placeable(heaviest=(300, 100_000))))
    rng = np.random.default_rng(0)
    annealer = GridAnnealer(problem, random_start(problem, rng), rng)
    lengths, flow, slot_of = problem.grid, problem.flow.toarray(), annealer.slot_of
    for u in range(problem.routers):
        by_row = [
            sum(
                int(flow[u, v]) * abs(int(here) - int(lengths.row_mm[lengths.slot_row[slot_of[v]]]))
                for v in range(problem.routers)
            )
            for here in lengths.row_mm
        ]
        table = annealer.tables.table[u, : len(by_row)].astype(np.int64) * annealer.unit
        assert table.tolist() == by_row


@pytest.mark.parametrize(("heaviest", "dense"), [(255, True), (256, False)])
def test_the_dense_matrix_is_left_where_a_byte_is_too_narrow(topology_of, heaviest, dense):
    """Up to 255 parallel links fit; more are searched in sorted rows."""
    graph = nx.Graph()
    graph.add_edge(0, 1, weight=heaviest)
    problem = make_problem(topology_of(graph), GridRoom("x", 1, 1))
    assert (len(flow_of(problem).dense) > 0) == dense


def test_what_is_written_down_after_an_interrupt_leads_to_the_same_end():
    """Whenever somebody asks, every snapshot lies where an undisturbed run would have made one."""
    problem = make_problem(build("slimfly:3"), GridRoom("x", 3, 4))

    class AskedAtLook:
        """A budget that somebody ends at its so many-th look."""

        def __init__(self, look):
            self.left = look

        def progress(self, iterations):
            self.left -= 1
            return 2.0 if self.left < 0 else iterations / 100_000

    def written(look):
        annealer = make_annealer(
            problem, random_start(problem, np.random.default_rng(1)), np.random.default_rng(2)
        )
        kept = []

        class Keeping(NullJournal):
            def offer(self, _stage, take, **_now):
                kept.append(take().iterations)

        annealer.run(1e4, Schedule(), AskedAtLook(look), lambda _share, _cost: None, Keeping())
        return kept

    whole = set(written(10**9))
    assert len(whole) >= SLICES
    for look in range(1, 120):
        assert set(written(look)) <= whole


@st.composite
def stops(draw):
    """Draw a criterion of every size, alone or as the first of two, and what was done of it."""
    counts = st.integers(0, 31).flatmap(lambda bits: st.integers(2**bits, 2 ** (bits + 1) - 1))
    one, other = draw(counts), draw(counts)
    kind = draw(st.sampled_from(["alone", "first", "window"]))
    if kind == "window":
        return Window(MaxIterations(one), 0.25, 0.75), draw(st.integers(0, one))
    if kind == "first":
        return FirstOf((MaxIterations(one), MaxIterations(other))), draw(st.integers(0, min(one, other)))
    return MaxIterations(one), draw(st.integers(0, one))


@given(stops(), st.integers(1, MAX_SLICE), st.integers(0, 2**19))
def test_every_guess_leads_to_the_same_slice(drawn, most, guess):
    """The longest that spends at most a step, or one; the next longer spends more."""
    stop, done = drawn
    length = slice_length(stop, done, most, guess)
    assert length == slice_length(stop, done, most)
    step = 1.0 / SLICES

    def fits(iterations):
        after = stop.progress(done + iterations)
        return after - stop.progress(done) <= step and after <= 1.0

    assert length == 1 or fits(length)
    assert length == most or not fits(length + 1)
