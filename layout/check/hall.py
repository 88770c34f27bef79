"""Independent check of a hall: cable lengths between its slots, from its definition in the plan.

Shares no code with `rooms.hall`. Trays are polylines; their stations (points, joints with other trays of
the same height, risers, cabinet accesses) are located as exact fractions, pair by pair, and connected by
shortest paths.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from netfloor.layout.check.cables import TableFloor

Point = tuple[int, int]
#: Cabinets and heights of ports.
Ports = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
#: Position along a polyline: segment number and fraction of the segment.
Place = tuple[int, Fraction]
MEDIA = ("electrical", "optical")
#: Trays closer than this touch, in mm.
TOUCH_MM = 1
#: Height of a rack unit in mm (EIA-310).
UNIT_MM = Fraction(4445, 100)


def hall_floor(hall: Mapping[str, Any]) -> TableFloor:
    """Build the slots of a hall from its definition in a plan file, with the lengths between them."""
    number = np.array(
        [i for i, item in enumerate(hall["cabinets"]) if item["switch_units"] and not item["taken"]]
    )
    used = [hall["cabinets"][i] for i in number.tolist()]
    slots = [(i, unit) for i, cabinet in enumerate(used) for unit in cabinet["switch_units"]]
    cabinet = np.array([i for i, _ in slots], dtype=np.int64)
    at = [_turned(item, hall["axis_deg"]) for item in used]
    x, y = (np.array([at[i][axis] for i, _ in slots], dtype=np.int64) for axis in (0, 1))
    rule = hall["cable"]
    same = cabinet[:, None] == cabinet[None, :]
    by_medium = None
    if not hall["trays"]:
        apart = abs(x[:, None] - x[None, :]) + abs(y[:, None] - y[None, :]) + 2 * rule["overhead_mm"]
        length = np.where(same, rule["inside_mm"], apart)
    else:
        height = np.array([port_height(hall, unit) for _, unit in slots])
        inside = rule["inside_mm"] + abs(height[:, None] - height[None, :])
        media = [tray_net(hall, medium).between(number[cabinet], height) for medium in MEDIA]
        ways = [np.where(same, inside, way + 2 * rule["slack_per_end_mm"]) for way in media]
        length = np.minimum(*ways)
        if np.isinf(length).any():
            raise ValueError("some slots of the hall are not connected by trays")
        if not np.array_equal(*ways):
            by_medium = np.array([np.where(np.isinf(way), -1, way) for way in ways]).astype(np.int64)
    np.fill_diagonal(length, 0)
    return TableFloor(
        tuple(x.tolist()),
        tuple(y.tolist()),
        tuple(cabinet.tolist()),
        tuple(item["name"] for item in used),
        length.astype(np.int64),
        by_medium,
    )


def port_lengths(
    hall: Mapping[str, Any], points: list[Point], other: list[Point], media: Sequence[str] = MEDIA
) -> list[int]:
    """Return the cable lengths in mm between ports given as (cabinet number, rack unit).

    The shortest route over the given media counts; raise `ValueError` if there is none.
    """
    rule, cabinets = hall["cable"], hall["cabinets"]
    height = {unit: port_height(hall, unit) for unit in {unit for _, unit in [*points, *other]}}
    high_one, high_other = ([height[unit] for _, unit in ports] for ports in (points, other))
    if hall["trays"]:
        ways = _elementwise(hall, (points, high_one), (other, high_other), media)
        apart = [2 * rule["slack_per_end_mm"] + way for way in ways]
        climb = [abs(a - b) for a, b in zip(high_one, high_other, strict=True)]
    else:
        turned = [_turned(cabinet, hall["axis_deg"]) for cabinet in cabinets]
        straight = [(turned[a], turned[b]) for (a, _), (b, _) in zip(points, other, strict=True)]
        apart = [2 * rule["overhead_mm"] + abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in straight]
        climb = [0] * len(points)
    return [
        rule["inside_mm"] + rise if a == b else length
        for (a, _), (b, _), rise, length in zip(points, other, climb, apart, strict=True)
    ]


class HallLengths:
    """Lengths between many ports of a hall, with its trays processed once.

    Ports are given as (cabinet number, rack unit); the medium with the shortest route counts.
    """

    def __init__(self, hall: Mapping[str, Any], media: Sequence[str] = MEDIA) -> None:
        self.hall = hall
        self.turned = np.array(
            [_turned(item, hall["axis_deg"]) for item in hall["cabinets"]], dtype=np.int64
        )
        nets = [tray_net(hall, medium) for medium in media] if hall["trays"] else []
        self.nets = [(net, *net.paths()) for net in nets]

    def between(self, points: Sequence[Point], other: Sequence[Point]) -> npt.NDArray[np.int64]:
        """Return the lengths between two lists of ports, (one, other) mm, -1 for no route."""
        rule = self.hall["cable"]
        (a, high_a), (b, high_b) = self._ends(points), self._ends(other)
        climb = abs(high_a[:, None] - high_b[None, :])
        if self.nets:
            best = np.full((len(points), len(other)), np.inf)
            for net, place, path in self.nets:
                (at, up), (to, down) = net.onto(place, (a, high_a)), net.onto(place, (b, high_b))
                for row in range(len(points)):
                    out = (path[at[row]] + up[row][:, None]).min(axis=0, initial=np.inf)
                    np.minimum(best[row], (out[to] + down).min(axis=1, initial=np.inf), out=best[row])
            best += 2 * rule["slack_per_end_mm"]
        else:
            apart = abs(self.turned[a][:, None] - self.turned[b][None, :]).sum(axis=2)
            best = apart + 2.0 * rule["overhead_mm"]
            climb = np.zeros_like(climb)
        lengths = np.where(a[:, None] == b[None, :], rule["inside_mm"] + climb, best)
        return np.where(np.isinf(lengths), -1, lengths).astype(np.int64)

    def _ends(self, ports: Sequence[Point]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        height = {unit: port_height(self.hall, unit) for unit in {unit for _, unit in ports}}
        cabinets = np.array([cabinet for cabinet, _ in ports], dtype=np.int64)
        return cabinets, np.array([height[unit] for _, unit in ports], dtype=np.int64)


def port_heights(hall: Mapping[str, Any], units: list[int]) -> list[int]:
    """Return the heights of ports at rack units above the floor, mm."""
    return [port_height(hall, unit) for unit in units]


def port_height(hall: Mapping[str, Any], unit: int) -> int:
    """Return the height of a port at a rack unit above the floor, mm."""
    height: int = hall["cable"]["plinth_mm"] + _half_up((unit - Fraction(1, 2)) * UNIT_MM)
    return height


def _elementwise(
    hall: Mapping[str, Any],
    item: tuple[list[Point], list[int]],
    other: tuple[list[Point], list[int]],
    media: Sequence[str],
) -> list[int]:
    """Return the tray routes between pairs of ports (cabinet, unit) at heights, by the best medium."""
    best = np.full(len(item[0]), np.inf)
    ends = [
        (np.array([c for c, _ in ports], dtype=np.int64), np.array(high, dtype=np.int64))
        for ports, high in (item, other)
    ]
    for medium in media:
        np.minimum(best, tray_net(hall, medium).elementwise(*ends), out=best)
    inside = [a == b for (a, _), (b, _) in zip(item[0], other[0], strict=True)]
    if np.isinf(best[~np.array(inside, dtype=bool)]).any():
        raise ValueError("two ports of the hall are not connected by trays")
    ways: list[int] = np.where(np.isinf(best), 0, best).astype(np.int64).tolist()
    return ways


def _turned(cabinet: Mapping[str, Any], axis_deg: float) -> Point:
    """Return a cabinet's centre in the hall's axes; cosines of 0, 1/2 and 1 are exact."""
    turn = math.radians(axis_deg % 360)
    cos, sin = (
        round(2 * value) / 2 if abs(value - round(2 * value) / 2) < 1e-12 else value
        for value in (math.cos(turn), math.sin(turn))
    )
    x, y = cabinet["x_mm"], cabinet["y_mm"]
    return math.floor(x * cos + y * sin + 0.5), math.floor(y * cos - x * sin + 0.5)


@dataclass(frozen=True)
class TrayNet:
    """Trays as a graph: ``length`` (N, N) sparse; accesses of each cabinet as (node, height, distance).

    ``ways`` are all edges, (node, node, mm), including those parallel to a shorter edge.
    """

    length: csr_array
    accesses: list[list[tuple[int, int, int]]]
    ways: list[tuple[int, int, int]]

    def paths(self) -> tuple[dict[int, int], npt.NDArray[np.float64]]:
        """Return a numbering of the access nodes and the path lengths between them."""
        nodes = sorted({node for access in self.accesses for node, _, _ in access})
        place = {node: i for i, node in enumerate(nodes)}
        return place, dijkstra(self.length, directed=False, indices=nodes)[:, nodes]

    def onto(
        self, place: Mapping[int, int], ports: Ports
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Return each port's accesses and distances to them, two (ports, k) arrays padded with infinity."""
        cabinet, height = ports
        maximum = max(map(len, self.accesses), default=0)
        at = np.zeros((len(self.accesses), maximum), dtype=np.int64)
        high, way = np.zeros(at.shape), np.full(at.shape, np.inf)
        for home, accesses in enumerate(self.accesses):
            for i, (node, high[home, i], way[home, i]) in enumerate(accesses):
                at[home, i] = place[node]
        return at[cabinet], abs(high[cabinet] - np.asarray(height)[:, None]) + way[cabinet]

    def elementwise(self, ports: Ports, other: Ports) -> npt.NDArray[np.float64]:
        """Return the path lengths between ports pair by pair, infinite for no route."""
        place, path = self.paths()
        (at, up), (to, down) = self.onto(place, ports), self.onto(place, other)
        ways = path[at[:, :, None], to[:, None, :]] + up[:, :, None] + down[:, None, :]
        return np.asarray(ways.min(axis=(1, 2), initial=np.inf))

    def between(
        self, cabinet: npt.NDArray[np.int64], height: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.float64]:
        """Return the path lengths between all slots, (S, S), infinite for no route."""
        place, path = self.paths()
        at, up = self.onto(place, (cabinet, height))
        ways = np.full((len(cabinet), len(cabinet)), np.inf)
        for slot in range(len(cabinet)):
            out = (path[at[slot]] + up[slot][:, None]).min(axis=0, initial=np.inf)
            ways[slot] = (out[at] + up).min(axis=1, initial=np.inf)
        return ways


