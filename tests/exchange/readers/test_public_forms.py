"""Further lists in the forms of public tools and vendors,\
 made up here in the columns that they document.

Cable connections of Docusnap, a row for each plug (its manual, Physical Infrastructure: CSV Import);
CABLELINK rows of RackTables (racktables-contribs, csvimport); the connections that Rackula exports;\
 A and Z
ends with optics;\
 CDP and LLDP neighbours of Cisco ACI, where each device shortens its neighbour's ports;
i-doit's imports with a line of constants (SHD's notes); NVIDIA's point-to-point sheets with models
(Mission Control, netautogen); structured imports of tripunkt's pathfinder;\
 Juniper Apstra's cabling maps;
FlexPod's cabling tables, whose devices stand once; cables of GLPI;\
 cut sheets of Lenovo with rack and unit
in a cell; a table in Markdown; links of LibreNMS; bulk connections of openDCIM and Nlyte; Nautobot's
interface connections; strands between panels.
"""

from pathlib import Path

import pytest

from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import PANEL, SERVER, STORAGE, SWITCH, Fabric
from netfloor.foundation.errors import InputError

_LISTS = {
    "docusnap": """Connection Name;Cable Type;Cable Color;Element;Port;Front;Number
V-0001;OM4 LC;0-150-255;sw-leaf-01;49;1;1
V-0001;OM4 LC;0-150-255;sw-spine-01;1;1;1
V-0002;OM4 LC;0-150-255;sw-leaf-02;49;1;1
V-0002;OM4 LC;0-150-255;sw-spine-01;2;1;1
V-0003;Cat6a;255-0-0;srv-esx-01;nic1;0;1
V-0003;Cat6a;255-0-0;sw-leaf-01;1;1;1
""",
    "racktables": """CABLELINK;myServer;eth1;myAccessSwitch1;ge-0/0/1;0080123
CABLELINK;myServer;eth2;myAccessSwitch2;ge-0/0/1;0080124
CABLELINK;myAccessSwitch1;ge-0/0/47;core-sw1;xe-1/0/1;0080200
""",
    "rackula": """Source Rack,Source Device,Source Port,Direction,Destination Rack,\
Destination Device,Destination Port,Signal
Rack 1,Core Switch,1,bidirectional,Rack 1,NAS,eth0,
Rack 1,Core Switch,2,bidirectional,Rack 2,Access Switch,49,
Rack 2,Access Switch,1,bidirectional,Rack 2,ESX Host 1,vmnic0,
""",
    "optics": """Cable ID,Media Type,Length (m),A-End Location,A-End Device,A-End Port,\
A-End Optic PN,Z-End Location,Z-End Device,Z-End Port,Z-End Optic PN
CBL-1,MMF MPO-12,15,DH1-R03-U42,lf-101,Ethernet1/49,SR4,DH1-R10-U40,sp-201,Ethernet1/1,SR4
CBL-2,SMF LC,120,DH1-R03-U42,lf-101,Ethernet1/50,LR4,DH2-R01-U40,sp-202,Ethernet1/1,LR4
""",
    "aci": """protocol,pod,local_device,local_port,remote_device,remote_port
cdp,pod-1,leaf-101,eth1/53,spine-201,Ethernet1/1
cdp,pod-1,spine-201,eth1/1,leaf-101,Ethernet1/53
lldp,pod-1,leaf-101,eth1/53,spine-201,Eth1/1
lldp,pod-1,leaf-101,eth1/1,esx-01,vmnic2
""",
    "idoit": """Standort;Schrank;Objekt;Port;Standort;Schrank;Objekt;Port;Kabel
C__CATG__LOCATION;C__OBJTYPE__ENCLOSURE;C__OBJTYPE__SERVER;C__CATG__CONNECTOR;C__CATG__LOCATION;\
C__OBJTYPE__ENCLOSURE;C__OBJTYPE__SWITCH;C__CATG__CONNECTOR;C__CATG__CABLE
RZ 1;S01;SRV-01;1;RZ 1;S02;SW-01;1;KB-00001
RZ 1;S01;SRV-01;2;RZ 1;S02;SW-02;2;KB-00002
""",
    "nvidia": """Source,,,,,,Destination,,,,,,Cable,,
Rack,RU,Model,Name,Port,Transceiver,Rack,RU,Model,Name,Port,Transceiver,Part Number,Length,Type
A01,20,SN5600,tan-01,swp1s0,980-9I51N,B01,38,SN5600,tan-02,swp1s0,980-9I51N,980-9I73V,10M,SMF
A01,5,DGX H100,x-01,slot1_p1,980-9I510,A01,20,SN5600,tan-01,swp33s0,980-9I51N,980-9I73V,3M,SMF
""",
    "pathfinder": """SourceBuildingName;SourceRoomName;SourceRackName;SourceDeviceName;\
SourcePortName;TargetBuildingName;TargetRoomName;TargetRackName;TargetDeviceName;TargetPortName;\
CableName
B1;Serverraum 1;01;SW-A;1;B1;Serverraum 2;01;SW-B;1;K-0001
B1;Serverraum 1;01;SW-A;2;B1;Serverraum 1;02;SW-C;1;K-0002
""",
    "apstra": """Link Label,Speed,Endpoint 1 Name,Endpoint 1 Type,Endpoint 1 Interface Name,\
Endpoint 2 Name,Endpoint 2 Type,Endpoint 2 Interface Name
s1<->l1[1],100G,x1,Spine,et-0/0/0,x2,Leaf,et-0/0/48
l1<->h1[1],25G,x2,Leaf,xe-0/0/0,x3,Server,eth0
""",
    "flexpod": """Local Device,Local Port,Connection,Remote Device,Remote Port
Cisco Nexus 93180YC-FX A,Eth1/1,10GbE,NetApp AFF A300 controller 1,e0g
,Eth1/49,40GbE,Cisco UCS fabric interconnect A,Eth1/49
,Eth1/50,40GbE,Cisco UCS fabric interconnect B,Eth1/49
Cisco Nexus 93180YC-FX B,Eth1/1,10GbE,NetApp AFF A300 controller 1,e0h
""",
    "glpi": """Name;Associated item (endpoint A);Asset type (endpoint A);Socket (endpoint A);\
Associated item (endpoint B);Asset type (endpoint B);Socket (endpoint B);Color
cab-01;x-1;Network device;24;y-1;Computer;eth0;blue
cab-02;x-2;Network device;24;y-2;Computer;eth0;blue
""",
    "lenovo": """Cable#,From Rack-U,From Device,From Port,To Rack-U,To Device,To Port,Length,P/N
1,A1-U38,SN2410-1,1,A1-U05,SR650-01,LOM1,1.5m,00MP560
2,A1-U38,SN2410-1,2,A1-U07,SR650-02,LOM1,1.5m,00MP560
""",
    "markdown": """| Switch | Port | Host | NIC |
|---|---|---|---|
| leaf1 | swp1 | node1 | eth0 |
| leaf1 | swp2 | node2 | eth0 |
""",
    "librenms": """Local Device,Local Port,Remote Device,Remote Port,Protocol
sw1.example.net,GigabitEthernet1/0/1,sw2.example.net,Gi1/0/24,lldp
sw2.example.net,GigabitEthernet1/0/24,sw1.example.net,Gi1/0/1,lldp
""",
    "opendcim": """SourceDevice,SourcePort,TargetDevice,TargetPort,MediaType,ColorCode,Notes
tor-a1,49,core-1,1,OM4,Aqua,
esx-07,NIC1,tor-a1,1,Cat6,Blue,
""",
    "nlyte": """Cable Name,Source Asset Name,Source Port Name,Destination Asset Name,\
Destination Port Name,Cable Length,Length Unit
NC-1,TOR01,Eth1/1,ESX01,vmnic0,3,m
NC-2,TOR01,Eth1/2,ESX02,vmnic0,5,ft
""",
    "nautobot": """device_a,interface_a,device_b,interface_b,reachable
core-1,Interface 1,core-2,Interface 1,True
core-1,Interface 2,,,True
""",
    "panels": """Strand,A Panel,A Port,B Panel,B Port,Status
1,PP-A01,1,PP-B01,1,ok
2,PP-A01,2,PP-B01,2,ok
""",
}
#: What a user says in a second run, as the refusal of the first offers it.
_SAID = {
    "flexpod": {"Local Device": "a as above"},
}
#: Ends of the first and the last cable, and how many there are.
_CABLES = {
    "docusnap": ("sw-leaf-01/49 sw-spine-01/1", "srv-esx-01/nic1 sw-leaf-01/1", 3),
    "racktables": (
        "myServer/eth1 myAccessSwitch1/ge-0/0/1",
        "myAccessSwitch1/ge-0/0/47 core-sw1/xe-1/0/1",
        3,
    ),
    "rackula": ("Core Switch/1 NAS/eth0", "Access Switch/1 ESX Host 1/vmnic0", 3),
    "optics": ("lf-101/Ethernet1/49 sp-201/Ethernet1/1", "lf-101/Ethernet1/50 sp-202/Ethernet1/1", 2),
    "aci": ("leaf-101/eth1/53 spine-201/eth1/1", "leaf-101/eth1/1 esx-01/vmnic2", 2),
    "idoit": ("SRV-01/1 SW-01/1", "SRV-01/2 SW-02/2", 2),
    "nvidia": ("tan-01/swp1s0 tan-02/swp1s0", "x-01/slot1_p1 tan-01/swp33s0", 2),
    "pathfinder": ("SW-A/1 SW-B/1", "SW-A/2 SW-C/1", 2),
    "apstra": ("x1/et-0/0/0 x2/et-0/0/48", "x2/xe-0/0/0 x3/eth0", 2),
    "flexpod": (
        "Cisco Nexus 93180YC-FX A/Eth1/1 NetApp AFF A300 controller 1/e0g",
        "Cisco Nexus 93180YC-FX B/Eth1/1 NetApp AFF A300 controller 1/e0h",
        4,
    ),
    "glpi": ("x-1/24 y-1/eth0", "x-2/24 y-2/eth0", 2),
    "lenovo": ("SN2410-1/1 SR650-01/LOM1", "SN2410-1/2 SR650-02/LOM1", 2),
    "markdown": ("leaf1/swp1 node1/eth0", "leaf1/swp2 node2/eth0", 2),
    "librenms": (
        "sw1.example.net/GigabitEthernet1/0/1 sw2.example.net/GigabitEthernet1/0/24",
        "sw1.example.net/GigabitEthernet1/0/1 sw2.example.net/GigabitEthernet1/0/24",
        1,
    ),
    "opendcim": ("tor-a1/49 core-1/1", "esx-07/NIC1 tor-a1/1", 2),
    "nlyte": ("TOR01/Eth1/1 ESX01/vmnic0", "TOR01/Eth1/2 ESX02/vmnic0", 2),
    "nautobot": ("core-1/Interface 1 core-2/Interface 1", "core-1/Interface 1 core-2/Interface 1", 1),
    "panels": ("PP-A01/1 PP-B01/1", "PP-A01/2 PP-B01/2", 2),
}


