"""Reading of hall files: TOML in metres to a hall in millimetres."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import load_toml
from netfloor.foundation.models import StrictModel, parse
from netfloor.rooms.hall.fields import MAX_CABINETS, MAX_SLOTS
from netfloor.rooms.hall.file.shapes import checked_line, checked_polygon
from netfloor.rooms.hall.file.soundness import checked, checked_switch_units
from netfloor.rooms.hall.file.tables import (
    AreaTable,
    CabinetTable,
    HallFile,
    Limits,
    RowCabinet,
    RowTable,
    TrayTable,
)
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Area, Cabinet, CableRule, Door, Riser, Tiles, Tray
from netfloor.rooms.hall.rounding import Point, along
from netfloor.rooms.metres import fields_in_mm, in_mm

DEFAULT_UNITS = 42
_LIMITS = ("power_limit_w", "weight_limit_kg", "air_limit_w", "liquid_limit_w", "manifold", "empty_kg")
_CLEAR = ("front_clear_m", "rear_clear_m")


def row_cabinets(row: RowTable, where: str, *, any_unit: bool = False) -> Iterator[Cabinet]:
    """Yield the cabinets of a row, in its direction.

    Cabinet k is at ``(k - 1) * pitch_m`` plus all gaps before it from the first one, with coordinates
    rounded half up.
    """
    mm = fields_in_mm(row, where)
    pitch = mm["pitch_mm"]
    gaps, taken, own = _gaps_mm(row, where), _taken(row, where), _overrides(row, where)
    digits = max(2, len(str(row.count)))
    distance = 0
    for position in range(1, row.count + 1):
        x, y = along(mm["start_mm"], row.direction_deg, distance)
        limits, at = own.get(position, (row, where))
        yield Cabinet(
            name=f"{row.name}{position:0{digits}d}",
            row=row.name,
            x_mm=x,
            y_mm=y,
            width_mm=mm.get("width_mm", pitch),
            depth_mm=mm["depth_mm"],
            front_deg=(row.direction_deg + (90 if row.front == "left" else -90)) % 360,
            taken=position in taken,
            **_held(limits, row, at, any_unit=any_unit),
        )
        distance += pitch + gaps.get(position, 0)


def single_cabinet(table: CabinetTable, where: str, *, any_unit: bool = False) -> Cabinet:
    """Build a single cabinet."""
    mm = fields_in_mm(table, where)
    return Cabinet(
        name=table.name,
        row=table.row,
        x_mm=mm["centre_mm"][0],
        y_mm=mm["centre_mm"][1],
        width_mm=mm["width_mm"],
        depth_mm=mm["depth_mm"],
        front_deg=table.front_deg % 360,
        taken=table.taken,
        **_held(table, table, where, any_unit=any_unit),
    )


def _gaps_mm(row: RowTable, where: str) -> dict[int, int]:
    gaps: dict[int, int] = {}
    for i, gap in enumerate(row.gaps):
        _refuse_beyond(gap.after, row.count - 1, f"{where}.gaps.{i}.after", "no cabinet follows it")
        if gap.after in gaps:
            what = f"a second gap after position {gap.after}"
            raise InputError(f"{where}.gaps.{i}.after", what, "add them")
        gaps[gap.after] = in_mm(gap.gap_m, f"{where}.gaps.{i}.gap_m")
    return gaps


def _taken(row: RowTable, where: str) -> frozenset[int]:
    for position in row.taken:
        _refuse_beyond(position, row.count, f"{where}.taken", "no such cabinet")
    if len(set(row.taken)) < len(row.taken):
        raise InputError(f"{where}.taken", "a position is given twice", "give each once")
    return frozenset(row.taken)


def _overrides(row: RowTable, where: str) -> dict[int, tuple[RowCabinet, str]]:
    own: dict[int, tuple[RowCabinet, str]] = {}
    for i, table in enumerate(row.cabinet):
        at = f"{where}.cabinet.{i}"
        _refuse_beyond(table.position, row.count, f"{at}.position", "no such cabinet")
        if table.position in own:
            raise InputError(f"{at}.position", f"position {table.position} is described twice", "keep one")
        own[table.position] = table, at
    return own


def _refuse_beyond(position: int, last: int, where: str, why: str) -> None:
    if position > last:
        raise InputError(where, f"position {position}: {why}", f"1 to {last}" if last else "")


def _held(own: Limits, row: Limits, where: str, *, any_unit: bool) -> dict[str, Any]:
    """Return units, slots and limits of a cabinet, with its own values before those of its row.

    By default switches use the top two units, or with ``any_unit`` any unit.
    """
    units = own.units or row.units or DEFAULT_UNITS
    switch_units = own.switch_units if own.switch_units is not None else row.switch_units
    if switch_units is None:
        switch_units = list(range(1 if any_unit else max(1, units - 1), units + 1))
    switches = checked_switch_units(switch_units, units, f"{where}.switch_units")
    slots = own.slots if own.slots is not None else row.slots if own.switch_units is None else None
    if slots is not None and slots > len(switches):
        what = f"{slots} slots, but switch_units names {len(switches)}"
        raise InputError(f"{where}.slots", what, "name more units")
    return {
        "units": units,
        "switch_units": switches[:slots],
        **_limits(row, where) | _limits(own, where),
    }


def _limits(table: Limits, where: str) -> dict[str, Any]:
    """Return the limits and clearances of a table, in mm."""
    stated = {name: value for name in _LIMITS if (value := getattr(table, name)) is not None}
    clear = {name: value for name in _CLEAR if (value := getattr(table, name)) is not None}
    return stated | {f"{name}m": in_mm(value, f"{where}.{name}") for name, value in clear.items()}


def read_hall(path: Path, *, any_unit: bool = False) -> Hall:
    """Read the hall of a TOML file, without checking for obstructions.

    With ``any_unit`` a cabinet without ``switch_units`` takes switches in all units. Obstructions are
    checked by `rooms.hall.checks.hall_problems` and `refuse_problems`. Raise `InputError` naming the file
    and the field, cabinet, tray or riser.
    """
    model = parse(HallFile, load_toml(path, "room file"), path)
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
        cabinets=_cabinets(model, path, any_unit=any_unit),
        # the fields match those of the rule, in order
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


def _cabinets(model: HallFile, path: Path, *, any_unit: bool) -> tuple[Cabinet, ...]:
    total = sum(row.count for row in model.row) + len(model.cabinet)
    if not total:
        raise InputError(f"{path}: row", "the hall has no cabinet", "add a [[row]] or a [[cabinet]]")
    if total > MAX_CABINETS:
        raise InputError(f"{path}: row", f"{total} cabinets", f"at most {MAX_CABINETS}")
    cabinets = [
        row_cabinet
        for i, row in enumerate(model.row)
        for row_cabinet in row_cabinets(row, f"{path}: row.{i}", any_unit=any_unit)
    ]
    cabinets += [
        single_cabinet(table, f"{path}: cabinet.{i}", any_unit=any_unit)
        for i, table in enumerate(model.cabinet)
    ]
    slots = sum(len(cabinet.switch_units) for cabinet in cabinets if not cabinet.taken)
    if slots > MAX_SLOTS and not any_unit:
        raise InputError(f"{path}: row", f"{slots} slots for switches", f"at most {MAX_SLOTS}")
    return tuple(cabinets)


def _named(table: StrictModel, kind: str, number: int, path: Path) -> dict[str, Any]:
    """Return the fields of a part in millimetres, with a default name from its kind and number."""
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
    """Return the corners of a box; an odd size is shifted by half a millimetre towards the origin."""
    (x, y), (wide, deep) = centre_mm, size_mm
    west, south = x - (wide + 1) // 2, y - (deep + 1) // 2
    return (west, south), (west + wide, south), (west + wide, south + deep), (west, south + deep)


def _tray(table: TrayTable, number: int, path: Path) -> Tray:
    fields = _named(table, "tray", number, path)
    fields["points_mm"] = checked_line(fields["points_mm"], f"{path}: tray.{number}.points_m")
    return Tray(**{**fields, "media": tuple(sorted(set(table.media)))})
