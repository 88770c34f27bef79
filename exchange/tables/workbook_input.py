"""Reader of external workbooks: decompression bombs are refused before unpacking; cells become text."""

import re
import warnings
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from netfloor.exchange.tables.text_input import refuse_too_large, source_name
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_bytes
from netfloor.topologies.parameters import shown

#: Maximum total unpacked size, compression ratio of a part, and number of parts.
MAX_UNPACKED, MAX_RATIO, MAX_PARTS = 160 << 20, 100, 2000
#: Maximum XML elements of all parts, which determine reading time: 100,000 rows of 20 cells.
MAX_ELEMENTS = 5_000_000
#: Smaller parts may have any compression ratio, because repeated rows compress better.
SMALL_PART = 1 << 20
#: Maximum rows of all sheets, columns and sheets; missing rows above the last one count too.
MAX_ROWS, MAX_COLUMNS, MAX_SHEETS = 100_000, 100, 50
#: Maximum characters of a spreadsheet cell.
LONGEST_CELL = 32_767
#: Maximum merged ranges of a sheet.
MAX_MERGED = 20_000
_MERGED = re.compile(
    rb"<(?:\w{1,20}:)?mergeCell\s[^<>]{0,200}?ref\s{0,9}=\s{0,9}[\"']"
    rb"([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})[\"']"
)
#: Formats of a file's own, after the built-in ones (ISO/IEC 29500-1, 18.8.30).
_FIRST_OWN_FORMAT = 164
#: ``[$\u00a3-809]#,##0.00``, ``#,##0.00 [$USD]``, ``"EUR" 0.00``, ``0.00 \u20ac``.
_CURRENCY_FORMAT = re.compile(
    r"\[\$(US\$|[A-Z]{3}|[\u20ac\u00a3$])(?:-[0-9A-Fa-f]+)?\]|\b(EUR|USD|GBP|CHF)\b|([\u20ac\u00a3])|[\"\\](\$)"
)
_SYMBOLS = {"\u20ac": "EUR", "\u00a3": "GBP", "$": "USD", "US$": "USD"}
Rows = list[list[str]]


class NumberCell(str):
    """A number in a workbook cell, written with a decimal point, and the currency of its format."""

    __slots__ = ("currency",)
    currency: str

    def __new__(cls, value: object, currency: str = "") -> "NumberCell":
        """Return the cell of a number."""
        cell = super().__new__(cls, value)
        cell.currency = currency
        return cell


class DateCell(str):
    """A date in a workbook cell, which spreadsheets also make from ``1/2``."""

    __slots__ = ()


@dataclass(frozen=True)
class MergedRange:
    """Rows and columns, from 0, that show the value of their first cell."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True)
class Sheet:
    """A sheet of a workbook as texts."""

    name: str
    rows: Rows
    merged: tuple[MergedRange, ...] = ()


def is_archive(path: Path) -> bool:
    """Return True for a file that starts like a workbook, whatever its extension."""
    try:
        if not path.is_file():  # reading a pipe would block
            return False
        with path.open("rb") as file:
            return file.read(4) == b"PK\x03\x04"
    except (OSError, ValueError):
        return False  # the reader reports it better


def read_sheets(path: Path, what: str) -> list[Sheet]:
    """Return each visible sheet.

    Raises `InputError` if the file is not a workbook, is too large when unpacked, or has no sheet.
    """
    refuse_too_large(path, what)
    data, where = read_bytes(path, what), source_name(path)
    _refuse_bombs(data, where)
    try:
        sheets = _sheets(data, where)
    except InputError:
        raise
    except Exception as error:  # openpyxl raises arbitrary exceptions for broken parts
        reason = shown(str(error)) or type(error).__name__
        raise InputError(where, f"is a broken workbook ({reason})", "save it again as .xlsx") from error
    if not sheets:
        raise InputError(where, "has no sheet of cells", "a sheet of links")
    return sheets


def _sheets(data: bytes, where: str) -> list[Sheet]:
    """Return the sheets of a workbook; defusedxml refuses XML entities."""
    import openpyxl  # noqa: PLC0415 - for workbooks only

    if not openpyxl.DEFUSEDXML:
        raise InputError(where, "workbooks are not read without defusedxml", "install it")
    merged = _merged_of_parts(data, where)
    sheets: list[Sheet] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles and drawings, which are irrelevant here
        book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets[:MAX_SHEETS]:
            if sheet.sheet_state != "visible":
                continue
            sheet.reset_dimensions()
            room = MAX_ROWS - sum(len(item.rows) for item in sheets)
            rows = _rows(sheet, f"{where}: sheet {shown(sheet.title)!r}", room)
            part = getattr(sheet, "_worksheet_path", "")
            sheets.append(Sheet(sheet.title, rows, merged.get(str(part).lstrip("/"), ())))
    return sheets


def _merged_of_parts(data: bytes, where: str) -> Mapping[str, tuple[MergedRange, ...]]:
    """Return the merged ranges of each part; refuse a workbook with too many elements before reading."""
    elements = 0
    merged: dict[str, tuple[MergedRange, ...]] = {}
    with zipfile.ZipFile(BytesIO(data)) as archive:
        for part in archive.infolist():
            content = archive.read(part)
            elements += content.count(b"<") - content.count(b"</")
            at = content.rfind(b"</sheetData>") if b"mergeCell " in content else -1
            if at >= 0:
                result = _MERGED.findall(content, at)[: MAX_MERGED + 1]
                merged[part.filename] = tuple(
                    MergedRange(int(top) - 1, _column(left), int(bottom) - 1, _column(right))
                    for left, top, right, bottom in result
                )
    if elements > MAX_ELEMENTS:
        expected = f"at most {MAX_ELEMENTS:,}; save it as CSV, which may be larger"
        raise InputError(where, f"has {elements:,} elements of XML", expected)
    return merged


def _column(letters: bytes) -> int:
    """Return the number of a column from 0."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number - 1


