"""How effort is shared out among chains."""

import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.budget import Budget
from netfloor.layout.stop import FirstOf, MaxIterations, MaxSeconds


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
    with pytest.raises(ValueError, match="a budget is"):
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
