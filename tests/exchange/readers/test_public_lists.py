"""Lists in the forms of public tools and vendors, made up here in their columns.

Links of a lab as sonic-net/sonic-mgmt (ansible/files), the p2p links of Arista AVD's fabric
documentation, connections as Sunbird's dcTrack exports them, a German cable list saved as CSV,
and the point-to-point tables that NVIDIA gives to the buyers of a DGX SuperPOD.
"""

import io

import openpyxl
import pytest

from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import SERVER, SWITCH

SONIC = """StartDevice,StartPort,EndDevice,EndPort,BandWidth,VlanID,VlanMode
str-s6000-acs-10,fortyGigE0/0,str-7260-11,Ethernet19,40000,1681,Access
str-s6000-acs-10,fortyGigE0/4,str-7260-11,Ethernet20,40000,1682,Access
str-s6000-acs-11,fortyGigE0/0,str-7260-11,Ethernet21,40000,1711,Access
str-7260-11,Ethernet64,str-acs-serv-01,p4p1,40000,1681-1711,Trunk
"""
AVD = """Type,Node,Node Interface,Peer Type,Peer Node,Peer Interface,Node Interface Enabled
l3leaf,dc1-leaf1a,Ethernet1,spine,dc1-spine1,Ethernet1,True
l3leaf,dc1-leaf1a,Ethernet3,mlag_peer,dc1-leaf1b,Ethernet3,True
l3leaf,dc1-leaf1b,Ethernet1,spine,dc1-spine1,Ethernet2,True
l3leaf,dc1-leaf1a,Ethernet5,server,dc1-leaf1-server1,PCI1,True
"""
DCTRACK = """Starting Item Location,Starting Item Name,Starting Port Name,Ending Item Location,\
Ending Item Name,Ending Port Name,Cable ID,Cable Length,Length UOM,Color
SITE A > ROW 1,TOR-01,Eth1/49,SITE A > ROW 2,AGG-01,Eth2/1,CBL-0001,30,ft,Aqua
SITE A > ROW 1,TOR-02,Eth1/49,SITE A > ROW 2,AGG-01,Eth2/2,CBL-0002,33,ft,Aqua
SITE A > ROW 1,ESX-HOST-07,vmnic0,SITE A > ROW 1,TOR-01,Eth1/1,CBL-0003,7,ft,Blue
""".replace("\\\n", "")
GERMAN = """Kabelliste Rechenzentrum Nord;;;;;;;;;;
Stand: 03.11.2026;;;;;;;;;;

Kabel-Nr.;Von Schrank;Von HE;Von Ger\u00e4t;Von Port;\
Nach Schrank;Nach HE;Nach Ger\u00e4t;Nach Port;L\u00e4nge [m];Typ
LWL-001;A01;42;leaf-a01;Eth1/49;B05;40;spine-b05;Eth1/1;12,5;OM4
LWL-002;A02;42;leaf-a02;Eth1/49;B05;40;spine-b05;Eth1/2;11,0;OM4
KAT-101;A01;10;esx-01;eth0;A01;42;leaf-a01;Eth1/1;2,0;Cat6A

Summe;;;;;;;;;25,5;
"""


def superpod():
    """Return a workbook with a cover, a title, two lines of headings, a total."""
    book = openpyxl.Workbook()
    book.active.append(["DGX SuperPOD compute fabric"])
    sheet = book.create_sheet("Compute")
    sheet.append(["Compute InfiniBand cabling"])
    sheet.append(["Source", None, None, None, "Destination", None, None, None, "Cable"])
    sheet.append(
        ["Rack", "RU", "Device", "Port", "Rack", "RU", "Device", "Port", "Part number", "Length (m)"]
    )
    for merged in ("A1:J1", "A2:D2", "E2:H2", "I2:J2"):
        sheet.merge_cells(merged)
    for port in (1, 2):
        leaf = ["C01", 30 + port, f"IBLF-0{port}"]
        sheet.append(["A01", 10, "DGX-01", f"OSFP{port}", *leaf, "1/1", "MFP7E10-N015", 15])
        sheet.append([*leaf, "17/1", "C02", 20, "IBSP-01", f"{port}/1", "MFP7E10-N010", 10])
    sheet.append([])
    sheet.append(["Total", None, None, None, None, None, None, None, 4, 50])
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


LISTS = {
    "avd": ("p2p.csv", AVD.encode(), {}, (3, 3, 1)),
    "dctrack": ("connections.csv", DCTRACK.encode(), {}, (3, 2, 1)),
    "german": ("kabel.csv", GERMAN.encode("cp1252"), {}, (3, 2, 1)),
    "sonic": ("links.csv", SONIC.encode(), {"columns": {"BandWidth": "rate (Mb/s)"}}, (3, 3, 1)),
    "superpod": ("p2p.xlsx", superpod(), {"switches": ("IB*",)}, (3, 2, 1)),
}


def load(path, data, said):
    """Read a list with what its user says of it."""
    path.write_bytes(data)
    return READERS["csv"].tables(path, {}, TableRequest(**said))


@pytest.mark.parametrize("name", LISTS)
def test_it_is_read(name, tmp_path):
    """As many switches, cables between them and servers as it lists."""
    file, data, said, counts = LISTS[name]
    fabric = load(tmp_path / file, data, said)
    kinds = [device.kind for device in fabric.devices]
    links = sum(all(kinds[end.device] == SWITCH for end in cable.ends) for cable in fabric.cables)
    assert (kinds.count(SWITCH), links, kinds.count(SERVER)) == counts


def test_what_they_say_is_kept(tmp_path):
    """Lengths in feet and with commas, ids, units, colours and rates."""
    fabric = load(tmp_path / "a.csv", DCTRACK.encode(), {})
    (first, *_), [device, *_] = fabric.cables, fabric.devices
    assert (first.id, first.length_mm, first.attributes["Color"]) == ("CBL-0001", 9144, "Aqua")
    fabric = load(tmp_path / "b.csv", GERMAN.encode("cp1252"), {})
    (first, *_), [device, *_] = fabric.cables, fabric.devices
    assert (first.id, first.length_mm, fabric.cabinet_name(0), device.unit) == (
        "LWL-001",
        12_500,
        "A01",
        42,
    )
    fabric = load(tmp_path / "c.csv", SONIC.encode(), {"columns": {"BandWidth": "rate (Mb/s)"}})
    assert {cable.gbps for cable in fabric.cables} == {40}


def test_what_they_do_not_say_is_asked_for(tmp_path):
    """The unit of a plain rate that no link has, and that the spine is a switch, are in notes."""
    fabric = load(tmp_path / "links.csv", SONIC.encode(), {})
    assert any("'BandWidth' is read as Mb/s: 40,000 Gb/s" in note for note in fabric.notes)
    fabric = load(tmp_path / "p2p.xlsx", superpod(), {})
    assert any("2 servers (DGX-01, IBSP-01)" in note and "--switches" in note for note in fabric.notes)
