"""Matrices of cables: devices in the first column and in the headings, ports or counts in the cells."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from netfloor.exchange.lists.cells.media import rate_in
from netfloor.exchange.lists.forms.known_names import KnownNames
from netfloor.exchange.lists.subjects import CABLES
from netfloor.exchange.tables.heading_lines import MAX_ABOVE, cell_at, column_letter, plain
from netfloor.exchange.tables.headings.layout import SKIPPED, Asked, find_layout, target_meaning
from netfloor.exchange.tables.kinds import kind_of_name
from netfloor.exchange.tables.row_kinds.sums import is_total
from netfloor.exchange.tables.row_kinds.totals import is_between_rows, says_unused
from netfloor.exchange.tables.subject import HeadingReader, words_of
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_FEWEST = 2
#: Ports of the row's and of the column's device: ``49 -> 1``, ``Eth1/49 / Eth1/1``.
_PAIR = re.compile(
    r"(\S[^<>\u2192\u2194]{0,40}?)(?:\s{0,3}(?:<?[-=]{1,2}>|\u2192|\u2194|<-+)\s{0,3}"
    r"|\s(?:[-\u2013/|:]|to|nach|vers|bis|a)\s)(\S[^<>\u2192\u2194]{0,40})"
)
_SEVERAL = re.compile(r"\s{0,3}[,;\n]\s{0,3}")
_PORT = re.compile(r"[\w .:/+-]{0,39}[0-9][\w.:/+-]{0,12}")
_NONE = frozenset({"", "-", "--", "---", "\u2013", "\u2014", "x", "0", "n/a", "\\"})
#: Words of a corner cell or title for numbers of cables, and for ports.
_OF_COUNTS = frozenset({"count", "counts", "cables", "links", "number", "qty", "anzahl", "kabel", "nombre"})
_OF_PORTS = frozenset({"port", "ports", "interface", "anschluss", "puerto", "puertos"})
_COUNT, _PORT_A, _PORT_B, _PAIRS = "count", "port a", "port b", "pairs"


@dataclass(frozen=True)
class _Matrix:
    """The rows and columns of devices in a matrix."""

    head: int  # row of headings
    corner: int  # column of the row's devices
    columns: Mapping[int, str]  # device by column
    rows: tuple[int, ...]

    def cells(self, table: TextTable) -> Iterator[tuple[TableRow, str, str, str]]:
        """Yield row, device of the row, device of the column and text of each cell with cables."""
        for number in self.rows:
            row = table.rows[number]
            own = cell_at(row.cells, self.corner).strip()
            for index, far in self.columns.items():
                text = cell_at(row.cells, index).strip()
                if text.lower() not in _NONE and not says_unused(text) and own != far:
                    yield row, own, far, text


def cables_of_matrix(
    table: TextTable, notes: list[str], asked: Asked, names: KnownNames
) -> TextTable | None:
    """Return a row for each cable of a matrix of devices, None for another table.

    Cells are pairs of ports, ports of one end, or numbers of cables. The user's meaning of the corner cell,
    ``count``, ``port a`` or ``port b``, says which. Raises `InputError` if the cells leave it open.
    """
    matrix = _find(table, names)
    if matrix is None:
        return None
    corner = cell_at(table.rows[matrix.head].cells, matrix.corner).strip()
    named = {plain(name): target for name, target in asked.items()}
    said = named.get(plain(corner)) or named.get(plain(column_letter(matrix.corner)), "")
    skipped = {name for name, target in named.items() if target == SKIPPED}
    if skipped & {plain(corner), *map(plain, matrix.columns.values())} or not any(matrix.cells(table)):
        return None
    meaning = target_meaning(HeadingReader(CABLES), said) if said else None
    reading = meaning.text if meaning is not None else _reading(table, matrix, corner)
    ends = _pairs if reading == _PAIRS else _singles
    # the first column keeps the corner's heading, by which the user's options name it
    first = corner or reading if meaning is not None else "" if reading == _PAIRS else reading
    heads = (first, "a", "b", *({_PAIRS: (_PORT_A, _PORT_B)}.get(reading, ())), "rate")
    rate = _rate(table, matrix, corner)
    rows = [replace(row, cells=(*cells, rate)) for row, *cells in ends(table, matrix, reading)]
    of = {_COUNT: "numbers of cables", _PORT_A: "ports of its rows", _PORT_B: "ports of its columns"}
    notes.append(
        f"{table.rows[matrix.head].where}: a matrix of {count_text(len(matrix.rows), 'device')} by "
        f"{len(matrix.columns)}: its cells are {of.get(reading, 'ports of both ends')}"
    )
    head = TableRow(table.rows[matrix.head].where, heads)
    return replace(table, rows=(head, *rows), titles=frozenset())


def _find(table: TextTable, names: KnownNames) -> _Matrix | None:
    """Return the matrix of a table: headings and first cells are listed devices, or named like devices."""
    if find_layout(table, CABLES, {}) is not None:
        return None
    for head, row in enumerate(table.rows[:MAX_ABOVE]):
        filled = [index for index, cell in enumerate(row.cells) if cell and not is_total(cell)]
        if head in table.titles or len(filled) < _FEWEST:
            continue
        heads = [row.cells[index].strip() for index in filled[1:]]
        tests = [test for test in (names.every.__contains__, _is_like_device) if all(map(test, heads))]
        if not tests:
            continue
        below = [n for n in range(head + 1, len(table.rows)) if n not in table.titles]
        corner = next(
            (i for i in range(filled[1]) if any(cell_at(table.rows[n].cells, i) for n in below)), None
        )
        columns = {
            index: row.cells[index].strip() for index in filled if corner is not None and index > corner
        }
        if corner is None or len(columns) < _FEWEST:
            continue
        own = {n: cell_at(table.rows[n].cells, corner).strip() for n in below}
        for is_device in (test for test in tests if all(map(test, columns.values()))):
            rows = _rows(table, own, is_device, head)
            if rows:
                return _Matrix(head, corner, columns, rows)
    return None


def _is_like_device(text: str) -> bool:
    """Return whether a text is a name with a number that says the kind: ``spine-1``."""
    return bool(re.search(r"[0-9]", text)) and kind_of_name(text) is not None


def _rows(
    table: TextTable, own: Mapping[int, str], is_device: Callable[[str], bool], head: int
) -> tuple[int, ...]:
    """Return the rows of devices; none if most first cells are something else."""
    results, other = [], []
    for number, text in own.items():
        row = table.rows[number]
        filled = [cell for cell in row.cells if cell]
        if not filled or row.cells == table.rows[head].cells or row.cells[0][:1] == "#":
            continue
        if is_device(text):
            results.append(number)
        elif len(filled) > 1 and not is_between_rows(filled, len(row.cells)) and not is_total(text):
            other.append(row)
    if not results or len(results) <= len(other):
        return ()
    if other:
        text = next(cell for cell in other[0].cells if cell)
        what = f"{shown(text)!r} in the first column of a matrix of devices is not a listed device"
        raise InputError(other[0].where, what, "the name of a listed device, or no row")
    return tuple(results)


def _reading(table: TextTable, matrix: _Matrix, corner: str) -> str:
    """Return the meaning of the cells; raise `InputError` if they leave it open."""
    every = [(row, own, far, text) for row, own, far, text in matrix.cells(table)]
    parts = [part for *_, text in every for part in _SEVERAL.split(text)]
    pairs = sum(_PAIR.fullmatch(part) is not None for part in parts)
    form = _PAIR if 2 * pairs > len(parts) else _PORT
    for row, _, far, text in every:
        if not all(map(form.fullmatch, _SEVERAL.split(text))):
            name = shown(corner or next(iter(matrix.columns.values())))
            option = f'{setting("map")} "{name}={SKIPPED}"' if table.sheet else "leave this file out"
            what = f"{shown(text)!r} below {shown(far)!r} in a matrix of devices is no "
            what += "pair of ports" if form is _PAIR else "port and no count"
            remedy = f"ports such as 49 -> 1 or Eth1/49, or a number of cables; or {option}"
            raise InputError(row.where, what, remedy)
    if form is _PAIR:
        return _PAIRS
    by_row, by_column = ([(devices[side], part) for devices, part in _parts(every)] for side in (0, 1))
    is_of_row, is_of_column = (len({*ends}) == len(ends) for ends in (by_row, by_column))
    are_numbers = all(part.isdecimal() and int(part) < 1000 for part in parts)
    words = {*words_of(corner), *(word for text in _above(table, matrix) for word in words_of(text))}
    if are_numbers and not (is_of_row or is_of_column):
        return _COUNT
    if are_numbers and bool(words & _OF_COUNTS) != bool(words & _OF_PORTS):
        return _COUNT if words & _OF_COUNTS else _PORT_A if is_of_row else _PORT_B
    if not are_numbers and (is_of_row or is_of_column):
        return _PORT_A if is_of_row else _PORT_B
    name = shown(corner) if corner else f"{_source(table)}:{column_letter(matrix.corner)}"
    options = " or ".join(f'{setting("map")} "{name}={key}"' for key in (_COUNT, _PORT_A, _PORT_B))
    what = f"a matrix of devices whose cells may be ports or numbers of cables: {shown(every[0][-1])!r}"
    raise InputError(table.rows[matrix.head].where, what, options)


def _source(table: TextTable) -> str:
    """Return the name of a table's sheet or file in the user's options."""
    return shown(table.sheet or Path(table.where).name)


def _parts(every: Sequence[tuple[TableRow, str, str, str]]) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the devices and each port of the cells."""
    for _, own, far, text in every:
        for part in _SEVERAL.split(text):
            yield (own, far), part


