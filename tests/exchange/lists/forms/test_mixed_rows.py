"""Tables whose rows are of several kinds, or hold several cables each, are read by kind.

In the forms of RackTables' csvimport (RackTables/racktables-contribs), of cani's inventories
(Cray-HPE/cani, testdata/fixtures), of PortMap and openDCIM (bulk_network.php), and of cable schedules.
"""

from pathlib import Path

import openpyxl
import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.readers.cable_list import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import PANEL, SERVER, SWITCH, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = tuple(FloorCabinet(name, units=48) for name in ("AA-1", "AA-2", "x1", "A"))

RACKTABLES = """RACK;AMS01;Room 0.08;R01;AA-1;46
OBJECT;SWITCH;tor1;ToR;SW01;ge-0/0/[0-23];24
OBJECT;SERVER;srv1;www;SRV1;IPMI,eth[0-2];1-24,3-24
OBJECT;PATCHPANEL;pp1;;;[1-24];24
OBJECT;VM;vm1;;;;
RACKASSIGNMENT;tor1;AA-1;46;fib
RACKASSIGNMENT;srv1;AA-2;32,33,34,35;fi,fi,fi,fi
RACKASSIGNMENT;pp1;AA-1;45;f
CABLELINK;srv1;eth1;tor1;ge-0/0/1;0080123
VLAN;Private;Netops;1020;compulsory;10.1.3.0
TAG;object;srv1;Prod
"""
CANI = """Section,PartNumber,Name,Qty,Rack,Position,Role,Status,\
ADevice,APort,BDevice,BPort,Length,LengthUnit
_defaults,,,,,,,Active,,,,,,
# Roles
role,,ComputeNode,,,,,,,,,,,
rack,shock-rack,x1,1,,,,,,,,,,
device,2930f,MAN-x1u48,1,x1,48,ManagementSwitch,,,,,,,
device,ndr-switch,HSNS-x1u43,1,x1,43,HSNSwitch,,,,,,,
device,xd670,GH-x1u34,1,x1,34,ComputeNode,Planned,,,,,,
connection,cat6,,,,,,,GH-x1u34,iLO,MAN-x1u48,1,3,m
connection,dac,,,,,,,GH-x1u34,HSN {0..1},HSNS-x1u43,{1..2},2,m
"""
ORION = """Item,Device Name,Rack,RU Start,RU Size,\
Cable 1 Port,Cable 1 To,Cable 1 To Port,Cable 1 Length (ft),\
Cable 2 Port,Cable 2 To,Cable 2 To Port,Cable 2 Length (ft)
1,leaf1,A,41,1,,,,,,,,
2,leaf2,A,40,1,,,,,,,,
3,esx1,A,1,2,vmnic0,leaf1,Et1,7,vmnic1,leaf2,Et1,16
4,esx2,A,3,2,vmnic0,leaf1,Et2,7,,,,
NOTES: all lengths include slack
"""


def listed(folder: Path, **texts: str) -> ListedFabric:
    """Return the fabric of some lists, each a text by the name of its file."""
    for name, text in texts.items():
        (folder / f"{name}.csv").write_text(text)
    return read_lists([folder / f"{name}.csv" for name in texts], CABINETS, TableRequest())


def imported(folder: Path, text: str, **columns: str) -> Fabric:
    """Return the fabric of one cable list."""
    path = folder / "list.csv"
    path.write_text(text)
    reader = next(one for one in READERS if one.name == "csv")
    assert reader.tables is not None
    return reader.tables(path, {}, TableRequest(columns=columns))


def ends(fabric: Fabric) -> list[str]:
    """Return the ends of each cable as texts."""
    return [
        " ".join(f"{fabric.devices[end.device].name}/{end.port_text}" for end in cable.ends)
        for cable in fabric.cables
    ]


