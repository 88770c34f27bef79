"""Where each cable of a hall lies: from where to where in which tray."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from exchange.fabric import Cable, Fabric
from rooms.hall.hall import Hall
from rooms.hall.paths import Choice, Leg, Paths
from rooms.hall.rounding import Point
from rooms.hall.tray_graph import Segment
from rooms.hall.tray_ways import FAR


@dataclass(frozen=True)
class Spot:
    """Where a cable gets into a tray or out of it: mm from the tray's first point, and what is there."""

    at_mm: int
    what: str


@dataclass(frozen=True)
class TrayRun:
    """A stretch of one tray that a cable lies in.

    Attributes
    ----------
    cable
        Index into `Fabric.cables`.
    tray
        Number of the tray in the hall.
    start, end
        Its two ends, the one nearer to the tray's first point first; the same place where the
        cable only passes.
    """

    cable: int
    tray: int
    start: Spot
    end: Spot


@dataclass(frozen=True, eq=False)
class TrayRuns:
    """Every stretch of every tray that holds a cable, in order along each tray.

    Attributes
    ----------
    around
        Indices of cables that go around full trays: a plan holds their length, not their trays.
    """

    hall: Hall
    runs: tuple[TrayRun, ...]
    around: tuple[int, ...] = ()

    def of_trays(self) -> Iterator[tuple[int, tuple[TrayRun, ...]]]:
        """Yield every tray that holds a cable, and what lies in it."""
        for tray in range(len(self.hall.trays)):
            own = tuple(run for run in self.runs if run.tray == tray)
            if own:
                yield tray, own


def tray_runs(hall: Hall, fabric: Fabric) -> TrayRuns:
    """Return the trays that each cable of a plan lies in.

    A cable goes the way that has its length: over the trays that admit its medium, or the
    shorter one where nobody ordered any. One whose length no shortest way has lies in none, for
    its trays are not known; nor does a cable inside a cabinet.

    Parameters
    ----------
    fabric
        As `exchange.plan_fabric` makes it of a plan in this hall.
    """
    cabinets = [number for number, cabinet in enumerate(hall.cabinets) if not cabinet.taken]
    ports: list[tuple[int, ...]] = []
    for index, cable in enumerate(fabric.cables):
        one, other = (fabric.devices[end.device] for end in cable.ends)
        if one.cabinet is None or other.cabinet is None or one.cabinet == other.cabinet:
            continue
        if one.unit is not None and other.unit is not None:
            ports.append((index, cabinets[one.cabinet], one.unit, cabinets[other.cabinet], other.unit))
    runs: list[TrayRun] = []
    groups = _by_medium(hall, fabric, ports)
    around = tuple(index for index, *_ in groups.pop("", ()))
    for medium, group in groups.items():
        numbers, a, unit_a, b, unit_b = np.array(group, dtype=np.int32).T
        paths = Paths(hall.tray_graph, hall.tray_ways(medium), medium)
        best, choices = paths.choices((a, hall.port_height_mm(unit_a)), (b, hall.port_height_mm(unit_b)))
        walker = _Walker(hall, paths)
        for cable, length_mm, choice in zip(numbers.tolist(), best.tolist(), choices, strict=True):
            if length_mm < FAR:
                runs += (TrayRun(cable, *stretch) for stretch in walker.stretches(choice))
    return TrayRuns(hall, tuple(sorted(runs, key=_order)), around)


def _order(run: TrayRun) -> tuple[int, ...]:
    return run.tray, run.start.at_mm, run.end.at_mm, run.cable


def _by_medium(
    hall: Hall, fabric: Fabric, ports: list[tuple[int, ...]]
) -> dict[str, list[tuple[int, ...]]]:
    """Return the cables by the medium whose trays they lie in, those that go around under none."""
    table = np.array(ports, dtype=np.int32).reshape(-1, 5).T
    ends = (table[1], table[2]), (table[3], table[4])
    lengths = {medium: hall.lengths_between(*ends, medium).tolist() for medium in hall.distinct_media}
    found: dict[str, list[tuple[int, ...]]] = {}
    for place, port in enumerate(ports):
        cable = fabric.cables[port[0]]
        found.setdefault(_medium(cable, {m: mm[place] for m, mm in lengths.items()}), []).append(port)
    return found


