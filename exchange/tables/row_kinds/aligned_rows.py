"""Tables of text files whose columns are aligned by blanks below rules such as ``----  -----``."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from netfloor.exchange.tables.text_input import lines_of
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

#: A rule below headings: dashes or equals signs for each column, two columns or more.
_RULE = re.compile(r"\s*(?:-{2,500}|={2,500})(?:\s+(?:-{2,500}|={2,500}))+\s*")
_GROUP = re.compile(r"\S+")
#: Signs between the columns of tables that are not aligned by blanks.
_SEPARATORS = frozenset("|;\t")


class AlignedTable(NamedTuple):
    """The cells of a table, its title included, each with its line from 1."""

    rows: tuple[tuple[int, tuple[str, ...]], ...]


def aligned_tables(text: str, where: str) -> tuple[list[AlignedTable], list[int]]:
    """Return the tables of a text below such rules, and the lines of all other texts; none without rules.

    A table has its headings above the rule, ends at a blank line, and has the paragraph above its headings
    as its title. Raises `InputError` if a cell reaches into the next column.
    """
    if "--" not in text and "==" not in text:
        return [], []
    lines = [line for _, line in lines_of(text, where)]
    rules = [number for number, line in enumerate(lines) if _RULE.fullmatch(line)]
    every, tables = {*rules}, list[AlignedTable]()
    used = set[int]()
    for rule in rules:
        head = rule - 1
        if head < 0 or not lines[head].strip() or head in used or _SEPARATORS & {*lines[head]}:
            continue
        starts = [match.start() for match in _GROUP.finditer(lines[rule])]
        end = next((n for n in range(rule + 1, len(lines)) if not lines[n].strip()), len(lines))
        body = [head, *(n for n in range(rule + 1, end) if n not in every)]
        if len(body) < 2:
            continue
        titles = [*_title_above(lines, head)]
        rows: list[tuple[int, tuple[str, ...]]] = [
            (n + 1, (lines[n].strip(),)) for n in titles if n not in used
        ]
        rows += [(n + 1, _cells(lines[n], starts, f"{where}: line {n + 1}")) for n in body]
        used |= {*titles, *range(head, end)}
        tables.append(AlignedTable(tuple(rows)))
    rest = [number + 1 for number, line in enumerate(lines) if line.strip() and number not in used]
    return tables, rest if tables else []


def _title_above(lines: Sequence[str], head: int) -> Iterator[int]:
    """Yield the lines of the paragraph above some headings."""
    last = next((n for n in range(head - 1, -1, -1) if lines[n].strip()), -1)
    first = last
    while first > 0 and lines[first - 1].strip():
        first -= 1
    yield from range(first, last + 1) if last >= 0 else ()


def _cells(line: str, starts: Sequence[int], where: str) -> tuple[str, ...]:
    """Return the cells of a line by the first columns of a rule's dashes."""
    line = line.expandtabs()
    for start in starts[1:]:
        if line[start - 1 : start].strip() and line[start : start + 1].strip():
            word = next(match[0] for match in _GROUP.finditer(line) if match.start() <= start < match.end())
            what = f"{shown(word[:40])!r} reaches into the next column of the table"
            raise InputError(where, what, "blanks before each column, or the table as CSV")
    return tuple(
        line[start:end].strip() for start, end in zip(starts, [*starts[1:], len(line)], strict=True)
    )
