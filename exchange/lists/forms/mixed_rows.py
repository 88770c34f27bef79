"""Tables with rows of several kinds, or several cables per row, split into tables of one kind."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from netfloor.exchange.lists.forms.blocks import tables_below_each_other, with_unknown_table
from netfloor.exchange.lists.forms.cell_lines import with_lines_apart
from netfloor.exchange.lists.forms.ditto import with_ditto_filled
from netfloor.exchange.lists.forms.elevations import devices_of_elevation
from netfloor.exchange.lists.forms.ends.combined_ends import with_combined_apart
from netfloor.exchange.lists.forms.ends.end_pairs import table_of_end_pairs
from netfloor.exchange.lists.forms.ends.one_end import with_ports_apart
from netfloor.exchange.lists.forms.grids.matrices import cables_of_matrix
from netfloor.exchange.lists.forms.grids.port_columns import (
    near_port,
    with_far_devices,
    with_port_columns_apart,
)
from netfloor.exchange.lists.forms.hops import tables_of_cords
from netfloor.exchange.lists.forms.known_names import KnownNames
from netfloor.exchange.lists.forms.label_sheets import device_of_labels
from netfloor.exchange.lists.forms.power_rows import with_cords_as_cables
from netfloor.exchange.lists.forms.rack_lists import RACK_HEADINGS, with_racks_named
from netfloor.exchange.lists.forms.titles import with_titles_read
from netfloor.exchange.lists.forms.unit_ends import with_far_units_named
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.heading_lines import MAX_ABOVE, cell_at, plain
from netfloor.exchange.tables.headings.layout import Asked, find_layout
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.subject import HeadingReader, compact, words_of
from netfloor.exchange.tables.tables import TableRow, TextTable, is_comment
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import shown

_NAMED = 10


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Headings of a column with the kind of each row, in `compact` form.
_OF_KINDS = _words("section recordtype rowtype recordkind rowkind entrytype entity satzart")
#: Words for devices and for cables in such a column; rows of other kinds are ignored.
_SECTIONS: Mapping[str, frozenset[str]] = {
    "devices": _words("device devices object objects asset assets equipment hardware gerat"),
    "cables": _words("connection connections cable cables link links wire kabel verbindung"),
}
#: First cell of a row with default values for the blank cells below it (cani).
_DEFAULTS = frozenset({"_defaults", "_default"})
#: Rows of RackTables' csvimport plugin (RackTables/racktables-contribs, csvimport/README.md).
_RACKTABLES = _words(
    "OBJECT RACK RACKASSIGNMENT CABLELINK VLAN IP OBJECTIP OBJECTATTRIBUTE CONTAINERLINK TAG OBJECTTAG"
    " UPDATEIP"
)
_OF_FABRIC = ("OBJECT", "RACKASSIGNMENT", "CABLELINK", "RACK")
#: A heading that contains a number: ``Cable 2 To Port``.
_NUMBERED = re.compile(r"([^0-9]{2,40}?)\s?([1-9][0-9]?)(?:[ ._-]{1,3}([^0-9].{0,60}))?\Z")
#: Words before the number of one of a device's cables.
_OF_CABLES = _words(
    "cable cord link connection uplink port nic kabel verbindung anschluss liaison lien conexion enlace"
    " puerto"
)


def tables_of_one_kind(
    table: TextTable, notes: list[str], asked: Asked, names: KnownNames
) -> list[TextTable]:
    """Return a table of devices or cables unchanged, otherwise the tables made from its rows or columns.

    ``asked``: the user's column options; ``names``: the devices that all lists name.
    """
    if (racktables := _of_racktables(table, notes)) is not None:
        return racktables
    table = with_lines_apart(table, notes, asked)
    blocks = tables_below_each_other(table, notes, asked) or with_unknown_table(table, notes, asked)
    if blocks:
        return [part for block in blocks for part in tables_of_one_kind(block, notes, asked, names)]
    table = with_far_units_named(table, notes, asked, names.by_unit)
    table = with_combined_apart(table, notes, asked, lambda: names.listed)
    if (matrix := cables_of_matrix(table, notes, asked, names)) is not None:
        return [matrix]
    table = with_ditto_filled(table, notes, asked)
    if (devices := devices_of_elevation(table, notes) or device_of_labels(table, notes)) is not None:
        return [devices]
    table = _with_defaults(table, notes)
    table = with_titles_read(with_racks_named(table, asked), notes, asked)
    table = with_cords_as_cables(table, notes, asked)
    if (of_pairs := table_of_end_pairs(table, notes, asked)) is not None:
        return [of_pairs]
    return (
        _by_section(table, notes)
        or tables_of_cords(table, notes, asked)
        or _with_cables_apart(table, notes, names)
        or _with_far_ends_apart(table, notes)
        or _with_links_apart(table, notes, asked, names)
        or with_port_columns_apart(table, notes, asked, names)
        or [with_ports_apart(table, notes, asked)]
    )


# Kind of row in the first cell


def _of_racktables(table: TextTable, notes: list[str]) -> list[TextTable] | None:
    """Return the objects, locations and links of a RackTables import, None for another table."""
    rows = [row for row in table.rows if not row.is_empty and not is_comment(row.cells)]
    kinds = Counter(row.cells[0].upper() for row in rows)
    if not kinds or not {*kinds} <= _RACKTABLES or not {*kinds} & {*_OF_FABRIC[:-1]}:
        return None
    objects = [row for row in rows if row.cells[0].upper() == "OBJECT"]
    virtual = [row for row in objects if cell_at(row.cells, 1).upper() == "VM"]
    hosted = {cell_at(row.cells, 2) for row in virtual}
    apart = {word: count for word, count in kinds.items() if word not in _OF_FABRIC}
    if virtual:
        apart["OBJECT;VM"] = len(virtual)
    if apart:
        counted = [f"{word} ({count:,})" for word, count in apart.items()]
        notes.append(f"{table.where}: rows of RackTables without devices or cables: {join_words(counted)}")
    forms: Mapping[str, tuple[tuple[str, ...], Callable[[Sequence[str]], Sequence[str]]]] = {
        "OBJECT": (("type", "name", "label", "asset tag"), lambda cells: cells[1:5]),
        "RACKASSIGNMENT": (("name", "rack", "unit", "height", "depth", "face"), _rack_place),
        "CABLELINK": (("a", "port a", "b", "port b", "cable id"), lambda cells: cells[1:6]),
        "RACK": (RACK_HEADINGS, lambda cells: cells[4:6]),
    }
    results = []
    for word, (headings, cells_of) in forms.items():
        own = [
            TableRow(row.where, tuple(cells_of(row.cells)))
            for row in rows
            if row.cells[0].upper() == word and row not in virtual and cell_at(row.cells, 1) not in hosted
        ]
        if own:
            head = TableRow(table.where, headings)
            results.append(replace(table, rows=(head, *own), titles=frozenset()))
    return results


def _rack_place(cells: Sequence[str]) -> list[str]:
    """Return name, rack, unit, height, depth and face of a RackTables row: ``32,33`` and ``fi,fi``."""
    units, sides = (
        [item.strip() for item in cell_at(cells, at).split(",") if item.strip()] for at in (3, 4)
    )
    numbers = sorted(int(item) for item in units if item.isascii() and item.isdecimal() and len(item) < 4)
    name, rack = cell_at(cells, 1), cell_at(cells, 2)
    if numbers == [0]:
        return [name, rack, "", "0", "", ""]
    is_block = len(numbers) == len(units) and numbers == [*range(numbers[0], numbers[-1] + 1)]
    unit = f"{numbers[0]}-{numbers[-1]}" if is_block else cell_at(cells, 3)
    alone = {*sides} if len({*sides}) == 1 else set()
    face = {"f": "front", "b": "rear"}.get(next(iter(alone), ""), "")
    return [name, rack, unit, "", "half" if face else "", face]


def _with_defaults(table: TextTable, notes: list[str]) -> TextTable:
    """Return a table whose blank cells below a row of defaults get its values."""
    at = next(
        (n for n, row in enumerate(table.rows) if row.cells and row.cells[0].casefold() in _DEFAULTS), None
    )
    if at is None or at == 0:
        return table
    values = {index: cell for index, cell in enumerate(table.rows[at].cells) if cell and index}
    head = table.rows[at - 1].cells
    names = [shown(cell_at(head, index)) for index in values]
    if values:
        notes.append(f"{table.rows[at].where}: defaults for the rows below: {join_words(names)}")
    rows = [
        row if n <= at or row.is_empty or is_comment(row.cells) else _filled(row, values)
        for n, row in enumerate(table.rows)
        if n != at
    ]
    return replace(table, rows=tuple(rows), titles=frozenset())


def _filled(row: TableRow, values: Mapping[int, str]) -> TableRow:
    cells = [*row.cells, *[""] * (max(values, default=0) + 1 - len(row.cells))]
    return replace(row, cells=tuple(cell or values.get(index, "") for index, cell in enumerate(cells)))


def _by_section(table: TextTable, notes: list[str]) -> list[TextTable]:
    """Return the device rows and the cable rows of a table with a column of row kinds."""
    first = next((n for n, row in enumerate(table.rows) if not row.is_empty), 0)
    head = table.rows[first].cells if table.rows else ()
    at = next((index for index, cell in enumerate(head) if compact(cell) in _OF_KINDS), None)
    if at is None:
        return []
    groups: dict[str, list[TableRow]] = defaultdict(list)
    others: Counter[str] = Counter()
    for row in table.rows[first + 1 :]:
        if row.is_empty or is_comment(row.cells):
            continue
        said = cell_at(row.cells, at)
        subject = next((item for item, words in _SECTIONS.items() if compact(said) in words), None)
        if subject is None:
            others[said] += 1
        else:
            groups[subject].append(row)
    if not groups:
        return []
    if others:
        counted = [f"{shown(word) or 'blank'} ({count:,})" for word, count in others.items()]
        heading = shown(head[at])
        notes.append(
            f"{table.where}: rows that are neither devices nor cables by {heading!r}: "
            f"{shortened(counted, _NAMED)}"
        )
    return [_columns_in_use(table, table.rows[first], rows, {at}) for rows in groups.values()]


def _columns_in_use(
    table: TextTable, head: TableRow, rows: Sequence[TableRow], apart: set[int]
) -> TextTable:
    """Return some rows of a table with headings, without columns that are blank in all of them."""
    width = len(head.cells)
    used = {i for row in rows for i, cell in enumerate(row.cells) if cell and i not in apart}
    headings = tuple(text if index in used else "" for index, text in enumerate(head.cells))
    below = [
        replace(
            row, cells=tuple(cell if i in used or i >= width else "" for i, cell in enumerate(row.cells))
        )
        for row in rows
    ]
    return replace(table, rows=(replace(head, cells=headings), *below), titles=frozenset())


# Several cables per row


def _with_cables_apart(table: TextTable, notes: list[str], names: KnownNames) -> list[TextTable]:
    """Return the devices and the cables of a table with columns such as ``Cable 2 To``."""
    for first, row in enumerate(table.rows[:MAX_ABOVE]):
        groups = _cable_groups(row.cells)
        if len(groups) < 2:
            continue
        ends = [_end_headings(group) for group in groups.values()]
        if not all("b" in group.values() for group in ends):
            continue
        apart = {index for group in groups.values() for index in group}
        devices = _columns_in_use(table, row, _below(table, first), apart)
        layout = find_layout(devices, DEVICES, {})
        if layout is None or find_layout(devices, CABLES, {}) is not None:
            continue
        name = layout.by_key["name"].index
        cables = _cables_of(table, first, name, ends, _near_ports(row.cells, groups))
        notes.append(
            f"{row.where}: {count_text(len(groups), 'group')} of columns of cables, such as "
            f"{shown(row.cells[min(apart)])!r}: {count_text(len(cables.rows) - 1, 'cable')}"
        )
        return [with_far_devices(devices, cables, name, names, notes), cables]
    return []


def _below(table: TextTable, first: int) -> list[TableRow]:
    return [
        row
        for number, row in enumerate(table.rows[first + 1 :], first + 1)
        if not row.is_empty and number not in table.titles
    ]


def _cable_groups(cells: Sequence[str]) -> dict[int, dict[int, str]]:
    """Return the columns of each cable of a row by its number, with the rest of each heading."""
    groups: dict[int, dict[int, str]] = defaultdict(dict)
    for index, cell in enumerate(cells):
        match = _NUMBERED.fullmatch(cell[:120])
        if match is None or not match[3]:
            continue
        words = words_of(match[1])
        if words and words[-1] in _OF_CABLES:
            groups[int(match[2])][index] = match[3]
    rests = [sorted(map(compact, group.values())) for group in groups.values()]
    return dict(groups) if all(item == rests[0] for item in rests) else {}


def _end_headings(group: Mapping[int, str]) -> dict[int, str]:
    """Return the heading of each column of a cable whose near end is the row's device."""
    reader = HeadingReader(CABLES)
    result: dict[int, str] = {}
    meanings = {index: reader.meaning(text) for index, text in group.items()}
    open_ports = [i for i, m in meanings.items() if m and m.field.name == "port" and not m.side]
    has_far_port = any(m and m.key == "port_b" for m in meanings.values())
    for index, meaning in meanings.items():
        if meaning is None:
            result[index] = group[index]
        elif not meaning.field.sided:
            result[index] = meaning.text
        elif meaning.field.name == "device":
            result[index] = "b"
        elif meaning.field.name == "port" and not meaning.side:
            is_far = index != open_ports[0] or (meaning.of and not has_far_port)
            result[index] = "port b" if is_far and not has_far_port else "port a"
        else:
            result[index] = meaning.text if meaning.side else f"{meaning.field.name} b"
    return result


