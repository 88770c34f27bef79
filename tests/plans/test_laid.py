"""Fixed devices in a hall: every cable is measured, and what cannot be measured is refused by name."""

from dataclasses import replace
from pathlib import Path

import pytest

from netfloor.fabric.fabric import Device, Fabric
from netfloor.foundation.errors import InputError, ManyProblemsError
from netfloor.plans.laid import LaidFabric, cable_ports, hall_cabinets, lay
from tests.fixtures.lists import CABLES, DEVICES, LENGTHS_MM, ROOM, lay_lists, lengths_mm, read_listed

#: A cabinet that no tray passes, which a room file may have where no switch may be.
FAR = """
[[row]]
name = "B"
start_m = [1.2, 3.4]
count = 1
pitch_m = 0.6
depth_m = 1.0
front = "left"
units = 10
switch_units = []
"""


def test_lengths_are_up_along_down_and_slack(laid: LaidFabric) -> None:
    """Each length is that of hand arithmetic, and the total is their sum."""
    assert tuple(lengths_mm(laid).values()) == LENGTHS_MM
    assert laid.total_mm == sum(LENGTHS_MM) == 18446


def test_nothing_but_lengths_is_added(laid: LaidFabric, tmp_path: Path) -> None:
    """Names, places, ports, ids and notes are those of the lists."""
    fabric, hall = read_listed(tmp_path)
    bare = tuple(replace(cable, length_mm=None) for cable in laid.fabric.cables)
    assert replace(laid.fabric, cables=bare, name=fabric.name, notes=fabric.notes) == fabric
    assert [note.partition("csv")[2] for note in laid.fabric.notes] == [
        note.partition("csv")[2] for note in fabric.notes
    ]  # the files are in other folders
    assert laid.fabric.name == hall.name
    assert laid.hall == hall


def test_a_listed_length_is_replaced_by_the_measured_one(tmp_path: Path) -> None:
    """A length of the list says what was bought somewhere, not what this room needs."""
    laid = lay_lists(tmp_path, cables="a,port a,b,port b,length\nleaf1,x1,spine1,x1,30\n")
    assert list(lengths_mm(laid).values()) == [389]


def test_a_vertical_pdu_has_its_port_at_the_height_of_the_other_end(tmp_path: Path) -> None:
    """Straight across in its own cabinet; from another cabinet up and down from one height."""
    cables = "a,port a,b,port b,id\nleaf1,psu,pdu1,out1,own\nleaf2,psu,pdu1,out2,next\n"
    laid = lay_lists(tmp_path, cables=cables)
    assert lengths_mm(laid) == {"own": 300, "next": 2067 + 600 + 2067 + 2 * 300}


def test_between_two_vertical_pdus_both_ports_are_in_unit_1(tmp_path: Path) -> None:
    """Neither end says a height, so both are at the lowest unit."""
    devices = f"{DEVICES}pdu2,pdu,,A02,,0,,,,B,\n"
    laid = lay_lists(tmp_path, devices=devices, cables="a,port a,b,port b,id\npdu1,in,pdu2,out1,tie\n")
    assert lengths_mm(laid) == {"tie": 2378 + 600 + 2378 + 2 * 300}
    assert [units.tolist() for _, units in cable_ports(laid.fabric)] == [[1], [1]]


def test_an_unknown_height_is_measured_from_its_unit(tmp_path: Path) -> None:
    """A device of no listed height has a unit, which is all that a length needs."""
    devices = DEVICES.replace("leaf2,switch,SW48,A02,8,1,", "leaf2,switch,SW48,A02,8,,")
    laid = lay_lists(tmp_path, devices=devices)
    assert [device.units for device in laid.fabric.devices] == [1, 1, None, 2, 2, 2, 0]
    assert tuple(lengths_mm(laid).values()) == LENGTHS_MM


