"""A dense problem as arrays for the kernels."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from netfloor.layout.dense.problem import DenseProblem, Matrix, magnitude

Array = npt.NDArray[Any]


class Tables(NamedTuple):
    """Matrices in the narrowest type that holds every change of a swap.

    If a matrix is symmetric, only the sum of both directions of the other counts, which halves the work.

    Attributes
    ----------
    flow, distance
        Without their diagonals, (n, n); if ``symmetric``, one of them is the sum of both directions.
    back
        The transposed flow, (n, n), or (0, 0) if symmetric.
    pair
        Factor of the permuted distance of a pair in its own swap, (n, n).
    own_flow, own_distance
        The diagonals, (n,).
    """

    flow: Array
    back: Array
    pair: Array
    distance: Array
    own_flow: Array
    own_distance: Array

    @property
    def size(self) -> int:
        """Number of facilities."""
        return len(self.flow)

    @property
    def symmetric(self) -> bool:
        """True if each pair counts once."""
        return not len(self.back)


class Bench(NamedTuple):
    """A permutation under search, with the tables that make its swaps cheap to evaluate.

    Attributes
    ----------
    place, best_place
        Location of each facility, current and best, (n,) int64.
    near
        Distances between facilities, (n, n).
    both
        Its transpose, later the sum of both directions, (n, n), or (0, 0) if symmetric.
    table
        Cost of facility i at the location of facility j, (n, n).
    change, until
        Change of cost of every swap, and the move until which it is tabu, (n // 2, n).
    expiry
        Move until which a facility must avoid a location, (n, n).
    x, y, x_back, y_back
        Outer product of the last exchange, each vector twice in a row, (2 n,).
    own, line, least
        Scratch space for the diagonal and a row of the table, (n,), and each row's minimum, (n // 2,).
    random
        State of the generator, (1,) uint64.
    """

    place: Array
    best_place: Array
    near: Array
    both: Array
    table: Array
    change: Array
    until: Array
    expiry: Array
    x: Array
    y: Array
    x_back: Array
    y_back: Array
    own: Array
    line: Array
    least: Array
    random: Array


def make_bench(tables: Tables) -> Bench:
    """Allocate a bench for a problem's tables."""
    n, kind = tables.size, tables.flow.dtype
    place, best_place = np.zeros((2, n), dtype=np.int64)
    near, table = np.zeros((2, n, n), dtype=kind)
    change, until = np.zeros((n // 2, n), dtype=kind), np.zeros((n // 2, n), dtype=np.int32)
    expiry = np.zeros((n, n), dtype=np.int32)
    x, y, x_back, y_back = np.zeros((4, 2 * n), dtype=kind)
    own, line = np.zeros((2, n), dtype=kind)
    minimum, random = np.zeros(n // 2, dtype=kind), np.zeros(1, dtype=np.uint64)
    both = np.zeros_like(tables.back)
    return Bench(
        place=place,
        best_place=best_place,
        near=near,
        both=both,
        table=table,
        change=change,
        until=until,
        expiry=expiry,
        x=x,
        y=y,
        x_back=x_back,
        y_back=y_back,
        own=own,
        line=line,
        least=minimum,
        random=random,
    )


def make_tables(problem: DenseProblem, kind: type[np.int32 | np.int64] | None = None) -> Tables:
    """Build the tables of a problem, in its `narrowest` type unless ``kind`` is given."""
    flow, distance = without_diagonal(problem.flow), without_diagonal(problem.distance)
    own_flow, own_distance = problem.flow.diagonal(), problem.distance.diagonal()
    symmetric = True
    if np.array_equal(distance, distance.T):
        flow = flow + flow.T
    elif np.array_equal(flow, flow.T):
        distance = distance + distance.T
    else:
        symmetric = False
    back = np.zeros((0, 0), np.int64) if symmetric else flow.T
    pair = 2 * flow if symmetric else flow + flow.T
    parts = (flow, back, pair, distance, own_flow, own_distance)
    return Tables(*(np.ascontiguousarray(part, dtype=kind or narrowest(problem)) for part in parts))


def without_diagonal(matrix: Matrix) -> Matrix:
    """Return a copy with a zero diagonal."""
    copy = matrix.copy()
    np.fill_diagonal(copy, 0)
    return copy


def narrowest(problem: DenseProblem) -> type[np.int32] | type[np.int64]:
    """Return int32 if no change of a swap can overflow it: at most four rows of products."""
    flow = np.abs(problem.flow)
    line = int((flow.sum(axis=0) + flow.sum(axis=1)).max()) if magnitude(flow) < 2**31 else 2**63
    maximum = 4 * max(line, 1) * max(magnitude(problem.distance), 1)
    return np.int32 if maximum < 2**31 - 1 else np.int64
