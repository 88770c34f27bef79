"""The fewest links around a set of every size, as an interval."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from structure.partitions.certified_cuts import certified_cuts
from structure.partitions.cuboids import line_cut
from structure.partitions.lexicographic import best_prefix_cuts, lindsey_cuts
from structure.partitions.subsets import best_subset
from structure.partitions.two_cliques import two_clique_cuts
from topologies.lattice import Dimension

Counts = npt.NDArray[np.int64]
#: Sets that may be tried for one size, where no closed form is known: a few milliseconds.
MOST_SETS = 400_000


@dataclass(frozen=True, eq=False)
class CutCurve:
    """Bounds on the links that leave the best set of 1 .. n / 2 routers.

    Attributes
    ----------
    lower, upper
        Certified, and reached by a set, (n / 2,) each.
    degree
        Links of a router, the most where they differ.
    method
        What the bounds are from.
    least_degree
        The fewest links of a router; None where all have as many.
    """

    lower: Counts
    upper: Counts
    degree: int
    method: str
    least_degree: int | None = None

    def __post_init__(self) -> None:
        self.lower.flags.writeable = self.upper.flags.writeable = False


def cut_curve(dimensions: Sequence[Dimension]) -> CutCurve:
    """Return the interval for every size in a product of rings and complete graphs.

    Exact for hypercubes (Harper), products of complete graphs of equal capacity (Lindsey), of
    two complete graphs of any, and for what is small enough to try all sets.

    Raises
    ------
    ValueError
        If the product has fewer than 2 routers or a path of more than 2, whose routers
        differ in degree.
    """
    if not dimensions or any(part.kind == "path" and part.size > 2 for part in dimensions):
        raise ValueError("a product of rings and complete graphs is needed")
    parts = [Dimension(2, "clique", part.links) if part.kind == "path" else part for part in dimensions]
    sizes = np.arange(1, math.prod(part.size for part in parts) // 2 + 1)
    degree = sum((2 if part.kind == "ring" else part.size - 1) * part.links for part in parts)
    exact, method = _closed_form(parts, sizes)
    if exact is not None:
        return CutCurve(exact, exact.copy(), degree, method)
    lower = certified_cuts(parts, sizes)
    upper = np.minimum(best_prefix_cuts(parts, sizes), _cuboid_cuts(parts, len(sizes)))
    for i in np.flatnonzero(lower < upper):
        best = best_subset(parts, int(sizes[i]), MOST_SETS)
        if best is not None:
            lower[i] = upper[i] = best.links
    return CutCurve(lower, upper, degree, method)


def _closed_form(parts: Sequence[Dimension], sizes: Counts) -> tuple[Counts | None, str]:
    cliques = [split for part in parts for split in as_cliques(part)]
    if all(part.kind == "clique" for part in cliques):
        capacities = {part.links for part in cliques}
        if len(capacities) == 1:
            order = "Harper's order" if {part.size for part in cliques} == {2} else "Lindsey's order"
            return lindsey_cuts([part.size for part in cliques], sizes) * capacities.pop(), order
        if len(cliques) == 2:
            return two_clique_cuts(cliques)[1 : len(sizes) + 1].copy(), "all staircases"
    return None, "routing and projections; cuboids and lexicographic sets"


def as_cliques(part: Dimension) -> list[Dimension]:
    """Return a dimension as a product of complete graphs, where it is one."""
    if (part.kind, part.size) in {("path", 2), ("ring", 3)}:
        return [Dimension(part.size, "clique", part.links)]
    return [Dimension(2, "clique", part.links)] * 2 if (part.kind, part.size) == ("ring", 4) else [part]


def _cuboid_cuts(parts: Sequence[Dimension], most: int) -> Counts:
    """Return the fewest links around a cuboid of 1 .. most routers, a large number where none fits."""
    volumes, cuts = np.ones(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    for part in parts:
        sides = np.arange(1, part.size + 1)
        lines = np.asarray([line_cut(part, int(side)) for side in sides])
        cuts = (cuts[:, None] * sides + volumes[:, None] * lines).ravel()
        volumes = (volumes[:, None] * sides).ravel()
    best = np.full(most + 1, np.iinfo(np.int64).max)
    fits = volumes <= most
    np.minimum.at(best, volumes[fits], cuts[fits])
    return best[1:]
