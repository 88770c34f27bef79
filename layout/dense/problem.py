"""The quadratic assignment problem with two dense matrices."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError

Matrix = npt.NDArray[np.int64]
Permutation = npt.NDArray[np.int64]

#: Limit on costs, so that sums of four costs fit into 64 bits.
MAX_COST = 1 << 61


@dataclass(frozen=True, eq=False, repr=False)
class DenseProblem:
    """Assign facility i to location ``p[i]`` to minimise ``sum flow[i, j] * distance[p[i], p[j]]``.

    Raise `InputError` if a permutation's cost could overflow 64-bit integers.
    """

    flow: Matrix  # between facilities, (n, n); may be asymmetric or negative; the diagonal counts
    distance: Matrix  # between locations, (n, n), likewise

    def __post_init__(self) -> None:
        for name in ("flow", "distance"):
            matrix = np.array(getattr(self, name), dtype=np.int64, order="C")
            if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
                raise ValueError(f"{name} is not a square matrix")
            matrix.flags.writeable = False
            object.__setattr__(self, name, matrix)
        if self.flow.shape != self.distance.shape:
            raise ValueError("flow and distance differ in size")
        if self.largest_cost >= MAX_COST:
            raise InputError(
                "the two matrices",
                "have entries so large that costs could overflow 64-bit integers",
                f"costs below {MAX_COST}",
            )

    def __repr__(self) -> str:
        return f"DenseProblem(n={self.size})"

    @property
    def size(self) -> int:
        """Number of facilities, and of locations."""
        return len(self.flow)

    @property
    def largest_cost(self) -> int:
        """Upper bound on the absolute cost of any permutation, exact in Python integers."""
        flow, distance = self.flow, self.distance
        return min(total_magnitude(flow) * magnitude(distance), total_magnitude(distance) * magnitude(flow))

    def cost(self, permutation: Permutation) -> int:
        """Return the cost of a permutation, (n,), numbered from 0."""
        return int((self.flow * self.distance[np.ix_(permutation, permutation)]).sum())

    def swap_change(self, permutation: Permutation, u: int, v: int) -> int:
        """Return the change of cost if u and v exchange locations, in O(n).

        Taillard (1991), Parallel Computing 17: the difference of the two sums.
        """
        if u == v:
            return 0
        a, b, p = self.flow, self.distance, permutation
        others = np.delete(np.arange(self.size), [u, v])
        s, t, rest = p[u], p[v], p[others]
        out = ((a[u, others] - a[v, others]) * (b[t, rest] - b[s, rest])).sum()
        back = ((a[others, u] - a[others, v]) * (b[rest, t] - b[rest, s])).sum()
        own = (a[u, u] - a[v, v]) * (b[t, t] - b[s, s]) + (a[u, v] - a[v, u]) * (b[t, s] - b[s, t])
        return int(out + back + own)


def magnitude(matrix: Matrix) -> int:
    """Return the largest absolute entry."""
    return max(int(matrix.max()), -int(matrix.min()))


def total_magnitude(matrix: Matrix) -> int:
    """Return the sum of absolute entries, exact beyond 64 bits."""
    size = np.abs(matrix)
    return (int((size >> 32).sum()) << 32) + int((size & 0xFFFFFFFF).sum())


@dataclass(frozen=True, eq=False)
class Assignment:
    """The best permutation of a search."""

    permutation: Permutation  # location of each facility, numbered from 0, (n,) int64
    cost: int  # exact cost
    iterations: int  # moves of tabu search made
    # (iterations, cost) at the start and at each improvement
    history: tuple[tuple[int, int], ...] = field(default=())
