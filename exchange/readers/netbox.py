"""NetBox: a folder with CSV exports of devices and cables, and of racks and interfaces if there are.

Read are the columns of NetBox's imports and those of its table exports.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from netfloor.exchange.readers.draft import Draft, Node, Plug, Wire, finish
from netfloor.exchange.readers.input.fields import (
    checked_name,
    kind_of_words,
    length_mm,
    natural,
    port_of,
    whole,
)
from netfloor.exchange.readers.input.tables import (
    Columns,
    Record,
    TextTable,
    csv_table,
    first_row,
    has_columns,
    records,
)
from netfloor.exchange.readers.input.text_input import checked_text, source_name
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.fabric.fabric import SERVER, SWITCH, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

INTERFACES = ("dcim.interface", "interface", "")
#: Gb/s of each interface, None where the export does not say; by device and name.
Rates = Mapping[tuple[str, str], float | None]
_Port = tuple[str, str]
_KBPS_PER_GBPS = 1_000_000
_MOST_KBPS = 10**12
#: A device whose role says nothing is a switch from this many cables on.
MANY_CABLES = 3
#: A speed as NetBox's tables show it.
_SHOWN_SPEED = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?) ?([TGMK])bps", re.IGNORECASE)
_GBPS_OF = {"t": 1000.0, "g": 1.0, "m": 1e-3, "k": 1e-6}
#: A rack whose facility id repeats its name.
_REPEATED = re.compile(r"(.{1,100}) \(\1\)")
#: Words of roles and types of what is cabled but joins no network.
_PASSIVE = frozenset({"patch", "panel", "pdu", "ups", "console", "odf"})
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
    "facility": ("facility_id",),
    "u_height": ("u_height", "height"),
}
INTERFACE: Columns = {
    "device": ("device",),
    "name": ("name", "interface"),
    "kbps": ("speed_kbps",),
    "speed": ("speed",),
    "channels": ("channels",),
}
CABLE: Columns = {
    "device_a": ("side_a_device", "device_a"),
    "device_b": ("side_b_device", "device_b"),
    "name_a": ("side_a_name", "termination_a", "interface_a"),
    "name_b": ("side_b_name", "termination_b", "interface_b"),
    "type_a": ("side_a_type", "termination_a_type"),
    "type_b": ("side_b_type", "termination_b_type"),
    "profile": ("profile",),
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


# Cables: what each side ends at, one port or several


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

    ``rates``: the interfaces that were exported; empty where none were; ``passive``: devices that are no
    part of the network, such as patch panels; ``in_order``: whether the export lists the ports of a side
    in the order of their connectors.
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


# The fabric


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
    draft = Draft(export.where, notes=_lacking(export))
    passive = frozenset(record.text("name") for record in export.devices if _is_passive(record))
    # interfaces have channels from NetBox 4.7 on, which also lists a cable's ports by their connectors
    in_order = any("channels" in record.values for record in export.interfaces[:1])
    wires = wires_of(draft, export.cables, _rates(export), passive, in_order=in_order)
    used = Counter(plug.node for wire in wires for plug in wire.plugs)
    _devices(draft, export, used, _rack_names(export))
    draft.wires = wires
    return finish(draft, _cabinets(export))


def _lacking(export: Export) -> list[str]:
    """Return notes on columns that an export of the current view leaves out."""
    found = []
    for name, rows, fields, column, what in (
        ("devices", export.devices, {"position"}, "Position", "rack units"),
        ("interfaces", export.interfaces, {"speed", "kbps"}, "Speed", "rates"),
    ):
        if rows and not fields & set(rows[0].values):
            lacking = f"the export of {name} has no column {column}"
            found.append(f"{lacking}: {what} are not known; choose Export, then All data")
    return found


def _rates(export: Export) -> dict[tuple[str, str], float | None]:
    """Return the Gb/s of each interface, None where it does not say."""
    return {(record.needed("device"), record.needed("name")): _gbps(record) for record in export.interfaces}


def _gbps(record: Record) -> float | None:
    """Return a speed: a number of kbit/s, or as tables show it, such as ``100 Gbps``."""
    text = record.text("kbps") or record.text("speed")
    if (match := _SHOWN_SPEED.fullmatch(text)) is not None:
        return float(match[1]) * _GBPS_OF[match[2].lower()]
    if not text:
        return None
    return whole(text, record.where, "speed in kbit/s", 1, _MOST_KBPS) / _KBPS_PER_GBPS


def _is_passive(record: Record) -> bool:
    """Return True for what no packet passes a switch in: patch panels, power, consoles."""
    words = set(re.sub(r"[^a-z]+", " ", f"{record.text('role')} {record.text('model')}".lower()).split())
    return bool(words & _PASSIVE)


def _devices(draft: Draft, export: Export, used: Counter[object], racks: Mapping[str, str]) -> None:
    """Take in every device that has a cable or a role in a network."""
    guessed = 0
    sites: dict[str, str] = {}
    for record in export.devices:
        if not record.text("name"):
            continue  # NetBox allows devices without a name, and no cable can name them
        name = checked_name(record.text("name"), record.where)
        kind = kind_of_words(record.text("role")) or kind_of_words(record.text("model"))
        if not used[name] and (kind is None or _is_passive(record)):
            continue
        guessed += kind is None
        node = _node(record, name, kind or (SWITCH if used[name] >= MANY_CABLES else SERVER), racks)
        draft.add(name, replace(node, kind_stated=kind is not None))
        sites.setdefault(record.text("site"), record.where)
    if len(sites) > 1:
        first, second = list(sites)[:2]
        what = f"site {shown(second)!r} beside {shown(first)!r}"
        raise InputError(sites[second], what, "one site: filter devices and cables by it, then export")
    if guessed:
        draft.notes.append(
            f"{guessed:,} devices have a role that names neither switch nor host: those of "
            f"{MANY_CABLES} cables or more are treated as switches"
        )


def _rack_names(export: Export) -> dict[str, str]:
    """Return the name of each rack as tables of devices show it: ``name (facility id)``."""
    shown_as = ((record.text("name"), record.text("facility")) for record in export.racks)
    return {f"{name} ({facility})": name for name, facility in shown_as if facility}


def _rack(text: str, racks: Mapping[str, str]) -> str:
    """Return a rack's name without its facility id, where the racks say it or it repeats the name."""
    if text in racks:
        return racks[text]
    match = _REPEATED.fullmatch(text)
    return text if match is None else match[1]


def _node(record: Record, name: str, kind: str, racks: Mapping[str, str]) -> Node:
    unit, rack = record.text("position").removesuffix(".5"), _rack(record.text("rack"), racks)
    return Node(
        name,
        kind,
        record.where,
        cabinet=rack and checked_name(rack, record.where, "a rack"),
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
            table = csv_table(checked_text(file, "export"), source_name(file))
            _refuse_current_view(table)
            records_of[kind] += records(table, columns, needed)
    for kind in ("device", "cable"):
        if kind not in present:
            raise InputError(where, f"holds no export of {kind}s", f"a file such as {kind}s.csv")
    return Export(where, *(records_of[kind] for kind in ("device", "cable", "rack", "interface")))


def _refuse_current_view(table: TextTable) -> None:
    """Refuse an export of cables without the devices that they end at, by the words of NetBox's menu."""
    if has_columns(table, CABLE, ("name_a", "name_b")) and not has_columns(table, CABLE, ("device_a",)):
        raise InputError(
            first_row(table).where,
            "there is no column Device A, as in an export of the current view",
            "in NetBox's list of cables choose Export, then All data",
        )


def kind_of_file(name: str) -> str | None:
    """Return what a file's name says that it lists, such as ``10-cables-001.csv``; None for others."""
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
