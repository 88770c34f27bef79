"""Ends known by rack unit: components that several units have, and far ends that are a unit alone."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from netfloor.exchange.lists.subjects import CABLES
from netfloor.exchange.tables.fields import UNIT_TEXT
from netfloor.exchange.tables.heading_lines import MAX_ABOVE, cell_at
from netfloor.exchange.tables.headings.layout import Asked, find_layout
from netfloor.exchange.tables.japanese import in_english
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import PORT_WORDS, HeadingReader, words_of
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_NAMED = 6
#: A rack unit with the port of its device: ``U22: port 19``; a component with its port.
_UNIT_AND_PORT = re.compile(rf"({UNIT_TEXT})\s{{0,3}}[:/,;]\s{{0,3}}(\S.{{0,80}})", re.IGNORECASE)
_NAME_AND_PORT = re.compile(r"([^:]{1,80}?)\s{0,3}:\s{0,3}(\S.{0,80})")
_UNIT = re.compile(UNIT_TEXT, re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,3}")
#: The end of a heading for a unit, and what stands before it; words that are no part of a device's name.
_OF_UNIT = re.compile(r"(.*?)(?:\brack[ -]?unit|\brack[ -]?u|\bunit|\bru)\s*\Z", re.IGNORECASE)
_AND_PORT = re.compile(
    rf"(.+?)\s*(?:\band\b|&|/|\+)\s*(?:{'|'.join(sorted(PORT_WORDS))})\s*\Z", re.IGNORECASE
)
_JAPANESE_UNIT = re.compile("[\u30fb\u306e ]{0,2}(?:\u30e9\u30c3\u30af)?[\u30fb ]?\u30e6\u30cb\u30c3\u30c8")
_NO_KIND = SIDES["a"] | SIDES["b"] | {"the", "of"}
#: Minimum share of the cells of a column that fit.
_MIN_FIT = 2 / 3


@dataclass(frozen=True)
class _Column:
    """The column of an end: its field, whether its cells name the port too, and the kind in its heading."""

    index: int
    field: str
    with_port: bool
    side: str
    kind: str = ""


@dataclass(frozen=True)
class _UnitEnds:
    """The columns of a table whose far end is a unit: near unit, near device, far unit, and ports."""

    head: int
    unit: _Column
    device: _Column
    far: _Column
    ports: Mapping[str, int]  # by side

    def near_end(self, cells: Sequence[str]) -> tuple[str, str, str]:
        """Return unit, device and port of the near end of a row."""
        name, port = cell_at(cells, self.device.index), self._port(cells, "a")
        if self.device.with_port and (match := _NAME_AND_PORT.fullmatch(name)):
            name, port = match[1], match[2]
        unit = cell_at(cells, self.unit.index)
        return unit if _UNIT.fullmatch(unit) else "", name, port

    def far_end(self, cells: Sequence[str]) -> tuple[str, str]:
        """Return unit and port of the far end of a row."""
        unit, port = cell_at(cells, self.far.index), self._port(cells, "b")
        match = _UNIT_AND_PORT.fullmatch(unit) if self.far.with_port else None
        return (match[1], match[2]) if match else (unit, port)

    def _port(self, cells: Sequence[str], side: str) -> str:
        return cell_at(cells, self.ports[side]) if side in self.ports else ""


def components_by_unit(tables: Sequence[TextTable]) -> Mapping[int, str]:
    """Return the component that the rows of some tables name in each unit; none for a unit of several."""
    named: dict[int, dict[str, None]] = defaultdict(dict)
    for table in tables:
        if (ends := _unit_ends(table)) is not None:
            for row in table.rows[ends.head + 1 :]:
                unit, name, _ = ends.near_end(row.cells)
                if unit and name:
                    named[_number(unit)][name] = None
    return {unit: next(iter(names)) for unit, names in named.items() if len(names) == 1}


def with_far_units_named(
    table: TextTable, notes: list[str], asked: Asked, components: Mapping[int, str]
) -> TextTable:
    """Return a table of cables in which a far end given by its rack unit alone is the device in that unit.

    That is the component that some row names there, or else the kind in the heading with the unit.
    """
    ends = None if find_layout(table, CABLES, asked) is not None else _unit_ends(table)
    if ends is None:
        return table
    taken = {ends.unit.index, ends.device.index, ends.far.index, *ends.ports.values()}
    head = table.rows[ends.head]
    others = [index for index in range(len(head.cells)) if index not in taken]
    rows = [replace(head, cells=(*_HEADINGS, *(head.cells[index] for index in others)))]
    known, unknown = dict[str, None](), dict[str, None]()
    for row in table.rows[ends.head + 1 :]:
        unit, name, port = ends.near_end(row.cells)
        far_unit, far_port = ends.far_end(row.cells)
        far, is_unit = far_unit, _UNIT.fullmatch(far_unit) is not None
        if is_unit:
            far = components.get(_number(far_unit), "")
            (known if far else unknown)[far_unit] = None
            far = far or f"{ends.far.kind or 'unit'} {far_unit}"
        elif not any(map(str.isalnum, far_unit)):
            far = ""
        cells = (unit, name, port, far_unit if is_unit else "", far, far_port)
        rows.append(TableRow(row.where, (*cells, *(cell_at(row.cells, index) for index in others))))
    note = f"{head.where}: far ends given by a rack unit are the devices there"
    if known:
        note += f", of rows that name them: {shortened([*map(shown, known)], _NAMED)}"
    if unknown:
        note += f"; no row names those in {shortened([*map(shown, unknown)], _NAMED)}"
    notes.append(note)
    return replace(table, rows=(*table.rows[: ends.head], *rows))


_HEADINGS = ("unit a", "a", "port a", "unit b", "b", "port b")


def _unit_ends(table: TextTable) -> _UnitEnds | None:
    """Return the columns of a table of cables without a column of far devices; None for other tables."""
    for number, row in enumerate(table.rows[:MAX_ABOVE]):
        columns = [column for index, text in enumerate(row.cells) if (column := _column(index, text))]
        units = [column for column in columns if column.field == "unit"]
        devices = [column for column in columns if column.field == "device"]
        if len(units) != 2 or len(devices) != 1 or units[0].index > devices[0].index:
            continue
        near, far = units
        if near.with_port or "b" in (near.side, devices[0].side) or far.side == "a":
            continue
        ports = {
            "b" if column.index > far.index else "a": column.index
            for column in columns
            if column.field == "port"
        }
        ends = _UnitEnds(number, near, devices[0], far, ports)
        cells = [cell for item in table.rows[number + 1 :] if (cell := cell_at(item.cells, far.index))]
        form = _UNIT_AND_PORT if far.with_port else _UNIT
        fitting = sum(form.fullmatch(cell) is not None for cell in cells)
        if fitting and fitting >= _MIN_FIT * len(cells):
            return ends
    return None


def _column(index: int, heading: str) -> _Column | None:
    """Return the field of an end that a heading names: device, unit or port, with or without the port."""
    text = in_english(heading)
    match = _AND_PORT.fullmatch(text[:120])
    part = match[1] if match else text[:120]
    side = next(
        (side for word in words_of(part) for side in SIDES if len(word) > 1 and word in SIDES[side]), ""
    )
    if unit := _OF_UNIT.fullmatch(part):
        words = (_JAPANESE_UNIT.split(heading)[0] if text != heading else unit[1]).split()
        kind = " ".join(word for word in words if word.lower() not in _NO_KIND)
        return _Column(index, "unit", match is not None, side, kind)
    meaning = HeadingReader(CABLES).meaning(part)
    if meaning is None or meaning.field.name not in {"device", "unit", "port"}:
        return None
    return _Column(index, meaning.field.name, match is not None, meaning.side)


def with_units_in_names(tables: Sequence[SubjectTable], notes: list[str]) -> list[SubjectTable]:
    """Return tables of cables in which a name in several rack units is joined with its unit.

    These are devices of their own: each unit has a port that another unit has too, and the name does not
    end in a number, as the name of a single device does.
    """
    places: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for table in tables:
        for _, name, unit, port in _stated_ends(table):
            places[name][unit].add(port)
    several = {name for name, of_unit in places.items() if _are_devices(name, of_unit)}
    if not several:
        return list(tables)
    joined: dict[str, None] = {}
    results = []
    for table in tables:
        rows = list(table.table.rows)
        for (number, index), name, unit, _ in _stated_ends(table):
            if name in several:
                cells = [*rows[number].cells]
                cells[index] = f"{name} {unit}"
                joined[cells[index]] = None
                rows[number] = replace(rows[number], cells=tuple(cells))
        results.append(replace(table, table=replace(table.table, rows=tuple(rows))))
    notes.append(
        f"{count_text(len(several), 'name')} in several rack units, joined with them: "
        f"{shortened([*map(shown, joined)], _NAMED)}"
    )
    return results


def _stated_ends(table: SubjectTable) -> Iterator[tuple[tuple[int, int], str, str, str]]:
    """Yield row and column, device, unit and port of each end of the cables of a table."""
    columns = table.columns
    for side in SIDES if table.subject.needs_both_ends else ():
        if not {f"device_{side}", f"unit_{side}"} <= {*columns}:
            continue
        device, unit = columns[f"device_{side}"].index, columns[f"unit_{side}"].index
        port = columns[f"port_{side}"].index if f"port_{side}" in columns else -1
        for number in range(table.layout.first, len(table.table.rows)):
            cells = table.table.rows[number].cells
            name, text = cell_at(cells, device), cell_at(cells, unit)
            if name and _UNIT.fullmatch(text):
                yield (number, device), name, text, cell_at(cells, port) if port >= 0 else ""


def _are_devices(name: str, of_unit: Mapping[str, set[str]]) -> bool:
    """Return whether a name in several units is that of a kind: a port occurs in each unit and another."""
    numbers = {_number(unit) for unit in of_unit}
    if len(numbers) < 2 or name[-1].isdecimal():
        return False
    return all(
        any(ports & others for other, others in of_unit.items() if _number(other) != _number(unit))
        for unit, ports in of_unit.items()
    )


def _number(unit: str) -> int:
    match = _NUMBER.search(unit)
    return int(match[0]) if match else 0