def _near_ports(cells: Sequence[str], groups: Mapping[int, Mapping[int, str]]) -> list[str]:
    """Return the port of the row's device that the headings of each group name, such as ``NIC1 Switch``."""
    results = []
    for group in groups.values():
        first = min(group)
        results.append(near_port(cells[first].strip().removesuffix(group[first]).rstrip(" ._-")))
    return results


def _cables_of(
    table: TextTable, first: int, name: int, given: Sequence[Mapping[int, str]], near: Sequence[str]
) -> TextTable:
    """Return a row for each cable with a named far end; ``near`` has ports without a column."""
    ends = [dict(group) for group in given]
    if all(near) and not any("port a" in group.values() for group in ends):
        for group in ends:
            group[-1] = "port a"
    columns = [*dict.fromkeys(text for group in ends for text in group.values())]
    rows = [replace(table.rows[first], cells=("a", *columns))]
    for row in _below(table, first):
        for group, port in zip(ends, near, strict=True):
            cells = {
                text: cell_at(row.cells, index) if index >= 0 else port for index, text in group.items()
            }
            if cells["b"] and cell_at(row.cells, name):
                own = (cell_at(row.cells, name), *(cells.get(text, "") for text in columns))
                rows.append(replace(row, cells=own))
    return replace(table, rows=tuple(rows), titles=frozenset())


