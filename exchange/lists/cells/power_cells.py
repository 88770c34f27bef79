"""Cells about power: the inlets or outlets of a device, and the rating of a PDU."""

import re
from dataclasses import dataclass

from netfloor.exchange.lists.cells.ranges import expand_ranges
from netfloor.fabric.power_ports import PowerPort, form_of
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

#: Maximum power ports of one device.
MAX_POWER_PORTS = 1_000
MAX_AMPERES, MAX_RATING_W = 10_000.0, 10_000_000.0
_OF_PORTS = "such as out[1-24]:C13; out[25-30]:C19, or 24xC13; 6xC19 for labels 1 to 30"
_OF_RATING = "such as 16 A, 32A, 3680 W or 7.4 kW"
#: Semicolons, commas and bars outside of brackets separate ports.
_ITEM = re.compile(r"(?:[^\[\];,|]|\[[^\[\]]*\])+")
_COUNT = re.compile(r"([0-9]{1,3})(?:x([A-Za-z0-9_/-]{1,20}))?")
_RATING = re.compile(r"([0-9]{1,9}(?:[.,][0-9]{1,3})?)\s{0,3}(A|W|VA|kW|kVA)", re.IGNORECASE)


@dataclass(frozen=True)
class Rating:
    """The rated capacity of a PDU, in amperes or watts."""

    amount: float
    is_amperes: bool


def read_power_ports(text: str, where: str, name: str) -> tuple[PowerPort, ...]:
    """Parse the power ports of a device: labels with ranges, each followed by a colon and its connector.

    A bare number, or a number with ``x`` and a connector, is a count; the labels are then 1, 2, ... Raises
    `InputError` for an unreadable range, a duplicate label, and too many ports.
    """
    result: dict[str, PowerPort] = {}
    for item in filter(None, map(str.strip, _ITEM.findall(text))):
        if count := _COUNT.fullmatch(item):
            labels = f"[{len(result) + 1}-{len(result) + int(count[1])}]" if int(count[1]) else ""
            form = count[2] or ""
        else:
            labels, _, form = item.rpartition(":") if ":" in item else (item, "", "")
        for label in expand_ranges(labels, where):
            if not label or label in result:
                what = f"{name} {shown(text)!r}: a label is {'given twice' if label else 'missing'}"
                raise InputError(where, what, _OF_PORTS)
            result[label] = PowerPort(label, form_of(form))
    if not result or len(result) > MAX_POWER_PORTS or "[" in _ITEM.sub("", text):
        raise InputError(where, f"{name} {shown(text)!r} are unreadable", _OF_PORTS)
    return tuple(result.values())


def read_rating(text: str, where: str) -> Rating:
    """Parse the rating of a PDU; raise `InputError` if it has no unit."""
    match = _RATING.fullmatch(text)
    if match is None:
        raise InputError(where, f"rating {shown(text)!r} is unreadable", _OF_RATING)
    unit = match[2].lower()
    amount = float(match[1].replace(",", ".")) * (1000 if unit.startswith("k") else 1)
    maximum = MAX_AMPERES if unit == "a" else MAX_RATING_W
    if not 0 < amount <= maximum:
        raise InputError(where, f"rating {shown(text)!r}", f"above 0 and up to {maximum:,.0f}")
    return Rating(amount, unit == "a")
