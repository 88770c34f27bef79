"""A hall measured and drawn."""

from pathlib import Path
from typing import Any

from foundation.units import mm_to_metres
from netfloor.output_files import check_free, never, write_file
from rooms.hall.hall import Hall


def hall_facts(hall: Hall, spec: str) -> dict[str, Any]:
    """Return a hall's measures as one document."""
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
    """Return the measures as lines for people."""
    rule = hall.cable
    inside = f"{rule.inside_mm} mm inside a cabinet"
    if hall.trays:
        cable = f"{inside} and the difference of heights, else the way over the trays "
        cable += f"and {rule.slack_per_end_mm} mm at each end"
    else:
        cable = f"{inside}, else the way along the hall's axes and {rule.overhead_mm} mm at each end"
    return [
        ("hall", facts["name"]),
        ("cabinets", f"{facts['cabinets']} in {len(facts['rows'])} rows, {len(facts['taken'])} taken"),
        ("slots", f"{facts['slots']} in {facts['usable_cabinets']} cabinets"),
        ("floor", f"{facts['floor_m2']:.1f} m2"),
        ("trays", f"{', '.join(facts['trays'])}: {facts['tray_m']:.1f} m" if hall.trays else "none"),
        ("cable", cable),
        ("longest cable", f"{facts['longest_cable_m']:.2f} m between the farthest slots"),
    ]


def draw_hall_svg(hall: Hall, path: Path, *, force: bool) -> None:
    """Write the hall as an SVG drawing."""
    from reports.hall_drawing import HallView, hall_svg  # noqa: PLC0415 - imports Matplotlib

    check_free(path, never, force=force)
    write_file(path, hall_svg(HallView(hall), hall.name))
