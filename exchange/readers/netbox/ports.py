"""The ports in exports, and the resolution of cable terminations to ports."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from netfloor.exchange.readers.netbox.export import Export
from netfloor.exchange.tables.fields import checked_name, natural, port_of, whole
from netfloor.exchange.tables.numbers import LANE_GBPS
from netfloor.exchange.tables.tables import Record
from netfloor.fabric.fabric import PANEL, PDU
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

#: Cable termination types, without ``dcim.`` and spaces.
INTERFACE, FRONT, REAR, POWER_PORT, OUTLET = (
    "interface",
    "frontport",
    "rearport",
    "powerport",
    "poweroutlet",
)
#: A panel port that may be a front or a rear port.
PANEL_PORT = "panelport"
POWER_FEED = "powerfeed"
NETWORK = frozenset({INTERFACE, FRONT, REAR, PANEL_PORT})
POWER = frozenset({POWER_PORT, OUTLET})
#: Device and port name.
Port = tuple[str, str]
_KBPS_PER_GBPS = 1_000_000
_MAX_KBPS = 10**12
#: A speed as shown in NetBox's tables.
_SHOWN_SPEED = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?) ?([TGMK])bps", re.IGNORECASE)
_GBPS_OF = {"t": 1000.0, "g": 1.0, "m": 1e-3, "k": 1e-6}
#: Interface types that include a rate: ``100gbase-x-qsfp28``, ``1000BASE-T (1GE)``, ``QSFP28 (100GE)``.
_TYPE_RATE = (
    re.compile(r"\(([0-9]{1,4}(?:\.[0-9])?)([GTM])(?:E|bE|bps| Ethernet)?\)", re.IGNORECASE),
    re.compile(r"([0-9]{1,4}(?:\.[0-9])?)([GT]?)base", re.IGNORECASE),
)
_INFINIBAND = re.compile(r"infiniband[- ]([a-z0-9]{1,5})", re.IGNORECASE)
#: Lanes of a cable's plug.
_LANES = 4
_LONGEST_TYPE = 60
#: Suffix of a port name if the device also has a front port or interface with that name.
_SUFFIX = {REAR: "rear", POWER_PORT: "power", OUTLET: "outlet"}


@dataclass(frozen=True)
class PortAt:
    """A port at the end of a cable, with its type."""

    device: str
    name: str
    kind: str


class Ports:
    """Every port in the exports, by device and name."""

    def __init__(self, export: Export, kinds: dict[str, str | None]) -> None:
        self.kinds = kinds  # of devices, by role
        self.rates = {_port(record): _gbps(record) for record in export.interface}
        self.of: dict[Port, set[str]] = defaultdict(set)
        for kind, records in (
            (INTERFACE, export.interface),
            (FRONT, export.front_port),
            (REAR, export.rear_port),
            (POWER_PORT, export.power_port),
            (OUTLET, export.power_outlet),
        ):
            for record in records:
                self.of[_port(record)].add(kind)
        self.with_interfaces = {device for device, _ in self.rates}
        self.passes = _passes(export.front_port)
        for (device, _), joints in self.passes.items():
            for rear, _ in joints:
                self.of[device, rear].add(REAR)

    def note(self, ends: Iterable[PortAt]) -> None:
        """Record the ports that cables end at, if their types are stated."""
        for end in ends:
            if end.kind not in {PANEL_PORT, POWER_FEED}:
                self.of[end.device, end.name].add(end.kind)

    def kind_of(self, port: Port) -> str:
        """Return the type of a port that its cable does not state; empty if no export states it."""
        device, _ = port
        listed = self.of.get(port, set())
        if len(listed) == 1:
            return next(iter(listed))
        if listed >= {FRONT, REAR} or (not listed and self.kinds.get(device) == PANEL):
            return PANEL_PORT
        if listed:
            return INTERFACE if INTERFACE in listed else min(listed)
        if self.kinds.get(device) == PDU:
            return OUTLET
        return "" if device in self.with_interfaces else INTERFACE

    def label(self, end: PortAt, where: str) -> int | str:
        """Return the port's name in the fabric, distinguished from other ports with that name."""
        kinds = self.of.get((end.device, end.name), set())
        name = end.name
        if len(kinds) > 1 and end.kind in _SUFFIX and kinds & {INTERFACE, FRONT}:
            name = f"{name} {_SUFFIX[end.kind]}"
        if end.kind == INTERFACE:
            return port_of(name, where)
        return checked_name(name, where, "a port")


