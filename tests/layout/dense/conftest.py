"""Small dense problems of every kind."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import strategies as st

from netfloor.layout.dense import DenseProblem

#: What the matrices may be; costs of a "large" one do not fit into 32 bits.
KINDS = ("symmetric", "flow only", "distance only", "neither", "negative", "sparse", "large", "no flow")


def _problem(n: int, kind: str, seed: int) -> DenseProblem:
    """Return a random problem with diagonals."""
    rng = np.random.default_rng(seed)
    low, high = (-9, 10) if kind == "negative" else (0, 2**24 if kind == "large" else 10)
    flow, distance = rng.integers(low, high, size=(2, n, n))
    if kind in {"symmetric", "flow only", "sparse"}:
        flow = np.triu(flow) + np.triu(flow, 1).T
    if kind in {"symmetric", "distance only"}:
        distance = np.triu(distance) + np.triu(distance, 1).T
    if kind == "sparse":
        flow *= np.abs(np.subtract.outer(np.arange(n), np.arange(n))) == 1
    return DenseProblem(flow * (kind != "no flow"), distance)


@pytest.fixture(scope="session")
def make_problem() -> Callable[[int, str, int], DenseProblem]:
    """Make a random problem of n facilities, of a kind, by a seed."""
    return _problem


@pytest.fixture(scope="session")
def problems() -> Callable[[int, int], st.SearchStrategy[DenseProblem]]:
    """Problems of every kind to draw from, between two sizes."""

    def strategy(least: int, most: int) -> st.SearchStrategy[DenseProblem]:
        seeds = st.integers(0, 2**32 - 1)
        return st.builds(_problem, st.integers(least, most), st.sampled_from(KINDS), seeds)

    return strategy


@pytest.fixture(scope="session")
def plain_cost() -> Callable[[DenseProblem, np.ndarray], int]:
    """Add up a cost term by term in Python's integers."""

    def cost(problem: DenseProblem, place: np.ndarray) -> int:
        flow, distance, p = problem.flow.tolist(), problem.distance.tolist(), place.tolist()
        n = range(len(p))
        return sum(flow[i][j] * distance[p[i]][p[j]] for i in n for j in n)

    return cost
