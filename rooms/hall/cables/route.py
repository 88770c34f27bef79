"""The route of a cable with its length term by term."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.trays.graph import Access
from netfloor.rooms.hall.trays.paths import Leg, Paths
from netfloor.rooms.hall.trays.ways import FAR

#: A port: index of its cabinet in ``hall.cabinets``, and its rack unit.
Port = tuple[int, int]
Term = tuple[str, int]


@dataclass(frozen=True)
class Route:
    """The route of a cable between two ports, named like ``A07 U40``.

    ``terms`` are the parts of its length, texts and millimetres in order; ``segments`` are its segments of
    the tray graph, in order.
    """

    one: str
    other: str
    medium: str
    terms: tuple[Term, ...]
    segments: tuple[int, ...] = ()

    @property
    def length_mm(self) -> int:
        """Total length."""
        return sum(length for _, length in self.terms)


def route_between(hall: Hall, one: Port, other: Port, medium: str | None = None) -> Route | None:
    """Find the shortest route of a cable between two ports; None if there is none."""
    if medium is None:
        routes = [route_between(hall, one, other, name) for name in hall.distinct_media]
        return min((way for way in routes if way is not None), key=lambda way: way.length_mm, default=None)
    words = [f"{hall.cabinets[place].name} U{unit}" for place, unit in (one, other)]
    if one[0] == other[0]:
        return Route(words[0], words[1], medium, tuple(_inside(hall, one, other)))
    if not hall.trays:
        return Route(words[0], words[1], medium, tuple(_rectilinear(hall, one[0], other[0])))
    paths = Paths(hall.tray_graph, hall.tray_ways(medium), medium)
    ends = [(np.array([place]), hall.port_height_mm([unit])) for place, unit in (one, other)]
    best, choices = paths.choices(ends[0], ends[1])
    if best[0] >= FAR:
        return None
    start, end = (hall.tray_graph.accesses[number] for number in choices[0][:2])
    legs = paths.legs(choices[0])
    slack = hall.cable.slack_per_end_mm
    terms = [
        (f"slack at {words[0]}", slack),
        *_onto(hall, start, one, away=False),
        *_along(hall, legs),
        *_onto(hall, end, other, away=True),
        (f"slack at {words[1]}", slack),
    ]
    segments = tuple(segment for leg in legs for segment in leg.segments)
    return Route(words[0], words[1], medium, tuple(terms), segments)


def _inside(hall: Hall, one: Port, other: Port) -> Iterator[Term]:
    yield f"inside cabinet {hall.cabinets[one[0]].name}", hall.cable.inside_mm
    if hall.trays:
        a, b = (int(hall.port_height_mm(unit)) for _, unit in (one, other))
        yield f"from U{one[1]} at {a} mm to U{other[1]} at {b} mm", abs(a - b)


def _rectilinear(hall: Hall, one: int, other: int) -> Iterator[Term]:
    dx, dy = np.abs(hall.axis_position_mm[one] - hall.axis_position_mm[other]).tolist()
    overhead = hall.cable.overhead_mm
    yield f"overhead at {hall.cabinets[one].name}", overhead
    yield "along the hall's axis", dx
    yield "across the hall's axis", dy
    yield f"overhead at {hall.cabinets[other].name}", overhead


def _onto(hall: Hall, access: Access, port: Port, *, away: bool) -> list[Term]:
    """Return the terms between a port and its tray, in the order of the cable."""
    place, unit = port
    name, tray = hall.cabinets[place].name, hall.trays[access.tray]
    height = int(hall.port_height_mm(unit))
    steps = [
        (f"{name} U{unit} at {height} mm", f"tray {tray.name} at {tray.height_mm} mm"),
        (f"the middle of {name}", f"tray {tray.name}"),
    ]
    lengths = abs(tray.height_mm - height), access.horizontal_mm
    if away:
        return [(f"from {b} to {a}", mm) for (a, b), mm in zip(steps[::-1], lengths[::-1], strict=True)]
    return [(f"from {a} to {b}", mm) for (a, b), mm in zip(steps, lengths, strict=True)]


def _along(hall: Hall, legs: Sequence[Leg]) -> Iterator[Term]:
    """Yield a term for every tray and riser on a route, in order."""
    for (riser, tray), group in groupby(legs, key=lambda leg: (leg.edge.riser, leg.edge.trays)):
        length = sum(leg.length_mm for leg in group)
        if riser < 0:
            yield f"along tray {hall.trays[tray[0]].name}", length
        else:
            yield f"riser {hall.risers[riser].name}", length