def _port(record: Record) -> Port:
    return record.needed("device"), record.needed("name")


def _gbps(record: Record) -> float | None:
    """Return a rate: in kbit/s, as shown in tables (``100 Gbps``), or from the interface type."""
    text = record.text("kbps") or record.text("speed")
    if (match := _SHOWN_SPEED.fullmatch(text)) is not None:
        return float(match[1]) * _GBPS_OF[match[2].lower()]
    if text:
        return whole(text, record.where, "speed in kbit/s", 1, _MAX_KBPS) / _KBPS_PER_GBPS
    return _rate_of_type(record.text("type")[:_LONGEST_TYPE])


def _rate_of_type(text: str) -> float | None:
    """Return the Gb/s in an interface type; ``100base-tx`` has no G, so it is in megabits."""
    for pattern in _TYPE_RATE:
        if (match := pattern.search(text)) is not None:
            return float(match[1]) * _GBPS_OF[match[2].lower() or "m"]
    match = _INFINIBAND.search(text)
    lane = None if match is None else LANE_GBPS.get(match[1].upper())
    return None if lane is None else _LANES * lane


def _passes(fronts: Iterable[Record]) -> dict[Port, list[tuple[str, int]]]:
    """Return the rear ports of each front port, with the rear position.

    Up to NetBox 4.4, and in imports, two columns give them; from 4.5 on, a list such as ``R1:1``.
    """
    passes: dict[Port, list[tuple[str, int]]] = {}
    for record in fronts:
        joints = passes.setdefault(_port(record), [])
        if rear := record.text("rear_port"):
            joints.append((rear, _position(record.text("position") or "1", record.where)))
        for mapping in filter(None, map(str.strip, record.text("mappings").split(","))):
            rear, _, position = mapping.rpartition(":")
            if not rear:
                raise InputError(record.where, f"mapping {shown(mapping)!r}", "REAR PORT:POSITION")
            joints.append((rear, _position(position, record.where)))
    return passes


def _position(text: str, where: str) -> int:
    return whole(text, where, "position in the rear port", 1, 1024)


def ports_of_side(record: Record, side: str, known: Iterable[Port], *, wired: bool) -> list[Port]:
    """Return device and name of each port at one side of a cable."""
    device, name = record.needed(f"device_{side}"), record.needed(f"name_{side}")
    if (device, name) in known or not {","} & set(device + name):
        return [(device, name)]
    if wired:
        return list(zip(device.split(","), name.split(","), strict=True))
    devices, names = (sorted(text.split(","), key=natural) for text in (device, name))
    if len(devices) == 1:
        return [(device, item) for item in names]
    if len(names) == 1 or (len(set(names)) == 1 and len(names) == len(devices)):
        return [(item, names[0]) for item in devices]
    results = [
        (item, other) for item in devices for other in dict.fromkeys(names) if (item, other) in known
    ]
    if len(results) == len(names):
        return results
    what = f"{len(names)} ports of {len(devices)} devices on side {side.upper()}: {shown(name)!r}"
    raise InputError(record.where, what, "also export the interfaces, which name their devices")


def stated_kind(record: Record, side: str) -> str:
    """Return the termination type stated for a side: ``dcim.frontport`` and ``Front Port`` are equal."""
    return re.sub(r"[^a-z]+", "", record.text(f"type_{side}").lower().removeprefix("dcim."))
