"""Lists of devices with a column for each port, whose cells or groups of columns name the far end."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import SERVER, SWITCH, FloorCabinet

_ROOM = (FloorCabinet("Q2", units=42),)
_SWITCHES = "agg7,Q2,40,1,,\nagg8,Q2,41,1,,\n"
_HEADS = {
    "en": ("Hostname,Rack,RU,Height,{},{}", ("Port 1 (100GbE)", "HBA2")),
    "de": ("Gerätename,Schrank,HE,Höhe,{},{}", ("Anschluss 3 [100G]", "eth0")),
    "fr": ("Nom,Baie,Unité,Hauteur,{},{}", ("NIC 4 100G", "iLO")),
    "es": ("Nombre,Armario,Unidad,Altura,{},{}", ("Puerto 5 (100 Gb/s)", "ens3f0")),
}
_NEAR = {"en": "Port 1", "de": "Anschluss 3", "fr": "NIC 4", "es": "Puerto 5"}


def _read(folder: Path, text: str, **columns: str) -> ListedFabric:
    path = folder / "list.csv"
    path.write_text(text, encoding="utf-8")
    return read_lists([path], _ROOM, TableRequest(columns))


def _ends(listed: ListedFabric) -> list[tuple[str, ...]]:
    devices = listed.fabric.devices
    return [
        tuple(text for end in cable.ends for text in (devices[end.device].name, end.port_text))
        for cable in listed.fabric.cables
    ]


@pytest.mark.parametrize("language", _HEADS)
def test_a_column_a_port_lists_cables(language: str, tmp_path: Path) -> None:
    """Near port and rate come from the heading; unused ports have no cable."""
    head, (first, second) = _HEADS[language]
    rows = "db1,Q2,3,1,agg7 xe-0/0/4,agg8 17\ndb2,Q2,5,1,agg8: Gi2/0/9,spare\n"
    listed = _read(tmp_path, f"{head.format(first, second)}\n{_SWITCHES}{rows}")
    assert _ends(listed) == [
        ("db1", _NEAR[language], "agg7", "xe-0/0/4"),
        ("db1", second, "agg8", "17"),
        ("db2", _NEAR[language], "agg8", "Gi2/0/9"),
    ]
    assert [cable.gbps for cable in listed.fabric.cables] == [100, None, 100]
    assert {one.name: one.unit for one in listed.fabric.devices}["db2"] == 5


@pytest.mark.parametrize(
    "cards", [("Intel X710", "Mellanox CX6"), ("10.0.0.7", "aa:bb"), ("Dell 10/25GbE", "")]
)
def test_cards_and_addresses_are_no_far_ends(cards: tuple[str, str], tmp_path: Path) -> None:
    """Columns of models or addresses stay extra columns of devices."""
    listed = _read(
        tmp_path, f"Hostname,Rack,RU,Height,NIC1,NIC2\n{_SWITCHES}db1,Q2,3,1,{cards[0]},{cards[1]}\n"
    )
    assert not listed.fabric.cables
    assert len(listed.fabric.devices) == 3


def test_groups_of_columns_keep_the_near_port(tmp_path: Path) -> None:
    """The heading of a group names the port that no column has."""
    head = "Hostname,Rack,RU,Height,NIC1 Switch,NIC1 Switch Port,NIC2 Switch,NIC2 Switch Port"
    listed = _read(tmp_path, f"{head}\n{_SWITCHES}db1,Q2,3,1,agg7,4,agg8,9\ndb2,Q2,5,1,,,agg8,11\n")
    assert _ends(listed) == [
        ("db1", "NIC1", "agg7", "4"),
        ("db1", "NIC2", "agg8", "9"),
        ("db2", "NIC2", "agg8", "11"),
    ]


@pytest.mark.parametrize(
    "ports", ["tor1 Eth1/1,tor2 Eth1/1", "tor1:1,tor2:1", "tor1 p1,tor2 p1", "tor1,tor2"]
)
def test_a_far_switch_without_a_row_is_a_device(ports: str, tmp_path: Path) -> None:
    """Without a rack, and a note says so; a row of sums is none of the list's."""
    text = f"Hostname,Rack,RU,NIC1,NIC2\ndb1,Q2,3,{ports}\ndb2,Q2,5,,tor2 Eth1/9\nTotal,,,1,2\n"
    listed = _read(tmp_path, text)
    assert [(one.name, one.kind, one.cabinet) for one in listed.fabric.devices] == [
        ("db1", SERVER, 0),
        ("db2", SERVER, 0),
        ("tor1", SWITCH, None),
        ("tor2", SWITCH, None),
    ]
    assert [end[2] for end in _ends(listed)] == ["tor1", "tor2", "tor2"]
    assert any("tor1 and tor2 have no row" in note for note in listed.notes)


def test_groups_of_columns_add_their_far_devices_too(tmp_path: Path) -> None:
    """As single columns do."""
    head = "Hostname,Rack,RU,NIC1 Switch,NIC1 Switch Port,NIC2 Switch,NIC2 Switch Port"
    listed = _read(tmp_path, f"{head}\ndb1,Q2,3,tor1,4,tor2,9\ndb2,Q2,5,,,tor2,11\n")
    assert [one.name for one in listed.fabric.devices] == ["db1", "db2", "tor1", "tor2"]