@pytest.mark.parametrize(
    "row",
    ["new1,server,,,,2,,,,,", "new1,server,,A03,,2,,,,,", "new1,pdu,,,,0,,,,,"],
    ids=["no rack", "no unit", "a PDU without a rack"],
)
def test_a_device_without_a_place_is_refused_by_name(tmp_path: Path, row: str) -> None:
    """Rack and unit are both needed, of height 0 the rack alone."""
    lacking = (
        "1 device with a rack and no unit: new1; give"
        if "A0" in row
        else "1 device with no rack: new1; give"
    )
    with pytest.raises(InputError, match=lacking):
        lay_lists(tmp_path, devices=f"{DEVICES}{row}\n")


def test_devices_without_a_rack_and_without_a_unit_are_refused_together(tmp_path: Path) -> None:
    """Both problems, each by its names."""
    with pytest.raises(ManyProblemsError) as refused:
        lay_lists(tmp_path, devices=f"{DEVICES}new1,server,,,,2,,,,,\nnew2,server,,A01,,2,,,,,\n")
    assert [problem.split(";")[0] for problem in refused.value.problems] == [
        "devices: 1 device with no rack: new1",
        "devices: 1 device with a rack and no unit: new2",
    ]


def test_a_listed_length_that_does_not_reach_is_said(tmp_path: Path) -> None:
    """The cable that lacks most, and how many."""
    cables = "a,port a,b,port b,length,id\nleaf2,x1,spine1,x1,3,W1\nleaf1,x1,spine1,x2,0.3,W2\n"
    laid = lay_lists(tmp_path, cables=cables)
    assert laid.fabric.notes[0] == (
        "The listed length is too short for 2 cables: W1 is 3.00 m, its route 5.25 m."
    )
    assert not any("too short" in note for note in lay_lists(tmp_path).fabric.notes)


def test_many_devices_without_a_place_are_ten_names_and_a_count(tmp_path: Path) -> None:
    """The message stays readable."""
    devices = f"{DEVICES}new[01-13],server,,,,2,,,,,\n"
    with pytest.raises(InputError, match=r"13 devices with no rack: new01, new02.*, new10 and 3 more"):
        lay_lists(tmp_path, devices=devices)


def test_cables_with_no_way_are_refused_with_their_ids(tmp_path: Path) -> None:
    """Every cable to the cabinet out of reach is named, and no other."""
    devices = f"{DEVICES}far1,server,,B01,1,1,90,5,rear,,\n"
    cables = f"{CABLES}far1,x[1-2],spine1,Eth1/[5-6],100G,,lost-[1-2],\n"
    with pytest.raises(InputError, match="no tray joins the ends of 2 cables: lost-1, lost-2;") as refused:
        lay_lists(tmp_path, room=ROOM + FAR, devices=devices, cables=cables)
    assert "room three racks" in str(refused.value)
    assert "C00000" not in str(refused.value)


def test_cabinets_of_a_hall_keep_their_order_and_names(tmp_path: Path) -> None:
    """Rows and places in them count from 1; units and outer size are those of the room file."""
    _, hall = read_listed(tmp_path, room=ROOM + FAR)
    cabinets = hall_cabinets(hall)
    assert [(one.name, one.row, one.column, one.row_name) for one in cabinets] == [
        *[("A01", 1, 1, "A"), ("A02", 1, 2, "A"), ("A03", 1, 3, "A"), ("B01", 2, 1, "B")]
    ]
    assert {(one.units, one.width_mm, one.depth_mm) for one in cabinets} == {(10, 600, 1000)}


def test_devices_without_cables_are_a_plan_of_no_length(laid: LaidFabric) -> None:
    """Racks may be planned before their cables are listed."""
    alone = lay(Fabric("racks", laid.fabric.devices, (), laid.fabric.cabinets), laid.hall, "room.toml")
    assert (alone.total_mm, alone.fabric.cables) == (0, ())


def test_a_plan_is_called_by_its_title_else_by_its_hall(laid: LaidFabric) -> None:
    """Reports print a name either way."""
    assert laid.display_name == laid.hall.name
    assert replace(laid, title="Pilot").display_name == "Pilot"


def test_an_empty_fabric_with_a_free_device_alone_is_refused(laid: LaidFabric) -> None:
    """The refusal does not depend on cables."""
    fabric = Fabric("free", (Device("x1", "other", 0),), ())
    with pytest.raises(InputError, match="1 device with no rack: x1"):
        lay(fabric, laid.hall, "room.toml")