class _Builder:
    """A graph of trays under construction: first the stations on each tray, then the edges."""

    def __init__(self, trays: list[Mapping[str, Any]]) -> None:
        self.lines: list[list[Point]] = [[(x, y) for x, y in tray["points_mm"]] for tray in trays]
        self.heights: list[int] = [tray["height_mm"] for tray in trays]
        self.stations: list[list[tuple[Place, Point]]] = [
            [((i, Fraction(0)), point) for i, point in enumerate(line)] for line in self.lines
        ]
        self.number: dict[tuple[int, int, int], int] = {}
        self.edges: dict[tuple[int, int], int] = {}
        self.ways: list[tuple[int, int, int]] = []
        for item, other in combinations(range(len(trays)), 2):
            if self.heights[item] == self.heights[other]:
                for place, place_there, at in _joints(self.lines[item], self.lines[other]):
                    self.stations[item].append((place, at))
                    self.stations[other].append((place_there, at))

    def stop(self, tray: int, to: Point, reach_mm: int) -> Point | None:
        """Add the point of a tray nearest to another point; None if it is farther than ``reach_mm``."""
        squared, place, at = _nearest(self.lines[tray], to)
        if squared > reach_mm**2:
            return None
        self.stations[tray].append((place, at))
        return at

    def rise(self, at: Point) -> list[tuple[int, int, Point]]:
        """Add a riser and return the pairs of trays it connects."""
        passing = []
        for tray, line in enumerate(self.lines):
            squared, place, _ = _nearest(line, at)
            if squared <= TOUCH_MM**2:
                self.stations[tray].append((place, at))
                passing.append(tray)
        return [(item, other, at) for item, other in combinations(passing, 2)]

    def node(self, tray: int, at: Point) -> int:
        """Return the number of a station, adding it if new."""
        return self.number.setdefault((*at, self.heights[tray]), len(self.number))

    def join(self, value: int, other: int, length: int) -> None:
        """Add an edge between two stations."""
        if value != other:
            ends = (min(value, other), max(value, other))
            self.ways.append((*ends, length))
            self.edges[ends] = min(length, self.edges.get(ends, length))

    def graph(self, admitted: set[int]) -> csr_array:
        """Add the edges along all admitted trays and return the graph."""
        for tray in sorted(admitted):
            for (_, a), (_, b) in pairwise(sorted(self.stations[tray])):
                self.join(self.node(tray, a), self.node(tray, b), _distance(a, b))
        ends = np.array(list(self.edges), dtype=np.int64).reshape(-1, 2)
        lengths = np.array(list(self.edges.values()), dtype=float)
        size = (len(self.number), len(self.number))
        return csr_array((lengths, (ends[:, 0], ends[:, 1])), shape=size)


