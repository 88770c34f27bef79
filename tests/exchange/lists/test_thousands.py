"""Watts with a point before thousands are never read a thousand times too low without a word."""

from pathlib import Path

import pytest
import xlsxwriter

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = (FloorCabinet("A01", units=42),)
GERMAN = ("Schrank;HE;Name;Art;{}", "A01;1-2;SRV1;Server;1.100", "A01;3-4;SRV2;Server;1.250")
ENGLISH = ("rack,unit,name,type,watts", 'A01,1-2,SRV1,server,"{}"', 'A01,3-4,SRV2,server,"{}"')


def read(folder: Path, lines: tuple[str, ...], *cells: str, **columns: str) -> ListedFabric:
    """Return the fabric of some lines, in which cells stand one after another."""
    given = iter(cells)
    path = folder / "devices.csv"
    path.write_text("\n".join(line.format(next(given)) if "{}" in line else line for line in lines))
    return read_lists([path], CABINETS, TableRequest(columns=columns))


def watts(listed: ListedFabric) -> list[float | None]:
    """Return the watts of each device."""
    return [device.watts for device in listed.fabric.devices]


def test_points_of_a_german_list_stand_before_thousands(tmp_path: Path) -> None:
    """With a note and the option that says otherwise; in kW three digits are decimals."""
    listed = read(tmp_path, GERMAN, "Leistung (W)")
    assert watts(listed) == [1100, 1250]
    option = '--map "Leistung (W)=watts (w) decimal point"'
    assert any("1.100 is 1100, by its semicolons" in n and option in n for n in listed.notes)
    as_said = read(tmp_path, GERMAN, "Leistung (W)", **{"Leistung (W)": "watts (w) decimal point"})
    assert watts(as_said) == [1.1, 1.25]
    assert watts(read(tmp_path, GERMAN, "Leistung (kW)")) == [1100, 1250]
    comma = tuple(line.replace(";", "\t") for line in GERMAN)
    listed = read(tmp_path, comma, "Leistung (W)")
    assert watts(listed) == [1100, 1250]
    assert any("by its German headings" in note for note in listed.notes)


@pytest.mark.parametrize("sign", [".", ","])
def test_watts_that_may_be_thousands_are_asked_for(tmp_path: Path, sign: str) -> None:
    """Once, with options that can be pasted; another number of the column tells it too."""
    cells = f"1{sign}100", f"1{sign}250"
    with pytest.raises(InputError) as refused:
        read(tmp_path, ENGLISH, *cells)
    told = str(refused.value)
    assert told.count("may be thousands or have decimals") == 1
    assert "line 2: " in told
    assert 'map "watts=watts decimal point" or map "watts=watts decimal comma"' in told
    other = {".": "comma", ",": "point"}[sign]
    assert watts(read(tmp_path, ENGLISH, *cells, watts=f"watts decimal {other}")) == [1100, 1250]
    assert watts(read(tmp_path, ENGLISH, cells[0], f"1{sign}25")) == [1.1, 1.25]


def test_another_sheet_of_the_workbook_tells_the_decimal_sign(tmp_path: Path) -> None:
    """Texts of a workbook: a length of 2,5 m says that the point of the watts is none of decimals."""
    path = tmp_path / "list.xlsx"
    with xlsxwriter.Workbook(path) as book:
        devices, cables = book.add_worksheet("devices"), book.add_worksheet("cables")
        rows = [
            ("name", "kind", "height", "watts"),
            ("srv1", "server", "1", "1.100"),
            ("srv2", "server", "1", "900"),
        ]
        for number, row in enumerate(rows):
            devices.write_row(number, 0, row)
        for number, row in enumerate([("a", "b", "length"), ("srv1", "srv2", "2,5 m")]):
            cables.write_row(number, 0, row)
    assert watts(read_lists([path], CABINETS)) == [1100, 900]


def test_numbers_of_a_workbook_keep_their_point_beside_texts_with_a_comma(tmp_path: Path) -> None:
    """A text such as 350,5 says nothing of cells that are numbers."""
    rows = [
        ["name", "kind", "rack", "unit", "height", "watts", "kg"],
        ["s1", "switch", "A01", 20, 1, "350,5", 10.125],
        ["h1", "server", "A01", 1, 2, 600.125, "25,5"],
    ]
    with xlsxwriter.Workbook(tmp_path / "devices.xlsx") as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    listed = read_lists([tmp_path / "devices.xlsx"], CABINETS, TableRequest())
    assert watts(listed) == [350.5, 600.125]
    assert [device.kilograms for device in listed.fabric.devices] == [10.125, 25.5]
