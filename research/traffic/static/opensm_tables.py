"""Read the forwarding tables that OpenSM computes for a network."""

import numpy as np

from netfloor.exchange.opensm.forwarding import read_ports
from netfloor.exchange.opensm.programs import ENGINES, Verdict
from netfloor.exchange.opensm.routable import ask_opensm
from netfloor.fabric.fabric import SERVER, SWITCH, Cable, Device, End, Fabric
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.interrupt import Interrupt
from netfloor.research.traffic.static.forwarding import (
    DELIVERED,
    NO_ROUTE,
    Forwarding,
    forwarding,
    port_numbers,
)
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels

#: Engines whose tables can be read; not every build has nue.
TABLE_ENGINES = (*ENGINES, "minhop", "nue")
#: Engines that put paths on several lanes; the lanes of paths are not read.
MANY_LANES = frozenset({"dfsssp", "lash", "nue"})


def opensm_tables(
    topology: Topology,
    channels: Channels,
    engine: str,
    seconds: float,
    interrupt: Interrupt,
    cable_ports: IntArray | None = None,
    server_ports: IntArray | None = None,
) -> tuple[Forwarding, Verdict]:
    """Return the tables that opensm computes for a network over ibsim, and its verdict.

    Parameters
    ----------
    seconds
        Time limit for the routing.
    cable_ports
        As in `port_numbers`.
    server_ports
        Port of each endpoint at its switch, (e,); None if they count from 1 on each switch.

    Raises
    ------
    InputError
        For an unknown engine.
    InfeasibleError
        If the engine cannot route the network, with its reason.
    UnplannedStopError
        If a program is missing, does not start or takes too long.
    Interrupted
        If the user interrupts it.
    """
    if engine not in TABLE_ENGINES:
        what = f"there is no engine {shown(engine)!r}"
        raise InputError(setting("opensm"), what, f"known: {', '.join(TABLE_ENGINES)}")
    ports = port_numbers(topology, channels, cable_ports)
    at_switch = counted_ports(topology) if server_ports is None else server_ports
    fabric = bare_fabric(topology, channels, ports, at_switch)
    tables, verdict, _ = ask_opensm(fabric, topology, engine, seconds, interrupt)
    if not verdict.routed:
        raise InfeasibleError(f"opensm's {engine} cannot route {topology.name}: {verdict.reason}")
    out = _out(read_ports(tables, fabric), topology, channels, ports, at_switch)
    return forwarding(f"opensm {engine}", topology, channels, out), verdict


def counted_ports(topology: Topology) -> IntArray:
    """Return the port of each endpoint if they count from 1 on each switch, (e,)."""
    counts = topology.endpoints
    return np.arange(counts.sum(), dtype=np.int32) - np.repeat(np.cumsum(counts) - counts, counts) + 1


def bare_fabric(topology: Topology, channels: Channels, ports: IntArray, server_ports: IntArray) -> Fabric:
    """Return a network as a fabric without a room: switches s0, s1 ..., then a host for each endpoint.

    ``ports`` are those of the channels, ``server_ports`` those of the endpoints at their switches.
    """
    highest = topology.ports.copy()
    np.maximum.at(highest, channels.tail, ports)
    own = np.repeat(np.arange(topology.routers), topology.endpoints)
    np.maximum.at(highest, own, server_ports)
    switches = [Device(f"s{n}", SWITCH, int(count)) for n, count in enumerate(highest)]
    at = list(zip(own.tolist(), server_ports.tolist(), strict=True))
    hosts = [Device(f"h{n}", SERVER, 1) for n in range(len(at))]
    rate, forth = topology.link_gbps, np.flatnonzero(channels.tail < channels.head)
    ends = [End(at, port) for at, port in zip(channels.tail.tolist(), ports.tolist(), strict=True)]
    network = [
        Cable(f"C{item}", ends[item], ends[int(channels.reverse[item])], gbps=rate)
        for item in forth.tolist()
    ]
    attached = [Cable(f"H{n}", End(*end), End(len(switches) + n, 1), gbps=rate) for n, end in enumerate(at)]
    return Fabric(topology.name, (*switches, *hosts), (*network, *attached))


def _out(
    taken: np.typing.NDArray[np.int64],
    topology: Topology,
    channels: Channels,
    ports: IntArray,
    server_ports: IntArray,
) -> IntArray:
    """Return the channels of the given ports, (hosts, switches)."""
    channel_at = np.full((topology.routers, int(taken.max()) + 1), NO_ROUTE, np.int32)
    channel_at[channels.tail, ports] = np.arange(channels.count)
    out = channel_at[np.arange(topology.routers)[:, None], taken].T
    own = np.repeat(np.arange(topology.routers), topology.endpoints)
    rows = np.flatnonzero(taken.T[np.arange(len(own)), own] == server_ports)
    int_array: IntArray = np.ascontiguousarray(out)
    int_array[rows, own[rows]] = DELIVERED
    return int_array
