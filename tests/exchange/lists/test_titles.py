"""Titles and names of sheets: racks above their devices, a sheet of each switch's ports."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import openpyxl
import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.fabric.fabric import Fabric, FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = tuple(FloorCabinet(name, units=42) for name in ("A01", "A02", "R01"))
Rows = Sequence[Sequence[object]]


def of_workbook(folder: Path, sheets: Mapping[str, Rows], *, merged: int = 0) -> Fabric:
    """Return the fabric of a workbook; rows of one text are merged over ``merged`` columns."""
    book = openpyxl.Workbook()
    book.remove(book.active)  # type: ignore[arg-type]
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for number, row in enumerate(rows, 1):
            sheet.append(list(row))
            if merged and len(row) == 1:
                sheet.merge_cells(start_row=number, end_row=number, start_column=1, end_column=merged)
    book.save(folder / "lists.xlsx")
    return read_lists([folder / "lists.xlsx"], CABINETS).fabric


DEVICES = (
    ("Device list, units from below",),
    ("Name", "Kind", "U", "Height", "W"),
    ("Schrank A01 (42 HE)",),
    ("sw1", "switch", 42, 1, 200),
    ("srv1", "server", 1, 2, 600),
    (),
    ("Schrank A02 - spare",),
    ("sw2", "switch", 42, 1, 200),
    ("Total", None, None, 4, 1000),
)


@pytest.mark.parametrize("merged", [0, 4, 5])
def test_titles_name_the_rack_of_the_devices_below(tmp_path: Path, merged: int) -> None:
    """Whether or not their cells are merged; the total below is no device of the last rack."""
    fabric = of_workbook(tmp_path, {"Devices": DEVICES}, merged=merged)
    assert [(one.name, one.cabinet, one.unit, one.units) for one in fabric.devices] == [
        ("sw1", 0, 42, 1),
        ("srv1", 0, 1, 2),
        ("sw2", 1, 42, 1),
    ]
    assert any(
        "titles name the rack of the rows below them: 2 racks, such as A01" in n for n in fabric.notes
    )


def test_a_sheet_for_each_rack(tmp_path: Path) -> None:
    """The sheet's name is the rack, in a list with units and without a column of racks."""
    head = ("Device", "U", "Height")
    sheets = {"Rack A01": (head, ("sw1", 42, 1), ("srv1", 1, 2)), "A02": (head, ("sw2", 42, 1))}
    fabric = of_workbook(tmp_path, sheets)
    assert [(one.name, one.cabinet, one.unit) for one in fabric.devices] == [
        ("sw1", 0, 42),
        ("srv1", 0, 1),
        ("sw2", 1, 42),
    ]


def test_a_column_of_racks_counts_before_titles(tmp_path: Path) -> None:
    """A title beside a column of racks stays a title."""
    rows = (("Rack A02",), ("Device", "Rack", "U", "Height"), ("sw1", "A01", 42, 1))
    assert [one.cabinet for one in of_workbook(tmp_path, {"Racks": rows}, merged=4).devices] == [0]


PORTS = ("Port", "Connected To", "Remote Port", "Speed", "Length (ft)")
ACCESS = (
    PORTS,
    ("1", "srv1", "eth0", "1G", 10),
    ("2", None, None, None, None),
    ("47", "core1", "1", "10G", 33),
)


def test_a_sheet_for_each_switch(tmp_path: Path) -> None:
    """Its name, and its place in the title, are those of the near end; both sheets state the uplink."""
    core = (("core1 - Rack R01, U40 - 24 ports",), (), PORTS, ("1", "acc1", "47", "10G", 33))
    fabric = of_workbook(tmp_path, {"acc1": ACCESS, "core1": core}, merged=5)
    names = [device.name for device in fabric.devices]
    assert [
        (names[a.device], a.port_text, names[b.device], b.port_text, cable.gbps, cable.length_mm)
        for cable in fabric.cables
        for a, b in [cable.ends]
    ] == [("acc1", "1", "srv1", "eth0", 1, 3048), ("acc1", "47", "core1", "1", 10, 10058)]
    core_switch = fabric.devices[names.index("core1")]
    assert (core_switch.cabinet, core_switch.unit) == (2, 40)


