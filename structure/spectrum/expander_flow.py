"""The flow with the largest second eigenvalue, by a linear programme with cutting planes.

If the switches form a group, a best flow is the same at all switches, because averaging a flow over the
group does not make it worse. The unknowns are the weights of paths u, u a, u a b, ... and the eigenvalue t.
For each vector v of a finite collection, the quadratic form after the flow is at least t; the lowest
eigenvectors after the current flow are added repeatedly. Paths are added where the programme's prices
violate the triangle inequality. The optimum is that of the semidefinite relaxation of sparsest cut by
Goemans and Linial (Goemans, Semidefinite programming in combinatorial optimization, 1997, section 6; Arora,
Rao, Vazirani, Expander flows, geometric embeddings and graph partitioning, 2009).
"""

from dataclasses import dataclass, field

import numpy as np

from netfloor.structure.arrays import FloatArray, LongArray
from netfloor.structure.spectrum.cayley import CayleyGroup, cayley_group
from netfloor.structure.spectrum.flow import UNIT, ExpanderFlow

#: Relative to the largest entry: length of a step at which the space is exhausted, and distance between
#: distinct eigenvalues.
EXHAUSTED = 1e-9


def count_distinct(matrix: FloatArray) -> int:
    """Count the distinct eigenvalues of a symmetric matrix."""
    values = np.linalg.eigvalsh(matrix)
    return 1 + int((np.diff(values) > EXHAUSTED * np.abs(values).max()).sum())


def distinct_eigenvectors(
    matrix: FloatArray, known: FloatArray, steps: int
) -> tuple[FloatArray, FloatArray]:
    """Return the distinct eigenvalues, ascending, and a unit eigenvector of each, (e,) and (e, n).

    All eigenvectors of an eigenvalue are equivalent under the group. The Krylov space of the vector 1 on a
    single switch meets every eigenspace in exactly one vector, so Lanczos' method from there ends after as
    many steps as there are eigenvalues; further steps only produce copies by rounding. Products use plain
    loops, because threads of a linear algebra library wait for each other on busy processors.

    Parameters
    ----------
    matrix
        Symmetric, invariant under a group that acts transitively, (n, n).
    known
        A unit eigenvector to exclude, (n,).
    steps
        Maximum number of distinct eigenvalues.
    """
    from scipy.linalg import eigh_tridiagonal  # noqa: PLC0415 - a heavy import

    scale, n = float(np.abs(matrix).max(initial=1.0)), len(matrix)
    basis = np.zeros((steps, n))
    diagonal, beside = [], []
    vector = _without(np.eye(1, n)[0], known[None])
    vector /= np.linalg.norm(vector)
    for step in range(min(steps, n - 1)):
        basis[step] = vector
        image = np.einsum("ij,j->i", matrix, vector)
        diagonal.append(float(image @ vector))
        vector = _without(_without(image, basis[: step + 1]), known[None])
        vector = _without(vector, basis[: step + 1])
        length = float(np.linalg.norm(vector))
        if length < EXHAUSTED * scale:
            break
        beside.append(length)
        vector /= length
    values, small = eigh_tridiagonal(np.array(diagonal), np.array(beside[: len(diagonal) - 1]))
    return values, np.einsum("ji,jn->in", small, basis[: len(diagonal)], optimize=False)


def _without(vector: FloatArray, basis: FloatArray) -> FloatArray:
    return np.asarray(vector - np.einsum("jn,j->n", basis, np.einsum("jn,n->j", basis, vector)))


#: Relative gap between the eigenvalue found and the best possible at which the search stops.
TOLERANCE = 3e-4
ROUNDS = 40
#: Total entries of all programmes after which the best flow so far is used: some seconds.
MAX_ENTRIES = 2_000_000
#: Maximum numbers of test vectors, of two-step paths, and of paths along links to add per round.
VECTORS, TRIANGLES, WAYS = 30, 200, 60
#: Up to this many generators, all two-link paths are present from the start.
MAX_AT_ONCE = 32
#: Step size from the best flow towards the programme's optimum in each round.
STEP = 0.9
#: Violations below this are ignored.
NOTHING = 1e-7


