"""Graph Golf's grid format: two points ``x,y`` of a grid a line."""

import re

import numpy as np

from foundation.errors import InputError
from topologies.files.format import GraphFormat
from topologies.files.graph import NamedGraph, assemble
from topologies.files.text_lines import fields_by_line, refuse_parallel, two_ends
from topologies.parameters import shown
from topologies.topology import Topology

Point = tuple[int, int]
_POINT = re.compile(r"(0|[1-9][0-9]{0,8}),(0|[1-9][0-9]{0,8})")


def read(text: str, where: str) -> NamedGraph:
    """Return the graph of lines ``x,y x,y``.

    Routers are named by their points, such as ``3,0``, and numbered by x, then by y. A link
    that stands twice is a mistake: Graph Golf's graphs are simple.
    """
    lines: dict[tuple[Point, Point], int] = {}
    for line, fields in fields_by_line(text):
        here = f"{where}: line {line}"
        u, v = sorted(_point(name, here) for name in two_ends(fields, here))
        if u == v:
            raise InputError(here, f"router {_name(u)} is linked to itself (a self loop)")
        if (u, v) in lines:
            what = f"repeats the link of line {lines[u, v]}: a Graph Golf graph has no parallel links"
            raise InputError(here, what)
        lines[u, v] = line
    points = sorted({point for link in lines for point in link})
    numbers = {point: number for number, point in enumerate(points)}
    return assemble(where, [_name(point) for point in points], [(numbers[u], numbers[v]) for u, v in lines])


def write(topology: Topology) -> str:
    """Return one line ``x,y x,y`` a link, of a network whose routers are named by grid points.

    Names that are no points, routers without links, parallel links, and numbers that do not
    follow the points are refused, so that a file that is read again is the same network.
    """
    refuse_parallel(topology, "a Graph Golf file")
    names = [topology.label(router) for router in range(topology.routers)]
    wrong = next((name for name in names if not _POINT.fullmatch(name)), None)
    if wrong is not None:
        what = f"router name {shown(wrong)!r} is no grid point x,y"
        raise InputError(topology.name, what, "write graphgolf, the general format")
    if (topology.degree == 0).any():
        bare = names[int(np.argmin(topology.degree))]
        what = f"router {bare} has no link, so a Graph Golf file would not name it"
        raise InputError(topology.name, what, "write an edge list")
    if names != sorted(names, key=lambda name: _point(name, "")):
        what = "its routers are not numbered by x, then by y, as a grid file is read"
        raise InputError(topology.name, what, "write an edge list")
    return "".join(f"{names[u]} {names[v]}\n" for u, v in topology.links.tolist())


def _point(name: str, where: str) -> Point:
    match = _POINT.fullmatch(name)
    if match is None:
        raise InputError(where, f"{shown(name)!r} is no grid point", "write x,y with whole numbers from 0")
    return int(match[1]), int(match[2])


def _name(point: Point) -> str:
    return f"{point[0]},{point[1]}"


FORMAT = GraphFormat(
    name="graphgolf-grid",
    suffixes=(".grid",),
    losses="endpoints; names that are no grid points and parallel links are refused",
    read=read,
    write=write,
)