def _with_far_ends_apart(table: TextTable, notes: list[str]) -> list[TextTable]:
    """Return the devices, and the cables in a column ``Connected to`` with cells of device and port."""
    for first, row in enumerate(table.rows[:MAX_ABOVE]):
        at = next((index for index, cell in enumerate(row.cells) if _is_far_end(cell)), None)
        if at is None:
            continue
        below = _below(table, first)
        devices = _columns_in_use(table, row, below, {at})
        layout = find_layout(devices, DEVICES, {})
        if layout is None or find_layout(devices, CABLES, {}) is not None:
            continue
        name = layout.by_key["name"].index
        names = {cell_at(entry.cells, name) for entry in below} - {""}
        cables = [replace(row, cells=("a", "b", "port b"))]
        for item in below:
            for text in filter(None, map(str.strip, re.split("[,;\\n]", cell_at(item.cells, at)))):
                far = next((own for own in names if text.startswith(f"{own} ")), text)
                if far not in names or text == far:
                    return []
                port = text.removeprefix(far).strip()
                cables.append(replace(item, cells=(cell_at(item.cells, name), far, port)))
        if len(cables) > 1:
            heading = shown(row.cells[at])
            notes.append(f"{row.where}: {heading!r} lists {count_text(len(cables) - 1, 'cable')}")
            return [devices, replace(table, rows=tuple(cables), titles=frozenset())]
    return []


