"""Workbooks from outside: bombs refused before anything is unpacked, then cells as text."""

import warnings
import zipfile
from datetime import date, datetime, time, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from exchange.readers.text_input import refuse_too_large, source_name
from foundation.errors import InputError
from foundation.files import read_bytes
from topologies.parameters import shown

#: Once unpacked, all parts of a workbook together (150,000 rows of links) and each beside its packed size.
MOST_UNPACKED, MOST_RATIO, MOST_PARTS = 32 << 20, 100, 2000
#: Parts smaller than this are packed as well as they like: rows that repeat shrink by more.
SMALL_PART = 1 << 20
MOST_ROWS, MOST_COLUMNS, MOST_SHEETS = 400_000, 100, 50
#: Begins the text of a cell that holds a date, as spreadsheets make of ``1/2``.
DATE = "date "
Rows = list[list[str]]


def read_sheets(path: Path, what: str) -> list[tuple[str, Rows]]:
    """Return (name, rows of texts) of each sheet.

    Raises
    ------
    InputError
        If it is no workbook, too large once unpacked, or has no sheet.
    """
    refuse_too_large(path, what)
    data, where = read_bytes(path, what), source_name(path)
    _refuse_bombs(data, where)
    try:
        sheets = _sheets(data, where)
    except InputError:
        raise
    except Exception as error:  # openpyxl raises whatever a broken part leads to
        reason = shown(str(error)) or type(error).__name__
        raise InputError(where, f"is a broken workbook ({reason})", "save it again as .xlsx") from error
    if not sheets:
        raise InputError(where, "has no sheet of cells", "a sheet of links")
    return sheets


def _sheets(data: bytes, where: str) -> list[tuple[str, Rows]]:
    """Return the sheets of a workbook, entities in its XML refused by defusedxml."""
    import openpyxl  # noqa: PLC0415 - for workbooks only

    if not openpyxl.DEFUSEDXML:
        raise InputError(where, "workbooks are not read without defusedxml", "install it")
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles and drawings, which nobody asks for here
        book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets[:MOST_SHEETS]:
            sheet.reset_dimensions()
            found.append((sheet.title, _rows(sheet, f"{where}: sheet {shown(sheet.title)!r}")))
    return found


def _rows(sheet: Any, where: str) -> Rows:
    rows: Rows = []
    for cells in sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS, values_only=True):
        # rows that are not there come as empty ones, as many as the last number says
        rows.append([_text(cell) for cell in cells] if any(cell is not None for cell in cells) else [])
        if len(rows) > MOST_ROWS:
            raise InputError(f"{where}: row {len(rows)}", "too many rows", f"at most {MOST_ROWS:,}")
    return rows


def _text(value: Any) -> str:
    """Return what a person sees in a cell."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime | date | time | timedelta):
        return f"{DATE}{value}"
    return str(value).strip()


def _refuse_bombs(data: bytes, where: str) -> None:
    """Refuse an archive by its directory; unpacking stops at the sizes that stand there."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, OSError) as error:
        raise InputError(where, f"is no workbook ({error})", "an .xlsx file") from error
    if len(parts) > MOST_PARTS:
        raise InputError(where, f"has {len(parts):,} parts", f"at most {MOST_PARTS:,}")
    for part in parts:
        if part.file_size > SMALL_PART and part.file_size > MOST_RATIO * max(part.compress_size, 1):
            times = part.file_size // max(part.compress_size, 1)
            what = f"part {shown(part.filename)!r} unpacks to {times:,} times its size"
            raise InputError(where, what, f"at most {MOST_RATIO}")
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MOST_UNPACKED:
        expected = f"at most {MOST_UNPACKED >> 20}; save it as CSV, which may be larger"
        raise InputError(where, f"unpacks to {unpacked >> 20:,} MiB", expected)
