"""Racks whose names are unique in an aisle alone, for imports and for plans."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Fabric, FloorCabinet
from netfloor.foundation.errors import InputError

_CABINETS = tuple(
    FloorCabinet(f"{row}-{n:02}", 1 + "AB".index(row), n, row, 42) for row in "AB" for n in (1, 2)
)


def _imported(tmp_path: Path, text: str, **columns: str) -> Fabric:
    path = tmp_path / "cables.csv"
    path.write_text(text)
    return READERS["csv"].tables(path, {}, TableRequest(columns))


def _racks(fabric: Fabric) -> dict[str, str]:
    return {device.name: fabric.cabinet_name(n) for n, device in enumerate(fabric.devices)}


_TWO_AISLES = (
    "From,Aisle,Rack,Port,To,Aisle,Rack,Port\nleaf1,A,01,1,spine1,B,01,1\nleaf2,B,02,1,spine1,B,01,2\n"
)


def test_racks_of_two_aisles_are_two(tmp_path: Path) -> None:
    """They are named with their aisles, with a note; racks of names of their own keep them."""
    fabric = _imported(tmp_path, _TWO_AISLES)
    assert _racks(fabric) == {"leaf1": "A01", "spine1": "B01", "leaf2": "B02"}
    assert any(
        "1 name of racks, such as '01', in several places by 'Aisle'" in note for note in fabric.notes
    )
    assert fabric.cables[0].attributes == {"Aisle": "A", "Aisle 2": "B"}
    assert _racks(_imported(tmp_path, _TWO_AISLES.replace("B,01", "B,07")))["leaf1"] == "01"


def test_the_column_that_tells_them_apart_is_enough(tmp_path: Path) -> None:
    """Of a hall and a row the row; of rows of the same names in two halls both."""
    text = "From,Hall,Row,Rack,To,Hall,Row,Rack\nleaf1,H1,{row},R1,spine1,{hall},A,R1\n"
    assert _racks(_imported(tmp_path, text.format(row="B", hall="H1"))) == {
        "leaf1": "B-R1",
        "spine1": "A-R1",
    }
    assert _racks(_imported(tmp_path, text.format(row="A", hall="H2"))) == {
        "leaf1": "H1-R1",
        "spine1": "H2-R1",
    }


def test_a_row_without_an_aisle_says_nothing_of_the_rack(tmp_path: Path) -> None:
    """Where its name is in several; another row says it."""
    text = f"{_TWO_AISLES}leaf1,,01,2,spine1,B,01,3\n"
    assert _racks(_imported(tmp_path, text))["leaf1"] == "A01"


def test_an_aisle_may_be_passed_over(tmp_path: Path) -> None:
    """As the note says."""
    text = _TWO_AISLES.replace("Aisle,Rack,Port,To,Aisle", "Aisle A,Rack,Port,To,Aisle B")
    fabric = _imported(tmp_path, text, **{"Aisle A": "skip", "Aisle B": "skip"})
    assert {*_racks(fabric).values()} == {"01", "02"}


def test_racks_are_found_in_the_room_with_their_aisles(tmp_path: Path) -> None:
    """However the room writes them; else it is a question with the option that answers it."""
    path = tmp_path / "devices.csv"
    path.write_text(
        "Name,Kind,Aisle,Rack,U,Height\nx,switch,A,1,40,1\ny,switch,B,01,40,1\nz,switch,,A-02,40,1\n"
    )
    listed = read_lists([path], _CABINETS)
    assert _racks(listed.fabric) == {"x": "A-01", "y": "B-01", "z": "A-02"}
    assert any("racks are found in the room with 'Aisle'" in note for note in listed.notes)
    path.write_text("Name,Kind,Aisle,Rack,U,Height\nx,switch,C,A-01,40,1\ny,switch,D,A-01,41,1\n")
    with pytest.raises(InputError, match=r"rack 'A-01' stands in C and D by 'Aisle'.*Aisle=skip"):
        read_lists([path], _CABINETS)
    listed = read_lists([path], _CABINETS, TableRequest({"Aisle": "skip"}))
    assert _racks(listed.fabric) == {"x": "A-01", "y": "A-01"}
