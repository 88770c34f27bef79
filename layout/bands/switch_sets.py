"""All sets of switches of a small network: their cuts, and the symmetries that make some alike."""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import shortest_path

from netfloor.layout.problem import Problem

Table = npt.NDArray[np.int64]
#: More than any placement costs.
NEVER = 2**40


def symmetries(flow: Table) -> Table:
    """Return generators of all symmetries, (g, n).

    Of switches in an order in which each is near those before it: one that keeps the first ones and takes
    the next to a later one, wherever there is such a one; such a chain generates all (Sims 1970).

    ``flow``: links of every two switches, symmetric, (n, n).
    """
    hops = shortest_path(flow > 0, unweighted=True)
    kept = np.where(np.isinf(hops), len(flow), hops) * (int(flow.max(initial=0)) + 1) + flow
    order = np.argsort(kept[0], kind="stable") if len(flow) else np.zeros(0, dtype=np.int64)
    near, found = kept[np.ix_(order, order)], list[list[int]]()
    own = np.sort(near, axis=1)
    alike = (own[:, None] == own[None, :]).all(axis=2)
    for i in range(len(flow) - 2, -1, -1):
        orbit = {i}
        for k in range(i + 1, len(flow)):
            if k not in orbit and (one := _extended(near, alike, [*range(i), k])) is not None:
                found.append(one)
                orbit = _orbit(i, found)
    table = np.array(found, dtype=np.int64).reshape(len(found), len(flow))
    generators = np.empty_like(table)
    generators[:, order] = order[table]
    return generators


def _orbit(switch: int, generators: list[list[int]]) -> set[int]:
    """Return where a switch may be taken."""
    reached = [switch]
    for one in reached:
        reached += {image[one] for image in generators} - set(reached)
    return set(reached)


def _extended(near: Any, alike: Any, begun: list[int]) -> list[int] | None:
    """Return a symmetry whose first images are given, None where there is none; all are tried."""
    i = len(begun)
    if not alike[i - 1, begun[-1]] or (near[begun[-1], begun] != near[i - 1, :i]).any():
        return None
    if i == len(near):
        return begun
    may = alike[i] & (near[:, begun] == near[i, :i]).all(axis=1)
    for image in np.flatnonzero(may).tolist():
        if image not in begun and (found := _extended(near, alike, [*begun, image])) is not None:
            return found
    return None


@dataclass(eq=False)
class SwitchSets:
    """What the search needs to know of all sets of switches."""

    problem: Problem
    _savings: dict[int, Table] = field(default_factory=dict)
    _closing: dict[tuple[int, int], Any] = field(default_factory=dict)

    @cached_property
    def flow(self) -> Table:
        """The links of every two switches, (n, n)."""
        flow: Table = self.problem.flow.toarray().astype(np.int64)
        return flow

    @cached_property
    def cuts(self) -> npt.NDArray[np.int32]:
        """The links between each set and the other switches, (2^n,)."""
        from netfloor.layout.bands.kernels import cuts_of_all  # noqa: PLC0415 - imports Numba

        cuts: npt.NDArray[np.int32] = cuts_of_all(self.flow)
        return cuts

    @cached_property
    def generators(self) -> Table:
        """The network's symmetries."""
        return symmetries(self.flow)

    @cached_property
    def sizes(self) -> npt.NDArray[np.uint8]:
        """The size of each set, (2^n,)."""
        return np.bitwise_count(np.arange(len(self.cuts), dtype=np.int32))

    @cached_property
    def least(self) -> Table:
        """The fewest links between k of the switches and the others, (n + 1,)."""
        return self._by_size(self.cuts, np.minimum, NEVER)

    def savings(self, places: int) -> Table:
        """Return what links inside cabinets save at most, by the number of switches, (n + 1,)."""
        if places not in self._savings:
            self._savings[places] = self._saved(places)
        return self._savings[places]

    def _saved(self, places: int) -> Table:
        n, each = self.problem.routers, max(self.problem.grid.discount_mm, 0)
        degrees = self.flow.sum(axis=1)
        ends = np.zeros(1, dtype=np.int64)
        for degree in degrees:
            ends = np.concatenate([ends, ends + degree])
        inside = self._by_size((ends - self.cuts) // 2, np.maximum, 0)
        most = [0]
        for q in range(1, n + 1):
            most.append(max(int(inside[k]) + most[q - k] for k in range(1, min(places, q) + 1)))
        return each * np.array(most, dtype=np.int64)

    def _by_size(self, values: Any, choose: Any, begin: int) -> Table:
        found = np.full(self.problem.routers + 1, begin, dtype=np.int64)
        choose.at(found, self.sizes, values)
        return found

    def closing(self, gap: int, most: int) -> Any:
        """Return the `closing_table` of a gap and the most switches in a column."""
        from netfloor.layout.bands.kernels import closing_table  # noqa: PLC0415 - imports Numba

        key = gap, min(most, self.problem.routers)
        if key not in self._closing:
            self._closing[key] = closing_table(self.cuts, *key)
        return self._closing[key]


@lru_cache(maxsize=1024)
def least_lines(room: tuple[int, ...], gaps: tuple[int, ...], least: tuple[int, ...]) -> list[list[int]]:
    """Return what the lines from band i on cost at least with s switches before it, (R + 1, n + 1).

    No band is empty. ``room`` are the slots of each, ``gaps`` lie between them, ``least`` are least
    cuts by size.
    """
    n = len(least) - 1
    table = [[NEVER] * n + [0]]
    for many, gap in zip(reversed(room), (0, *reversed(gaps)), strict=True):
        after = table[0]
        line = [
            min((gap * least[s + k] + after[s + k] for k in range(1, min(many, n - s) + 1)), default=NEVER)
            for s in range(n + 1)
        ]
        table.insert(0, line)
    return table
