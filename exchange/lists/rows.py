"""The rows of users' lists, the ranges in their cells expanded."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from netfloor.exchange.lists.ranges import expand_ranges, row_texts
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.read import SubjectRow, SubjectTable, checked_cell
from netfloor.exchange.tables.subject import label
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

#: Of all rows of one kind of list, ranges expanded.
MAX_ROWS = 1_000_000


def list_rows(tables: Sequence[SubjectTable], problems: Problems) -> Iterator[SubjectRow]:
    """Yield a row for each device or cable that the ranges of the tables stand for."""
    total = 0
    for table in tables:
        for row in table.rows():
            for cell in (*row.apart, *row.beyond):
                what = f"{shown(cell[:40])!r} has no heading"
                advice = 'a heading for each column; a cell with a comma needs quotes: "leaf[1-3,7]"'
                problems.add(row.where, what, advice)
            for one in _expanded(row, problems):
                if (total := total + 1) > MAX_ROWS:
                    what = f"the ranges stand for too many {table.subject.what}"
                    problems.add(row.where, what, f"at most {MAX_ROWS:,}")
                    problems.raise_all()
                yield one


def _expanded(row: SubjectRow, problems: Problems) -> Iterator[SubjectRow]:
    """Yield a row for each text that its ranges stand for; unreadable cells count as blank."""
    cells: dict[str, tuple[str, ...]] = {}
    further: dict[str, str] = {}
    unreadable = set()
    for key, cell in row.values.items():
        try:
            text = checked_cell(cell, row.where, label(key))
            cells[key] = expand_ranges(text, row.where) if "[" in text or "]" in text else (text,)
        except InputError as error:
            problems.include(error)
            unreadable.add(key)
    for name, cell in row.further.items():
        with problems.collecting():
            further[name] = checked_cell(cell, row.where, name)
    if unreadable & {*row.table.subject.needed}:
        return
    try:
        count = row_texts({label(key): texts for key, texts in cells.items()}, row.where)
    except InputError as error:
        problems.include(error)
        needed = row.table.subject.needed
        cells = {key: cells[key] for key in needed if len(needed) == 1 and key in cells}
        count = max((len(texts) for texts in cells.values()), default=0)
    kept = {name: _in_step(text, count, row.where) for name, text in further.items()}
    for index in range(count):
        yield replace(
            row,
            values={key: texts[index % len(texts)] for key, texts in cells.items()},
            further={name: texts[index % len(texts)] for name, texts in kept.items()},
        )


def _in_step(text: str, count: int, where: str) -> tuple[str, ...]:
    """Expand a further column's ranges where they go in step with the row, else keep its text."""
    if count > 1:
        try:
            texts = expand_ranges(text, where)
        except InputError:
            return (text,)  # brackets in a note
        if len(texts) == count:
            return texts
    return (text,)
