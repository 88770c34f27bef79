"""Lists of racks beside lists of devices, and devices beside the units of a rack."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers.cable_list import READERS
from netfloor.fabric.fabric import Fabric, FloorCabinet

CABINETS = (FloorCabinet("R1", units=42), FloorCabinet("R2", units=48))
DEVICES = "name,type,size,rack,start_at\nsw1,switch,1,R1,40\nsrv1,server,2,R2,5\n"
CABLES = "a,port a,b,port b\nsw1,1,srv1,eth0\n"


def planned(folder: Path, **texts: str) -> Fabric:
    """Return the fabric of some lists, each a file called as its argument."""
    paths = [folder / f"{name}.csv" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text)
    return read_lists(paths, CABINETS).fabric


def test_racks_are_no_devices(tmp_path: Path) -> None:
    """A list whose names are racks of the room; its devices stay where their own list puts them."""
    racks = "name,size,room,row\nR1,42,DH1,1\nR2,48,DH1,1\nR3,48,DH1,1\n"
    fabric = planned(tmp_path, devices=DEVICES, cables=CABLES, racks=racks)
    assert [(one.name, one.cabinet, one.unit) for one in fabric.devices] == [("sw1", 0, 40), ("srv1", 1, 5)]
    assert any("racks.csv: a list of 3 racks, no devices" in note for note in fabric.notes)


def test_rows_with_a_kind_are_devices(tmp_path: Path) -> None:
    """Devices may be called like their racks; a rack beside them is still none."""
    more = "name,type,size\nR1,server,2\nR2,4-post-cabinet,48\n"
    fabric = planned(tmp_path, devices=DEVICES, cables=CABLES, more=more)
    assert [one.name for one in fabric.devices] == ["sw1", "srv1", "R1"]
    assert any("more.csv: a list of 1 rack, no devices" in note for note in fabric.notes)


def test_a_table_that_stays_has_no_note(tmp_path: Path) -> None:
    """The only list is one of devices, though they are called like racks."""
    fabric = planned(tmp_path, racks="name,size\nR1,1\nR2,1\n")
    assert [one.name for one in fabric.devices] == ["R1", "R2"]
    assert not any("a list of" in note for note in fabric.notes)


@pytest.mark.parametrize(
    ("head", "cells"), [("numbering_start_from_bottom", ("yes", "no")), ("desc_units", ("False", "True"))]
)
def test_racks_numbered_from_the_top(tmp_path: Path, head: str, cells: tuple[str, str]) -> None:
    """Unit 5 of 48 from the top is the upper of a server's units 43 and 44."""
    racks = f"name,size,{head}\nR1,42,{cells[0]}\nR2,48,{cells[1]}\n"
    fabric = planned(tmp_path, devices=DEVICES, cables=CABLES, racks=racks)
    assert [(one.name, one.unit) for one in fabric.devices] == [("sw1", 40), ("srv1", 43)]
    assert any("a list of 2 racks, no devices; units from the top in R2" in note for note in fabric.notes)


def test_an_import_leaves_racks_out(tmp_path: Path) -> None:
    """Of a workbook with sheets of racks, devices and cables; the room settles units from the top."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    texts = {
        "Racks": "name,size,desc_units\nR1,42,no\nR2,48,yes\n",
        "Devices": DEVICES,
        "Cables": CABLES,
    }
    for name, text in texts.items():
        sheet = book.create_sheet(name)
        for line in text.splitlines():
            sheet.append(line.split(","))
    book.remove(book.active)
    book.save(tmp_path / "all.xlsx")
    reader = next(one for one in READERS if one.name == "csv")
    fabric = reader.read(tmp_path / "all.xlsx")
    assert sorted((one.name, one.unit, one.attributes.get("unit from top")) for one in fabric.devices) == [
        ("srv1", None, "5"),
        ("sw1", 40, None),
    ]


@pytest.mark.parametrize("side", ["Left Side", "rear left", "Zero U", "0U", "seitlich"])
def test_a_place_beside_the_units(tmp_path: Path, side: str) -> None:
    """DcTrack's place of a PDU: no unit, height 0."""
    head = "Name *,Model *,RUs,Cabinet,U Position *,Class\nsw1,SW48,1,R1,40,Network\nsrv1,,2,R2,5,Device\n"
    fabric = planned(tmp_path, items=f"{head}pdu1,PX3,,R1,{side},Rack PDU\n", cables=CABLES)
    assert [(one.name, one.unit, one.units) for one in fabric.devices] == [
        ("sw1", 40, 1),
        ("srv1", 5, 2),
        ("pdu1", None, 0),
    ]
