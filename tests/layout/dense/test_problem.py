"""A dense problem's cost and the change of a swap."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.layout.dense import DenseProblem
from netfloor.layout.dense.problem import total_magnitude


@given(st.data(), st.randoms(use_true_random=False))
def test_cost_is_the_double_sum(problems: Any, plain_cost: Any, data: Any, random: Any) -> None:
    """The cost is QAPLIB's: flow[i, j] times distance[p[i], p[j]], over all i and j."""
    problem = data.draw(problems(1, 9))
    place = np.array(random.sample(range(problem.size), problem.size))
    assert problem.cost(place) == plain_cost(problem, place)


@given(st.data(), st.integers(0, 99))
def test_swap_change_is_the_difference_of_two_costs(
    problems: Any, plain_cost: Any, data: Any, seed: int
) -> None:
    """For every pair, symmetric or not, with diagonals and negative entries."""
    problem = data.draw(problems(1, 9))
    place = np.random.default_rng(seed).permutation(problem.size)
    u, v = (data.draw(st.integers(0, problem.size - 1)) for _ in range(2))
    after = place.copy()
    after[[u, v]] = place[[v, u]]
    assert problem.swap_change(place, u, v) == plain_cost(problem, after) - plain_cost(problem, place)


def test_matrices_are_copies_that_nobody_writes() -> None:
    """A problem does not change after its making."""
    flow = np.ones((2, 2), dtype=np.int64)
    problem = DenseProblem(flow, flow)
    flow[0, 1] = 7
    assert problem.flow[0, 1] == 1
    with pytest.raises(ValueError, match="read-only"):
        problem.flow[0, 1] = 7


@pytest.mark.parametrize("entry", [2**31, -(2**31), 2**40])
def test_costs_beyond_64_bits_are_refused(entry: int) -> None:
    """Rather refuse than compute a wrong cost."""
    with pytest.raises(InputError, match="64-bit"):
        DenseProblem(np.full((3, 3), entry), np.full((3, 3), entry))


@pytest.mark.parametrize(
    ("flow", "distance"), [((2, 3), (2, 3)), ((2, 2), (3, 3)), ((0, 0), (0, 0)), ((4,), (4,))]
)
def test_matrices_are_square_and_alike(flow: tuple[int, ...], distance: tuple[int, ...]) -> None:
    """Anything else is a caller's mistake."""
    with pytest.raises(ValueError, match=r"square|size"):
        DenseProblem(np.zeros(flow, np.int64), np.zeros(distance, np.int64))


@given(st.lists(st.integers(-(10**18), 10**18), min_size=1, max_size=40))
def test_total_magnitude_is_exact_beyond_64_bits(entries: list[int]) -> None:
    """Sums of large entries do not wrap around."""
    assert total_magnitude(np.array([entries], dtype=np.int64)) == sum(map(abs, entries))
