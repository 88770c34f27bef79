"""How long a search runs."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.budget import Budget, FirstOf, MaxIterations, MaxSeconds, Window


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"iterations": 5, "seconds": 1.0},
        {"iterations": 0},
        {"iterations": -3},
        {"seconds": 0.0},
        {"seconds": -1.0},
        {"seconds": float("inf")},
        {"seconds": float("nan")},
    ],
)
def test_a_budget_is_one_of_the_two_positive_and_finite(wrong):
    """Anything else is a caller's mistake."""
    with pytest.raises(ValueError, match="budget"):
        Budget(**wrong)


@pytest.mark.parametrize("iterations", [1, 3, 4, 5, 1_000_003])
@pytest.mark.parametrize("chains", [1, 3, 4, 7])
def test_the_chains_get_exactly_the_iterations(iterations, chains):
    """Dealt out evenly: shares differ by at most one and add up."""
    shares = []
    for chain in range(chains):
        stopping = Budget(iterations=iterations).start_chain(chain, chains, 2, Interrupt())
        assert isinstance(stopping, FirstOf)
        (limit,) = (part for part in stopping.criteria if isinstance(part, MaxIterations))
        shares.append(limit.count)
    assert sum(shares) == iterations
    assert max(shares) - min(shares) <= 1


@pytest.mark.parametrize(
    ("chains", "at_once", "share"), [(4, 1, 0.25), (4, 2, 0.5), (4, 4, 1.0), (2, 8, 1.0)]
)
def test_seconds_are_shared_by_the_chains_that_do_not_run_at_once(chains, at_once, share):
    """So that all chains together take the time that was asked for."""
    stopping = Budget(seconds=60.0).start_chain(0, chains, at_once, Interrupt())
    assert isinstance(stopping, FirstOf)
    (limit,) = (part for part in stopping.criteria if isinstance(part, MaxSeconds))
    assert limit.seconds == 60.0 * share


@pytest.mark.parametrize("budget", [Budget(iterations=1000), Budget(seconds=1000.0)])
def test_an_interrupt_ends_every_chain(budget):
    """Whatever is left of the effort."""
    interrupt = Interrupt()
    stopping = budget.start_chain(0, 1, 1, interrupt)
    assert stopping.progress(0) < 1
    interrupt.ask()
    assert stopping.progress(0) >= 1


def test_iterations_are_reproducible_and_seconds_are_not():
    """A report says which."""
    assert Budget(iterations=5).reproducible
    assert not Budget(seconds=5.0).reproducible


@given(st.integers(1, 10**12))
def test_iterations_are_spent_exactly_at_the_count(count):
    """Below 1 before, 1 at the count, above it after."""
    stop = MaxIterations(count)
    assert stop.progress(0) == 0
    assert stop.progress(count - 1) < 1
    assert stop.progress(count) == 1
    assert stop.progress(count + 1) > 1


def test_no_iterations_are_spent_at_once():
    """A chain that gets nothing ends before it begins."""
    assert MaxIterations(0).progress(0) == 1


def test_seconds_count_from_the_making():
    """Half of the time is half of the progress, whatever the iterations."""
    stop = MaxSeconds(10.0, began=time.monotonic() - 5.0)
    assert stop.progress(0) >= 0.5
    assert MaxSeconds(1.0, began=time.monotonic() - 2.0).progress(0) > 1
    assert MaxSeconds(1000.0).progress(10**9) < 1
    assert MaxSeconds(0.0).progress(0) == 1


def test_an_interrupt_stops_once_asked():
    """Not before, and for good; past the end, so that no descent goes on."""
    stop = Interrupt()
    assert (stop.asked, stop.progress(10**9)) == (False, 0)
    stop.ask()
    assert (stop.asked, stop.progress(0)) == (True, 2)


def test_two_interrupts_are_apart():
    """Stopping one solve stops no other."""
    one, other = Interrupt(), Interrupt()
    one.ask()
    assert not other.asked


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=5), st.integers(0, 1000))
def test_the_first_of_several_decides(counts, iterations):
    """The furthest progress of all is the progress."""
    stop = FirstOf(tuple(MaxIterations(count) for count in counts))
    assert stop.progress(iterations) == MaxIterations(min(counts)).progress(iterations)


@given(st.integers(10, 10**9), st.floats(0.01, 0.99))
def test_two_windows_follow_each_other(count, border):
    """The first runs from 0 to 1 up to the border, the second from there to the end."""
    whole = MaxIterations(count)
    first = Window(whole, 0.0, border)
    spent = next(n for n in (int(count * border), int(count * border) + 1) if first.progress(n) >= 1)
    second = Window(whole, border, 1.0, before=spent)
    assert first.progress(0) == 0
    assert second.progress(0) == pytest.approx(0, abs=1.5 / (count * (1 - border)))
    assert second.progress(count - spent) == 1
    assert second.progress(count - spent - 1) < 1


@given(st.integers(100, 10**6), st.integers(0, 10**6))
def test_a_window_sees_what_was_spent_before(count, done):
    """Its progress is that of the whole, stretched."""
    window = Window(MaxIterations(count), 0.25, 0.75, before=count // 4)
    expected = ((count // 4 + done) / count - 0.25) / 0.5
    assert window.progress(done) == pytest.approx(expected)
