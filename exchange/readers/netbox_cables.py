"""The cables of NetBox's exports: what each side ends at, one port or several."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from netfloor.exchange.readers.draft import Draft, Plug, Wire
from netfloor.exchange.readers.input.fields import length_mm, natural, port_of
from netfloor.exchange.readers.input.tables import Record
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

INTERFACES = ("dcim.interface", "interface", "")
#: Gb/s of each interface, None where the export does not say; by device and name.
Rates = Mapping[tuple[str, str], float | None]
_Port = tuple[str, str]


@dataclass
class _Counts:
    """Cables that a note speaks of."""

    others: int = 0
    several: list[str] = field(default_factory=list)
    wired: list[str] = field(default_factory=list)


def wires_of(
    draft: Draft, cables: Sequence[Record], rates: Rates, passive: frozenset[str], *, in_order: bool = False
) -> list[Wire]:
    """Return the cables between interfaces; others are counted in a note.

    A cable of several ports a side is one for each pair of them; of one port to several, as in a breakout,
    one for each, its first port named ``swp1/1``. Where a profile says how it is wired, files to import
    and exports of NetBox 4.7 name ports in that order, a device for each; else natural order counts.

    Parameters
    ----------
    rates
        The interfaces that were exported; empty where none were.
    passive
        Devices that are no part of the network, such as patch panels.
    in_order
        Whether the export lists the ports of a side in the order of their connectors.
    """
    wires: list[Wire] = []
    counts = _Counts()
    exported = {device for device, _ in rates}
    for record in cables:
        kinds = [record.text(f"type_{side}").lower() for side in "ab"]
        nowhere = not all(kinds) and not all(record.text(f"device_{side}") for side in "ab")
        if nowhere or not set(kinds) <= set(INTERFACES):  # a power feed is at no device
            counts.others += 1
            continue
        wired = (in_order or all(kinds)) and _says_wiring(record)
        sides = [_ports(record, side, rates, wired=wired) for side in "ab"]
        ports = [port for side in sides for port in side]
        # exports of tables name no type: a port that its device's interfaces lack is another one
        others = not all(kinds) and any(
            device in exported and (device, p) not in rates for device, p in ports
        )
        if others or any(device in passive for device, _ in ports):
            counts.others += 1
        else:
            wires += _wires(record, sides, rates)
            if max(len(side) for side in sides) > 1:
                (counts.wired if wired else counts.several).append(record.where)
    if counts.others:
        what = f"{counts.others:,} cables end at no interface (power, patch panels)"
        draft.notes.append(f"{what} and are left out")
    for how, where in (
        ("as their profile says", counts.wired),
        ("in the order of their names", counts.several),
    ):
        if where:
            what = f"{len(where):,} cables have several ports a side: joined {how}"
            draft.notes.append(f"{what}, first at {where[0]}")
    return wires


def _says_wiring(record: Record) -> bool:
    """Return True if a profile joins the ports of both sides one by one, each named with its device."""
    profile = record.text("profile").lower()
    cells = [[record.text(f"{what}_{side}").split(",") for what in ("device", "name")] for side in "ab"]
    each = all(len(devices) == len(names) for devices, names in cells)
    return bool(profile) and "shuffle" not in profile and each


def _ports(record: Record, side: str, rates: Rates, *, wired: bool) -> list[_Port]:
    """Return device and interface of each port that a side of a cable ends at."""
    device, name = record.needed(f"device_{side}"), record.needed(f"name_{side}")
    if (device, name) in rates or not {","} & set(device + name):
        return [(device, name)]
    if wired:
        return list(zip(device.split(","), name.split(","), strict=True))
    devices, names = (sorted(text.split(","), key=natural) for text in (device, name))
    if len(devices) == 1:
        return [(device, one) for one in names]
    if len(names) == 1 or (len(set(names)) == 1 and len(names) == len(devices)):
        return [(one, names[0]) for one in devices]
    known = [(one, other) for one in devices for other in dict.fromkeys(names) if (one, other) in rates]
    if len(known) == len(names):
        return known
    what = f"{len(names)} ports of {len(devices)} devices on side {side.upper()}: {shown(name)!r}"
    raise InputError(record.where, what, "an export of the interfaces beside, which says whose they are")


def _wires(record: Record, sides: list[list[_Port]], rates: Rates) -> list[Wire]:
    """Return the cables of a record, one for each pair of ports."""
    length = length_mm(record.text("length"), record.where, record.text("length_unit"))
    most = max(len(side) for side in sides)
    if any(len(side) not in {1, most} for side in sides):
        what = f"{len(sides[0])} ports on side A, {len(sides[1])} on side B"
        raise InputError(record.where, what, "as many on both sides, or one on a side")
    wires = []
    for lane in range(most):
        ends = [side[lane % len(side)] for side in sides]
        known = [rate for port in ends if (rate := rates.get(port)) is not None]
        plugs = [
            Plug(device, port_of(name if len(side) == most else f"{name}/{lane + 1}", record.where))
            for side, (device, name) in zip(sides, ends, strict=True)
        ]
        wires.append(Wire(plugs[0], plugs[1], record.where, min(known, default=None), length))
    return wires
