"""Tray routes: the sections of tray that each cable of a hall occupies."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import numpy as np

from netfloor.fabric.fabric import Cable, Fabric
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.rounding import Point
from netfloor.rooms.hall.trays.graph import Segment
from netfloor.rooms.hall.trays.paths import AccessPair, Leg, Paths
from netfloor.rooms.hall.trays.ways import FAR


@dataclass(frozen=True)
class TrayPoint:
    """Where a cable enters or leaves a tray: mm from the tray's first point, and the neighbour there."""

    at_mm: int
    what: str


@dataclass(frozen=True)
class TrayRun:
    """A section of one tray that a cable occupies.

    Attributes
    ----------
    cable
        Index into `Fabric.cables`.
    tray
        Number of the tray in the hall.
    start, end
        Both ends, the one nearer to the tray's first point first; equal if the
        cable only crosses the tray.
    turn
        Position of the section along the cable's route, from 0 at end A.
    """

    cable: int
    tray: int
    start: TrayPoint
    end: TrayPoint
    turn: int


@dataclass(frozen=True, eq=False)
class TrayRuns:
    """Every occupied section of every tray, in order along each tray.

    Attributes
    ----------
    around
        Indices of cables rerouted around full trays: a plan records their length, not their trays.
    """

    hall: Hall
    runs: tuple[TrayRun, ...]
    around: tuple[int, ...] = ()

    def of_trays(self) -> Iterator[tuple[int, tuple[TrayRun, ...]]]:
        """Yield every occupied tray with its sections."""
        for tray, own in groupby(self.runs, key=lambda run: run.tray):
            yield tray, tuple(own)

    @cached_property
    def trays_of(self) -> dict[int, tuple[str, ...]]:
        """The names of the trays that each cable occupies, from its end A; others are absent."""
        trays: dict[int, list[str]] = {}
        for run in sorted(self.runs, key=lambda run: (run.cable, run.turn)):
            trays.setdefault(run.cable, []).append(self.hall.trays[run.tray].name)
        return {cable: tuple(name for name, _ in groupby(names)) for cable, names in trays.items()}


def tray_runs(hall: Hall, fabric: Fabric) -> TrayRuns:
    """Return the trays that each cable of a plan occupies.

    A cable takes the route with its recorded length: over the trays that admit its medium, or the shorter
    route if no medium is ordered. If no shortest route has that length, the cable's trays are unknown and
    it occupies none; neither does a cable inside a cabinet. Installed cables are left out.

    ``fabric``: from `plans.plan_fabric` for a plan in this hall.
    """
    cabinets = [number for number, cabinet in enumerate(hall.cabinets) if not cabinet.taken]
    ports: list[tuple[int, ...]] = []
    pulled = {cable.id for cable in fabric.pulled}
    for index, cable in enumerate(fabric.cables):
        if cable.id not in pulled or cable.installed:
            continue
        a, b = (fabric.devices[end.device] for end in cable.ends)
        if a.cabinet is None or b.cabinet is None or a.cabinet == b.cabinet:
            continue
        if a.unit is not None and b.unit is not None:
            ports.append((index, cabinets[a.cabinet], a.unit, cabinets[b.cabinet], b.unit))
    runs: list[TrayRun] = []
    groups = _by_medium(hall, fabric, ports)
    around = tuple(index for index, *_ in groups.pop("", ()))
    for medium, group in groups.items():
        numbers, from_cabinet, from_unit, to_cabinet, to_unit = np.array(group, dtype=np.int32).T
        paths = Paths(hall.tray_graph, hall.tray_ways(medium), medium)
        best, choices = paths.choices(
            (from_cabinet, hall.port_height_mm(from_unit)), (to_cabinet, hall.port_height_mm(to_unit))
        )
        walker = _Walker(hall, paths)
        for cable, length_mm, choice in zip(numbers.tolist(), best.tolist(), choices, strict=True):
            if length_mm < FAR:
                ways = enumerate(walker.stretches(choice))
                runs += (TrayRun(cable, *stretch, turn) for turn, stretch in ways)
    runs.sort(key=lambda run: (run.tray, run.start.at_mm, run.end.at_mm, run.cable))
    return TrayRuns(hall, tuple(runs), around)


def _by_medium(
    hall: Hall, fabric: Fabric, ports: list[tuple[int, ...]]
) -> dict[str, list[tuple[int, ...]]]:
    """Return the cables by the medium whose trays they use; rerouted cables have no medium."""
    table = np.array(ports, dtype=np.int32).reshape(-1, 5).T
    ends = (table[1], table[2]), (table[3], table[4])
    lengths = {medium: hall.lengths_between(*ends, medium).tolist() for medium in hall.distinct_media}
    groups: dict[str, list[tuple[int, ...]]] = {}
    for place, port in enumerate(ports):
        cable = fabric.cables[port[0]]
        groups.setdefault(_medium(cable, {m: mm[place] for m, mm in lengths.items()}), []).append(port)
    return groups


