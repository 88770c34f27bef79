"""What must hold for any hall before a cable is measured in it."""

from collections.abc import Iterable

import numpy as np

from foundation.errors import InputError
from rooms.hall.hall import Hall
from rooms.hall.parts import MEDIA
from rooms.hall.shapes import in_metres


def checked(hall: Hall, source: str) -> Hall:
    """Return a hall that has slots, names nothing twice, and whose trays serve every cabinet.

    Raises
    ------
    InputError
        Naming ``source`` and the cabinet, tray or riser.
    """
    for kind, names in _names(hall).items():
        _refuse_twins(kind, names, source)
    if not hall.cabinet_count:
        raise InputError(source, "no cabinet offers a slot", "every one is taken or has no switch units")
    _refuse_places(hall, source)
    for door in hall.doors:
        if door.hinge_mm == door.jamb_mm:
            raise InputError(f"{source}: door {door.name}", "hinge and jamb are one point", "move one")
    if hall.risers and not hall.trays:
        raise InputError(f"{source}: riser {hall.risers[0].name}", "there is no tray that it could join")
    if hall.trays:
        _refuse_overlaid(hall, source)
        _refuse_idle_risers(hall, source)
        _refuse_islands(hall, source)
        _refuse_stranded(hall, source)
    return hall


def _names(hall: Hall) -> dict[str, list[str]]:
    return {
        "cabinet": [cabinet.name for cabinet in hall.cabinets],
        "pillar": [area.name for area in hall.pillars],
        "keep-out": [area.name for area in hall.keep_outs],
        "cooling row": [area.name for area in hall.cooling],
        "door": [door.name for door in hall.doors],
        "tray": [tray.name for tray in hall.trays],
        "riser": [riser.name for riser in hall.risers],
    }


def _refuse_twins(kind: str, names: Iterable[str], source: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InputError(f"{source}: {kind} {name}", f"the name stands for two {kind}s", "rename one")
        seen.add(name)


def _refuse_places(hall: Hall, source: str) -> None:
    """Refuse two cabinets with one centre: nothing could tell their ways apart."""
    seen: dict[tuple[int, int], str] = {}
    for cabinet in hall.cabinets:
        other = seen.setdefault(cabinet.centre_mm, cabinet.name)
        if other != cabinet.name:
            raise InputError(
                f"{source}: cabinet {cabinet.name}",
                f"stands where {other} does, at {in_metres(cabinet.centre_mm)}",
                "move one of them",
            )


def _refuse_overlaid(hall: Hall, source: str) -> None:
    from shapely import LineString, STRtree  # noqa: PLC0415 - Shapely takes long to import

    lines = [LineString(tray.points_mm) for tray in hall.trays]
    for a, b in sorted(zip(*STRtree(lines).query(lines, predicate="intersects"), strict=True)):
        one, other = hall.trays[a], hall.trays[b]
        if a < b and one.height_mm == other.height_mm and lines[a].intersection(lines[b]).length > 0:
            raise InputError(
                f"{source}: tray {other.name}",
                f"runs inside tray {one.name} for a part of its way, at the same height",
                "give one another height, or end it where they meet",
            )


def _refuse_idle_risers(hall: Hall, source: str) -> None:
    from rooms.hall.tray_stations import riser_station  # noqa: PLC0415

    for riser in hall.risers:
        joined = [tray.name for tray in hall.trays if riser_station(tray, riser) is not None]
        if len(joined) < 2:
            what = f"joins only tray {joined[0]}" if joined else "joins no tray"
            raise InputError(
                f"{source}: riser {riser.name}", what, "put it on the centre lines of two trays"
            )


def _refuse_islands(hall: Hall, source: str) -> None:
    group = hall.tray_graph.tray_group
    for number, root in enumerate(group):
        if root != group[0]:
            raise InputError(
                f"{source}: tray {hall.trays[number].name}",
                f"hangs together with tray {hall.trays[0].name} nowhere",
                "let them meet at one height, or join them with a riser",
            )


def _refuse_stranded(hall: Hall, source: str) -> None:
    """Refuse a cabinet that reaches no tray, and two that no medium's trays join."""
    joined = np.zeros((len(hall.usable),) * 2, dtype=bool)
    reaching = {access.cabinet for access in hall.tray_graph.accesses}
    for cabinet in (hall.cabinets[i] for i in hall.usable if i not in reaching):
        raise InputError(
            f"{source}: cabinet {cabinet.name}",
            f"no tray is within reach of its centre at {in_metres(cabinet.centre_mm)}",
            "lead a tray past it, or raise the access distance of one",
        )
    for medium in MEDIA:
        pieces = _pieces(hall, medium)[hall.usable].astype(np.float32)
        joined |= (pieces @ pieces.T) > 0
    if not joined.all():
        a, b = (int(i) for i in np.argwhere(~joined)[0])
        names = f"{hall.cabinet_name(a)} and {hall.cabinet_name(b)}"
        both = "no trays of one medium join it to any" if a == b else "no trays of one medium join them"
        raise InputError(f"{source}: cabinets {names}", both, "let a tray admit both media")


def _pieces(hall: Hall, medium: str) -> "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]":
    """Return which connected pieces of the trays for a medium each cabinet reaches, (cabinets, p)."""
    from scipy.sparse import coo_array  # noqa: PLC0415 - takes long to import
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

    graph = hall.tray_graph
    admits = [medium in tray.media for tray in hall.trays]
    edges = [edge.ends for edge in graph.edges if all(admits[tray] for tray in edge.trays)]
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    count = len(graph.nodes)
    links = coo_array((np.ones(ends.shape[1]), (ends[0], ends[1])), shape=(count, count))
    pieces, label = connected_components(links, directed=False)
    reached = np.zeros((len(hall.cabinets), pieces), dtype=bool)
    for access in graph.accesses:
        if admits[access.tray]:
            reached[access.cabinet, label[graph.edges[access.edge].ends[0]]] = True
    return reached
