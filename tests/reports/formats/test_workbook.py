"""Workbooks and their CSV twins: nothing in them runs, every value and sum comes back."""

import csv
import io
import zipfile
from decimal import Decimal
from pathlib import Path
from xml.etree import ElementTree as ET

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import write_atomic
from netfloor.reports.formats import workbook
from netfloor.reports.formats.csv_text import table_csv
from netfloor.reports.formats.sheet_cells import CellNames
from netfloor.reports.formats.table import (
    EVERY_ROW,
    Column,
    Formula,
    Ref,
    Table,
    Value,
    count_column,
    length_column,
    money_column,
    number_column,
    text_column,
)
from netfloor.reports.formats.text import one_line
from netfloor.reports.formats.workbook import workbook_bytes

PAYLOADS = [
    "=1+1",
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("http://evil.example","x")',
    "+1+1",
    "-1+1",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "\0=1+1",
    "\x1b=1+1",
    " =1+1",
    "\u00a0=1+1",
    "\uff1d1+1",
    "\uff0b1+1",
    "\uff0d1+1",
    "\uff201+1",
    "{=1+1}",
    "=",
    "-",
    "http://evil.example/",
    "mailto:a@evil.example",
    "internal:Sheet1!A1",
    "external:c:\\evil.xlsx",
    "file://evil/x",
    "a;=1+1",
    'a",=1+1',
    "a\r\n=1+1",
    "_x003D_1+1",
]
FIELDS = ("part", "description", "vendor", "medium", "connector", "from", "to", "note")
#: Texts that a spreadsheet, reading a CSV file, takes for a formula.
STARTS = tuple("=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20")
NAME = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def payload_sheet() -> Table:
    """Return every payload in every field, a row each, and in the heads."""
    columns = tuple(text_column(field) for field in FIELDS)
    rows = [tuple(payload if f == g else "x" for g in FIELDS) for payload in PAYLOADS for f in FIELDS]
    return Table("=1+1", columns, rows, note="=1+1")


def load(data: bytes, *, read_only: bool = False) -> openpyxl.Workbook:
    """Return a workbook as an independent reader sees it."""
    return openpyxl.load_workbook(io.BytesIO(data), read_only=read_only, data_only=True)


@pytest.fixture(params=[10**9, 0], ids=["held in memory", "row by row"])
def writer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the workbook in either of its two ways."""
    monkeypatch.setattr(workbook, "MANY_CELLS", request.param)


@pytest.mark.usefixtures("writer")
def test_no_payload_becomes_a_formula_or_a_link() -> None:
    """30 payloads in 8 fields: no formula element, no hyperlink, no relation to the outside."""
    assert len(PAYLOADS) == 30
    archive = zipfile.ZipFile(io.BytesIO(workbook_bytes([payload_sheet()])))
    tags = set()
    for name in archive.namelist():
        root = ET.fromstring(archive.read(name))  # noqa: S314 - our own file
        tags |= {element.tag.rpartition("}")[2] for element in root.iter()}
        assert all(element.get("TargetMode") != "External" for element in root.iter())
    assert "c" in tags
    assert not tags & {"f", "hyperlink", "hyperlinks", "definedFormula", "externalReference", "ddeLink"}


@pytest.mark.usefixtures("writer")
def test_payloads_come_back_as_text() -> None:
    """An independent reader finds each text, control characters replaced, and types it as text."""
    sheet = payload_sheet()
    page = load(workbook_bytes([sheet])).active
    found = [list(row) for row in page.iter_rows(min_row=2, max_row=len(sheet.rows) + 1)]
    for row, cells in zip(sheet.rows, found, strict=True):
        for value, cell in zip(row, cells, strict=True):
            assert isinstance(value, str)
            assert cell.data_type in {"s", "inlineStr"}
            # openpyxl does not undo the format's escape of "_x" in texts within the sheet
            assert str(cell.value).replace("_x005F_", "_") == one_line(value)
            assert cell.hyperlink is None


@pytest.mark.usefixtures("writer")
def test_rows_are_as_high_as_their_longest_text_needs() -> None:
    """The head by its words, a row by the text that a column is too narrow for, a short row as usual."""
    columns = (text_column("part"), count_column("pieces that are bought for the whole order"))
    rows = [("short", 1), (" ".join(["word"] * 60), 2)]
    page = load(workbook_bytes([Table("parts", columns, rows)])).active
    heights = [page.row_dimensions[row].height for row in (1, 2, 3)]
    wide = page.column_dimensions["A"].width
    assert wide < 300
    assert heights[0] > 2 * 12
    assert heights[1] in (None, 15)
    assert heights[2] >= 12 * (300 / wide)


@pytest.mark.parametrize(("rows", "cells"), [(0, "B2"), (1, "B2"), (3, "B2:B4")])
def test_every_row_is_every_row(rows: int, cells: str) -> None:
    """Neither the head nor what stands below is read; a cell of one's own row is that of the row."""
    table = Table("all parts", (text_column("part"), count_column("pieces")), [("a", 1)] * rows)
    names = CellNames({"all parts": ("all parts", table)})
    every, own = Ref("pieces", "all parts", EVERY_ROW), Ref("pieces")
    told = names.formula(Formula("SUM({0})*{1}+{2}", (every, own, Ref("none")), 0), table, 7)
    assert told == f"=SUM('all parts'!{cells})*B8+0"