def _with_links_apart(
    table: TextTable, notes: list[str], asked: Asked, names: KnownNames
) -> list[TextTable]:
    """Return the devices, and the cables in a column of near ports with far devices: ``1:sw01,2:sw02``."""
    layout = find_layout(table, DEVICES, asked)
    if layout is None or find_layout(table, CABLES, asked) is not None:
        return []
    said = {plain(name) for name in asked}
    name = layout.by_key["name"].index
    for column in layout.columns:
        if column.meaning is not None or not column.heading or plain(column.heading) in said:
            continue
        cables = [replace(table.rows[layout.first - 1], cells=("a", "port a", "b"))]
        for row in table.rows[layout.first :]:
            for text in filter(None, map(str.strip, re.split("[,;\\n]", cell_at(row.cells, column.index)))):
                port, _, far = text.partition(":")
                if not port.strip() or far.strip() not in names.every or port.strip() in names.every:
                    cables = []
                    break
                cables.append(replace(row, cells=(cell_at(row.cells, name), port.strip(), far.strip())))
            if not cables:
                break
        if len(cables) > 1:
            heading, many = shown(column.heading), count_text(len(cables) - 1, "cable end")
            notes.append(f"{layout.where}: {heading!r} lists {many}, each of a port and the far device")
            devices = replace(table, rows=tuple(_without_cell(row, column.index) for row in table.rows))
            return [devices, replace(table, rows=tuple(cables), titles=frozenset())]
    return []


def _without_cell(row: TableRow, index: int) -> TableRow:
    return replace(row, cells=tuple("" if at == index else cell for at, cell in enumerate(row.cells)))


def _is_far_end(heading: str) -> bool:
    """Return whether a heading means the far end as a whole: ``Connected to``."""
    meaning = HeadingReader(CABLES).meaning(heading) if 0 < len(heading) < 40 else None
    return meaning is not None and meaning.key == "device_b" and len(words_of(heading)) == 2
