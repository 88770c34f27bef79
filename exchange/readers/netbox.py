"""NetBox: a folder with CSV exports of devices and cables, and of racks and interfaces if there are.

Read are the columns of NetBox's imports and those of its table exports.
"""

from collections import Counter
from pathlib import Path

from exchange.fabric import HOST, SWITCH, Cabinet, Fabric
from exchange.readers.draft import Draft, Node, Plug, Wire, check_name
from exchange.readers.finish import finish
from exchange.readers.kinds import kind_of_words
from exchange.readers.netbox_files import RACK_UNITS, Export, read_export
from exchange.readers.ports import port_of
from exchange.readers.quantities import length_mm, whole
from exchange.readers.reader import Names, Reader
from exchange.readers.tables import Record
from foundation.errors import InputError
from topologies.parameters import shown

_KBPS_PER_GBPS = 1_000_000
_MOST_KBPS = 10**12
#: A device whose role says nothing is a switch from this many cables on.
MANY_CABLES = 3
_INTERFACES = ("dcim.interface", "interface", "")


def read(path: Path, _names: Names) -> Fabric:
    """Return the fabric of a folder of exports.

    Roles and types say which devices are switches; where they do not, the number of cables
    does. Devices of other roles without a cable are left out.

    Raises
    ------
    InputError
        With file and line, if an export is missing or a row contradicts another.
    """
    export = read_export(path)
    draft = Draft(export.where)
    wires = _wires(draft, export)
    used = Counter(plug.node for wire in wires for plug in wire.plugs)
    _devices(draft, export, used)
    draft.wires = wires
    return finish(draft, _cabinets(export))


def _wires(draft: Draft, export: Export) -> list[Wire]:
    """Return the cables between interfaces; others are counted in a note."""
    rates = _rates(export)
    wires, others = [], 0
    for record in export.cables:
        kinds = [record.text(f"type_{side}").lower() for side in "ab"]
        if any(kind not in _INTERFACES for kind in kinds):
            others += 1
            continue
        names = [(record.needed(f"device_{side}"), record.needed(f"name_{side}")) for side in "ab"]
        known = [rates[name] for name in names if name in rates]
        a, b = (Plug(device, port_of(port, record.where)) for device, port in names)
        length = length_mm(record.text("length"), record.where, record.text("length_unit"))
        wires.append(Wire(a, b, record.where, min(known, default=None), length))
    if others:
        draft.notes.append(f"{others:,} cables end at no interface (power, patch panels) and are left out")
    return wires


def _rates(export: Export) -> dict[tuple[str, str], float]:
    """Return the Gb/s of each interface that says it."""
    rates = {}
    for record in export.interfaces:
        if speed := record.text("speed"):
            kbps = whole(speed, record.where, "speed in kbit/s", 1, _MOST_KBPS)
            rates[record.needed("device"), record.needed("name")] = kbps / _KBPS_PER_GBPS
    return rates


def _devices(draft: Draft, export: Export, used: Counter[object]) -> None:
    """Take in every device that has a cable or a role in a network."""
    guessed = 0
    sites: dict[str, str] = {}
    for record in export.devices:
        if not record.text("name"):
            continue  # NetBox allows devices without a name, and no cable can name them
        name = check_name(record.text("name"), record.where)
        kind = kind_of_words(record.text("role")) or kind_of_words(record.text("model"))
        if kind is None and not used[name]:
            continue
        guessed += kind is None
        kind = kind or (SWITCH if used[name] >= MANY_CABLES else HOST)
        draft.add(name, _node(record, name, kind))
        sites.setdefault(record.text("site"), record.where)
    if len(sites) > 1:
        one, other = list(sites)[:2]
        raise InputError(
            sites[other], f"site {shown(other)!r} beside {shown(one)!r}", "an export of one site, one room"
        )
    if guessed:
        draft.notes.append(
            f"{guessed:,} devices have a role that names neither switch nor host: those of "
            f"{MANY_CABLES} cables or more are taken as switches"
        )


def _node(record: Record, name: str, kind: str) -> Node:
    unit = record.text("position").removesuffix(".5")
    return Node(
        name,
        kind,
        record.where,
        cabinet=record.text("rack") and check_name(record.text("rack"), record.where, "a rack"),
        unit=whole(unit, record.where, "position", 1, RACK_UNITS) if unit else None,
        model=record.text("model"),
    )


def _cabinets(export: Export) -> list[Cabinet]:
    racks: dict[str, Cabinet] = {}
    for record in export.racks:
        name, units = check_name(record.needed("name"), record.where, "a rack"), record.text("u_height")
        if name in racks:
            raise InputError(record.where, f"rack {shown(name)!r} is declared twice", "one room")
        high = whole(units.removesuffix("U"), record.where, "u_height", 1, RACK_UNITS) if units else None
        racks[name] = Cabinet(name, row_name=record.text("group"), units=high)
    return list(racks.values())


READER = Reader("netbox", "a folder of NetBox's CSV exports: devices, cables, racks, interfaces", read)
