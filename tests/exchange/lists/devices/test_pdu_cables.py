"""Cables at a PDU: power cords, unless the row shows a cable of a network."""

from itertools import product
from pathlib import Path

import pytest

from netfloor.costmodels.check.cords import is_power_cord
from netfloor.exchange.imported.network import network_of
from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers import READERS
from netfloor.fabric.fabric import PDU, SWITCH
from netfloor.fabric.power import PowerSupply
from netfloor.fabric.power_ports import is_cord

_HEAD = {
    "en": "Device A,Port A,Device B,Port B,Cable Type,Speed\n",
    "de": "Gerät A,Port A,Gerät B,Port B,Kabeltyp,Geschwindigkeit\n",
    "fr": "Équipement A,Port A,Équipement B,Port B,Type de câble,Débit\n",
    "es": "Equipo A,Puerto A,Equipo B,Puerto B,Tipo de cable,Velocidad\n",
}
#: Port at the PDU, port at the switch, type, rate.
_OF_NETWORKS = (
    ("j1", "41", "Cat6 RJ45", ""),
    ("3", "41", "S/FTP Kat. 6A", ""),
    ("mgmt", "17", "", ""),
    ("Net 1", "17", "Kupfer", ""),
    ("1", "Gi1/0/41", "", ""),
    ("LAN", "eth3", "", ""),
    ("1", "41", "", "1G"),
    ("j1", "j41", "", ""),
    ("1", "J7", "Kupfer", ""),
    ("Jack 2", "12", "", ""),
)
_CORDS = (
    ("1", "48", "", ""),
    ("7", "PSU2", "", ""),
    ("Outlet 3", "Power Supply 1", "Kupfer", ""),
    ("C13-4", "", "", ""),
    ("12", "C14", "IEC 60320", ""),
    ("Steckdose 3", "Netzteil 1", "", ""),
    ("out5", "PS1", "", ""),
    ("J3", "PSU-A", "", ""),
)
_READ = READERS["csv"].read


def _row(ports: tuple[str, str, str, str], *, turned: bool) -> str:
    pdu, switch, kind, rate = ports
    ends = ("sw1", switch, "pdu01", pdu) if turned else ("pdu01", pdu, "sw1", switch)
    return ",".join((*ends, kind, rate)) + "\n"


@pytest.mark.parametrize("language", _HEAD)
@pytest.mark.parametrize("turned", [False, True])
def test_the_whole_row_says_what_a_cable_at_a_pdu_is(
    language: str, *, turned: bool, tmp_path: Path
) -> None:
    """Ports, types and rates of either end decide, and only cords supply the switch."""
    path = tmp_path / "list.csv"
    for rows, is_power in ((_OF_NETWORKS, False), (_CORDS, True)):
        for row in rows:
            text = _HEAD[language] + "sw1,1,sw2,1,OM4,100G\n" + _row(row, turned=turned)
            path.write_text(text)
            fabric = read_lists([path], ()).fabric
            assert [device.kind for device in fabric.devices].count(PDU) == 1
            assert (1 in fabric.power_cords) == is_power, row
            assert PowerSupply(fabric).is_known == is_power, row


@pytest.mark.parametrize("row", _OF_NETWORKS)
def test_an_import_keeps_a_cable_of_a_network_at_a_pdu(
    row: tuple[str, str, str, str], tmp_path: Path
) -> None:
    """The PDU is a further end of its switch; a cord beside it is left out and counted."""
    path = tmp_path / "list.csv"
    path.write_text(
        _HEAD["en"] + "sw1,1,sw2,1,OM4,100G\n" + _row(row, turned=False) + "pdu01,Outlet 9,sw2,PSU1,,\n"
    )
    fabric = _READ(path, {})
    assert len(fabric.power_cords) == 1
    network = network_of(fabric, path, None).topology
    assert network.endpoints.tolist() == [1, 0]
    assert "left out: 1 power cord" in network.notes


def test_the_check_derives_the_same_cords() -> None:
    """`costmodels.check.cords` shares no code with `is_cord`, and agrees for all these ports and media."""
    ports = [
        *(
            "",
            "1",
            "41",
            "j1",
            "J41",
            "jack 2",
            "C13",
            "C14-2",
            "c99",
            "Outlet 3",
            "PSU1",
            "ps 2",
            "power",
            "Netzteil 1",
        ),
        *("mgmt", "mgmt0", "Net 1", "Netz", "LAN", "RJ45", "eth0", "Eth1/41", "Gi1/0/41", "gi", "te-x"),
        *("GigabitEthernet1/0/2", "xe-0/0/1", "Management", "network card 2", "réseau 1", "out5", "IEC 1"),
    ]
    devices = [{"kind": PDU}, {"kind": SWITCH}]
    for a, b, kind, gbps in product(ports, ports, ("", "copper", "TP", "OM4"), (None, 1.0)):
        cable = {"a": 0, "b": 1, "label_a": a, "label_b": b, "kind": kind, "gbps": gbps}
        assert is_power_cord(cable, devices) == is_cord(gbps, kind, (a, b)), cable


@pytest.mark.parametrize("language", _HEAD)
def test_a_cord_at_a_port_like_those_of_a_network_is_told(language: str, tmp_path: Path) -> None:
    """It names the row; a port that names power, or that no network cable resembles, is not told."""
    path = tmp_path / "list.csv"
    rows = "sw1,7,sw2,7,,\nsw1,46,pdu01,2,,\nsw1,PSU1,pdu01,3,,\nsw2,,pdu01,4,,\nsrv3,1,pdu01,5,,\n"
    path.write_text(_HEAD[language] + rows)
    fabric = read_lists([path], ()).fabric
    assert fabric.power_cords == {1, 2, 3, 4}
    (note,) = (note for note in fabric.notes if "makes it a network cable" in note)
    assert note.startswith("1 cable at a PDU read as power cord")
    assert "sw1 46 to pdu01 2 " in note
    assert "line 3" in note
    path.write_text(_HEAD[language] + rows.replace("46,pdu01,2,,", "46,pdu01,2,Cat6,"))
    fabric = read_lists([path], ()).fabric
    assert fabric.power_cords == {2, 3, 4}
    assert not any("makes it a network cable" in note for note in fabric.notes)
