"""The trays of a hall as a graph."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise

from netfloor.rooms.hall.parts import Riser, Tray
from netfloor.rooms.hall.rounding import Point, distance_mm
from netfloor.rooms.hall.trays.stations import (
    TOUCH_MM,
    Station,
    access_station,
    joints,
    own_stations,
    riser_station,
)

Node = tuple[int, int, int]
Spot = tuple[Point, list[Station]]


@dataclass(frozen=True)
class Segment:
    """A piece of a tray between two neighbouring nodes, with its length rounded half up."""

    tray: int
    start_mm: Point
    end_mm: Point
    length_mm: int


@dataclass(frozen=True)
class TrayEdge:
    """An edge between two joints, the nodes ``ends``: consecutive segments of a tray, or a riser.

    Attributes
    ----------
    length_mm
        Sum of its segments, or the difference in height.
    trays
        Trays that must admit a medium: one, or two for a riser.
    segments, riser
        Range of segments, empty for a riser; and number of the riser, or -1.
    """

    ends: tuple[int, int]
    length_mm: int
    trays: tuple[int, ...]
    segments: range
    riser: int = -1


@dataclass(frozen=True)
class Access:
    """A cabinet's access to a tray.

    Attributes
    ----------
    at_mm, horizontal_mm
        Point of the tray's centre line nearest to the cabinet's centre, and the distance, rounded half up.
    edge, segment
        Edge of that point, and the segment that begins there, or the one after the edge's last.
    ahead_mm, behind_mm
        Distance along the tray from the edge's first end, and to its second end.
    """

    cabinet: int
    tray: int
    at_mm: Point
    horizontal_mm: int
    edge: int
    segment: int
    ahead_mm: int
    behind_mm: int


@dataclass(frozen=True)
class TrayGraph:
    """Trays, their joints, and the accesses of cabinets.

    Nodes are the (x, y, height) of all joints: vertices of trays, crossings, risers. Segments are numbered
    along each tray, tray by tray; accesses are ordered by cabinet, then by tray.
    """

    trays: tuple[Tray, ...]
    risers: tuple[Riser, ...]
    nodes: tuple[Node, ...]
    edges: tuple[TrayEdge, ...]
    segments: tuple[Segment, ...]
    accesses: tuple[Access, ...]


def build_tray_graph(trays: Sequence[Tray], risers: Sequence[Riser], centres: Sequence[Point]) -> TrayGraph:
    """Build the graph of trays with the accesses of cabinets at ``centres``."""
    stations = [own_stations(tray) for tray in trays]
    for a, b, pairs in _neighbours(trays):
        for item, other in joints(trays[a], trays[b], pairs):
            stations[a].append(item)
            stations[b].append(other)
    joined = [_riser_trays(trays, riser, stations) for riser in risers]
    for number, tray in enumerate(trays):
        near = _within_reach(tray, centres)
        accesses = (access_station(tray, cabinet, centres[cabinet]) for cabinet in near)
        stations[number] += [station for station in accesses if station is not None]
    building = _Building(trays, centres)
    for number, of_tray in enumerate(stations):
        building.add_tray(number, sorted(of_tray))
    for number, riser in enumerate(risers):
        building.add_riser(number, riser, joined[number])
    in_order = sorted(building.accesses, key=lambda access: (access.cabinet, access.tray))
    nodes, edges, segments = tuple(building.number), tuple(building.edges), tuple(building.segments)
    return TrayGraph(tuple(trays), tuple(risers), nodes, edges, segments, tuple(in_order))


def _neighbours(trays: Sequence[Tray]) -> Iterator[tuple[int, int, list[tuple[int, int]]]]:
    """Yield pairs of trays of equal height with their pairs of nearby segments."""
    import numpy as np  # noqa: PLC0415
    from shapely import STRtree, linestrings  # noqa: PLC0415 - Shapely takes long to import

    owner = [(n, i) for n, tray in enumerate(trays) for i in range(len(tray.points_mm) - 1)]
    if not owner:
        return
    lines = linestrings([[trays[n].points_mm[i], trays[n].points_mm[i + 1]] for n, i in owner])
    first, second = STRtree(lines).query(lines, predicate="dwithin", distance=2 * TOUCH_MM)
    near = np.column_stack([first, second])
    pairs = sorted((owner[p], owner[q]) for p, q in near[first < second])
    for (a, b), members in groupby(pairs, key=lambda pair: (pair[0][0], pair[1][0])):
        if a != b and trays[a].height_mm == trays[b].height_mm:
            yield a, b, [(item[1], other[1]) for item, other in members]


def _riser_trays(trays: Sequence[Tray], riser: Riser, stations: list[list[Station]]) -> list[int]:
    """Return the trays that a riser connects, adding its station to each."""
    joined = []
    for number, tray in enumerate(trays):
        station = riser_station(tray, riser)
        if station is not None:
            stations[number].append(station)
            joined.append(number)
    return joined


def _within_reach(tray: Tray, centres: Sequence[Point]) -> list[int]:
    """Return the cabinets that may reach a tray; exact tests follow later."""
    from shapely import LineString, dwithin, points  # noqa: PLC0415 - Shapely takes long to import

    if not centres:
        return []
    near = dwithin(LineString(tray.points_mm), points(centres), tray.access_mm + TOUCH_MM)
    return [int(i) for i in near.nonzero()[0]]


class _Building:
    """A tray graph under construction."""

    def __init__(self, trays: Sequence[Tray], centres: Sequence[Point]) -> None:
        self.trays, self.centres = trays, centres
        self.number: dict[Node, int] = {}
        self.edges: list[TrayEdge] = []
        self.segments: list[Segment] = []
        self.accesses: list[Access] = []

    def _node(self, at: Point, tray: int) -> int:
        return self.number.setdefault((*at, self.trays[tray].height_mm), len(self.number))

    def add_tray(self, tray: int, stations: list[Station]) -> None:
        """Add a tray by its stations in order."""
        spots = [(at, list(group)) for at, group in groupby(stations, key=lambda station: station.at_mm)]
        joint = [i for i, (_, group) in enumerate(spots) if any(s.cabinet < 0 for s in group)]
        first = len(self.segments)
        self.segments += [Segment(tray, a, b, distance_mm(a, b)) for (a, _), (b, _) in pairwise(spots)]
        for number, (start, end) in enumerate(pairwise(joint)):
            own = range(first + start, first + end)
            self._add_edge(tray, spots[start : end + 1], own, last=number == len(joint) - 2)

    def _add_edge(self, tray: int, spots: list[Spot], segments: range, *, last: bool) -> None:
        lengths = [self.segments[i].length_mm for i in segments]
        ends = self._node(spots[0][0], tray), self._node(spots[-1][0], tray)
        ahead = 0
        for place, (at, group) in enumerate(spots if last else spots[:-1]):
            for station in group:
                if station.cabinet >= 0:
                    far = distance_mm(self.centres[station.cabinet], at)
                    spot = (len(self.edges), segments.start + place, ahead, sum(lengths) - ahead)
                    self.accesses.append(Access(station.cabinet, tray, at, far, *spot))
            ahead += lengths[place] if place < len(lengths) else 0
        self.edges.append(TrayEdge(ends, sum(lengths), (tray,), segments))

    def add_riser(self, number: int, riser: Riser, joined: list[int]) -> None:
        """Add the edges between all trays at a riser."""
        for a, b in combinations(joined, 2):
            rise = abs(self.trays[a].height_mm - self.trays[b].height_mm)
            ends = self._node(riser.at_mm, a), self._node(riser.at_mm, b)
            if rise:
                self.edges.append(TrayEdge(ends, rise, (a, b), range(0), number))
