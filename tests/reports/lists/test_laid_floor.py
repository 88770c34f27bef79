"""What the floor in a browser shows of a plan made from lists: columns by names, ports and heights."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from netfloor.plans.laid import LaidFabric
from netfloor.reports.floor.chart import floor_document
from netfloor.reports.floor.room import room_document
from netfloor.reports.lists.floor import LaidFloor
from tests.fixtures.lists import CABLES, DEVICES, ROOM, lay_lists


def document_of(laid: LaidFabric) -> Any:
    """Return everything that the floor of a laid fabric shows."""
    return floor_document(laid.hall, [LaidFloor(laid)])


@pytest.fixture(scope="module")
def network(laid: LaidFabric) -> Any:
    """Return the network of the small lists."""
    (network,) = document_of(laid)["networks"]
    return network


def columns(table: Any, *names: str) -> list[tuple[Any, ...]]:
    """Return some columns of a table as rows."""
    return list(zip(*(table[name] for name in names), strict=True))


def test_the_room_is_drawn_as_any_hall(laid: LaidFabric) -> None:
    """All of its cabinets, used or not; the document is JSON."""
    document = document_of(laid)
    assert document["room"] == room_document(laid.hall)
    assert json.loads(json.dumps(document)) == document


def test_switches_stand_by_name_in_cabinet_and_unit(network: Any) -> None:
    """In the order of the list, with their heights and highest ports."""
    switches = network["switches"]
    assert switches["count"] == 3
    assert columns(switches, "name", "cabinet", "unit", "units", "ports") == [
        *[("spine1", 0, 10, 1, 2), ("leaf1", 0, 8, 1, 49), ("leaf2", 1, 8, 1, 49)]
    ]


def test_other_devices_stand_beside_them(network: Any) -> None:
    """Servers, storage and PDUs; of a vertical PDU neither unit nor height takes room in the rack."""
    assert columns(network["servers"], "name", "cabinet", "unit", "units") == [
        *[("srv1", 0, 1, 2), ("srv2", 1, 1, 2), ("nas1", 2, 1, 2), ("pdu1", 0, 0, 0)]
    ]


def test_cables_have_ids_ports_and_lengths_from_the_switch_on(network: Any) -> None:
    """Between switches first, then those to other devices; cords between two others are not drawn."""
    cables = network["cables"]
    assert cables["network"] == 2
    assert columns(cables, "id", "a", "port_a", "b", "port_b", "mm") == [
        ("C000001", 1, "Eth1/49", 0, "Eth1/1", 389),
        ("C000002", 2, "Eth1/49", 0, "Eth1/2", 5245),
        ("C000003", 1, "Eth1/1", 0, "eth0", 611),
        ("C000004", 2, "Eth1/1", 1, "eth0", 611),
        ("C000005", 2, "Eth1/2", 2, "e0", 5645),
        ("C000006", 2, "Eth1/3", 2, "e1", 5645),
    ]


def test_a_port_without_a_label_is_called_by_its_number(laid: LaidFabric) -> None:
    """Every end has a name for its port."""
    cables = tuple(
        replace(cable, a=replace(cable.a, port_name=""), b=replace(cable.b, port_name=""))
        for cable in laid.fabric.cables
    )
    (network,) = document_of(replace(laid, fabric=replace(laid.fabric, cables=cables)))["networks"]
    assert columns(network["cables"], "port_a", "port_b")[:3] == [("49", "1"), ("49", "2"), ("1", "1")]


def test_each_cable_has_its_way_over_the_trays(network: Any) -> None:
    """None inside a cabinet; those between the same two cabinets share one."""
    way = network["cables"]["way"]
    assert [number == -1 for number in way] == [True, False, True, True, False, False]
    assert way[4] == way[5] != way[1]
    assert len(network["ways"]) == 2


def test_without_trays_no_cable_has_a_way(tmp_path: Path) -> None:
    """Lengths are rectilinear then, and nothing is drawn over the floor."""
    laid = lay_lists(tmp_path, room=ROOM[: ROOM.index("[[tray]]")])
    (network,) = document_of(laid)["networks"]
    assert (network["cables"]["way"], network["ways"]) == (None, [])


def test_loads_are_sums_where_all_are_known(network: Any) -> None:
    """A PDU of unknown watts draws none; its weight, and the storage's watts, are not known."""
    assert network["loads"] == {"w": [1200.0, 850.0, None], "kg": [None, 38.0, 60.0]}


def test_a_device_of_unknown_height_is_one_unit_high(tmp_path: Path) -> None:
    """It must be seen somewhere."""
    devices = DEVICES.replace("leaf2,switch,SW48,A02,8,1,", "leaf2,switch,SW48,A02,8,,")
    (network,) = document_of(lay_lists(tmp_path, devices=devices))["networks"]
    assert network["switches"]["units"] == [1, 1, 1]


def test_names_are_one_line(tmp_path: Path) -> None:
    """What a list says cannot break a page's script; letters of any language stay."""
    devices = DEVICES.replace("spine1", "é</script>")
    laid = lay_lists(tmp_path, devices=devices, cables=CABLES.replace("spine1", "é</script>"))
    (network,) = document_of(laid)["networks"]
    assert network["switches"]["name"][0] == "é</script>"  # escaped where the page is written
