"""Consistency checks of a hall, required before cables can be measured."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.rooms.hall.file.shapes import in_metres
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import MEDIA, Area, Cabinet, Door, Riser, Tray
from netfloor.rooms.hall.trays.graph import TrayEdge, TrayGraph
from netfloor.rooms.hall.trays.stations import riser_station


def checked(hall: Hall, source: str) -> Hall:
    """Check that a hall has slots, unique names, and trays that serve every cabinet.

    Raise `InputError` naming ``source`` and the cabinet, tray or riser.
    """
    _refuse_twins(hall, source)
    if not hall.cabinet_count:
        raise InputError(source, "no cabinet offers a slot", "all are occupied or have no switch units")
    _refuse_places(hall, source)
    for door in hall.doors:
        if door.hinge_mm == door.jamb_mm:
            raise InputError(f"{source}: door {door.name}", "hinge and jamb are one point", "move one")
    if hall.risers and not hall.trays:
        raise InputError(f"{source}: riser {hall.risers[0].name}", "there are no trays to connect")
    if hall.trays:
        _refuse_overlaid(hall, source)
        _refuse_idle_risers(hall, source)
        _refuse_islands(hall, source)
        _refuse_stranded(hall, source)
    return hall


def checked_switch_units(switch_units: Sequence[int], units: int, where: str) -> tuple[int, ...]:
    """Validate the rack units of switches: within the cabinet, without repeats."""
    for unit in switch_units:
        if not 1 <= unit <= units:
            raise InputError(where, f"unit {unit} does not exist", f"the cabinet has units 1 to {units}")
    if len(set(switch_units)) < len(switch_units):
        raise InputError(where, "a unit is given twice", "one switch per unit")
    return tuple(switch_units)


def _refuse_twins(hall: Hall, source: str) -> None:
    kinds: dict[str, Sequence[Area | Door | Cabinet | Tray | Riser]] = {
        "cabinet": hall.cabinets,
        "pillar": hall.pillars,
        "keep-out": hall.keep_outs,
        "cooling row": hall.cooling,
        "door": hall.doors,
        "tray": hall.trays,
        "riser": hall.risers,
    }
    for kind, parts in kinds.items():
        seen: set[str] = set()
        for name in (part.name for part in parts):
            if name in seen:
                raise InputError(f"{source}: {kind} {name}", f"two {kind}s have this name", "rename one")
            seen.add(name)


def _refuse_places(hall: Hall, source: str) -> None:
    """Refuse two cabinets with the same centre, whose routes could not be distinguished."""
    seen: dict[tuple[int, int], str] = {}
    for cabinet in hall.cabinets:
        other = seen.setdefault(cabinet.centre_mm, cabinet.name)
        if other != cabinet.name:
            what = f"has the same centre as {other}, {in_metres(cabinet.centre_mm)}"
            raise InputError(f"{source}: cabinet {cabinet.name}", what, "move one of them")


def _refuse_overlaid(hall: Hall, source: str) -> None:
    from shapely import LineString, STRtree  # noqa: PLC0415 - Shapely takes long to import

    lines = [LineString(tray.points_mm) for tray in hall.trays]
    for a, b in sorted(zip(*STRtree(lines).query(lines, predicate="intersects"), strict=True)):
        outer, inner = hall.trays[a], hall.trays[b]
        if a < b and outer.height_mm == inner.height_mm and lines[a].intersection(lines[b]).length > 0:
            what = f"overlaps tray {outer.name} at the same height"
            remedy = "change the height of one, or end it where they meet"
            raise InputError(f"{source}: tray {inner.name}", what, remedy)


def _refuse_idle_risers(hall: Hall, source: str) -> None:
    for riser in hall.risers:
        joined = [tray.name for tray in hall.trays if riser_station(tray, riser) is not None]
        if len(joined) < 2:
            what = f"connects only tray {joined[0]}" if joined else "connects no tray"
            remedy = "place it on the centre lines of two trays"
            raise InputError(f"{source}: riser {riser.name}", what, remedy)


def _refuse_islands(hall: Hall, source: str) -> None:
    edges = hall.tray_graph.edges
    piece = _piece_of_node(hall.tray_graph, edges)
    of_tray = {edge.trays[0]: piece[edge.ends[0]] for edge in edges if edge.riser < 0}
    for number, tray in enumerate(hall.trays):
        if of_tray[number] != of_tray[0]:
            what = f"is not connected to tray {hall.trays[0].name}"
            remedy = "let them meet at the same height, or connect them with a riser"
            raise InputError(f"{source}: tray {tray.name}", what, remedy)


def _refuse_stranded(hall: Hall, source: str) -> None:
    """Refuse a cabinet out of reach of all trays, and two cabinets not connected for any medium."""
    joined = np.zeros((len(hall.usable),) * 2, dtype=bool)
    reaching = {access.cabinet for access in hall.tray_graph.accesses}
    for cabinet in (hall.cabinets[i] for i in hall.usable if i not in reaching):
        what = f"no tray is within reach of its centre at {in_metres(cabinet.centre_mm)}"
        remedy = "route a tray past it, or increase a tray's access_m"
        raise InputError(f"{source}: cabinet {cabinet.name}", what, remedy)
    for medium in MEDIA:
        pieces = _pieces(hall, medium)[hall.usable].astype(np.float32)
        joined |= (pieces @ pieces.T) > 0
    if not joined.all():
        a, b = (int(i) for i in np.argwhere(~joined)[0])
        names = f"{hall.cabinet_name(a)} and {hall.cabinet_name(b)}"
        both = "no medium has a tray route from it" if a == b else "no medium has a tray route between them"
        raise InputError(f"{source}: cabinets {names}", both, "let a tray admit both media")


def _pieces(hall: Hall, medium: str) -> npt.NDArray[np.bool_]:
    """Return a mask of the tray components of a medium that each cabinet reaches, (cabinets, p)."""
    graph = hall.tray_graph
    admits = [medium in tray.media for tray in hall.trays]
    admitted = [edge for edge in graph.edges if all(admits[tray] for tray in edge.trays)]
    piece = _piece_of_node(graph, admitted)
    reached = np.zeros((len(hall.cabinets), int(piece.max()) + 1), dtype=bool)
    for access in graph.accesses:
        if admits[access.tray]:
            reached[access.cabinet, piece[graph.edges[access.edge].ends[0]]] = True
    return reached


def _piece_of_node(graph: TrayGraph, edges: Sequence[TrayEdge]) -> npt.NDArray[np.int32]:
    """Return the connected component of each node over some edges, (n,), numbered from 0."""
    from scipy.sparse import coo_array  # noqa: PLC0415 - takes long to import
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

    start, end = np.array([edge.ends for edge in edges], dtype=np.int64).reshape(-1, 2).T
    links = coo_array((np.ones(len(edges)), (start, end)), shape=(len(graph.nodes),) * 2)
    return connected_components(links, directed=False)[1]  # type: ignore[no-any-return]
