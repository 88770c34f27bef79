"""Enumeration against all permutations of the standard library."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.layout.dense import DenseProblem
from netfloor.layout.dense.enumeration import enumerate_all


@settings(max_examples=40)
@given(st.data())
def test_it_finds_the_least_of_all(problems: Any, plain_cost: Any, data: Any) -> None:
    """The least cost of all permutations, and one that has it."""
    problem = data.draw(problems(1, 6))
    cost, place = enumerate_all(problem)
    ways = [np.array(way) for way in permutations(range(problem.size))]
    assert cost == min(plain_cost(problem, way) for way in ways)
    assert plain_cost(problem, place) == cost
    assert sorted(place) == list(range(problem.size))


def test_large_problems_are_refused() -> None:
    """13! permutations would take hours."""
    with pytest.raises(ValueError, match="13 facilities"):
        enumerate_all(DenseProblem(np.zeros((13, 13), int), np.zeros((13, 13), int)))
