"""Rooms derived from the positions or cabinets of a graph's nodes, and switches fixed there."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.exchange.imported.room import cells_of_names
from netfloor.exchange.user_tables.fixed_routers import fixed_slots
from netfloor.foundation.errors import InputError
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.fields import MAX_UNITS
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Cabinet, CableRule
from netfloor.rooms.room import GridRoom, cell_name
from netfloor.topologies.topology import GraphPlaces, Topology

#: Default side length of a cabinet known only by position, and the minimum, in mm.
SIDE_MM, LEAST_SIDE_MM = 600, 100
#: Floor margin around the cabinets, in mm.
MARGIN_MM = 1000
#: Characters not allowed in a hall's cabinet names.
_UNSAID = re.compile(r"[^A-Za-z0-9._:/-]+")


def standing_room(
    network: Topology,
    *,
    slots_per_cabinet: int | None = None,
    overhead_mm: int = 2000,
    inside_mm: int = 2000,
) -> Room:
    """Build the room that contains the switches of a graph.

    With positions it is a hall with a cabinet at each position and cables along the two axes; with cabinets
    alone it is a grid derived from names such as ``R01C03`` or ``A07``. Raise `InputError` for missing or
    ambiguous positions.

    Parameters
    ----------
    slots_per_cabinet
            Switches that fit in a cabinet; None: as many as in the fullest one.
    overhead_mm, inside_mm
            Length added at each end of a cable between cabinets, and length of a cable inside a cabinet.
    """
    standing = network.standing
    if standing is None:
        what = "has no positions of its switches"
        raise InputError(network.name, what, "nodes with pos or cabinet, or a room of another kind")
    doors = standing_cabinets(network)
    if standing.positions_mm is None and not all(doors):
        lacking = [network.label(switch) for switch, door in enumerate(doors) if not door]
        what = f"{len(lacking)} of {len(doors)} switches have no cabinet, such as {lacking[0]}"
        raise InputError(network.name, what, "a cabinet for each, or positions, or a room of another kind")
    fullest = max(Counter(doors).values())
    slots = fullest if slots_per_cabinet is None else slots_per_cabinet
    if slots < fullest:
        raise InputError("slots_per_cabinet", f"is {slots}, but a cabinet has {fullest} switches", "more")
    if standing.positions_mm is None:
        return _grid(network.name, doors, slots, overhead_mm, inside_mm)
    if slots > MAX_UNITS:
        raise InputError(network.name, f"{slots} switches in one cabinet", f"at most {MAX_UNITS}")
    places = _places(network.name, doors, standing.positions_mm)
    return _hall(network.name, places, slots, CableRule(overhead_mm, inside_mm))


def standing_cabinets(network: Topology) -> tuple[str, ...]:
    """Return the cabinet name of each switch, derived from a switch if only positions are known.

    Empty if neither is known.
    """
    standing = network.standing or GraphPlaces(("",) * network.routers, None)
    doors, at = [], dict[Any, str]()
    taken = set(filter(None, standing.cabinets))
    for switch, door in enumerate(standing.cabinets):
        if door or standing.positions_mm is None:
            doors.append(door)
            continue
        place = tuple(standing.positions_mm[switch].tolist())
        if place not in at:
            own = _UNSAID.sub(" ", network.label(switch)).strip(" ._:/-")[:40]
            at[place] = own if own and own not in taken else f"P{len(at) + 1:03d}"
            taken.add(at[place])
        doors.append(at[place])
    return tuple(doors)


def _places(
    name: str, doors: Iterable[str], positions_mm: npt.NDArray[np.int64]
) -> dict[str, tuple[int, int]]:
    """Return the position of each cabinet.

    Raise `InputError` unless positions and cabinets match uniquely.
    """
    places: dict[str, tuple[int, int]] = {}
    at: dict[tuple[int, int], str] = {}
    for door, (x, y) in zip(doors, positions_mm.tolist(), strict=True):
        if places.setdefault(door, (x, y)) != (x, y):
            raise InputError(name, f"cabinet {door} has several positions", "one for all its switches")
        if at.setdefault((x, y), door) != door:
            raise InputError(name, f"cabinets {at[x, y]} and {door} have the same position", "one for each")
    return places


def _hall(name: str, places: Mapping[str, tuple[int, int]], slots: int, cable: CableRule) -> Hall:
    """Build a hall with a cabinet at each position, in mm."""
    points = np.array(list(places.values()), dtype=np.int64)
    side = min(SIDE_MM, _nearest_mm(points))
    if side < LEAST_SIDE_MM:
        what = f"two cabinets are {side / 1000:g} m apart"
        raise InputError(f"{name}: pos", what, "positions in metres, or unit_m: the metres of their unit")
    low, high = (points.min(axis=0) - MARGIN_MM).tolist(), (points.max(axis=0) + MARGIN_MM).tolist()
    outline = ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))
    lines = sorted({y for _, y in places.values()})
    rows = {y: str(number) for number, y in enumerate(lines, start=1)} if len(lines) < len(places) else {}
    units = tuple(range(1, slots + 1))
    cabinets = tuple(
        Cabinet(
            name=door,
            row=rows.get(y, "single"),
            x_mm=x,
            y_mm=y,
            width_mm=side,
            depth_mm=side,
            front_deg=0.0,
            units=slots,
            switch_units=units,
        )
        for door, (x, y) in places.items()
    )
    return Hall(f"room of {name}", outline, cabinets, cable)


def _nearest_mm(points: npt.NDArray[np.int64]) -> int:
    """Return the distance of the two nearest positions, in the maximum norm."""
    from scipy.spatial import cKDTree  # noqa: PLC0415 - takes long to import

    if len(points) < 2:
        return SIDE_MM
    return int(cKDTree(points).query(points, k=2, p=np.inf)[0][:, 1].min())


def _grid(name: str, doors: Iterable[str], slots: int, overhead_mm: int, inside_mm: int) -> GridRoom:
    """Build the grid derived from the names of cabinets."""
    cells = cells_of_names(doors, (), name)
    rows, columns = (1 + max(cell[axis] for cell in cells.values()) for axis in (0, 1))
    missing = frozenset(product(range(rows), range(columns))) - set(cells.values())
    named = tuple(sorted((cell, door) for door, cell in cells.items() if door != cell_name(*cell)))
    return GridRoom(
        f"room of {name}",
        rows,
        columns,
        slots_per_cabinet=slots,
        overhead_mm=overhead_mm,
        inside_mm=inside_mm,
        missing=missing,
        names=named,
    )


def staying(
    fixed: "bool | Mapping[str, str | tuple[str, int]]", network: Topology, room: Room
) -> npt.NDArray[np.int32] | None:
    """Return the slot of each fixed switch, -1 for the others, (n,); None if none is fixed.

    Parameters
    ----------
    fixed
            Cabinet by switch, or cabinet and position in it, from 1; True for all switches with a position
        in the graph.

    Raises
    ------
    InputError
            If a switch or cabinet does not exist or is full, or the graph has no positions.
    """
    if fixed is False:
        return None
    if fixed is True:
        doors = standing_cabinets(network)
        if not any(doors):
            what = "is True, but the network has no positions of its switches"
            raise InputError("fixed", what, "nodes with pos or cabinet, or a cabinet by switch")
        rows = [[network.label(switch), door] for switch, door in enumerate(doors) if door]
    else:
        rows = [
            [str(switch), place] if isinstance(place, str) else [str(switch), *map(str, place)]
            for switch, place in fixed.items()
        ]
    return fixed_slots(((f"fixed: {row[0]}", row) for row in rows), network, room)
