"""Hall files: TOML from a user, in metres, to a hall in millimetres."""

from pathlib import Path

from foundation.errors import InputError
from foundation.files import load_toml
from foundation.models import parse
from foundation.units import metres_to_mm
from rooms.hall.hall import Hall
from rooms.hall.hall_fields import MAX_CABINETS, MAX_SLOTS
from rooms.hall.hall_metres import point_mm, points_mm, signed_mm, size_mm
from rooms.hall.hall_models import AreaTable, CableTable, DoorTable, HallFile, RiserTable, TrayTable
from rooms.hall.hall_rows import row_cabinets, single_cabinet
from rooms.hall.parts import Area, Cabinet, CableRule, Door, Riser, Tray
from rooms.hall.shapes import checked_line, checked_polygon
from rooms.hall.soundness import checked


def read_hall(path: Path) -> Hall:
    """Return the hall of a TOML file.

    What stands in the way of something else is not refused here: see
    `rooms.hall.check.hall_problems` and `rooms.hall.check.refuse_problems`.

    Raises
    ------
    InputError
        Naming file and field, or the cabinet, tray or riser.
    """
    model = parse(HallFile, load_toml(path, "hall file"), path)
    hall = Hall(
        name=model.name or path.stem,
        outline_mm=checked_polygon(
            points_mm(model.hall.outline_m, f"{path}: hall.outline_m"), f"{path}: hall.outline_m"
        ),
        cabinets=_cabinets(model, path),
        cable=_cable(model.cable, f"{path}: cable"),
        axis_deg=model.hall.axis_deg,
        pillars=_areas(model.pillar, "pillar", path),
        keep_outs=_areas(model.keep_out, "keep_out", path),
        cooling=_areas(model.cooling, "cooling", path),
        doors=tuple(_door(table, i, f"{path}: door.{i}") for i, table in enumerate(model.door)),
        trays=tuple(_tray(table, i, f"{path}: tray.{i}") for i, table in enumerate(model.tray)),
        risers=tuple(_riser(table, i, f"{path}: riser.{i}") for i, table in enumerate(model.riser)),
    )
    return checked(hall, str(path))


def _cabinets(model: HallFile, path: Path) -> tuple[Cabinet, ...]:
    total = sum(row.count for row in model.row) + len(model.cabinet)
    if not total:
        raise InputError(f"{path}: row", "the hall has no cabinet", "add a [[row]] or a [[cabinet]]")
    if total > MAX_CABINETS:
        raise InputError(f"{path}: row", f"{total} cabinets", f"at most {MAX_CABINETS}")
    rows = [one for i, row in enumerate(model.row) for one in row_cabinets(row, f"{path}: row.{i}")]
    single = [single_cabinet(table, f"{path}: cabinet.{i}") for i, table in enumerate(model.cabinet)]
    slots = sum(len(cabinet.switch_units) for cabinet in rows + single if not cabinet.taken)
    if slots > MAX_SLOTS:
        raise InputError(f"{path}: row", f"{slots} slots for switches", f"at most {MAX_SLOTS}")
    return tuple(rows + single)


def _cable(table: CableTable, where: str) -> CableRule:
    return CableRule(
        overhead_mm=metres_to_mm(table.overhead_per_end_m, f"{where}.overhead_per_end_m"),
        inside_mm=metres_to_mm(table.inside_cabinet_m, f"{where}.inside_cabinet_m"),
        slack_per_end_mm=metres_to_mm(table.slack_per_end_m, f"{where}.slack_per_end_m"),
        plinth_mm=metres_to_mm(table.plinth_m, f"{where}.plinth_m"),
    )


def _areas(tables: list[AreaTable], kind: str, path: Path) -> tuple[Area, ...]:
    return tuple(_area(table, kind, i, path) for i, table in enumerate(tables))


def _area(table: AreaTable, kind: str, number: int, path: Path) -> Area:
    where = f"{path}: {kind}.{number}"
    name = table.name or f"{kind}-{number + 1}"
    by_centre = table.centre_m is not None and table.size_m is not None
    if (table.corners_m is not None) == by_centre or (table.centre_m is None) != (table.size_m is None):
        raise InputError(where, "needs a place", "give corners_m, or centre_m and size_m")
    if table.corners_m is not None:
        corners = points_mm(table.corners_m, f"{where}.corners_m")
        return Area(name, checked_polygon(corners, f"{where}.corners_m"))
    return Area(name, _box(table, where))


def _box(table: AreaTable, where: str) -> tuple[tuple[int, int], ...]:
    """Return the corners of a box; an odd size leans half a millimetre towards the origin."""
    x, y = point_mm(table.centre_m or (), f"{where}.centre_m")
    wide, deep = (size_mm(size, f"{where}.size_m.{i}") for i, size in enumerate(table.size_m or ()))
    left, low = x - (wide + 1) // 2, y - (deep + 1) // 2
    return (left, low), (left + wide, low), (left + wide, low + deep), (left, low + deep)


def _door(table: DoorTable, number: int, where: str) -> Door:
    hinge, jamb = point_mm(table.hinge_m, f"{where}.hinge_m"), point_mm(table.jamb_m, f"{where}.jamb_m")
    clear = metres_to_mm(table.clear_m, f"{where}.clear_m")
    return Door(table.name or f"door-{number + 1}", hinge, jamb, table.swing, clear)


def _tray(table: TrayTable, number: int, where: str) -> Tray:
    line = points_mm(table.points_m, f"{where}.points_m")
    return Tray(
        name=table.name or f"tray-{number + 1}",
        points_mm=checked_line(line, f"{where}.points_m"),
        height_mm=signed_mm(table.height_m, f"{where}.height_m"),
        media=tuple(sorted(set(table.media))),
        access_mm=size_mm(table.access_m, f"{where}.access_m"),
        capacity_mm2=table.capacity_mm2,
    )


def _riser(table: RiserTable, number: int, where: str) -> Riser:
    return Riser(table.name or f"riser-{number + 1}", point_mm(table.at_m, f"{where}.at_m"))
