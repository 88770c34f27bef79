"""Routes of cables over the trays: the choice of accesses, and the segments between."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt

from netfloor.rooms.hall.trays.graph import Access, TrayEdge, TrayGraph
from netfloor.rooms.hall.trays.ways import FAR, Indices, TrayWays

Lengths = npt.NDArray[np.int64]
#: In place of an end of an edge: directly along the edge shared by both accesses.
STRAIGHT = 2
_EXITS = ((STRAIGHT, STRAIGHT), *product(range(2), repeat=2))
#: A route between two accesses: their numbers, and the end over which each leaves its edge.
AccessPair = tuple[int, int, int, int]


@dataclass(frozen=True)
class Leg:
    """A part of a route: segments of a tray in the order of the cable, or a riser's edge."""

    edge: TrayEdge
    segments: tuple[int, ...]
    length_mm: int


@dataclass(frozen=True, eq=False, repr=False)
class Paths:
    """Routes over the trays that admit a medium, segment by segment."""

    graph: TrayGraph
    ways: TrayWays
    medium: str

    def choices(
        self, item: tuple[Indices, Lengths], other: tuple[Indices, Lengths]
    ) -> tuple[Lengths, list[AccessPair]]:
        """Return the shortest route between ports (cabinets, heights), elementwise, and its choice.

        Among equal routes, the one with the lower accesses, then the lower ends.
        """
        (a, high_a), (b, high_b) = item, other
        up, down = self.ways.up_mm(a, high_a), self.ways.up_mm(b, high_b)
        best = np.full(len(a), FAR, dtype=np.int64)
        picked = np.zeros(len(a), dtype=np.int64)
        options = list(product(range(self.ways.most), range(self.ways.most), _EXITS))
        for number, (i, j, (p, q)) in enumerate(options):
            way = up[:, i] + self._along((a, i, p), (b, j, q))
            way += down[:, j]
            picked[way < best] = number
            np.minimum(best, way, out=best)
        if not options:
            return best, [(-1, -1, STRAIGHT, STRAIGHT)] * len(a)
        i, j, p, q = np.array([(i, j, p, q) for i, j, (p, q) in options])[picked].T
        numbers = self.ways.access[a, i], self.ways.access[b, j], p, q
        return best, list(zip(*(column.tolist() for column in numbers), strict=True))

    def _along(self, item: tuple[Indices, int, int], other: tuple[Indices, int, int]) -> Lengths:
        (a, i, p), (b, j, q) = item, other
        ways = self.ways
        if p == STRAIGHT:
            apart = np.abs(ways.to_end_mm[a, i, 0] - ways.to_end_mm[b, j, 0])
            return np.where(ways.edge[a, i] == ways.edge[b, j], apart, FAR)
        middle = ways.joints_mm[ways.ends[a, i, p], ways.ends[b, j, q]]
        return np.asarray(ways.to_end_mm[a, i, p] + middle + ways.to_end_mm[b, j, q])

    def legs(self, choice: AccessPair) -> tuple[Leg, ...]:
        """Return the legs of a choice, from the first access to the second."""
        item, other, p, q = choice
        a, b = self.graph.accesses[item], self.graph.accesses[other]
        if p == STRAIGHT:
            return self._some(self._leg(a, a.segment, b.segment))
        first, last = (self.graph.edges[access.edge] for access in (a, b))
        start = self._leg(a, a.segment, _end_of(first, p))
        end = self._leg(b, _end_of(last, q), b.segment)
        return self._some(start, *self._middle(first.ends[p], last.ends[q]), end)

    def _middle(self, start: int, end: int) -> tuple[Leg, ...]:
        """Return the shortest route between two joints."""
        if (start, end) not in self._known:
            joints = self._joints(start, end)
            self._known[start, end] = tuple(self._whole(u, v) for u, v in pairwise(joints))
        return self._known[start, end]

    @cached_property
    def _known(self) -> dict[tuple[int, int], tuple[Leg, ...]]:
        return {}

    def _some(self, *legs: Leg) -> tuple[Leg, ...]:
        return tuple(leg for leg in legs if leg.length_mm or leg.edge.riser >= 0)

    def _leg(self, access: Access, start: int, end: int) -> Leg:
        """Return the leg along an access's edge between two of its nodes, given by segments."""
        segments = range(start, end) if start <= end else range(start - 1, end - 1, -1)
        length_mm = sum(self.graph.segments[i].length_mm for i in segments)
        return Leg(self.graph.edges[access.edge], tuple(segments), length_mm)

    def _joints(self, start: int, end: int) -> list[int]:
        """Return the joints on the shortest route between two joints."""
        before, joints = self.ways.before[start].tolist(), [end]
        while joints[-1] != start:
            joints.append(before[joints[-1]])
        return joints[::-1]

    def _whole(self, start: int, end: int) -> Leg:
        edge = self.edge_between[min(start, end), max(start, end)]
        forward = tuple(edge.segments)
        return Leg(edge, forward if edge.ends[0] == start else forward[::-1], edge.length_mm)

    @cached_property
    def edge_between(self) -> dict[tuple[int, int], TrayEdge]:
        """The shortest admitted edge between two joints, the first if tied."""
        shortest: dict[tuple[int, int], TrayEdge] = {}
        for edge in sorted(self.edges, key=lambda edge: edge.length_mm):
            shortest.setdefault((min(edge.ends), max(edge.ends)), edge)
        return shortest

    @cached_property
    def edges(self) -> tuple[TrayEdge, ...]:
        """The edges that the medium may use."""
        admits = [self.medium in tray.media for tray in self.graph.trays]
        return tuple(edge for edge in self.graph.edges if all(admits[tray] for tray in edge.trays))


def _end_of(edge: TrayEdge, end: int) -> int:
    """Return the segment number at an end of an edge."""
    return edge.segments.stop if end else edge.segments.start
