"""Straight ways below the routed ones of a hall: what a bound by line cuts can rest on.

Every cable between two cabinets is at least as long as a way out of each, a part along
the floor's one direction and a part along the other: ``exit[a] + exit[b] + |x[a] - x[b]| +
|y[a] - y[b]|``. Of all such figures a linear programme takes those that promise the largest bound;
which they are matters to nobody who checks that they are below.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, hstack

from netfloor.layout.bounds.bound import most_inside_links
from netfloor.layout.problem import Problem
from netfloor.rooms.routed_lengths import RoutedLengths

Lengths = npt.NDArray[np.int64]

#: Cabinets up to which the programme is solved; it has a row for every two of them.
MOST_CABINETS = 400


@dataclass(frozen=True, eq=False, repr=False)
class Minorant:
    """Figures of each cabinet, (C,) int64 in mm; see the module."""

    exit_mm: Lengths
    x_mm: Lengths
    y_mm: Lengths

    def to_dict(self) -> Mapping[str, Any]:
        """Return the figures as they stand in a plan."""
        return {name: getattr(self, name).tolist() for name in ("exit_mm", "x_mm", "y_mm")}

    def fixed_mm(self, problem: Problem, lengths: RoutedLengths) -> tuple[int, int]:
        """Return (least sum of the ways out less what staying inside saves, links that may stay inside).

        The routers of most links stand where the way out is shortest; cables inside
        cabinets save what their ends' ways out exceed them by, those that save most first.
        """
        degrees = np.sort(np.asarray(problem.flow.sum(axis=1)).ravel())[::-1]
        exits = np.sort(self.exit_mm[lengths.cabinet_of_slot])[: problem.routers]
        saved = self._saved_mm(problem, lengths)
        links = most_inside_links(problem) if len(saved) else 0
        return int(degrees @ exits) - int(saved[:links].sum()), links

    def _saved_mm(self, problem: Problem, lengths: RoutedLengths) -> Lengths:
        """Return what each link that could stay inside saves, most first; empty where none saves."""
        home = lengths.cabinet_of_slot
        sizes = np.bincount(home, minlength=len(self.exit_mm))
        first = np.cumsum(sizes) - sizes
        saved = []
        heaviest = int(problem.flow.data.max(initial=0))
        for cabinet in np.flatnonzero(sizes > 1).tolist():
            slots = np.arange(first[cabinet], first[cabinet] + sizes[cabinet])
            inside = lengths.length_mm[np.ix_(slots, slots)][~np.eye(len(slots), dtype=bool)]
            saves = 2 * int(self.exit_mm[cabinet]) - int(inside.min())
            pairs = len(slots) * (len(slots) - 1) // 2
            saved += [saves] * (pairs * heaviest if saves > 0 else 0)
        return np.sort(np.array(saved, dtype=np.int64))[::-1]


def find_minorant(problem: Problem, lengths: RoutedLengths, cuts: Lengths) -> Minorant:
    """Return figures below a hall's lengths.

    ``cuts``: least cut for 0 .. n routers on one side, (n + 1,).
    """
    home = lengths.cabinet_of_slot
    cabinets = int(home.max(initial=-1)) + 1
    if not 2 <= cabinets <= MOST_CABINETS or not problem.link_count:
        return _shrunk(lengths)
    first = np.searchsorted(home, np.arange(cabinets))
    apart = _between_cabinets(lengths, cabinets)
    lines = [
        _Lines.of(position[first], np.bincount(home), cuts) for position in (lengths.x_mm, lengths.y_mm)
    ]
    return _solved(problem, apart, np.bincount(home), lines) or _shrunk(lengths)


def _shrunk(lengths: RoutedLengths) -> Minorant:
    """Return the grid below the lengths, its fixed part shared by both ends."""
    grid, home = lengths.below, lengths.cabinet_of_slot
    first = np.searchsorted(home, np.arange(int(home.max(initial=-1)) + 1))
    x, y = grid.column_mm[grid.slot_column], grid.row_mm[grid.slot_row]
    return Minorant(np.full(len(first), grid.apart_mm // 2, dtype=np.int64), x[first], y[first])


def _between_cabinets(lengths: RoutedLengths, cabinets: int) -> Lengths:
    """Return the least length between slots of two cabinets, (C, C)."""
    home = lengths.cabinet_of_slot
    least = np.full((cabinets, cabinets), np.iinfo(np.int64).max)
    np.minimum.at(least, (home[:, None], home[None, :]), lengths.length_mm)
    return least


@dataclass(frozen=True, eq=False)
class _Lines:
    """The lines across one direction: place of each cabinet among them, and the cut that each makes."""

    place: npt.NDArray[np.int64]
    cut: Lengths

    @staticmethod
    def of(position: Lengths, slots: Lengths, cuts: Lengths) -> "_Lines":
        distinct, place = np.unique(position, return_inverse=True)
        behind = np.cumsum(np.bincount(place, slots, minlength=len(distinct)))[:-1] / slots.sum()
        return _Lines(place, cuts[np.rint(behind * (len(cuts) - 1)).astype(np.int64)])

    def between(self, a: Lengths, b: Lengths) -> csr_array:
        """Return which lines lie between cabinets, one row a pair."""
        low, high = np.minimum(self.place[a], self.place[b]), np.maximum(self.place[a], self.place[b])
        count = high - low
        row = np.repeat(np.arange(len(a)), count)
        step = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
        column = np.repeat(low, count) + step
        return csr_array((np.ones(len(row)), (row, column)), shape=(len(a), len(self.cut)))

    def positions(self, gaps: Lengths) -> Lengths:
        """Return where each cabinet stands if the lines are that far apart, (C,)."""
        return np.concatenate([[0], np.cumsum(gaps)]).astype(np.int64)[self.place]


def _solved(problem: Problem, apart: Lengths, slots: Lengths, lines: list[_Lines]) -> Minorant | None:
    """Return the figures that promise most when slots are filled evenly; None if nothing came of it."""
    from scipy.optimize import linprog  # noqa: PLC0415 - takes long to import

    a, b = np.triu_indices(len(apart), 1)
    pairs = np.arange(len(a))
    ends = csr_array(
        (np.ones(2 * len(a)), (np.concatenate([pairs, pairs]), np.concatenate([a, b]))),
        shape=(len(a), len(apart)),
    )
    rows = hstack([ends, *(one.between(a, b) for one in lines)]).tocsr()
    worth = [2 * problem.link_count * slots / slots.sum(), *(one.cut for one in lines)]
    found = linprog(-np.concatenate(worth), A_ub=rows, b_ub=apart[a, b].astype(float), method="highs-ds")
    if found.x is None:
        return None
    whole = np.floor(found.x + 1e-6).astype(np.int64)
    over = int((rows @ whole - apart[a, b]).max())
    exits, gaps = whole[: len(apart)] - max(-(-over // 2), 0), whole[len(apart) :]
    x, y = np.split(gaps, [len(lines[0].cut)])
    return Minorant(exits, lines[0].positions(x), lines[1].positions(y))
