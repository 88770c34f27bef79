"""Device lists with a column for each port, whose cells or groups of columns name the far end."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import SERVER, SWITCH, FloorCabinet
from netfloor.foundation.errors import InputError

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


_FAR = "tor7 / Eth1/4", "tor7:Eth1/4", "tor7 Eth1/4", "tor7, Eth1/4", "tor7 (Eth1/4)", "tor7 | Eth1/4"


@pytest.mark.parametrize("far", _FAR)
def test_ports_of_devices_of_another_list(far: str, tmp_path: Path) -> None:
    """Cells that name a device of any list and a port are cables, whatever the heading of the port."""
    (tmp_path / "tors.csv").write_text("Name,Rack,U\ntor7,Q2,40\noob7,Q2,39\n", encoding="utf-8")
    heads = "Public link (ens1f0) 25G,25G-1,Backup,iDRAC 1G"
    rows = f'db1,Q2,3,"{far}",n/a,tor7 / 7,oob7 / 1\ndb2,Q2,5,tor7 Eth1/9,tor7 / 8,tor7 / 6,oob7 / 2\n'
    (tmp_path / "list.csv").write_text(f"Hostname,Rack,U,{heads}\n{rows}", encoding="utf-8")
    listed = read_lists([tmp_path / "list.csv", tmp_path / "tors.csv"], _ROOM)
    assert _ends(listed)[:4] == [
        ("db1", "ens1f0", "tor7", "Eth1/4"),
        ("db1", "Backup", "tor7", "7"),
        ("db1", "iDRAC", "oob7", "1"),
        ("db2", "ens1f0", "tor7", "Eth1/9"),
    ]
    assert ("db2", "25G-1", "tor7", "8") in _ends(listed)
    assert [cable.gbps for cable in listed.fabric.cables] == [25, None, 1, 25, 25, None, 1]


def test_another_cell_of_a_port_column_is_refused(tmp_path: Path) -> None:
    """Another cell in a column of far ends is named, with the option to skip the column."""
    text = f"Hostname,Rack,U,Height,NIC1,NIC2\n{_SWITCHES}db1,Q2,3,1,agg7 4,\ndb2,Q2,5,1,agg7 5,\n"
    odd = f"{text}db3,Q2,7,1,under the floor somewhere,\n"
    with pytest.raises(InputError, match=r'line 6.*under the floor.*"NIC1=skip"'):
        _read(tmp_path, odd)
    with pytest.raises(InputError, match="line 6: 'laeg7 Eth1/4' below 'NIC1'"):
        _read(tmp_path, f"{text}db3,Q2,7,1,laeg7 Eth1/4,\n")
    assert not _read(tmp_path, odd, NIC1="skip").fabric.cables


def test_labels_of_the_rows_own_device_are_no_far_ends(tmp_path: Path) -> None:
    """They stay an extra column."""
    text = f"Hostname,Rack,U,Height,Tag,Note\n{_SWITCHES}db1,Q2,3,1,db1 / 1,\ndb2,Q2,5,1,db2 / 1,\n"
    assert not _read(tmp_path, text).fabric.cables


def test_unread_far_ends_are_no_plan_without_cables(tmp_path: Path) -> None:
    """Lists without any cable whose columns name listed devices are refused, with the way out."""
    text = f"Hostname,Rack,U,Height,Uplinks to,Note\n{_SWITCHES}db1,Q2,3,1,agg7 and agg8,\n"
    with pytest.raises(InputError, match='"Uplinks to=skip"'):
        _read(tmp_path, text)
    assert not _read(tmp_path, text, **{"Uplinks to": "skip"}).fabric.cables
    assert not _read(tmp_path, text.replace("agg7 and agg8", "two ports")).fabric.cables


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


@pytest.mark.parametrize(
    "total", ["Total servers,2,,", "Total,2,,", "Summe,24,,", "Summe,,24,", "Total,,,24"]
)
def test_a_total_of_devices_is_no_device(total: str, tmp_path: Path) -> None:
    """Whatever cell the number is in; a note names the row."""
    listed = _read(tmp_path, f"Name,Role,Rack,U\nh1,OSD,Q2,2\nh2,OSD,Q2,3\n{total}\n")
    assert [device.name for device in listed.fabric.devices] == ["h1", "h2"]
    assert any("1 row of sums left out: line 4" in note for note in listed.notes)
