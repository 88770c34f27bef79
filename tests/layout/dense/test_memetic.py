"""The whole search: legal, reproducible, within its budget, and good."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.budget import FirstOf, MaxIterations, MaxSeconds, Stopping
from netfloor.layout.dense import Assignment, DenseProblem, search
from netfloor.layout.dense.enumeration import enumerate_all
from netfloor.layout.dense.memetic import moves_left
from netfloor.layout.dense.qaplib import read_instance
from netfloor.layout.dense.tabu import SLICE_ENTRIES

DATA = Path(__file__).parents[2] / "data"


def run(problem: DenseProblem, stop: Stopping, seed: int = 0, **options: Any) -> Assignment:
    """Search with a silent listener."""
    return search(problem, np.random.default_rng(seed), stop, lambda _progress, _cost: None, **options)


@settings(max_examples=40)
@given(st.data(), st.integers(1, 3000), st.integers(0, 99))
def test_every_result_is_legal_and_exact(
    problems: Any, plain_cost: Any, data: Any, moves: int, seed: int
) -> None:
    """A permutation, its cost, exactly the moves asked for, and a falling history."""
    problem = data.draw(problems(1, 14))
    found = run(problem, MaxIterations(moves), seed)
    assert sorted(found.permutation) == list(range(problem.size))
    assert plain_cost(problem, found.permutation) == found.cost == found.history[-1][1]
    assert found.iterations == (moves if problem.size > 1 else 0)
    costs = [cost for _, cost in found.history]
    assert costs == sorted(set(costs), reverse=True)


@settings(max_examples=25)
@given(st.data(), st.integers(0, 99))
def test_tiny_problems_are_solved(problems: Any, data: Any, seed: int) -> None:
    """The optimum of enumeration, whatever the kind of problem."""
    problem = data.draw(problems(2, 8))
    assert run(problem, MaxIterations(20_000), seed).cost == enumerate_all(problem)[0]


def test_a_published_instance_is_solved() -> None:
    """Nugent et al.'s 12 facilities: 578 is proved optimal (QAPLIB)."""
    assert run(read_instance(DATA / "nug12.dat"), MaxIterations(50_000)).cost == 578


@pytest.mark.parametrize("moves", [1, 777, 12_345])
def test_workers_do_not_change_the_result(make_problem: Any, moves: int) -> None:
    """The same moves find the same permutation, one at a time or four."""
    problem = make_problem(16, "neither", 3)
    found = [run(problem, MaxIterations(moves), 5, workers=workers) for workers in (1, 2, 4, 9)]
    assert len({(one.permutation.tobytes(), one.iterations, one.history) for one in found}) == 1


def test_the_seed_decides(make_problem: Any) -> None:
    """Another seed goes another way."""
    problem = make_problem(30, "neither", 3)
    assert run(problem, MaxIterations(50), 1).history != run(problem, MaxIterations(50), 2).history


@settings(max_examples=10)
@given(st.integers(0, 99))
def test_the_result_is_never_worse_than_the_start(make_problem: Any, seed: int) -> None:
    """Even if there is time for one move only."""
    problem = make_problem(9, "symmetric", seed)
    optimum, place = enumerate_all(problem)
    assert run(problem, MaxIterations(1), seed, start=place).cost == optimum


def test_it_ends_at_the_target(make_problem: Any) -> None:
    """At a proved optimum there is nothing left to do."""
    problem = make_problem(8, "symmetric", 2)
    optimum = enumerate_all(problem)[0]
    found = run(problem, MaxSeconds(60.0), target=optimum)
    assert found.cost == optimum


def test_an_interrupt_keeps_the_best(make_problem: Any) -> None:
    """Asked in the middle, the search returns what it has."""
    interrupt = Interrupt()
    heard: list[int] = []

    def listener(_progress: float, cost: int) -> None:
        heard.append(cost)
        if len(heard) == 3:
            interrupt.ask()

    problem = make_problem(40, "symmetric", 2)
    stop = FirstOf((MaxSeconds(60.0), interrupt))
    found = search(problem, np.random.default_rng(0), stop, listener)
    assert found.cost <= heard[-1]


def test_nothing_is_searched_once_it_is_over(make_problem: Any) -> None:
    """A spent budget gives the start back."""
    interrupt = Interrupt()
    interrupt.ask()
    problem = make_problem(9, "symmetric", 2)
    found = run(problem, interrupt, start=np.arange(9))
    assert (found.permutation.tolist(), found.iterations) == (list(range(9)), 0)


def test_the_listener_hears_a_rising_share(make_problem: Any) -> None:
    """Progress goes from 0 to 1 and never back."""
    heard: list[float] = []
    problem = make_problem(12, "symmetric", 2)
    search(
        problem, np.random.default_rng(0), MaxIterations(20_000), lambda share, _cost: heard.append(share)
    )
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


class Asked:
    """A budget of questions: over once the search has asked ``most`` times."""

    def __init__(self, most: int) -> None:
        self.most, self.count = most, 0

    def progress(self, iterations: int) -> float:  # noqa: ARG002 - the protocol's argument
        """Count the question, and return the share of all."""
        self.count += 1
        return self.count / self.most


def test_a_large_problem_asks_while_it_loads(make_problem: Any) -> None:
    """700 facilities: the tables alone ask 42 times, and moves ask in slices of 17."""
    problem = make_problem(700, "symmetric", 2)
    assert run(problem, Asked(40)).iterations == 0
    found = run(problem, Asked(80))
    assert 0 < found.iterations < 80 * (SLICE_ENTRIES // 700**2)
    assert sorted(found.permutation) == list(range(700))


@given(st.integers(1, 50), st.integers(0, 50), st.integers(1, 50))
def test_moves_left_are_those_of_the_budget(count: int, done: int, most: int) -> None:
    """What is left of the budget, no more than asked for, at least one."""
    assert moves_left(MaxIterations(count), done, most) == max(1, min(most, count - done))
