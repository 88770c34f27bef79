"""Tables of neighbours as network systems print them, and outputs of several devices in one file."""

import pytest

from netfloor.fabric.fabric import SERVER, SWITCH
from netfloor.foundation.errors import InputError

CUMULUS = """\
LocalPort  Speed  Mode       RemoteHost       RemotePort
---------  -----  ---------  ---------------  ----------
swp1       100G   Default    server01         eth1
swp51      100G   Default    spine01          swp1
"""
NVUE = """\
Interface  Speed  Type   Remote Host      Remote Port
---------  -----  -----  ---------------  -----------
swp1       100G   swp    server01         eth1
swp51      100G   swp    spine01          swp1
"""
SONIC = """\
Capability codes: (R) Router, (B) Bridge, (O) Other
LocalPort    RemoteDevice    RemotePortID    Capability    RemotePortDescr
-----------  --------------  --------------  ------------  -----------------
swp1         server01        eth1            O             mlx5
swp51        spine01         swp1            BR            uplink of leaf one
--------------------------------------------------
Total entries displayed:  2
"""
ARISTA = """\
Last table change time   : 0:01:05 ago

Port          Neighbor Device ID       Neighbor Port ID    TTL
---------- ------------------------ ---------------------- ---
swp1          server01                 eth1                120
swp51         spine01                  swp1                120
"""
NXOS = """\
Capability codes:
  (R) Router, (B) Bridge, (T) Telephone, (C) DOCSIS Cable Device
Device ID            Local Intf      Hold-time  Capability  Port ID
server01             swp1            120                    eth1
spine01              swp51           120        BR          swp1
Total entries displayed: 2
"""


def ends(fabric) -> list[list[tuple[str, object]]]:
    """Return each cable by the names of its ends."""
    return [
        [(fabric.devices[end.device].name, end.port_name or end.port) for end in cable.ends]
        for cable in fabric.cables
    ]


@pytest.mark.parametrize("text", [CUMULUS, NVUE, SONIC, ARISTA, NXOS])
def test_tables_of_lldp(read, text: str) -> None:
    """The file is called by its device."""
    fabric = read("lldp", text, "leaf01.txt")
    assert sorted(ends(fabric)) == [
        [("leaf01", "swp1"), ("server01", "eth1")],
        [("leaf01", "swp51"), ("spine01", "swp1")],
    ]


CDP = """\
Capability Codes: R - Router, T - Trans Bridge, B - Source Route Bridge
                  S - Switch, H - Host, I - IGMP, r - Repeater, P - Phone

Device ID        Local Intrfce     Holdtme    Capability  Platform  Port ID
dist1.example.net
                 Gig 1/0/49        152             R S I  WS-C3850  Ten 1/1/1
esx07            Gig 1/0/3         140               H    VMware    vmnic2

Total cdp entries displayed : 2
"""
DETAIL = """\
-------------------------
Device ID: dist1.example.net
Entry address(es):
  IP address: 10.0.0.1
Platform: cisco WS-C3850,  Capabilities: Router Switch IGMP
Interface: GigabitEthernet1/0/49,  Port ID (outgoing port): TenGigabitEthernet1/1/1
Holdtime : 152 sec
-------------------------
Device ID: esx07
Platform: VMware ESX,  Capabilities: Host
Interface: GigabitEthernet1/0/3,  Port ID (outgoing port): vmnic2
"""


@pytest.mark.parametrize("text", [CDP, DETAIL])
def test_neighbours_by_cdp(read, text: str) -> None:
    """A long name has a line of its own, ports have their long names, codes say the kinds."""
    fabric = read("lldp", text, "access1.log")
    assert sorted(ends(fabric)) == [
        [("access1", "GigabitEthernet1/0/3"), ("esx07", "vmnic2")],
        [("access1", "GigabitEthernet1/0/49"), ("dist1.example.net", "TenGigabitEthernet1/1/1")],
    ]
    kinds = {device.name: device.kind for device in fabric.devices}
    assert (kinds["dist1.example.net"], kinds["esx07"]) == (SWITCH, SERVER)


def test_outputs_of_several_devices_in_one_file(read) -> None:
    """Each prompt names the device of what follows; a cable that both print is one."""
    far = CUMULUS.replace("server01 ", "leaf01   ").replace("swp51      100G", "swp2       100G")
    spine = far.replace("leaf01           eth1", "leaf01           swp51").replace("spine01 ", "leaf02  ")
    text = (
        "Welcome to the lab\n"
        f"cumulus@leaf01:mgmt:~$ net show lldp\n{CUMULUS}"
        f"spine01# show version\nSome version 1.0\nspine01# show lldp neighbors\n{spine}"
    )
    assert sorted(ends(read("lldp", text, "terminal.txt"))) == [
        [("leaf01", "swp1"), ("server01", "eth1")],
        [("leaf01", "swp51"), ("spine01", "swp1")],
        [("spine01", "swp2"), ("leaf02", "swp1")],
    ]


def test_outputs_without_prompts_are_not_one_device(read) -> None:
    """Two outputs without names were one device with the ports of both."""
    with pytest.raises(InputError, match="holds 2 outputs, and no prompt names their devices"):
        read("lldp", CUMULUS + CUMULUS.replace("swp1 ", "swp9 "), "both.txt")


def test_a_cell_over_the_edge_of_its_column_is_refused(read) -> None:
    """A table with tabs made blanks, or cut, is not guessed at."""
    text = CUMULUS.replace("server01         eth1", "server01-with-a-long-name eth1")
    with pytest.raises(InputError, match="line 3: text crosses the edge of the"):
        read("lldp", text, "leaf01.txt")


