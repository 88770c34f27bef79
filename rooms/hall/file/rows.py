"""Cabinets from the rows of a hall file."""

from collections.abc import Iterator
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.rooms.hall.file.soundness import checked_switch_units
from netfloor.rooms.hall.file.tables import CabinetTable, Limits, RowCabinet, RowTable
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.hall.rounding import along
from netfloor.rooms.metres import fields_in_mm, in_mm

DEFAULT_UNITS = 42
_LIMITS = ("power_limit_w", "weight_limit_kg", "air_limit_w", "liquid_limit_w", "manifold", "empty_kg")
_CLEAR = ("front_clear_m", "rear_clear_m")


def row_cabinets(row: RowTable, where: str) -> Iterator[Cabinet]:
    """Yield the cabinets of a row, in its direction.

    The k-th stands ``(k - 1) * pitch_m`` and all gaps before it from the first one,
    coordinates rounded half up.
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
            **_held(limits, row, at),
        )
        distance += pitch + gaps.get(position, 0)


def single_cabinet(table: CabinetTable, where: str) -> Cabinet:
    """Return a cabinet that stands on its own."""
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
        **_held(table, table, where),
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
        raise InputError(f"{where}.taken", "a position is given twice", "name each once")
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


def _held(own: Limits, row: Limits, where: str) -> dict[str, Any]:
    """Return units, slots and limits of a cabinet, its own before those of its row."""
    units = own.units or row.units or DEFAULT_UNITS
    switch_units = own.switch_units if own.switch_units is not None else row.switch_units
    if switch_units is None:
        switch_units = list(range(max(1, units - 1), units + 1))
    switches = checked_switch_units(switch_units, units, f"{where}.switch_units")
    slots = own.slots if own.slots is not None else row.slots if own.switch_units is None else None
    if slots is not None and slots > len(switches):
        what = f"{slots} slots, and switch_units names {len(switches)}"
        raise InputError(f"{where}.slots", what, "name more units")
    return {
        "units": units,
        "switch_units": switches[:slots],
        **_limits(row, where) | _limits(own, where),
    }


def _limits(table: Limits, where: str) -> dict[str, Any]:
    """Return what a table says of limits and of free floor, in mm."""
    said = {name: value for name in _LIMITS if (value := getattr(table, name)) is not None}
    clear = {name: value for name in _CLEAR if (value := getattr(table, name)) is not None}
    return said | {f"{name}m": in_mm(value, f"{where}.{name}") for name, value in clear.items()}
