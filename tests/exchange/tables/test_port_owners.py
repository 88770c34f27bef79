"""Columns of ports beside, or behind, the columns of devices: which port is of which device."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.tables.all_questions import read_with_all_questions
from netfloor.exchange.tables.read import TableRequest
from netfloor.foundation.errors import InputError


def _ends(folder: Path, text: str, **columns: str) -> list[set[str]]:
    path = folder / "list.csv"
    path.write_text(text, encoding="utf-8")
    fabric = read_lists([path], (), TableRequest(columns)).fabric
    return [
        {f"{fabric.devices[end.device].name} {end.port_text}" for end in cable.ends}
        for cable in fabric.cables
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Server,Switch,Port,NIC\nsrv1,tor1,1,eth0\nsrv2,tor1,2,eth0\n",
        "Switch,Server,NIC,Port\ntor1,srv1,eth0,1\ntor1,srv2,eth0,2\n",
        "Server,Switch,NIC,Port\nsrv1,tor1,eth0,1\nsrv2,tor1,eth0,2\n",
        "node,switch,port,interface\nsrv1,tor1,1,eth0\nsrv2,tor1,2,eth0\n",
        "From,To,Port,Interface\nsrv1,tor1,1,eth0\nsrv2,tor1,2,eth0\n",
        "To,Port,From,Port\ntor1,1,srv1,eth0\ntor1,2,srv2,eth0\n",
    ],
)
def test_a_column_of_ports_is_of_one_device(tmp_path: Path, text: str) -> None:
    """Kinds decide, or that no port of a device has two cables, or the device to the left."""
    assert _ends(tmp_path, text) == [{"srv1 eth0", "tor1 1"}, {"srv2 eth0", "tor1 2"}]


def test_ports_of_servers_are_known_by_their_names(tmp_path: Path) -> None:
    """The table of switches of xCAT has the adapters of nodes below ``interface``."""
    text = "node,switch,port,interface\ncn01,sw01,1,primary:eno1\ncn01,sw02,2,eno2\n"
    assert _ends(tmp_path, text) == [{"cn01 primary:eno1", "sw01 1"}, {"cn01 eno2", "sw02 2"}]


def test_ports_that_may_be_of_both_devices_are_asked_about(tmp_path: Path) -> None:
    """Each option is of one assignment, and reads the list as it says."""
    text = "From,To,Port,Interface\nx1,y1,1,2\nx2,y2,3,4\n"
    with pytest.raises(InputError, match="'Port' and 'Interface' may be ports of 'From' and 'To'") as asked:
        _ends(tmp_path, text)
    crossed, straight = str(asked.value).split(", or map")
    assert 'map "Port=port b" map "Interface=port a"' in crossed
    assert '"Port=port a" map "Interface=port b"' in straight
    options = {"Port": "port b", "Interface": "port a"}
    assert _ends(tmp_path, text, **options) == [{"x1 2", "y1 1"}, {"x2 4", "y2 3"}]


def test_equal_headings_of_ports_are_in_the_order_of_the_devices(tmp_path: Path) -> None:
    """``Port`` twice says nothing but the order."""
    assert _ends(tmp_path, "From,To,Port,Port\nx1,y1,1,2\n") == [{"x1 1", "y1 2"}]


@pytest.mark.parametrize(
    "headings",
    [
        "Équipement local,Port local,Équipement distant,Port distant",
        "Gerät lokal,Port lokal,Gerät entfernt,Port entfernt",
        "Dispositivo local,Puerto local,Dispositivo remoto,Puerto remoto",
        "Apparato locale,Porta locale,Apparato remoto,Porta remota",
        "Apparaat lokaal,Poort lokaal,Apparaat extern,Poort extern",
    ],
)
def test_local_and_remote_are_known_in_the_languages_of_lists(tmp_path: Path, headings: str) -> None:
    """A remote end is the far end of the row."""
    assert _ends(tmp_path, f"{headings}\nleaf1,1,spine1,2\n") == [{"leaf1 1", "spine1 2"}]


def test_a_word_for_remote_alone_is_no_device(tmp_path: Path) -> None:
    """``Extern`` and ``Entfernt`` alone say who owns a device, and whether it is gone."""
    text = "Gerät,Schrank,HE,Extern,Entfernt\nleaf1,A1,1,nein,nein\nleaf2,A1,2,ja,nein\n"
    with pytest.raises(InputError, match="no cabinet"):
        _ends(tmp_path, text)  # read as devices, in racks that no room has


def test_numbers_of_devices_are_no_names(tmp_path: Path) -> None:
    """``Device ID`` twice beside ``Device`` twice leaves the names to the latter."""
    text = "Device,Device ID,Port,Device,Device ID,Port\nleaf1,11,1,spine1,12,2\nleaf2,13,1,spine1,12,3\n"
    assert _ends(tmp_path, text) == [{"leaf1 1", "spine1 2"}, {"leaf2 1", "spine1 3"}]


def test_breakouts_are_offered_only_for_the_legs_of_one_port(tmp_path: Path) -> None:
    """Nine rows are more than a port has lanes, and a far port that is used twice is no leg."""
    rows = [f"leaf1,Eth1/1,srv{number},eth0" for number in range(1, 10)]
    texts = {
        "legs": rows[:4],
        "too many": rows,
        "far ports twice": [*rows[:3], "leaf2,Eth1/1,srv1,eth0"],
    }
    offers = {}
    for name, own in texts.items():
        path = tmp_path / "list.csv"
        path.write_text("\n".join(["From,Port A,To,Port B", *own]) + "\n")
        with pytest.raises(InputError, match="is used twice") as refused:
            read_with_all_questions(
                lambda asked, path=path: read_lists([path], (), asked), TableRequest(), [path]
            )
        offers[name] = str(refused.value).count("as breakouts")
    assert (offers["legs"] > 0, offers["too many"]) == (True, 0)
    assert "breakouts as breakouts" not in str(refused.value)


def test_options_for_a_refused_table_are_not_called_unknown(tmp_path: Path) -> None:
    """Its own problem comes alone: the options may be right, as their headings are there."""
    cables, devices = tmp_path / "cables.csv", tmp_path / "devices.csv"
    cables.write_text("Element,Port,Foo\nsrv1,eth0,x\n")
    devices.write_text("name,height\nsrv1,1\n")
    with pytest.raises(InputError) as refused:
        read_lists([cables, devices], (), TableRequest({"Element": "a", "cables.csv:Port": "port a"}))
    assert "there is no column b" in str(refused.value)
    assert "no column 'Element'" not in str(refused.value)
