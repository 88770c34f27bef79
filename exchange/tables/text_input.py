"""Reader of external text, line by line, with size limits."""

import codecs
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_bytes, read_text
from netfloor.foundation.sizes import TEXT_LINES, refuse_too_slow
from netfloor.topologies.files.graph import split_lines
from netfloor.topologies.parameters import printable, shown

#: 10,000 switches with 160,000 cables between them take 64 MiB; this limit fits in 1 GiB of memory.
MAX_BYTES = 80 << 20
MAX_LINE = 10_000
#: Maximum rows of a table: 500,000 rows of a cable list take less than a minute and 1 GiB.
MAX_ROWS = 500_000
_CONTROL = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f]")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
#: Encodings other than UTF-8 that spreadsheets write, by common name.
_ENCODINGS = {"cp1252": "Windows-1252", "utf_16_le": "UTF-16", "utf_16_be": "UTF-16"}


def source_name(path: Path) -> str:
    """Return a file's name for messages."""
    return printable(str(path))


def numbered_lines(path: Path, what: str) -> Iterator[tuple[int, str]]:
    """Yield (number from 1, line) of a UTF-8 file, without line ends of any kind.

    Raises `InputError` if the file is not text, or the file or a line is too long.
    """
    return lines_of(checked_text(path, what), source_name(path))


def checked_text(path: Path, what: str) -> str:
    """Return a UTF-8 file's text; raise `InputError` if it is not text or too long."""
    refuse_too_large(path, what)
    text = read_text(path, what)
    refuse_too_slow(source_name(path), text.count("\n"), TEXT_LINES)
    return text


def decoded_table(path: Path, what: str) -> tuple[str, str]:
    """Return a table's text in UTF-8, UTF-16 or Windows-1252, and the encoding if it was guessed.

    Raises `InputError` if the file is not text, or too large.
    """
    refuse_too_large(path, what)
    data, where = read_bytes(path, what), source_name(path)
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), "")
    try:
        text, guessed = data.decode(marked or "utf-8"), ""
        if not marked and text.count("\0") * 5 > len(text):
            text, guessed = _guessed(data, where)
    except UnicodeDecodeError as error:
        if marked:
            what = f"is not {marked.upper()}, although it begins so"
            raise InputError(where, what, "save it as UTF-8") from error
        text, guessed = _guessed(data, where)
    if (at := text.find("\0")) >= 0:
        line = text.count("\n", 0, at) + 1
        raise InputError(f"{where}: line {line}", "holds a NUL character", "save it as CSV or .xlsx")
    if not text.strip("\ufeff \r\n\t"):
        raise InputError(where, f"{what} is empty")
    return text, guessed


def _guessed(data: bytes, where: str) -> tuple[str, str]:
    """Return a text that is not UTF-8, and its encoding."""
    from charset_normalizer import from_bytes  # noqa: PLC0415 - for such texts only

    best = from_bytes(data, cp_isolation=list(_ENCODINGS)).best()
    if best is None or _CONTROL.search(str(best)):
        raise InputError(where, "is neither UTF-8 nor UTF-16 nor Windows-1252 text", "save it as UTF-8")
    return str(best), _ENCODINGS[best.encoding]


def lines_of(text: str, where: str) -> Iterator[tuple[int, str]]:
    """Yield (number from 1, line) of a text; raise `InputError` for a line that is too long."""
    for number, line in enumerate(split_lines(text), start=1):
        if len(line) > MAX_LINE:
            raise InputError(
                f"{where}: line {number}", f"has {len(line):,} characters", f"at most {MAX_LINE:,}"
            )
        yield number, line


def refuse_too_large(path: Path, what: str) -> None:
    """Refuse a file larger than any valid input."""
    try:
        size = path.stat().st_size
    except (OSError, ValueError):
        return  # the reader reports it better
    if size > MAX_BYTES:
        raise InputError(
            source_name(path), f"this {what} has {size >> 20:,} MiB", f"at most {MAX_BYTES >> 20}"
        )


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
        if (
            head < 0
            or not lines[head].strip()
            or head in used
            or head in every
            or _SEPARATORS & {*lines[head]}
        ):
            continue
        starts = [match.start() for match in _GROUP.finditer(lines[rule])]
        end = next((n for n in range(rule + 1, len(lines)) if not lines[n].strip()), len(lines))
        body = [head, *(n for n in range(rule + 1, end) if n not in every)]
        if len(body) < 2:
            continue
        titles = [*_title_above(lines, head)]
        rows: list[tuple[int, tuple[str, ...]]] = []
        rows += [(n + 1, (lines[n].strip(),)) for n in titles if n not in used]
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
