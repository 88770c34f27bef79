"""The search over placements in given bands: sets of switches band by band, then the columns."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.bands.branch_and_bound import MAX_WORK, BranchAndBound, Cells
from netfloor.layout.bands.switch_sets import NEVER, min_lines

#: First and last column allowed for each switch.
Windows = tuple[list[int], list[int]]


@dataclass
class GivenBands:
    """The search over placements in some bands, each with at least one switch.

    ``whole`` are all cells, ``cells`` those of the bands and of the columns with slots there, ``lines`` the
    band numbers; ``turned`` means that the bands are columns of the room.
    """

    branching: BranchAndBound
    whole: Cells
    cells: Cells
    lines: npt.NDArray[np.int64]
    turned: bool
    home: list[tuple[int, int]] = field(init=False)
    gaps: npt.NDArray[np.int64] = field(init=False)
    savings: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        problem, cells = self.branching.network.problem, self.cells
        self.home = [(-1, -1)] * problem.routers
        if self.branching.bound and problem.fixed is not None:
            for switch in np.flatnonzero(problem.fixed >= 0).tolist():
                cabinet = int(problem.grid.slot_cabinet[problem.fixed[switch]])
                self.home[switch] = cells.find(cabinet) if (cells.cabinet == cabinet).any() else (-2, -2)
        self.gaps = np.append(np.diff(cells.column_mm), 0)
        self.savings = self.branching.network.savings(int(cells.places.max()))

    def search(self) -> None:
        """Search all placements in these bands."""
        if (-2, -2) not in self.home:
            self._after([], 0, 0)

    @cached_property
    def _tail(self) -> list[list[int]]:
        """The `min_lines` table of these bands."""
        minimum = tuple(self.branching.network.least.tolist())
        return min_lines(
            tuple(self.cells.places.sum(axis=1).tolist()),
            tuple(np.diff(self.cells.band_mm).tolist()),
            minimum,
        )

    def _closing(self, most: int) -> Any:
        gap = int(np.diff(self.cells.column_mm).min(initial=10**6))
        return self.branching.network.closing(gap, most)

    def _rest(self, sizes: list[int]) -> npt.NDArray[np.int64]:
        """Bound the cost of everything but the lines so far, by the size of the next band, (n + 1,)."""
        n, i, before = self.branching.network.problem.routers, len(sizes), sum(sizes)
        places, tail = self.cells.places, self._tail
        taken = sum(
            (np.minimum(many, places[k]) for k, many in enumerate(sizes)),
            np.zeros(places.shape[1], np.int64),
        )
        later, room = places[i + 1 :], int(places[i + 1 :].sum())
        rest = np.full(n + 1, NEVER, dtype=np.int64)
        for many in range(1, min(int(places[i].sum()), n - before) + 1):
            if tail[i + 1][before + many] >= NEVER or n - before - many > room:
                continue
            maximum = int((taken + np.minimum(many, places[i]) + later.sum(axis=0)).max())
            table = self._closing(maximum)
            columns = int(table[0, min(maximum, n)])
            rest[many] = self.branching.fixed_mm + tail[i + 1][before + many] + columns - self.savings[n]
        if self.branching.movable and len(places) == 2 and i == 0:
            rest[: (n + 1) // 2] = NEVER  # by symmetry, the first band is the larger one
        return rest

    def _after(self, bands: list[int], before: int, spent: int) -> None:
        """Search all continuations of the given bands, which hold ``before`` and cost ``spent`` so far."""
        from netfloor.layout.bands.kernels import next_bands  # noqa: PLC0415 - imports Numba

        network, i = self.branching.network, len(bands)
        full, many = len(network.cuts) - 1, len(self.cells.places)
        own = [sum(1 << s for s, (band, _) in enumerate(self.home) if band == k) for k in range(many)]
        if i == many - 1:
            if self._pays_mirrored([*bands, full ^ before]) and not sum(own[:i]) & (full ^ before):
                self._fill([*bands, full ^ before], spent)
            return
        gap = int(self.cells.band_mm[i + 1] - self.cells.band_mm[i])
        rest = self._rest([item.bit_count() for item in bands])
        tables = (network.cuts, gap, rest)
        later = sum(own[i + 1 :])
        sets, costs = next_bands(
            left=full ^ before,
            must=own[i],
            foreign_files=later,
            before=before,
            spent=spent,
            tables=tables,
            limit=self.branching.limit,
        )
        self.branching.spend((1 << (full ^ before).bit_count()) // 64)
        if i == 0 and not self.branching.bound:
            sets, costs = self._different(sets, costs)
        for at in np.lexsort((sets, costs)).tolist():
            band, cost = int(sets[at]), int(costs[at])
            if cost + rest[band.bit_count()] > self.branching.limit:
                continue
            if i + 2 < many and not self._may_fill([*bands, band], full ^ before ^ band, cost):
                continue
            self._after([*bands, band], before | band, cost)

    def _different(self, sets: Any, costs: Any) -> Any:
        """Keep one first band per orbit under the symmetries of the network and of two equal bands."""
        from netfloor.layout.bands.kernels import first_of_orbits  # noqa: PLC0415 - imports Numba

        order, network = np.argsort(sets), self.branching.network
        both = self.branching.movable and len(self.cells.places) == 2 and network.problem.routers % 2 == 0
        chosen = order[first_of_orbits(sets[order], network.generators, both)]
        return sets[chosen], costs[chosen]

    def _pays_mirrored(self, bands: list[int]) -> bool:
        """Return False if the mirror image of these bands is searched instead."""
        return not self.branching.movable or bands[0].bit_count() >= bands[-1].bit_count()

    def _may_fill(self, bands: list[int], others: int, spent: int) -> bool:
        """Return True if columns for the given bands can stay below the limit, with later bands merged."""
        i = len(bands)
        places = np.vstack([self.cells.places[:i], self.cells.places[i:].sum(axis=0)])
        tail = self._tail[i][sum(band.bit_count() for band in bands)]
        limit = self.branching.limit - self.branching.fixed_mm - spent - tail
        return bool(self._columns([*bands, others], places, limit, aside=1)[0] <= limit)

    def _columns(
        self, bands: list[int], places: Any, limit: int, aside: int = 0, windows: Windows | None = None
    ) -> Any:
        """Run `fill_columns` within the remaining work."""
        from netfloor.layout.bands.kernels import fill_columns  # noqa: PLC0415 - imports Numba

        network, columns = self.branching.network, places.shape[1]
        first, last = self._windows if windows is None else windows
        may = [
            sum(1 << s for s, (a, b) in enumerate(zip(first, last, strict=True)) if a <= j <= b)
            for j in range(columns)
        ]
        must = [sum(1 << s for s, b in enumerate(last) if b <= j < columns - 1) for j in range(columns)]
        maximum = min(int(places.sum(axis=0).max()), network.problem.routers)
        room = (
            np.ascontiguousarray(places),
            self.gaps,
            np.array(may, dtype=np.int64),
            np.array(must, dtype=np.int64),
        )
        known = (network.cuts, self._closing(maximum), self.savings, network.problem.grid.discount_mm)
        left = MAX_WORK - self.branching.work
        done = fill_columns(
            bands=np.array(bands, dtype=np.int64),
            room=room,
            network=known,
            aside=aside,
            limit=limit,
            allowed=left,
            kept=self.branching.kept,
        )
        self.branching.kept = (self.branching.kept[0], *done[4:7])
        self.branching.spend(done[3])
        return done

    @property
    def _windows(self) -> Windows:
        """The first and last column of each switch."""
        far = self.cells.places.shape[1] - 1
        return [max(j, 0) for _, j in self.home], [far if j < 0 else j for _, j in self.home]

    def _fill(self, bands: list[int], spent: int, windows: Windows | None = None) -> None:
        """Record the best columns for all bands if they are within the limit and keep pairs apart."""
        limit = self.branching.limit - self.branching.fixed_mm - spent
        done = self._columns(bands, self.cells.places, limit, windows=windows)
        if done[0] > limit:
            return
        column = self._columns_of(bands, done)
        band = [next(i for i, item in enumerate(bands) if item >> s & 1) for s in range(len(column))]
        clash = self._clash(band, column)
        if clash is None:
            grain = self.branching.network.problem.grid.grain_mm
            self.branching.limit = self.branching.fixed_mm + spent + int(done[0]) - max(grain, 1)
            at = np.searchsorted(self.whole.column_mm, self.cells.column_mm[column])
            values = np.stack([self.lines[band], at], axis=1)
            self.branching.found = values[:, ::-1] if self.turned else values
            return
        for narrower in self._without(clash, column, self._windows if windows is None else windows):
            self._fill(bands, spent, narrower)

    def _without(self, pair: tuple[int, int], column: list[int], windows: Windows) -> Iterator[Windows]:
        """Yield column windows that together exclude only the current columns of two clashing switches."""
        (u, v), anywhere = pair, (0, self.cells.places.shape[1])
        a, b = column[u], column[v]
        for of_u, of_v in (
            ((0, a - 1), anywhere),
            ((a + 1, anywhere[1]), anywhere),
            ((a, a), (0, b - 1)),
            ((a, a), (b + 1, anywhere[1])),
        ):
            low, high = map(list, windows)
            for s, (begin, end) in ((u, of_u), (v, of_v)):
                low[s], high[s] = max(low[s], begin), min(high[s], end)
            if low[u] <= high[u] and low[v] <= high[v]:
                yield low, high

    def _columns_of(self, bands: list[int], done: Any) -> list[int]:
        """Trace the column of each switch back from the final state of `fill_columns`."""
        _, cell, at, _, states, _, parents, _ = done
        state, column = len(self.branching.network.cuts) - 1, [-1] * self.branching.network.problem.routers
        while cell >= 0:
            before = int(states[at])
            for s in range(len(column)):
                if (state ^ before) >> s & 1:
                    column[s] = cell // len(bands)
            state, at, cell = before, int(parents[at]), cell - 1
        return column

    def _clash(self, band: list[int], column: list[int]) -> tuple[int, int] | None:
        """Return two switches that break a separation rule, None if all rules are kept."""
        apart = self.branching.network.problem.apart
        if apart is None or not self.branching.bound:
            return None
        cabinet = self.cells.cabinet[band, column]
        for (u, v), kind in zip(apart.pairs.tolist(), apart.kind.tolist(), strict=True):
            if apart.clash[kind][cabinet[u], cabinet[v]]:
                return u, v
        return None
