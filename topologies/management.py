"""Management ports of switches, which end on one of several networks side by side."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from netfloor.topologies.topology import IntArray, Topology

#: What the management port of a switch is called; the others have numbers alone.
MANAGEMENT = "management"


def management_ends(topology: Topology) -> npt.NDArray[np.bool_]:
    """Return which ends of links are management ports of switches, (m, 2), parallel links counted each."""
    ends = np.repeat(topology.links, topology.multiplicity, axis=0)
    of = topology.network_of_switches[ends]
    joins: npt.NDArray[np.bool_] = of[:, :1] != of[:, 1:]
    return joins & topology.managed[ends]


def management_pairs(topology: Topology) -> IntArray:
    """Return each switch whose management port ends on another network, and the switch there, (k, 2)."""
    ends = np.repeat(topology.links, topology.multiplicity, axis=0)
    is_port = management_ends(topology)
    return np.column_stack([ends[is_port], ends[is_port[:, ::-1]]])


def taken_ports(topology: Topology) -> IntArray:
    """Return the ports of each switch before those of its own links, (n,) int32.

    They are those of its endpoints, then those that management ports of other switches end on.
    """
    if not topology.managed.any():
        return topology.endpoints
    ends = np.repeat(topology.links, topology.multiplicity, axis=0)
    managing = ends[management_ends(topology)[:, ::-1]]
    return (topology.endpoints + np.bincount(managing, minlength=topology.routers)).astype(np.int32)


def with_management_ports(topology: Topology, own: IntArray) -> IntArray:
    """Return the ports at both ends of every link, (m, 2), of those of each network's own links.

    A switch that manages others has them after its endpoints, in the order of their numbers. The
    management port of a switch has the number after all its others.
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
    """Return networks side by side without the links of management ports: no path joins two of them."""
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
