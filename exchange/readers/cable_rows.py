"""Devices and cables from the rows of cable lists, each cable once."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from netfloor.exchange.lists.both_ends import (
    NO_PORT,
    OTHER_ID,
    BothEnds,
    EndColumns,
    StatedEnds,
    in_row_order,
    mirrored_pairs,
    port_key,
)
from netfloor.exchange.lists.subjects import KIND_HEADINGS
from netfloor.exchange.readers.draft import Plug, Wire
from netfloor.exchange.readers.infiniband.ib_names import parse_description
from netfloor.exchange.tables.fields import (
    PortText,
    checked_name,
    is_at_side,
    port_of,
    side_first,
    units_of,
    whole,
)
from netfloor.exchange.tables.kinds import kind_of_columns, kind_of_words
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.rows import SubjectRow
from netfloor.exchange.tables.subject import SIDES, compact
from netfloor.fabric.fabric import PANEL, PDU
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

MAX_CABLES = 1_000_000
MAX_UNIT = 1000
#: Texts that lists use for an unused cell.
_BLANK = NO_PORT
#: Prefix of the descriptions of InfiniBand's managed switches.
_DESCRIBED = "MF0;"
#: End types of NetBox's imports: the kind of the device, and the side of a panel.
_ENDS = {
    "interface": ("", ""),
    "frontport": (PANEL, "front"),
    "rearport": (PANEL, "rear"),
    "powerport": ("", ""),
    "poweroutlet": (PDU, ""),
}
#: Keys of a device, its type, model, rack and unit, and of its port and slot, by side.
_KEYS = {
    side: tuple(f"{name}_{side}" for name in ("device", "type", "model", "rack", "unit", "port", "slot"))
    for side in SIDES
}
#: Location columns that the user may skip if rows contradict each other, by field.
_SKIPPED = {side: {"rack": f"rack_{side}", "unit": f"unit_{side}"} for side in SIDES}
_POWER_TYPES = frozenset({"dcim.powerport", "dcim.poweroutlet", "power port", "power outlet"})


@dataclass
class _Said:
    """The merged statements of all rows about a device."""

    where: str
    kind: str = ""
    rack: str = ""
    unit: int | None = None
    units: int | None = None
    unit_from_top: int | None = None
    model: str = ""
    at: dict[str, str] = field(default_factory=dict)  # the row that states each field


class CableRows:
    """Collects devices and cables from rows, each cable once."""

    def __init__(self, problems: Problems) -> None:
        self.devices: dict[str, _Said] = {}
        self.wires: list[Wire] = []
        self.both_ends = BothEnds()
        self.differing: dict[str, None] = {}  # extra columns in which rows about the same cable differ
        self.apart: list[str] = []
        self.without_port: list[str] = []
        self.passes: dict[str, list[tuple[PortText, PortText, int]]] = defaultdict(list)
        self.unclear: dict[str, str] = {}  # device types that name neither a switch nor a server, by device
        self._problems = problems
        self._halves: list[tuple[StatedEnds, Wire, EndColumns, int]] = []  # each with its cable index
        self._at_port: dict[Plug, int] = {}
        self._further: dict[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]] = {}

    def add_device(self, row: SubjectRow) -> None:
        """Add the data of a row in a device list."""
        with self._problems.collecting():
            name = checked_name(row.needed("name"), row.where)
            others = (text for heading, text in row.further.items() if compact(heading) in KIND_HEADINGS)
            kind = kind_of_columns((row.text("kind"), row.text("role"), *others)) or ""
            said = {"kind": kind, "rack": row.text("rack"), "model": row.text("model")}
            self._say(name, row, {"rack": "rack", "unit": "unit"}, **said, **_units(row, "unit"))

    def add(self, row: SubjectRow, columns: EndColumns) -> None:
        """Add the cables of a row; its errors become problems."""
        before = len(self.wires)
        with self._problems.collecting():
            plugs = self._plug(row, "a"), self._plug(row, "b")
            gbps, length = row.gbps("rate"), row.length_mm("length")
            count = whole(row.text("count") or "1", row.where, "count", 1, MAX_CABLES)
            if count > 1 and any(plug.port is not None for plug in plugs):
                what = f"{count} cables at one port"
                raise InputError(row.where, what, "a row for each, or no ports")
            if before + count > MAX_CABLES:
                raise InputError(row.where, "too many cables", f"at most {MAX_CABLES:,}")
            further = tuple((name, text) for name, text in row.further.items() if len(text) <= MAX_KEPT)
            further = self._further.setdefault(further, further)
            power = any(row.values.get(f"type_{side}", "").lower() in _POWER_TYPES for side in SIDES)
            wire = Wire(*plugs, row.where, gbps, length, power=power, id=row.text("id"), attributes=further)
            half = columns.half_stated(row)
            for _ in range(count):
                if half is None:
                    self._place(wire, columns)
                else:
                    self._halves.append((half, wire, columns, len(self.wires)))
        if row.beyond and not row.table.table.sheet:
            what = f"{shown(row.beyond[0][:40])!r} is beyond the last heading"
            self._problems.add(row.where, what, "a cell that holds the separator needs quotes")
        elif any(cell not in _BLANK for cell in (*row.apart, *row.beyond)):
            self.apart.append(row.where)

    def _plug(self, row: SubjectRow, side: str) -> Plug:
        values, (of_device, of_type, of_model, of_rack, of_unit, of_port, of_slot) = row.values, _KEYS[side]
        name, model = checked_name(row.needed(of_device), row.where), ""
        if name.startswith(_DESCRIBED):
            described = parse_description(name)
            name, model = described.name, described.model
        if of_model in values:
            model = model or row.text(of_model)
        owner = row.table.columns[of_device].meaning
        kind, side_of_panel = (owner.of if owner else "") or "", ""
        if of_type in values:
            kind, side_of_panel = self._kind(name, row.text(of_type), kind)
        rack = row.text(of_rack) if of_rack in values else ""
        units = _units(row, of_unit) if of_unit in values else {}
        self._say(name, row, _SKIPPED[side], kind=kind, rack=rack, model=model, **units)
        port = row.text(of_port) if of_port in values else ""
        slot = row.text(of_slot) if of_slot in values else ""
        if port.lower() in _BLANK:
            if of_port in row.table.columns:
                self.without_port.append(row.where)
            return Plug(name, None)
        port = side_first(port)
        if side_of_panel and port.isdecimal():
            port = f"{side_of_panel} {port}"  # front port 1 and rear port 1 of a panel are different ports
        label = port if slot.lower() in _BLANK else f"{slot}:{port}"
        return Plug(name, port_of(label, row.where))

    def _kind(self, name: str, ends_at: str, owner: str) -> tuple[str, str]:
        """Return the kind of a device by its end type, and the panel side that the type names."""
        of_port = _ENDS.get(ends_at.lower().removeprefix("dcim.").replace(" ", ""))
        if of_port is not None:
            return of_port
        kind = kind_of_words(ends_at) or owner
        if not kind:
            self.unclear[name] = ends_at
        return kind, ""

    def _say(
        self, name: str, row: SubjectRow, skipped: Mapping[str, str], **fields: str | int | None
    ) -> None:
        """Merge a row's data on a device; a contradiction is a problem.

        ``skipped``: the columns that may be ignored, as keys by field.
        """
        where = row.where
        said = self.devices.setdefault(name, _Said(where))
        for what, now in fields.items():
            if now is None or now == "" or str(now).lower() in _BLANK:
                continue
            before = getattr(said, what)
            if before == now:
                continue
            if before in {None, ""}:
                setattr(said, what, checked_name(now, where, f"a {what}") if isinstance(now, str) else now)
                said.at[what] = where
            else:
                told = f"{shown(str(now))!r} here and {shown(str(before))!r} at {said.at[what]}"
                remedy = "one of them"
                if key := skipped.get(what):
                    heading = shown(row.table.columns[key].heading)
                    remedy += f', or {setting("map")} "{heading}=skip"'
                self._problems.add(where, f"{_WORDS.get(what, what)} of {shown(name)!r} is {told}", remedy)

    def place_halves(self) -> None:
        """Add the cables of rows that give only one end in full, merging rows from both ends."""
        pairs, in_order = mirrored_pairs([stated for stated, *_ in self._halves])
        second, before = {*pairs.values()}, list[int]()
        wires = [half[1] for half in self._halves]
        self.both_ends.in_order += [
            wires[number].where
            for number in in_order
            if any(plug.port is not None for plug in wires[number].plugs)
        ]
        for number, (_, wire, columns, place) in enumerate(self._halves):
            if number in second:
                continue
            index = len(self.wires)
            if (other := pairs.get(number)) is None:
                self._place(wire, columns)
            else:
                again = wires[other]
                a, b = (_fuller(*both) for both in zip(wire.plugs, again.plugs[::-1], strict=True))
                self._place(wire._replace(a=a, b=b), columns)
                self._join(
                    min(index, len(self.wires) - 1), again._replace(a=b, b=a), self._halves[other][2]
                )
            before += [place] * (len(self.wires) - index)
        self.wires = in_row_order(self.wires, before)
        self._halves.clear()

    def _place(self, wire: Wire, columns: EndColumns) -> None:
        """Add a cable; rows about the same two ports, from either end, are the same cable.

        Of two cables at a panel port, the one between two panels is at the rear, otherwise the second one.
        """
        held = self._held(wire)
        if held == [None, None]:
            self._take(wire)
            return
        if held[0] is not None and held[0] == held[1] and wire.a != wire.b:
            self._join(held[0], wire, columns)
            return
        for plug, index in zip(wire.plugs, held, strict=True):
            if index is not None and self._joins_panels(self.wires[index]) and not self._joins_panels(wire):
                self._move_behind(index, plug)
        held = self._held(wire)
        plugs = [
            plug if index is None else self._behind(plug)
            for plug, index in zip(wire.plugs, held, strict=True)
        ]
        wire = wire._replace(a=plugs[0], b=plugs[1])
        held = self._held(wire)
        for plug, index in zip(wire.plugs, held, strict=True):
            if index is not None and wire.a.node != wire.b.node:
                first = self.wires[index].where
                label = f"port {shown(str(plug.port))} of {shown(str(plug.node))!r}"
                self._problems.add(
                    wire.where, f"{label} holds a cable already ({first})", "one cable per port"
                )
        self._take(wire)

    def _take(self, wire: Wire) -> None:
        for plug in wire.plugs:
            if plug.port is not None:
                self._at_port.setdefault(_key(plug), len(self.wires))
        self.wires.append(wire)

    def _held(self, wire: Wire) -> list[int | None]:
        """Return the existing cable at the port of each end."""
        return [self._at_port.get(_key(plug)) if plug.port is not None else None for plug in wire.plugs]

    def _behind(self, plug: Plug) -> Plug:
        """Return the rear side of a panel port whose front is in use; return any other port unchanged."""
        name = str(plug.node)
        if not self._is_panel(name):
            return plug
        behind = Plug(name, f"rear {plug.port}")
        if behind in self._at_port:
            return plug
        self.passes[name].append((plug.port, behind.port, 1))
        return behind

    def _move_behind(self, index: int, plug: Plug) -> None:
        """Move a cable's end at a panel port to the rear side."""
        wire, behind = self.wires[index], self._behind(plug)
        if behind == plug:
            return
        a, b = (behind if _key(one) == _key(plug) else one for one in wire.plugs)
        self.wires[index] = wire._replace(a=a, b=b)
        self._at_port[_key(behind)] = self._at_port.pop(_key(plug))

    def _is_panel(self, name: str) -> bool:
        return (self.devices[name].kind or kind_of_words(name)) == PANEL

    def _joins_panels(self, wire: Wire) -> bool:
        """Return whether a cable connects two panels."""
        return wire.a.node != wire.b.node and all(self._is_panel(str(plug.node)) for plug in wire.plugs)

    def _join(self, index: int, wire: Wire, columns: EndColumns) -> None:
        known = self.wires[index]
        self.both_ends.repeated.append(wire.where)
        is_mirrored = _key(wire.a) == _key(known.b) and _key(wire.b) == _key(known.a)
        if is_mirrored:
            known = known._replace(b=wire.a)  # with the device's own name for its port
        further, differing = self.both_ends.joined(
            dict(known.attributes), dict(wire.attributes), columns, mirrored=is_mirrored
        )
        self.differing |= dict.fromkeys(differing)
        for what, old, new in (
            ("rate", known.gbps, wire.gbps),
            ("length", known.length_mm, wire.length_mm),
            ("id", known.id, wire.id),
        ):
            if old and new and old != new:
                if what == "id" and is_mirrored:
                    further[OTHER_ID] = wire.id
                    continue
                text = f"another {what} for the cable of {known.where}: the ports are the same"
                self._problems.add(wire.where, text, "one row per cable")
        self.wires[index] = known._replace(
            gbps=wire.gbps if known.gbps is None else known.gbps,
            length_mm=wire.length_mm if known.length_mm is None else known.length_mm,
            id=known.id or wire.id,
            attributes=tuple(further.items()),
        )


def _key(plug: Plug) -> Plug:
    """Return a key for a cable end that is independent of port-name abbreviations."""
    return Plug(plug.node, port_key(plug.port)) if isinstance(plug.port, str) else plug


def _fuller(plug: Plug, again: Plug) -> Plug:
    """Return the more complete of two statements of a cable end, with its slot if known."""
    if plug.port is None or again.port is None:
        return again if plug.port is None else plug
    return max(plug, again, key=lambda one: len(str(one.port)))


#: Maximum characters kept from an extra cell.
MAX_KEPT = 200
_WORDS = {"rack": "cabinet", "kind": "type"}


def _units(row: SubjectRow, key: str) -> dict[str, int | None]:
    """Return a device's unit, numbered from either end, and its height from a row."""
    if (text := row.text(key)).lower() in _BLANK or is_at_side(text):
        return {}
    unit, span = units_of(text, row.where, 0, MAX_UNIT)
    meaning = row.table.columns[key].meaning
    return {"unit_from_top" if meaning and meaning.from_top else "unit": unit, "units": span}
