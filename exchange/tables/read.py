"""Reader of tables: files and sheets to rows of known fields, with a report of the interpretation."""

import gc
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from netfloor.exchange.tables.decimals import NumberText, decimal_sign, own_signs
from netfloor.exchange.tables.heading_lines import (
    MAX_ABOVE,
    cell_at,
    is_letter,
    plain,
)
from netfloor.exchange.tables.headings.layout import SKIPPED, Asked, Layout, find_layout
from netfloor.exchange.tables.headings.unknown_headings import not_of, passed_over
from netfloor.exchange.tables.notes.status_notes import report_unknown_values, with_statuses
from netfloor.exchange.tables.notes.tallies import compare_lengths, counted
from netfloor.exchange.tables.problems import NearNames, Problems
from netfloor.exchange.tables.report import TableReport
from netfloor.exchange.tables.row_kinds.statuses import ROW_TARGETS
from netfloor.exchange.tables.row_kinds.totals import says_unused
from netfloor.exchange.tables.rows import SubjectRow, SubjectTable
from netfloor.exchange.tables.subject import TableSubject, label
from netfloor.exchange.tables.tables import TableRow, TextTable, is_comment, read_tables, with_headings
from netfloor.exchange.tables.text_input import source_name
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import join_words
from netfloor.topologies.parameters import shown

#: Minimum share of cable names that occur in two rows, in a table of ends.
_FEWEST_PAIRED = 0.5


@dataclass(frozen=True)
class TableRequest:
    """The user's options for reading tables.

    Attributes
    ----------
    columns
        Meaning of columns by heading or letter, from ``--map``.
    decimal, separator
        Empty for automatic detection.
    switches, servers, panels
        Patterns of names, such as ``leaf*``.
    report
        Filled by reading.
    """

    columns: Asked = field(default_factory=dict)
    decimal: str = ""
    separator: str = ""
    switches: tuple[str, ...] = ()
    servers: tuple[str, ...] = ()
    panels: tuple[str, ...] = ()
    report: TableReport = field(default_factory=TableReport, compare=False)

    @property
    def patterns(self) -> dict[str, tuple[str, ...]]:
        """The patterns of names, by option."""
        return {"switches": self.switches, "servers": self.servers, "panels": self.panels}

    def columns_of(self, table: TextTable) -> dict[str, str]:
        """Return the columns for a table: those of no file or sheet, and its own (``devices.csv:C``)."""
        return {name: target for name, target in self._of(table).items() if target not in ROW_TARGETS}

    def rows_of(self, table: TextTable) -> dict[str, str]:
        """Return the targets for values of the columns of a table, by ``HEADING:VALUE``."""
        return {name: target for name, target in self._of(table).items() if target in ROW_TARGETS}

    def _of(self, table: TextTable) -> dict[str, str]:
        return {_column_of(name, table): target for name, target in self.columns.items()}


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause cyclic garbage collection, which would traverse 500,000 rows repeatedly."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def open_tables(path: Path, what: str, request: TableRequest) -> list[TextTable]:
    """Return the non-empty tables of a file; raise `InputError` if there are none."""
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

    ``plain``: column keys of a table without headings; only optional columns at the end may be missing.

    Raises `InputError` if the file matches neither format.
    """
    request = TableRequest()
    tables = open_tables(path, what, request)
    layout = find_layout(tables[0], subject, {})
    above = tables[0].rows[: layout.first - 1] if layout else ()
    # if a row above is as full as the supposed headings, they are data
    is_headed = layout and not any(sum(map(bool, row.cells)) >= len(layout.by_key) for row in above)
    if len(tables) > 1 or is_headed:
        subjects = read_subjects([path], (subject,), request, problems)
        rows = [row for table in subjects for row in table.rows()]
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
    headings = [label(key) for key in plain]
    table = with_headings(tables[0], headings)
    layout = find_layout(table, subject, dict(zip(headings, headings, strict=True)))
    assert layout is not None  # noqa: S101 - these headings are given
    return list(SubjectTable(table, subject, layout).rows()), False


def _is_blank(row: TableRow) -> bool:
    return row.is_empty or (row.cells[0].startswith("# ") and is_comment(row.cells))


#: Splits a table into tables of one kind each, with notes, given the user's column options.
Reshape = Callable[[TextTable, list[str], Asked], list[TextTable]]
#: Returns this function for the tables of all files.
Reshaper = Callable[[Sequence[TextTable]], Reshape]


def _unchanged(_tables: Sequence[TextTable]) -> Reshape:
    return lambda table, *_: [table]


def read_subjects(
    paths: Sequence[Path],
    subjects: Sequence[TableSubject],
    request: TableRequest,
    problems: Problems,
    reshaper: Reshaper = _unchanged,
) -> list[SubjectTable]:
    """Return every table of some files as the subject that its headings identify.

    Workbook sheets of no subject are skipped with a note if another sheet has one. ``reshaper`` splits
    tables with rows of several kinds.
    """
    rough: list[SubjectTable] = []
    usual = [subject for subject in subjects if not subject.paired]
    files: list[list[TextTable]] = []
    for path in paths:
        with problems.collecting():
            files.append(open_tables(path, f"list of {usual[-1].what}", request))
    reshape = reshaper([table for opened in files for table in opened])
    for opened in files:
        before = len(problems)
        with problems.collecting():
            tables = [
                item
                for table in opened
                for item in reshape(table, request.report.notes, request.columns_of(table))
            ]
            rough += _of_subjects(tables, subjects, request, problems)
        if len(problems) > before:
            request.report.used |= _named_in(opened, request)
    named = frozenset(name for table in rough for name in _listed(table) if says_unused(name))
    distinct = [replace(table, listed=named) for table in _with_distinct_columns(rough)]
    distinct = with_statuses([_with_skipped(table, request) for table in distinct], request.rows_of)
    tallied = []
    of_file: dict[str, list[NumberText]] = defaultdict(list)
    for table in distinct:
        request.report.used |= {
            name for name in request.columns if _column_of(name, table.table) in table.layout.used
        }
        tallied.append(counted(table, request.report, problems))
    for table, numbers in tallied:
        of_file[_file(table)] += numbers
    results = []
    for table, numbers in tallied:
        pooled = of_file[_file(table)]
        sign = request.decimal or decimal_sign(table, numbers, pooled, request.report, problems)
        own = {} if request.decimal else own_signs(table, numbers, pooled, problems)
        results.append(replace(table, decimal=sign, own_decimals=own))
        for keys in results[-1].lengths.values():
            compare_lengths(results[-1], keys, problems)
    _skipped_twice(results, request, problems)
    _report_unknown(results, request, problems)
    return results


def _named_in(tables: Sequence[TextTable], request: TableRequest) -> frozenset[str]:
    """Return the names of the user's map that may be columns of tables refused for another reason."""
    names = set[str]()
    for table in tables:
        there = {plain(cell) for row in table.rows[:MAX_ABOVE] for cell in row.cells}
        own = {name: _column_of(name, table) for name in request.columns}
        names |= {name for name, column in own.items() if plain(column) in there or is_letter(column)}
    return frozenset(names)


