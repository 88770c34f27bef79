"""Rerouting of cables around overfull trays, one cable after another."""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from netfloor.rooms.hall.cables.fill import TrayCables, TrayFill, Way, filled, over, tray_fill
from netfloor.rooms.hall.hall import Hall, Ports
from netfloor.rooms.hall.trays.graph import Access, TrayEdge
from netfloor.rooms.hall.trays.paths import Paths

#: Predecessor of a joint, and the segments between; -1 for an access.
Step = tuple[int, Way]


def rerouted(hall: Hall, cables: TrayCables) -> TrayFill:
    """Return the tray fill after rerouting cables around overfull segments.

    All cables start on their shortest routes. Then, from the most overfull segment on, its cables are
    removed one by one, the last first, and laid on the shortest route without closed segments: a segment is
    closed for a cable that does not fit into it. A cable without such a route stays in place; each cable is
    tried once. Segments that remain overfull are in `TrayFill.overfull`.
    """
    fill = tray_fill(hall, cables)
    if not fill.overfull:
        return fill
    work = _Rerouting(hall, cables, fill)
    while (segment := work.worst()) is not None:
        work.relieve(segment)
    return filled(hall, work.segments, work.length_mm, cables.area_mm2, work.moved)


class _Rerouting:
    """Routes of cables during rerouting."""

    def __init__(self, hall: Hall, cables: TrayCables, fill: TrayFill) -> None:
        self.hall, self.cables = hall, cables
        self.segments = list(fill.segments)
        self.length_mm = fill.length_mm.copy()
        self.used, self.capacity = fill.used_mm2.copy(), fill.capacity_mm2
        self.moved: list[int] = []
        self.tried: set[int] = set()
        self.given_up = np.zeros(len(self.used), dtype=bool)
        #: Cables by segment at the start, ascending: those moved into a segment are not tried again.
        self.inside: list[list[int]] = [[] for _ in self.used]
        self.searches: dict[str, _OpenWays] = {}
        for cable, way in enumerate(self.segments):
            for segment in way:
                self.inside[segment].append(cable)

    def worst(self) -> int | None:
        """Return the most overfull segment not tried yet, the first if tied."""
        overfull = over(self.used, self.capacity) & ~self.given_up
        if not overfull.any():
            return None
        return int(np.argmax(np.where(overfull, self.used - self.capacity, -np.inf)))

    def relieve(self, segment: int) -> None:
        """Move cables out of a segment until it is within capacity or no cable is left to move."""
        for cable in reversed(self.inside[segment]):
            if not over(self.used[segment], self.capacity[segment]):
                return
            if cable not in self.tried:
                self.tried.add(cable)
                self._move(cable)
        self.given_up[segment] = True

    def _move(self, cable: int) -> None:
        area = self.cables.area_mm2[cable]
        own = list(self.segments[cable])
        self.used[own] -= area
        detour = self._search(cable).shortest(cable, over(self.used + area, self.capacity))
        if detour is not None:
            length, way = detour
            self.segments[cable] = way
            self.length_mm[cable] = length + 2 * self.hall.cable.slack_per_end_mm
            self.moved.append(cable)
        self.used[list(self.segments[cable])] += area

    def _search(self, cable: int) -> "_OpenWays":
        medium = self.cables.medium[cable]
        if medium not in self.searches:
            paths = Paths(self.hall.tray_graph, self.hall.tray_ways(medium), medium)
            self.searches[medium] = _OpenWays(self.hall, paths, self.cables)
        return self.searches[medium]


