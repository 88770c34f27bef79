"""A hall and the cables in its trays as a DXF drawing, in millimetres, with a layer per kind."""

import io
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.extras import ezdxf_module
from netfloor.rooms.hall.cables.fill import over
from netfloor.rooms.hall.checks import corners_mm
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Cabinet

Counts = npt.NDArray[np.int64]

#: Layer names with their colours, as numbers of the AutoCAD Color Index.
LAYERS = {
    "OUTLINE": 7,
    "PILLARS": 8,
    "KEEP_OUTS": 33,
    "COOLING": 5,
    "DOORS": 9,
    "CABINETS": 3,
    "CABINETS_TAKEN": 8,
    "CABINETS_USED": 94,
    "EQUIPMENT": 7,
    "TRAYS": 30,
    "RISERS": 6,
    "CABLES": 4,
    "CABLES_OVERFULL": 1,
}
#: Largest height of letters, and mean width of a letter as a share of its height.
_LETTERS_MM, _LETTER_WIDE = 120, 0.9
#: Scale of pattern ANSI31, whose lines are 3.175 units apart: 127 mm.
_HATCH_SCALE = 40
#: Line weights of DXF in hundredths of a millimetre, thin to thick.
_WEIGHTS = (13, 25, 35, 50, 70, 100, 140, 200)


def hall_dxf(
    hall: Hall,
    cables: Counts | None = None,
    used_mm2: npt.NDArray[np.float64] | None = None,
    held: Mapping[str, str] | None = None,
) -> str:
    """Return a hall as a DXF file with reproducible bytes.

    ``cables`` and ``used_mm2`` are the number of cables in every segment of ``hall.tray_graph`` and their
    cross-section, see `rooms.hall.cables.fill.TrayFill`; without them the trays are empty. ``held``
    describes the contents of cabinets by name: ``2 switches, 18 servers``. `InputError` if ezdxf is not
    installed.
    """
    ezdxf = ezdxf_module()
    fixed = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True  # else it contains the time and a random number
    try:
        document = ezdxf.new("R2010", units=ezdxf.units.MM)
        for name, colour in LAYERS.items():
            document.layers.add(name, color=colour)
        space = document.modelspace()
        _draw_floor(space, hall)
        _draw_cabinets(space, hall, held or {})
        _draw_trays(space, hall)
        if cables is not None:
            _draw_cables(space, hall, cables, used_mm2)
        # ezdxf lists the used types in the order of a set, which differs from run to run
        in_use = sorted(document.entitydb.dxf_types_in_use())
        for name in (*ezdxf.sections.classes.REQ_R2004, *in_use):
            document.classes.add_class(name)
        stream = io.StringIO()
        document.write(stream)
        return stream.getvalue()
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = fixed


def _draw_floor(space: Any, hall: Hall) -> None:
    space.add_lwpolyline(hall.outline_mm, close=True, dxfattribs={"layer": "OUTLINE"})
    kinds = {"PILLARS": hall.pillars, "KEEP_OUTS": hall.keep_outs, "COOLING": hall.cooling}
    for layer, areas in kinds.items():
        for area in areas:
            space.add_lwpolyline(area.corners_mm, close=True, dxfattribs={"layer": layer})
            _write(
                space, area.name, np.mean(area.corners_mm, axis=0), layer, np.ptp(area.corners_mm, axis=0)
            )
    for door in hall.doors:
        space.add_line(door.hinge_mm, door.jamb_mm, dxfattribs={"layer": "DOORS"})
        _write(space, door.name, door.hinge_mm, "DOORS")


def _draw_cabinets(space: Any, hall: Hall, held: Mapping[str, str]) -> None:
    """Draw every cabinet from the left corner of its front, with its name and contents."""
    for cabinet in hall.cabinets:
        layer = "CABINETS_TAKEN" if cabinet.taken else "CABINETS"
        corners = [(float(x), float(y)) for x, y in corners_mm(cabinet)]
        space.add_lwpolyline(corners, close=True, dxfattribs={"layer": layer})
        if cabinet.name in held:
            hatch = space.add_hatch(color=256, dxfattribs={"layer": "CABINETS_USED"})
            hatch.set_pattern_fill("ANSI31", color=256, scale=_HATCH_SCALE)
            hatch.paths.add_polyline_path(corners, is_closed=True)
        _name(space, cabinet, held.get(cabinet.name, ""))


