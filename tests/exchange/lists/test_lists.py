"""Lists of devices and cables become a fabric that keeps what they say."""

from collections import Counter
from pathlib import Path

import pytest
import xlsxwriter

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.fabric.fabric import OTHER, PDU, SERVER, STORAGE, SWITCH, Cable, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError
from netfloor.plans.cabinet_slots import cabinet_slots
from netfloor.rooms.hall import read_hall

SMALL = Path(__file__).parents[2] / "data" / "small_cluster"
CABINETS = tuple(FloorCabinet(name, units=42) for name in ("R01C01", "R01C02", "R01C03"))
#: The rows of the documentation, and the devices that they join.
DEVICES = """\
name,kind,model,rack,unit,height,watts,face,feed
leaf[1-4],switch,SW48,,,1,250,rear,
srv[01-08],server,,R01C01,1+,2,600,front,
srv[09-16],server,,R01C02,,2,600,front,
pdu1a,pdu,,R01C01,,0,,,A
spine1,switch,SW32,R01C03,42,1,350,rear,
mgmt1,switch,SW24,R01C03,41,1,80,,
nas1,storage,,R01C03,20,2,700,front,
"""
CABLES = """\
a,port a,b,port b,rate,count,id
leaf[1-4],Eth1/49,spine1,Eth1/[1-4],100G,,
srv[01-08],eth0,leaf1,Eth1/[1-8],25G,,
nas1,,mgmt1,,1G,2,
"""


def read(folder: Path, devices: str, cables: str = "a,b\n") -> ListedFabric:
    """Return the fabric of two texts."""
    (folder / "devices.csv").write_text(devices)
    (folder / "cables.csv").write_text(cables)
    return read_lists([folder / "devices.csv", folder / "cables.csv"], CABINETS)


def labels(fabric: Fabric, cable: Cable) -> list[str]:
    """Return both ends as people read them."""
    return [f"{fabric.devices[end.device].name} {end.port_name}" for end in cable.ends]


def test_the_small_cluster_is_read() -> None:
    """25 devices in their units and 76 cables of three rates, every port as printed on its box."""
    cabinets = cabinet_slots(read_hall(SMALL / "room.toml")).cabinets
    listed = read_lists([SMALL / "devices_hand.csv", SMALL / "cables.csv"], cabinets)
    fabric = listed.fabric
    assert Counter(device.kind for device in fabric.devices) == {SWITCH: 7, SERVER: 16, STORAGE: 2}
    assert Counter(cable.gbps for cable in fabric.cables) == {100: 20, 25: 32, 1: 24}
    assert labels(fabric, fabric.cables[0]) == ["leaf1 Eth1/49", "spine1 Eth1/1"]
    assert labels(fabric, fabric.cables[16]) == ["srv01 eth0", "leaf1 Eth1/1"]
    assert all(end.stated for cable in fabric.cables for end in cable.ends)
    assert all(listed.fixed)
    assert listed.notes == ()
    rows = [line.split(",") for line in (SMALL / "devices_hand.csv").read_text().splitlines()[1:]]
    assert [[d.name, fabric.cabinet_name(i), str(d.unit)] for i, d in enumerate(fabric.devices)] == [
        [name, rack, unit] for name, _, rack, unit, *_ in rows
    ]


def test_the_documented_rows_are_read(tmp_path: Path) -> None:
    """Ranges in step, a stack, a rack alone, a device without a place, a side-mounted strip, a count."""
    listed = read(tmp_path, DEVICES, CABLES)
    fabric = listed.fabric
    by_name = {
        device.name: (device, fixed) for device, fixed in zip(fabric.devices, listed.fixed, strict=True)
    }
    leaf, fixed = by_name["leaf3"]
    assert (leaf.model, leaf.cabinet, leaf.unit, leaf.units, leaf.face) == ("SW48", None, None, 1, "rear")
    assert not fixed
    assert [by_name[f"srv{n:02}"][0].unit for n in range(1, 9)] == [*range(1, 17, 2)]
    assert by_name["srv08"][1]
    server, fixed = by_name["srv16"]
    assert (server.cabinet, server.unit, fixed) == (1, None, False)
    strip, fixed = by_name["pdu1a"]
    assert (strip.kind, strip.units, strip.unit, strip.feed, strip.watts, fixed) == (
        PDU,
        0,
        None,
        "A",
        None,
        False,
    )
    assert [cable.gbps for cable in fabric.cables] == [100] * 4 + [25] * 8 + [1] * 2
    assert labels(fabric, fabric.cables[3]) == ["leaf4 Eth1/49", "spine1 Eth1/4"]
    assert labels(fabric, fabric.cables[13]) == ["nas1 port 2", "mgmt1 port 2"]
    assert [end.stated for end in fabric.cables[13].ends] == [False, False]
    assert listed.notes == (
        "8 of 23 devices have no cable: srv09, srv10, srv11, srv12, srv13, srv14, srv15 and srv16.",
        "Assigned 4 ports that the list leaves blank: 2 on nas1 (port 1 and port 2) and "
        "2 on mgmt1 (port 1 and port 2).",
    )


