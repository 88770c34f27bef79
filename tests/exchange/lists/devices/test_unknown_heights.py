"""Devices of unknown height: 1 U with a note that names them, whatever list leaves it open."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.fabric.fabric import FloorCabinet

CABINETS = (FloorCabinet("A01", units=42), FloorCabinet("A02", units=42))
#: Device lists: without a column of heights, and with blank cells below it.
INVENTORIES = {
    "sonic": "Hostname,ManagementIp,HwSku,Type\nsw1,10.0.0.1,Arista-7060CX,DevSonic\nsrv1,,R750,Server\n",
    "german": "Gerätename,Rolle,Schrank,Höhe\nsw1,Switch,A01,\nsrv1,Server,A02,\n",
    "some": "name,kind,height\nsw1,switch,\nsrv1,server,\nsrv2,server,2\n",
    "french": "Nom;Fonction;Hauteur\nsw1;commutateur;\nsrv1;serveur;\n",
}
CABLES = "a,port a,b,port b\nsw1,1,srv1,eth0\n"


def _read(folder: Path, devices: str, cables: str = CABLES, types: Path | None = None) -> ListedFabric:
    paths = [folder / "cables.csv"]
    paths[0].write_text(cables)
    if devices:
        paths.append(folder / "devices.csv")
        paths[1].write_text(devices, encoding="utf-8")
    return read_lists(paths, CABINETS, device_types=types)


@pytest.mark.parametrize("devices", ["", *INVENTORIES.values()], ids=["cables alone", *INVENTORIES])
def test_a_list_of_devices_refuses_no_more_than_cables_alone(devices: str, tmp_path: Path) -> None:
    """Both have the same default, and one note that names the devices and the better source."""
    listed = _read(tmp_path, devices)
    heights = {device.name: device.units for device in listed.fabric.devices}
    assert (heights["sw1"], heights["srv1"], heights.get("srv2", 2)) == (1, 1, 2)
    (note,) = (note for note in listed.notes if "unknown height" in note)
    assert "2 devices (sw1 and srv1) of unknown height taken as 1 U; --device-types DIR" in note


def test_types_come_before_the_default(tmp_path: Path) -> None:
    """A model of the folder gives its height; the others are 1 U."""
    (tmp_path / "types").mkdir()
    (tmp_path / "types" / "r750.yaml").write_text(
        "manufacturer: Dell\nmodel: R750\nslug: r750\nu_height: 2\nis_full_depth: true\n"
    )
    listed = _read(tmp_path, INVENTORIES["sonic"].replace("HwSku", "Model"), types=tmp_path / "types")
    assert [device.units for device in listed.fabric.devices] == [1, 2]
    assert any("1 device (sw1) of unknown height" in note for note in listed.notes)


def test_a_pdu_in_a_rack_without_a_unit_is_beside_the_units(tmp_path: Path) -> None:
    """Of height 0 with a note; a PDU without a rack needs a place as others do."""
    devices = "name,role,rack,position\nsw1,switch,A01,40\nsrv1,server,A02,10\npdu1,pdu,A01,\npdu2,pdu,,\n"
    listed = _read(tmp_path, devices)
    assert {device.name: device.units for device in listed.fabric.devices} == {
        "sw1": None,
        "srv1": None,
        "pdu1": 0,
        "pdu2": 1,
    }
    assert any(
        "1 PDU (pdu1) in racks without a unit taken as mounted beside the units" in n for n in listed.notes
    )
