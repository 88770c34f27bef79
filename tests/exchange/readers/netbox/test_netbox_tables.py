"""What NetBox's own lists export by "All data": headings, speeds, racks and several ports a side."""

import pytest
from small_files import Bad, check_refused

from netfloor.fabric.fabric import PANEL

DEVICES = """\
Name,ID,Status,Role,Manufacturer,Type,Site,Rack,Position,Face
leaf1,1,Active,Leaf switch,Generic,SN5600,Hall,R03C09 (R03C09),40.0,Front
spine1,2,Active,Spine switch,Generic,SN5600,Hall,R03C10 (B-7),41.0,Front
gpu1,3,Active,GPU server,Generic,DGX,Hall,R03C09 (R03C09),1.0,Front
gpu2,4,Active,GPU server,Generic,DGX,Hall,R03C09 (R03C09),9.0,Front
panel,5,Active,Patch Panel,Generic,48-Pair Fiber Panel,Hall,R03C09 (R03C09),42.0,Front
"""
RACKS = "Name,Site,Status,Facility ID,Height\nR03C09,Hall,Active,R03C09,42U\nR03C10,Hall,Active,B-7,42U\n"
INTERFACES = """\
Name,Device,Enabled,Type,Speed (Kbps),Speed
swp1,leaf1,True,OSFP (400GE),400000000,400 Gbps
swp2,leaf1,True,OSFP (400GE),400000000,400 Gbps
swp9,leaf1,True,OSFP (400GE),,
swp1,spine1,True,OSFP (400GE),400000000,400 Gbps
swp2,spine1,True,OSFP (400GE),400000000,400 Gbps
eth0,gpu1,True,QSFP112 (200GE),,200 Gbps
eth0,gpu2,True,QSFP112 (200GE),,200 Gbps
"""
CABLES = """\
ID,Label,Termination A,Termination B,Device A,Device B,Rack A,Rack B,Status,Profile,Type,Length
1,,"swp2,swp1","swp1,swp2",leaf1,spine1,R03C09 (R03C09),R03C10 (B-7),Connected,2C1P trunk,AOC,5.00 m
2,,swp9,"eth0,eth0",leaf1,"gpu2,gpu1",R03C09 (R03C09),R03C09 (R03C09),Connected,1C2P breakout,DAC,1.00 m
3,,PSU1,PSU1,leaf1,spine1,R03C09 (R03C09),R03C10 (B-7),Connected,,Power,
4,,Front 1,eth1,panel,gpu9,R03C09 (R03C09),,Connected,,SMF,
"""


def folder(**changes):
    """Return an export of four lists."""
    lists = {"devices": DEVICES, "racks": RACKS, "interfaces": INTERFACES, "cables": CABLES} | changes
    return {f"netbox_{name}.csv": text for name, text in lists.items()}


def test_all_data_of_the_four_lists_is_a_fabric(read):
    """Racks by their own names, ports of a trunk in order, a panel as a device, other cables left out."""
    fabric = read("netbox", folder(), "export")
    names = [device.name for device in fabric.devices]
    assert names == ["leaf1", "spine1", "gpu1", "gpu2", "panel"]
    assert fabric.devices[4].kind == PANEL
    assert [fabric.cabinet_name(index) for index in range(4)] == ["R03C09", "R03C10", "R03C09", "R03C09"]
    found = [
        [(names[end.device], end.port_name or end.port) for end in cable.ends] for cable in fabric.cables
    ]
    assert found == [
        [("leaf1", "swp1"), ("spine1", "swp1")],
        [("leaf1", "swp2"), ("spine1", "swp2")],
        [("leaf1", "swp9/1"), ("gpu1", "eth0")],
        [("leaf1", "swp9/2"), ("gpu2", "eth0")],
    ]
    assert [cable.gbps for cable in fabric.cables] == [400.0, 400.0, 200.0, 200.0]
    assert {cable.length_mm for cable in fabric.cables} == {5000, 1000}
    assert any("1 cable left out: lead to a device" in note for note in fabric.notes)
    assert any("1 cable left out: end at ports that no export of ports lists" in n for n in fabric.notes)
    assert any("2 cables have several ports a side" in note for note in fabric.notes)