def _rows(sheet: Any, where: str, room: int) -> Rows:
    rows: Rows = []
    texts: dict[str, str] = {}
    signs: dict[int, str] = {}
    for full in sheet.iter_rows(max_row=room + 1, max_col=MAX_COLUMNS):
        cells = [cell.value for cell in full]
        number = len(rows) + 1
        if number > room:
            raise InputError(f"{where}: row {number}", "too many rows", f"at most {MAX_ROWS:,}")
        # missing rows appear as empty rows, up to the last number
        filled = cells.count(None) < len(cells)
        rows.append(["" if c is None else _text(c, texts) for c in cells] if filled else [])
        for index, cell in enumerate(full if filled else ()):
            if isinstance(rows[-1][index], NumberCell) and (sign := _format_currency(cell, signs)):
                rows[-1][index] = NumberCell(rows[-1][index], sign)
        if filled and (longest := max(map(len, rows[-1]))) > LONGEST_CELL:
            what = f"has a cell of {longest:,} characters"
            raise InputError(f"{where}: row {number}", what, f"at most {LONGEST_CELL:,}")
    return rows


def _format_currency(cell: Any, known: dict[int, str]) -> str:
    """Return the currency that a cell's number format shows, empty for none; ``known`` is by style.

    Built-in formats show the sign of the reader's system and name none.
    """
    style = cell._style_id  # noqa: SLF001 - the key of the format, which takes long to look up
    if style not in known:
        form = "" if cell.style_array.numFmtId < _FIRST_OWN_FORMAT else cell.number_format
        match = _CURRENCY_FORMAT.search(form)
        text = next(filter(None, match.groups()), "") if match else ""
        known[style] = _SYMBOLS.get(text, text)
    return known[style]


def _text(value: Any, texts: dict[str, str]) -> str:
    """Return the displayed text of a cell, storing shared texts once."""
    if isinstance(value, str):
        return texts.setdefault(value, value.strip())
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return NumberCell(int(value))
    if isinstance(value, int | float):
        return NumberCell(f"{value:.12g}" if isinstance(value, float) else value)
    if isinstance(value, datetime | date | time | timedelta):
        return DateCell(value)
    return str(value).strip()


def _refuse_bombs(data: bytes, where: str) -> None:
    """Refuse an archive by its directory, which also bounds the unpacked sizes."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, OSError) as error:
        raise InputError(where, f"is not a workbook ({error})", "an .xlsx file") from error
    if len(parts) > MAX_PARTS:
        raise InputError(where, f"has {len(parts):,} parts", f"at most {MAX_PARTS:,}")
    for part in parts:
        if part.file_size > SMALL_PART and part.file_size > MAX_RATIO * max(part.compress_size, 1):
            times = part.file_size // max(part.compress_size, 1)
            what = f"part {shown(part.filename)!r} unpacks to {times:,} times its size"
            raise InputError(where, what, f"at most {MAX_RATIO}")
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MAX_UNPACKED:
        expected = f"at most {MAX_UNPACKED >> 20}; save it as CSV, which may be larger"
        raise InputError(where, f"unpacks to {unpacked >> 20:,} MiB", expected)
