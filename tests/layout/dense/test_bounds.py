"""Every bound is below every cost."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import CheckFailedError
from netfloor.layout.dense import DenseBound, DenseProblem, lower_bound
from netfloor.layout.dense.bounds import (
    assignment_bound,
    cost_step,
    gilmore_lawler_bounds,
    projected_spectrum,
    projection_bound,
)
from netfloor.layout.dense.enumeration import enumerate_all
from netfloor.layout.dense.qaplib import read_instance

NUG12 = Path(__file__).parents[2] / "data" / "nug12.dat"


@settings(max_examples=200)
@given(st.data())
def test_no_bound_is_above_the_optimum(problems: Any, data: Any) -> None:
    """Gilmore-Lawler and projection, against enumeration."""
    problem = data.draw(problems(1, 7))
    optimum = enumerate_all(problem)[0]
    assert max(gilmore_lawler_bounds(problem)) <= optimum
    projection = projection_bound(problem)
    assert projection is None or projection <= optimum
    assert optimum % cost_step(problem) == 0


@settings(max_examples=60)
@given(st.data(), st.integers(0, 99))
def test_no_bound_is_above_any_cost(problems: Any, data: Any, seed: int) -> None:
    """Beyond what can be enumerated; a planted permutation may be the optimum."""
    problem = data.draw(problems(10, 16))
    place = np.random.default_rng(seed).permutation(problem.size)
    assert lower_bound(problem).cost <= problem.cost(place)


def test_bounds_of_a_published_instance() -> None:
    """Nugent et al.'s 12 facilities: 493 by Gilmore and Lawler, 472 by projection.

    Both as in Hadley, Rendl and Wolkowicz (1992); costs are even, so 494.
    """
    problem = read_instance(NUG12)
    assert max(gilmore_lawler_bounds(problem)) == 493
    assert projection_bound(problem) in {471, 472}
    assert lower_bound(problem) == DenseBound(494, "Gilmore-Lawler")


def test_linear_problems_are_solved_by_the_bound() -> None:
    """Diagonals alone are an assignment problem, which the bound solves."""
    rng = np.random.default_rng(3)
    problem = DenseProblem(np.diag(rng.integers(-9, 9, 6)), np.diag(rng.integers(-9, 9, 6)))
    assert max(gilmore_lawler_bounds(problem)) == enumerate_all(problem)[0]


def test_tiny_problems_are_bounded_by_their_optimum(make_problem: Any) -> None:
    """Where all permutations can be tried the bound is tight."""
    problem = make_problem(7, "neither", 4)
    assert lower_bound(problem) == DenseBound(enumerate_all(problem)[0], "enumeration")


@given(st.integers(2, 7), st.integers(0, 99), st.sampled_from([1, 2**20, 2**44, 2**55]))
def test_assignments_of_large_numbers_are_bounded_from_below(n: int, seed: int, scale: int) -> None:
    """Never above the cheapest of all assignments, and near to it."""
    costs = np.random.default_rng(seed).integers(-scale, scale + 1, size=(n, n))
    optimum = enumerate_assignment(costs)
    bound = assignment_bound(costs)
    assert optimum - n * max(1, scale >> 44) <= bound <= optimum


def enumerate_assignment(costs: np.ndarray) -> int:
    """Return the least assignment, row by row over sets of taken columns."""
    n = len(costs)
    least = {0: 0}
    for row in costs.tolist():
        reached: dict[int, int] = {}
        for taken, cost in least.items():
            for column in range(n):
                if not taken >> column & 1:
                    key = taken | 1 << column
                    reached[key] = min(reached.get(key, 1 << 70), cost + row[column])
        least = reached
    return least[(1 << n) - 1]


@given(st.integers(2, 12), st.integers(0, 99), st.sampled_from([1, 10**6]))
def test_the_spectrum_is_within_its_stated_error(n: int, seed: int, scale: int) -> None:
    """Against the matrix projected to n - 1 dimensions by a basis."""
    matrix = np.random.default_rng(seed).integers(-scale, scale + 1, size=(n, n))
    matrix = matrix + matrix.T
    basis = np.linalg.qr(np.column_stack([np.ones(n), np.eye(n)[:, 1:]]))[0][:, 1:]
    other = np.linalg.eigvalsh(n * n * (basis.T @ matrix @ basis))
    values, error = projected_spectrum(matrix)
    rounding = 1e-12 * n**3 * scale
    assert np.abs(np.sort(values) - other).max() <= error + rounding
    assert error <= 1e-8 * n**3 * scale


@pytest.mark.parametrize(
    ("kind", "method"), [("sparse", "no negative entry"), ("negative", "size of the entries")]
)
def test_without_time_there_is_still_a_bound(make_problem: Any, kind: str, method: str) -> None:
    """The first bound costs nothing and holds."""
    problem = make_problem(12, kind, 1)
    bound = lower_bound(problem, lambda: True)
    assert bound.method == method
    assert bound.cost <= lower_bound(problem).cost


def test_a_bound_above_a_cost_is_a_bug() -> None:
    """It raises instead of reporting a negative gap."""
    DenseBound(10, "test").check(10)
    with pytest.raises(CheckFailedError, match="above a cost of 9"):
        DenseBound(10, "test").check(9)
