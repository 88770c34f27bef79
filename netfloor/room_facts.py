"""A room measured and drawn."""

from pathlib import Path
from typing import Any

from foundation.units import mm_to_metres
from netfloor.drawing import floor_drawing
from netfloor.output_files import check_free, never, write_file
from rooms.room import Room


def room_facts(room: Room, spec: str) -> dict[str, Any]:
    """Return a room's measures as one document."""
    across = (room.rows - 1) * room.row_pitch_mm + (room.columns - 1) * room.column_pitch_mm
    cells = room.cabinets
    reach = 0
    if len(cells) > 1:
        x = cells[:, 1].astype(int) * room.column_pitch_mm
        y = cells[:, 0].astype(int) * room.row_pitch_mm
        reach = int(max((x + y).max() - (x + y).min(), (x - y).max() - (x - y).min()))
    return {
        "schema": 1,
        "room": spec,
        **room.definition(),
        "cabinets": len(cells),
        "slots": room.slots,
        "floor_m": [
            mm_to_metres(room.rows * room.row_pitch_mm),
            mm_to_metres(room.columns * room.column_pitch_mm),
        ],
        "grid_diagonal_m": mm_to_metres(across),
        "longest_cable_m": mm_to_metres(2 * room.overhead_mm + reach if len(cells) > 1 else room.inside_mm),
    }


def readable_room(facts: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the measures as lines for people."""
    deep, wide = facts["floor_m"]
    return [
        ("room", facts["name"]),
        ("cabinets", f"{facts['cabinets']} in {facts['rows']} rows of up to {facts['columns']}"),
        ("slots", f"{facts['slots']}, {facts['slots_per_cabinet']} a cabinet"),
        ("pitches", f"{facts['row_pitch_mm']} mm from row to row, {facts['column_pitch_mm']} mm in a row"),
        ("floor", f"{deep:.1f} m x {wide:.1f} m"),
        (
            "cable",
            f"{facts['inside_cabinet_mm']} mm inside a cabinet, else the way across the floor "
            f"and {facts['overhead_per_end_mm']} mm at each end",
        ),
        ("longest cable", f"{facts['longest_cable_m']:.1f} m between the farthest usable cabinets"),
    ]


def draw_room_svg(room: Room, path: Path, *, force: bool) -> None:
    """Write the room as an SVG drawing."""
    from reports.floorplan import floorplan_svg  # noqa: PLC0415 - imports Matplotlib

    check_free(path, never, force=force)
    write_file(path, floorplan_svg(floor_drawing(room), room.name))