def _name(space: Any, cabinet: Cabinet, held: str) -> None:
    """Write a cabinet's name and below it its contents, line by line, inside the cabinet."""
    lines = [cabinet.name, *filter(None, held.split(", "))]
    along = cabinet.front_deg % 180 - 90  # direction of the width; the front faces front_deg
    place, turn = np.array(cabinet.centre_mm, dtype=float), math.radians(along)
    down = np.array([math.sin(turn), -math.cos(turn)])
    high = min(_LETTERS_MM, cabinet.depth_mm / (2 * len(lines)))
    for number, text in enumerate(lines):
        at = place + down * 1.6 * high * (number - (len(lines) - 1) / 2)
        layer = "EQUIPMENT" if number else "CABINETS_TAKEN" if cabinet.taken else "CABINETS"
        room = (cabinet.width_mm, high / 0.8)
        _write(space, text, at, layer, room, along)


def _draw_trays(space: Any, hall: Hall) -> None:
    for tray in hall.trays:
        style = {"layer": "TRAYS", "elevation": tray.height_mm}
        space.add_lwpolyline(tray.points_mm, dxfattribs=style)
        _write(space, tray.name, tray.points_mm[0], "TRAYS")
    for riser in hall.risers:
        space.add_circle(riser.at_mm, radius=100, dxfattribs={"layer": "RISERS"})
        _write(space, riser.name, riser.at_mm, "RISERS")


def _write(
    space: Any, text: str, at: Any, layer: str, room_mm: Any = (math.inf, math.inf), turn_deg: float = 0
) -> None:
    """Write a text around a point, with letters small enough for ``room_mm`` (width, height)."""
    from ezdxf.enums import TextEntityAlignment  # noqa: PLC0415

    wide, high = (float(side) for side in room_mm)
    height = min(_LETTERS_MM, 0.9 * wide / (_LETTER_WIDE * max(len(text), 1)), 0.8 * high)
    style = {"layer": layer, "height": height, "rotation": turn_deg}
    place = float(at[0]), float(at[1])
    space.add_text(text, dxfattribs=style).set_placement(place, align=TextEntityAlignment.MIDDLE_CENTER)


def _draw_cables(space: Any, hall: Hall, cables: Counts, used_mm2: Any) -> None:
    """Draw every segment that holds cables, thicker for more, with the number where it changes."""
    segments = hall.tray_graph.segments
    full = _overfull(hall, used_mm2)
    maximum = int(cables.max(initial=0))
    before: tuple[int, int] | None = None
    for i in np.flatnonzero(cables).tolist():
        segment, count = segments[i], int(cables[i])
        height = hall.trays[segment.tray].height_mm
        weight = _WEIGHTS[(len(_WEIGHTS) - 1) * count // maximum]
        layer = "CABLES_OVERFULL" if full[i] else "CABLES"
        style = {"layer": layer, "lineweight": weight}
        space.add_line((*segment.start_mm, height), (*segment.end_mm, height), dxfattribs=style)
        if before != (segment.tray, count):
            middle = (np.array(segment.start_mm) + segment.end_mm) / 2
            _write(space, str(count), middle, layer)
        before = segment.tray, count


def _overfull(hall: Hall, used_mm2: Any) -> npt.NDArray[np.bool_]:
    segments = hall.tray_graph.segments
    if used_mm2 is None:
        return np.zeros(len(segments), dtype=bool)
    limits = [hall.trays[segment.tray].capacity_mm2 for segment in segments]
    return over(used_mm2, np.array([np.inf if limit is None else limit for limit in limits], dtype=float))