def _report_unknown(results: Sequence[SubjectTable], request: TableRequest, problems: Problems) -> None:
    """Report headings and values of the user's map that no table has."""
    request.report.used |= report_unknown_values(results, request.columns, _column_of, problems)
    for heading in request.columns:
        if heading not in request.report.used and results:
            there = [
                column.heading for table in results for column in table.layout.columns if column.heading
            ]
            listed = f"the columns are {', '.join(shown(name) for name in dict.fromkeys(there[:40]))}"
            what = f"there is no column {shown(heading)!r}"
            if request.columns[heading] in ROW_TARGETS:
                what = f"{shown(heading)!r} names no column and value, such as Status:Cancelled"
            problems.add(setting("map"), what, NearNames(there).advice(heading, listed))


def _of_subjects(
    tables: Sequence[TextTable],
    subjects: Sequence[TableSubject],
    request: TableRequest,
    problems: Problems,
) -> list[SubjectTable]:
    """Return the tables of a file as the subjects that their headings identify; pass over the others.

    Raises `InputError` if there is none.
    """
    usual = [subject for subject in subjects if not subject.paired]
    layouts = [_best(table, subjects, request) for table in tables]
    if not any(layouts):
        raise not_of(tables, usual, request.columns_of(tables[0]))
    for item, layout in zip(tables, layouts, strict=True):
        if layout is None:
            _pass_over(item, usual, request, problems)
    return [
        SubjectTable(table, *best) for table, best in zip(tables, layouts, strict=True) if best is not None
    ]


def _pass_over(
    table: TextTable, subjects: Sequence[TableSubject], request: TableRequest, problems: Problems
) -> None:
    """Note a table without known headings beside others, or report it if it looks like cables."""
    request.report.used |= _named_in([table], request)
    with problems.collecting():
        file = table.where.partition(": sheet ")[0]
        note = passed_over(table, subjects, request.columns_of(table), is_whole=True)
        request.report.notes.append(f"{file}: {note}")


