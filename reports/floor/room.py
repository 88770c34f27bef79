"""A room as data for the floor plan: cabinets, aisles, walls, trays; lengths in mm."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from netfloor.reports.formats.text import one_line
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.checks import aisle_floor
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room import Cell, GridRoom

#: Drawn depth of a grid's cabinet as a share of the row pitch, and width as a share of the column pitch.
DEEP, WIDE = 0.5, 0.86
#: Code in ``occupied`` of a cabinet that is no longer in the room; 1 is a reserved cabinet.
NO_LONGER = 2


def room_document(room: Room) -> dict[str, Any]:
    """Return the drawn parts of a room; ``cabinets`` are columns with an entry per cabinet.

    ``units`` are rack units, or slots in a grid, which has no units; ``slots`` are for switches.
    """
    return _hall(room) if isinstance(room, Hall) else _grid(room)


def with_former(document: dict[str, Any], former: dict[str, Any]) -> dict[str, Any]:
    """Return a room's document with the cabinets of a former room that it no longer has."""
    known, columns = set(document["cabinets"]["name"]), former["cabinets"]
    gone = [place for place, name in enumerate(columns["name"]) if name not in known]
    if not gone:
        return document
    added = {key: [column[place] for place in gone] for key, column in columns.items()}
    added["occupied"] = [NO_LONGER] * len(gone)
    cabinets = {key: column + added[key] for key, column in document["cabinets"].items()}
    bounds = [
        f(*both)
        for f, both in zip(
            (min, min, max, max), zip(document["bounds"], former["bounds"], strict=True), strict=True
        )
    ]
    return document | {"cabinets": cabinets, "bounds": bounds}


def _cells(room: GridRoom) -> list[Cell]:
    """Return every existing cabinet row by row, including reserved ones."""
    return sorted({(int(row), int(column)) for row, column in room.cabinets} | room.taken)


def _grid(room: GridRoom) -> dict[str, Any]:
    cells = _cells(room)
    count, wide, deep = len(cells), room.column_pitch_mm, room.row_pitch_mm
    return {
        "name": one_line(room.name),
        "kind": "grid",
        "bounds": [0, 0, room.columns * wide, room.rows * deep],
        "cabinets": {
            "name": [one_line(room.name_of(cell)) for cell in cells],
            "row": [f"{row + 1:02d}" for row, _ in cells],
            "x": [round((column + 0.5) * wide) for _, column in cells],
            "y": [round((row + 0.5) * deep) for row, _ in cells],
            "width": [round(WIDE * wide)] * count,
            "depth": [round(DEEP * deep)] * count,
            "front": [-90] * count,
            "units": [room.slots_per_cabinet] * count,
            "slots": [room.slots_per_cabinet] * count,
            "occupied": [int(cell in room.taken) for cell in cells],
            "limitW": [None] * count,
            "limitKg": [None] * count,
        },
        "areas": [],
        "trays": [],
        "segments": [],
    }


def _hall(hall: Hall) -> dict[str, Any]:
    points = [*hall.outline_mm, *(point for tray in hall.trays for point in tray.points_mm)]
    points += [cabinet.centre_mm for cabinet in hall.cabinets]
    x, y = np.array(points, dtype=np.int64).T
    cabinets = hall.cabinets
    return {
        "name": one_line(hall.name),
        "kind": "hall",
        "bounds": [int(x.min()), int(y.min()), int(x.max()), int(y.max())],
        "cabinets": {
            "name": [one_line(cabinet.name) for cabinet in cabinets],
            "row": [one_line(cabinet.row) for cabinet in cabinets],
            "x": [cabinet.x_mm for cabinet in cabinets],
            "y": [cabinet.y_mm for cabinet in cabinets],
            "width": [cabinet.width_mm for cabinet in cabinets],
            "depth": [cabinet.depth_mm for cabinet in cabinets],
            "front": [cabinet.front_deg for cabinet in cabinets],
            "units": [cabinet.units for cabinet in cabinets],
            "slots": [len(cabinet.switch_units) for cabinet in cabinets],
            "occupied": [int(cabinet.taken) for cabinet in cabinets],
            "limitW": [cabinet.power_limit_w for cabinet in cabinets],
            "limitKg": [cabinet.weight_limit_kg for cabinet in cabinets],
        },
        "areas": list(_areas(hall)),
        "trays": [
            {
                "name": one_line(tray.name),
                "heightMm": tray.height_mm,
                "media": ["copper" if medium == "electrical" else medium for medium in tray.media],
                "capacityMm2": tray.capacity_mm2,
            }
            for tray in hall.trays
        ],
        "segments": [
            [segment.tray, *segment.start_mm, *segment.end_mm] for segment in hall.tray_graph.segments
        ]
        if hall.trays
        else [],
    }


def _areas(hall: Hall) -> Iterator[dict[str, Any]]:
    """Yield the areas on the floor, bottom layer first: aisles, wall, obstructions, doors."""
    for kind, shape in zip(("cold", "hot"), aisle_floor(hall), strict=True):
        for part in getattr(shape, "geoms", [shape]):
            if part.geom_type == "Polygon" and not part.is_empty:
                rings = [part.exterior, *part.interiors]
                yield {"kind": kind, "name": "", "rings": [_ring(ring.coords) for ring in rings]}
    yield {"kind": "wall", "name": "", "rings": [_ring(hall.outline_mm)]}
    for kind, areas in (("keep-out", hall.keep_outs), ("cooling", hall.cooling), ("pillar", hall.pillars)):
        for area in areas:
            yield {"kind": kind, "name": one_line(area.name), "rings": [_ring(area.corners_mm)]}
    for door in hall.doors:
        ends = [door.hinge_mm, door.jamb_mm]
        yield {"kind": "door", "name": one_line(door.name), "rings": [_ring(ends)]}


def _ring(points: Any) -> list[list[int]]:
    return [[round(x), round(y)] for x, y in points]
