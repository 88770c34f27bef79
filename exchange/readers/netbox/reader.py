"""The fabric of a folder of exports: devices by role and cables, racks with their numbering."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from netfloor.exchange.readers.draft import Draft, Node, finish, panel_notes
from netfloor.exchange.readers.netbox.cables import panel_ports, read_cables
from netfloor.exchange.readers.netbox.export import Export, read_export
from netfloor.exchange.readers.netbox.ports import OUTLET, POWER_PORT, PortAt, Ports
from netfloor.exchange.readers.netbox.power import PDU_INLET, NetBoxFeed, power_ports, read_feeds
from netfloor.exchange.readers.netbox.types import TypeFacts, facts_of_types, watts_of_ports
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.exchange.tables.fields import checked_name, length_mm, whole
from netfloor.exchange.tables.kinds import MANY_CABLES, kind_of_words
from netfloor.exchange.tables.tables import Record
from netfloor.fabric.fabric import PANEL, PDU, SERVER, SWITCH, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: A rack whose facility id repeats its name.
_REPEATED = re.compile(r"(.{1,100}) \(\1\)")
#: NetBox's maximum.
RACK_UNITS = 100
_MAX_NUMBER = 32_767
_TRUE = frozenset({"true", "yes", "1", "on", "✔"})
_KEPT = ("role", "manufacturer", "site", "status", "serial", "asset_tag", "description", "comments")


def read(path: Path, _names: Names) -> Fabric:
    """Return the fabric of a folder of exports.

    Roles and types give the kinds of devices; where they do not, the number of cables distinguishes
    switches from servers. Devices without a cable whose role is inconclusive are left out. Raises
    `InputError` with file and line, if an export is missing or a row contradicts another.
    """
    export = read_export(path)
    draft = Draft(export.where, notes=_lacking(export))
    ports = Ports(export, {record.text("name"): _kind(record) for record in export.device})
    # since NetBox 4.7, interfaces have channels and cables list their ports in connector order
    in_order = any("channels" in record.values for record in export.interface[:1])
    names = {record.text("name") for record in export.device}
    cabling = read_cables(draft, list(export.cable), ports, names, in_order=in_order)
    draft.wires = cabling.wires
    used = Counter(plug.node for wire in draft.wires if not wire.power for plug in wire.plugs)
    corded = {plug.node for wire in draft.wires for plug in wire.plugs}
    racks = _cabinets(export)
    _devices(draft, export, used, corded, racks)
    for name, joints in panel_ports(ports, draft.wires).items():
        if name in draft.nodes:
            draft.nodes[name] = replace(draft.nodes[name], kind=PANEL, passes=tuple(joints))
    _take_power(draft, export, ports, cabling.feeds)
    fabric = finish(draft, racks.values())
    why = (
        "the path is not cabled through"
        if export.front_port
        else "export the front ports too (front-ports.csv), with their rear ports"
    )
    return replace(fabric, notes=(*fabric.notes, *panel_notes(fabric, why)))


def _take_power(draft: Draft, export: Export, ports: Ports, feeds: Mapping[str, str]) -> None:
    """Set inlets of devices, and outlets, feed and rating of PDUs; ``feeds``: of PDUs by name."""
    known = read_feeds(export.power_feed)
    for kind, result in (
        (POWER_PORT, power_ports(export.power_port)),
        (OUTLET, power_ports(export.power_outlet)),
    ):
        for name, own in result.items():
            node = draft.nodes.get(name)
            if node is None or (kind == OUTLET and node.kind != PDU):
                continue
            labelled = tuple(
                replace(port, label=str(ports.label(PortAt(name, port.label, kind), node.where)))
                for port in own
                if not (kind == POWER_PORT and name in feeds and port.label == PDU_INLET)
            )
            both = {"outlets" if kind == OUTLET else "inlets": labelled}
            draft.nodes[name] = replace(node, **both)  # type: ignore[arg-type]
    for name, feed in feeds.items():
        node = draft.nodes.get(name)
        if node is not None and node.kind == PDU:
            own_feed = known.get(("", feed), NetBoxFeed(feed, None))
            draft.nodes[name] = replace(node, feed=own_feed.name, rating_w=own_feed.rating_w)


def _lacking(export: Export) -> list[str]:
    """Return notes on columns that an export of the current view omits."""
    results = []
    for name, rows, fields, column, what in (
        ("devices", export.device, {"position"}, "Position", "rack units"),
        ("interfaces", export.interface, {"speed", "kbps"}, "Speed", "rates"),
    ):
        if rows and not fields & set(rows[0].values):
            lacking = f"the export of {name} has no column {column}"
            results.append(f"{lacking}: {what} are not known; choose Export, then All data")
    return results


def _kind(record: Record) -> str | None:
    """Return the kind of a device by the words of its role, or else of its type."""
    return kind_of_words(record.text("role")) or kind_of_words(record.text("model"))


def _is_console(record: Record) -> bool:
    """Return True for a console server, which is outside the network unless it has a network cable."""
    return bool({"console", "kvm"} & {*re.sub(r"[^a-z]+", " ", record.text("role").lower()).split()})


def _devices(
    draft: Draft,
    export: Export,
    used: Counter[object],
    corded: set[object],
    racks: Mapping[str, FloorCabinet],
) -> None:
    """Add every device that has a cable or a network role."""
    guessed, left_out, high = 0, 0, list[str]()
    sites: dict[str, str] = {}
    names, types = _rack_names(export), facts_of_types(export.device_type)
    watts = watts_of_ports(export.power_port)
    for record in export.device:
        if not record.text("name"):
            continue  # NetBox allows unnamed devices, but no cable can refer to them
        name = checked_name(record.text("name"), record.where)
        kind = _kind(record)
        if name not in corded and (kind is None or _is_console(record)):
            left_out += 1
            continue
        guessed += kind is None
        node = _node(record, name, kind or (SWITCH if used[name] >= MANY_CABLES else SERVER), names)
        node = _with_facts(node, types.get((record.text("manufacturer"), node.model)), watts.get(name))
        draft.add(name, replace(_in_rack(node, record, racks), kind_stated=kind is not None))
        sites.setdefault(record.text("site"), record.where)
        if node.units is None and node.cabinet in racks and racks[node.cabinet].from_top:
            high.append(name)
    if len(sites) > 1:
        first, second = list(sites)[:2]
        what = f"site {shown(second)!r} beside {shown(first)!r}"
        raise InputError(sites[second], what, "one site: filter devices and cables by it, then export")
    if high:
        what = f"the heights of {count_text(len(high), 'device')} are not known, such as {shown(high[0])}"
        why = "their racks count units from the top, and 1 U is assumed"
        draft.notes.append(f"{what}; {why}: export the device types too")
    if left_out:
        what = f"{count_text(left_out, 'device')} without a cable and of a role without a kind"
        draft.notes.append(f"{what}: left out")
    if guessed:
        draft.notes.append(
            f"{guessed:,} devices have a role that names neither switch nor server: those with "
            f"{MANY_CABLES} cables or more are treated as switches"
        )


def _rack_names(export: Export) -> dict[str, str]:
    """Return each rack's name as shown in device tables: ``name (facility id)``."""
    shown_as = ((record.text("name"), record.text("facility")) for record in export.rack)
    return {f"{name} ({facility})": name for name, facility in shown_as if facility}