def test_csv_quotes_every_payload_that_could_run() -> None:
    """Each text that starts like a formula, before or after cleaning, gets a quote; others do not."""
    sheet = payload_sheet()
    lines = list(csv.reader(io.StringIO(table_csv(sheet))))[1:]
    assert len(lines) == 240
    for row, cells in zip(sheet.rows, lines, strict=True):
        for value, text in zip(row, cells, strict=True):
            assert isinstance(value, str)
            risky = value.startswith(STARTS) or one_line(value).startswith(STARTS)
            assert text == ("'" if risky else "") + one_line(value)
            assert not text.startswith(STARTS)


@given(st.text(), st.sampled_from(STARTS))
def test_any_text_is_harmless_in_csv(text: str, start: str) -> None:
    """Whatever follows a dangerous first character, the cell starts with a quote and stays one line."""
    sheet = Table("s", (text_column("a"), text_column("b")), [(start + text, text)])
    rows = list(csv.reader(io.StringIO(table_csv(sheet))))
    assert rows[1][0].startswith("'")
    assert not rows[1][1].startswith(STARTS)
    assert len(rows) == 2


@given(st.text())
def test_any_text_is_written_and_read(text: str) -> None:
    """No character, not even a lone surrogate or a control, makes a broken workbook."""
    value = load(workbook_bytes([Table(text, (text_column("a"),), [(text,)])])).active["A2"].value
    assert value == (one_line(text, 32_767) or None)


COLUMNS = (
    text_column("part"),
    count_column("quantity", total=True),
    money_column("price", "USD", total=True),
    length_column("length", total=True),
    number_column("power", "W", total=True),
)
ROW = st.tuples(
    st.sampled_from(["a", "b"]),
    st.integers(-(10**6), 10**6),
    st.none() | st.integers(-(10**11), 10**11),
    st.integers(0, 10**8),
    st.floats(-1e6, 1e6).map(lambda x: round(x, 3)),
)


@given(st.lists(ROW, max_size=30), st.sampled_from([0, 10**9]))
def test_sums_are_those_of_the_rows_read_back(rows: list[tuple[Value, ...]], many: int) -> None:
    """The last row of the sheet is the sum of the rows above it, cent for cent."""
    rows = [("a", 1, 2, 3, 4.0), *rows]  # a column that holds nothing is left out
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workbook, "MANY_CELLS", many)
        page = load(workbook_bytes([Table("sums", COLUMNS, rows)])).active
    *read, last = [[cell.value for cell in row] for row in page.iter_rows(min_row=2)]
    assert len(read) == len(rows)
    assert last[0] == "Total"
    assert last[1] == sum(row[1] for row in read)
    for place in (2, 3):
        exact = sum(Decimal(str(row[place] or 0)) for row in read)
        assert Decimal(str(last[place])) == exact
    assert last[4] == pytest.approx(sum(row[4] for row in read), abs=1e-6)


@given(st.lists(ROW, max_size=30))
def test_csv_numbers_are_exact(rows: list[tuple[Value, ...]]) -> None:
    """Cents and millimetres come back to the last digit; negative numbers have no quote."""
    read = list(csv.reader(io.StringIO(table_csv(Table("s", COLUMNS, rows)))))[1:]
    for row, texts in zip(rows, read, strict=True):
        cents = None if texts[2] == "" else int(Decimal(texts[2]) * 100)
        assert (int(texts[1]), cents, int(Decimal(texts[3]) * 1000), float(texts[4])) == row[1:]


