"""Rectilinear lower bounds on the routed lengths of a hall, on which line cuts can be applied.

Every cable between two cabinets has at least the length ``exit[a] + exit[b] +

x[a] - x[b]

+

y[a] - y[b]

``. A linear programme chooses the exits and positions that promise the largest bound; a checker only needs
to test the inequality.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, hstack

from netfloor.layout.bounds.bound import max_inside_links
from netfloor.layout.problem import Problem
from netfloor.rooms.routed_lengths import RoutedLengths

Lengths = npt.NDArray[np.int64]

#: Largest number of cabinets for the linear programme, which has a row per pair.
MAX_CABINETS = 400


@dataclass(frozen=True, eq=False, repr=False)
class Minorant:
    """Exit length and position of each cabinet, (C,) int64 in mm; see the module."""

    exit_mm: Lengths
    x_mm: Lengths
    y_mm: Lengths

    def to_dict(self) -> Mapping[str, Any]:
        """Serialise the figures for a plan file."""
        return {name: getattr(self, name).tolist() for name in ("exit_mm", "x_mm", "y_mm")}

    def fixed_mm(self, problem: Problem, lengths: RoutedLengths) -> tuple[int, int]:
        """Bound the sum of exit lengths less the savings inside cabinets; return it and the links inside.

        The switches with the most links take the slots with the shortest exits. A cable inside a cabinet
        saves the amount by which its ends' exits exceed its length; the largest savings count first.
        """
        degrees = np.sort(np.asarray(problem.flow.sum(axis=1)).ravel())[::-1]
        exits = np.sort(self.exit_mm[lengths.cabinet_of_slot])[: problem.routers]
        saved = self._saved_mm(problem, lengths)
        links = max_inside_links(problem) if len(saved) else 0
        return int(degrees @ exits) - int(saved[:links].sum()), links

    def _saved_mm(self, problem: Problem, lengths: RoutedLengths) -> Lengths:
        """Return the largest possible savings of links inside cabinets, descending; empty if none saves."""
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
    """Find exits and positions below a hall's lengths.

    ``cuts``: smallest cut with 0 .. n switches on one side, (n + 1,).
    """
    home = lengths.cabinet_of_slot
    cabinets = int(home.max(initial=-1)) + 1
    if not 2 <= cabinets <= MAX_CABINETS or not problem.link_count:
        return _shrunk(lengths)
    first = np.searchsorted(home, np.arange(cabinets))
    apart = _between_cabinets(lengths, cabinets)
    lines = [
        _Lines.of(position[first], np.bincount(home), cuts) for position in (lengths.x_mm, lengths.y_mm)
    ]
    return _solved(problem, apart, np.bincount(home), lines) or _shrunk(lengths)


def _shrunk(lengths: RoutedLengths) -> Minorant:
    """Return the grid below the lengths, with its fixed part shared equally by both ends."""
    grid, home = lengths.below, lengths.cabinet_of_slot
    first = np.searchsorted(home, np.arange(int(home.max(initial=-1)) + 1))
    x, y = grid.column_mm[grid.slot_column], grid.row_mm[grid.slot_row]
    return Minorant(np.full(len(first), grid.apart_mm // 2, dtype=np.int64), x[first], y[first])


def _between_cabinets(lengths: RoutedLengths, cabinets: int) -> Lengths:
    """Return the smallest length between slots of two cabinets, (C, C)."""
    home = lengths.cabinet_of_slot
    minimum = np.full((cabinets, cabinets), np.iinfo(np.int64).max)
    np.minimum.at(minimum, (home[:, None], home[None, :]), lengths.length_mm)
    return minimum


@dataclass(frozen=True, eq=False)
class _Lines:
    """The lines across one direction: each cabinet's place among them, and the cut at each line."""

    place: npt.NDArray[np.int64]
    cut: Lengths

    @staticmethod
    def of(position: Lengths, slots: Lengths, cuts: Lengths) -> "_Lines":
        distinct, place = np.unique(position, return_inverse=True)
        behind = np.cumsum(np.bincount(place, slots, minlength=len(distinct)))[:-1] / slots.sum()
        return _Lines(place, cuts[np.rint(behind * (len(cuts) - 1)).astype(np.int64)])

    def between(self, a: Lengths, b: Lengths) -> csr_array:
        """Map pairs of cabinets to the lines between them, with a row per pair."""
        low, high = np.minimum(self.place[a], self.place[b]), np.maximum(self.place[a], self.place[b])
        count = high - low
        row = np.repeat(np.arange(len(a)), count)
        step = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
        column = np.repeat(low, count) + step
        return csr_array((np.ones(len(row)), (row, column)), shape=(len(a), len(self.cut)))

    def positions(self, gaps: Lengths) -> Lengths:
        """Return the position of each cabinet for given distances between lines, (C,)."""
        return np.concatenate([[0], np.cumsum(gaps)]).astype(np.int64)[self.place]


def _solved(problem: Problem, apart: Lengths, slots: Lengths, lines: list[_Lines]) -> Minorant | None:
    """Solve for the best figures under evenly filled slots; None if the solver fails."""
    from scipy.optimize import linprog  # noqa: PLC0415 - takes long to import

    a, b = np.triu_indices(len(apart), 1)
    pairs = np.arange(len(a))
    ends = csr_array(
        (np.ones(2 * len(a)), (np.concatenate([pairs, pairs]), np.concatenate([a, b]))),
        shape=(len(a), len(apart)),
    )
    rows = hstack([ends, *(line.between(a, b) for line in lines)]).tocsr()
    worth = [2 * problem.link_count * slots / slots.sum(), *(line.cut for line in lines)]
    result = linprog(-np.concatenate(worth), A_ub=rows, b_ub=apart[a, b].astype(float), method="highs-ds")
    if result.x is None:
        return None
    whole = np.floor(result.x + 1e-6).astype(np.int64)
    over = int((rows @ whole - apart[a, b]).max())
    exits, gaps = whole[: len(apart)] - max(-(-over // 2), 0), whole[len(apart) :]
    x, y = np.split(gaps, [len(lines[0].cut)])
    return Minorant(exits, lines[0].positions(x), lines[1].positions(y))