@dataclass
class _Programme:
    """The linear programme: ``t <= form . (links - columns @ weights)`` for every form.

    Pairs (u, u h) are counted by the element h. A form is a vector's quadratic form on each h; a column
    counts how often its path uses each h, minus 1 for its end.
    """

    group: CayleyGroup
    links: FloatArray
    forms: list[FloatArray] = field(default_factory=list)
    columns: list[FloatArray] = field(default_factory=list)
    paths: list[tuple[int, ...]] = field(default_factory=list)
    known: set[bytes] = field(default_factory=set)

    def __post_init__(self) -> None:
        n = len(self.links)
        self.class_of = np.minimum(np.arange(n), self.group.inverses)
        generic, _ = self.laplacian(np.random.default_rng(0).random(n))
        self.spaces = count_distinct(generic)
        self.radix = 2 * float(self.links.sum())

    def add_path(self, steps: tuple[int, ...], end: int) -> None:
        """Add a path given the elements of its steps, unless an equivalent path exists."""
        column = np.zeros(len(self.links))
        np.add.at(column, self.class_of[list(steps)], 1.0)
        column[self.class_of[end]] -= 1
        if end and column.tobytes() not in self.known:
            self.known.add(column.tobytes())
            self.columns.append(column)
            self.paths.append(steps)

    def after(self, weights: FloatArray) -> FloatArray:
        """Return the weight of each element's pairs after a flow, (n,)."""
        taken = sum((w * column for w, column in zip(weights, self.columns, strict=False) if w), 0.0)
        return np.asarray(self.links - taken)

    def add_forms(self, pairs: FloatArray, limit: float) -> float:
        """Add the forms of eigenvectors below a limit; return the second eigenvalue.

        Images of a vector under the group have the same form.
        """
        values, vectors = distinct_eigenvectors(*self.laplacian(pairs), self.spaces)
        products = self.group.products
        for v in vectors[values < limit][:VECTORS]:
            self.forms.append(np.round(2 - 2 * np.einsum("u,uh->h", v, v[products]), 12))
        return float(values[0])

    def laplacian(self, pairs: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the Laplacian of weights by element, (n, n), and its constant unit vector."""
        n = len(pairs)
        weights = np.empty((n, n))
        weights[np.arange(n)[:, None], self.group.products] = pairs
        weights += weights.T
        return np.diag(weights.sum(axis=1)) - weights, np.full(n, n**-0.5)

    def solve(self) -> tuple[FloatArray, float, FloatArray] | None:
        """Return the weights, t, and the mean of the forms weighted by their prices, (n,)."""
        from scipy.optimize import linprog  # noqa: PLC0415 - a heavy import

        forms, paths = np.array(self.forms), len(self.columns)
        slacks = forms @ np.array(self.columns).reshape(paths, len(self.links)).T
        maximum = [(0.0, self.radix)] * paths + [(0.0, 2 * self.radix)]
        goal = np.append(np.zeros(paths), -1.0)
        rows = np.hstack([slacks, np.ones((len(forms), 1))])
        result = linprog(goal, rows, forms @ self.links, bounds=maximum, method="highs")
        if result.status != 0:
            return None
        prices = -result.ineqlin.marginals
        mean = prices @ forms if prices.sum() > NOTHING else forms.mean(axis=0)
        return result.x[:-1], float(result.x[-1]), mean


def expander_flow(table: LongArray, counts: LongArray) -> ExpanderFlow:
    """Return a flow that (nearly) maximises a network's second eigenvalue.

    Parameters
    ----------
    table
        ``table[u, g]``: neighbour of switch u by generator g, (n, k); the columns are all neighbours, each
        once, in a group's Cayley graph.
    counts
        Parallel links of each generator, (k,).

    Returns
    -------
    ExpanderFlow
        Without paths if the network's own eigenvalue is within 0.03 % of the best.

    Raises
    ------
    ValueError
        If the table is not that of a group.
    """
    n, k = table.shape
    if k == n - 1 and (counts == counts[0]).all():
        return ExpanderFlow(table, (), ())  # the eigenvalue of a complete graph is exact for every cut
    group = cayley_group(table)
    links = np.zeros(n)
    np.add.at(links, table[0], counts / 2)
    programme = _Programme(group, links)
    few = table[0].tolist() if k <= MAX_AT_ONCE else []
    for a in few:
        for b in few:
            programme.add_path((a, b), int(group.products[a, b]))
    return _as_flow(programme, table, _best_weights(programme, table))


def _best_weights(programme: _Programme, table: LongArray) -> FloatArray:
    """Return the best weight of each path, (up to all paths,)."""
    best = np.zeros(len(programme.columns))
    minimum = programme.add_forms(programme.links, np.inf)
    entries = 0
    for _ in range(ROUNDS):
        entries += len(programme.forms) * len(programme.columns)
        solved = programme.solve() if entries <= MAX_ENTRIES else None
        if solved is None:
            break
        weights, maximum, mean = solved
        complete = not _add_violated(programme, table, mean)
        best = np.append(best, np.zeros(len(weights) - len(best)))
        mixed = STEP * weights + (1 - STEP) * best
        value = programme.add_forms(programme.after(mixed), maximum * (1 - 1e-6))
        if value > minimum:
            minimum, best = value, mixed
        if complete and maximum - minimum <= TOLERANCE * minimum:
            break
    return best


def _add_violated(programme: _Programme, table: LongArray, price: FloatArray) -> bool:
    """Add paths whose end costs more than their steps; return whether there are any.

    Paths along links come first: few of them replace many triangles.
    """
    before = len(programme.columns)
    _add_ways(programme, table, price)
    if len(programme.columns) == before:
        _add_triangles(programme, price)
    return len(programme.columns) > before


def _add_triangles(programme: _Programme, price: FloatArray) -> None:
    products, maximum = programme.group.products, len(programme.columns) + TRIANGLES
    excess = price[products] - price[:, None] - price
    excess[0], excess[:, 0] = 0, 0
    rows, columns = np.nonzero(excess > NOTHING)
    for i in np.argsort(-excess[rows, columns], kind="stable")[: 4 * TRIANGLES]:
        if len(programme.columns) >= maximum:
            break
        a, b = int(rows[i]), int(columns[i])
        programme.add_path((a, b), int(products[a, b]))


def _add_ways(programme: _Programme, table: LongArray, price: FloatArray) -> None:
    from scipy.sparse import csr_array  # noqa: PLC0415 - a heavy import
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415 - a heavy import

    n, k = table.shape
    lengths = np.tile(np.maximum(price[table[0]], 1e-12), n)
    graph = csr_array((lengths, table.ravel(), np.arange(0, n * k + 1, k)), shape=(n, n))
    distance, before = dijkstra(graph, indices=0, return_predecessors=True)
    excess = price - distance
    for end in np.argsort(-excess, kind="stable")[:WAYS].tolist():
        if excess[end] <= NOTHING:
            break
        steps, here = [], end
        while here:
            last = int(before[here])
            steps.append(int(table[0, np.flatnonzero(table[last] == here)[0]]))
            here = last
        programme.add_path(tuple(reversed(steps)), end)


def _as_flow(programme: _Programme, table: LongArray, weights: FloatArray) -> ExpanderFlow:
    """Return the paths with positive weight, with their steps as words of generators."""
    whole = np.rint(weights / UNIT).astype(np.int64).tolist()
    words = programme.group.words
    chosen = [(path, w) for path, w in zip(programme.paths, whole, strict=False) if w > 0]
    paths = tuple(tuple(words[step] for step in path) for path, _ in chosen)
    return ExpanderFlow(table, paths, tuple(w for _, w in chosen))
