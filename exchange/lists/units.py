"""Units and heights of listed devices in the cabinets of a room: stacks, units from the top, overlaps."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from netfloor.exchange.lists.listed_device import ListedDevice
from netfloor.exchange.tables.fields import is_at_side, units_of, whole
from netfloor.exchange.tables.problems import Problems, shortened
from netfloor.fabric.fabric import PDU, Device, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

FACES = ("front", "rear")
MAX_UNIT = 1_000
#: Maximum devices in a note.
_NAMED = 10
_STACK = re.compile(r"([0-9]{1,9})\s{0,9}([+-])")


@dataclass(frozen=True)
class StatedUnit:
    """One row's statement of a device's unit."""

    device: ListedDevice
    text: str
    where: str
    from_top: bool = False  # True if unit 1 is the uppermost
    remedy: str = "one of them"  # if another row states another unit

    def counts_from_top(self, cabinets: Sequence[FloorCabinet] | None, racks: Collection[str]) -> bool:
        """Return whether unit 1 is the uppermost, by its heading or its rack, one of ``racks``."""
        rack = self.device.value("rack")
        name = cabinets[rack].name if cabinets is not None and isinstance(rack, int) else rack
        return self.from_top or name in racks


def set_units(
    stated: Sequence[StatedUnit],
    cabinets: Sequence[FloorCabinet] | None,
    from_top: Collection[str],
    problems: Problems,
) -> list[str]:
    """Set the units stated by rows, and return notes on heights; a row's devices stack in order.

    ``from_top``: racks whose units count from the top. Without ``cabinets``, these stay as they are, as
    ``unit_from_top``.
    """
    stacks: dict[tuple[str, str, object], int] = {}
    beside: list[str] = []
    for item in stated:
        with problems.collecting():
            device, where = item.device, item.where
            if device.unreadable & {"rack", "height"}:
                continue
            if is_at_side(item.text):
                beside += _set_beside(item, problems, of_export=cabinets is None)
                continue
            if device.value("height") == 0:
                if not item.text.strip("0"):
                    continue  # openDCIM's position for side-mounted devices
                raise InputError(where, "a device of height 0 has a unit", "leave its unit blank")
            if "rack" not in device.values and cabinets is not None:
                raise InputError(where, f"unit {shown(item.text)!r} without a rack", "rack and unit")
            unit = _unit(item, stacks, problems, lowest=int(cabinets is not None))
            is_from_top = item.counts_from_top(cabinets, from_top)
            if is_from_top and cabinets is None:
                device.add("unit_from_top", (unit, item.text, where), problems, item.remedy)
                continue
            if is_from_top:
                unit = unit_from_top(item, unit, cabinets or ())
            device.add("unit", (unit, item.text, where), problems, item.remedy)
    counted = count_text(len(beside), "device")
    return [
        f"{counted} of height 1 beside the units, first at {at}: taken as height 0" for at in beside[:1]
    ]


def _set_beside(stated: StatedUnit, problems: Problems, *, of_export: bool) -> list[str]:
    """Set the height of a device beside the units, which has none; refuse another height.

    Many exports state height 1 unless told otherwise: it is none, and its row is returned.
    """
    height = stated.device.value("height")
    if height == 1 and of_export:
        stated.device.values["height"] = (0, stated.text, stated.where)
        return [stated.where]
    if height:
        what = f"unit {shown(stated.text)!r} is beside the units, but the height is {height}"
        raise InputError(stated.where, what, "leave the height blank or 0")
    stated.device.add("height", (0, stated.text, stated.where), problems, stated.remedy)
    return []


def unit_from_top(stated: StatedUnit, number: int, cabinets: Sequence[FloorCabinet]) -> int:
    """Return the lowest unit of a device whose uppermost unit is counted from the top of its cabinet."""
    height, rack = stated.device.number("height"), stated.device.number("rack")
    cabinet = cabinets[rack or 0]
    if cabinet.units is None:
        what = (
            f"unit {shown(stated.text)!r} counts from the top of {shown(cabinet.name)}, of unknown height"
        )
        raise InputError(stated.where, what, "the number of its units in the room's file")
    return replace(cabinet, from_top=True, first_unit=1).unit_of_number(number, height or 1)


def _unit(
    stated: StatedUnit, stacks: dict[tuple[str, str, object], int], problems: Problems, *, lowest: int
) -> int:
    """Return the lowest unit of a device; ``stacks`` has the top of each row's stack in a cabinet."""
    stack = _STACK.fullmatch(stated.text)
    if stack is None:
        unit, span = units_of(stated.text, stated.where, lowest, MAX_UNIT)
        if span is not None:
            stated.device.add("height", (span, stated.text, stated.where), problems)
        return unit
    height = stated.device.value("height")
    if not isinstance(height, int):
        raise InputError(stated.where, f"a stack {stated.text!r} needs heights", "a height in this row")
    key = (stated.where, stated.text, stated.device.value("rack"))
    first = whole(stack[1], stated.where, "unit", 1, MAX_UNIT)
    if stack[2] == "+":
        unit = stacks.get(key, first)
        stacks[key] = unit + height
    else:
        unit = stacks[key] - height if key in stacks else first
        stacks[key] = unit
    return unit


