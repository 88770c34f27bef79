"""Management ports of switches, connected to one of several networks side by side."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from netfloor.topologies.topology import IntArray, Topology

#: Name of a switch's management port; other ports have numbers only.
MANAGEMENT = "management"


def management_ends(topology: Topology) -> npt.NDArray[np.bool_]:
    """Mark link ends that are management ports of switches, (m, 2), with a row per parallel link."""
    ends = np.repeat(topology.links, topology.multiplicity, axis=0)
    of = topology.network_of_switches[ends]
    joins: npt.NDArray[np.bool_] = of[:, :1] != of[:, 1:]
    return joins & topology.managed[ends]


def management_pairs(topology: Topology) -> IntArray:
    """Return each managed switch and the switch its management port connects to, (k, 2)."""
    ends = np.repeat(topology.links, topology.multiplicity, axis=0)
    is_port = management_ends(topology)
    return np.column_stack([ends[is_port], ends[is_port[:, ::-1]]])


def taken_ports(topology: Topology) -> IntArray:
    """Return the ports of each switch numbered before those of its own links, (n,) int32.

    Its endpoints, then ports to other switches' management ports.
    """
    if not topology.managed.any():
        return topology.endpoints
    ends = np.repeat(topology.links, topology.multiplicity, axis=0)
    managing = ends[management_ends(topology)[:, ::-1]]
    return (topology.endpoints + np.bincount(managing, minlength=topology.routers)).astype(np.int32)


def with_management_ports(topology: Topology, own: IntArray) -> IntArray:
    """Return the ports at both ends of every link, (m, 2), given those of each network's own links.

    On a switch that manages others, their ports follow its endpoints, in the order of the switches'
    numbers. A switch's management port is numbered after all its other ports.
    """
    is_port = management_ends(topology)
    joins = is_port.any(axis=1)
    if not joins.any():
        return own
    ends = np.repeat(topology.links, topology.multiplicity, axis=0)
    managed, managing = ends[is_port], ends[is_port[:, ::-1]]
    ports = np.empty_like(ends)
    ports[~joins] = own
    order = np.lexsort((managed, managing))
    ordered = managing[order]
    there = np.empty_like(managed)
    there[order] = np.arange(len(order)) - np.searchsorted(ordered, ordered) + 1
    ports[is_port] = topology.ports[managed] + 1
    ports[is_port[:, ::-1]] = topology.endpoints[managing] + there
    return ports


def without_management_links(topology: Topology) -> Topology:
    """Return networks side by side without management links, so no path joins two networks."""
    if topology.networks is None or not topology.managed.any():
        return topology
    of = topology.network_of_switches[topology.links]
    own = of[:, 0] == of[:, 1]
    return replace(
        topology,
        links=topology.links[own],
        multiplicity=topology.multiplicity[own],
        networks=tuple(replace(part, management_ports=False) for part in topology.networks),
    )