def test_blank_ports_are_the_lowest_free_of_the_devices_pattern(tmp_path: Path) -> None:
    """The commonest stem, its leading zeros and its 0 count; a stated port later in the list is kept."""
    devices = "name,kind,height,watts\nx,switch,1,1\ny[1-9],server,1,1\n"
    cables = "a,port a,b,port b\nx,,y1,\nx,p02,y2,eth0\nx,,y2,\nx,p01,y3,ib1\nx,mgmt0,y4,bmc\nx,p04,y5,e\n"
    fabric = read(tmp_path, devices, cables).fabric
    assert [labels(fabric, cable) for cable in fabric.cables[:3]] == [
        ["x p03", "y1 port 1"], ["x p02", "y2 eth0"], ["x p05", "y2 eth1"],
    ]  # fmt: skip


def test_a_port_has_the_number_that_its_label_ends_in(tmp_path: Path) -> None:
    """Where no other label of the device ends in it; the others follow, in the order of the list."""
    devices = "name,kind,height,watts\nx,switch,1,1\ny[1-6],server,1,1\n"
    ports = (("mgmt0", "1"), ("Eth1/7", "1"), ("Eth2/3", "1"), ("Eth1/3", "1"), ("con", "99999999999"))
    cables = "a,port a,b,port b\n" + "".join(f"x,{a},y{n},{b}\n" for n, (a, b) in enumerate(ports, 1))
    fabric = read(tmp_path, devices, cables).fabric
    assert [cable.a.port for cable in fabric.cables] == [8, 7, 9, 10, 11]
    assert fabric.devices[0].ports == 11
    assert fabric.cables[4].b.port == 1


def test_ids_stay_and_new_ones_skip_them(tmp_path: Path) -> None:
    """An id of the list is never given to another cable, wherever it is in the list."""
    devices = "name,kind,height,watts\nx,switch,1,1\ny,switch,1,1\n"
    cables = "a,b,port b,count,id,length,colour\nx,y,,2,,,\nx,y,1,,C000002,2.5,red\n"
    fabric = read(tmp_path, devices, cables).fabric
    assert [cable.id for cable in fabric.cables] == ["C000001", "C000003", "C000002"]
    assert (fabric.cables[2].length_mm, fabric.cables[2].attributes) == (2500, {"colour": "red"})


def test_rows_about_one_device_are_joined(tmp_path: Path) -> None:
    """A second row adds what the first lacks, a repetition adds nothing, further columns are kept."""
    devices = (
        "# our machines; and their serials\n"
        "Name;Height;KG;Kind;Depth;Serial No;Network\n"
        "srv[1-2];2;18.5 kg;server;half;S[7-8];blue\nsrv1;2;;;;;\nmx;1U;;;;;\n"
    )
    (tmp_path / "places.csv").write_text("Name,Rack,Unit,Watts\nsrv[1-2],R01C01,40-,1.2 kW\nmx,,,\n")
    (tmp_path / "devices.csv").write_text(devices)
    listed = read_lists([tmp_path / "devices.csv", tmp_path / "places.csv"], CABINETS)
    one, two, switch = listed.fabric.devices
    assert (one.kind, one.kilograms, one.half_depth, one.network, one.watts) == (
        SERVER,
        18.5,
        True,
        "blue",
        1200,
    )
    assert [(one.unit, one.attributes), (two.unit, two.attributes)] == [
        (40, {"Serial No": "S7"}),
        (38, {"Serial No": "S8"}),
    ]
    assert (switch.kind, switch.kind_stated, switch.units, switch.watts) == (OTHER, False, 1, None)
    assert listed.notes == (
        "Watts are unknown for 1 of 3 devices: mx.",
        "No kind listed; taken as other: mx; --switches 'mx', --servers 'mx' or --panels 'mx' changes it.",
        f"{tmp_path / 'devices.csv'}: kept as they are, not read: 'Serial No' (1 cell); "
        "--map 'Serial No=FIELD' assigns it.",
    )