def _rack(text: str, racks: Mapping[str, str]) -> str:
    """Return a rack's name without its facility id, if known from the racks or equal to the name."""
    if text in racks:
        return racks[text]
    match = _REPEATED.fullmatch(text)
    return text if match is None else match[1]


def _node(record: Record, name: str, kind: str, racks: Mapping[str, str]) -> Node:
    rack, face = _rack(record.text("rack"), racks), record.text("face").lower()
    return Node(
        name,
        kind,
        record.where,
        cabinet=rack and checked_name(rack, record.where, "a rack"),
        model=record.text("model"),
        face=face if face in {"front", "rear"} else "",
        attributes={
            field: text.lower() if field == "status" else text
            for field in _KEPT
            if (text := record.text(field))
        },
    )


def _with_facts(node: Node, facts: TypeFacts | None, watts: float | None) -> Node:
    """Return a node with the height, depth and weight of its type, and the draw of its power ports."""
    node = replace(node, watts=watts)
    if facts is None:
        return node
    half = facts.half_depth
    return replace(node, units=facts.units, half_depth=half, kilograms=facts.kilograms)


def _in_rack(node: Node, record: Record, racks: Mapping[str, FloorCabinet]) -> Node:
    """Return a node at its unit from the bottom; NetBox's position is a number on the rail."""
    text = record.text("position").removesuffix(".5")
    if not text:
        return node
    rack = racks.get(node.cabinet, FloorCabinet(node.cabinet))
    number = whole(text, record.where, "position", 0 if rack.first_unit == 0 else 1, _MAX_NUMBER)
    if rack.from_top and rack.units is None:
        what = f"the height of rack {shown(rack.name)!r} is not known, and its units count from the top"
        raise InputError(record.where, what, "the column u_height in the export of racks")
    unit = rack.unit_of_number(number, node.units or 1)
    if not 1 <= unit <= (rack.units or RACK_UNITS):
        last = rack.first_unit + (rack.units or RACK_UNITS) - 1
        what = f"position {number} is not in rack {shown(rack.name)!r}"
        raise InputError(record.where, what, f"from {rack.first_unit} to {last}")
    return replace(node, unit=unit)


def _cabinets(export: Export) -> dict[str, FloorCabinet]:
    racks: dict[str, FloorCabinet] = {}
    for record in export.rack:
        name, units = checked_name(record.needed("name"), record.where, "a rack"), record.text("u_height")
        if name in racks:
            raise InputError(record.where, f"rack {shown(name)!r} is declared twice", "one room")
        high = whole(units.removesuffix("U"), record.where, "u_height", 1, RACK_UNITS) if units else None
        first = record.text("starting_unit") or "1"
        kept = (("facility_id", "facility"), ("serial", "serial"), ("asset_tag", "asset_tag"))
        racks[name] = FloorCabinet(
            name,
            row_name=record.text("group"),
            units=high,
            width_mm=_outer(record, "outer_width"),
            depth_mm=_outer(record, "outer_depth"),
            from_top=record.text("desc_units").lower() in _TRUE,
            first_unit=whole(first, record.where, "starting_unit", 0, _MAX_NUMBER),
            attributes={
                heading: text
                for heading, field in kept
                if (text := record.text(field)) and (field, text) != ("facility", name)
            },
        )
    return racks


def _outer(record: Record, field: str) -> int | None:
    """Return an outer dimension; lists include its unit, imports have a column for it."""
    text = re.sub(r"(?i)millimet(?:er|re)s?", "mm", record.text(field))
    return length_mm(text, record.where, record.text("outer_unit") or "mm")


READER = Reader("netbox", "a folder of NetBox's CSV exports: devices, cables, racks, ports", read)