def test_negative_numbers_are_numbers() -> None:
    """A credit is a number in both formats, not a quoted text."""
    sheet = Table("s", (money_column("credit", "EUR"),), [(-12345,)])
    assert table_csv(sheet) == "credit (EUR)\n-123.45\n"
    assert load(workbook_bytes([sheet])).active["A2"].value == -123.45


def test_a_huge_integer_keeps_its_digits() -> None:
    """What a spreadsheet would round is written as text."""
    data = workbook_bytes([Table("s", (count_column("n"),), [(10**17 + 1,)])])
    assert load(data).active["A2"].value == str(10**17 + 1)


@pytest.mark.parametrize("value", [None, float("nan"), float("inf")])
def test_what_is_no_number_is_an_empty_cell(value: Value) -> None:
    """A missing, undefined or infinite value is empty in both formats and not counted."""
    sheet = Table("s", (number_column("n", total=True),), [(value,), (2.5,)])
    page = load(workbook_bytes([sheet])).active
    assert [page[f"A{row}"].value for row in (2, 3, 4)] == [None, 2.5, 2.5]
    assert table_csv(sheet).splitlines()[1] == '""'


def test_equal_sheets_make_equal_bytes() -> None:
    """The same sheets written again give the same file, in both ways of writing."""
    for many in (0, 10**9):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(workbook, "MANY_CELLS", many)
            sheets = [payload_sheet(), Table("t", COLUMNS, [])]
            assert workbook_bytes(sheets) == workbook_bytes(sheets)


def test_dates_in_the_file_are_fixed() -> None:
    """Neither the archive nor its properties hold the time of writing."""
    archive = zipfile.ZipFile(io.BytesIO(workbook_bytes([Table("s", COLUMNS, [])])))
    assert len({entry.date_time for entry in archive.infolist()}) == 1
    assert b"2000-01-01T00:00:00Z" in archive.read("docProps/core.xml")


def test_notes_stand_under_the_sums() -> None:
    """Notes follow the table after an empty row and are no part of the CSV."""
    sheet = Table("s", COLUMNS, [("a", 1, 2, 3, 4.0)], note="* an example price")
    page = load(workbook_bytes([sheet])).active
    assert [page[f"A{row}"].value for row in (2, 3, 4, 5)] == ["a", "Total", None, "* an example price"]
    assert "example" not in table_csv(sheet)


def test_the_file_is_whole_or_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many rows: one message, no file and no leftover; the old file stays as it was."""
    path = tmp_path / "bom.xlsx"
    path.write_bytes(b"old")
    monkeypatch.setattr(workbook, "MAX_ROWS", 3)
    with pytest.raises(InputError, match="use its CSV file"):
        write_atomic(path, workbook_bytes([Table("s", (count_column("n"),), [(1,), (2,), (3,)])]))
    assert [p.name for p in tmp_path.iterdir()] == ["bom.xlsx"]
    assert path.read_bytes() == b"old"


def test_writes_the_file(tmp_path: Path) -> None:
    """Every sheet is in the file, in order."""
    path = tmp_path / "bom.xlsx"
    write_atomic(path, workbook_bytes([Table("one", COLUMNS, []), Table("two/three", COLUMNS, [])]))
    assert openpyxl.load_workbook(path).sheetnames == ["one", "two_three"]


def test_a_float_in_a_column_of_cents_is_refused() -> None:
    """Broken cents are a caller's mistake, in sums as in cells."""
    sheet = Table("s", (money_column("price", "USD"),), [(1.5,)])
    for write in (table_csv, lambda s: workbook_bytes([s])):
        with pytest.raises(ValueError, match="must be integers"):
            write(sheet)


def test_rows_fit_the_columns() -> None:
    """A row of another length, a sheet without columns and a workbook without sheets are refused."""
    with pytest.raises(ValueError, match="do not fit"):
        Table("s", (Column("a"),), [(1, 2)])
    with pytest.raises(ValueError, match="no columns"):
        Table("s", (), [])
    with pytest.raises(ValueError, match="at least one sheet"):
        workbook_bytes([])
