"""OpenSM's tables read back are the tables that it dumped."""

import numpy as np
import pytest

from netfloor.exchange.names import guid_of, port_guid_of
from netfloor.exchange.opensm import routable
from netfloor.exchange.opensm.programs import Netlist, Routing, find_programs
from netfloor.foundation.errors import InfeasibleError, InputError, UnplannedStopError
from netfloor.foundation.interrupt import Interrupt
from netfloor.research.traffic.static import opensm_tables as read
from netfloor.research.traffic.static.forwarding import DELIVERED, port_numbers
from netfloor.research.traffic.static.lanes import one_lane
from netfloor.research.traffic.static.sssp import sssp
from netfloor.topologies.spec import build
from netfloor.traffic.channels import channels_of

ROUTED = "0x02 -> osm_ucast_mgr_process: minhop tables configured on all switches\n0x02 -> SUBNET UP"


def answering(monkeypatch: pytest.MonkeyPatch, log: str, dump: str) -> None:
    """Let opensm answer so, whether it is there or not."""
    monkeypatch.setattr(routable, "find_programs", lambda: None)
    monkeypatch.setattr(routable, "route", lambda *_: Routing(log, dump))


@pytest.mark.parametrize("turned", [False, True])
def test_dumped_tables_are_read_back(monkeypatch: pytest.MonkeyPatch, turned: bool) -> None:
    """Channel by channel, parallel links and a plan's own port numbers too."""
    topology = build("hyperx:3x2,t=2,k=2x1")
    channels = channels_of(topology)
    own = port_numbers(topology, channels)
    cable_ports = None
    if turned:  # the network ports of every switch counted from the last one
        other = 2 * topology.endpoints[channels.tail] + topology.degree[channels.tail] + 1 - own
        forth = channels.tail < channels.head  # in the order of the cables, as the links are sorted
        cable_ports = np.column_stack([other[forth], other[channels.reverse[forth]]])
    ports = port_numbers(topology, channels, cable_ports)
    fabric = read.bare_fabric(topology, channels, ports, read.counted_ports(topology))
    wanted = sssp(topology, channels)
    lines = []
    for switch in range(topology.routers):
        lines.append(f"Unicast lids [0-9] of switch Lid 2 guid 0x{guid_of(fabric, switch):016x} ('x'):")
        for host in range(wanted.endpoints):
            channel = int(wanted.out[host, switch])
            port = host % 2 + 1 if channel == DELIVERED else int(ports[channel])
            guid = port_guid_of(fabric, topology.routers + host, 1)
            lines.append(f"0x0001 {port:03d} # Channel Adapter portguid 0x{guid:016x}: 'h'")
    answering(monkeypatch, ROUTED, "\n".join(lines))
    found, verdict = read.opensm_tables(topology, channels, "minhop", 1.0, Interrupt(), cable_ports)
    assert verdict.routed
    np.testing.assert_array_equal(found.out, wanted.out)
    assert turned == (not np.array_equal(ports, own))


def test_an_engine_that_fails_or_does_not_exist_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first with opensm's reason."""
    topology = build("torus:4,endpoints=1")
    channels = channels_of(topology)
    answering(monkeypatch, "0x01 -> ERR AB2B: no root", "")
    with pytest.raises(InfeasibleError, match=r"ftree cannot route torus:4.*no root"):
        read.opensm_tables(topology, channels, "ftree", 1.0, Interrupt())
    with pytest.raises(InputError, match="known: dfsssp, lash"):
        read.opensm_tables(topology, channels, "best", 1.0, Interrupt())


def test_the_real_opensm_joins_all_pairs() -> None:
    """Its dfsssp takes shortest paths; its ftree needs one lane."""
    try:
        find_programs()
    except UnplannedStopError as missing:
        pytest.skip(str(missing))
    for spec, engine, longest in (("hyperx:3x2,t=2", "dfsssp", 2), ("leafspine:4,2,t=3", "ftree", 2)):
        topology = build(spec)
        channels = channels_of(topology)
        tables, verdict = read.opensm_tables(topology, channels, engine, 60.0, Interrupt())
        tables.require_routes()
        assert (tables.longest, verdict.routed) == (longest, True)
        assert engine == "dfsssp" or not one_lane(tables).cycle


def test_the_simulator_gets_a_host_on_each_endpoint() -> None:
    """Numbered as the tables number them."""
    topology = build("hyperx:2x2,t=3")
    channels = channels_of(topology)
    fabric = read.bare_fabric(
        topology, channels, port_numbers(topology, channels), read.counted_ports(topology)
    )
    netlist, _ = routable.netlist_of(fabric, topology, "ftree")
    assert isinstance(netlist, Netlist)
    assert (len(fabric.switches), len(fabric.end_devices), len(fabric.cables)) == (4, 12, 16)
    ends = [fabric.far_end(host, fabric.cables_of[host][0][1]).port for host in fabric.end_devices[:4]]
    assert ends == [1, 2, 3, 1]
