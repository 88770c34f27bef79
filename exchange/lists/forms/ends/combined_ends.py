"""Columns of ends whose heading names device and port, ``SystemName_Port``, with both in each cell."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from netfloor.exchange.lists.forms.ends.one_end import ends_of_cells, is_port, with_port_column
from netfloor.exchange.lists.subjects import CABLES
from netfloor.exchange.tables.heading_lines import MAX_ABOVE, cell_at, column_letter, plain
from netfloor.exchange.tables.headings.layout import Asked, Layout, find_layout
from netfloor.exchange.tables.row_kinds.totals import says_unused
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import AS_WRITTEN, HeadingReader
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: A heading of a device and its port: ``Host/Port``, ``Device:Port``, ``Destination (Device and Port)``.
_BOTH = re.compile(
    r"(?P<device>.{0,60}\w)\s{0,3}(?P<sign>[_/:&+.-]|(?<=\s)(?:and|und|et|y|en|e)(?=\s))\s{0,3}"
    r"(?:[^\W_]{2,12} )?(?:ports?|interface|anschluss|buchse|puerto|interfaz|poort|porta)"
    r"(?: (?:no|nr|name|number))?\s?\)?",
    re.IGNORECASE,
)
#: Signs between device and port, by preference, and those that names contain too: the last one counts.
_SIGNS, _IN_NAMES = (":", "/", "_", " "), "-."
_LONGEST = 120


@dataclass(frozen=True)
class _Split:
    """Device and port of the cells of a column, by cell; cells without the sign are left out."""

    sign: str
    ends: dict[str, tuple[str, str]]

    @property
    def has_ports(self) -> bool:
        """Whether every cell ends in a text that is surely a port."""
        return all(is_port(port) for _, port in self.ends.values())


def with_combined_apart(
    table: TextTable, notes: list[str], asked: Asked, listed: Callable[[], Collection[str]] = frozenset
) -> TextTable:
    """Return a table of cables in which columns of device and port are two, if it lacks an end otherwise.

    Columns of which the user says so are split in any table. ``listed``: returns the names in lists of
    devices, which are never split unasked. Raises `InputError` for a column of such a
    heading of which some cells have no sign between device and port, or which the user reads as devices.
    """
    table = _split_as_asked(table, notes, asked)
    _refuse_ports_in_names(table, asked, listed)
    head = _head_of_combined(table) if find_layout(table, CABLES, asked) is None else None
    if head is None:
        return table
    given = {plain(name) for name in asked} | {name.strip() for name in asked}
    row = table.rows[head]
    at = [
        index
        for index, cell in enumerate(row.cells)
        if _device_part(cell) and not {plain(cell), column_letter(index)} & given
    ]
    splits = {index: _split_of(table, head, index, _sign_of(row.cells[index]), ()) for index in at}
    clear = {index: split for index, split in splits.items() if split is not None}
    named = [_device_part(cell) if index in clear else cell for index, cell in enumerate(row.cells)]
    renamed = replace(table, rows=_with_row(table, head, named))
    layout = find_layout(renamed, CABLES, asked)
    if layout is None or not clear:
        return table
    for index, split in clear.items():
        key = layout.columns[index].key
        if key in ("device_a", "device_b") and f"port_{key[-1]}" not in layout.by_key:
            again = _split_of(table, head, index, split.sign, _names_beside(renamed, layout.first, index))
            renamed = _applied(renamed, head, index, key[-1], again or split, notes, row.cells[index])
        else:
            return table
    return renamed


def _split_as_asked(table: TextTable, notes: list[str], asked: Asked) -> TextTable:
    """Return a table in which the columns that the user reads as device and port are apart."""
    layout = find_layout(table, CABLES, asked)
    if layout is None:
        return table
    head = next(number for number, row in enumerate(table.rows) if row.where == layout.where)
    for side in SIDES:
        column = layout.by_key[f"device_{side}"]
        meaning, heading = column.meaning, column.heading
        if meaning is None or f"port_{side}" in layout.by_key:
            continue
        sign = _sign_of(heading)
        is_clear = bool(_device_part(heading)) and not meaning.as_written and not meaning.with_port
        split = _split_of(
            table,
            head,
            column.index,
            sign,
            _names_beside(table, layout.first, column.index),
            every=not meaning.with_port,
        )
        if meaning.with_port and split is None:
            what = f"no cell below {shown(heading)!r} has a sign between device and port"
            raise InputError(table.rows[head].where, what, "such as leaf1:Eth1/1 or host1_P0")
        if meaning.with_port and split is not None:
            table = _applied(table, head, column.index, side, split, notes, heading)
        elif is_clear and split is not None and not ends_of_cells([*split.ends]):
            name, example = shown(heading), shown(next(iter(split.ends)))
            what = f"{name!r} names device and port, such as {example!r}, and is read as {side} alone"
            option = setting("map")
            remedy = f'{option} "{name}={side} and port {side}", or {option} "{name}={side}{AS_WRITTEN}" '
            raise InputError(table.rows[head].where, what, f"{remedy}if each is the name of a device")
    return table


def _refuse_ports_in_names(table: TextTable, asked: Asked, listed: Callable[[], Collection[str]]) -> None:
    """Refuse a table without ports whose names of devices all end in ports: ``leaf1_Eth1/1``.

    Some device has several of them; otherwise each name would become a device with a single port. A colon
    or a blank before the port is read without a question.
    """
    layout = find_layout(table, CABLES, asked)
    if layout is None:
        return
    head = next(number for number, row in enumerate(table.rows) if row.where == layout.where)
    options, first, are_several = [], "", False
    for side in SIDES:
        column = layout.by_key[f"device_{side}"]
        meaning, name = column.meaning, shown(column.heading)
        if meaning is None or f"port_{side}" in layout.by_key or meaning.as_written or meaning.with_port:
            continue
        split = _split_of(table, head, column.index, "", ())
        is_read = split is None or split.sign in ": " or bool(ends_of_cells([*split.ends]))
        if split is not None and split.has_ports and not is_read:
            first = first or f"{name!r} names device and port, such as {shown(next(iter(split.ends)))!r}"
            are_several |= len({device for device, _ in split.ends.values()}) < len(split.ends)
            options.append((f"{name}={meaning.text}", side))
    if are_several and not {*_all_ends(table, head, layout)} & {*listed()}:
        option = setting("map")
        split_all = " ".join(f'{option} "{text} and port {side}"' for text, side in options)
        kept = " ".join(f'{option} "{text}{AS_WRITTEN}"' for text, _ in options)
        what = f"{first}, and no column names the port"
        raise InputError(table.rows[head].where, what, f"{split_all}; or {kept} if each is one device")


def _all_ends(table: TextTable, head: int, layout: Layout) -> Iterator[str]:
    for side in SIDES:
        yield from _cells(table, head, layout.by_key[f"device_{side}"].index)


def _head_of_combined(table: TextTable) -> int | None:
    """Return the first row with a heading of device and port."""
    rows = enumerate(table.rows[:MAX_ABOVE])
    return next((number for number, row in rows if any(map(_device_part, row.cells))), None)


def _device_part(heading: str) -> str:
    """Return the part of a heading that names the device, empty if it does not name a port too."""
    match = _BOTH.fullmatch(heading.strip()) if 0 < len(heading) <= _LONGEST else None
    if match is None:
        return ""
    part = " ".join(match["device"].replace("(", " ").split())
    meaning = HeadingReader(CABLES).meaning(part)
    return part if meaning is not None and meaning.field.name == "device" else ""


def _sign_of(heading: str) -> str:
    """Return the sign between device and port in a heading, empty for a word."""
    match = _BOTH.fullmatch(heading.strip()) if len(heading) <= _LONGEST else None
    return match["sign"] if match is not None and len(match["sign"]) == 1 else ""


def _split_of(
    table: TextTable,
    head: int,
    index: int,
    sign: str,
    names: Collection[str],
    *,
    every: bool = True,
) -> _Split | None:
    """Return device and port of the cells of a column by the first sign that all of them have.

    ``sign``: the one of the heading; ``names``: devices that other columns name; without ``every`` most
    cells are enough. None if the cells have no such sign, or are ports.
    """
    cells = dict.fromkeys(_cells(table, head, index))
    splits = []
    for tried in dict.fromkeys((*sign.strip("&+"), *_SIGNS, *_IN_NAMES)):
        ends = {cell: end for cell in cells if (end := _end(cell, tried, names)) is not None}
        if ends and (len(ends) == len(cells) or (not every and 2 * len(ends) > len(cells))):
            splits.append(_Split(tried, _by_last(ends, tried)))
    sure = next((split for split in splits if split.has_ports), None)
    usual = (split for split in splits if split.sign in sign or split.sign in _SIGNS)
    return sure or next(usual, None)


def _cells(table: TextTable, head: int, index: int) -> Iterator[str]:
    """Yield the filled cells of a column in rows of several cells, except words for unused ports."""
    for number, row in enumerate(table.rows[head + 1 :], head + 1):
        cell = cell_at(row.cells, index)
        if cell and number not in table.titles and sum(map(bool, row.cells)) > 1 and not says_unused(cell):
            yield cell


def _end(cell: str, sign: str, names: Collection[str]) -> tuple[str, str] | None:
    """Return device and port of a cell: the longest known name, else the text before the sign."""
    known = [name for name in names if cell.startswith(name) and cell[len(name) :].lstrip()[:1] == sign]
    if known:
        name = max(known, key=len)
        rest = cell[len(name) :].strip().removeprefix(sign)
    else:
        name, _, rest = cell.rpartition(sign) if sign in _IN_NAMES else cell.partition(sign)
    end = name.strip(), rest.strip()
    is_end = all(end) and any(map(str.isalpha, name)) and not is_port(cell)
    return end if is_end else None


def _by_last(ends: dict[str, tuple[str, str]], sign: str) -> dict[str, tuple[str, str]]:
    """Return ends split at the last sign if the first one leaves the same device everywhere."""
    if len(ends) > 1 and len({name for name, _ in ends.values()}) == 1:
        by_last = {cell: tuple(map(str.strip, cell.rpartition(sign)[::2])) for cell in ends}
        if len({name for name, _ in by_last.values()}) > 1:
            return {cell: (name, port) for cell, (name, port) in by_last.items()}
    return ends


def _names_beside(table: TextTable, first: int, index: int) -> frozenset[str]:
    """Return the names of devices in other columns of ends."""
    layout = find_layout(table, CABLES, {})
    others = [] if layout is None else [layout.by_key[f"device_{side}"].index for side in SIDES]
    return frozenset(
        cell
        for row in table.rows[first:]
        for other in others
        if other != index and (cell := cell_at(row.cells, other))
    )


def _with_row(table: TextTable, number: int, cells: Sequence[str]) -> tuple[TableRow, ...]:
    """Return the rows of a table with other cells in one."""
    return (
        *table.rows[:number],
        replace(table.rows[number], cells=tuple(cells)),
        *table.rows[number + 1 :],
    )


def _applied(
    table: TextTable, head: int, index: int, side: str, split: _Split, notes: list[str], heading: str
) -> TextTable:
    """Return a table with the ports of a column in one of their own; a note says how cells were read."""
    numbers = {
        number: split.ends[cell]
        for number, row in enumerate(table.rows)
        if number > head and (cell := cell_at(row.cells, index)) in split.ends
    }
    name, port = next(iter(numbers.values()))
    devices = count_text(len({device for device, _ in numbers.values()}), "device")
    notes.append(
        f"{table.rows[head].where}: {count_text(len(numbers), 'cell')} below {shown(heading)!r} read as "
        f"device and port of {devices}, such as {shown(name)} and {shown(port)}; "
        f'{setting("map")} "{shown(heading)}={side}{AS_WRITTEN}" reads each as the name of a device'
    )
    return with_port_column(table, index, f"port {side}", head, numbers)
