"""Devices of users' lists: their own rows, and the data in the rows of cables."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from netfloor.exchange.lists.both_ends import NO_PORT
from netfloor.exchange.lists.cells.power_cells import Rating, read_power_ports, read_rating
from netfloor.exchange.lists.cells.rack_names import FindRack, cabinet_finder, door_names, no_cabinet
from netfloor.exchange.lists.forms.ditto import is_ditto
from netfloor.exchange.lists.forms.places import OF_PLACE
from netfloor.exchange.lists.listed_device import EndStatement, ListedDevice, spelling_of
from netfloor.exchange.lists.rows import list_rows
from netfloor.exchange.lists.units import (
    FACES,
    MAX_UNIT,
    StatedUnit,
    check_units,
    set_units,
    unit_from_top,
)
from netfloor.exchange.tables.fields import NO, YES, checked_name, is_at_side, split_bay, units_of, whole
from netfloor.exchange.tables.kinds import kind_of_words
from netfloor.exchange.tables.notes.status_notes import rows_left_out
from netfloor.exchange.tables.problems import NearNames, Problems, shortened
from netfloor.exchange.tables.rows import SubjectRow, SubjectTable
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import (
    ANY_SPELLING,
    AS_ABOVE,
    AS_DEVICES,
    AS_WRITTEN,
    Meaning,
    label,
    words_of,
)
from netfloor.fabric.fabric import OTHER, PANEL, PDU, SERVER, STORAGE, SWITCH, Device, FloorCabinet
from netfloor.fabric.power_ports import PowerPort
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

KINDS = {"switch": SWITCH, "server": SERVER, "storage": STORAGE, "panel": PANEL, "pdu": PDU, "other": OTHER}
_ALIASES = {"rear": "back"}
DEPTHS = ("full", "half")
MAX_HEIGHT = 100
MAX_WATTS, MAX_KILOGRAMS = 1_000_000, 100_000
_NAMED = 10
#: Suffix of a height: ``2U``, ``2 HE``.
_RACK_UNITS = re.compile(r"\s{0,9}(?:r?u|he)\Z", re.IGNORECASE)
#: Parses a non-blank field of a row.
_Read = Callable[[SubjectRow, str], object]


def device_name(text: str, where: str) -> str:
    """Return the name of a device; refuse marks for the cell above, and other texts of signs alone."""
    name = checked_name(text, where)
    if is_ditto(name) or not any(map(str.isalnum, name)):
        remedy = "its name; a mark for the cell above needs a name there"
        raise InputError(where, f"{shown(name)!r} is not a device name", remedy)
    return name


class DeviceBook:
    """The devices of some lists in the order of their first rows, after those known.

    ``cabinets``: the room's; None without a room, whose racks and units stay as the lists have them.
    ``grows``: whether the ends of cables may name further devices; ``from_top``: racks whose units
    count from the top.
    """

    def __init__(
        self,
        cabinets: Sequence[FloorCabinet] | None,
        problems: Problems,
        known: Iterable[ListedDevice] = (),
        *,
        grows: bool = False,
        from_top: frozenset[str] = frozenset(),
    ) -> None:
        self.devices: list[ListedDevice] = []
        self.grows = grows
        self._cabinets, self._problems, self._from_top = cabinets, problems, from_top
        self._number: dict[str, int] = {}
        self._find: FindRack = door_names() if cabinets is None else cabinet_finder(cabinets)
        self._units: list[StatedUnit] = []
        self._unread: dict[str, str] = {}  # columns with unreadable cells, and the first of these
        self._unknown: dict[str, str] = {}  # racks missing from the room, with one of their devices
        self._alone: list[str] = []  # devices whose units are of the only cabinet
        self._without_row: list[str] = []  # devices that only cables name, beside a device list
        self._withdrawn: dict[str, str] = {}  # advice on devices whose rows a status leaves out
        self._remedies: dict[str, str] = {}  # advice on devices without a row, by name
        self._spelled: dict[str, str] | None = None  # first name by spelling, if these are joined
        self._joined: dict[str, str] = {}  # names read as another one of the same spelling
        self._racked: set[str] = set()  # columns of cables whose rows above name a rack
        self._blank: dict[str, list[tuple[str, SubjectRow]]] = {}  # below these: devices and rows
        self._rackless: set[str] = set()  # these devices, if cables alone name devices
        for device in known:
            if device.name in self._number:
                other = self.devices[self._number[device.name]]
                what = f"a switch of {other.where} is called {shown(device.name)!r} too"
                problems.add(device.where, what, 'names = "..." of its own')
                continue
            self._number[device.name] = len(self.devices)
            self.devices.append(device)

    @property
    def names(self) -> list[str]:
        """The names of the devices."""
        return [device.name for device in self.devices]

    @property
    def panels(self) -> frozenset[int]:
        """The numbers of the panels, by their columns, names and models."""
        return frozenset(number for number, device in enumerate(self.devices) if device.named_kind == PANEL)

    def join_spellings(self, tables: Sequence[SubjectTable]) -> None:
        """Read names that differ only in spelling as one device, if the user says so of any column."""
        columns = (column for table in tables for column in table.columns.values())
        if any(column.meaning and column.meaning.any_spelling for column in columns):
            self._spelled = {spelling_of(device.name): device.name for device in self.devices}

    def _first_spelling(self, name: str) -> str:
        if self._spelled is None:
            return name
        first = self._spelled.setdefault(spelling_of(name), name)
        if first != name:
            self._joined[name] = first
        return first

    def read(self, tables: Sequence[SubjectTable], notes: list[str]) -> None:
        """Add the rows of device lists."""
        readers = _readers(self._cabinets, self._find)
        for row in list_rows(tables, self._problems, notes, as_built=self._cabinets is None):
            if "name" not in row.values:
                self._problems.add(row.where, "name is empty", "a name in every row")
                continue
            with self._problems.collecting():
                name = self._first_spelling(device_name(row.values["name"], row.where))
                device = self.devices[self._numbered(name, row, "name")]
                self._read_values(device, row, readers)
                device.add_attributes(_attributes(row), row.where, self._problems)
                if text := _stated(row, "unit"):
                    stated = StatedUnit(device, text, row.where, _is_from_top(row, "unit"))
                    if "rack" in row.table.columns and "rack" not in row:
                        stated = replace(stated, rack_remedy=row.advice_if_empty("rack"))
                    self._units.append(stated)
        for table in tables:
            for name, advice in rows_left_out(table, "name") if "name" in table.columns else ():
                self._withdrawn.setdefault(name, advice)

    def _numbered(self, name: str, row: SubjectRow, key: str) -> int:
        number = self._number.setdefault(name, len(self.devices))
        if number == len(self.devices):
            meaning = row.table.columns[key].meaning
            text = f"{row.table.option_name(key)}={meaning.text if meaning else label(key)}"
            option = f'{setting("map")} "{text}{ANY_SPELLING}"'
            self.devices.append(ListedDevice(name, row.where, join_option=option))
        return number

    def _read_values(self, device: ListedDevice, row: SubjectRow, readers: Mapping[str, _Read]) -> None:
        for name, read in readers.items():
            if text := _stated(row, name):
                try:
                    device.add(name, (read(row, text), text, row.where), self._problems)
                except InputError as error:
                    if self._cabinets is None and name != "rack":
                        heading = row.table.columns[name].heading
                        self._unread.setdefault(heading, f"{shown(text)!r} at {row.where}")
                        continue
                    self._problems.include(error)
                    device.unreadable.add(name)

    def add_end(self, name: str, row: SubjectRow, side: str, *, kind: str, model: str) -> int | None:
        """Add a cable row's data on the device at an end, and return its number.

        A device that the device lists lack is a problem, unless ends may name further devices or the user
        says so of their column.
        """
        name = self._first_spelling(name)
        if name not in self._number and not self.grows:
            meanings = [_meaning(row, f"device_{end}") for end in SIDES]
            if not any(meaning and meaning.as_devices for meaning in meanings):
                what = f"there is no device {shown(name)!r}"
                self._problems.add(row.where, what, self._remedy_of_unknown(name, row, f"device_{side}"))
                return None
            self._without_row.append(name)
        number = self._numbered(name, row, f"device_{side}")
        self._note_blank_rack(name, row, f"rack_{side}")
        said = self.devices[number].by_ends
        columns = row.table.columns
        for field, key, text in (
            ("role", f"type_{side}", kind),
            ("model", f"model_{side}", model),
            ("rack", f"rack_{side}", row.text(f"rack_{side}")),
            ("unit", f"unit_{side}", row.text(f"unit_{side}")),
        ):
            if text and text.lower() not in NO_PORT and text not in said[field]:
                named = row.table.option_name(key if key in columns else f"device_{side}")
                said[field][text] = EndStatement(text, row.where, named, _is_from_top(row, key))
        return number

    def forget_kind(self, name: str, kind: str) -> None:
        """Drop a kind that the heading of an end implied for a device."""
        if (number := self._number.get(name)) is not None:
            self.devices[number].by_ends["role"].pop(kind, None)

    def _note_blank_rack(self, name: str, row: SubjectRow, key: str) -> None:
        """Note a device whose rack is blank below a row that names one; a panel on the way has its own."""
        column = row.table.columns.get(key)
        if column is None or (column.meaning and column.meaning.as_written) or row.table.table.is_of_links:
            return
        of_column = f"{row.table.layout.where} {key}"
        if key in row.values:
            self._racked.add(of_column)
        elif of_column in self._racked:
            self._blank.setdefault(of_column, []).append((name, row))
            self._rackless |= {name} if self.grows else set()

    def _ask_for_racks(self) -> None:
        """Report devices that only cables name, without a rack, below cells that name one."""
        for of_column, blank in self._blank.items():
            lacking = [
                (name, row) for name, row in blank if "rack" not in self.devices[self._number[name]].by_ends
            ]
            if not lacking:
                continue
            key = of_column.rpartition(" ")[2]
            names = [shown(name) for name in dict.fromkeys(name for name, _ in lacking)]
            row = lacking[0][1]
            heading, field = row.table.option_name(key), label(key)
            if (of_place := heading.removesuffix(f"{OF_PLACE}rack")) != heading:
                heading, field = of_place, field.replace("rack", "place")
            what = f"{label(key)} is blank below a filled cell, for {shortened(names, _NAMED)}"
            option, unit = f'{setting("map")} "{heading}={field}', key.replace("rack", "unit")
            skip = any(unit in own for _, own in lacking)
            no_unit = f' {setting("map")} "{row.table.option_name(unit)}=skip"' if skip else ""
            remedy = (
                f'{option}{AS_ABOVE}" if it is that of the row above, {option}{AS_WRITTEN}"{no_unit} '
                "for any rack"
            )
            self._problems.add(row.where, what, remedy)

    def _remedy_of_unknown(self, name: str, row: SubjectRow, key: str) -> str:
        """Return the advice on a device without a row, the same for every cable that names it."""
        if name not in self._remedies:
            meaning, column = _meaning(row, key), row.table.option_name(key)
            known = meaning.text if meaning else label(key)
            row_for_it = "a row for it in the device list, with rack and unit"
            advice = self._withdrawn.get(name) or self._near.advice(name, row_for_it)
            option = f'{setting("map")} "{column}={known}{AS_DEVICES}"'
            self._remedies[name] = f"{advice}; or {option} for devices without a row"
        return self._remedies[name]

    @cached_property
    def _near(self) -> NearNames:
        return NearNames(self._number)

    def settle(self, notes: list[str]) -> None:
        """Join the data of device rows and cable ends, and place the devices in their units.

        A device list counts for kinds and models; racks and units must agree. ``notes`` receives what is
        left out.
        """
        of_rows = {unit.device.name for unit in self._units}
        for device in self.devices:
            known = {"role" if device.stated_kind else "", *device.values}
            for name in ("role", "model"):
                for end in device.by_ends.get(name, {}).values() if name not in known else ():
                    device.add(name, end.value, self._problems, end.remedy)
            if self._has_rack_of_room(device) and device.name not in of_rows:
                self._units += [
                    StatedUnit(device, end.text, end.where, end.from_top, end.remedy)
                    for end in device.by_ends.get("unit", {}).values()
                ]
        if self.grows and self._cabinets is not None and self.devices:
            self._ask_for_racks()
            total = count_text(len(self.devices), "device")
            namers = "elevations and the cable list" if of_rows else "the cable list"
            notes.append(
                f"no device list: {total} named in {namers}; a device list adds racks, units and heights"
            )
        notes += set_units(self._units, self._cabinets, self._from_top, self._problems)
        for device in self.devices:
            if device.name in of_rows and device.value("unit") is not None:
                self._compare_units(device)
        if self._cabinets is not None:
            check_units(self.devices, self._cabinets, self._problems)
        notes += self._notes()

    def _has_rack_of_room(self, device: ListedDevice) -> bool:
        """Add the racks that ends of cables state, and return whether their units are of a known rack."""
        for end in device.by_ends.get("rack", {}).values():
            result = self._find(end.text)
            if result is None and not self.grows:
                self._unknown.setdefault(end.text, device.name)
                return False
            if result is None:
                self._problems.add(end.where, *no_cabinet(end.text, self._cabinets or ()))
                return False
            with self._problems.collecting():
                device.add("rack", (result, end.text, end.where), self._problems, end.remedy)
        if self._cabinets is None or "rack" in device.values:
            return True
        units = device.by_ends.get("unit", {}).values()
        if units and len(self._cabinets) == 1:  # a unit of the only cabinet
            self._alone.append(device.name)
            where = next(iter(units)).where
            device.values["rack"] = (0, self._cabinets[0].name, where)
            return True
        for end in units if device.name not in self._rackless else ():  # these are asked for their racks
            remedy = (
                f'a rack beside each unit, or {setting("map")} "{end.column}=skip" to place them anywhere'
            )
            self._problems.add(end.where, "a unit without a rack", remedy)
        return False

    def _compare_units(self, device: ListedDevice) -> None:
        """Report units that ends of cables state otherwise than the device list."""
        if self._unknown.keys() & device.by_ends.get("rack", {}).keys():
            return
        for end in device.by_ends.get("unit", {}).values():
            with self._problems.collecting():
                if is_at_side(end.text):
                    continue
                unit_text, bay = split_bay(end.text)
                if bay and device.value("bay"):
                    device.add("bay", (bay, end.text, end.where), self._problems, end.remedy)
                unit, span = units_of(unit_text, end.where, 0, MAX_UNIT)
                if span is not None:
                    device.add("height", (span, end.text, end.where), self._problems, end.remedy)
                stated = StatedUnit(device, end.text, end.where, end.from_top)
                if stated.counts_from_top(self._cabinets, self._from_top):
                    if self._cabinets is None:
                        continue
                    unit = unit_from_top(stated, unit, self._cabinets)
                device.add("unit", (unit, end.text, end.where), self._problems, end.remedy)

    def _notes(self) -> Iterator[str]:
        if self._joined:
            pairs = [f"{shown(name)} is {shown(first)}" for name, first in self._joined.items()]
            yield f"names of one spelling are one device each: {shortened(pairs, _NAMED)}"
        by_spelling: dict[str, list[ListedDevice]] = {}
        for device in self.devices:
            by_spelling.setdefault(device.spelling, []).append(device)
        alike = [own for own in by_spelling.values() if len(own) > 1]
        for own in alike[:_NAMED]:
            spellings = " and ".join(repr(shown(device.name)) for device in own)
            yield (
                f"{spellings} differ only in capitals, blanks or underscores and are {len(own)} devices, "
                f"the last first at {own[-1].where}: {own[-1].join_option} joins such names"
            )
        if self._alone and self._cabinets:
            yield (
                f"units without a rack, of {shortened([*map(shown, self._alone)], _NAMED)}, are read as "
                f"those of {shown(self._cabinets[0].name)}, the only cabinet of the room"
            )
        if self._without_row:
            named = shortened([*map(shown, self._without_row)], _NAMED)
            yield f"{count_text(len(self._without_row), 'device')} that only cables name: {named}"
        if self._unknown:
            rack, name = next(iter(self._unknown.items()))
            yield (
                f"{count_text(len(self._unknown), 'rack')} of the cable lists not in the room, such as "
                f"{shown(rack)!r} of {shown(name)}: the device list alone counts"
            )
        for heading, cell in self._unread.items():
            yield f"cells below {shown(heading)!r} that are not readable are left out, first {cell}"
        names = [*dict.fromkeys(name for device in self.devices for name in sorted(device.differing))]
        if names:
            first = next(shown(device.name) for device in self.devices if device.differing)
            total = count_text(sum(bool(device.differing) for device in self.devices), "device")
            quoted = shortened([repr(shown(name)) for name in names], _NAMED)
            yield f"Rows about one device differ in {quoted} (of {total}, such as {first}): not kept."


def finished(
    device: ListedDevice, ports: int, by_pattern: str | None, guessed: str | None, *, volts: float
) -> Device:
    """Return the fabric device; height 0 means no unit. A rating in amperes applies at ``volts``.

    ``ports``: the highest port; ``by_pattern``: the user's kind; ``guessed``: the kind if no column states
    it.
    """
    kind = by_pattern or device.stated_kind
    return Device(
        name=device.name,
        kind=kind or guessed or OTHER,
        ports=ports,
        cabinet=device.number("rack"),
        unit=device.number("unit"),
        units=device.number("height"),
        model=device.text("model"),
        kind_stated=kind is not None,
        watts=_optional_float(device.value("watts")),
        kilograms=_optional_float(device.value("kg")),
        face=device.text("face"),
        half_depth=device.value("depth") == "half",
        bay=device.text("bay"),
        feed=device.text("feed"),
        network=device.text("network"),
        inlets=_power_ports(device.value("inlets")),
        outlets=_power_ports(device.value("outlets")),
        rating_w=_rating_w(device.value("rating"), volts),
        attributes=device.attributes,
    )


def _stated(row: SubjectRow, name: str) -> str:
    """Return a cell of a row, empty for a placeholder."""
    text = row.values.get(name, "")
    return "" if text.lower() in NO_PORT else text


def _meaning(row: SubjectRow, key: str) -> Meaning | None:
    column = row.table.columns.get(key)
    return None if column is None else column.meaning


def _is_from_top(row: SubjectRow, key: str) -> bool:
    meaning = _meaning(row, key)
    return meaning is not None and meaning.from_top


def _readers(cabinets: Sequence[FloorCabinet] | None, find: FindRack) -> dict[str, _Read]:
    """Return a parser for each field other than name and unit."""
    near_kinds = NearNames(KINDS)

    def rack(row: SubjectRow, text: str) -> int | str:
        if (result := find(text)) is None:
            raise InputError(row.where, *no_cabinet(text, cabinets or ()))
        return result

    def kind(row: SubjectRow, text: str) -> str:
        if (result := KINDS.get(text.lower()) or kind_of_words(text)) is None:
            advice = near_kinds.advice(text, f"one of {', '.join(KINDS)}")
            raise InputError(row.where, f"kind {shown(text)!r} is unknown", advice)
        return result

    def height(row: SubjectRow, text: str) -> int:
        return whole(_RACK_UNITS.sub("", text), row.where, "height", 0, MAX_HEIGHT)

    return {
        "rack": rack,
        "kind": kind,
        "height": height,
        "watts": lambda row, _: row.amount("watts", MAX_WATTS),
        "kg": lambda row, _: row.amount("kg", MAX_KILOGRAMS),
        "face": lambda row, text: _choice(row, text, "face", FACES),
        "depth": lambda row, text: _choice(row, text, "depth", DEPTHS),
        "inlets": lambda row, text: read_power_ports(text, row.where, "inlets"),
        "outlets": lambda row, text: read_power_ports(text, row.where, "outlets"),
        "rating": lambda row, text: read_rating(text, row.where),
        **dict.fromkeys(("model", "feed", "network", "role"), lambda _, text: text),
    }


def _choice(row: SubjectRow, text: str, name: str, choices: Sequence[str]) -> str:
    """Return one of two choices; yes and no are allowed under a heading that names one, ``HalfDepth``."""
    said = text.lower()
    if said in YES | NO:
        words = {*words_of(row.table.columns[name].heading)}
        named = next((choice for choice in choices if {choice, _ALIASES.get(choice, "")} & words), "")
        if named:
            pair = (named, next(choice for choice in choices if choice != named))
            return pair[said in NO]
    if said not in choices:
        raise InputError(row.where, f"{name} {shown(text)!r} is unknown", f"{' or '.join(choices)}")
    return said


def _attributes(row: SubjectRow) -> Mapping[str, str]:
    """Return the extra columns of a row, including its role."""
    if "role" not in row.values:
        return row.further
    return {**row.further, row.table.columns["role"].heading: row.values["role"]}


def _optional_float(value: object) -> float | None:
    return value if isinstance(value, float) else None


def _power_ports(value: object) -> tuple[PowerPort, ...]:
    return value if isinstance(value, tuple) else ()


def _rating_w(value: object, volts: float) -> float | None:
    if not isinstance(value, Rating):
        return None
    return value.amount * volts if value.is_amperes else value.amount
