"""The cells of each column counted: examples, the decimal separator, and rates of unclear unit."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from netfloor.exchange.tables.columns import TableColumn, is_imperial, map_options
from netfloor.exchange.tables.decimals import NumberText
from netfloor.exchange.tables.heading_lines import column_letter
from netfloor.exchange.tables.notes.left_out import left_out_notes
from netfloor.exchange.tables.numbers import is_unclear_rate, lengths_agree
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.report import KEPT, OF_STATUS, USED_LATER, TableReport, Understood, Unused
from netfloor.exchange.tables.rows import SubjectRow, SubjectTable
from netfloor.exchange.tables.subject import COUNT, RATE, WORDED, compact, label
from netfloor.exchange.tables.tables import LONGEST_CELL
from netfloor.exchange.tables.workbook_input import NumberCell
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import shown

#: Bare rates from this value on are in Mb/s: no link has so many Gb/s.
_SURELY_MEGABITS = 10_000


def counted(
    rough: SubjectTable, report: TableReport, problems: Problems
) -> tuple[SubjectTable, list[NumberText]]:
    """Return a table and the numbers that show its decimal separator; report columns and ambiguities."""
    for problem in rough.layout.problems:
        problems.include(problem)
    tallies = [_Tally(column, key) for key, column in rough.columns.items()]
    numbers: list[NumberText] = []
    dropped: list[str] = []
    further, examples = _count_cells(rough, tallies, numbers, dropped)
    report.notes += left_out_notes(rough, dropped)
    lacking_keys = tuple(key for key in rough.subject.keys if key not in rough.columns)
    of_status = {column.index for column in rough.statuses if column.is_status and column.of_cables}
    for index, name in rough.further:
        if not further[name] or rough.layout.columns[index].meaning:
            continue
        if index in of_status:
            kept = (rough.table.where, name, OF_STATUS, examples[name], further[name], rough.subject.what)
            report.kept.append(Understood(*kept))
        elif compact(name) in USED_LATER | rough.subject.used_later:
            use = rough.subject.later_use if compact(name) in rough.subject.used_later else KEPT
            kept = (rough.table.where, name, use, examples[name], further[name], rough.subject.what)
            report.kept.append(Understood(*kept))
        else:
            report.unused.append(Unused(rough.table.where, name, further[name], lacking_keys))
    for tally in tallies:
        if tally.unclear and tally.highest >= _SURELY_MEGABITS:
            rough = tally.in_megabits(rough)
            report.notes.append(
                f"{rough.table.where}: {shown(tally.column.heading)!r} is read as Mb/s: "
                f"{tally.highest:,} Gb/s is not a link rate"
            )
        elif tally.unclear:
            name, key = tally.column.heading, label(tally.key)
            what = f"rates in column {shown(name)!r} have no unit: {shown(tally.unclear)} Mb/s or Gb/s?"
            named = rough.option_name(tally.key)
            options = (f'{setting("map")} "{named}={key} ({unit})"' for unit in ("Mb/s", "Gb/s"))
            problems.add(rough.layout.where, what, " or ".join(options))
        report.columns.append(tally.understood(rough))
    return rough, numbers


def _count_cells(
    table: SubjectTable,
    tallies: Sequence["_Tally"],
    numbers: list[NumberText],
    dropped: list[str],
) -> tuple[Counter[str], dict[str, str]]:
    """Fill the tallies, the numbers that show the decimal separator and the dropped rows.

    Returns the number of cells in each extra column, and its first cell.
    """
    further: Counter[str] = Counter()
    examples: dict[str, str] = {}
    filled: Counter[str] = Counter()
    numbered, waiting = [tally for tally in tallies if tally.reading not in WORDED], [*tallies]
    for row in table.rows(dropped):
        filled.update(row.values.keys())
        if waiting:
            for tally in waiting:
                tally.example = row.values.get(tally.key, "")
            waiting = [tally for tally in waiting if not tally.example]
        for tally in numbered:
            if text := row.values.get(tally.key):
                tally.add(text, row, numbers)
        if row.further:
            further.update(row.further.keys())
            for name in row.further.keys() - examples.keys():
                examples[name] = row.further[name]
    for tally in tallies:
        tally.count = filled[tally.key]
    return further, examples


def compare_lengths(table: SubjectTable, keys: Sequence[str], problems: Problems) -> None:
    """Report a problem if two length columns differ in a row."""
    differing: list[str] = []
    columns = [table.columns[key] for key in keys]
    rounded = any(map(is_imperial, columns))
    for row in table.rows() if len(keys) > 1 else ():
        try:
            mm = [result for key in keys if (result := row.column_mm(key)) is not None]
        except InputError:  # reported when the row is read
            continue
        if not lengths_agree(mm, rounded=rounded):
            differing.append(row.where.removeprefix(f"{table.table.where}: "))
    if differing:
        names = join_words([repr(shown(column.heading)) for column in columns])
        what = (
            f"{names} give different lengths in {count_text(len(differing), 'row')}, first {differing[0]}"
        )
        problems.add(table.layout.where, what, map_options(columns))


@dataclass
class _Tally:
    """Statistics of a column."""

    column: TableColumn
    key: str
    count: int = 0
    example: str = ""
    unclear: str = ""  # the first rate that may be Mb/s or Gb/s
    highest: int = 0  # the highest whole number among these
    reading: str = ""
    unit: str = ""

    def __post_init__(self) -> None:
        meaning = self.column.meaning
        if meaning is not None:
            self.reading, self.unit = meaning.field.reading, meaning.unit

    def add(self, text: str, row: SubjectRow, numbers: list[NumberText]) -> None:
        """Add a cell to the numbers that show the decimal separator, and check that its rate is clear."""
        if len(text) > LONGEST_CELL:
            return
        if self.reading != COUNT and not isinstance(text, NumberCell) and ("," in text or "." in text):
            numbers.append(NumberText(row.where, text, self.column))
        if self.reading == RATE and not (self.unclear or self.unit or f"{self.key}_unit" in row):
            self.unclear = text if is_unclear_rate(text, ".") else ""
        if self.unclear and text.isascii() and text.isdecimal():
            self.highest = max(self.highest, int(text[:12]))

    def in_megabits(self, table: SubjectTable) -> SubjectTable:
        """Return the table with its rates in Mb/s."""
        assert self.column.meaning is not None  # noqa: S101 - a column of rates
        meaning = replace(self.column.meaning, unit="mb/s")
        old, self.column = self.column, replace(self.column, meaning=meaning)
        columns = tuple(self.column if column is old else column for column in table.layout.columns)
        return replace(table, layout=replace(table.layout, columns=columns))

    def understood(self, table: SubjectTable) -> Understood:
        """Return the column's entry for the report."""
        meaning = self.column.meaning.text if self.column.meaning else ""
        heading = self.column.heading or column_letter(self.column.index)
        return Understood(table.table.where, heading, meaning, self.example, self.count, table.subject.what)