def _load(tmp_path: Path, name: str, columns: dict[str, str] | None = None) -> Fabric:
    path = tmp_path / f"{name}.csv"
    path.write_text(_LISTS[name], encoding="utf-8")
    return READERS["csv"].tables(path, {}, TableRequest(columns or {}))


@pytest.mark.parametrize("name", _LISTS)
def test_it_is_read(name: str, tmp_path: Path) -> None:
    """Each cable once,\
 its ports as its own device calls them; in a second run what the first one asks.
    """
    if name in _SAID:
        with pytest.raises(InputError) as refused:
            _load(tmp_path, name)
        for heading, meaning in _SAID[name].items():
            assert f'map "{heading}={meaning}"' in str(refused.value)
    fabric = _load(tmp_path, name, _SAID.get(name))
    names = [device.name for device in fabric.devices]
    ends = [
        " ".join(f"{names[end.device]}/{end.port_text}" for end in cable.ends) for cable in fabric.cables
    ]
    assert (ends[0], ends[-1], len(ends)) == _CABLES[name]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("nvidia", [SWITCH, SWITCH, SERVER]),
        ("flexpod", [SWITCH, STORAGE, SWITCH, SWITCH, SWITCH]),
        ("glpi", [SWITCH, SERVER, SWITCH, SERVER]),
        ("lenovo", [SWITCH, SERVER, SERVER]),
        ("apstra", [SWITCH, SWITCH, SERVER]),
        ("panels", [PANEL, PANEL]),
    ],
)
def test_models_and_types_say_the_kind(name: str, kinds: list[str], tmp_path: Path) -> None:
    """Where the names say nothing: models of both ends, types of assets, names that are models."""
    assert [device.kind for device in _load(tmp_path, name, _SAID.get(name)).devices] == kinds


