"""Workbooks that are broken or bombs, or hold no fabric: refused before much is read of them."""

import datetime as dt
import io

import openpyxl
import pytest
from small_files import BOMB, HEADS, NO_SHEETS, Bad, check_refused, parts, sheet_xml

from netfloor.exchange.tables import workbook_input
from netfloor.exchange.tables.workbook_input import MAX_ROWS, read_sheets
from netfloor.foundation.errors import InputError

WORKBOOKS = [
    Bad("cvt", "x.xlsx", content, says, line)
    for content, says, line in (
        (parts(sheet="<a>" + " " * (3 << 20) + "</a>"), "times its size", False),
        (parts(**{f"p{i}.xml": "x" for i in range(2100)}), "parts", False),
        (parts(sheet=sheet_xml(["&a8;"], head=f"<!DOCTYPE x [{BOMB}]>")), "broken workbook", False),
        (
            parts(
                sheet=sheet_xml(["&e;"], head='<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>')
            ),
            "broken workbook",
            False,
        ),
        (parts(sheet="<worksheet" + "<a>" * 5000), "broken workbook", False),
        (parts(sheet="not XML at all"), "broken workbook", False),
        (parts(book=None), "broken workbook", False),
        (
            parts(book=NO_SHEETS),
            "no sheet",
            False,
        ),
        (parts(types=None), "broken workbook", False),
        (parts()[:-100], "is not a workbook", False),
        (b"PK\x03\x04" + b"\0" * 100, "is not a workbook", False),
        (b"A-Node,A-Port\n", "is not a workbook", False),
        (parts(sheet=sheet_xml(HEADS, ["", "1", "two", "1", "ib"])), "a is empty", True),
        (
            parts(sheet=sheet_xml(HEADS, ["one", "1", "two", "1", "ib"], ["two", "1", "one", "2", "ib"])),
            "is used twice",
            True,
        ),
        (parts(sheet=sheet_xml(["a"], ["b"])), "there is no column a or b", True),
        (parts(sheet=sheet_xml(HEADS, ["one", "#N/A", "two", "1", "ib"])), "#N/A", True),
        (parts(sheet=sheet_xml(HEADS, ["one", "1", "two", "1", "ib"], first=10**9)), "too many rows", True),
        (
            parts(sheet=sheet_xml().replace("<sheetData>", '<sheetData><row r="x"/>')),
            "broken workbook",
            False,
        ),
    )
]


@pytest.mark.parametrize("bad", WORKBOOKS, ids=str)
def test_a_bad_file_is_refused_by_its_line(read, bad, tmp_path):
    """One sentence that names the file, the line where there is one, and what is wrong."""
    check_refused(read, bad, tmp_path)


def test_the_good_workbook_is_good(read):
    """The workbook made by hand reads as a link."""
    assert len(read("cvt", parts(), "x.xlsx").cables) == 1


def test_dates_that_spreadsheets_make_of_ports_are_told(read, workbook):
    """``1/2`` is January the second to a spreadsheet."""
    rows = [HEADS, ["one", "1/2", "two", "1", "ib"]]
    assert read("cvt", workbook({"Links": rows}), "fine.xlsx").cables[0].a.port_name == "1/2"
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.active["B2"] = dt.date(2025, 1, 2)
    data = io.BytesIO()
    book.save(data)
    with pytest.raises(InputError, match=r"date 2025-01-02.*format the cells as text"):
        read("cvt", data.getvalue(), "dates.xlsx")


def test_a_workbook_that_unpacks_to_too_much_is_refused(read, monkeypatch):
    """By the sizes in its directory, before anything is unpacked."""
    monkeypatch.setattr(workbook_input, "MAX_UNPACKED", 12 << 20)
    with pytest.raises(InputError, match="unpacks to 13 MiB"):
        read("cvt", parts(**{f"pad{i}.bin": bytes(range(256)) * 4000 for i in range(14)}), "x.xlsx")


def test_too_many_elements_are_refused_unread(read, monkeypatch):
    """Time goes by the elements of all parts: they are counted, and nothing is read of such a workbook."""
    monkeypatch.setattr(openpyxl, "load_workbook", lambda *_, **__: pytest.fail("it was read"))
    monkeypatch.setattr(workbook_input, "MAX_ELEMENTS", 250_000)
    pad = "".join(f'<a b="{i}"/>' for i in range(125_000))
    with pytest.raises(InputError, match="elements of XML"):
        read("cvt", parts(**{"one.xml": f"<x>{pad}</x>", "two.xml": f"<x>{pad}</x>"}), "x.xlsx")


def test_rows_that_are_not_there_count_over_all_sheets(read, workbook):
    """A cell far down costs every row above it, in each of fifty sheets: a small bomb."""
    far = [[]] * (MAX_ROWS * 2 // 3) + [["x"]]
    made = workbook({"a": far, "b": far, "c": far})
    assert len(made) < 10_000
    with pytest.raises(InputError, match=r"sheet 'b': row 33\d\d\d: too many rows"):
        read("cvt", made, "x.xlsx")


def text_in_cells(text, times):
    """Return a workbook of cells that all show one shared text."""
    name = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    cells = "".join(f'<row r="{i}"><c t="s"><v>0</v></c></row>' for i in range(1, times + 1))
    sheet = sheet_xml().replace("<sheetData>", f"<sheetData>{cells}")
    strings = f'<sst xmlns="{name}"><si><t xml:space="preserve">{text}</t></si></sst>'
    return parts(**{"sheet": sheet, "xl/sharedStrings.xml": strings})


def test_a_text_that_many_cells_show_is_held_once(tmp_path):
    """Blanks around it are taken off, which must not make a copy for each cell."""
    (tmp_path / "x.xlsx").write_bytes(text_in_cells(" " + "n" * 30_000 + " ", 50))
    [sheet] = read_sheets(tmp_path / "x.xlsx", "table")
    assert len(sheet.rows) == 50
    assert len({id(row[0]) for row in sheet.rows}) == 1


def test_a_cell_longer_than_any_spreadsheet_holds_is_refused(read):
    """With its row."""
    with pytest.raises(InputError, match=r"row 1: has a cell of 40,000 characters"):
        read("cvt", text_in_cells("n" * 40_000, 1), "x.xlsx")
