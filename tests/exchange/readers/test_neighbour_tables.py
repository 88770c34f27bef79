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
    assert sorted(ends(read("lldp", text, "session.txt"))) == [
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
    with pytest.raises(InputError, match="line 3: runs over the edge of the column"):
        read("lldp", text, "leaf01.txt")
