"""Tables of a subject: files and sheets to rows of known fields, and what was understood of them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from itertools import takewhile
from pathlib import Path

from netfloor.exchange.tables.heading_lines import plain
from netfloor.exchange.tables.layout import (
    SKIPPED,
    Asked,
    Layout,
    TableColumn,
    column_letter,
    find_layout,
    is_imperial,
    map_options,
)
from netfloor.exchange.tables.numbers import (
    LENGTH_TEXT,
    LENGTH_UNITS,
    UnclearNumberError,
    find_decimal,
    is_unclear_rate,
    lengths_agree,
    parse_gbps,
    parse_length,
    parse_quantity,
)
from netfloor.exchange.tables.problems import NearNames, Problems, shortened
from netfloor.exchange.tables.report import TableReport, Understood, Unused
from netfloor.exchange.tables.subject import COUNT, LENGTH, MONEY, RATE, WORDED, TableSubject, label
from netfloor.exchange.tables.tables import (
    BROKEN,
    TableRow,
    TextTable,
    read_tables,
    sound_text,
    with_headings,
)
from netfloor.exchange.tables.text_input import source_name
from netfloor.exchange.tables.totals import no_row
from netfloor.exchange.tables.unknown_headings import not_of
from netfloor.exchange.tables.workbook_input import NumberCell
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import MIN_GBPS, MOST_GBPS
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import printable, shown

#: Characters of a cell that is read; no pattern is tried on longer ones.
LONGEST_CELL = 200
#: Rows that a note names.
_NAMED_ROWS = 10
#: Longer than any cable in a hall.
MOST_MM = 1_000_000_000
#: Signs beside lengths in a cell that says nothing else: ``3m (10ft)``, ``~3 m``.
_BESIDE = frozenset(" ()[]/~\u2248\u00a0=")
#: What people write for nothing.
_NOTHING = frozenset({"-", "\u2013", "\u2014", "n/a", "na", "none", "tbd", "?"})


@dataclass(frozen=True)
class TableRequest:
    """What a user says of tables.

    Attributes
    ----------
    columns
        Meaning of columns by heading or letter, as ``--map`` gives it.
    decimal, separator
        Empty to find out.
    switches, servers
        Patterns of names, such as ``leaf*``.
    report
        Filled by reading.
    """

    columns: Asked = field(default_factory=dict)
    decimal: str = ""
    separator: str = ""
    switches: tuple[str, ...] = ()
    servers: tuple[str, ...] = ()
    report: TableReport = field(default_factory=TableReport, compare=False)


@dataclass(frozen=True)
class SubjectTable:
    """A table whose columns are known."""

    table: TextTable
    subject: TableSubject
    layout: Layout
    decimal: str = "."
    skipped: frozenset[str] = frozenset()  # headings and letters of columns that the user passes over

    @cached_property
    def columns(self) -> Mapping[str, TableColumn]:
        """The columns by key."""
        return self.layout.by_key

    @cached_property
    def lengths(self) -> Mapping[str, tuple[str, ...]]:
        """The keys of the columns of each length, those of a metric unit first."""
        found: dict[str, tuple[str, ...]] = {}
        for key in sorted(self.columns):
            if self.subject.field_of(key).reading == LENGTH:
                base = key.partition("#")[0]
                found[base] = (*found.get(base, ()), key)
        return found

    @cached_property
    def further(self) -> tuple[tuple[int, str], ...]:
        """Index and heading of each further column, two of one heading apart."""
        seen: dict[str, int] = {}
        found = []
        for column in self.layout.columns:
            told = {plain(column.heading), column_letter(column.index)}
            if not column.meaning and column.heading and not told & self.skipped:
                seen[column.heading] = seen.get(column.heading, 0) + 1
                times = seen[column.heading]
                found.append((column.index, f"{column.heading} {times}" if times > 1 else column.heading))
        return tuple(found)

    def rows(self, dropped: list[str] | None = None) -> Iterator["SubjectRow"]:
        """Yield the rows below the headings that are neither empty, comments, titles, totals nor notes.

        ``dropped``: takes the place of each other row that holds a cell, and what it was taken for.
        """
        needed = [self.columns[key].index for key in self.subject.needed]
        headings = [column.heading for column in self.layout.columns]
        left_out: list[str] = [] if dropped is None else dropped
        width, keys = len(headings), [(key, column.index) for key, column in self.columns.items()]
        for number in range(self.layout.first, len(self.table.rows)):
            row = self.table.rows[number]
            if row.is_empty:
                continue
            cells = row.cells
            count = len(cells)
            names = [cells[index] if index < count else "" for index in needed]
            if cells[0].startswith("#") and cells[0] not in BROKEN:
                if all(names) and cells[0][1:2].isalnum():  # it may be a name
                    left_out.append(self._left_out(row, "a comment"))
                continue
            is_title = number in self.table.titles
            other = "a title" if is_title else no_row(cells, names, self.layout.columns, self.subject)
            if other:
                left_out.append(self._left_out(row, other))
                continue
            values = {key: cells[index] for key, index in keys if index < count and cells[index]}
            further = {name: cells[i] for i, name in self.further if i < count and cells[i]}
            apart = tuple(cell for cell, head in zip(cells, headings, strict=False) if cell and not head)
            beyond = tuple(filter(None, cells[width:])) if count > width else ()
            is_cut = count < width and ": line " in row.where  # a workbook has no blank cells at the end
            yield SubjectRow(row.where, values, further, self, apart, beyond, is_cut)

    def _left_out(self, row: TableRow, taken_for: str) -> str:
        """Return the line of a row, its first text and what it was taken for."""
        first = next(cell for cell in row.cells if cell)
        return f"{row.where.removeprefix(f'{self.table.where}: ')} ({shown(first[:40])!r}: {taken_for})"


@dataclass(frozen=True)
class SubjectRow:
    """A row by the fields of its subject; blank cells are left out."""

    where: str
    values: Mapping[str, str]
    further: Mapping[str, str]  # by heading
    table: SubjectTable
    apart: tuple[str, ...] = ()  # cells below an empty heading
    beyond: tuple[str, ...] = ()  # cells to the right of all headings
    is_cut: bool = False  # a line with fewer cells than headings

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def text(self, key: str) -> str:
        """Return a cell, empty where it is blank; refuse a long one, and one that a spreadsheet broke."""
        value = self.values.get(key)
        return checked_cell(value, self.where, label(key)) if value else ""

    def needed(self, key: str) -> str:
        """Return a cell that must not be blank."""
        if not (text := self.text(key)):
            raise InputError(self.where, f"{label(key)} is empty", "a value in every row")
        return text

    def length_mm(self, key: str) -> int | None:
        """Return a length in mm: in the unit of its cell, column of units or heading, else metres.

        Of several columns the first that is filled counts; they agree where all problems were raised.
        """
        found = (self.column_mm(name) for name in self.table.lengths.get(key, ()))
        return next((mm for mm in found if mm is not None), None)

    def column_mm(self, key: str) -> int | None:
        """Return a length in mm of one column."""
        text = self.text(key)
        if not text or text.lower() in _NOTHING:
            return None
        try:
            mm = self._length(key, text)
        except ValueError as error:
            what = f"length {shown(text)!r} {error}"
            raise InputError(self.where, what, "such as 15, 15.00 m, 49.2 ft or 3m (10ft)") from error
        if not 0 <= mm <= MOST_MM:
            limit = f"at most {MOST_MM // 10**6} km"
            raise InputError(self.where, f"length {shown(text)!r} is beyond any cable", limit)
        return round(mm)

    def _length(self, key: str, text: str) -> Decimal:
        """Return a length in mm; `ValueError` with what is wrong."""
        own = self._unit(key)
        units = "" if own and len(self.table.lengths) > 1 else f"{key.partition('#')[0]}_unit"
        named = self.text(units).lower().strip(". ")
        if named and named not in LENGTH_UNITS:
            raise ValueError(f"has the unit {shown(named)!r}")
        unit = named or own
        if units in self.table.columns and not unit and not any(map(str.isalpha, text)):
            heading = shown(self.table.columns[key].heading)
            of_unit = shown(self.table.columns[units].heading)
            what = f"a length without a unit: its cell in {of_unit!r} is blank"
            option = f'{setting("map")} "{heading}={label(key)} (m)"'
            raise InputError(self.where, what, f"a unit beside each length, or {option} for metres")
        if set(LENGTH_TEXT.sub("", text)) - _BESIDE:
            raise ValueError("is not a length")
        mm = parse_length(text, self._decimal(text), LENGTH_UNITS[unit] if unit else "m")
        if named and any(map(str.isalpha, text)):
            digits = re.sub(r"[^0-9.,]", "", text)
            if parse_length(digits, self._decimal(text), LENGTH_UNITS[named]) != mm:
                raise ValueError(f"is not in {named}, as the column of units says")
        return mm

    def gbps(self, key: str) -> float | None:
        """Return a rate in Gb/s: by the unit of the cell, of the heading, else Gb/s."""
        text = self.text(key)
        if not text or text.lower() in _NOTHING:
            return None
        try:
            gbps = parse_gbps(text, self._decimal(text), self.text(f"{key}_unit") or self._unit(key) or "g")
        except (ValueError, KeyError):
            gbps = 0
        if not MIN_GBPS <= gbps <= MOST_GBPS:
            expected = f"such as 100G, 25 Gb/s or 1000M, up to {MOST_GBPS:,} Gb/s"
            raise InputError(self.where, f"rate {shown(text)!r}", expected)
        return gbps

    def amount(self, key: str, highest: float) -> float | None:
        """Return a quantity that is not negative, in the unit of its reading: watts or kilograms."""
        text = self.text(key)
        if not text or text.lower() in _NOTHING:
            return None
        reading = self.table.subject.field_of(key).reading
        heading = self._unit(key)
        try:
            number = float(parse_quantity(text.lower(), self._decimal(text), reading, heading))
        except ValueError:
            number = -1
        if not 0 <= number <= highest:
            raise InputError(self.where, f"{label(key)} {shown(text)!r}", f"a number from 0 to {highest:,}")
        return number

    def _unit(self, key: str) -> str:
        column = self.table.columns.get(key)
        return column.meaning.unit if column and column.meaning else ""

    def _decimal(self, text: str) -> str:
        """Return the decimal sign of a cell: numbers of a workbook have a point."""
        return "." if isinstance(text, NumberCell) else self.table.decimal


def checked_cell(text: str, where: str, name: str) -> str:
    """Return a cell; refuse what a spreadsheet broke, and what no message could show."""
    if len(text) > LONGEST_CELL:
        raise InputError(where, f"{name} has {len(text):,} characters", f"at most {LONGEST_CELL}")
    if not text.isprintable():
        raise InputError(where, f"{name} {shown(text)!r} holds a control character")
    return sound_text(text, where, name)


def open_tables(path: Path, what: str, request: TableRequest) -> list[TextTable]:
    """Return the tables of a file that hold any row; `InputError` without any."""
    tables = read_tables(path, what, request.separator)
    filled = [table for table in tables if not all(map(_is_blank, table.rows))]
    if not filled:
        raise InputError(source_name(path), "holds no row", "headings, then rows")
    for table in filled:
        request.report.notes += table.notes
    return filled


def read_with_or_without_headings(
    path: Path, what: str, subject: TableSubject, plain: Sequence[str], problems: Problems
) -> tuple[list[SubjectRow], bool]:
    """Return the rows of a file's tables, and whether they have headings.

    ``plain``: the keys of the columns of a table without headings; only those that the subject needs may
    not be left out at the end.

    Raises
    ------
    InputError
        If it is neither.
    """
    request = TableRequest()
    tables = open_tables(path, what, request)
    layout = find_layout(tables[0], subject, {})
    above = tables[0].rows[: layout.first - 1] if layout else ()
    # a row above them that is as full as the headings is data: they are none
    is_headed = layout and not any(sum(map(bool, row.cells)) >= len(layout.by_key) for row in above)
    if len(tables) > 1 or is_headed:
        found = read_subjects([path], (subject,), request, problems)
        rows = [row for table in found for row in table.rows()]
        for headed in rows:
            if headed.beyond and not headed.table.table.sheet:
                what = f"{shown(headed.beyond[0][:40])!r} is beyond the last heading"
                problems.add(headed.where, what, "a cell that holds the separator needs quotes")
        return rows, True
    counts = range(len(subject.needed), len(plain) + 1)
    for row in tables[0].rows:
        if not _is_blank(row) and len(row.cells) not in counts:
            forms = " or ".join(",".join(map(label, plain[:count])) for count in counts)
            expected = f"{forms}; a first line of headings allows more"
            raise InputError(row.where, f"{len(row.cells)} columns", expected)
    table = with_headings(tables[0], [label(key) for key in plain])
    layout = find_layout(table, subject, {})
    assert layout is not None  # noqa: S101 - these headings are known
    return list(SubjectTable(table, subject, layout).rows()), False


def _is_blank(row: TableRow) -> bool:
    return row.is_empty or row.cells[0].startswith("# ")


def read_subjects(
    paths: Sequence[Path], subjects: Sequence[TableSubject], request: TableRequest, problems: Problems
) -> list[SubjectTable]:
    """Return every table of some files as one of the subjects that its headings name.

    Sheets of a workbook that are of none are passed over with a note, where another one is.
    """
    found: list[SubjectTable] = []
    for path in paths:
        with problems.collecting():
            tables = open_tables(path, f"list of {subjects[-1].what}", request)
            layouts = [_best(table, subjects, request) for table in tables]
            if not any(layouts):
                raise not_of(tables, subjects, request.columns)
            passed = [shown(table.sheet) for table, one in zip(tables, layouts, strict=True) if one is None]
            if passed:
                names = join_words([repr(name) for name in passed])
                request.report.notes.append(
                    f"{source_name(path)}: no known headings in {names}: passed over"
                )
            for table, best in zip(tables, layouts, strict=True):
                if best is not None:
                    found.append(_settled(SubjectTable(table, *best), request, problems))
    for heading in request.columns:
        if heading not in request.report.used and found:
            there = [column.heading for table in found for column in table.layout.columns if column.heading]
            listed = f"the columns are {', '.join(shown(name) for name in dict.fromkeys(there[:40]))}"
            what = f"there is no column {shown(heading)!r}"
            problems.add(setting("map"), what, NearNames(there).advice(heading, listed))
    return found


def _best(
    table: TextTable, subjects: Sequence[TableSubject], request: TableRequest
) -> tuple[TableSubject, Layout] | None:
    """Return the subject with most known columns, the first of equals, and the layout."""
    found = [(one, layout) for one in subjects if (layout := find_layout(table, one, request.columns))]
    return max(found, key=lambda pair: len(pair[1].by_key), default=None)


def _settled(rough: SubjectTable, request: TableRequest, problems: Problems) -> SubjectTable:
    """Return a table with its decimal sign; report its columns, and what is ambiguous in them."""
    for problem in rough.layout.problems:
        problems.include(problem)
    request.report.used |= rough.layout.used
    names = {name.strip() for name, meaning in request.columns.items() if meaning == SKIPPED}
    rough = replace(rough, skipped=frozenset(names | {*map(plain, names)}))
    tallies = [_Tally(column, key) for key, column in rough.columns.items()]
    numbers: list[tuple[str, str]] = []
    dropped, above = list[str](), _rows_above(rough)
    if above:
        request.report.notes.append(
            f"{rough.layout.where}: {count_text(len(above), 'row')} above these headings, as full as they "
            f"are, not read: {shortened(above, _NAMED_ROWS)}"
        )
    further: Counter[str] = Counter()
    for row in rough.rows(dropped):
        for tally in tallies:
            if text := row.values.get(tally.key):
                tally.add(text, row, numbers)
        further.update(row.further.keys())
    if dropped:
        text = shortened(dropped, _NAMED_ROWS)
        request.report.notes.append(f"{rough.table.where}: not read as {rough.subject.what}: {text}")
    lacking_keys = tuple(key for key in rough.subject.keys if key not in rough.columns)
    request.report.unused += [
        Unused(rough.table.where, name, further[name], lacking_keys)
        for _, name in rough.further
        if further[name]
    ]
    for tally in tallies:
        if tally.unclear:
            name, key = tally.column.heading, label(tally.key)
            what = f"rates in column {shown(name)!r} have no unit: {shown(tally.unclear)} Mb/s or Gb/s?"
            options = (f'{setting("map")} "{name}={key} ({unit})"' for unit in ("Mb/s", "Gb/s"))
            problems.add(rough.layout.where, what, " or ".join(options))
        request.report.columns.append(tally.understood(rough))
    decimal = request.decimal or _decimal(numbers, rough, problems)
    settled = replace(rough, decimal=decimal)
    for keys in settled.lengths.values():
        _compare_lengths(settled, keys, problems)
    return settled


def _compare_lengths(table: SubjectTable, keys: Sequence[str], problems: Problems) -> None:
    """Ask which of several columns holds the length, where two differ in a row."""
    differing: list[str] = []
    columns = [table.columns[key] for key in keys]
    rounded = any(map(is_imperial, columns))
    for row in table.rows() if len(keys) > 1 else ():
        try:
            mm = [found for key in keys if (found := row.column_mm(key)) is not None]
        except InputError:  # a problem of its row when that is read
            continue
        if not lengths_agree(mm, rounded=rounded):
            differing.append(row.where.removeprefix(f"{table.table.where}: "))
    if differing:
        names = join_words([repr(shown(column.heading)) for column in columns])
        what = (
            f"{names} give different lengths in {count_text(len(differing), 'row')}, first {differing[0]}"
        )
        problems.add(table.layout.where, what, map_options(columns))


def _rows_above(rough: SubjectTable) -> list[str]:
    """Return the lines above the headings that have as many cells as there are known headings."""
    above = takewhile(lambda row: row.where != rough.layout.where, rough.table.rows)
    full = [row for row in above if sum(map(bool, row.cells)) >= max(2, len(rough.columns))]
    return [row.where.removeprefix(f"{rough.table.where}: ") for row in full]


@dataclass
class _Tally:
    """What is counted of a column."""

    column: TableColumn
    key: str
    count: int = 0
    example: str = ""
    unclear: str = ""  # the first rate that may be Mb/s or Gb/s
    reading: str = ""
    unit: str = ""

    def __post_init__(self) -> None:
        meaning = self.column.meaning
        if meaning is not None:
            self.reading, self.unit = meaning.field.reading, meaning.unit

    def add(self, text: str, row: SubjectRow, numbers: list[tuple[str, str]]) -> None:
        """Count a cell, and add it to the numbers that tell the decimal sign."""
        self.count += 1
        self.example = self.example or text
        if self.reading in WORDED or len(text) > LONGEST_CELL:
            return
        if self.reading != COUNT and not isinstance(text, NumberCell) and ("," in text or "." in text):
            numbers.append((f"{row.where}, column {self.column.heading}", text))
        if self.reading == RATE and not (self.unclear or self.unit or f"{self.key}_unit" in row):
            self.unclear = text if is_unclear_rate(text, ".") else ""

    def understood(self, table: SubjectTable) -> Understood:
        """Return what is reported of the column."""
        meaning = self.column.meaning.text if self.column.meaning else ""
        heading = self.column.heading or column_letter(self.column.index)
        return Understood(table.table.where, heading, meaning, self.example, self.count, table.subject.what)


def _decimal(numbers: Sequence[tuple[str, str]], rough: SubjectTable, problems: Problems) -> str:
    """Return the decimal sign of a table's numbers; one that may be thousands has decimals in lists."""
    try:
        return find_decimal(numbers)
    except UnclearNumberError as error:
        if MONEY in {one.reading for one in rough.subject.fields}:
            where = error.where.partition(", column ")[0]
            what = f"{error.number!r} may be thousands or have decimals"
            problems.add(where, what, f"{setting('decimal')} . or {setting('decimal')} ,")
            return "."
        return "," if "," in error.number else "."
    except ValueError as error:
        problems.add(rough.table.where, printable(str(error)), f"{setting('decimal')} . or ,")
        return "."
