"""Cable lengths of a hall re-derived from its definition: plain Python, own Dijkstra.

Shares nothing with `rooms.hall`: exact fractions, one big graph with every access point as a
node, and a search for every pair.
"""

import heapq
import math
from fractions import Fraction
from itertools import pairwise

import pytest


def half_up(value):
    """Round a fraction half up."""
    return math.floor(value + Fraction(1, 2))


def straight(a, b):
    """Round the distance of two integer points half up."""
    square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    root = math.isqrt(square)
    # (root + 1/2)^2 = root^2 + root + 1/4: an integer square above it is nearer to root + 1.
    return root + (square > root * root + root)


def port_height(unit, plinth):
    """Height of the middle of a rack unit."""
    return plinth + half_up(Fraction(2 * unit - 1) * Fraction("44.45") / 2)


def foot(a, b, p):
    """Return the part of a..b at which p is nearest, and the squared distance."""
    d = (b[0] - a[0], b[1] - a[1])
    t = Fraction((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1], d[0] ** 2 + d[1] ** 2)
    t = max(Fraction(0), min(Fraction(1), t))
    x, y = a[0] + t * d[0], a[1] + t * d[1]
    return t, (x - p[0]) ** 2 + (y - p[1]) ** 2, (x, y)


def crossing(a, b, c, d):
    """Return where two segments meet as fractions, or None; never asked for collinear ones."""
    r, s = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    turn = r[0] * s[1] - r[1] * s[0]
    if turn == 0:
        for p in (c, d):
            if p in (a, b):
                return p
        return None
    t = Fraction((c[0] - a[0]) * s[1] - (c[1] - a[1]) * s[0], turn)
    u = Fraction((c[0] - a[0]) * r[1] - (c[1] - a[1]) * r[0], turn)
    return (a[0] + t * r[0], a[1] + t * r[1]) if 0 <= t <= 1 and 0 <= u <= 1 else None


def segments(tray):
    """Return the segments of a tray as pairs of points."""
    points = [tuple(p) for p in tray["points_mm"]]
    return list(pairwise(points))


def reached(tray, centre):
    """Return the exact nearest point of a tray, or None beyond its access distance."""
    feet = [(*foot(a, b, centre)[1:], i) for i, (a, b) in enumerate(segments(tray))]
    square, at = min(((square, at) for square, at, _ in feet), key=lambda one: one[0])
    return at if square <= tray["access_mm"] ** 2 else None


def way_along(tray, points):
    """Return the points of a tray in order along it."""
    placed = []
    for i, (a, b) in enumerate(segments(tray)):
        for p in points:
            t, square, _ = foot(a, b, p)
            if square == 0:
                placed.append((i + t, p))
    return [p for _, p in sorted(set(placed))]


class PlainHall:
    """A hall's cables, by medium."""

    def __init__(self, table, medium):
        self.table = table
        self.trays = [tray for tray in table["trays"] if medium in tray["media"]]
        self.graph = {}
        for tray in self.trays:
            self.add(tray)
        for riser in table["risers"]:
            self.add_riser(tuple(riser["at_mm"]))

    def add(self, tray):
        """Add a tray: its points, crossings and accesses as nodes, what lies between as links."""
        points = {p for pair in segments(tray) for p in pair}
        for other in self.table["trays"]:
            if other is not tray and other["height_mm"] == tray["height_mm"]:
                for one in segments(tray):
                    points |= {crossing(*one, *two) for two in segments(other)} - {None}
        points |= {reached(tray, (c["x_mm"], c["y_mm"])) for c in self.table["cabinets"]} - {None}
        # A riser that stands beside an oblique centre line by less than a millimetre is not tried here.
        points |= {tuple(riser["at_mm"]) for riser in self.table["risers"]}
        nodes = [(half_up(x), half_up(y)) for x, y in way_along(tray, points)]
        for a, b in pairwise(nodes):
            if a != b:
                height = tray["height_mm"]
                self.link((*a, height), (*b, height), straight(a, b))

    def add_riser(self, at):
        """Join all trays within a millimetre."""
        heights = [
            tray["height_mm"]
            for tray in self.trays
            if any(foot(a, b, at)[1] <= 1 for a, b in segments(tray))
        ]
        for a in heights:
            for b in heights:
                if a < b:
                    self.link((*at, a), (*at, b), b - a)

    def link(self, a, b, length):
        """Add a link both ways."""
        for one, other in ((a, b), (b, a)):
            ways = self.graph.setdefault(one, {})
            ways[other] = min(length, ways.get(other, length))

    def ways_up(self, cabinet, unit):
        """Return the nodes that a port reaches, with the way to each."""
        centre = (cabinet["x_mm"], cabinet["y_mm"])
        port = port_height(unit, self.table["cable"]["plinth_mm"])
        ways = {}
        for tray in self.trays:
            at = reached(tray, centre)
            if at is not None:
                on = (half_up(at[0]), half_up(at[1]))
                node = (*on, tray["height_mm"])
                way = abs(tray["height_mm"] - port) + straight(centre, on)
                ways[node] = min(way, ways.get(node, way))
        return ways

    def length(self, one, other):
        """Return the length of a cable between two (cabinet, unit), -1 for none."""
        (a, unit_a), (b, unit_b) = one, other
        rule = self.table["cable"]
        if a["name"] == b["name"]:
            ports = [port_height(unit, rule["plinth_mm"]) for unit in (unit_a, unit_b)]
            return rule["inside_mm"] + abs(ports[0] - ports[1]) * bool(self.table["trays"])
        if not self.table["trays"]:
            return self.rectilinear(a, b)
        best, goal = self.ways_up(a, unit_a), self.ways_up(b, unit_b)
        queue = [(way, node) for node, way in best.items()]
        heapq.heapify(queue)
        while queue:
            way, node = heapq.heappop(queue)
            if way > best[node]:
                continue
            for onward, step in self.graph.get(node, {}).items():
                if way + step < best.get(onward, math.inf):
                    best[onward] = way + step
                    heapq.heappush(queue, (way + step, onward))
        ends = [best[node] + down for node, down in goal.items() if node in best]
        return min(ends) + 2 * rule["slack_per_end_mm"] if ends else -1

    def rectilinear(self, a, b):
        """Return the length without trays; only for axes that need no cosine."""
        axis = self.table["axis_deg"]
        assert axis in {0, 45, 90}
        turned = []
        for cabinet in (a, b):
            x, y = cabinet["x_mm"], cabinet["y_mm"]
            if axis == 45:
                root = math.sqrt(0.5)
                turned.append((math.floor((x + y) * root + 0.5), math.floor((y - x) * root + 0.5)))
            else:
                turned.append((x, y))
        (ax, ay), (bx, by) = turned
        return 2 * self.table["cable"]["overhead_mm"] + abs(ax - bx) + abs(ay - by)


def slot_places(table):
    """Return the (cabinet, unit) of every slot of a definition, in order."""
    return [
        (cabinet, unit)
        for cabinet in table["cabinets"]
        if not cabinet["taken"]
        for unit in cabinet["switch_units"]
    ]


@pytest.fixture(scope="session")
def plain_hall():
    """Return the class of halls measured plainly."""
    return PlainHall


@pytest.fixture(scope="session")
def places():
    """Return what lists the slots of a definition."""
    return slot_places
