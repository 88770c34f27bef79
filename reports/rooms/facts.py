"""Measures, checks and drawings of rooms and halls, as SVG and as text for a terminal."""

import math
from pathlib import Path
from typing import Any

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.foundation.units import metres_to_mm, mm_to_metres
from netfloor.foundation.wording import count_text
from netfloor.reports.formats.table import Column, Columns, Table
from netfloor.rooms.hall import read_hall
from netfloor.rooms.hall.checks import hall_problems
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room import GridRoom


def room_facts(room: GridRoom, spec: str) -> dict[str, Any]:
    """Return the measures of a grid room as a document."""
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
    """Return the measures as labelled lines."""
    deep, wide = facts["floor_m"]
    return [
        ("room", facts["name"]),
        ("cabinets", f"{facts['cabinets']} in {facts['rows']} rows of up to {facts['columns']}"),
        ("slots", f"{facts['slots']}, {facts['slots_per_cabinet']} per cabinet"),
        ("pitches", f"{facts['row_pitch_mm']} mm between rows, {facts['column_pitch_mm']} mm along a row"),
        ("floor", f"{deep:.1f} m x {wide:.1f} m"),
        (
            "cable",
            f"{facts['inside_cabinet_mm']} mm inside a cabinet; otherwise the distance across the floor "
            f"plus {facts['overhead_per_end_mm']} mm at each end",
        ),
        ("longest cable", f"{facts['longest_cable_m']:.1f} m between the most distant usable cabinets"),
    ]


def hall_facts(hall: Hall, spec: str) -> dict[str, Any]:
    """Return the measures of a hall as a document."""
    from shapely import Polygon  # noqa: PLC0415 - Shapely takes long to import

    lengths = hall.slot_lengths()
    metres = sum(segment.length_mm for segment in hall.tray_graph.segments)
    return {
        "schema": 1,
        "room": spec,
        "name": hall.name,
        "cabinets": len(hall.cabinets),
        "rows": list(dict.fromkeys(cabinet.row for cabinet in hall.cabinets)),
        "taken": [cabinet.name for cabinet in hall.cabinets if cabinet.taken],
        "usable_cabinets": hall.cabinet_count,
        "slots": hall.slots,
        "floor_m2": round(Polygon(hall.outline_mm).area / 1e6, 2),
        "trays": [tray.name for tray in hall.trays],
        "tray_m": mm_to_metres(metres),
        "longest_cable_m": mm_to_metres(int(lengths.max(initial=0))),
        "definition": hall.definition(),
    }


