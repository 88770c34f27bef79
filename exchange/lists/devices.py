"""Devices of users' lists: merged rows, parsed values, and units in cabinets."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from netfloor.exchange.lists.power_cells import Rating, read_power_ports, read_rating
from netfloor.exchange.lists.rows import list_rows
from netfloor.exchange.lists.subjects import KIND_HEADINGS
from netfloor.exchange.tables.fields import NO, YES, is_at_side, units_of, whole
from netfloor.exchange.tables.kinds import (
    kind_of_columns,
    kind_of_model,
    kind_of_name,
    kind_of_ports,
    kind_of_words,
)
from netfloor.exchange.tables.problems import NearNames, Problems
from netfloor.exchange.tables.rows import SubjectRow, SubjectTable
from netfloor.exchange.tables.subject import compact, words_of
from netfloor.fabric.fabric import OTHER, PANEL, PDU, SERVER, STORAGE, SWITCH, Device, FloorCabinet
from netfloor.fabric.power_ports import PowerPort
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

KINDS = {"switch": SWITCH, "server": SERVER, "storage": STORAGE, "panel": PANEL, "pdu": PDU, "other": OTHER}
_ALIASES = {"rear": "back"}
FACES, DEPTHS = ("front", "rear"), ("full", "half")
MAX_HEIGHT, MAX_UNIT = 100, 1_000
MAX_WATTS, MAX_KILOGRAMS = 1_000_000, 100_000
_STACK = re.compile(r"([0-9]{1,9})\s{0,9}([+-])")
_BEFORE_DOOR = re.compile(
    r"(?:rack|cabinet|cab|schrank|baie|armoire|bastidor|armario)[ .:#_-]{1,3}(?=\w)", re.IGNORECASE
)
#: Suffix of a height: ``2U``, ``2 HE``.
_RACK_UNITS = re.compile(r"\s{0,9}(?:r?u|he)\Z", re.IGNORECASE)
#: Extra columns that hold one text per device.
_OF_DEVICES = KIND_HEADINGS | {"serial", "serialno", "serialnumber", "assettag", "status", "manufacturer"}
#: A field's parsed value, its text, and its location.
_Value = tuple[object, str, str]
#: Parses a non-blank field of a row.
_Read = Callable[[SubjectRow, str], object]


@dataclass
class ListedDevice:
    """A device with the data of the rows read so far."""

    name: str
    where: str  # its first row
    values: dict[str, _Value] = field(default_factory=dict)
    attributes: dict[str, str] = field(default_factory=dict)
    unreadable: set[str] = field(default_factory=set)  # fields given but unreadable, reported as problems
    differing: set[str] = field(default_factory=set)  # columns about its ports instead

    def value(self, name: str) -> object:
        """Return a field's parsed value, None if no row gives it."""
        return self.values[name][0] if name in self.values else None

    def add(self, name: str, value: _Value, problems: Problems, remedy: str = "one of them") -> None:
        """Add a field of a row; a contradiction is a problem."""
        old = self.values.setdefault(name, value)
        if old[0] != value[0]:
            what = f"{shown(self.name)}: {name} {shown(value[1])!r}, but {shown(old[1])!r} in {old[2]}"
            problems.add(value[2], what, remedy)

    def add_attributes(self, attributes: Mapping[str, str], where: str, problems: Problems) -> None:
        """Add extra columns; a contradiction in a column on the device's kind is a problem."""
        for name, text in attributes.items():
            if name in self.differing:
                continue
            old = self.attributes.setdefault(name, text)
            if old != text and compact(name) not in _OF_DEVICES:
                self.differing.add(name)
                del self.attributes[name]
            elif old != text:
                what = f"{shown(self.name)}: {shown(name)} {shown(text)!r}, but {shown(old)!r} before"
                problems.add(where, what, f'one of them, or {setting("map")} "{shown(name)}=skip"')


@dataclass(frozen=True)
class _Placing:
    """One row's statement of a device's unit."""

    device: ListedDevice
    text: str
    where: str
    from_top: bool = False  # True if unit 1 is the uppermost


