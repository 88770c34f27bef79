"""Whether a length matches some simple route over the trays of a hall."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import dijkstra

from netfloor.layout.check.hall import Point, TrayNet, port_height, tray_net

#: Steps tried per length; beyond it there is no verdict.
MAX_STEPS = 200_000
Links = list[tuple[int, int]]


@dataclass(frozen=True)
class TrayRoutes:
    """The routes of a medium in a hall, as defined in a plan file."""

    hall: Mapping[str, Any]
    medium: str
    _distance: dict[int, npt.NDArray[np.float64]] = field(default_factory=dict)

    def has(self, point: Point, other: Point, length_mm: int) -> bool | None:
        """Return whether a route between two ports, (cabinet, rack unit), has this length including slack.

        None if there are too many routes to decide.
        """
        (a, unit_a), (b, unit_b) = point, other
        undecided = False
        for start, high, way in self.net.accesses[a]:
            up = abs(high - port_height(self.hall, unit_a)) + way
            for goal, high_there, way_there in self.net.accesses[b]:
                down = abs(high_there - port_height(self.hall, unit_b)) + way_there
                left_mm = length_mm - 2 * self.hall["cable"]["slack_per_end_mm"] - up - down
                result = self._path(start, goal, left_mm)
                if result:
                    return True
                undecided |= result is None
        return None if undecided else False

    @cached_property
    def net(self) -> TrayNet:
        """The trays that admit the medium."""
        return tray_net(self.hall, self.medium)

    @cached_property
    def beside(self) -> Mapping[int, Links]:
        """The edges of each node: next node and length."""
        beside: dict[int, Links] = defaultdict(list)
        for a, b, length in dict.fromkeys(self.net.ways):
            beside[a].append((b, length))
            beside[b].append((a, length))
        return beside

    def _path(self, start: int, goal: int, length_mm: int) -> bool | None:
        """Return whether a simple path between two nodes has exactly this length.

        None after `MAX_STEPS`.
        """
        if start == goal:
            return length_mm == 0
        if goal not in self._distance:
            self._distance[goal] = dijkstra(self.net.length, directed=False, indices=goal)
        far, steps = self._distance[goal], 0
        if length_mm < far[start] or length_mm > sum(length for _, _, length in self.net.ways):
            return False
        seen = {start}
        stack = [(start, length_mm, iter(self._onward(start, goal)))]
        while stack:
            node, left_mm, ways = stack[-1]
            step = next(ways, None)
            if step is None:
                stack.pop()
                seen.discard(node)
                continue
            steps += 1
            if steps > MAX_STEPS:
                return None
            to, length = step
            rest = left_mm - length
            if to == goal and rest == 0:
                return True
            if to == goal or to in seen or rest < far[to]:
                continue
            seen.add(to)
            stack.append((to, rest, iter(self._onward(to, goal))))
        return False

    def _onward(self, node: int, goal: int) -> Links:
        """Return the next branching nodes or the goal, with their distances."""
        links: Links = []
        for to, length in self.beside[node]:
            before, at, along = node, to, length
            while at not in (goal, node) and not self._parts(at):
                (item, first), (two, second) = self.beside[at]
                onward, more = (two, second) if item == before else (item, first)
                before, at, along = at, onward, along + more
            if at == goal or (at != node and self._parts(at) and len(self.beside[at]) > 1):
                links.append((at, along))
        return links

    def _parts(self, node: int) -> bool:
        """Return True unless the node lies between exactly two other nodes."""
        nodes = [to for to, _ in self.beside[node]]
        return len(nodes) != 2 or nodes[0] == nodes[1]
