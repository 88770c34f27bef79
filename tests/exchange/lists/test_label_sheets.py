"""Sheets of labels and values, one for each device, beside a sheet of cables."""

from pathlib import Path

import xlsxwriter

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet

ROOM = (FloorCabinet("A07", units=42), FloorCabinet("A08", units=42))


def test_a_sheet_of_labels_is_one_device(tmp_path: Path) -> None:
    """With model, cabinet and unit of its rows; labels are no devices."""
    with xlsxwriter.Workbook(tmp_path / "order.xlsx") as book:
        sheet = book.add_worksheet("Connections")
        heads = ("SourceDevice", "SourcePort", "TargetDevice", "TargetPort")
        for number, row in enumerate((heads, ("sw1", "1", "sw2", "1"), ("sw1", "2", "sw2", "2"))):
            sheet.write_row(number, 0, row)
        for name, cabinet, unit in (("sw1", "A07", 40), ("sw2", "A08", 38)):
            sheet = book.add_worksheet(name)
            labels = ("Device Label", "Manufacturer", "Model", "Asset Tag", "Target Cabinet", "Position")
            values = (name, "Arista", "7050CX3-32S", "", cabinet, unit)
            for number, row in enumerate(zip(labels, values, strict=True)):
                sheet.write_row(number, 0, row)
    request = TableRequest()
    fabric = read_lists([tmp_path / "order.xlsx"], ROOM, request).fabric
    found = [(one.name, one.model, one.cabinet, one.unit) for one in fabric.devices]
    assert found == [("sw1", "7050CX3-32S", 0, 40), ("sw2", "7050CX3-32S", 1, 38)]
    assert len(fabric.cables) == 2
    assert sum("read as one device" in note for note in request.report.notes) == 2


def test_a_list_of_two_columns_stays_a_list(tmp_path: Path) -> None:
    """Its first column names devices, not labels."""
    (tmp_path / "d.csv").write_text("name,rack\nswitch,A07\nserver,A08\nstorage,A08\n")
    assert len(read_lists([tmp_path / "d.csv"], ROOM).fabric.devices) == 3
