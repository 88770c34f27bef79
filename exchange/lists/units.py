"""Units and heights of listed devices in the cabinets of a room: stacks, units from the top, overlaps."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from netfloor.exchange.lists.listed_device import ListedDevice
from netfloor.exchange.tables.fields import is_at_side, split_bay, units_of, whole
from netfloor.exchange.tables.problems import Problems, shortened
from netfloor.fabric.fabric import CHASSIS, PDU, Device, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

FACES = ("front", "rear")
MAX_UNIT = 1_000
#: Maximum devices in a note.
_NAMED = 10
#: The bays of which one alone does not show that its text names a bay: ``21R`` may be at the rear.
_PARTNERS = {
    "right": ("left",),
    **dict.fromkeys("12345678", ("1", "2")),
    **dict.fromkeys("ABCDEFGH", ("A", "B")),
}
#: Names and models of devices that hold others in bays.
_OF_BAYS = re.compile(
    r"(?<![a-z])(?:sub-?racks?|ch[a\u00e2]ssis|enclosure|encl?|cmc|blade ?cent(?:er|re))(?![a-z])",
    re.IGNORECASE,
)
_STACK = re.compile(r"([0-9]{1,9})\s{0,9}([+-])")


@dataclass(frozen=True)
class StatedUnit:
    """One row's statement of a device's unit."""

    device: ListedDevice
    text: str
    where: str
    from_top: bool = False  # True if unit 1 is the uppermost
    remedy: str = "one of them"  # if another row states another unit
    rack_remedy: str = "rack and unit"  # if no row states a rack

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
                raise InputError(where, f"unit {shown(item.text)!r} without a rack", item.rack_remedy)
            unit = _unit(item, stacks, problems, lowest=int(cabinets is not None))
            is_from_top = item.counts_from_top(cabinets, from_top)
            if is_from_top and cabinets is None:
                device.add("unit_from_top", (unit, item.text, where), problems, item.remedy)
                continue
            if is_from_top:
                unit = unit_from_top(item, unit, cabinets or ())
            device.add("unit", (unit, item.text, where), problems, item.remedy)
    _check_bays(stated, problems)
    _hold_bays([item.device for item in stated])
    counted = count_text(len(beside), "device")
    return [
        f"{counted} of height 1 beside the units, first at {at}: taken as height 0" for at in beside[:1]
    ]


def _check_bays(stated: Sequence[StatedUnit], problems: Problems) -> None:
    """Report units such as ``21.1`` or ``21B`` without a device in the other bay: they may be no bays.

    ``left`` and ``right`` are clear; ``R`` is if some unit of the lists has an ``L``.
    """
    devices = {item.device.name: item.device for item in stated if "bay" in item.device.values}
    bays: dict[object, set[str]] = {}
    for device in devices.values():
        for place in ((device.value("rack"), device.value("unit"), device.value("unit_from_top")), "all"):
            bays.setdefault(place, set()).add(device.text("bay"))
    for device in devices.values():
        bay, text, where = device.text("bay"), *device.values["bay"][1:]
        partners = _PARTNERS.get(bay, ())
        place = (device.value("rack"), device.value("unit"), device.value("unit_from_top"))
        there = bays["all" if bay == "right" else place]
        if (bay == "right" and "right" in text.lower()) or there >= {*partners}:
            continue
        unit = device.values.get("unit", device.values.get("unit_from_top", (text,)))[0]
        what = f"unit {shown(text)!r} of {shown(device.name)} may be a half of unit {unit}"
        remedy = f"{unit} for the whole width, or {unit} left or {unit} right"
        problems.add(where, f"{what}, and no device is in the other", remedy)


def _hold_bays(devices: Sequence[ListedDevice]) -> None:
    """Let the chassis in a unit hold the devices in its bays: ``SubRack-001-cmc`` beside ``21L``."""
    units = {(device.value("rack"), device.value("unit")) for device in devices if "bay" in device.values}
    for device in devices:
        if "bay" in device.values or (device.value("rack"), device.value("unit")) not in units:
            continue
        if _OF_BAYS.search(device.name) or _OF_BAYS.search(device.text("model")):
            device.values["bay"] = (CHASSIS, *device.values["unit"][1:])


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
        text, bay = split_bay(stated.text)
        if bay:
            stated.device.add("bay", (bay, stated.text, stated.where), problems, stated.remedy)
        unit, span = units_of(text, stated.where, lowest, MAX_UNIT)
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
    devices: Iterable[ListedDevice], cabinets: Sequence[FloorCabinet] | None, problems: Problems
) -> None:
    """Report units beyond a cabinet's height, and units that two devices occupy on one side.

    Without ``cabinets``, racks are those that the lists name, of any height.
    """
    filled: dict[tuple[object, str, int], list[ListedDevice]] = {}
    for device in devices:
        rack, lowest, height = device.value("rack"), device.number("unit"), device.number("height")
        if rack is None or lowest is None:
            continue
        where = device.values["unit"][2]
        cabinet = (
            cabinets[rack] if cabinets is not None and isinstance(rack, int) else FloorCabinet(str(rack))
        )
        span = range(lowest, lowest + (1 if height is None else height))
        covered = f"unit {lowest}" if len(span) == 1 else f"units {lowest} to {span[-1]}"
        if lowest < 1 or (cabinet.units is not None and span[-1] > cabinet.units):
            limit = "1 or higher" if cabinet.units is None else f"units 1 to {cabinet.units}"
            what = f"{shown(device.name)} is in {covered} of {shown(cabinet.name)}"
            problems.add(where, what, limit)
        places = [(rack, side, unit) for unit in span for side in _sides(device)]
        there = {other.name: other for place in places for other in filled.get(place, ())}
        taken = {name: other for name, other in there.items() if not _are_beside(device, other)}
        for other in taken.values():
            at = f"({other.values['unit'][2]}) in {covered} of {shown(cabinet.name)}"
            what = f"{shown(device.name)} overlaps {shown(other.name)} {at}"
            remedy = (
                "one device per unit, two of depth half on different faces, or two of half width in units "
                f"{lowest} left and {lowest} right, or in a device called chassis, enclosure or CMC"
            )
            if device.spelling == other.spelling:
                what += ": their names differ only in capitals, blanks or underscores"
                remedy = f"one spelling, or {device.join_option} joins such names"
            problems.add(where, what, remedy)
        for place in places:
            filled.setdefault(place, []).append(device)


def _are_beside(device: ListedDevice, other: ListedDevice) -> bool:
    """Return whether two devices are in different bays of a unit, or one is the chassis of the bays."""
    bays = {device.text("bay"), other.text("bay")}
    named = bays - {CHASSIS}
    forms = {"half" if bay in {"left", "right"} else bay.isdecimal() for bay in named}
    return len(bays) == 2 and "" not in bays and len(forms) == 1


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
