"""All sets of switches of a small network: their cuts, and the network's symmetries."""

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

    The switches are ordered so that each is near those before it. A generator fixes the first switches and
    maps the next to a later one, wherever such a symmetry exists; this chain generates all of them (Sims
    1970). ``flow``: number of links between every two switches, symmetric, (n, n).
    """
    hops = shortest_path(flow > 0, unweighted=True)
    kept = np.where(np.isinf(hops), len(flow), hops) * (int(flow.max(initial=0)) + 1) + flow
    order = np.argsort(kept[0], kind="stable") if len(flow) else np.zeros(0, dtype=np.int64)
    near, result = kept[np.ix_(order, order)], list[list[int]]()
    own = np.sort(near, axis=1)
    alike = (own[:, None] == own[None, :]).all(axis=2)
    for i in range(len(flow) - 2, -1, -1):
        orbit = {i}
        for k in range(i + 1, len(flow)):
            if k not in orbit and (item := _extended(near, alike, [*range(i), k])) is not None:
                result.append(item)
                orbit = _orbit(i, result)
    table = np.array(result, dtype=np.int64).reshape(len(result), len(flow))
    generators = np.empty_like(table)
    generators[:, order] = order[table]
    return generators


def _orbit(switch: int, generators: list[list[int]]) -> set[int]:
    """Return the images of a switch under the generated group."""
    reached = [switch]
    for item in reached:
        reached += {image[item] for image in generators} - set(reached)
    return set(reached)


def _extended(near: Any, alike: Any, begun: list[int]) -> list[int] | None:
    """Complete a partial symmetry by backtracking; None if there is no completion."""
    i = len(begun)
    if not alike[i - 1, begun[-1]] or (near[begun[-1], begun] != near[i - 1, :i]).any():
        return None
    if i == len(near):
        return begun
    may = alike[i] & (near[:, begun] == near[i, :i]).all(axis=1)
    for image in np.flatnonzero(may).tolist():
        if image not in begun and (result := _extended(near, alike, [*begun, image])) is not None:
            return result
    return None


@dataclass(eq=False)
class SwitchSets:
    """Tables over all sets of switches of a problem."""

    problem: Problem
    _savings: dict[int, Table] = field(default_factory=dict)
    _closing: dict[tuple[int, int], Any] = field(default_factory=dict)

    @cached_property
    def flow(self) -> Table:
        """Number of links between every two switches, (n, n)."""
        flow: Table = self.problem.flow.toarray().astype(np.int64)
        return flow

    @cached_property
    def cuts(self) -> npt.NDArray[np.int32]:
        """Number of links between each set and the other switches, (2^n,)."""
        from netfloor.layout.bands.kernels import cuts_of_all  # noqa: PLC0415 - imports Numba

        cuts: npt.NDArray[np.int32] = cuts_of_all(self.flow)
        return cuts

    @cached_property
    def generators(self) -> Table:
        """Generators of the network's symmetries."""
        return symmetries(self.flow)

    @cached_property
    def sizes(self) -> npt.NDArray[np.uint8]:
        """Size of each set, (2^n,)."""
        return np.bitwise_count(np.arange(len(self.cuts), dtype=np.int32))

    @cached_property
    def least(self) -> Table:
        """Smallest cut between k switches and the others, (n + 1,)."""
        return self._by_size(self.cuts, np.minimum, NEVER)

    def savings(self, places: int) -> Table:
        """Bound the length saved by links inside cabinets, by number of switches, (n + 1,)."""
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
        maximum = [0]
        for q in range(1, n + 1):
            maximum.append(max(int(inside[k]) + maximum[q - k] for k in range(1, min(places, q) + 1)))
        return each * np.array(maximum, dtype=np.int64)

    def _by_size(self, values: Any, choose: Any, begin: int) -> Table:
        results = np.full(self.problem.routers + 1, begin, dtype=np.int64)
        choose.at(results, self.sizes, values)
        return results

    def closing(self, gap: int, most: int) -> Any:
        """Return the `closing_table` for a gap and a maximum number of switches per column."""
        from netfloor.layout.bands.kernels import closing_table  # noqa: PLC0415 - imports Numba

        key = gap, min(most, self.problem.routers)
        if key not in self._closing:
            self._closing[key] = closing_table(self.cuts, *key)
        return self._closing[key]


@lru_cache(maxsize=1024)
def min_lines(room: tuple[int, ...], gaps: tuple[int, ...], least: tuple[int, ...]) -> list[list[int]]:
    """Bound the cost of the lines from band i on with s switches before it, (R + 1, n + 1).

    No band is empty. ``room`` are the slots of each band, ``gaps`` the distances between them, ``least``
    the smallest cuts by size.
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