def read_devices(
    tables: Sequence[SubjectTable],
    cabinets: Sequence[FloorCabinet],
    problems: Problems,
    known: Iterable[ListedDevice] = (),
    ends: Sequence[SubjectTable] = (),
    notes: list[str] | None = None,
) -> list[ListedDevice]:
    """Read the devices of some lists in the order of their first rows, after those known, and their units.

    ``ends``: data on devices from cable lists, which are the only source if there are no device lists.
    ``notes`` receives the data that is ignored.
    """
    devices: dict[str, ListedDevice] = {}
    for device in known:
        if (other := devices.setdefault(device.name, device)) is not device:
            what = f"a switch of {other.where} is called {shown(device.name)!r} too"
            problems.add(device.where, what, 'names = "..." of its own')
    placings: list[_Placing] = []
    readers = _readers(cabinets)
    for row in list_rows(tables, problems):
        if "name" not in row.values:
            problems.add(row.where, "name is empty", "a name in every row")
            continue
        name = row.values["name"]
        device = devices.setdefault(name, ListedDevice(name, row.where))
        _read_values(device, row, readers, problems)
        device.add_attributes(_attributes(row), row.where, problems)
        if "unit" in row.values:
            meaning = row.table.columns["unit"].meaning
            from_top = meaning is not None and meaning.from_top
            placings.append(_Placing(device, row.values["unit"], row.where, from_top))
    told = _Ends(devices, cabinets, problems, placings)
    told.add(list_rows(ends if devices or not tables else (), Problems()))
    if notes is not None:
        notes += told.notes()
    _set_units(placings, cabinets, problems)
    _check_units(devices.values(), cabinets, problems)
    return list(devices.values())


def finished(
    device: ListedDevice, ports: int, by_pattern: str | None, guessed: str | None, *, volts: float
) -> Device:
    """Return the fabric device; height 0 means no unit. A rating in amperes applies at ``volts``.

    ``ports``: the highest port; ``by_pattern``: the user's kind; ``guessed``: the kind if no column states
    it.
    """
    kind = by_pattern or stated_kind(device)
    return Device(
        name=device.name,
        kind=kind or guessed or OTHER,
        ports=ports,
        cabinet=_optional_int(device.value("rack")),
        unit=_optional_int(device.value("unit")),
        units=_optional_int(device.value("height")),
        model=_text(device.value("model")),
        kind_stated=kind is not None,
        watts=_optional_float(device.value("watts")),
        kilograms=_optional_float(device.value("kg")),
        face=_text(device.value("face")),
        half_depth=device.value("depth") == "half",
        feed=_text(device.value("feed")),
        network=_text(device.value("network")),
        inlets=_power_ports(device.value("inlets")),
        outlets=_power_ports(device.value("outlets")),
        rating_w=_rating_w(device.value("rating"), volts),
        attributes=device.attributes,
    )


def kind_of(device: ListedDevice, labels: Sequence[str] = ()) -> str | None:
    """Return the kind from a device's columns, else from its name, model and ports; None if unclear."""
    model = _text(device.value("model"))
    named = kind_of_name(device.name) or kind_of_model(model)
    return stated_kind(device) or named or kind_of_ports(labels)


def _cabinet_finder(cabinets: Sequence[FloorCabinet]) -> Callable[[str], int | None]:
    """Return a lookup of cabinets by name, with or without a leading ``Rack``."""
    index = {cabinet.name: number for number, cabinet in enumerate(cabinets)}
    doors = Counter(map(_door, index))
    alike = {door: index[name] for name in index if doors[door := _door(name)] == 1}
    return lambda text: index[text] if text in index else alike.get(_door(text))