def test_racktables_rows_are_objects_places_and_links(tmp_path: Path) -> None:
    """Units in a row, sides and ids are read; racks, tags and virtual machines are counted."""
    found = listed(tmp_path, objects=RACKTABLES)
    tor, server, panel = found.fabric.devices
    assert [(one.name, one.kind) for one in (tor, server, panel)] == [
        ("tor1", SWITCH),
        ("srv1", SERVER),
        ("pp1", PANEL),
    ]
    assert (tor.cabinet, tor.unit, tor.units, tor.half_depth) == (0, 46, 1, False)
    assert (server.cabinet, server.unit, server.units) == (1, 32, 4)
    assert panel.half_depth
    assert ends(found.fabric) == ["srv1/eth1 tor1/ge-0/0/1"]
    assert found.fabric.cables[0].id == "0080123"
    assert any("VLAN (1), TAG (1) and OBJECT;VM (1)" in note for note in found.notes)


def test_sections_and_defaults_of_cani(tmp_path: Path) -> None:
    """Rows are of the kind that their section says; a row of defaults fills blank cells below it."""
    found = listed(tmp_path, inventory=CANI)
    kinds = {one.name: one.kind for one in found.fabric.devices}
    assert kinds == {"MAN-x1u48": SWITCH, "HSNS-x1u43": SWITCH, "GH-x1u34": SERVER}
    assert ends(found.fabric) == [
        "GH-x1u34/iLO MAN-x1u48/1",
        "GH-x1u34/HSN 0 HSNS-x1u43/1",
        "GH-x1u34/HSN 1 HSNS-x1u43/2",
    ]
    stated = {one.name: one.attributes["Status"] for one in found.fabric.devices}
    assert stated == {"MAN-x1u48": "Active", "HSNS-x1u43": "Active", "GH-x1u34": "Planned"}
    assert any("defaults for the rows below: Status" in note for note in found.notes)
    assert any("by 'Section': role (1) and rack (1)" in note for note in found.notes)
    cables = imported(
        tmp_path,
        "a_device,a_port,b_device,b_port,type,status\n_defaults,,,,cat5,Connected\n"
        "x,Mgmt,y,Mgmt,,\nx,Gi1,y,Gi1,cat6a,\n",
    ).cables
    assert [one.attributes["type"] for one in cables] == ["cat5", "cat6a"]
    assert [one.attributes["status"] for one in cables] == ["Connected", "Connected"]


def test_columns_of_several_cables_of_a_device(tmp_path: Path) -> None:
    """``Cable 2 To`` is a second cable; the column that counts the rows names no device."""
    found = listed(tmp_path, schedule=ORION)
    assert [one.name for one in found.fabric.devices] == ["leaf1", "leaf2", "esx1", "esx2"]
    assert ends(found.fabric) == ["esx1/vmnic0 leaf1/Et1", "esx1/vmnic1 leaf2/Et1", "esx2/vmnic0 leaf1/Et2"]
    assert [one.length_mm for one in found.fabric.cables] == [2134, 4877, 2134]
    assert any("2 groups of columns of cables, such as 'Cable 1 Port': 3 cables" in n for n in found.notes)


def test_names_with_and_without_a_domain_are_one_device(tmp_path: Path) -> None:
    """As neighbours give them; a name with a dot of its own, and one that two domains have, stay."""
    text = "a,port a,b,port b\nlf1,1,sp1.dc.example.net,1\nsp1,1,lf1.dc.example.net,1\nlf1,2,gpu1.nic2,1\n"
    fabric = imported(tmp_path, f"{text}gpu1,9,lf1,3\n")
    assert {one.name for one in fabric.devices} == {"lf1", "sp1", "gpu1.nic2", "gpu1"}
    assert len(fabric.cables) == 3
    assert any("one device each: lf1.dc.example.net is lf1" in note for note in fabric.notes)
    two = "a,port a,b,port b\nx,1,y,1\nx.a.net,2,y,2\nx.b.net,3,y,3\n"
    assert len(imported(tmp_path, two).devices) == 4


