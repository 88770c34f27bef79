"""Columns that state the unit of the lengths beside them."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

_ROOM = (FloorCabinet("Q2", units=42),)


def _lengths(folder: Path, headings: str, *cells: str, **columns: str) -> list[int | None]:
    rows = [f"n{n},e1,Q2,sw1,{n},Q2,{cell}" for n, cell in enumerate(cells, start=1)]
    heads = f"Device A,Port A,Rack A,Device B,Port B,Rack B,{headings}"
    (folder / "list.csv").write_text("\n".join((heads, *rows)) + "\n", encoding="utf-8")
    listed = read_lists([folder / "list.csv"], _ROOM, TableRequest(columns))
    return [cable.length_mm for cable in listed.fabric.cables]


@pytest.mark.parametrize(
    "headings",
    [
        *("Cord Length,Cord Length UOM", "Length,Length Unit", "L\u00e4nge,Einheit", "Length,UOM"),
        *("Length,Unit", "Longueur,Unit\u00e9", "Longitud,Unidad", "Cable Length,Units", "Length,ft or m"),
        "Length,",
    ],
)
def test_the_unit_of_a_length_stands_beside_it(headings: str, tmp_path: Path) -> None:
    """Whatever the heading of the column, and whatever each row's unit."""
    assert _lengths(tmp_path, headings, "7,ft", "10,FT", "3,m", "90,cm") == [2134, 3048, 3000, 900]


def test_a_column_of_units_may_stand_apart(tmp_path: Path) -> None:
    """If its heading says what it is; words such as ``in`` below other headings are no inches."""
    assert _lengths(tmp_path, "Length,Colour,UOM", "7,Blue,ft") == [2134]
    assert _lengths(tmp_path, "Length,Colour,Direction", "7,Blue,in") == [7000]
    assert _lengths(tmp_path, "Length,UOM", "7,EA", "8,EA") == [7000, 8000]


def test_an_unknown_unit_is_refused(tmp_path: Path) -> None:
    """So is one that the heading contradicts; no length is taken as metres instead."""
    with pytest.raises(InputError, match="has the unit 'furlong'"):
        _lengths(tmp_path, "Length,Length UOM", "7,furlong")
    with pytest.raises(InputError, match="has the unit 'ea'"):
        _lengths(tmp_path, "Length,UOM", "7,ft", "8,ft", "9,EA")
    with pytest.raises(InputError, match="is in ft by its column of units, and in m by its heading"):
        _lengths(tmp_path, "Length (m),UOM", "7,ft")


def test_the_user_may_skip_the_units(tmp_path: Path) -> None:
    """Or give the column another meaning."""
    assert _lengths(tmp_path, "Length,UOM", "7,ft", UOM="skip") == [7000]
