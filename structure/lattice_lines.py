"""Loads and cuts along a dimension of a product of paths, rings and complete graphs."""

from fractions import Fraction

import numpy as np

from netfloor.structure.arrays import LongArray
from netfloor.topologies.families.lattices.lattice import Dimension


def line_load(part: Dimension) -> Fraction:
    """Return the load of the fullest link of a dimension under all-to-all traffic, divided by n."""
    halves = (part.size // 2) * (part.size - part.size // 2)
    each = {"path": Fraction(halves, part.size), "ring": Fraction(halves, 2 * part.size)}
    return each.get(part.kind, Fraction(1, part.size)) / part.links


def line_cut(part: Dimension, count: int) -> int:
    """Return the links between the first ``count`` switches of a line and the rest of it."""
    if count in {0, part.size}:
        return 0
    return {"path": 1, "ring": 2}.get(part.kind, count * (part.size - count)) * part.links


def line_cuts(part: Dimension) -> LongArray:
    """Return the links between the first 0 .. size switches of a line and the rest of it, (size + 1,)."""
    count = np.arange(part.size + 1)
    pairs = count * (part.size - count)
    if part.kind != "clique":
        pairs = np.where(pairs > 0, 1 if part.kind == "path" else 2, 0)
    return np.asarray(pairs * part.links, dtype=np.int64)


def line_degree(part: Dimension) -> int:
    """Return the links of a switch along a ring or within a complete graph."""
    return (2 if part.kind == "ring" else part.size - 1) * part.links


def as_cliques(part: Dimension) -> list[Dimension]:
    """Return a dimension as a product of complete graphs, if it is one."""
    if (part.kind, part.size) in {("path", 2), ("ring", 3)}:
        return [Dimension(part.size, "clique", part.links)]
    return [Dimension(2, "clique", part.links)] * 2 if (part.kind, part.size) == ("ring", 4) else [part]