@pytest.mark.parametrize(
    "below",
    [
        "leaf01#",
        "cumulus@leaf01:mgmt:~$",
        "leaf01#exit",
        "leaf01# term len 0\nInterface status of some port\n",
        "[admin@leaf01 ~]$ ip link\n1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN\n",
        "$ ip link\n1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN\n",
    ],
)
@pytest.mark.parametrize("text", [CUMULUS, ARISTA])
def test_a_prompt_ends_a_table(read, text: str, below: str) -> None:
    """The last lines of a copied terminal output were rows of the table, and refused."""
    fabric = read("lldp", text + below, "leaf01.txt")
    assert len(fabric.cables) == 2
    assert {device.name for device in fabric.devices} == {"leaf01", "server01", "spine01"}


def test_blank_lines_do_not_end_a_table(read) -> None:
    """Rows below one were lost; a line that is no row is counted."""
    text = CUMULUS.replace("swp51 ", "\nswp51 ") + "\nLast change was 3 days ago\n"
    fabric = read("lldp", text, "leaf01.txt")
    assert len(fabric.cables) == 2
    assert any("1 line below a table left out" in note and "line 7" in note for note in fabric.notes)


def test_a_row_that_is_cut_is_refused(read) -> None:
    """A name on a line of its own has its ports in the next."""
    cut = "\n".join(line for line in CDP.splitlines() if "WS-C3850" not in line)
    with pytest.raises(InputError, match=r"line 5: dist1\.example\.net has no ports in the line below"):
        read("lldp", cut, "a.log")


def test_two_devices_of_a_detail_are_never_one(read) -> None:
    """A port in the next line made one record of two devices."""
    cut = DETAIL.replace("outgoing port): Ten", "outgoing port):\nTen")
    with pytest.raises(InputError, match="line 2: a neighbour without the far port"):
        read("lldp", cut, "access1.log")
    without = DETAIL.replace("Device ID: dist1.example.net\n", "")
    with pytest.raises(InputError, match=r"line 4: .*above the first device id"):
        read("lldp", without, "access1.log")


LLDP_DETAIL = """\
Local Intf: Gi1/0/49
Chassis id: 0011.2233.4455
Port id: Te1/1/1
System Name: dist1
Enabled Capabilities: B,R

Local Intf: Gi1/0/3
Chassis id: 0011.2233.4466
Port id: vmnic2
System Name: esx07
"""
NXOS_DETAIL = """\
Chassis id: 0011.2233.4455
Port id: Te1/1/1
Local Port id: Gi1/0/49
System Name: dist1
Chassis id: 0011.2233.4466
Port id: vmnic2
Local Port id: Gi1/0/3
System Name: esx07
"""


@pytest.mark.parametrize("text", [LLDP_DETAIL, NXOS_DETAIL])
def test_details_of_lldp(read, text: str) -> None:
    """The name of the neighbour is below its ports."""
    fabric = read("lldp", text, "access1.log")
    assert sorted(sorted(pair) for pair in ends(fabric)) == [
        [("access1", "GigabitEthernet1/0/3"), ("esx07", "vmnic2")],
        [("access1", "GigabitEthernet1/0/49"), ("dist1", "TenGigabitEthernet1/1/1")],
    ]


SERIALS = """\
Device-ID          Local Intrfce  Hldtme Capability  Platform      Port ID
N9K-2.a-long-name.example.net(FDO12345)
                   Eth1/49        134    R S I s     N9K-C93180YC  Eth1/49
N9K-3(FDO21120U8N) Eth1/50        134    R S I s     N9K-C93180YC  Eth1/49
"""


def test_serial_numbers_are_no_part_of_names(read) -> None:
    """NX-OS writes them behind the names: each neighbour was there twice."""
    names = {device.name for device in read("lldp", SERIALS, "n9k-1.txt").devices}
    assert names == {"n9k-1", "N9K-2.a-long-name.example.net", "N9K-3"}


def test_outputs_of_nvue_without_prompts_are_not_one_device(read) -> None:
    """Any second line of headings is another output."""
    with pytest.raises(InputError, match="holds 2 outputs, and no prompt names their devices"):
        read("lldp", NVUE + NVUE.replace("swp1 ", "swp9 "), "both.txt")


def test_prompts_of_ios_xr(read) -> None:
    """The place of the processor is above the name."""
    text = f"RP/0/RP0/CPU0:xr1#show lldp neighbors\n{NXOS}RP/0/RP0/CPU0:xr1#"
    assert {device.name for device in read("lldp", text, "x.txt").devices} == {"xr1", "server01", "spine01"}


def test_an_address_gives_way_to_the_name_of_the_port(read) -> None:
    """SONiC prints a server's port by its address, with the name behind it; sentences are no names."""
    text = (
        "LocalPort    RemoteDevice    RemotePortID       Capability    RemotePortDescr\n"
        "-----------  --------------  -----------------  ------------  ---------------\n"
        "Ethernet0    server01        b8:3f:d2:1a:01:04  OS            ens1f0np0\n"
        "Ethernet4    server02        b8:3f:d2:1a:02:04  OS            to rack 7\n"
        "Ethernet8    spine01         Ethernet4          BR            uplink\n"
    )
    far = [end[1] for cable in ends(read("lldp", text, "leaf1.txt")) for end in cable if end[0] != "leaf1"]
    assert far == ["ens1f0np0", "b8:3f:d2:1a:02:04", "Ethernet4"]
