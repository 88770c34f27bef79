"""Cabinets from the rows of a hall file."""

from collections.abc import Iterator
from typing import Any

from foundation.errors import InputError
from rooms.hall.hall_metres import point_mm, size_mm
from rooms.hall.hall_models import CabinetTable, Limits, RowCabinet, RowTable
from rooms.hall.parts import Cabinet
from rooms.hall.rounding import along
from rooms.hall.units import checked_switch_units

DEFAULT_UNITS = 42


def row_cabinets(row: RowTable, where: str) -> Iterator[Cabinet]:
    """Yield the cabinets of a row, in its direction.

    The k-th stands ``(k - 1) * pitch_m`` and all gaps before it from the first one,
    coordinates rounded half up.
    """
    start = point_mm(row.start_m, f"{where}.start_m")
    pitch = size_mm(row.pitch_m, f"{where}.pitch_m")
    width = pitch if row.width_m is None else size_mm(row.width_m, f"{where}.width_m")
    depth = size_mm(row.depth_m, f"{where}.depth_m")
    gaps, taken, own = _gaps_mm(row, where), _taken(row, where), _overrides(row, where)
    digits = max(2, len(str(row.count)))
    distance = 0
    for position in range(1, row.count + 1):
        x, y = along(start, row.direction_deg, distance)
        limits, at = own.get(position, (row, where))
        yield Cabinet(
            name=f"{row.name}{position:0{digits}d}",
            row=row.name,
            x_mm=x,
            y_mm=y,
            width_mm=width,
            depth_mm=depth,
            front_deg=(row.direction_deg + (90 if row.front == "left" else -90)) % 360,
            taken=position in taken,
            **_held(limits, row, at),
        )
        distance += pitch + gaps.get(position, 0)


def single_cabinet(table: CabinetTable, where: str) -> Cabinet:
    """Return a cabinet that stands on its own."""
    x, y = point_mm(table.centre_m, f"{where}.centre_m")
    return Cabinet(
        name=table.name,
        row=table.row,
        x_mm=x,
        y_mm=y,
        width_mm=size_mm(table.width_m, f"{where}.width_m"),
        depth_mm=size_mm(table.depth_m, f"{where}.depth_m"),
        front_deg=table.front_deg % 360,
        taken=table.taken,
        **_held(table, table, where),
    )


def _gaps_mm(row: RowTable, where: str) -> dict[int, int]:
    gaps: dict[int, int] = {}
    for i, gap in enumerate(row.gaps):
        _refuse_beyond(gap.after, row.count - 1, f"{where}.gaps.{i}.after", "no cabinet follows it")
        if gap.after in gaps:
            raise InputError(
                f"{where}.gaps.{i}.after", f"a second gap after position {gap.after}", "add them"
            )
        gaps[gap.after] = size_mm(gap.gap_m, f"{where}.gaps.{i}.gap_m", least=0)
    return gaps


def _taken(row: RowTable, where: str) -> frozenset[int]:
    for position in row.taken:
        _refuse_beyond(position, row.count, f"{where}.taken", "there is no such cabinet")
    if len(set(row.taken)) < len(row.taken):
        raise InputError(f"{where}.taken", "a position stands twice", "name each once")
    return frozenset(row.taken)


def _overrides(row: RowTable, where: str) -> dict[int, tuple[RowCabinet, str]]:
    own: dict[int, tuple[RowCabinet, str]] = {}
    for i, table in enumerate(row.cabinet):
        at = f"{where}.cabinet.{i}"
        _refuse_beyond(table.position, row.count, f"{at}.position", "there is no such cabinet")
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
    given = own.switch_units if own.switch_units is not None else row.switch_units
    top = list(range(max(1, units - 1), units + 1))
    switches = checked_switch_units(top if given is None else given, units, f"{where}.switch_units")
    slots = own.slots if own.slots is not None else row.slots if own.switch_units is None else None
    if slots is not None and slots > len(switches):
        raise InputError(
            f"{where}.slots", f"{slots} slots, and switch_units names {len(switches)}", "name more units"
        )
    power = row.power_limit_w if own.power_limit_w is None else own.power_limit_w
    weight = row.weight_limit_kg if own.weight_limit_kg is None else own.weight_limit_kg
    return {
        "units": units,
        "switch_units": switches[:slots],
        "power_limit_w": power,
        "weight_limit_kg": weight,
    }
