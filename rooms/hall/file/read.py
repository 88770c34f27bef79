"""Hall files: TOML from a user, in metres, to a hall in millimetres."""

from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import load_toml
from netfloor.foundation.models import StrictModel, parse
from netfloor.rooms.hall.fields import MAX_CABINETS, MAX_SLOTS
from netfloor.rooms.hall.file.rows import row_cabinets, single_cabinet
from netfloor.rooms.hall.file.shapes import checked_line, checked_polygon
from netfloor.rooms.hall.file.soundness import checked
from netfloor.rooms.hall.file.tables import AreaTable, HallFile, TrayTable
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Area, Cabinet, CableRule, Door, Riser, Tiles, Tray
from netfloor.rooms.hall.rounding import Point
from netfloor.rooms.metres import fields_in_mm, in_mm


def read_hall(path: Path) -> Hall:
    """Return the hall of a TOML file, whatever stands in the way of something else in it.

    That is for `rooms.hall.checks.check.hall_problems` and `refuse_problems`.

    Raises
    ------
    InputError
        Naming file and field, or the cabinet, tray or riser.
    """
    model = parse(HallFile, load_toml(path, "hall file"), path)
    outline = f"{path}: hall.outline_m"
    areas = {
        kind: tuple(
            _area(table, f"{path}: {kind}.{i}", f"{kind}-{i + 1}")
            for i, table in enumerate(getattr(model, kind))
        )
        for kind in ("pillar", "keep_out", "cooling")
    }
    hall = Hall(
        name=model.name or path.stem,
        outline_mm=checked_polygon(in_mm(model.hall.outline_m, outline), outline),
        cabinets=_cabinets(model, path),
        # Its fields are those of the rule, in their order.
        cable=CableRule(*fields_in_mm(model.cable, f"{path}: cable").values()),
        tiles=None if model.tiles is None else Tiles(**fields_in_mm(model.tiles, f"{path}: tiles")),
        axis_deg=model.hall.axis_deg,
        pillars=areas["pillar"],
        keep_outs=areas["keep_out"],
        cooling=areas["cooling"],
        doors=tuple(Door(**_named(table, "door", i, path)) for i, table in enumerate(model.door)),
        trays=tuple(_tray(table, i, path) for i, table in enumerate(model.tray)),
        risers=tuple(Riser(**_named(table, "riser", i, path)) for i, table in enumerate(model.riser)),
    )
    return checked(hall, str(path))


def _cabinets(model: HallFile, path: Path) -> tuple[Cabinet, ...]:
    total = sum(row.count for row in model.row) + len(model.cabinet)
    if not total:
        raise InputError(f"{path}: row", "the hall has no cabinet", "add a [[row]] or a [[cabinet]]")
    if total > MAX_CABINETS:
        raise InputError(f"{path}: row", f"{total} cabinets", f"at most {MAX_CABINETS}")
    cabinets = [one for i, row in enumerate(model.row) for one in row_cabinets(row, f"{path}: row.{i}")]
    cabinets += [single_cabinet(table, f"{path}: cabinet.{i}") for i, table in enumerate(model.cabinet)]
    slots = sum(len(cabinet.switch_units) for cabinet in cabinets if not cabinet.taken)
    if slots > MAX_SLOTS:
        raise InputError(f"{path}: row", f"{slots} slots for switches", f"at most {MAX_SLOTS}")
    return tuple(cabinets)


def _named(table: StrictModel, kind: str, number: int, path: Path) -> dict[str, Any]:
    """Return the fields of a part in millimetres; without a name it is called after its kind and number."""
    fields = fields_in_mm(table, f"{path}: {kind}.{number}")
    return {**fields, "name": fields["name"] or f"{kind}-{number + 1}"}


def _area(table: AreaTable, where: str, name: str) -> Area:
    by_centre = table.centre_m is not None and table.size_m is not None
    if (table.corners_m is not None) == by_centre or (table.centre_m is None) != (table.size_m is None):
        raise InputError(where, "needs a place", "give corners_m, or centre_m and size_m")
    place = fields_in_mm(table, where)
    if by_centre:
        return Area(table.name or name, _box(place["centre_mm"], place["size_mm"]))
    return Area(table.name or name, checked_polygon(place["corners_mm"], f"{where}.corners_m"))


def _box(centre_mm: Point, size_mm: Point) -> tuple[Point, ...]:
    """Return the corners of a box; an odd size leans half a millimetre towards the origin."""
    (x, y), (wide, deep) = centre_mm, size_mm
    west, south = x - (wide + 1) // 2, y - (deep + 1) // 2
    return (west, south), (west + wide, south), (west + wide, south + deep), (west, south + deep)


def _tray(table: TrayTable, number: int, path: Path) -> Tray:
    fields = _named(table, "tray", number, path)
    fields["points_mm"] = checked_line(fields["points_mm"], f"{path}: tray.{number}.points_m")
    return Tray(**{**fields, "media": tuple(sorted(set(table.media)))})