def tray_net(hall: Mapping[str, Any], medium: str) -> TrayNet:
    """Build the trays that admit a medium; stations of other trays still split all trays equally."""
    trays, cabinets = hall["trays"], hall["cabinets"]
    admitted = {number for number, tray in enumerate(trays) if medium in tray["media"]}
    builder = _Builder(trays)
    climbs = [climb for riser in hall["risers"] for climb in builder.rise(tuple(riser["at_mm"]))]
    accesses: list[list[tuple[int, int, int]]] = []
    for centre in [(cabinet["x_mm"], cabinet["y_mm"]) for cabinet in cabinets]:
        stops = [(tray, builder.stop(tray, centre, entry["access_mm"])) for tray, entry in enumerate(trays)]
        results = [(tray, at, _distance(centre, at)) for tray, at in stops if at is not None]
        accesses.append(
            [(builder.node(t, at), builder.heights[t], way) for t, at, way in results if t in admitted]
        )
    for item, other, at in climbs:
        if {item, other} <= admitted:
            rise = abs(builder.heights[item] - builder.heights[other])
            builder.join(builder.node(item, at), builder.node(other, at), rise)
    return TrayNet(builder.graph(admitted), accesses, builder.ways)


def _joints(points: list[Point], other: list[Point]) -> Iterator[tuple[Place, Place, Point]]:
    """Yield the points where two polylines cross, or a vertex is within `TOUCH_MM` of the other."""
    met = [joint for i, j in _near(points, other) for joint in _meetings(points, i, other, j)]
    exact = [at for squared, _, _, at in met if not squared]
    for squared, place, place_there, at in met:
        if not squared or all(math.dist(at, sure) > 2 * TOUCH_MM for sure in exact):
            yield place, place_there, at


