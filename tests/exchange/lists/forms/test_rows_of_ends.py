"""Lists with a row for each end of a cable, in the languages of lists, and the sides of panels."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Fabric, FloorCabinet
from netfloor.foundation.errors import InputError

_ROWS = "K1;srv1;eth0;0\nK1;pp1;1;{front}\nK2;pp1;1;{rear}\nK2;pp2;1;{rear}\nK3;pp2;1;{front}\nK3;sw1;7;1\n"
_DEVICES = "Rackelement;Rack;Typ\nsrv1;A1;Server\nsw1;A2;Switch\npp1;A1;Patchpanel\npp2;A2;Patchpanel\n"
_ROOM = (FloorCabinet("A1", units=42), FloorCabinet("A2", units=42))


def _read(folder: Path, text: str, **columns: str) -> Fabric:
    cables, devices = folder / "cables.csv", folder / "devices.csv"
    cables.write_text(text, encoding="utf-8")
    devices.write_text(_DEVICES, encoding="utf-8")
    return read_lists([cables, devices], _ROOM, TableRequest(columns)).fabric


@pytest.mark.parametrize(
    ("headings", "front", "rear"),
    [
        ("Verbindungsname;Element;Port;Vorderseite", "1", "0"),
        ("Verbindungsname;Element;Port;Rückseite", "0", "1"),
        ("Nom de connexion;Équipement;Port;Face avant", "oui", "non"),
        ("Kabelnaam;Apparaat;Poort;Achterzijde", "0", "1"),
        ("Cable ID;Device;Port;Panel side", "front", "rear"),
    ],
)
def test_sides_of_panels_have_a_column(tmp_path: Path, headings: str, front: str, rear: str) -> None:
    """The path from server to switch passes both panels; sides say nothing of other devices."""
    fabric = _read(tmp_path, f"{headings}\n{_ROWS.format(front=front, rear=rear)}")
    ports = {cable.id: tuple(end.port_text for end in cable.ends) for cable in fabric.cables}
    assert ports == {"K1": ("eth0", "front 1"), "K2": ("rear 1", "rear 1"), "K3": ("front 1", "7")}


def test_columns_of_one_end_may_be_mapped(tmp_path: Path) -> None:
    """The targets of an end apply to both rows of a cable, also with a suffix."""
    text = "Foo;Bar;Baz;Qux\n" + _ROWS.format(front="1", rear="0").replace("K3;pp2;1;1\nK3;sw1;7;1\n", "")
    columns = {"Foo": "id", "Bar": "a", "Baz": "port a", "Qux": "panel side a"}
    with pytest.raises(InputError, match=r'map "Bar=[ab] as ends"'):
        _read(tmp_path, text, **columns)
    fabric = _read(tmp_path, text, **{**columns, "Bar": "b as ends"})
    assert [cable.id for cable in fabric.cables] == ["K1", "K2"]


def test_racks_below_rackname_are_a_list_of_racks(tmp_path: Path) -> None:
    """Their types and rooms make no devices of them, and a path of rooms is no rack."""
    racks, cables = tmp_path / "racks.csv", tmp_path / "cables.csv"
    racks.write_text(
        "Rackname;Racktyp;Standort\nA1;Schrank 42HE;RZ / EG / 014\nA2;Schrank 42HE;RZ / EG / 015\n"
    )
    cables.write_text("a;rack a;b;rack b\nsrv1;A1;sw1;A2\n")
    assert len(read_lists([racks, cables], _ROOM).fabric.devices) == 2


def test_a_type_that_names_a_length_gives_it(tmp_path: Path) -> None:
    """Only if no column of lengths does."""
    path = tmp_path / "cables.csv"
    path.write_text("a;b;Kabeltyp\nsrv1;sw1;Patchkabel Cat6A 2,0 m\nsrv2;sw1;DAC SFP+ 1 m\n")
    assert [cable.length_mm for cable in read_lists([path], ()).fabric.cables] == [2000, 1000]
    path.write_text("a;b;Kabeltyp;Länge (m)\nsrv1;sw1;Patchkabel 2,0 m;7\n")
    assert [cable.length_mm for cable in read_lists([path], ()).fabric.cables] == [7000]
