"""Step functions for the cost of cables by length and kind, such as the prices of the lengths on sale."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]

#: Upper length of the last step of a row.
ENDLESS = 1 << 40
#: Step value for a length that is not on sale.
NOT_SOLD = -1
#: Penalty of a cable that is not on sale, in multiples of the highest price.
PENALTY = 100
#: Kind of cables without cost, such as power cords.
UNPRICED = 0

#: Ascending upper lengths of the steps in mm, the last `ENDLESS`, and the step values.
Row = tuple[Ints, Ints]


@dataclass(frozen=True, eq=False, repr=False)
class LinkCosts:
    """Cost of each cable in a search, in integer steps.

    Attributes
    ----------
    kind
        Kind of each cable of the fabric, (cables,).
    media
        Number of media with different routes. Each kind has a row per medium for cables between cabinets,
        of which the cheapest counts, and another row for cables inside a cabinet.
    begin
        Start of each row in the next two arrays, by kind, (kinds * (media + 1) + 1,).
    upto_mm, cost
        Upper length of each step, and its cost.
    slope
        Additional cost of each mm of the shortest route.
    """

    kind: Small
    media: int
    begin: Ints
    upto_mm: Ints
    cost: Ints
    slope: int = 0

    def between(self, kind: int, ways_mm: Ints, inside: npt.NDArray[np.bool_]) -> Ints:
        """Return the cost of cables of a kind with lengths ``ways_mm`` by medium, (media, ...)."""
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
    """Price of each cable by length where it is on sale; rows as in `LinkCosts`."""

    kind: Small
    media: int
    rows: Sequence[Row]

    @property
    def dearest(self) -> int:
        """The highest price."""
        return max((int(steps.max(initial=0)) for _, steps in self.rows), default=0)

    def steps(self, length_mm: Ints, inside: npt.NDArray[np.bool_]) -> Ints:
        """Return the price of each cable of a medium, `NOT_SOLD` if it is not on sale."""
        values = np.zeros(len(self.kind), dtype=np.int64)
        for kind in np.unique(self.kind).tolist():
            for row, where in (
                (kind * (self.media + 1), ~inside),
                ((kind + 1) * (self.media + 1) - 1, inside),
            ):
                own = (self.kind == kind) & where
                upto, steps = self.rows[row]
                values[own] = steps[np.searchsorted(upto, length_mm[own])]
        return values

    def costs(self, *, penalty: int = PENALTY, weight: int = 1, slope: int = 0) -> LinkCosts:
        """Convert prices to search costs.

        A cable that is not on sale costs ``penalty`` times the highest price.
        """
        steps = np.concatenate([item for _, item in self.rows])
        cost = weight * np.where(steps == NOT_SOLD, penalty * max(self.dearest, 1), steps)
        begin = np.concatenate([[0], np.cumsum([len(item) for _, item in self.rows])])
        upto = np.concatenate([item for item, _ in self.rows])
        return LinkCosts(self.kind, self.media, begin.astype(np.int64), upto, cost, slope)


def merged(upto_mm: Ints, steps: Ints) -> Row:
    """Merge equal neighbouring steps and extend the last step without limit."""
    last = np.append(np.flatnonzero(np.diff(steps)), len(steps) - 1)
    upto = upto_mm[last].astype(np.int64)
    upto[-1] = ENDLESS
    return upto, steps[last].astype(np.int64)


def free_row() -> Row:
    """Return the row of cables without cost."""
    return np.array([ENDLESS], dtype=np.int64), np.zeros(1, dtype=np.int64)
