"""Number of a network's cables by length: by its rule's closed form, or by a layout."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.foundation.units import MM_PER_M
from netfloor.layout.cable_plan import CablePlan
from netfloor.research.growth.packaging.cable_classes import CableClass

LongArray = npt.NDArray[np.int64]
#: Number of intervals of a rule's length distribution; cables have the midpoint of their interval.
LENGTH_PARTS = 500


@dataclass(frozen=True, eq=False)
class LengthTable:
    """Cables by length; each length is priced once.

    Attributes
    ----------
    inside
        Number of cables inside a cabinet.
    floor_mm, cables
        Floor part of the length of cables between cabinets, without the overhead at the ends, ascending,
        and number of cables with it, (lengths,) each.
    """

    inside: int
    floor_mm: LongArray
    cables: LongArray

    @property
    def between(self) -> int:
        """Number of cables between cabinets."""
        return int(self.cables.sum())

    @property
    def total(self) -> int:
        """Number of cables."""
        return self.inside + self.between

    def total_mm(self, overhead_mm: int, inside_mm: int) -> int:
        """Return the total cable length, including overhead."""
        return self.inside * inside_mm + self.between * overhead_mm + int(self.floor_mm @ self.cables)

    def longest_mm(self, overhead_mm: int, inside_mm: int) -> int:
        """Return the length of the longest cable, 0 without any."""
        between = overhead_mm + int(self.floor_mm.max(initial=0)) if self.between else 0
        return max(inside_mm if self.inside else 0, between)


def closed_lengths(classes: Sequence[CableClass]) -> LengthTable:
    """Return the lengths by rules: each class in `LENGTH_PARTS` equal intervals, in whole cables."""
    inside = sum(item.cables for item in classes if item.rule is None)
    floor, counts = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for clazz in classes:
        if clazz.rule is None:
            continue
        edges = np.linspace(0, clazz.rule.longest, LENGTH_PARTS + 1)
        within = np.rint(clazz.rule.share_within(edges) * clazz.cables).astype(np.int64)
        middles = (edges[1:] + edges[:-1]) / 2
        if clazz.rule.mean == clazz.rule.longest:
            middles = edges[1:]
        floor.append(np.rint(middles * clazz.span_mm).astype(np.int64))
        counts.append(np.diff(within))
    return _table(inside, np.concatenate(floor), np.concatenate(counts))


def laid_lengths(plan: CablePlan, overhead_mm: int) -> LengthTable:
    """Return the lengths of a layout on a grid with the same overhead for all cables between cabinets."""
    outside = ~plan.inside_cabinets
    floor = plan.length_mm[outside] - overhead_mm
    return _table(int((~outside).sum()), floor, np.ones(len(floor), np.int64))


def _table(inside: int, floor_mm: LongArray, cables: LongArray) -> LengthTable:
    """Return distinct lengths in ascending order, without empty ones."""
    lengths, place = np.unique(floor_mm, return_inverse=True)
    counts = np.zeros(len(lengths), np.int64)
    np.add.at(counts, place, cables)
    return LengthTable(inside, lengths[counts > 0], counts[counts > 0])


def mean_floor_m(table: LengthTable) -> float:
    """Return the mean floor part of cables between cabinets in metres, 0 without any."""
    return float(table.floor_mm @ table.cables) / max(table.between, 1) / MM_PER_M