def test_port_0_in_several_rows_is_no_port(tmp_path: Path) -> None:
    """As PortMap and SHCD write ports that are not known; beside port 1 it is a port."""
    text = "a,port a,b,port b\nn1,1,SITE,0\nn2,1,SITE,0\n"
    fabric = imported(tmp_path, text)
    assert len(fabric.cables) == 2
    assert not any(cable.b.stated for cable in fabric.cables)
    assert any("port 0 of SITE in 2 rows: taken as no port" in note for note in fabric.notes)
    with pytest.raises(InputError, match="port SITE 0 is used twice"):
        imported(tmp_path, f"{text}n3,1,SITE,1\n")


def test_sides_of_panels_behind_their_ports(tmp_path: Path) -> None:
    """OpenDCIM writes ``Port 1|rear``."""
    devices = (
        "Label,Cabinet,Position,Height,BackSide\nsw1,AA-1,40,1,Y\nsw2,AA-2,40,1,0\nPP-1,AA-1,39,1,\n"
        "PP-2,AA-2,39,1,\n"
    )
    cables = (
        "SourceDeviceID,SourcePort,TargetDeviceID,TargetPort\nPP-1,Port 1|rear,PP-2,Port 1 (rear)\n"
        "sw1,Et1,PP-1,Port 1\nPP-2,Port 1,sw2,Et1\n"
    )
    found = listed(tmp_path, devices=devices, cables=cables)
    assert ends(found.fabric)[0] == "PP-1/rear Port 1 PP-2/rear Port 1"
    assert [one.installed for one in found.fabric.cables] == [True, False, False]
    assert [one.face for one in found.fabric.devices] == ["rear", "front", "", ""]


def test_one_id_of_a_row_of_several_cables_is_numbered(tmp_path: Path) -> None:
    """An id is of one cable: the others of its range have numbers behind it, as a note says."""
    devices = "name,rack,unit,height\nsw1,AA-1,1,1\nsw2,AA-2,1,1\n"
    found = listed(tmp_path, devices=devices, cables="a,port a,b,port b,id\nsw1,Eth1/1-2,sw2,Eth1/1-2,K8\n")
    assert [one.id for one in found.fabric.cables] == ["K8-1", "K8-2"]
    assert any("several cables with one id" in note for note in found.notes)


def test_cells_of_place_and_length(tmp_path: Path) -> None:
    """``Rack A Position 42`` is a cabinet A of the room; feet may have inches behind them."""
    devices = "DeviceName,Location\nTOR-1,Rack A Position 42\nh1,Rack A Position 10\n"
    cables = 'a,port a,b,port b,length\nTOR-1,1,h1,1,"9\'10"""\nTOR-1,2,h1,2,6\'\n'
    found = listed(tmp_path, devices=devices, cables=cables)
    assert [(one.cabinet, one.unit) for one in found.fabric.devices] == [(3, 42), (3, 10)]
    assert [one.length_mm for one in found.fabric.cables] == [2997, 1829]


@pytest.mark.parametrize("cells", [("9.980", "28.600"), ("9,980", "28,600")])
def test_kilograms_that_may_be_thousands_are_asked_for(tmp_path: Path, cells: tuple[str, str]) -> None:
    """Whatever sign other columns have; a number of the column, or one with its sign, tells it."""
    text = "name;rack;watts;kg\nsw1;AA-1;{};{}\nsrv1;AA-1;{};{}\n"
    with pytest.raises(InputError, match="below 'kg' may be thousands or have decimals") as refused:
        listed(tmp_path, devices=text.format("650", cells[0], "1200", cells[1]))
    assert 'map "kg=kg decimal point" or map "kg=kg decimal comma"' in str(refused.value)
    sign = cells[0][1]
    own = listed(tmp_path, devices=text.format("650", cells[0].rstrip("0"), "1200", cells[1]))
    assert [one.kilograms for one in own.fabric.devices] == [9.98, 28.6]
    other = listed(tmp_path, devices=text.format(f"650{sign}5", cells[0], "1200", cells[1]))
    assert [one.kilograms for one in other.fabric.devices] == [9.98, 28.6]
    path = tmp_path / "devices.csv"
    path.write_text(text.format("1.200", cells[0], "1.350", cells[1]))
    said = TableRequest(columns={"kg": f"kg decimal {'point' if sign == '.' else 'comma'}"})
    devices = read_lists([path], CABINETS, said).fabric.devices
    assert [(one.watts, one.kilograms) for one in devices] == [(1200, 9.98), (1350, 28.6)]


