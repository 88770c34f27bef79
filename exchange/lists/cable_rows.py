"""Rows of cable lists: the ends, ports, lengths, rates and further columns that each row states.

Plans and imports read rows in the same way. A list of installed equipment (``as_built``) may omit or
contradict statements that an order needs: these are left out with a note.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat

from netfloor.exchange.lists.both_ends import FORMS, NO_PORT, EndColumns
from netfloor.exchange.lists.cells.media import (
    category_in,
    is_medium_alone,
    length_in,
    media_in,
    rate_in,
    rate_of_mode,
)
from netfloor.exchange.lists.devices import DeviceBook, device_name
from netfloor.exchange.lists.listed_cable import ListedCable
from netfloor.exchange.lists.rows import MAX_ROWS, list_rows
from netfloor.exchange.lists.subjects import DESCRIPTION_HEADINGS, MEDIA_HEADINGS, MODE_HEADINGS
from netfloor.exchange.tables.fields import parse_description, side_first, whole, yes_or_no
from netfloor.exchange.tables.kinds import kind_of_columns, kind_of_name, names_adapter
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.rows import SubjectRow, SubjectTable
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import compact, label
from netfloor.fabric.fabric import PANEL, PDU, SERVER, SWITCH
from netfloor.fabric.media import COPPER, COVERED, narrowest
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import shown

#: Maximum cables in one row.
MAX_PARALLEL = 10_000
#: Maximum characters kept from an extra cell.
MAX_KEPT = 200
#: Prefix of the descriptions of InfiniBand's managed switches.
_DESCRIBED = "MF0;"
#: End types of NetBox's imports: the kind of the device, and the side of a panel.
_PORT_TYPES = {
    "interface": ("", ""),
    "frontport": (PANEL, "front"),
    "rearport": (PANEL, "rear"),
    "powerport": ("", ""),
    "poweroutlet": (PDU, ""),
}
_POWER_TYPES = frozenset({"powerport", "poweroutlet"})
#: Fields that orders and tests read, kept as extra columns under these names.
_OF_ORDERS = ("piece", "form", *FORMS, "loss")
#: Kinds that a heading such as ``Server`` implies for all devices below it.
_ENDS_OF_HEADINGS = frozenset({SWITCH, SERVER})
#: Fields of an end that say something of its device.
_OF_DEVICES = ("device", "type", "model", "rack", "unit")
#: Number of an end's device, and the side of the panel that its type names.
_End = tuple[int | None, str]


class CableRows:
    """Reads the rows of cable lists, and the devices that they name."""

    def __init__(self, devices: DeviceBook, problems: Problems, *, as_built: bool = False) -> None:
        self.cables: list[ListedCable] = []
        self._devices, self._problems, self._as_built = devices, problems, as_built
        self._without_port: list[str] = []
        self._unclear: dict[str, str] = {}  # types that name no kind of device, by device
        self._untyped: list[str] = []  # cells below a heading for fibre that name no type
        self._described: list[tuple[str, str]] = []  # row and medium, named by a description alone
        self._by_heading: dict[str, str] = {}  # the first kind that a heading implies, by device
        self._beside_heading: dict[str, str] = {}  # headings that are not of a device's kind, by device
        self._several: list[tuple[str, str]] = []  # row and media of types that name several
        self._other_media: list[tuple[str, str]] = []  # row and medium of descriptions of another medium
        self._other_rates: list[tuple[str, str]] = []  # row and text of types that name another rate
        self._named: dict[int, _Named] = {}  # by the identity of shared attributes
        self._further: dict[tuple[tuple[str, str], ...], dict[str, str]] = {}

    def read(self, table: SubjectTable, notes: list[str]) -> None:
        """Read the rows of a table; their errors become problems."""
        columns, ends = EndColumns(table), tuple(_EndReader(self, table, side) for side in SIDES)
        for row in list_rows([table], self._problems, notes, as_built=self._as_built):
            a, b = ends[0].read(row), ends[1].read(row)
            times = self._times(row)
            if a[0] is None or b[0] is None:
                continue
            ports = self._port(row, "a", a[1]), self._port(row, "b", b[1])
            for _ in repeat(None, times):
                self.cables.append(self._cable(row, (a[0], b[0]), ports, columns))
            if len(self.cables) > MAX_ROWS:
                self._problems.add(row.where, "too many cables", f"at most {MAX_ROWS:,}")
                self._problems.raise_all()

    def notes(self) -> Iterator[str]:
        """Yield notes on ports that are not given, and on types that are not clear."""
        if self._without_port and self._as_built:
            yield (
                f"{count_text(len(self._without_port), 'end')} of cables have no port, first at "
                f"{self._without_port[0]}: the lowest free ports are assigned"
            )
        if self._untyped:
            yield (
                f"{count_text(len(self._untyped), 'cable')} of fibre without a type, such as "
                f"{shown(self._untyped[0])!r}: give OM4 or OS2 in the list"
            )
        if self._beside_heading:
            name, heading = next(iter(self._beside_heading.items()))
            yield (
                f"{count_text(len(self._beside_heading), 'device')} below a heading of another kind, such "
                f"as {shown(name)} below {heading!r}: names and other columns count, not the heading"
            )
        if self._several:
            where, named = self._several[0]
            yield (
                f"{count_text(len(self._several), 'cable')} whose types name several media, such as "
                f"{named} in {where}: left open, any part may be bought"
            )
        if self._described:
            where, medium = self._described[0]
            yield (
                f"{count_text(len(self._described), 'cable')} whose medium a description alone names, as "
                f"{medium} in {where}: the order has such parts; {setting('map')} HEADING=skip ignores it"
            )
        if self._other_media:
            where, medium = self._other_media[0]
            yield (
                f"{count_text(len(self._other_media), 'cable')} whose description names another medium "
                f"than its column, first {medium} in {where}: the column counts"
            )
        if self._other_rates:
            where, text = self._other_rates[0]
            yield (
                f"{count_text(len(self._other_rates), 'cable')} whose type names another rate than its "
                f"column, first {shown(text)!r} in {where}: the column of rates counts"
            )
        if unclear := self._unclear_types:
            name, text = next(iter(unclear.items()))
            yield (
                f"{count_text(len(unclear), 'type')} of devices name{'s' * (len(unclear) == 1)} neither "
                f"switch nor server, such as {shown(text)} of {shown(name)}"
            )

    @property
    def are_types_clear(self) -> bool:
        """True if every device type implies a kind."""
        return not self._unclear_types

    @property
    def _unclear_types(self) -> dict[str, str]:
        """The types that name no kind, of devices whose kind no other column states."""
        stated = {device.name for device in self._devices.devices if device.stated_kind}
        return {name: text for name, text in self._unclear.items() if name not in stated}

    def first_end(self, row: SubjectRow, side: str) -> _End:
        """Add a row's data on the device at an end; return its number and the side of a panel."""
        key, model, kind, side_of_panel = f"device_{side}", "", "", ""
        try:
            name = device_name(row.needed(key), row.where)
            if name.startswith(_DESCRIBED):
                described = parse_description(name)
                name, model = described.name, described.model
            model = model or row.text(f"model_{side}")
            meaning = row.table.columns[key].meaning
            kind = (meaning.of if meaning else "") or ""
            if text := row.text(f"type_{side}"):
                if (of_port := _PORT_TYPES.get(_port_type(text))) is not None:
                    kind, side_of_panel = of_port
                else:
                    kind = kind_of_columns((text,)) or kind
                    if not kind:
                        self._unclear.setdefault(name, text)
            if not row.text(f"type_{side}"):
                kind = self._kind_by_heading(name, kind, row, key)
            number = self._devices.add_end(name, row, side, kind=kind, model=model)
        except InputError as error:
            self._problems.include(error)
            return None, ""
        if number is not None and (port := row.table.columns.get(f"port_{side}")):
            self._devices.devices[number].port_headings.add(names_adapter(port.heading))
        return number, side_of_panel

    def _kind_by_heading(self, name: str, kind: str, row: SubjectRow, key: str) -> str:
        """Return the kind that the heading of a device implies; empty if its name says another.

        A device below the headings of switches and of servers is a switch, since no server connects others.
        """
        if kind not in _ENDS_OF_HEADINGS:
            return kind
        by_name = kind_of_name(name)
        other = self._by_heading.setdefault(name, kind)
        if by_name in (None, kind) and other == kind:
            return kind
        if by_name == PANEL and row.table.table.is_of_links:
            return ""  # a panel on the way, which the headings of both ends are above
        self._beside_heading.setdefault(name, row.table.option_name(key))
        if by_name is None:
            self._devices.forget_kind(name, SERVER)
        return "" if by_name or kind == SERVER else kind

    def _times(self, row: SubjectRow) -> int:
        """Return the number of cables in a row."""
        if "count" not in row.values:
            return 1
        times = 1
        with self._problems.collecting():
            times = whole(row.values["count"], row.where, "count", 1, MAX_PARALLEL)
        for name, what in (("port_a", "ports"), ("port_b", "ports"), ("id", "an id")):
            if times > 1 and row.values.get(name, "").lower() not in NO_PORT:
                self._problems.add(row.where, f"count {times} with {what}", "a range, or one row per cable")
                return 1
        return times

    def _port(self, row: SubjectRow, side: str, side_of_panel: str) -> str:
        """Return a port by its slot and label, such as ``ocp:1``; empty if it is not given."""
        values, key = row.values, f"port_{side}"
        port = values.get(key, "")
        if port.lower() in NO_PORT:
            if key in row.table.columns:
                self._without_port.append(row.where)
            return ""
        port = side_first(port)
        if side_of_panel and port.isdecimal():
            port = f"{side_of_panel} {port}"  # front port 1 and rear port 1 of a panel are different ports
        slot = values.get(f"slot_{side}", "")
        return port if slot.lower() in NO_PORT else f"{slot}:{port}"

    def _cable(
        self, row: SubjectRow, devices: tuple[int, int], ports: Sequence[str], columns: EndColumns
    ) -> ListedCable:
        values = row.values
        cable = ListedCable(
            row.where,
            devices,
            [*ports],
            id=values.get("id", ""),
            attributes=self._attributes(row),
            columns=columns,
            half=columns.half_stated(row),
            via=values.get("via", ""),
            panel_sides=(values.get("panel_side_a", ""), values.get("panel_side_b", "")),
        )
        if "rate" in values:
            with self._problems.collecting():
                cable.gbps = row.gbps("rate")
        if row.table.lengths:
            with self._problems.collecting():
                cable.length_mm = row.length_mm("length")
        with self._problems.collecting():
            self._read_medium(row, cable)
        if "installed" in values:
            with self._problems.collecting():
                cable.installed = yes_or_no(values["installed"], row.where, "installed")
        if "type_a" in values or "type_b" in values:
            cable.is_power = any(
                _port_type(values.get(f"type_{side}", "")) in _POWER_TYPES for side in SIDES
            )
        return cable

    def _read_medium(self, row: SubjectRow, cable: ListedCable) -> None:
        """Set the medium that a row asks for, and the rate that its type names if no other column does.

        The column of fibres, others such as ``Typ``, and descriptions may name one; the most precise holds.
        Two that exclude each other are refused, but in an as-built list the column counts.
        """
        by_text = self._by_text(row, cable)
        text = row.values.get("fibre", "")
        media = (*media_in(text), *by_text.media)
        if category := category_in(text):
            cable.attributes = {"type": category, **cable.attributes}
        if not media and not text:
            self._take_description(row, cable, by_text.described)
            return
        medium = narrowest(media)
        if medium and narrowest((medium, by_text.described)) is None and self._as_built:
            self._other_media.append((row.where, by_text.described))
        elif medium:
            media = (medium, by_text.described)
            medium = narrowest(media)
        if media and medium is None:
            self._take_several(row, cable, media)
            return
        if not media and not self._as_built:
            remedy = "such as OM4, OS2, DAC, AOC, or TP for twisted pair"
            raise InputError(row.where, f"fibre {shown(text)!r}", remedy)
        cable.kind = medium or ""
        if cable.kind and cable.kind not in COVERED:
            return
        if text:
            cable.attributes = {**cable.attributes, row.table.columns["fibre"].heading: text}
        if cable.kind != COPPER:
            self._untyped.append(text or by_text.text)

    def _by_text(self, row: SubjectRow, cable: ListedCable) -> "_Named":
        """Return a row's medium and rate from its further columns; set the rate if no rate column does."""
        if (by_text := self._named.get(id(cable.attributes))) is None:
            by_text = self._named[id(cable.attributes)] = _Named(cable.attributes)
        if cable.length_mm is None and not row.table.lengths:
            cable.length_mm = by_text.length_mm
        if cable.gbps is None:
            cable.gbps = by_text.gbps
        elif by_text.gbps not in (None, cable.gbps):
            self._other_rates.append((row.where, by_text.text))
        return by_text

    def _take_several(self, row: SubjectRow, cable: ListedCable, media: Sequence[str]) -> None:
        """Refuse a row whose media exclude each other; an as-built list leaves them open."""
        names = join_words([*dict.fromkeys(media)])
        if self._as_built:
            self._several.append((row.where, names))
            if text := row.values.get("fibre"):
                cable.attributes = {**cable.attributes, row.table.columns["fibre"].heading: text}
            return
        columns = [
            *((row.table.option_name("fibre"),) if "fibre" in row.values else ()),
            *(
                shown(name)
                for name, text in cable.attributes.items()
                if compact(name) in MEDIA_HEADINGS | DESCRIPTION_HEADINGS and media_in(text)
            ),
        ]
        options = " ".join(f'{setting("map")} "{name}=skip"' for name in columns)
        remedy = f"one type for each cable, or {options} if any part may be bought"
        raise InputError(row.where, f"fibre is {names}", remedy)

    def _take_description(self, row: SubjectRow, cable: ListedCable, medium: str) -> None:
        """Set the medium that a description names, with a note: it may be about another cable."""
        cable.kind = medium
        if medium:
            self._described.append((row.where, medium))

    def _attributes(self, row: SubjectRow) -> dict[str, str]:
        """Return the extra columns of a row, and slots without a port; equal ones are shared."""
        result = row.further
        for side in SIDES:
            slot = row.values.get(f"slot_{side}", "")
            if slot and f"port_{side}" not in row.values:
                result = {**result, label(f"slot_{side}"): slot}
        if own := {label(name): text for name in _OF_ORDERS if (text := row.values.get(name))}:
            result = {**result, **own}
        key = tuple(result.items())
        if (known := self._further.get(key)) is None:
            known = self._further[key] = {name: text for name, text in key if len(text) <= MAX_KEPT}
        return known