@dataclass(frozen=True, eq=False)
class _OpenWays:
    """Shortest routes around closed segments, for a medium."""

    hall: Hall
    paths: Paths
    cables: TrayCables

    @cached_property
    def beside(self) -> list[list[TrayEdge]]:
        """The edges at every joint."""
        edges: list[list[TrayEdge]] = [[] for _ in self.paths.graph.nodes]
        for edge in self.paths.edges:
            for end in set(edge.ends):
                edges[end].append(edge)
        return edges

    @cached_property
    def accesses(self) -> dict[int, list[Access]]:
        """The accesses of every cabinet to trays that admit the medium."""
        accesses: dict[int, list[Access]] = {}
        for access in self.paths.graph.accesses:
            if self.paths.medium in self.hall.trays[access.tray].media:
                accesses.setdefault(access.cabinet, []).append(access)
        return accesses

    def shortest(self, cable: int, closed: npt.NDArray[np.bool_]) -> tuple[int, Way] | None:
        """Return the shortest open route of a cable, without slack, and its segments.

        None if there is none.
        """
        shut = np.concatenate([[0], np.cumsum(closed)])
        starts, goals = (list(self._ways_up(side, cable)) for side in (self.cables.one, self.cables.other))
        best = min(self._straight(starts, goals, shut), default=None)
        reached = self._spread([exit_ for start in starts for exit_ in self._exits(*start, shut)], shut)
        for joint, down, tail in sorted(exit_ for goal in goals for exit_ in self._exits(*goal, shut)):
            if joint in reached and (best is None or reached[joint][0] + down < best[0]):
                best = reached[joint][0] + down, self._back(reached, joint) + tail[::-1]
        return best

    def _ways_up(self, side: Ports, cable: int) -> Iterator[tuple[Access, int]]:
        height = int(self.hall.port_height_mm(side[1][cable]))
        for access in self.accesses.get(int(side[0][cable]), []):
            climb = abs(self.hall.trays[access.tray].height_mm - height)
            yield access, climb + access.horizontal_mm

    def _exits(
        self, access: Access, way: int, shut: npt.NDArray[np.int64]
    ) -> Iterator[tuple[int, int, Way]]:
        """Yield the joints next to an access with the distance, unless a segment between is closed."""
        edge = self.paths.graph.edges[access.edge]
        if shut[access.segment] == shut[edge.segments.start]:
            back = tuple(range(access.segment - 1, edge.segments.start - 1, -1))
            yield edge.ends[0], way + access.ahead_mm, back
        if shut[edge.segments.stop] == shut[access.segment]:
            yield edge.ends[1], way + access.behind_mm, tuple(range(access.segment, edge.segments.stop))

    def _straight(
        self, starts: list[tuple[Access, int]], goals: list[tuple[Access, int]], shut: npt.NDArray[np.int64]
    ) -> Iterator[tuple[int, Way]]:
        for a, up in starts:
            for b, down in goals:
                low, high = sorted((a.segment, b.segment))
                if a.edge == b.edge and shut[low] == shut[high]:
                    way = range(low, high) if a.segment == low else range(high - 1, low - 1, -1)
                    yield up + abs(a.ahead_mm - b.ahead_mm) + down, tuple(way)

    def _spread(
        self, exits: list[tuple[int, int, Way]], shut: npt.NDArray[np.int64]
    ) -> dict[int, tuple[int, Step]]:
        """Return the open distance to every joint from some exits, and the last step to it."""
        queue = [(way, joint, -1, head) for joint, way, head in exits]
        heapq.heapify(queue)
        reached: dict[int, tuple[int, Step]] = {}
        while queue:
            way, joint, before, step = heapq.heappop(queue)
            if joint in reached:
                continue
            reached[joint] = way, (before, step)
            for edge in self.beside[joint]:
                onward = edge.ends[1] if edge.ends[0] == joint else edge.ends[0]
                own = edge.segments
                if onward not in reached and (not own or shut[own.start] == shut[own.stop]):
                    along = tuple(own if edge.ends[0] == joint else reversed(own))
                    heapq.heappush(queue, (way + edge.length_mm, onward, joint, along))
        return reached

    def _back(self, reached: dict[int, tuple[int, Step]], joint: int) -> Way:
        """Return the segments from the cable's first end to a joint."""
        parts = []
        while joint >= 0:
            joint, segments = reached[joint][1]
            parts.append(segments)
        return tuple(segment for part in reversed(parts) for segment in part)
