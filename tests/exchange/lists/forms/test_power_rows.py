"""Lists of power cords: device, PSU, PDU and outlet in each row."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import PDU, FloorCabinet

_HEADS = (
    "Device,PSU,PDU,Outlet",
    "Hostname,Power Supply,PDU,PDU Outlet",
    "Gerät,Netzteil,Steckdosenleiste,Steckdose",
    "Équipement,Alimentation,Multiprise,Prise",
    "Equipo,Fuente,Regleta,Toma",
)


@pytest.mark.parametrize("head", _HEADS)
def test_each_row_is_a_cord(head: str, tmp_path: Path) -> None:
    """The heading makes the far end a PDU, whatever its name."""
    path = tmp_path / "list.csv"
    path.write_text(f"{head}\nnas3,1,left-A,11\nnas3,2,right-B,12\nweb5,1,left-A,4\n", encoding="utf-8")
    fabric = read_lists([path], (), TableRequest({})).fabric
    assert fabric.power_cords == {0, 1, 2}
    assert {one.name for one in fabric.devices if one.kind == PDU} == {"left-A", "right-B"}
    ends = [[(fabric.devices[e.device].name, e.port_text) for e in cable.ends] for cable in fabric.cables]
    assert ends[1] == [("nas3", "2"), ("right-B", "12")]
    assert ends[2] == [("web5", "1"), ("left-A", "4")]


def test_a_list_of_devices_with_a_pdu_each_is_no_list_of_cords(tmp_path: Path) -> None:
    """Units and heights show a row for each device."""
    path = tmp_path / "list.csv"
    path.write_text("Device,Rack,Unit,Height,PSU,PDU\nnas3,B1,4,2,PS1,left-A\nweb5,B1,8,1,PS1,left-A\n")
    fabric = read_lists([path], (FloorCabinet("B1", units=42),), TableRequest({})).fabric
    assert {one.name for one in fabric.devices} == {"nas3", "web5"}
    assert not fabric.cables