class _EndReader:
    """Reads the devices at one end of the cables of a table, each statement once."""

    def __init__(self, rows: CableRows, table: SubjectTable, side: str) -> None:
        self._rows, self._side = rows, side
        keys = (f"{name}_{side}" for name in _OF_DEVICES)
        self._keys = [key for key in keys if key in table.columns]
        self._known: dict[tuple[str | None, ...], _End] = {}

    def read(self, row: SubjectRow) -> _End:
        """Return the number of the device, and the side of a panel that the row's type names."""
        key = tuple([row.values.get(name) for name in self._keys])
        if (result := self._known.get(key)) is None:
            result = self._rows.first_end(row, self._side)
            if result[0] is not None:
                self._known[key] = result
        return result


class _Named:
    """The media and the rate that further columns of a row name."""

    def __init__(self, attributes: Mapping[str, str]) -> None:
        types = [text for name, text in attributes.items() if compact(name) in MEDIA_HEADINGS]
        about = [text for name, text in attributes.items() if compact(name) in DESCRIPTION_HEADINGS]
        self.text = " | ".join(types) or " | ".join(about)
        self.media = media_in(" | ".join(types))
        self.length_mm = length_in(" | ".join(types))
        kinds = tuple(
            medium
            for text in about
            for medium in media_in(text)
            if medium not in COVERED or is_medium_alone(text)
        )
        self.described = narrowest(kinds) or ""
        modes = (rate_of_mode(text) for name, text in attributes.items() if compact(name) in MODE_HEADINGS)
        by_mode = next((rate for rate in modes if rate is not None), None)
        self.gbps = by_mode or rate_in(" | ".join(types)) or rate_in(" | ".join(about))


def _port_type(text: str) -> str:
    """Return the type of an end in NetBox's short form: ``frontport``."""
    return text[:40].lower().removeprefix("dcim.").replace(" ", "")
