"""NetBox: a folder with CSV exports of devices and cables, and of racks and interfaces if there are.

Read are the columns of NetBox's imports and those of its table exports.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from netfloor.exchange.fabric import HOST, SWITCH, Fabric, FloorCabinet
from netfloor.exchange.readers.draft import Draft, Node, Plug, Wire, finish
from netfloor.exchange.readers.input.fields import checked_name, kind_of_words, length_mm, port_of, whole
from netfloor.exchange.readers.input.tables import Columns, Record, csv_table, records
from netfloor.exchange.readers.input.text_input import checked_text, source_name
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

_KBPS_PER_GBPS = 1_000_000
_MOST_KBPS = 10**12
#: A device whose role says nothing is a switch from this many cables on.
MANY_CABLES = 3
_INTERFACES = ("dcim.interface", "interface", "")
#: Most that NetBox knows.
RACK_UNITS = 100
MOST_FILES = 10_000
DEVICE: Columns = {
    "name": ("name", "device"),
    "role": ("role", "device_role"),
    "model": ("device_type", "type"),
    "site": ("site",),
    "rack": ("rack",),
    "position": ("position",),
}
RACK: Columns = {
    "name": ("name", "rack"),
    "group": ("group", "rack_group"),
    "u_height": ("u_height", "height"),
}
INTERFACE: Columns = {"device": ("device",), "name": ("name", "interface"), "speed": ("speed",)}
CABLE: Columns = {
    "device_a": ("side_a_device", "device_a"),
    "device_b": ("side_b_device", "device_b"),
    "name_a": ("side_a_name", "termination_a", "interface_a"),
    "name_b": ("side_b_name", "termination_b", "interface_b"),
    "type_a": ("side_a_type", "termination_a_type"),
    "type_b": ("side_b_type", "termination_b_type"),
    "length": ("length",),
    "length_unit": ("length_unit",),
}
#: Words that make another kind of object of a file: rack groups, device types, cable bundles.
_OTHER = {"group", "groups", "type", "types", "role", "roles", "bundle", "bundles", "bays", "reservations"}
_KINDS = {
    "cable": (CABLE, ("device_a", "device_b", "name_a", "name_b")),
    "interface": (INTERFACE, ("device", "name")),
    "rack": (RACK, ("name",)),
    "device": (DEVICE, ("name",)),
}


@dataclass(frozen=True)
class Export:
    """The records of each kind of object."""

    where: str
    devices: Sequence[Record]
    cables: Sequence[Record]
    racks: Sequence[Record]
    interfaces: Sequence[Record]


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
        name = checked_name(record.text("name"), record.where)
        kind = kind_of_words(record.text("role")) or kind_of_words(record.text("model"))
        if kind is None and not used[name]:
            continue
        guessed += kind is None
        kind = kind or (SWITCH if used[name] >= MANY_CABLES else HOST)
        draft.add(name, _node(record, name, kind))
        sites.setdefault(record.text("site"), record.where)
    if len(sites) > 1:
        first, second = list(sites)[:2]
        what = f"site {shown(second)!r} beside {shown(first)!r}"
        raise InputError(sites[second], what, "an export of one site, one room")
    if guessed:
        draft.notes.append(
            f"{guessed:,} devices have a role that names neither switch nor host: those of "
            f"{MANY_CABLES} cables or more are treated as switches"
        )


def _node(record: Record, name: str, kind: str) -> Node:
    unit = record.text("position").removesuffix(".5")
    return Node(
        name,
        kind,
        record.where,
        cabinet=record.text("rack") and checked_name(record.text("rack"), record.where, "a rack"),
        unit=whole(unit, record.where, "position", 1, RACK_UNITS) if unit else None,
        model=record.text("model"),
    )


def _cabinets(export: Export) -> list[FloorCabinet]:
    racks: dict[str, FloorCabinet] = {}
    for record in export.racks:
        name, units = checked_name(record.needed("name"), record.where, "a rack"), record.text("u_height")
        if name in racks:
            raise InputError(record.where, f"rack {shown(name)!r} is declared twice", "one room")
        high = whole(units.removesuffix("U"), record.where, "u_height", 1, RACK_UNITS) if units else None
        racks[name] = FloorCabinet(name, row_name=record.text("group"), units=high)
    return list(racks.values())


def read_export(path: Path) -> Export:
    """Return the records of every export in a folder, several files of a kind one after the other.

    Raises
    ------
    InputError
        If it is no folder, or holds no devices or no cables.
    """
    where = source_name(path)
    records_of: dict[str, list[Record]] = {kind: [] for kind in _KINDS}
    present = set()
    for file in _files(path, where):
        kind = kind_of_file(file.name)
        if kind is not None:
            present.add(kind)
            columns, needed = _KINDS[kind]
            records_of[kind] += records(
                csv_table(checked_text(file, "export"), source_name(file)), columns, needed
            )
    for kind in ("device", "cable"):
        if kind not in present:
            raise InputError(where, f"holds no export of {kind}s", f"a file such as {kind}s.csv")
    return Export(where, *(records_of[kind] for kind in ("device", "cable", "rack", "interface")))


def kind_of_file(name: str) -> str | None:
    """Return what a file's name says that it lists, such as ``06-cables-001.csv``; None for others."""
    words = set(re.sub(r"[^a-z]+", " ", name.lower()).split())
    if "csv" not in words or words & _OTHER:
        return None
    return next((kind for kind in _KINDS if {kind, f"{kind}s"} & words), None)


def _files(path: Path, where: str) -> list[Path]:
    try:
        files = sorted(path.iterdir())
    except (OSError, ValueError) as error:
        raise InputError(where, "is not a folder that can be read", "a folder of CSV exports") from error
    if len(files) > MOST_FILES:
        raise InputError(where, f"holds {len(files):,} files", "a folder of CSV exports")
    return files


READER = Reader("netbox", "a folder of NetBox's CSV exports: devices, cables, racks, interfaces", read)