def test_rack_and_unit_in_one_cell_are_two(tmp_path: Path) -> None:
    """Below Rack-U or Location, where all cells have both."""
    fabric = _load(tmp_path, "lenovo")
    assert [(fabric.cabinet_name(n), device.unit) for n, device in enumerate(fabric.devices)] == [
        ("A1", 38),
        ("A1", 5),
        ("A1", 7),
    ]
    fabric = _load(tmp_path, "optics")
    assert (fabric.cabinet_name(0), fabric.devices[0].unit) == ("DH1-R03", 42)
    assert not any("without a heading" in note for note in fabric.notes)


def test_a_row_for_each_end_may_lack_its_second(tmp_path: Path) -> None:
    """It is left out with its line; columns that differ at the ends are kept by end."""
    path = tmp_path / "list.csv"
    rows = _LISTS["docusnap"].replace("sw-leaf-01;1;1;1", "sw-leaf-01;1;1;2")
    path.write_text(f"{rows}V-0004;Cat6a;;sw-leaf-02;7;1;1\n")
    fabric = READERS["csv"].tables(path, {}, TableRequest())
    assert [cable.id for cable in fabric.cables] == ["V-0001", "V-0002", "V-0003"]
    assert [fabric.cables[2].attributes[f"Number {end}"] for end in "ab"] == ["1", "2"]
    assert any("without a second row, left out: line 8" in note for note in fabric.notes)
