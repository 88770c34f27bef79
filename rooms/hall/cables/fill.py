"""Tray fill: cross-section of the cables in every tray segment."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from netfloor.rooms.hall.hall import Hall, Lengths, Ports
from netfloor.rooms.hall.trays.paths import AccessPair, Paths
from netfloor.rooms.hall.trays.ways import FAR

Areas = npt.NDArray[np.float64]
#: Tray segments of a cable, in order.
Way = tuple[int, ...]
#: Relative tolerance for sums of areas compared with a capacity.
_SLIGHT = 1e-9


@dataclass(frozen=True, eq=False)
class TrayCables:
    """The m cables to lay in trays.

    Attributes
    ----------
    one, other, medium, area_mm2
        Ports at both ends, media and cross-sections, (m,) each; a link inside another link's cable has area
        0.
    """

    one: Ports
    other: Ports
    medium: Sequence[str]
    area_mm2: Areas

    def __len__(self) -> int:
        return len(self.area_mm2)


@dataclass(frozen=True, eq=False)
class TrayFill:
    """Cables laid in the trays.

    Attributes
    ----------
    segments, length_mm
        Segments of every cable, in order from its first end, and its length, (m,) int64.
    used_mm2, capacity_mm2
        Cross-section used in every segment of the tray graph, and its capacity, infinity if unknown, (s,).
    cables
        Number of cables in every segment, (s,) int64.
    moved
        Cables not on their shortest route, in the order in which they were moved.
    """

    segments: tuple[Way, ...]
    length_mm: Lengths
    used_mm2: Areas
    capacity_mm2: Areas
    cables: npt.NDArray[np.int64]
    moved: tuple[int, ...] = ()

    @cached_property
    def overfull(self) -> tuple[int, ...]:
        """Segments filled above capacity, ascending."""
        return tuple(np.flatnonzero(over(self.used_mm2, self.capacity_mm2)).tolist())


def over(used_mm2: Areas, capacity_mm2: Areas) -> npt.NDArray[np.bool_]:
    """Return a mask of areas above their capacity."""
    return np.asarray(used_mm2 > capacity_mm2 * (1 + _SLIGHT))


def tray_fill(hall: Hall, cables: TrayCables) -> TrayFill:
    """Compute the tray fill with every cable on its shortest route.

    Raise `ValueError` for a cable without a route over trays that admit its medium.
    """
    segments: list[Way] = [()] * len(cables)
    length_mm = np.zeros(len(cables), dtype=np.int64)
    for medium in sorted(set(cables.medium)):
        own = np.array([i for i, name in enumerate(cables.medium) if name == medium], dtype=np.int64)
        ends = [(side[0][own], side[1][own]) for side in (cables.one, cables.other)]
        length_mm[own] = hall.lengths_between(ends[0], ends[1], medium)
        if (length_mm[own] < 0).any():
            raise ValueError(f"a cable has no route over trays for {medium} cables")
        for cable, way in zip(own.tolist(), _segments(hall, ends, medium), strict=True):
            segments[cable] = way
    return filled(hall, segments, length_mm, cables.area_mm2)


def _segments(hall: Hall, ends: Sequence[Ports], medium: str) -> Iterator[Way]:
    """Yield the segments of each cable."""
    if not hall.trays:
        yield from ((),) * len(ends[0][0])
        return
    paths = Paths(hall.tray_graph, hall.tray_ways(medium), medium)
    places = [(np.asarray(place), hall.port_height_mm(unit)) for place, unit in ends]
    best, choices = paths.choices(places[0], places[1])
    known: dict[AccessPair, Way] = {}
    for inside, far, choice in zip(ends[0][0] == ends[1][0], best >= FAR, choices, strict=True):
        if inside or far:
            yield ()
            continue
        if choice not in known:
            known[choice] = tuple(s for leg in paths.legs(choice) for s in leg.segments)
        yield known[choice]


def filled(
    hall: Hall, segments: Sequence[Way], length_mm: Lengths, area_mm2: Areas, moved: Sequence[int] = ()
) -> TrayFill:
    """Sum the tray fill for given routes."""
    graph_segments = hall.tray_graph.segments
    used = np.zeros(len(graph_segments))
    count = np.zeros(len(graph_segments), dtype=np.int64)
    by_way: dict[Way, list[float]] = {}
    for way, area in zip(segments, area_mm2.tolist(), strict=True):
        by_way.setdefault(way, []).append(area)
    for way, areas in by_way.items():
        used[list(way)] += sum(areas)
        count[list(way)] += sum(area > 0 for area in areas)
    limits = [hall.trays[segment.tray].capacity_mm2 for segment in graph_segments]
    capacity = np.array([np.inf if limit is None else limit for limit in limits], dtype=float)
    return TrayFill(tuple(segments), length_mm, used, capacity, count, tuple(moved))
