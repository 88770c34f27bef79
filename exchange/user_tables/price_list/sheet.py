"""A price list as rows below its headings, whatever its separators, encoding and title lines."""

import codecs
import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from netfloor.exchange.readers.input.tables import (
    SEPARATORS,
    WORKBOOKS,
    TableRow,
    TextTable,
    csv_table,
    read_tables,
)
from netfloor.exchange.readers.input.text_input import refuse_too_large, source_name
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import read_bytes
from netfloor.foundation.sizes import PRICE_LINES, refuse_too_slow
from netfloor.topologies.parameters import shown

#: Rows in which the headings are looked for.
MOST_ABOVE = 50
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
NAMED_SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "bar": "|", "\\t": "\t"}


@dataclass(frozen=True)
class PriceSheet:
    """The rows of a price list."""

    where: str
    headings: tuple[str, ...]  # as they stand in the file
    # (Line or row for messages, cells) of each, empty ones left out
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    place: dict[str, int]  # column of each heading asked for
    is_workbook: bool
    notes: tuple[str, ...] = field(default=())  # what was found out about the file


def read_price_sheet(path: Path, asked: Sequence[str], separator: str = "") -> PriceSheet:
    """Return the rows below the headings asked for.

    Raises
    ------
    InputError
        If the file cannot be read, holds no rows, or has not all of these headings, once each.
    """
    where, notes = source_name(path), []
    is_workbook = path.suffix.lower() in WORKBOOKS
    if is_workbook:
        tables = read_tables(path, "price list")
    else:
        text, encoding = _decoded(path)
        if encoding:
            notes.append(f"{where} was read as {encoding}")
        tables = _csv_readings(text, where, separator)
    best, at = max(((t, _heading_row(t, asked)) for t in tables), key=lambda found: found[1][1])
    number, _ = at
    if not best.rows or not any(not row.is_empty for row in best.rows):
        raise InputError(where, "holds no rows", "a line of headings, then one line per part")
    place = _places(best.rows[number], asked, where)
    rows = tuple((_short(row), row.cells) for row in best.rows[number + 1 :] if not row.is_empty)
    if not rows:
        raise InputError(where, "has headings and no row below them", "one line per part")
    return PriceSheet(where, best.rows[number].cells, rows, place, is_workbook, tuple(notes))


def _decoded(path: Path) -> tuple[str, str]:
    """Return a file's text, and its encoding where that is a guess."""
    refuse_too_large(path, "price list")
    data = read_bytes(path, "price list")
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        text, guessed = data.decode(encoding), ""
    except UnicodeDecodeError:
        try:
            text, guessed = data.decode("cp1252"), "Windows-1252, as it is not UTF-8"
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            what = "is neither UTF-8 nor Windows-1252 text"
            raise InputError(f"{source_name(path)}: line {line}", what, "save it as CSV") from error
    if "\0" in text:
        raise InputError(source_name(path), "holds NUL characters", "save it as CSV or .xlsx")
    if not text.strip("\ufeff \r\n\t"):
        raise InputError(source_name(path), "price list is empty")
    refuse_too_slow(source_name(path), text.count("\n"), PRICE_LINES)
    return text, guessed


def _csv_readings(text: str, where: str, separator: str) -> list[TextTable]:
    """Return the text read with the separator that is given, or with each that there is."""
    if separator:
        chosen = NAMED_SEPARATORS.get(separator.lower(), separator)
        if len(chosen) != 1 or chosen in '"\r\n':
            raise InputError(setting("separator"), f"{separator!r} is none", "; , | or tab")
        return [csv_table(text, where, chosen)]
    readings, refused = [], []
    for one in (sign for sign in SEPARATORS if sign in text):
        try:
            readings.append(csv_table(text, where, one))
        except InputError as error:
            refused.append(error)
    if not readings and refused:
        raise refused[0]
    return readings or [csv_table(text, where)]


def _plain(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").split()).casefold()


def _heading_row(table: TextTable, asked: Sequence[str]) -> tuple[int, tuple[int, int]]:
    """Return the row that holds most of the headings, and by what tables are ranked: that, and width."""
    wanted, best = {_plain(name) for name in asked}, (0, (-1, 0))
    for number, row in enumerate(table.rows[:MOST_ABOVE]):
        found = len(wanted & {_plain(cell) for cell in row.cells})
        if found > best[1][0] and not row.is_empty:
            best = number, (found, len(row.cells))
    return best


def _places(row: TableRow, asked: Sequence[str], where: str) -> dict[str, int]:
    names = [_plain(cell) for cell in row.cells]
    shown_names = [shown(cell) for cell in row.cells if cell]
    missing, place = [], {}
    for heading in dict.fromkeys(asked):
        count = names.count(_plain(heading))
        if count > 1:
            what = f"column {heading!r} stands {count} times"
            raise InputError(row.where, what, "give each its own heading")
        if count == 0:
            close = difflib.get_close_matches(heading, row.cells, n=1)
            missing.append(f"{heading!r}" + (f" (did you mean {close[0]!r}?)" if close else ""))
        else:
            place[heading] = names.index(_plain(heading))
    if missing:
        there = ", ".join(shown_names[:40]) or "none"
        raise InputError(where, f"there is no column {', '.join(missing)}", f"its columns are: {there}")
    return place


def _short(row: TableRow) -> str:
    return row.where.rsplit(": ", 1)[-1]
