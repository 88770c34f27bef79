"""What cables count as by their length, kind by kind: steps such as the prices of the lengths on sale."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]

#: Length up to which the last step of a row holds.
ENDLESS = 1 << 40
#: Steps of a length that nobody sells.
NOT_SOLD = -1
#: What a search counts for a cable that nobody sells, in prices of the dearest that is sold.
PENALTY = 100
#: Kind of cables that count nothing, such as power cords.
UNPRICED = 0

#: Ascending lengths in mm up to which steps hold, the last `ENDLESS`, and the steps.
Row = tuple[Ints, Ints]


@dataclass(frozen=True, eq=False, repr=False)
class LinkCosts:
    """What each cable costs a search, in whole steps.

    Attributes
    ----------
    kind
        Of each cable of the fabric, (cables,).
    media
        Rows of a kind for cables between cabinets, one for each medium whose ways differ; the cheapest
        counts. One row more is of cables inside a cabinet.
    begin
        Where each row begins in the next two, kind by kind, (kinds * (media + 1) + 1,).
    upto_mm, cost
        Length up to which a step holds, and what it costs.
    slope
        What each mm of the shortest way costs besides.
    """

    kind: Small
    media: int
    begin: Ints
    upto_mm: Ints
    cost: Ints
    slope: int = 0

    def between(self, kind: int, ways_mm: Ints, inside: npt.NDArray[np.bool_]) -> Ints:
        """Return the cost of cables of a kind, ``ways_mm`` by medium, (media, ...)."""
        first = kind * (self.media + 1)
        apart = np.min([self._row(first + medium, ways_mm[medium]) for medium in range(self.media)], axis=0)
        shortest = ways_mm.min(axis=0)
        cost = np.where(inside, self._row(first + self.media, shortest), apart)
        return np.asarray(cost + self.slope * shortest)

    def _row(self, row: int, length_mm: Ints) -> Ints:
        part = slice(int(self.begin[row]), int(self.begin[row + 1]))
        return np.asarray(self.cost[part][np.searchsorted(self.upto_mm[part], length_mm)])


@dataclass(frozen=True, eq=False, repr=False)
class LinkPrices:
    """What cables cost by their length where somebody sells them; rows as of `LinkCosts`."""

    kind: Small
    media: int
    rows: Sequence[Row]

    @property
    def dearest(self) -> int:
        """The dearest step that is sold."""
        return max((int(steps.max(initial=0)) for _, steps in self.rows), default=0)

    def steps(self, length_mm: Ints, inside: npt.NDArray[np.bool_]) -> Ints:
        """Return the price of each cable of one medium, `NOT_SOLD` where nobody sells it."""
        found = np.zeros(len(self.kind), dtype=np.int64)
        for kind in np.unique(self.kind).tolist():
            for row, where in (
                (kind * (self.media + 1), ~inside),
                ((kind + 1) * (self.media + 1) - 1, inside),
            ):
                own = (self.kind == kind) & where
                upto, steps = self.rows[row]
                found[own] = steps[np.searchsorted(upto, length_mm[own])]
        return found

    def costs(self, *, penalty: int = PENALTY, weight: int = 1, slope: int = 0) -> LinkCosts:
        """Return what a search counts: ``penalty`` dearest prices for a cable that nobody sells."""
        steps = np.concatenate([one for _, one in self.rows])
        cost = weight * np.where(steps == NOT_SOLD, penalty * max(self.dearest, 1), steps)
        begin = np.concatenate([[0], np.cumsum([len(one) for _, one in self.rows])])
        upto = np.concatenate([one for one, _ in self.rows])
        return LinkCosts(self.kind, self.media, begin.astype(np.int64), upto, cost, slope)


def merged(upto_mm: Ints, steps: Ints) -> Row:
    """Return a row without steps that equal the next one; it goes on without end."""
    last = np.append(np.flatnonzero(np.diff(steps)), len(steps) - 1)
    upto = upto_mm[last].astype(np.int64)
    upto[-1] = ENDLESS
    return upto, steps[last].astype(np.int64)


def free_row() -> Row:
    """Return the row of cables that count nothing."""
    return np.array([ENDLESS], dtype=np.int64), np.zeros(1, dtype=np.int64)