def _medium(cable: Cable, lengths: dict[str, int]) -> str:
    """Return the medium of a cable's route: its own if the lengths agree, else the shortest, or none."""
    if cable.length_mm not in lengths.values():
        return ""
    if lengths.get(cable.medium, -1) >= 0 and lengths[cable.medium] == cable.length_mm:
        return cable.medium
    return min(lengths, key=lambda medium: (lengths[medium] < 0, lengths[medium]))


@dataclass
class _Stay:
    """A section of a tray in the direction of the cable, and the riser that leads to it."""

    tray: int
    enters_mm: int
    leaves_mm: int
    riser: str = ""


class _Walker:
    """Follows routes over the trays section by section."""

    def __init__(self, hall: Hall, paths: Paths) -> None:
        self.hall, self.paths = hall, paths
        self.known: dict[AccessPair, tuple[tuple[int, TrayPoint, TrayPoint], ...]] = {}
        self.begins, self.at_mm = _positions(hall.tray_graph.segments)

    def stretches(self, choice: AccessPair) -> tuple[tuple[int, TrayPoint, TrayPoint], ...]:
        """Return tray, nearer end and farther end of each section of a route, in route order."""
        if choice not in self.known:
            self.known[choice] = tuple(self._named(choice))
        return self.known[choice]

    def _named(self, choice: AccessPair) -> Iterator[tuple[int, TrayPoint, TrayPoint]]:
        """Yield every section with the neighbour at each end: a cabinet, or the previous or next tray."""
        trays, cabinets = self.hall.trays, self.hall.cabinets
        start, end = (self.hall.tray_graph.accesses[number] for number in choice[:2])
        stays = self._stays(choice)
        comes = f"cabinet {cabinets[start.cabinet].name}"
        for stay, following in zip(stays, [*stays[1:], None], strict=True):
            goes = f"cabinet {cabinets[end.cabinet].name}"
            if following is not None:
                goes = _change(following.riser, trays[following.tray].name)
            spots = TrayPoint(stay.enters_mm, comes), TrayPoint(stay.leaves_mm, goes)
            yield (stay.tray, *(spots if stay.enters_mm <= stay.leaves_mm else spots[::-1]))
            comes = _change("" if following is None else following.riser, trays[stay.tray].name)

    def _stays(self, choice: AccessPair) -> list[_Stay]:
        start, end = (self.hall.tray_graph.accesses[number] for number in choice[:2])
        stays, point = [self._place(start.tray, start.at_mm)], start.at_mm
        for leg in self.paths.legs(choice):
            if leg.edge.riser >= 0:
                below, above = leg.edge.trays
                tray = above if stays[-1].tray == below else below
                stays.append(self._place(tray, point, self.hall.risers[leg.edge.riser].name))
                continue
            enters_mm, leaves_mm, point = self._along(leg, point)
            stay, tray = stays[-1], leg.edge.trays[0]
            if stay.tray == tray and stay.enters_mm == stay.leaves_mm:
                stay.enters_mm, stay.leaves_mm = enters_mm, leaves_mm
            elif stay.tray == tray and stay.leaves_mm == enters_mm:
                stay.leaves_mm = leaves_mm
            else:
                stays.append(_Stay(tray, enters_mm, leaves_mm))
        if stays[-1].tray != end.tray:
            stays.append(self._place(end.tray, end.at_mm))
        return stays

    def _along(self, leg: Leg, point: Point) -> tuple[int, int, Point]:
        """Return the start and end positions of a leg on its tray, and its end point."""
        first, last = (self.hall.tray_graph.segments[leg.segments[i]] for i in (0, -1))
        forward = leg.segments[0] < leg.segments[-1]
        if len(leg.segments) == 1:
            forward = first.start_mm == point
        begin, end = self.begins[leg.segments[0]], self.begins[leg.segments[-1]]
        if forward:
            return begin, end + last.length_mm, last.end_mm
        return begin + first.length_mm, end, last.start_mm

    def _place(self, tray: int, point: Point, riser: str = "") -> _Stay:
        return _Stay(tray, self.at_mm[tray, point], self.at_mm[tray, point], riser)


def _change(riser: str, tray: str) -> str:
    return f"riser {riser}, tray {tray}" if riser else f"tray {tray}"


def _positions(segments: Sequence[Segment]) -> tuple[list[int], dict[tuple[int, Point], int]]:
    """Return the distance of each segment's start and of each point from the tray's first point."""
    begins: list[int] = []
    at_mm: dict[tuple[int, Point], int] = {}
    for _, group in groupby(segments, key=lambda segment: segment.tray):
        behind = 0
        for segment in group:
            begins.append(behind)
            at_mm.setdefault((segment.tray, segment.start_mm), behind)
            behind += segment.length_mm
            at_mm.setdefault((segment.tray, segment.end_mm), behind)
    return begins, at_mm
