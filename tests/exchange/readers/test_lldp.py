"""What lldpctl prints in its forms, and what it is told from."""

import pytest
from small_files import Bad, check_refused

RULE = "-" * 79
PLAIN = f"""\
$ sudo lldpcli show neighbors
{RULE}
LLDP neighbors:
{RULE}
Interface:    eth0, via: LLDP, RID: 1, Time: 0 day, 17:38:08
  Chassis:
    ChassisID:    mac 08:9e:01:e9:66:5a
    MgmtIP:       192.168.0.22
    Capability:   Bridge, on
    Capability:   Router, off
  Port:
    PortID:       mac 08:9e:01:e9:66:5b
    PortDescr:    swp47
  LLDP-MED:
    Device Type:  Network Connectivity Device
    Capability:   Policy, yes
{RULE}
Interface:    eth1, via: CDPv2, RID: 10, Time: 14 days, 12:54:19
  Chassis:
    ChassisID:    local C9300-24
    SysName:      C9300-24
    Capability:   Station, on
  Port:
    PortID:       ifname Gi1/0/4
{RULE}
"""


def ends(fabric):
    """Return each cable by the names of its ends."""
    return [
        [(fabric.devices[end.device].name, end.port_name or end.port) for end in cable.ends]
        for cable in fabric.cables
    ]


def test_the_output_for_people_is_read(read):
    """A device without a name by its address, a port with an address by its description; kinds as told."""
    fabric = read("lldp", PLAIN, "server")
    assert ends(fabric) == [
        [("server", "eth0"), ("08:9e:01:e9:66:5a", "swp47")],
        [("server", "eth1"), ("C9300-24", "Gi1/0/4")],
    ]
    kinds = {device.name: device.kind for device in fabric.devices}
    assert (kinds["08:9e:01:e9:66:5a"], kinds["C9300-24"]) == ("switch", "server")


def test_a_device_that_hears_nobody_does_no_harm_in_a_folder(read):
    """Its output is a heading; another one's is the fabric."""
    files = {"a.txt": PLAIN, "b.txt": f"{RULE}\nLLDP neighbors:\n{RULE}\n", "c.json": '{"lldp": {}}'}
    assert len(read("lldp", files, "fabric").cables) == 2


def test_a_line_of_another_neighbour_in_between_changes_nothing(read):
    """As in files whose names were replaced by hand: a new neighbour begins at via."""
    lines = [
        f"lldp.eth{n}.{key}" for n in (0, 1) for key in ("via=LLDP", f"chassis.name=sw{n}", "port.ifname=7")
    ]
    lines.insert(5, "lldp.eth0.chassis.name=other")
    assert [far for _, (far, _) in ends(read("lldp", "\n".join(lines), "server"))] == ["sw0", "sw1"]


BAD = {
    "has no key lldp": '{"lldpNeighbors": []}',
    "is not a line of lldpctl output": "Device ID   Local Intf   Hold-time\n",
    "without a name or a port": "lldp.eth0.via=LLDP\nlldp.eth0.chassis.name=sw1\n",
}


@pytest.mark.parametrize("says", BAD)
def test_what_lldpctl_did_not_write_is_refused(read, says, tmp_path):
    """With what it should be."""
    check_refused(read, Bad("lldp", "x", BAD[says], says, line="key" not in says), tmp_path)
