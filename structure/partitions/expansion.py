"""Small-set expansion: the share of a small set's links that leave it, at its smallest."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from structure.partitions.cut_curve import CutCurve

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Expansion:
    """The small-set expansion h_t for sets of at most ``size`` routers.

    Attributes
    ----------
    size
        Routers of the largest sets, t.
    lower_links, upper_links
        Links that leave the best set of exactly this size: certified, and found.
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
        """True where both bounds are one number."""
        return self.lower == self.upper


def expansions(curve: CutCurve) -> Iterator[Expansion]:
    """Yield h_t for t = 1 .. n / 2.

    ``h_t`` is the least of ``cut / (inside + cut)`` over all sets of at most t routers (Oltchik, Schwartz,
    section 2), ``2 cut / (k s + cut)`` for s routers of degree k, between the values for the most and
    the fewest links where routers differ.
    """
    least = curve.degree if curve.least_degree is None else curve.least_degree
    lowest, highest = _shares(curve.lower, curve.degree), _shares(curve.upper, least)
    columns = (curve.lower.tolist(), curve.upper.tolist(), lowest.tolist(), highest.tolist())
    for size, (cut, found, low, high) in enumerate(zip(*columns, strict=True), 1):
        yield Expansion(size, cut, found, low, high)


def expansion_of(curve: CutCurve, size: int) -> Expansion:
    """Return h_t for one t, 1 .. n / 2."""
    return next(islice(expansions(curve), size - 1, None))


def _shares(cuts: Counts, degree: int) -> npt.NDArray[np.float64]:
    """Return the least share so far; one division each, so equal fractions are equal numbers."""
    sizes = np.arange(1, len(cuts) + 1)
    ends = degree * sizes + cuts
    shares = np.divide(2 * cuts, ends, out=np.zeros(len(cuts)), where=ends > 0)
    return np.asarray(np.minimum.accumulate(np.minimum(shares, 1.0)))