class _Ends:
    """Adds the device data of cable rows: all of it without device lists, otherwise only locations."""

    def __init__(
        self,
        devices: dict[str, ListedDevice],
        cabinets: Sequence[FloorCabinet],
        problems: Problems,
        placings: list[_Placing],
    ) -> None:
        self._devices, self._problems, self._placings = devices, problems, placings
        self._alone = not devices
        self._find, self._rack = _cabinet_finder(cabinets), _readers(cabinets)["rack"]
        self._units = {one.device.name: one.text for one in placings}
        self._unknown: dict[str, str] = {}  # racks missing from the room, with one of their devices
        self._other_unit: dict[str, None] = {}

    def add(self, rows: Iterable[SubjectRow]) -> None:
        """Add all rows."""
        for row in rows:
            name = row.values["name"]
            if self._alone:
                self._devices.setdefault(name, ListedDevice(name, row.where))
            if (device := self._devices.get(name)) is not None:
                self._add(device, row)

    def _add(self, device: ListedDevice, row: SubjectRow) -> None:
        for name in ("role", "model"):
            if text := row.values.get(name):
                device.values.setdefault(name, (text, text, row.where))
        if text := row.values.get("rack"):
            found = self._find(text)
            if found is None and not self._alone:
                self._unknown.setdefault(text, device.name)
                return
            with self._problems.collecting():
                heading = shown(row.table.columns["rack"].heading)
                remedy = f'one of them, or {setting("map")} "{heading}=skip"'
                value = self._rack(row, text) if found is None else found
                device.add("rack", (value, text, row.where), self._problems, remedy)
        if (text := row.values.get("unit")) and "rack" in device.values:
            if device.name not in self._units:
                meaning = row.table.columns["unit"].meaning
                from_top = meaning is not None and meaning.from_top
                self._placings.append(_Placing(device, text, row.where, from_top))
            elif self._units[device.name] != text:
                self._other_unit[device.name] = None

    def notes(self) -> Iterator[str]:
        """Yield notes on devices named only by cables, and on their ignored locations."""
        if self._alone and self._devices:
            placed = {one.device.name for one in self._placings}
            low = [one for one in self._devices.values() if one.name not in placed]
            for one in low:
                one.values["height"] = (1, "1", one.where)
            assumed = f"; {count_text(len(low), 'device')} of unknown height taken as 1 U" if low else ""
            total = count_text(len(self._devices), "device")
            yield (
                f"no list of devices: {total} as the ends of cables name them{assumed}; a list with name, "
                "rack, unit and height says more"
            )
        if self._unknown:
            rack, name = next(iter(self._unknown.items()))
            yield (
                f"{count_text(len(self._unknown), 'rack')} of the lists of cables not in the room, such as "
                f"{shown(rack)!r} of {shown(name)}: the list of devices alone counts"
            )
        if self._other_unit:
            total, name = count_text(len(self._other_unit), "device"), next(iter(self._other_unit))
            yield (
                f"{total} in another unit by the lists of cables, such as {shown(name)}: the list of "
                "devices counts"
            )


def _readers(cabinets: Sequence[FloorCabinet]) -> dict[str, _Read]:
    """Return a parser for each field other than name and unit."""
    find = _cabinet_finder(cabinets)
    near, near_kinds = NearNames(cabinet.name for cabinet in cabinets), NearNames(KINDS)

    def rack(row: SubjectRow, text: str) -> int:
        if (found := find(text)) is None:
            advice = near.advice(text, "a cabinet of the room, named as on its door")
            raise InputError(row.where, f"there is no cabinet {shown(text)!r} in the room", advice)
        return found

    def kind(row: SubjectRow, text: str) -> str:
        if (found := KINDS.get(text.lower()) or kind_of_words(text)) is None:
            advice = near_kinds.advice(text, f"one of {', '.join(KINDS)}")
            raise InputError(row.where, f"kind {shown(text)!r} is unknown", advice)
        return found

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


def _read_values(
    device: ListedDevice,
    row: SubjectRow,
    readers: Mapping[str, _Read],
    problems: Problems,
) -> None:
    for name, read in readers.items():
        if text := row.values.get(name):
            try:
                device.add(name, (read(row, text), text, row.where), problems)
            except InputError as error:
                problems.include(error)
                device.unreadable.add(name)


def _door(name: str) -> str:
    """Return a cabinet key without a leading ``Rack``: ``Rack A`` becomes ``A``."""
    return _BEFORE_DOOR.sub("", name)


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


def _set_units(placings: Sequence[_Placing], cabinets: Sequence[FloorCabinet], problems: Problems) -> None:
    """Set the units stated by rows; a row's devices stack in order."""
    stacks: dict[tuple[str, str, object], int] = {}
    for placing in placings:
        with problems.collecting():
            device, where = placing.device, placing.where
            if device.unreadable & {"rack", "height"}:
                continue
            if is_at_side(placing.text):
                device.add("height", (0, placing.text, where), problems)
                continue
            if device.value("height") == 0:
                if not placing.text.strip("0"):
                    continue  # openDCIM's position for side-mounted devices
                raise InputError(where, "a device of height 0 has a unit", "leave its unit blank")
            if "rack" not in device.values:
                raise InputError(where, f"unit {shown(placing.text)!r} without a rack", "rack and unit")
            unit = _unit(placing, stacks, problems)
            if placing.from_top or cabinets[_optional_int(device.value("rack")) or 0].from_top:
                unit = _from_bottom(placing, unit, cabinets)
            device.add("unit", (unit, placing.text, where), problems)


