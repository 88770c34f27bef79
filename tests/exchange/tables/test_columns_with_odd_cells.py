"""Columns recognised by most of their cells: totals do not count, odd cells are named."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = tuple(FloorCabinet(name, units=42) for name in ("A01", "A02"))


def planned(folder: Path, text: str) -> tuple[ListedFabric, TableRequest]:
    """Return the fabric of a list as ``netfloor plan`` reads it, and the report of its columns."""
    (folder / "list.csv").write_text(text, encoding="utf-8")
    request = TableRequest()
    return read_lists([folder / "list.csv"], CABINETS, request), request


SHCD = "Source,Rack,Location,Port,Destination,Rack,Location,Port\n"
ROWS = [f"srv{n},A01,u{n},j3,sw1,A02,u40,j{n}\n" for n in range(1, 6)]


@pytest.mark.parametrize("odd", ["cec0", "rear door", "unit?"])
def test_an_odd_unit_does_not_switch_the_others_off(tmp_path: Path, odd: str) -> None:
    """Units that are clear are read; the odd one is left out and named by its line."""
    listed, _ = planned(tmp_path, SHCD + "".join(ROWS) + f"enc1,A01,{odd},j1,sw1,A02,u40,j9\n")
    units = {device.name: device.unit for device in listed.fabric.devices}
    assert units == {**{f"srv{n}": n for n in range(1, 6)}, "sw1": 40, "enc1": None}
    assert any(f"line 7 ({odd!r})" in note for note in listed.notes)


def test_a_column_of_other_texts_stays_an_extra_column(tmp_path: Path) -> None:
    """Where no location is a unit, none is read as one."""
    rows = [f"srv{n},A01,bay {n}{'x' * n},j3,sw1,A02,u40,j{n}\n" for n in range(1, 6)]
    listed, request = planned(tmp_path, SHCD + "".join(rows))
    assert {device.unit for device in listed.fabric.devices if device.name != "sw1"} == {None}
    assert [item.heading for item in request.report.unused] == ["Location"]


def test_few_units_among_other_texts_are_asked_about(tmp_path: Path) -> None:
    """A device whose unit is stated is not placed elsewhere, unless the user says so."""
    rows = [f"srv{n},A01,bay {n}{'x' * n},j3,sw1,A02,u40,j{n}\n" for n in range(1, 6)]
    text = SHCD + "".join(rows) + "srv9,A01,u7,j3,sw1,A02,u40,j9\n"
    expected = r"line 7: 'Location' names a unit in 1 of 6 cells, 'u7'; .*\"C=unit a\" .*\"C=skip\""
    with pytest.raises(InputError, match=expected):
        planned(tmp_path, text)
    (tmp_path / "list.csv").write_text(text, encoding="utf-8")
    listed = read_lists([tmp_path / "list.csv"], CABINETS, TableRequest({"C": "skip"}))
    assert {device.unit for device in listed.fabric.devices if device.name != "sw1"} == {None}


@pytest.mark.parametrize(
    ("heading", "below"),
    [
        ("Nr.", '"gelb = Netz A, grün = Netz B",,,,'),
        ("#", "Total: 2 cables,,,,\nAll blue = net A,,,,"),
        ("Repère", "Mise à jour,,,,"),
        ("Identificador", "azul = red de gestión,,,,"),
        ("Label", "Drawn by hand,,,,\nSum,,,,"),
    ],
)
def test_ids_are_read_above_totals_and_legends(tmp_path: Path, heading: str, below: str) -> None:
    """Rows that are left out say nothing of a column."""
    text = f"{heading},Device A,Port A,Device B,Port B\nK1,sw1,1,sw2,1\nK2,sw1,2,sw2,2\n{below}\n"
    listed, _ = planned(tmp_path, text)
    assert [cable.id for cable in listed.fabric.cables] == ["K1", "K2"]


def test_an_id_without_a_digit_is_an_id(tmp_path: Path) -> None:
    """Most ids have a digit; the others stay as they are written."""
    rows = "K1,sw1,1,sw2,1\nK2,sw1,2,sw2,2\nK3,sw1,3,sw2,3\nspare link,sw1,4,sw2,4\n"
    listed, _ = planned(tmp_path, f"Label,Device A,Port A,Device B,Port B\n{rows}")
    assert [cable.id for cable in listed.fabric.cables] == ["K1", "K2", "K3", "spare link"]


def test_a_rack_among_locations_has_no_unit(tmp_path: Path) -> None:
    """Most cells have rack and unit; a rack alone is kept, another text is named."""
    places = ["A01-U1", "A01-U2", "A01-U3", "A01-U4", "A01-U5", "A02", "by the door"]
    rows = [f"srv{n},{place}\n" for n, place in enumerate(places)]
    (tmp_path / "devices.csv").write_text("name,Location,height\n" + "".join(rows).replace("\n", ",1\n"))
    listed = read_lists([tmp_path / "devices.csv"], CABINETS)
    found = [(device.cabinet, device.unit) for device in listed.fabric.devices]
    assert found == [*((0, n) for n in range(1, 6)), (1, None), (None, None)]
    assert any("line 8 ('by the door')" in note for note in listed.notes)