def readable_hall(hall: Hall, facts: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the measures as labelled lines."""
    rule = hall.cable
    inside = f"{rule.inside_mm} mm inside a cabinet"
    if hall.trays:
        cable = f"{inside} plus the difference in height; otherwise the route over the trays "
        cable += f"plus {rule.slack_per_end_mm} mm at each end"
    else:
        cable = (
            f"{inside}; otherwise the distance along the hall's axes plus {rule.overhead_mm} mm at each end"
        )
    return [
        ("hall", facts["name"]),
        ("cabinets", f"{facts['cabinets']} in {len(facts['rows'])} rows, {len(facts['taken'])} occupied"),
        ("slots", f"{facts['slots']} in {facts['usable_cabinets']} cabinets"),
        *_cooling(hall),
        ("floor", f"{facts['floor_m2']:.1f} m2{_tiles(hall)}"),
        ("trays", f"{', '.join(facts['trays'])}: {facts['tray_m']:.1f} m" if hall.trays else "none"),
        ("cable", cable),
        ("longest cable", f"{facts['longest_cable_m']:.2f} m between the most distant slots"),
    ]


def _cooling(hall: Hall) -> list[tuple[str, str]]:
    """Return the limits of liquid and air cooling, if the file gives any."""
    liquid = [
        cabinet.liquid_limit_w for cabinet in hall.cabinets if cabinet.liquid_limit_w and not cabinet.taken
    ]
    air = [
        cabinet.air_limit_w
        for cabinet in hall.cabinets
        if cabinet.air_limit_w is not None and not cabinet.taken
    ]
    rows = []
    if liquid:
        text = f"{sum(liquid) / 1000:,.0f} kW in {count_text(len(liquid), 'cabinet')}"
        rows.append(("liquid cooling", text))
    if air:
        rows.append(("air cooling", f"{sum(air) / 1000:,.0f} kW in {count_text(len(air), 'cabinet')}"))
    return rows


def _tiles(hall: Hall) -> str:
    if hall.tiles is None:
        return ""
    return f", {mm_to_metres(hall.tiles.size_mm):g} m tiles rated for {hall.tiles.limit_kg:,} kg each"


def draw_svg(room: GridRoom | Hall, path: Path, *, force: bool) -> None:
    """Write an empty room or hall as an SVG drawing."""
    from netfloor.reports.rooms.floorplan import floor_drawing, floorplan_svg  # noqa: PLC0415 - Matplotlib
    from netfloor.reports.rooms.hall_drawing import HallView, hall_svg  # noqa: PLC0415 - imports Matplotlib

    check_free(path, foreign_files, force=force)
    if isinstance(room, Hall):
        write_file(path, hall_svg(HallView(room), room.name))
    else:
        write_file(path, floorplan_svg(floor_drawing(room), room.name))


_MAX_AISLE_M = 100


def check_hall(path: Path, aisle_m: float) -> dict[str, Any]:
    """Return the problems of a hall file as a document."""
    if not (math.isfinite(aisle_m) and 0 <= aisle_m <= _MAX_AISLE_M):
        raise InputError(
            setting("aisle"), f"{aisle_m} m is not an aisle width", f"give 0 to {_MAX_AISLE_M} m"
        )
    aisle_mm = metres_to_mm(aisle_m, setting("aisle"))
    hall = read_hall(path)
    problems = hall_problems(hall, aisle_mm)
    return {
        "schema": 1,
        "room": str(path),
        "name": hall.name,
        "summary": hall.summary,
        "aisle_m": aisle_m,
        "ok": not problems,
        "problems": [
            {
                "kind": problem.kind,
                "subject": problem.subject,
                "what": problem.what,
                "x_m": mm_to_metres(problem.x_mm),
                "y_m": mm_to_metres(problem.y_mm),
                "width_m": None if problem.width_mm is None else mm_to_metres(problem.width_mm),
            }
            for problem in problems
        ],
    }


def problems_table(document: dict[str, Any]) -> Table:
    """Return a row for each problem of `check_hall`."""
    columns: Columns = (
        "problem",
        "description",
        *(Column(axis, "m", "#,##0.000", form=".3f") for axis in "xy"),
    )
    rows = [[problem[key] for key in ("kind", "what", "x_m", "y_m")] for problem in document["problems"]]
    return Table("Problems", columns, rows)


EMPTY, MISSING, TAKEN, NO_SLOT = "·", " ", "x", "o"
MAX_COLUMNS = 110
_MARKS = "digit: switches in the cabinet (+ for ten or more)   · empty   x occupied"
LEGEND = f"{_MARKS}   blank: no cabinet"
HALL_LEGEND = f"{_MARKS}   o no slot"


def draw_text(room: GridRoom, occupied: np.ndarray | None = None) -> str:
    """Return the floor as lines of characters, a character per cabinet, with row R01 at the top.

    ``occupied`` is the number of switches in each usable cabinet, (c,); None for an empty room.
    """
    counts = np.zeros(len(room.cabinets), dtype=int) if occupied is None else occupied
    cells = np.full((room.rows, room.columns), EMPTY)
    for (row, column), count in zip(room.cabinets, counts, strict=True):
        cells[row, column] = EMPTY if count == 0 else str(count) if count < 10 else "+"
    for mark, barred in ((TAKEN, room.taken), (MISSING, room.missing)):
        for row, column in barred:
            cells[row, column] = mark
    shown = cells[:, :MAX_COLUMNS]
    lines = [f"R{row + 1:02d} {''.join(line)}".rstrip() for row, line in enumerate(shown)]
    if room.columns > MAX_COLUMNS:
        lines.append(f"({room.columns - MAX_COLUMNS} further columns do not fit here)")
    return "\n".join([*lines, LEGEND])


def draw_hall_text(hall: Hall, occupied: "list[int] | None" = None) -> str:
    """Return a hall's rows as lines of characters, a character per cabinet, in file order."""
    counts = dict(zip(hall.usable.tolist(), occupied or [0] * hall.cabinet_count, strict=True))
    lines: dict[str, str] = {}
    for place, cabinet in enumerate(hall.cabinets):
        count = counts.get(place, -1)
        mark = TAKEN if cabinet.taken else NO_SLOT if count < 0 else EMPTY if count == 0 else str(count)
        lines[cabinet.row] = lines.get(cabinet.row, "") + (mark if len(mark) == 1 else "+")
    width = max(map(len, lines))
    return "\n".join([*(f"{row:<{width}} {marks}" for row, marks in lines.items()), HALL_LEGEND])
