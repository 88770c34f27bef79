"""Matrices of cables, and device lists whose columns of ports name devices of other lists."""

from pathlib import Path

import pytest
from openpyxl import Workbook

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

_ROOM = (FloorCabinet("Q2", units=42), FloorCabinet("Q3", units=42))
_DEVICES = "Name,Rack,U\nedge7,Q2,40\nedge8,Q2,41\ncore3,Q3,30\ncore4,Q3,31\n"


def _read(folder: Path, *lists: str, **columns: str) -> ListedFabric:
    paths = []
    for number, text in enumerate(lists):
        paths.append(folder / f"list{number}.csv")
        paths[-1].write_text(text, encoding="utf-8")
    return read_lists(paths, _ROOM, TableRequest(columns))


def _ends(listed: ListedFabric) -> list[str]:
    devices = listed.fabric.devices
    return sorted(
        " ".join(f"{devices[end.device].name}:{end.port_text if end.stated else ''}" for end in cable.ends)
        for cable in listed.fabric.cables
    )


@pytest.mark.parametrize("sign", [" -> ", "->", " \u2013 ", " / ", " nach "])
@pytest.mark.parametrize("corner", ["edge \\ core", "", "Switch"])
def test_pairs_of_ports(corner: str, sign: str, tmp_path: Path) -> None:
    """A cell names the port of the row's and of the column's device; the title states the rate."""
    matrix = f"100G uplinks,,\n{corner},core3,core4\nedge7,49{sign}1,50{sign}1\nedge8,49{sign}2,-\n"
    listed = _read(tmp_path, _DEVICES, matrix)
    assert _ends(listed) == ["edge7:49 core3:1", "edge7:50 core4:1", "edge8:49 core3:2"]
    assert {cable.gbps for cable in listed.fabric.cables} == {100}


def test_a_matrix_alone(tmp_path: Path) -> None:
    """Names that say their kind need no device list; a total row is none."""
    listed = _read(tmp_path, ",spine1,spine2\nleaf1,49 -> 1,50 -> 1\nleaf2,49 -> 2,50 -> 2\nTotal,2,2\n")
    assert len(listed.fabric.devices) == 4
    assert len(listed.fabric.cables) == 4


def test_single_ports_belong_to_the_devices_whose_ports_they_can_be(tmp_path: Path) -> None:
    """A port is used once: repeated in a row, it is one of the column's device."""
    of_rows = _read(tmp_path, _DEVICES, ",core3,core4\nedge7,e1/49,e1/50\nedge8,e1/49,e1/50\n")
    assert _ends(of_rows)[0] == "edge7:e1/49 core3:"
    of_columns = _read(tmp_path, _DEVICES, ",core3,core4\nedge7,e1/1,e1/1\nedge8,e1/2,e1/2\n")
    assert _ends(of_columns)[0] == "edge7: core3:e1/1"


def test_counts(tmp_path: Path) -> None:
    """Numbers that cannot be ports are parallel cables; 0 is none, and a mirrored half is left out."""
    listed = _read(tmp_path, _DEVICES, "links,core3,core4\nedge7,2,2\nedge8,2,0\n")
    assert len(listed.fabric.cables) == 6
    half = "n,edge7,edge8,core3\nedge7,,2,2\nedge8,2,,2\ncore3,2,2,\n"
    assert len(_read(tmp_path, _DEVICES, half).fabric.cables) == 6


def test_open_numbers_are_asked_about(tmp_path: Path) -> None:
    """Numbers that may be ports or counts are refused; each option that the error offers works."""
    matrix = "to core,core3,core4\nedge7,1,2\nedge8,1,2\n"
    with pytest.raises(InputError, match=r'"to core=count" or .*"to core=port a"'):
        _read(tmp_path, _DEVICES, matrix)
    assert len(_read(tmp_path, _DEVICES, matrix, **{"to core": "count"}).fabric.cables) == 6
    by_port = _read(tmp_path, _DEVICES, matrix, **{"to core": "port a"})
    assert _ends(by_port)[0] == "edge7:1 core3:"
    blank = matrix.replace("to core", "")
    with pytest.raises(InputError, match=r'"list1.csv:A=count"'):
        _read(tmp_path, _DEVICES, blank)
    assert len(_read(tmp_path, _DEVICES, blank, **{"list1.csv:A": "count"}).fabric.cables) == 6


def test_another_cell_is_refused(tmp_path: Path) -> None:
    """A cell of a matrix that is neither port nor count, and a first cell that is no device, are named."""
    odd = ",core3,core4\nedge7,49 -> 1,50 -> 1\nedge8,ask Bob,50 -> 2\n"
    with pytest.raises(InputError, match=r"list1.csv: line 3.*'ask Bob' below 'core3'"):
        _read(tmp_path, _DEVICES, odd)
    with pytest.raises(InputError, match="'edge9' in the first column"):
        _read(tmp_path, _DEVICES, ",core3,core4\nedge7,a1,a2\nedge8,a1,a2\nedge9,a1,a2\n")


def test_a_sheet_of_a_matrix_may_be_passed_over(tmp_path: Path) -> None:
    """The option of the error passes over the sheet."""
    book = Workbook()
    for number, text in enumerate((_DEVICES, ",core3,core4\nedge7,a -> b,50 -> 1\nedge8,49 -> 1,5 -> 2\n")):
        sheet = book.worksheets[0] if number == 0 else book.create_sheet("Uplinks")
        for line in text.splitlines():
            sheet.append([cell or None for cell in line.split(",")])
    sheet["B2"] = "ask Bob"
    book.save(tmp_path / "l.xlsx")
    with pytest.raises(InputError, match='"core3=skip"'):
        read_lists([tmp_path / "l.xlsx"], _ROOM)
    assert (
        len(read_lists([tmp_path / "l.xlsx"], _ROOM, TableRequest({"core3": "skip"})).fabric.devices) == 4
    )
