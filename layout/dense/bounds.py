"""Lower bounds on the cost of every permutation; the best one with its name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from netfloor.foundation.errors import CheckFailedError
from netfloor.layout.dense.enumeration import LARGEST_ENUMERATED, enumerate_all
from netfloor.layout.dense.gilmore_lawler import gilmore_lawler_bounds
from netfloor.layout.dense.problem import DenseProblem
from netfloor.layout.dense.projection import projection_bound
from netfloor.layout.dense.tables import without_diagonal

#: Beyond it a bound would take longer than a search is usually given.
LARGEST_BOUNDED = 1024


@dataclass(frozen=True)
class DenseBound:
    """No permutation costs less than ``cost``; ``method`` found that out."""

    cost: int
    method: str

    def check(self, cost: int) -> None:
        """Raise `CheckFailedError` if something was found that costs less: a bug."""
        if cost < self.cost:
            raise CheckFailedError(f"the {self.method} bound of {self.cost} is above a cost of {cost}")


def lower_bound(problem: DenseProblem, enough: Callable[[], bool] = lambda: False) -> DenseBound:
    """Return the best of all bounds that the problem's size permits.

    Parameters
    ----------
    enough
        Asked after each bound; True leaves out those that are left.
    """
    bounds = []
    for bound in _bounds(problem):
        bounds.append(bound)
        if enough():
            break
    return max(bounds, key=lambda bound: bound.cost)


def _bounds(problem: DenseProblem) -> Iterator[DenseBound]:
    if problem.size <= LARGEST_ENUMERATED:
        yield DenseBound(enumerate_all(problem)[0], "enumeration")
        return
    step = cost_step(problem)
    yield _plain_bound(problem)
    if problem.size <= LARGEST_BOUNDED:
        for cost in gilmore_lawler_bounds(problem):
            yield DenseBound(_raised(cost, step), "Gilmore-Lawler")
        projection = projection_bound(problem)
        if projection is not None:
            yield DenseBound(_raised(projection, step), "projection")


def _plain_bound(problem: DenseProblem) -> DenseBound:
    """Return what the entries' signs and sizes say."""
    if problem.flow.min() >= 0 and problem.distance.min() >= 0:
        return DenseBound(0, "no negative entry")
    return DenseBound(-problem.largest_cost, "size of the entries")


def cost_step(problem: DenseProblem) -> int:
    """Return a number that divides every cost, 1 where nothing better is known.

    Without diagonals every product is a multiple of both matrices' common divisors, and
    every product stands twice if both matrices are symmetric.
    """
    if problem.flow.diagonal().any() and problem.distance.diagonal().any():
        return 1
    flow, distance = without_diagonal(problem.flow), without_diagonal(problem.distance)
    twice = np.array_equal(flow, flow.T) and np.array_equal(distance, distance.T)
    divisor = int(np.gcd.reduce(flow, axis=None)) * int(np.gcd.reduce(distance, axis=None))
    return max(1, divisor * (2 if twice else 1))


def _raised(cost: int, step: int) -> int:
    """Return the least multiple of ``step`` that is at least ``cost``."""
    return -(-cost // step) * step
