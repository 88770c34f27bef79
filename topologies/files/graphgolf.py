"""Graph Golf's formats: two switch numbers per line, or two grid points ``x,y``.

Graph Golf's graphs are simple and connected, so repeated links and switches without links are errors.
"""

import re
from collections.abc import Callable, Iterable
from functools import partial

from netfloor.foundation.errors import InputError
from netfloor.topologies.files.graph import (
    STRICT,
    GraphFormat,
    NamedGraph,
    Reading,
    assemble,
    fields_by_line,
)
from netfloor.topologies.parameters import integer, shown
from netfloor.topologies.topology import Topology

Point = tuple[int, ...]
_SIZE = re.compile(r"[1-9][0-9]{0,8}")
_LARGEST = 10**9
_POINT = re.compile(r"(0|[1-9][0-9]{0,8}),(0|[1-9][0-9]{0,8})")


def read(text: str, where: str, reading: Reading = STRICT) -> NamedGraph:
    """Read lines ``u v`` with switches numbered 0 .. n-1."""
    meant = "add format=edges to the spec if parallel links are intended"
    links, loops = _links(fields_by_line(text), where, _number, reading, meant)
    routers = sorted({router for link in links for router in link})
    for number, (router,) in enumerate(routers):
        if number != router:
            what = f"switch {number} has no link, switch {router} has"
            raise InputError(where, what, "number the switches 0 .. n-1, or add format=edges to the spec")
    names = [str(router) for router in range(len(routers))]
    return assemble(where, names, [(u, v) for (u,), (v,) in links], loops=loops)


def read_grid(text: str, where: str, reading: Reading = STRICT) -> NamedGraph:
    """Read lines ``x,y x,y``, with switches named by their points and numbered by x, then y.

    A first line ``width height`` may give the number of points in each direction.
    """
    lines = list(fields_by_line(text))
    size = _size(lines[0][1]) if lines else None
    if size is not None:
        lines = lines[1:]
    links, loops = _links(lines, where, partial(_point, size=size), reading)
    points = sorted({point for link in links for point in link})
    numbers = {point: number for number, point in enumerate(points)}
    ends = [(numbers[u], numbers[v]) for u, v in links]
    return assemble(where, [_name(point) for point in points], ends, loops=loops)


def is_grid(text: str) -> bool:
    """Test whether the first link of a text joins two points."""
    first = next((fields for _, fields in fields_by_line(text) if _size(fields) is None), [])
    return len(first) == 2 and all(_POINT.fullmatch(name) for name in first)


def _size(fields: list[str]) -> Point | None:
    """Return the width and height of a size line, None for any other line."""
    if len(fields) != 2 or not all(_SIZE.fullmatch(field) for field in fields):
        return None
    return int(fields[0]), int(fields[1])


def write(topology: Topology) -> str:
    """Write lines ``u v``; parallel links and switches without links are rejected."""
    _refuse_parallel(topology)
    _refuse_bare(topology)
    return "".join(f"{u} {v}\n" for u, v in topology.links.tolist())


def write_grid(topology: Topology) -> str:
    """Write lines ``x,y x,y`` for a network whose switches are named by grid points.

    Names that are not points, switches without links, parallel links, and numbers that do not follow the
    points are rejected, so reading the file back gives the same network.
    """
    _refuse_parallel(topology)
    names = [topology.label(router) for router in range(topology.routers)]
    wrong = next((name for name in names if not _POINT.fullmatch(name)), None)
    if wrong is not None:
        what = f"switch name {shown(wrong)!r} is not a grid point x,y"
        raise InputError(topology.name, what, "write graphgolf, the general format")
    _refuse_bare(topology)
    if names != sorted(names, key=lambda name: _point(name, "")):
        what = "its switches are not numbered by x, then y, as grid files require"
        raise InputError(topology.name, what, "write an edge list")
    return "".join(f"{names[u]} {names[v]}\n" for u, v in topology.links.tolist())


def _links(
    numbered: Iterable[tuple[int, list[str]]],
    where: str,
    point_of: Callable[[str, str], Point],
    reading: Reading,
    meant: str = "",
) -> tuple[list[tuple[Point, Point]], int]:
    """Return the two ends of each line, lower first, and the number of omitted loops.

    ``meant`` is the remedy in the message for a repeated link.
    """
    lines: dict[tuple[Point, Point], int] = {}
    loops = 0
    for line, fields in numbered:
        at = f"{where}: line {line}"
        if len(fields) != 2:
            raise InputError(at, f"has {len(fields)} fields", "write two switches")
        u, v = sorted(point_of(name, at) for name in fields)
        if u == v and reading.is_dropped(at, _name(u)):
            loops += 1
            continue
        if (u, v) in lines:
            what = f"repeats the link of line {lines[u, v]}: a Graph Golf graph has no parallel links"
            raise InputError(at, what, meant)
        lines[u, v] = line
    return list(lines), loops


def _number(name: str, where: str) -> Point:
    return (integer(where, "switch", name, lowest=0, highest=_LARGEST),)


def _point(name: str, where: str, size: Point | None = None) -> Point:
    match = _POINT.fullmatch(name)
    if match is None:
        raise InputError(
            where, f"{shown(name)!r} is not a grid point", "write x,y with whole numbers from 0"
        )
    point = int(match[1]), int(match[2])
    if size is not None and (point[0] >= size[0] or point[1] >= size[1]):
        raise InputError(where, f"{shown(name)!r} is outside the grid of {size[0]} x {size[1]} points")
    return point


def _name(point: Point) -> str:
    return ",".join(map(str, point))


def _refuse_parallel(topology: Topology) -> None:
    if (topology.multiplicity > 1).any():
        u, v = topology.links[int(topology.multiplicity.argmax())].tolist()
        pair = f"{topology.label(u)} and {topology.label(v)}"
        what = f"has parallel links, such as between {shown(pair)}, which Graph Golf does not allow"
        raise InputError(topology.name, what, "write edges, graphml or dot")


def _refuse_bare(topology: Topology) -> None:
    if (topology.degree == 0).any():
        bare = topology.label(int(topology.degree.argmin()))
        what = f"switch {bare} has no links, so a Graph Golf file would omit it"
        raise InputError(topology.name, what, "write an edge list")


FORMAT = GraphFormat(
    name="graphgolf",
    suffixes=(".graphgolf", ".golf"),
    losses="switch names and endpoints; parallel links and switches without links are refused",
    read=read,
    write=write,
)
GRID = GraphFormat(
    name="graphgolf-grid",
    suffixes=(".grid",),
    losses="endpoints; names other than grid points and parallel links are refused",
    read=read_grid,
    write=write_grid,
)
