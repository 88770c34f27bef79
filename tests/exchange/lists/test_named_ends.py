"""What cable lists say of the devices at their ends: all of them, or their places."""

from pathlib import Path
from typing import Any

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import PANEL, SERVER, SWITCH, FloorCabinet
from netfloor.fabric.links import trace_links
from netfloor.foundation.errors import InputError

ROOM = (FloorCabinet("A01", units=42), FloorCabinet("A02", units=42))
CABLES = """Kabelnummer;Länge;Quelle Rack;Quelle Gerät;Quelle Port;Ziel Rack;Ziel Gerät;Ziel Port
W1;2,5;A01;Switch01;Port 49;Rack A01;Patchfeld A;Port 11
W2;50;A01;Patchfeld A;Port 11;A02;Patchfeld C;Port 11
W3;1,5;A02;Patchfeld C;Port 11;A02;Switch02;Port 1
W4;1,5;A02;Server1;eth0;A02;Switch02;Port 2
"""


def read(folder: Path, request: TableRequest | None = None, **texts: str) -> ListedFabric:
    """Return the fabric of lists by their names."""
    for name, text in texts.items():
        (folder / f"{name}.csv").write_text(text)
    return read_lists([folder / f"{name}.csv" for name in texts], ROOM, request)


def places(listed: ListedFabric) -> dict[str, Any]:
    """Return cabinet and unit of each device."""
    fabric = listed.fabric
    return {one.name: (fabric.cabinet_name(at), one.unit) for at, one in enumerate(fabric.devices)}


def test_a_list_of_cables_alone_has_its_devices(tmp_path: Path) -> None:
    """In the racks of its rows, their kinds by their names, links through panels in their pieces."""
    listed = read(tmp_path, cables=CABLES)
    kinds = {one.name: one.kind for one in listed.fabric.devices}
    assert kinds == {
        "Switch01": SWITCH,
        "Switch02": SWITCH,
        "Server1": SERVER,
        "Patchfeld A": PANEL,
        "Patchfeld C": PANEL,
    }
    assert {name: rack for name, (rack, _) in places(listed).items()} == {
        "Switch01": "A01",
        "Patchfeld A": "A01",
        "Patchfeld C": "A02",
        "Switch02": "A02",
        "Server1": "A02",
    }
    assert [link.length_mm for link in trace_links(listed.fabric).links] == [54_000, 1_500]
    assert any(note.startswith("no device list: 5 devices") for note in listed.notes)
    assert sum("of unknown height taken as 1 U" in note for note in listed.notes) == 1


def test_units_of_either_end_and_from_the_top(tmp_path: Path) -> None:
    """As the headings say."""
    text = "a,rack a,unit a,port a,b,rack b,U from top b,port b\nsw1,A01,40,1,sw2,A02,3,1\n"
    assert places(read(tmp_path, cables=text)) == {"sw1": ("A01", 40), "sw2": ("A02", 40)}


def test_places_are_added_to_a_list_of_devices(tmp_path: Path) -> None:
    """Where it lacks them; names that it does not have stay errors."""
    devices = "name,rack,unit,height\nsw1,A01,40,1\nsw2,,,1\n"
    cables = "a,rack a,unit a,port a,b,rack b,unit b,port b\nsw1,A01,U40,1,sw2,A02,3,1\n"
    listed = read(tmp_path, devices=devices, cables=cables)
    assert places(listed) == {"sw1": ("A01", 40), "sw2": ("A02", 3)}
    with pytest.raises(InputError, match="there is no device 'sw3'"):
        read(tmp_path, devices=devices, cables=cables.replace("sw2", "sw3"))
    known = TableRequest(columns={"a": "a as devices"})  # of both columns of the list
    more = read(tmp_path, known, devices=devices, cables=cables.replace("sw2", "sw3"))
    assert places(more) == {"sw1": ("A01", 40), "sw2": ("", None), "sw3": ("A02", 3)}
    assert "1 device that only cables name: sw3" in more.notes
    unknown = read(tmp_path, devices=devices, cables=cables.replace("A02", "Z9"))
    assert places(unknown)["sw2"] == ("", None)
    assert any(
        "1 rack of the cable lists not in the room, such as 'Z9' of sw2" in one for one in unknown.notes
    )


