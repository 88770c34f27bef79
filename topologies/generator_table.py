"""Neighbour tables by generator, for networks whose switches form a group."""

from collections.abc import Callable, Sequence
from functools import reduce

import numpy as np
import numpy.typing as npt

from netfloor.topologies.families.algebraic import lps
from netfloor.topologies.families.lattices.lattice import Dimension
from netfloor.topologies.families.lattices.lattice_families import lattice_of
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

LongArray = npt.NDArray[np.int64]


def factor_tables(topology: Topology) -> list[LongArray] | None:
    """Return a table for each Cartesian factor of a network, (n_i, k_i).

    Most networks have a single factor.

    ``table[u, g]`` is switch u times generator g; each neighbour appears once, regardless of parallel
    links. Switches are numbered by coordinates, the last factor's fastest. None if the family is not a
    group.
    """
    dimensions = lattice_of(topology)
    if dimensions is not None:
        return _lattice(dimensions)
    if topology.family == "product":
        return _of_factors(topology)
    find = _TABLES.get(topology.family)
    return None if find is None else [find(topology)]


def product_table(tables: Sequence[LongArray]) -> LongArray:
    """Return the table of a Cartesian product, with the first factor's generators first."""
    return reduce(_product, tables)


def _lattice(dimensions: Sequence[Dimension]) -> list[LongArray] | None:
    """Return the tables of rings and cliques."""
    if any(part.kind == "path" and part.size > 2 for part in dimensions):
        return None
    return [
        _ring(part.size, range(1, part.size) if part.kind == "clique" else sorted({1, part.size - 1}))
        for part in dimensions
    ]


def _ring(n: int, shifts: Sequence[int]) -> LongArray:
    """Return the table of n switches in a ring, (n, shifts)."""
    return (np.arange(n, dtype=np.int64)[:, None] + np.array(shifts, dtype=np.int64)) % n


def _product(left: LongArray, right: LongArray) -> LongArray:
    """Return the table of a Cartesian product, with number ``a m + b`` for switch (a, b)."""
    n, m = len(left), len(right)
    first = np.repeat(left * m, m, axis=0) + np.tile(np.arange(m), n)[:, None]
    second = np.tile(right, (n, 1)) + np.repeat(np.arange(n) * m, m)[:, None]
    return np.hstack([first, second])


def _circulant(topology: Topology) -> LongArray:
    n = topology.routers
    jumps = topology.parameters["jumps"]
    return _ring(n, sorted({jump for s in jumps for jump in (s, n - s)}))


def _of_factors(topology: Topology) -> list[LongArray] | None:
    seed = topology.parameters.get("seed", 0)
    of_factors: list[LongArray] = []
    for spec in topology.parameters["factors"]:
        tables = factor_tables(build(spec, seed=seed))
        if tables is None:
            return None
        of_factors += tables
    return of_factors


_TABLES: dict[str, Callable[[Topology], LongArray]] = {
    "circulant": _circulant,
    "complete": lambda topology: _ring(topology.routers, range(1, topology.routers)),
    "lps": lambda topology: lps.generator_table(**topology.parameters),
}
