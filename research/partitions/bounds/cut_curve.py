"""The fewest links around a set of every size, as an interval, and the small-set expansion."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from netfloor.research.partitions.bounds.best_sets import best_prefix_cuts, lindsey_cuts, two_clique_cuts
from netfloor.research.partitions.bounds.certified_cuts import certified_cuts
from netfloor.research.partitions.bounds.subsets import best_subset
from netfloor.structure.arrays import FloatArray, LongArray
from netfloor.structure.lattice_lines import as_cliques, line_cuts, line_degree
from netfloor.topologies.families.lattices.lattice import Dimension, lattice_routers

#: Limit on enumerated sets of one size, without a closed form: a few milliseconds.
MAX_SETS = 400_000


@dataclass(frozen=True, eq=False)
class CutCurve:
    """Bounds on the links that leave the best set of 1 .. n / 2 switches.

    Attributes
    ----------
    lower, upper, method
        Certified, and reached by a set, (n / 2,) each; their source.
    degree, least_degree
        Maximum and minimum links of a switch; the latter None if all are equal.
    """

    lower: LongArray
    upper: LongArray
    degree: int
    method: str
    min_degree: int | None = None

    def __post_init__(self) -> None:
        self.lower.flags.writeable = self.upper.flags.writeable = False


def cut_curve(dimensions: Sequence[Dimension]) -> CutCurve:
    """Return the interval for every size in a product of rings and complete graphs.

    Exact for hypercubes (Harper), products of complete graphs of equal capacity (Lindsey), of two complete
    graphs of any capacity, and for products small enough to enumerate.

    Raises
    ------
    ValueError
        If the product has fewer than 2 switches or a path of more than 2, whose switches differ in degree.
    """
    if not dimensions or any(part.kind == "path" and part.size > 2 for part in dimensions):
        raise ValueError("a product of rings and complete graphs is needed")
    parts = [Dimension(2, "clique", part.links) if part.kind == "path" else part for part in dimensions]
    sizes = np.arange(1, lattice_routers(parts) // 2 + 1)
    degree = sum(map(line_degree, parts))
    exact, method = _closed_form(parts, sizes)
    if exact is not None:
        return CutCurve(exact, exact.copy(), degree, method)
    lower = certified_cuts(parts, sizes)
    upper = np.minimum(best_prefix_cuts(parts, sizes), _cuboid_cuts(parts, len(sizes)))
    for i in np.flatnonzero(lower < upper):
        best = best_subset(parts, int(sizes[i]), MAX_SETS)
        if best is not None:
            lower[i] = upper[i] = best.links
    return CutCurve(lower, upper, degree, method)


def _closed_form(parts: Sequence[Dimension], sizes: LongArray) -> tuple[LongArray | None, str]:
    cliques = [split for part in parts for split in as_cliques(part)]
    if all(part.kind == "clique" for part in cliques):
        capacities = {part.links for part in cliques}
        if len(capacities) == 1:
            order = "Harper's order" if {part.size for part in cliques} == {2} else "Lindsey's order"
            return lindsey_cuts([part.size for part in cliques], sizes) * capacities.pop(), order
        if len(cliques) == 2:
            return two_clique_cuts(cliques)[1 : len(sizes) + 1].copy(), "all staircases"
    return None, "routing and projections; cuboids and lexicographic sets"


def _cuboid_cuts(parts: Sequence[Dimension], most: int) -> LongArray:
    """Return the fewest links around a cuboid of 1 .. most switches, a large number if none fits."""
    volumes, cuts = np.ones(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    for part in parts:
        sides = np.arange(1, part.size + 1)
        cuts = (cuts[:, None] * sides + volumes[:, None] * line_cuts(part)[1:]).ravel()
        volumes = (volumes[:, None] * sides).ravel()
    best = np.full(most + 1, np.iinfo(np.int64).max)
    fits = volumes <= most
    np.minimum.at(best, volumes[fits], cuts[fits])
    return best[1:]


@dataclass(frozen=True)
class Expansion:
    """The small-set expansion h_t for sets of at most ``size`` switches, t: certified, and found.

    Attributes
    ----------
    lower_links, upper_links
        Links that leave the best set of exactly this size.
    lower, upper
        Bounds on h_t.
    """

    size: int
    lower_links: int
    upper_links: int
    lower: float
    upper: float

    @property
    def exact(self) -> bool:
        """True if both bounds are equal."""
        return self.lower == self.upper


def expansions(curve: CutCurve) -> Iterator[Expansion]:
    """Yield h_t for t = 1 .. n / 2.

    ``h_t`` is the least of ``cut / (inside + cut)`` over all sets of at most t switches (Oltchik, Schwartz,
    section 2), ``2 cut / (k s + cut)`` for s switches of degree k; with unequal degrees, an interval from
    the maximum and minimum degree.
    """
    minimum = curve.degree if curve.min_degree is None else curve.min_degree
    lowest, highest = _shares(curve.lower, curve.degree), _shares(curve.upper, minimum)
    columns = (curve.lower.tolist(), curve.upper.tolist(), lowest.tolist(), highest.tolist())
    for size, (cut, result, low, high) in enumerate(zip(*columns, strict=True), 1):
        yield Expansion(size, cut, result, low, high)


def expansion_of(curve: CutCurve, size: int) -> Expansion:
    """Return h_t for one t, 1 .. n / 2."""
    return next(islice(expansions(curve), size - 1, None))


def _shares(cuts: LongArray, degree: int) -> FloatArray:
    """Return the running minimum of the shares; one division each, so equal fractions compare equal."""
    sizes = np.arange(1, len(cuts) + 1)
    ends = degree * sizes + cuts
    shares = np.divide(2 * cuts, ends, out=np.zeros(len(cuts)), where=ends > 0)
    return np.asarray(np.minimum.accumulate(np.minimum(shares, 1.0)))
