"""Patch lists whose headings name a panel as an end: ``Panel``, ``Panel Port``, ``Panel RU``."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import PANEL, SWITCH, FloorCabinet

_ROOM = (FloorCabinet("K7", units=45),)
_HEADS = {
    "panel first": "Ref,Rack,Panel,Panel RU,Panel Port,Switch,Switch RU,Switch Port",
    "panel last": "Patch #,Rack,Switch,Switch Port,Switch U,Patch Panel,Patch Panel Port,Patch Panel U",
    "names": "Patch No.,Rack,Panel Name,Panel Unit,Panel Port,Switch Name,Switch Unit,Switch Port",
    "German": "Patch-Nr.,Schrank,Patchfeld,Patchfeld HE,Patchfeld Port,Switch,Switch HE,Switch Port",
    "French": "Réf,Baie,Panneau,Panneau U,Port panneau,Commutateur,Commutateur U,Port commutateur",
    "Spanish": "Ref.,Armario,Panel,Panel U,Puerto Patch,Conmutador,Conmutador U,Puerto conmutador",
}


def _read(folder: Path, *rows: str) -> ListedFabric:
    path = folder / "list.csv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return read_lists([path], _ROOM, TableRequest({}))


def _row(head: str, name: str, ports: tuple[str, str]) -> str:
    """Return a row of FD-2 in unit 44 and acc3 in unit 31, in the order of a heading."""
    if head == "panel last":
        return f"{name},K7,acc3,{ports[1]},31,FD-2,{ports[0]},44"
    return f"{name},K7,FD-2,44,{ports[0]},acc3,31,{ports[1]}"


@pytest.mark.parametrize("head", _HEADS)
def test_headings_of_panels_name_an_end(head: str, tmp_path: Path) -> None:
    """Kind, unit, ports and ids come from the list, whatever the panel is called."""
    rows = (_row(head, "W07", ("9", "te1/7")), _row(head, "W08", ("12", "te1/3")))
    fabric = _read(tmp_path, _HEADS[head], *rows).fabric
    devices = {one.name: (one.kind, one.unit) for one in fabric.devices}
    assert devices == {"FD-2": (PANEL, 44), "acc3": (SWITCH, 31)}
    ends = [
        {fabric.devices[end.device].name: end.port_name.removeprefix("front ") for end in cable.ends}
        for cable in fabric.cables
    ]
    assert ends == [{"FD-2": "9", "acc3": "te1/7"}, {"FD-2": "12", "acc3": "te1/3"}]
    assert [cable.id for cable in fabric.cables] == ["W07", "W08"]
    assert not any("leaves blank" in note for note in fabric.notes)


def test_one_column_of_units_is_of_the_end_that_it_names(tmp_path: Path) -> None:
    """Beside a column of devices the unit is the panel's, wherever it stands."""
    fabric = _read(tmp_path, "Rack,Device,Port,Panel,Port,Panel RU", "K7,sw4,12,FD-2,3,44").fabric
    assert {one.name: one.unit for one in fabric.devices if one.kind == PANEL} == {"FD-2": 44}
    assert {end.port_name.removeprefix("front ") for end in fabric.cables[0].ends} == {"12", "3"}


def test_a_panel_between_two_devices_is_on_the_way(tmp_path: Path) -> None:
    """Each link is two cords; neither device gets the port or the unit of the panel."""
    head = "Device A,Port A,Panel,Panel Port,Panel U,Device B"
    fabric = _read(tmp_path, head, "sw1,3,FD-2,17,44,srv8", "sw1,4,FD-2,18,44,srv9").fabric
    assert {one.name: one.unit for one in fabric.devices} == {
        **dict.fromkeys(("sw1", "srv8", "srv9")),
        "FD-2": 44,
    }
    ends = [(fabric.devices[end.device].name, end.port_text) for one in fabric.cables for end in one.ends]
    assert [port for name, port in ends if name == "FD-2"] == ["17", "rear 17", "18", "rear 18"]
    assert len(fabric.cables) == 4


@pytest.mark.parametrize("heading", ["Cord", "Cord Type", "Patchkabel", "Cordon", "Latiguillo"])
def test_a_column_of_cords_names_their_medium(heading: str, tmp_path: Path) -> None:
    """The word of a fibre below it is the cable's."""
    head = f"Panel,Panel Port,Switch,Switch Port,{heading}"
    (cable,) = _read(tmp_path, head, "FD-2,9,acc3,te1/7,OS2 LC-LC").fabric.cables
    assert cable.kind == "OS2"