def check_units(
    devices: Iterable[ListedDevice], cabinets: Sequence[FloorCabinet], problems: Problems
) -> None:
    """Report units beyond a cabinet's height, and units that two devices occupy on one side."""
    filled: dict[tuple[int, str, int], ListedDevice] = {}
    for device in devices:
        rack, lowest, height = (device.number(name) for name in ("rack", "unit", "height"))
        if rack is None or lowest is None:
            continue
        where, cabinet = device.values["unit"][2], cabinets[rack]
        span = range(lowest, lowest + (1 if height is None else height))
        covered = f"unit {lowest}" if len(span) == 1 else f"units {lowest} to {span[-1]}"
        if lowest < 1 or (cabinet.units is not None and span[-1] > cabinet.units):
            limit = "1 or higher" if cabinet.units is None else f"units 1 to {cabinet.units}"
            what = f"{shown(device.name)} is in {covered} of {shown(cabinet.name)}"
            problems.add(where, what, limit)
        places = [(rack, side, unit) for unit in span for side in _sides(device)]
        taken = {filled[place].name: filled[place] for place in places if place in filled}
        for other in taken.values():
            problems.add(
                where,
                f"{shown(device.name)} overlaps {shown(other.name)} ({other.values['unit'][2]}) "
                f"in {covered} of {shown(cabinet.name)}",
                "one device per unit, or two of depth half on different faces",
            )
        filled |= {place: device for place in places if place not in filled}


def _sides(device: ListedDevice) -> tuple[str, ...]:
    """Return the sides that a device occupies: both, unless it is half-depth."""
    return (device.text("face") or FACES[0],) if device.value("depth") == "half" else FACES


def with_heights(fabric: Fabric, old: Fabric | None = None) -> Fabric:
    """Return a fabric in which devices without unit and height are 1 U high, with notes that name them.

    A PDU in a rack without a unit is at its side, where it takes no unit. Heights of the ``old`` fabric,
    which grows, stay.
    """
    if old is not None:
        known = {device.name: device.units for device in old.devices}
        devices = (
            replace(device, units=known.get(device.name)) if _is_open(device) else device
            for device in fabric.devices
        )
        fabric = replace(fabric, devices=tuple(devices))
    low = [device for device in fabric.devices if _is_open(device)]
    if not low:
        return fabric
    beside = [device for device in low if device.kind == PDU and device.cabinet is not None]
    own = {**{id(device): 1 for device in low}, **{id(device): 0 for device in beside}}
    assumed = (
        replace(device, units=own[id(device)]) if id(device) in own else device for device in fabric.devices
    )
    ones = [device for device in low if own[id(device)]]
    notes = []
    if ones:
        notes.append(
            f"{_named(ones)} of unknown height taken as 1 U; {setting('device-types')} DIR or a list with "
            "name and height states heights"
        )
    if beside:
        notes.append(f"{_named(beside)} in racks without a unit taken as mounted beside the units")
    return replace(fabric, devices=tuple(assumed), notes=(*fabric.notes, *notes))


def _is_open(device: Device) -> bool:
    return device.unit is None and device.units is None


def _named(devices: Sequence[Device]) -> str:
    noun = "PDU" if all(device.kind == PDU for device in devices) else "device"
    names = shortened([shown(device.name) for device in devices], _NAMED)
    return f"{count_text(len(devices), noun)} ({names})"