def test_the_device_of_a_title_where_the_sheet_has_no_name(tmp_path: Path) -> None:
    """``Sheet1`` names nothing; with neither, the column is asked for."""
    fabric = of_workbook(tmp_path, {"Sheet1": (("Switch: acc1",), *ACCESS)})
    assert [device.name for device in fabric.devices] == ["acc1", "srv1", "core1"]
    with pytest.raises(InputError, match="there is no column a"):
        of_workbook(tmp_path, {"Sheet1": (("Ports of the second floor",), *ACCESS)})


@pytest.mark.parametrize("sheet", ["Summary", "Overview", "\u00dcbersicht", "R\u00e9sum\u00e9 2"])
def test_a_sheet_that_sums_up_is_no_switch(tmp_path: Path, sheet: str) -> None:
    """Its name is that of a list: the title names the device, or nothing does."""
    fabric = of_workbook(tmp_path, {sheet: (("Switch: acc1",), *ACCESS)})
    assert [device.name for device in fabric.devices] == ["acc1", "srv1", "core1"]


def test_ids_of_a_span_are_those_of_the_cables(tmp_path: Path) -> None:
    """``K-017 - K-020`` of four cables; of another number the row's id is numbered."""
    text = "a,port a,b,port b,id\nsw1,Eth1/49-52,sp1,Eth1/1-4,K-017 - K-020\n"
    (tmp_path / "cables.csv").write_text(f"{text}sw1,[1-2],sp1,[11-12],K-8 - K-10\n")
    fabric = read_lists([tmp_path / "cables.csv"], CABINETS).fabric
    assert [cable.id for cable in fabric.cables] == [
        *("K-017", "K-018", "K-019", "K-020"),
        *("K-8 - K-10-1", "K-8 - K-10-2"),
    ]


@pytest.mark.parametrize(
    "text", ["C-009..C-012", "C-009 to C-012", "C-009 \u2013 C-012", "C-009 bis C-012"]
)
def test_first_and_last_id_may_be_joined_by_a_word(tmp_path: Path, text: str) -> None:
    """As lists write them in English and German."""
    (tmp_path / "cables.csv").write_text(f"a,port a,b,port b,id\nsw1,Eth1/49-52,sp1,Eth1/1-4,{text}\n")
    fabric = read_lists([tmp_path / "cables.csv"], CABINETS).fabric
    assert [cable.id for cable in fabric.cables] == ["C-009", "C-010", "C-011", "C-012"]


@pytest.mark.parametrize(
    ("heading", "length", "cell"),
    [("Cord Label", "Cord Length (m)", "1.5"), ("N\u00b0 cordon", "Long. (m)", "1.5")],
)
def test_headings_of_cords(tmp_path: Path, heading: str, length: str, cell: str) -> None:
    """Cords are cables in dcTrack and French patch books."""
    text = f"a,port a,b,port b,{heading},{length}\nx,1,y,1,CB-1,{cell}\n"
    (tmp_path / "cables.csv").write_text(text)
    fabric = read_lists([tmp_path / "cables.csv"], CABINETS).fabric
    assert [(cable.id, cable.length_mm) for cable in fabric.cables] == [("CB-1", 1500)]


def test_the_label_comes_before_the_number_of_a_database(tmp_path: Path) -> None:
    """As NetBox exports its table of cables; a cable without a label gets an id of its own."""
    head = "ID,Label,Termination A,Termination B,Device A,Device B\n"
    text = f"{head}101,C001,e1,eth0,x,y\n102,C002,e2,eth0,x,z\n103,,e3,eth0,x,w\n"
    (tmp_path / "cables.csv").write_text(text)
    fabric = read_lists([tmp_path / "cables.csv"], CABINETS).fabric
    assert [cable.id for cable in fabric.cables][:2] == ["C001", "C002"]
    assert fabric.cables[2].id not in {"", "103"}


def test_a_heading_of_two_units_is_a_question(tmp_path: Path) -> None:
    """The cells may be feet or metres."""
    text = "a,b,Cord Length (ft/m)\nx,y,7\n"
    (tmp_path / "cables.csv").write_text(text)
    notes = read_lists([tmp_path / "cables.csv"], CABINETS).notes
    assert any(
        "names two units: --map 'Cord Length (ft/m)=length (ft)' or '... (m)'" in note for note in notes
    )