def _from_bottom(placing: _Placing, number: int, cabinets: Sequence[FloorCabinet]) -> int:
    """Return the lowest unit of a device whose uppermost unit is counted from the top of its cabinet."""
    height, rack = placing.device.value("height"), _optional_int(placing.device.value("rack"))
    cabinet = cabinets[rack or 0]
    if cabinet.units is None:
        what = (
            f"unit {shown(placing.text)!r} counts from the top of {shown(cabinet.name)}, of unknown height"
        )
        raise InputError(placing.where, what, "the number of its units in the room's file")
    return replace(cabinet, from_top=True, first_unit=1).unit_of_number(number, _optional_int(height) or 1)


def _unit(placing: _Placing, stacks: dict[tuple[str, str, object], int], problems: Problems) -> int:
    """Return the lowest unit of a device; ``stacks`` has the top of each row's stack in a cabinet."""
    stack = _STACK.fullmatch(placing.text)
    if stack is None:
        unit, span = units_of(placing.text, placing.where, 1, MAX_UNIT)
        if span is not None:
            placing.device.add("height", (span, placing.text, placing.where), problems)
        return unit
    height = placing.device.value("height")
    if not isinstance(height, int):
        raise InputError(placing.where, f"a stack {placing.text!r} needs heights", "a height in this row")
    key = (placing.where, placing.text, placing.device.value("rack"))
    first = whole(stack[1], placing.where, "unit", 1, MAX_UNIT)
    if stack[2] == "+":
        unit = stacks.get(key, first)
        stacks[key] = unit + height
    else:
        unit = stacks[key] - height if key in stacks else first
        stacks[key] = unit
    return unit


def _check_units(
    devices: Iterable[ListedDevice], cabinets: Sequence[FloorCabinet], problems: Problems
) -> None:
    """Report units beyond a cabinet's height, and units that two devices occupy on one side."""
    filled: dict[tuple[int, str, int], ListedDevice] = {}
    for device in devices:
        rack, lowest, height = (_optional_int(device.value(name)) for name in ("rack", "unit", "height"))
        if rack is None or lowest is None:
            continue
        where, cabinet = device.values["unit"][2], cabinets[rack]
        span = range(lowest, lowest + (1 if height is None else height))
        covered = f"unit {lowest}" if len(span) == 1 else f"units {lowest} to {span[-1]}"
        if lowest < 1 or (cabinet.units is not None and span[-1] > cabinet.units):
            limit = "1 or higher" if cabinet.units is None else f"units 1 to {cabinet.units}"
            what = f"{shown(device.name)} is in {covered} of {shown(cabinet.name)}"
            problems.add(where, what, limit)
        places = [(rack, side, unit) for unit in span for side in _sides(device)]
        taken = {filled[place].name: filled[place] for place in places if place in filled}
        for other in taken.values():
            problems.add(
                where,
                f"{shown(device.name)} overlaps {shown(other.name)} ({other.values['unit'][2]}) "
                f"in {covered} of {shown(cabinet.name)}",
                "one device per unit, or two of depth half on different faces",
            )
        filled |= {place: device for place in places if place not in filled}


def _sides(device: ListedDevice) -> tuple[str, ...]:
    """Return the sides that a device occupies: both, unless it is half-depth."""
    return (_text(device.value("face")) or FACES[0],) if device.value("depth") == "half" else FACES


def _attributes(row: SubjectRow) -> Mapping[str, str]:
    """Return the extra columns of a row, including its role."""
    if "role" not in row.values:
        return row.further
    return {**row.further, row.table.columns["role"].heading: row.values["role"]}


def stated_kind(device: ListedDevice) -> str | None:
    """Return the kind stated by a device's columns, None if unclear."""
    kind = device.value("kind")
    if kind is not None:
        return str(kind)
    others = (text for name, text in device.attributes.items() if compact(name) in KIND_HEADINGS)
    return kind_of_columns((_text(device.value("role")), *others))


def _optional_int(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _optional_float(value: object) -> float | None:
    return value if isinstance(value, float) else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _power_ports(value: object) -> tuple[PowerPort, ...]:
    return value if isinstance(value, tuple) else ()


def _rating_w(value: object, volts: float) -> float | None:
    if not isinstance(value, Rating):
        return None
    return value.amount * volts if value.is_amperes else value.amount