def test_netbox_4_7_lists_ports_as_the_profile_joins_them(read):
    """Its interfaces have channels: the k-th ports of both sides are one link, each with its device."""
    cables = (
        "ID,Termination A,Termination B,Device A,Device B,Profile,Length\n"
        '1,"swp1,swp2","swp2,swp1","leaf1,leaf1","spine1,spine1",2C1P trunk,5 m\n'
        '2,swp9,"eth0,eth0",leaf1,"gpu2,gpu1",1C2P:2C1P breakout,1 m\n'
    )
    rows = "Name,Device,Channels\n" + "".join(f"swp{n},leaf1,\nswp{n},spine1,\n" for n in (1, 2, 9))
    fabric = read("netbox", folder(cables=cables, interfaces=rows), "export")
    found = [
        [(fabric.devices[end.device].name, end.port_name or end.port) for end in cable.ends]
        for cable in fabric.cables
    ]
    assert found == [
        [("leaf1", "swp1"), ("spine1", "swp2")],
        [("leaf1", "swp2"), ("spine1", "swp1")],
        [("leaf1", "swp9/1"), ("gpu2", "eth0")],
        [("leaf1", "swp9/2"), ("gpu1", "eth0")],
    ]
    assert any("joined as their profile says" in note for note in fabric.notes)


@pytest.mark.parametrize(("text", "gbps"), [("1.6 Tbps", 1600.0), ("25 Gbps", 25.0), ("100 Mbps", 0.1)])
def test_a_speed_is_read_as_shown(read, text, gbps):
    """Older exports have that column alone."""
    cables = CABLES.splitlines(keepends=True)[0] + "1,,swp1,swp1,leaf1,spine1,,,Connected,,,\n"
    rows = f"Name,Device,Speed\nswp1,leaf1,{text}\nswp1,spine1,{text}\n"
    fabric = read("netbox", folder(interfaces=rows, cables=cables), "export")
    assert [cable.gbps for cable in fabric.cables] == [gbps]


def test_what_a_current_view_lacks_is_said(read):
    """Devices without positions and interfaces without speeds are read, with the button to press."""
    view = folder(
        devices="Name,Status,Site,Rack,Role,Type\n"
        "leaf1,Active,Hall,R03C09,Leaf switch,SN5600\nspine1,Active,Hall,R03C10,Spine switch,SN5600\n",
        interfaces="Name,Device,Label,Enabled,Type\nswp1,leaf1,,True,OSFP\nswp1,spine1,,True,OSFP\n",
        cables=CABLES.splitlines(keepends=True)[0] + "1,,swp1,swp1,leaf1,spine1,,,Connected,,,\n",
    )
    notes = read("netbox", view, "export").notes
    for lacking in ("Position: rack units", "Speed: rates"):
        assert any(f"no column {lacking} are not known; choose Export, then All data" in n for n in notes)
    assert not any("All data" in note for note in read("netbox", folder(), "export").notes)


BAD = {
    "choose Export, then All data": folder(cables="ID,Label,Termination A,Termination B\n1,,swp1,swp1\n"),
    "2 ports on side A, 3 on side B": folder(
        cables=CABLES.replace('"swp1,swp2",leaf1,spine1', '"swp1,swp2,swp3",leaf1,spine1'),
        interfaces="Name,Device\n",
    ),
    "also export the interfaces": folder(
        cables=CABLES.replace('"eth0,eth0"', '"eth0,eth1"'), interfaces="Name,Device\n"
    ),
}


@pytest.mark.parametrize("says", BAD)
def test_what_an_export_lacks_is_said_with_what_to_do(read, says, tmp_path):
    """The file, the line, and the button to press."""
    check_refused(read, Bad("netbox", "x", BAD[says], says), tmp_path)
