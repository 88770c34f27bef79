"""Several cables in one row, on lines of their own in its cells."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

_ROOM = tuple(FloorCabinet(name, units=42) for name in ("R1", "R2"))


def _read(folder: Path, text: str, **columns: str) -> ListedFabric:
    path = folder / "list.csv"
    path.write_text(text, encoding="utf-8", newline="")
    return read_lists([path], _ROOM, TableRequest(columns))


def _ends(listed: ListedFabric) -> list[str]:
    devices = listed.fabric.devices
    return [
        " ".join(f"{devices[end.device].name}:{end.port_text}" for end in cable.ends)
        for cable in listed.fabric.cables
    ]


@pytest.mark.parametrize("said", [{}, {"Connection": "a b"}])
@pytest.mark.parametrize("end", ["\n", "\r\n", " \n\n"])
def test_a_pair_of_ends_a_line(end: str, said: dict[str, str], tmp_path: Path) -> None:
    """Each line is a cable with the row's other cells; titles and tables below are read as ever."""
    cells = [f'"R1-U24-P{n}A to R1-U1-P3A{end}R1-U24-P{n}B to R2-U1-P4A"' for n in (8, 9)]
    text = f"Table 5-1\n\nSwitch,Connection,Cable Length\nx,{cells[0]},3m\n\nTable 5-2\n\n"
    text += f"Switch,Connection,Cable Length\ny,{cells[1].replace('P3A', 'P5A').replace('P4A', 'P6A')},5m\n"
    listed = _read(tmp_path, text, **said)
    assert len(_ends(listed)) == 4
    assert [cable.length_mm for cable in listed.fabric.cables] == [3000, 3000, 5000, 5000]


def test_columns_with_equally_many_lines(tmp_path: Path) -> None:
    """Cells of one line belong to every cable; an id of one line is numbered, one of several is not."""
    heads = "Cable ID,A,Port A,B,Port B,Rack A,Rack B,Note\n"
    rows = 'K1,sw1,"1\n2",sw2,"7\n8",R1,R2,"two\nlines\nof text"\n'
    rows += '"K2\nK3","sw1\nsw3","3\n3",sw2,"9\n10",R1,R2,\n'
    listed = _read(tmp_path, heads + rows)
    assert _ends(listed) == ["sw1:1 sw2:7", "sw1:2 sw2:8", "sw1:3 sw2:9", "sw3:3 sw2:10"]
    assert [cable.id for cable in listed.fabric.cables] == ["K1-1", "K1-2", "K2", "K3"]


def test_columns_with_other_numbers_of_lines_are_refused(tmp_path: Path) -> None:
    """With the line, the columns and their numbers."""
    with pytest.raises(InputError, match="'Port A' 2, 'Port B' 3"):
        _read(tmp_path, 'A,Port A,B,Port B\nsw1,"1\n2",sw2,"7\n8\n9"\n')


def test_a_label_of_two_lines_is_one_cable(tmp_path: Path) -> None:
    """Its lines are one end each."""
    text = 'Label,Length\n"R1-SW1-P1\nR2-SV1-P1",3m\n"R1-SW1-P2\nR2-SV2-P1",3m\n'
    assert len(_ends(_read(tmp_path, text))) == 2


def test_headings_of_several_lines_are_headings(tmp_path: Path) -> None:
    """As spreadsheets wrap them."""
    assert len(_ends(_read(tmp_path, '"Device\nA","Port\nA","Device\nB","Port\nB"\nsw1,1,sw2,2\n'))) == 1