def test_a_role_says_the_kind_where_the_list_does_not(tmp_path: Path) -> None:
    """Its words leave no doubt, or the device is other, with a note."""
    listed = read(tmp_path, "name,role,height,watts\na,Leaf Switch,1,1\nb,compute node,1,1\nc,spare,1,1\n")
    assert [device.kind for device in listed.fabric.devices] == [SWITCH, SERVER, OTHER]
    assert [device.kind_stated for device in listed.fabric.devices] == [True, True, False]
    assert len(listed.notes) == 1


def test_half_depth_devices_share_a_unit(tmp_path: Path) -> None:
    """One at the front and one at the rear; heights that the list lacks are reported."""
    devices = (
        "name,kind,rack,unit,height,watts,face,depth\n"
        "a,switch,R01C01,1,1,1,front,half\nb,switch,R01C01,1,1,1,rear,half\nc,panel,R01C01,2,,,,\n"
    )
    listed = read(tmp_path, devices)
    assert [device.unit for device in listed.fabric.devices] == [1, 1, 2]
    assert listed.notes == ("Heights are not listed for c.",)


def test_a_cable_in_two_lists_is_one_cable(tmp_path: Path) -> None:
    """The second row names the same ports, from the other end, and adds an id and a rate."""
    (tmp_path / "ids.csv").write_text("B,Port B,A,Port_A,ID,Rate\nx,1,y,2,W7,100000M\n")
    (tmp_path / "cables.csv").write_text("a,port a,b,port b,note\nx,1,y,2,blue\n")
    (tmp_path / "devices.csv").write_text("name,kind,height,watts\nx,switch,1,1\ny,switch,1,1\n")
    listed = read_lists([tmp_path / "devices.csv", tmp_path / "cables.csv", tmp_path / "ids.csv"], CABINETS)
    (cable,) = listed.fabric.cables
    assert (cable.id, cable.gbps, cable.attributes) == ("W7", 100, {"note": "blue"})
    second, last = listed.notes
    assert "kept as they are, not read: 'note' (1 cell);" in last
    assert second.startswith("1 row about a cable that another row states, first ")
    assert second.endswith("ids.csv: line 2: each is one cable")


def test_a_workbook_may_hold_both_lists(tmp_path: Path) -> None:
    """A list is each sheet that has its columns; problems name sheet and row."""
    path = tmp_path / "room.xlsx"
    with xlsxwriter.Workbook(path) as book:
        for title, text in (("about", "read me"), ("boxes", DEVICES), ("cords", CABLES)):
            sheet = book.add_worksheet(title)
            for number, line in enumerate(text.splitlines()):
                sheet.write_row(number, 0, line.split(","))
    assert read_lists([path], CABINETS).fabric.cables == read(tmp_path, DEVICES, CABLES).fabric.cables
    with pytest.raises(InputError, match=r"sheet 'boxes': rows 6, 7 and 8: there is no cabinet"):
        read_lists([path], ())


@pytest.mark.parametrize(
    ("text", "gbps"),
    [
        ("100G", 100),
        ("25 Gb/s", 25),
        ("1g", 1),
        ("100000M", 100),
        ("400GbE", 400),
        ("1.6T", 1600),
        ("2.5", 2.5),
    ],
)
def test_rates_are_read_as_people_write_them(tmp_path: Path, text: str, gbps: float) -> None:
    """A plain number is Gb/s."""
    devices = "name,kind,height,watts\nx,switch,1,1\ny,switch,1,1\n"
    assert read(tmp_path, devices, f"a,b,rate\nx,y,{text}\n").fabric.cables[0].gbps == gbps


@pytest.mark.parametrize("words", ["Longueur totale", "Gesamtlänge", "Total length:", "Summe"])
def test_a_total_in_a_later_column_is_no_cable(tmp_path: Path, words: str) -> None:
    """Its words stand beside the sum; both ends are blank."""
    devices = "name,kind,height,watts\nx,switch,1,1\ny,switch,1,1\n"
    cables = f"a,port a,b,port b,note,length\nx,1,y,1,red,2.5\nx,2,y,2,red,2.5\n,,,,{words},5\n"
    assert len(read(tmp_path, devices, cables).fabric.cables) == 2


def test_what_listed_lengths_are_for_is_said(tmp_path: Path) -> None:
    """Of cables that are not installed, in any unit; those of installed cables are kept."""
    devices = "name,kind,height,watts\nx,switch,1,1\ny,switch,1,1\n"
    cables = "a,port a,b,port b,length,length unit,installed\nx,1,y,1,49,ft,\nx,2,y,2,3,m,yes\nx,3,y,3,,,\n"
    listed = read(tmp_path, devices, cables)
    assert [cable.length_mm for cable in listed.fabric.cables] == [14_935, 3_000, None]
    assert [note for note in listed.notes if note.startswith("Listed lengths of 1 cable are compared")]