def _medium(cable: Cable, lengths: dict[str, int]) -> str:
    """Return the medium of a cable's way: its own if that has its length, else the shortest; or none."""
    if cable.length_mm not in lengths.values():
        return ""
    if lengths.get(cable.medium, -1) >= 0 and lengths[cable.medium] == cable.length_mm:
        return cable.medium
    return min(lengths, key=lambda medium: (lengths[medium] < 0, lengths[medium]))


@dataclass
class _Stay:
    """A stretch of a tray in the order of the cable, and the riser that led there."""

    tray: int
    enters_mm: int
    leaves_mm: int
    riser: str = ""


class _Walker:
    """Follows ways over the trays, stretch by stretch."""

    def __init__(self, hall: Hall, paths: Paths) -> None:
        self.hall, self.paths = hall, paths
        self.known: dict[Choice, tuple[tuple[int, Spot, Spot], ...]] = {}
        self.begins, self.at_mm = _positions(hall.tray_graph.segments)

    def stretches(self, choice: Choice) -> tuple[tuple[int, Spot, Spot], ...]:
        """Return tray, nearer and farther end of each stretch on a way, in the way's order."""
        if choice not in self.known:
            self.known[choice] = tuple(self._named(choice))
        return self.known[choice]

    def _named(self, choice: Choice) -> Iterator[tuple[int, Spot, Spot]]:
        """Yield every stretch with what is at its ends: a cabinet, or the tray before or after it."""
        trays, cabinets = self.hall.trays, self.hall.cabinets
        start, end = (self.hall.tray_graph.accesses[number] for number in choice[:2])
        stays = self._stays(choice)
        comes = f"cabinet {cabinets[start.cabinet].name}"
        for stay, following in zip(stays, [*stays[1:], None], strict=True):
            goes = f"cabinet {cabinets[end.cabinet].name}"
            if following is not None:
                goes = _change(following.riser, trays[following.tray].name)
            spots = Spot(stay.enters_mm, comes), Spot(stay.leaves_mm, goes)
            yield (stay.tray, *(spots if stay.enters_mm <= stay.leaves_mm else spots[::-1]))
            comes = _change("" if following is None else following.riser, trays[stay.tray].name)

    def _stays(self, choice: Choice) -> list[_Stay]:
        start, end = (self.hall.tray_graph.accesses[number] for number in choice[:2])
        stays, point = [_Stay(start.tray, *self._twice(start.tray, start.at_mm))], start.at_mm
        for leg in self.paths.legs(choice):
            if leg.edge.riser >= 0:
                one, other = leg.edge.trays
                tray = other if stays[-1].tray == one else one
                name = self.hall.risers[leg.edge.riser].name
                stays.append(_Stay(tray, *self._twice(tray, point), name))
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
            stays.append(_Stay(end.tray, *self._twice(end.tray, end.at_mm)))
        return stays

    def _along(self, leg: Leg, point: Point) -> tuple[int, int, Point]:
        """Return where a leg begins and ends on its tray, and the point that it ends at."""
        first, last = (self.hall.tray_graph.segments[leg.segments[i]] for i in (0, -1))
        forward = leg.segments[0] < leg.segments[-1]
        if len(leg.segments) == 1:
            forward = first.start_mm == point
        begin, end = self.begins[leg.segments[0]], self.begins[leg.segments[-1]]
        if forward:
            return begin, end + last.length_mm, last.end_mm
        return begin + first.length_mm, end, last.start_mm

    def _twice(self, tray: int, point: Point) -> tuple[int, int]:
        at_mm = self.at_mm[tray, point]
        return at_mm, at_mm


def _change(riser: str, tray: str) -> str:
    return f"riser {riser}, tray {tray}" if riser else f"tray {tray}"


def _positions(segments: Sequence[Segment]) -> tuple[list[int], dict[tuple[int, Point], int]]:
    """Return how far from its tray's first point each segment begins, and each point is."""
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