def test_contradicting_units_are_refused_with_both_and_the_option(tmp_path: Path) -> None:
    """As contradicting cabinets are; a unit written otherwise does not contradict."""
    devices = "name,rack,unit,height\nsw1,A01,40,1\nsw2,A02,3,1\n"
    cables = "a,rack a,RU a,port a,b,rack b,RU b,port b\nsw1,A01,41,1,sw2,A02,U03,1\n"
    with pytest.raises(InputError) as refused:
        read(tmp_path, devices=devices, cables=cables)
    text = str(refused.value)
    assert "cables.csv: line 2: sw1: unit '41', but '40' in " in text
    assert 'devices.csv: line 2; one of them, or map "RU a=skip"' in text
    request = TableRequest(columns={"RU a": "skip"})
    assert places(read(tmp_path, request, devices=devices, cables=cables))["sw1"] == ("A01", 40)


def test_contradicting_cabinets_are_refused_with_both_and_the_option(tmp_path: Path) -> None:
    """The file and line of either, and what passes over one of them."""
    devices = "name,rack,unit,height\nsw1,A01,40,1\nsw2,A01,3,1\n"
    cables = "a,Rack A,port a,b,Rack B,port b\nsw1,A01,1,sw2,A02,1\n"
    with pytest.raises(InputError) as refused:
        read(tmp_path, devices=devices, cables=cables)
    text = str(refused.value)
    assert "cables.csv: line 2" in text
    assert "'A02', but 'A01' in " in text
    assert "devices.csv: line 3" in text
    assert 'map "Rack B=skip"' in text


def test_cables_tell_what_nothing_else_tells(tmp_path: Path) -> None:
    """A device with three cables is a switch, one whose cables all lead to switches a server."""
    rows = "\n".join(f"c{n},1,f1,{n}" for n in range(1, 4))
    listed = read(tmp_path, cables=f"a,port a,b,port b\n{rows}\nc1,2,f1,9\n")
    kinds = {one.name: one.kind for one in listed.fabric.devices}
    assert kinds == {"f1": SWITCH, "c1": SERVER, "c2": SERVER, "c3": SERVER}


def test_types_of_ends_are_of_devices_alone(tmp_path: Path) -> None:
    """A row from the other end that calls a type in another way is the same cable all the same."""
    rows = "x1,l3leaf,1,x2,spine,1\nx2,spine,1,x1,leaf,1\nx1,leaf,2,x3,server,1\n"
    listed = read(tmp_path, cables=f"a,type a,port a,b,type b,port b\n{rows}")
    assert [dict(cable.attributes) for cable in listed.fabric.cables] == [{}, {}]
    assert [one.kind for one in listed.fabric.devices] == [SWITCH, SWITCH, SERVER]


def test_a_matrix_of_ports_is_no_list_of_devices(tmp_path: Path) -> None:
    """One column names devices, again and again, and two name ports: the options that make it cables."""
    text = "Rack,Roseta,Puerto Roseta,Switch,Puerto Switch,Codigo\n"
    rows = [f"A01,r1,{port},sw1,Ge1/0/{port},cam-{port}\n" for port in range(1, 5)]
    with pytest.raises(InputError) as refused:
        read(tmp_path, matrix=text + "".join(rows))
    assert "'Switch' names " in str(refused.value)
    assert 'map "Switch=a"' in str(refused.value)
    ports = "name,rack,unit,height,Port Range,Port Speed\nsw1,A01,1,1,1-48,25G\nsw1,A01,1,1,49-54,100G\n"
    assert places(read(tmp_path, ports=ports)) == {"sw1": ("A01", 1)}


def test_a_port_0_that_stands_once_is_told(tmp_path: Path) -> None:
    """It may be a sign for none, and may be the port."""
    devices = "name,rack,unit,height\nlb1,A01,1,1\nsw1,A01,3,1\n"
    listed = read(tmp_path, devices=devices, cables="a,port a,b,port b\nlb1,0,sw1,4\n")
    assert any(note.startswith("port 0 of lb1 is read as a port") for note in listed.notes)
