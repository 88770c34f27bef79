"""The floor plan of a stored comparison, which holds only cabinets and cables."""

from typing import Any

import numpy as np

from netfloor.reports.floor.room import DEEP, WIDE
from netfloor.reports.formats.text import one_line
from netfloor.reports.rooms.floorplan import FloorDrawing
from netfloor.rooms.room import cell_name


def drawing_document(drawing: FloorDrawing, title: str) -> dict[str, Any]:
    """Return the `floor_document` of a drawing: unnamed switches, cables that end at cabinets."""
    count, cables = len(drawing.occupied), drawing.cables.reshape(-1, 2)
    nothing = [None] * count
    return {
        "schema": 1,
        "room": {
            "name": one_line(title),
            "kind": "grid",
            "bounds": [
                *(0, 0),
                drawing.columns * drawing.column_pitch_mm,
                drawing.rows * drawing.row_pitch_mm,
            ],
            "cabinets": {
                **_places(drawing),
                "width": [round(WIDE * drawing.column_pitch_mm)] * count,
                "depth": [round(DEEP * drawing.row_pitch_mm)] * count,
                "front": [-90] * count,
                "units": nothing,
                "slots": nothing,
                "occupied": [0] * count,
                "limitW": nothing,
                "limitKg": nothing,
            },
            "areas": [],
            "trays": [],
            "segments": [],
        },
        "networks": [
            {
                "title": one_line(title),
                "network": one_line(title),
                "switches": {
                    "nameless": True,
                    "count": int(drawing.occupied.sum()),
                    "name": None,
                    "cabinet": np.repeat(np.arange(count), drawing.occupied).tolist(),
                    "unit": [],
                    "units": None,
                    "group": None,
                    "ports": [],
                },
                "servers": {"switch": [], "cabinet": [], "unit": [], "units": 0},
                "cables": {
                    "network": len(cables),
                    "a": cables[:, 0].tolist(),
                    "b": cables[:, 1].tolist(),
                    "mm": drawing.length_mm.tolist(),
                    "medium": None,
                    "part": None,
                    "parts": [],
                    "way": None,
                },
                "ways": [],
                "loads": {"w": nothing, "kg": nothing},
                "fill": None,
                "change": None,
            }
        ],
    }


def _places(drawing: FloorDrawing) -> dict[str, list[Any]]:
    """Return name, row and centre of each cabinet; a hall's are numbered, as their names are not stored."""
    if drawing.centres_mm is not None:
        x, y = drawing.centres_mm.T.tolist()
        count = len(x)
        return {"name": [f"number {i + 1}" for i in range(count)], "row": [""] * count, "x": x, "y": y}
    cells = [(int(row), int(column)) for row, column in drawing.cabinets]
    return {
        "name": [cell_name(*cell) for cell in cells],
        "row": [f"{row + 1:02d}" for row, _ in cells],
        "x": [round((column + 0.5) * drawing.column_pitch_mm) for _, column in cells],
        "y": [round((row + 0.5) * drawing.row_pitch_mm) for row, _ in cells],
    }