def _near(points: list[Point], other: list[Point]) -> Iterator[tuple[int, int]]:
    for i, (a, b) in enumerate(pairwise(points)):
        for j, (c, d) in enumerate(pairwise(other)):
            if not _apart(a, b, c, d):
                yield i, j


def _meetings(
    points: list[Point], i: int, other: list[Point], j: int
) -> Iterator[tuple[Fraction, Place, Place, Point]]:
    """Yield (squared distance, positions on both, point) where two segments cross or touch."""
    a, b, c, d = points[i], points[i + 1], other[j], other[j + 1]
    crossing = _crossing(a, b, c, d)
    if crossing is not None:
        t, u = crossing
        at = _half_up(a[0] + t * (b[0] - a[0])), _half_up(a[1] + t * (b[1] - a[1]))
        yield Fraction(0), (i, t), (j, u), at
        return
    for step, point in enumerate((a, b)):
        squared, part, _ = _on_segment(c, d, point)
        if squared <= TOUCH_MM**2:
            yield squared, (i + step, Fraction(0)), (j, part), point
    for step, point in enumerate((c, d)):
        squared, part, _ = _on_segment(a, b, point)
        if squared <= TOUCH_MM**2:
            yield squared, (i, part), (j + step, Fraction(0)), point


def _apart(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return True if the bounding boxes of two segments are not close."""
    return any(
        max(a[k], b[k]) + 2 * TOUCH_MM < min(c[k], d[k]) or max(c[k], d[k]) + 2 * TOUCH_MM < min(a[k], b[k])
        for k in (0, 1)
    )


def _crossing(a: Point, b: Point, c: Point, d: Point) -> tuple[Fraction, Fraction] | None:
    """Return the positions on both segments at which their interiors cross."""
    turn = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if turn == 0:
        return None
    t = Fraction((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0]), turn)
    u = Fraction((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0]), turn)
    return (t, u) if 0 < t < 1 and 0 < u < 1 else None


def _on_segment(a: Point, b: Point, to: Point) -> tuple[Fraction, Fraction, Point]:
    """Return (squared distance, position on the segment, rounded point) of the nearest point."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = Fraction((to[0] - a[0]) * dx + (to[1] - a[1]) * dy, dx * dx + dy * dy)
    part = min(max(part, Fraction(0)), Fraction(1))
    x, y = a[0] + part * dx, a[1] + part * dy
    return (x - to[0]) ** 2 + (y - to[1]) ** 2, part, (_half_up(x), _half_up(y))


def _nearest(line: list[Point], to: Point) -> tuple[Fraction, Place, Point]:
    """Return (squared distance, position, rounded point) of the first nearest point of a polyline."""
    result = (
        (squared, (i, part), at)
        for i, (a, b) in enumerate(pairwise(line))
        for squared, part, at in [_on_segment(a, b, to)]
    )
    return min(result)


def _distance(a: Point, b: Point) -> int:
    """Return the Euclidean distance rounded half up: the root of four times its square, halved."""
    return (math.isqrt(4 * ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)) + 1) // 2


def _half_up(value: Fraction) -> int:
    return math.floor(value + Fraction(1, 2))