def _column_of(name: str, table: TextTable) -> str:
    """Return the column that a name of the user's map has in a table, without its file or sheet."""
    file = table.where.partition(": sheet ")[0]
    for prefix in filter(None, (table.sheet, Path(file).name, file)):
        if name.startswith(f"{prefix}:"):
            return name[len(prefix) + 1 :].strip()
    return name


def _skipped_twice(tables: Sequence[SubjectTable], request: TableRequest, problems: Problems) -> None:
    """Report letters that skip a column of devices and one of cables."""
    for name, target in request.columns.items():
        used = [table for table in tables if name in table.layout.used and is_letter(name)]
        if target == SKIPPED and len({item.subject.what for item in used}) > 1:
            files = [item.table.sheet or Path(_file(item)).name for item in used]
            what = f"{name} is a column of {join_words([*map(shown, files)])}"
            options = (f'{setting("map")} "{shown(file)}:{name}={SKIPPED}"' for file in files)
            problems.add(setting("map"), what, " or ".join(options))


def _listed(table: SubjectTable) -> Iterator[str]:
    """Yield the names of a device list."""
    if (column := table.columns.get("name")) is not None and table.subject.has_free_units:
        yield from (cell_at(row.cells, column.index) for row in table.table.rows[table.layout.first :])


def _file(table: SubjectTable) -> str:
    """Return the file of a table, without its sheet."""
    return table.table.where.partition(": sheet ")[0]


def _with_distinct_columns(tables: Sequence[SubjectTable]) -> list[SubjectTable]:
    """Return tables without tentative columns that share cells across tables: these number the rows."""
    seen: dict[tuple[str, str], set[str]] = {}
    again: set[str] = set()
    likely = [
        (table, column)
        for table in tables
        for column in table.layout.columns
        if column.meaning and column.meaning.field.distinct and not column.meaning.is_sure
    ]
    for table, column in likely:
        cells = {
            cell
            for row in table.table.rows[table.layout.first :]
            if (cell := cell_at(row.cells, column.index))
        }
        known = seen.setdefault((table.subject.what, column.key), set())
        again |= {column.key} if known & cells else set()
        known |= cells
    out = {(id(table), column.index) for table, column in likely if column.key in again}
    return [
        replace(
            table,
            layout=replace(
                table.layout,
                columns=tuple(
                    replace(column, meaning=None) if (id(table), column.index) in out else column
                    for column in table.layout.columns
                ),
            ),
        )
        for table in tables
    ]


def _best(
    table: TextTable, subjects: Sequence[TableSubject], request: TableRequest
) -> tuple[TableSubject, Layout] | None:
    """Return the subject with the most known columns, the first in a tie, and the layout.

    Cables whose headings do not distinguish the ends, such as Object and Name, are the last resort.
    """
    every = [
        (subject, layout)
        for subject in subjects
        if (layout := find_layout(table, subject, request.columns_of(table)))
        and _is_paired(table, subject, layout)
    ]
    of_ends = next((pair for pair in every if pair[0].paired), None)
    if of_ends and not any(item.needs_both_ends and layout.tells_ends for item, layout in every):
        return of_ends
    result = [pair for pair in every if pair[1].tells_ends] or every
    asked = request.columns_of(table)
    return max(result, key=lambda pair: (_said(pair[1], asked), len(pair[1].by_key)), default=None)


def _said(layout: Layout, asked: Asked) -> int:
    """Return the number of columns assigned by the user."""
    said = {plain(name) for name, meaning in asked.items() if meaning != SKIPPED}
    return sum(plain(column.heading) in said for column in layout.columns if column.meaning)


def _is_paired(table: TextTable, subject: TableSubject, layout: Layout) -> bool:
    """Return whether rows of a subject of ends come in pairs: no name three times, few only once."""
    if not subject.paired:
        return True
    index = layout.by_key[subject.paired].index
    times = Counter(cell_at(row.cells, index) for row in table.rows[layout.first :] if not row.is_empty)
    twice = sum(count == 2 for count in times.values())
    return "" not in times and max(times.values(), default=0) == 2 and _FEWEST_PAIRED * len(times) <= twice


def _with_skipped(table: SubjectTable, request: TableRequest) -> SubjectTable:
    """Return a table that knows the columns that the user skips."""
    asked = request.columns_of(table.table)
    names = {name.strip() for name, meaning in asked.items() if meaning == SKIPPED}
    return replace(table, skipped=frozenset(names | {*map(plain, names)}))