def test_an_elevation_is_a_list_of_devices(tmp_path: Path) -> None:
    """A column for each rack, a row for each unit; merged cells are one device, repeated texts several."""
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.append(["Elevations of room 12"])
    sheet.append(["U", "AA-1", "Rack A"])
    for unit in range(8, 0, -1):
        sheet.append([unit, None, None])
    for cells, text in (
        ("B3", "sw1"),
        ("B5:B6", "srv1"),
        ("C4", "reserved"),
        ("C6", "reserved"),
        ("C7:C10", "nas1"),
    ):
        sheet[cells.partition(":")[0]] = text
        if ":" in cells:
            sheet.merge_cells(cells)
    made.save(tmp_path / "rooms.xlsx")
    found = read_lists([tmp_path / "rooms.xlsx"], CABINETS, TableRequest())
    assert [(one.name, one.cabinet, one.unit, one.units) for one in found.fabric.devices] == [
        ("sw1", 0, 8, 1),
        ("srv1", 0, 5, 2),
        ("reserved Rack A U7", 3, 7, 1),
        ("reserved Rack A U5", 3, 5, 1),
        ("nas1", 3, 1, 4),
    ]
    told = "2 racks: 5 devices, each as high as its cells; 2 whose text stands several times"
    assert any(told in note for note in found.notes)


def test_elevations_side_by_side(tmp_path: Path) -> None:
    """Each has units of its own; a model stands in brackets, and plates cover free units."""
    left = ("sw1 (SN2201)", "Blank panel", "srv1", "srv1", "", "")
    right = ("", "sw2", "PDU (A)", "PDU (B)", "obturateur 1U", "")
    rows = [f"{6 - n},{a},,{n + 1},{b}\n" for n, (a, b) in enumerate(zip(left, right, strict=True))]
    found = listed(tmp_path, rooms="U,AA-1,,U,AA-2\n" + "".join(rows))
    assert [(one.name, one.cabinet, one.unit, one.units) for one in found.fabric.devices] == [
        ("sw1", 0, 6, 1),
        ("srv1", 0, 3, 2),
        ("sw2", 1, 2, 1),
        ("PDU (A)", 1, 3, 1),
        ("PDU (B)", 1, 4, 1),
    ]
    assert found.fabric.devices[0].model == "SN2201"


def test_cells_that_list_what_a_device_is_connected_to(tmp_path: Path) -> None:
    """Of devices that the list names; other texts stay as they are."""
    text = "| Device | Rack | Unit | Connected to |\n| web1 | x1 | 3 | tor-a Gi1/0/1, tor-b Gi1/0/1 |\n"
    rows = "| tor-a | x1 | 42 | |\n| tor-b | x1 | 41 | {} |\n"
    found = listed(tmp_path, wiki=text + rows.format("tor-a Te1"))
    assert ends(found.fabric) == [
        "web1/port 1 tor-a/Gi1/0/1",
        "web1/port 2 tor-b/Gi1/0/1",
        "tor-b/Gi1/0/2 tor-a/Te1",
    ]
    assert any("'Connected to' lists 3 cables" in note for note in found.notes)


def test_a_span_of_numbers_alone_is_a_port_or_a_question(tmp_path: Path) -> None:
    """``1-2`` may be module and port, which a note says; below ``Ports`` it is a range that must fit."""
    fabric = imported(tmp_path, "a,port a,b,port b\nsw1,1-2,sw2,7\n")
    assert ends(fabric) == ["sw1/1-2 sw2/7"]
    assert any("1 row with ports such as 1-2, read as one port of a module" in n for n in fabric.notes)
    with pytest.raises(InputError, match="'1-2' may be 2 ports, and the other end has not as many"):
        imported(tmp_path, "a,SourcePorts,b,DestinationPorts\nsw1,1-2,sw2,7\n")
    assert len(imported(tmp_path, "a,port a,b,port b\nsw1,1-2,sw2,7-8\n").cables) == 2
