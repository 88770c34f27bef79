"""How full the trays are: cross-section of the cables in every segment."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from rooms.hall.hall import Hall, Indices
from rooms.hall.paths import Choice, Paths
from rooms.hall.rounding import Point
from rooms.hall.tray_graph import TrayGraph
from rooms.hall.tray_ways import FAR

Areas = npt.NDArray[np.float64]
#: Sums of areas differ by less than this part of a capacity from what they should be.
_SLIGHT = 1e-9


@dataclass(frozen=True, eq=False)
class TrayCables:
    """Cables that lie in trays.

    Attributes
    ----------
    one, other
        Both ends: places in ``hall.cabinets`` and rack units, two (m,) arrays each.
    medium
        Of each cable, m names.
    area_mm2
        Its cross-section, (m,).
    """

    one: tuple[Indices, Indices]
    other: tuple[Indices, Indices]
    medium: Sequence[str]
    area_mm2: Areas

    def __len__(self) -> int:
        return len(self.area_mm2)


def slot_cables(
    hall: Hall, slots: Indices, medium: Sequence[str] | str, area_mm2: float | Areas
) -> TrayCables:
    """Return cables between slots, (m, 2), of one or of each a medium and a cross-section."""
    ends = [hall.ports_of(side) for side in np.asarray(slots).T]
    count = len(slots)
    media = [medium] * count if isinstance(medium, str) else medium
    return TrayCables(ends[0], ends[1], media, np.broadcast_to(np.asarray(area_mm2, float), (count,)))


@dataclass(frozen=True, eq=False)
class TrayFill:
    """Cables in the trays.

    Attributes
    ----------
    segments
        Of every cable, in order from its first end.
    length_mm
        Of every cable, (m,) int64.
    used_mm2
        Cross-section in every segment of the tray graph, (s,).
    capacity_mm2
        What it holds, (s,); infinity where nobody said.
    cables
        Cables in every segment, (s,) int64.
    moved
        Cables that do not go the shortest way, in the order in which they were moved.
    """

    segments: tuple[tuple[int, ...], ...]
    length_mm: npt.NDArray[np.int64]
    used_mm2: Areas
    capacity_mm2: Areas
    cables: npt.NDArray[np.int64]
    moved: tuple[int, ...] = field(default=())

    @cached_property
    def overfull(self) -> tuple[int, ...]:
        """Segments that hold more than they can, ascending."""
        return tuple(np.flatnonzero(over(self.used_mm2, self.capacity_mm2)).tolist())


def over(used_mm2: Areas, capacity_mm2: Areas) -> npt.NDArray[np.bool_]:
    """Return where cables exceed a capacity, elementwise."""
    return np.asarray(used_mm2 > capacity_mm2 * (1 + _SLIGHT))


def tray_fill(hall: Hall, cables: TrayCables) -> TrayFill:
    """Return the fill of the trays when every cable goes the shortest way.

    Raises
    ------
    ValueError
        If a cable has no way over trays that admit its medium.
    """
    segments: list[tuple[int, ...]] = [()] * len(cables)
    length_mm = np.zeros(len(cables), dtype=np.int64)
    for medium in sorted(set(cables.medium)):
        mine = np.array([i for i, name in enumerate(cables.medium) if name == medium], dtype=np.int64)
        ends = [(side[0][mine], side[1][mine]) for side in (cables.one, cables.other)]
        length_mm[mine] = hall.lengths_between(ends[0], ends[1], medium)
        if (length_mm[mine] < 0).any():
            raise ValueError(f"a cable has no way over trays for {medium} ones")
        for cable, way in zip(mine.tolist(), _segments(hall, ends, medium), strict=True):
            segments[cable] = way
    return filled(hall, segments, length_mm, cables.area_mm2)


def _segments(
    hall: Hall, ends: Sequence[tuple[Indices, Indices]], medium: str
) -> Iterator[tuple[int, ...]]:
    """Yield the segments of each cable."""
    if not hall.trays:
        yield from ((),) * len(ends[0][0])
        return
    paths = Paths(hall.tray_graph, hall.tray_ways(medium), medium)
    places = [(np.asarray(place), hall.port_height_mm(unit)) for place, unit in ends]
    best, choices = paths.choices(places[0], places[1])
    known: dict[Choice, tuple[int, ...]] = {}
    for inside, far, choice in zip(ends[0][0] == ends[1][0], best >= FAR, choices, strict=True):
        if inside or far:
            yield ()
            continue
        if choice not in known:
            known[choice] = tuple(s for leg in paths.legs(choice) for s in leg.segments)
        yield known[choice]


def filled(
    hall: Hall,
    segments: Sequence[tuple[int, ...]],
    length_mm: npt.NDArray[np.int64],
    area_mm2: Areas,
    moved: tuple[int, ...] = (),
) -> TrayFill:
    """Return the fill that the ways of cables come to."""
    graph_segments = hall.tray_graph.segments
    used = np.zeros(len(graph_segments))
    count = np.zeros(len(graph_segments), dtype=np.int64)
    by_way: dict[tuple[int, ...], list[float]] = {}
    for way, area in zip(segments, area_mm2.tolist(), strict=True):
        by_way.setdefault(way, []).append(area)
    for way, areas in by_way.items():
        used[list(way)] += sum(areas)
        count[list(way)] += len(areas)
    limits = [hall.trays[segment.tray].capacity_mm2 for segment in graph_segments]
    capacity = np.array([np.inf if limit is None else limit for limit in limits], dtype=float)
    return TrayFill(tuple(segments), length_mm, used, capacity, count, moved)


@dataclass(frozen=True)
class Stretch:
    """A part of a tray that is equally full all along.

    Attributes
    ----------
    tray
        Its name.
    start_mm, end_mm
        Where it begins and ends.
    used_mm2, capacity_mm2
        Cross-section of its cables, and what it holds.
    cables
        Their number.
    """

    tray: str
    start_mm: Point
    end_mm: Point
    used_mm2: float
    capacity_mm2: float
    cables: int


def overfull_stretches(graph: TrayGraph, fill: TrayFill) -> tuple[Stretch, ...]:
    """Return the overfull parts of trays, neighbouring segments of one fill together."""
    runs: list[list[int]] = []
    for segment in fill.overfull:
        if runs and _goes_on(graph, fill, runs[-1][-1], segment):
            runs[-1].append(segment)
        else:
            runs.append([segment])
    return tuple(_stretch(graph, fill, run[0], run[-1]) for run in runs)


def _goes_on(graph: TrayGraph, fill: TrayFill, before: int, segment: int) -> bool:
    one, two = graph.segments[before], graph.segments[segment]
    alike = fill.used_mm2[before] == fill.used_mm2[segment] and fill.cables[before] == fill.cables[segment]
    return segment == before + 1 and one.tray == two.tray and bool(alike)


def _stretch(graph: TrayGraph, fill: TrayFill, first: int, last: int) -> Stretch:
    one, two = graph.segments[first], graph.segments[last]
    return Stretch(
        graph.trays[one.tray].name,
        one.start_mm,
        two.end_mm,
        float(fill.used_mm2[first]),
        float(fill.capacity_mm2[first]),
        int(fill.cables[first]),
    )