def _above(table: TextTable, matrix: _Matrix) -> list[str]:
    """Return the titles above a matrix, the nearest first, and the name of its sheet."""
    titles = [next(filter(None, row.cells)) for row in table.rows[: matrix.head] if not row.is_empty]
    return [*reversed(titles), table.sheet]


def _rate(table: TextTable, matrix: _Matrix, corner: str) -> str:
    """Return the rate that the corner cell, a title or the sheet's name states, empty if none does."""
    rates = (rate_in(text) for text in (corner, *_above(table, matrix)))
    gbps = next((rate for rate in rates if rate is not None), None)
    return "" if gbps is None else f"{gbps:g}G"


def _pairs(table: TextTable, matrix: _Matrix, _reading: str) -> Iterator[tuple[TableRow, *tuple[str, ...]]]:
    """Yield row, a blank, both devices and both ports of each cable."""
    for row, own, far, text in matrix.cells(table):
        for part in _SEVERAL.split(text):
            if match := _PAIR.fullmatch(part):
                yield row, "", own, far, match[1].strip(), match[2].strip()


def _singles(
    table: TextTable, matrix: _Matrix, reading: str
) -> Iterator[tuple[TableRow, *tuple[str, ...]]]:
    """Yield row, count or port, and both devices of each cable; of counts in two halves the first."""
    seen: set[tuple[str, str]] = set()
    for row, own, far, text in matrix.cells(table):
        if reading == _COUNT and (far, own) in seen:
            continue
        seen.add((own, far))
        for part in _SEVERAL.split(text):
            yield row, part, own, far
