"""The effect on servers of losing one element of a network: a switch, group, rail or plane."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.wording import known_text
from netfloor.structure.hops.servers import server_diameter, servers_of
from netfloor.topologies.components import components
from netfloor.topologies.planes import plane_of
from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.topology import IntArray, Topology


@dataclass(frozen=True)
class ElementLoss:
    """The effect of losing one element.

    Attributes
    ----------
    elements
        Names of the elements with the same effect.
    switches, links, ports
        Lost switches and links, and server ports without a switch.
    servers_lost
        Servers without a connected port.
    pairs_apart
        Pairs of other servers without a path between any of their ports.
    hops
        Maximum hops between the switches of two other servers; None if two have no path, and in networks
        too large to compute.
    """

    elements: tuple[str, ...]
    switches: int
    links: int
    ports: int
    servers_lost: int
    pairs_apart: int
    hops: int | None

    @property
    def harmless(self) -> bool:
        """True if every server keeps a path to every other."""
        return not self.servers_lost and not self.pairs_apart

    def pairs_of(self, servers: int) -> int:
        """Return the pairs of ``servers`` without a path, including servers without a port."""
        left = servers - self.servers_lost
        return self.pairs_apart + (servers * (servers - 1) - left * (left - 1)) // 2

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as a JSON document."""
        return {
            "elements": list(self.elements),
            "switches_lost": self.switches,
            "links_lost": self.links,
            "ports_lost": self.ports,
            "servers_without_port": self.servers_lost,
            "server_pairs_without_path": self.pairs_apart,
            "server_diameter": self.hops,
        }


def _each_switch(topology: Topology, _: ServerGroups) -> dict[str, IntArray]:
    return {topology.label(item): np.array([item], np.int32) for item in range(topology.routers)}


def _each_group(topology: Topology, _: ServerGroups) -> dict[str, IntArray]:
    groups = topology.groups
    if groups is None:
        return {}
    return {
        str(item): np.flatnonzero(groups == item).astype(np.int32) for item in np.unique(groups).tolist()
    }


def _each_rail(_: Topology, servers: ServerGroups) -> dict[str, IntArray]:
    if servers.ports == 1:
        return {}
    return {str(port): np.unique(servers.switches[:, port]) for port in range(servers.ports)}


def _each_plane(topology: Topology, _: ServerGroups) -> dict[str, IntArray]:
    planes, plane = plane_of(topology)
    if planes == 1:
        return {}
    first = np.arange(plane.routers, dtype=np.int32)
    return {str(item): item * plane.routers + first for item in range(planes)}


#: Kinds of elements: the switches of each element by name; a rail is the switches at one port of all
#: servers.
ELEMENTS: Mapping[str, Callable[[Topology, ServerGroups], dict[str, IntArray]]] = {
    "switch": _each_switch,
    "group": _each_group,
    "rail": _each_rail,
    "plane": _each_plane,
}


def element_losses(topology: Topology, kind: str, observer: Observer = SILENT) -> list[ElementLoss]:
    """Return the effect on servers of losing each element of a kind, worst first; exact, not sampled.

    Parameters
    ----------
    kind
        A key of `ELEMENTS`.

    Raises
    ------
    InputError
        If the kind is unknown, the network has none of it, or no server is attached.
    """
    if kind not in ELEMENTS:
        raise InputError(setting("element"), f"there is no element {kind!r}", known_text(kind, ELEMENTS))
    servers = servers_of(topology)
    if servers is None:
        what = "has no endpoints, so no server can be affected"
        raise InputError(f"network {topology.name}", what, "give endpoints= in the spec")
    elements = ELEMENTS[kind](topology, servers)
    if not elements:
        raise InputError(setting("element"), f"{topology.name} has no {kind}s", _INSTEAD[kind])
    alike: dict[ElementLoss, list[str]] = {}
    observer.started(f"{topology.name}: {kind}s", len(elements))
    for done, (name, lost) in enumerate(elements.items()):
        observer.advanced(f"{topology.name}: {kind}s", done, name)
        alike.setdefault(_left(topology, servers, lost), []).append(name)
    observer.finished(f"{topology.name}: {kind}s")
    losses = [replace(result, elements=tuple(names)) for result, names in alike.items()]
    return sorted(losses, key=lambda loss: (-loss.pairs_of(servers.count), -(loss.hops or 0), -loss.links))


_INSTEAD = {
    "switch": "",
    "group": "its family has no natural groups; take switch",
    "rail": "servers have one port each; take switch",
    "plane": "write planes=2 in the spec, or take switch",
}


def _left(topology: Topology, servers: ServerGroups, lost: IntArray) -> ElementLoss:
    """Return the effect of losing some switches, without names."""
    gone = np.zeros(topology.routers, dtype=bool)
    gone[lost] = True
    u, v = topology.links.T
    broken = gone[u] | gone[v]
    part = components(topology.links[~broken], topology.routers)
    kept = ~gone[servers.switches]
    some = kept.any(axis=1)
    apart = _pairs_apart(np.where(kept, part[servers.switches], -1)[some], servers.servers[some])
    return ElementLoss(
        elements=(),
        switches=len(lost),
        links=int(topology.multiplicity[broken].sum()),
        ports=int(topology.endpoints[lost].sum()),
        servers_lost=int(servers.servers[~some].sum()),
        pairs_apart=apart,
        hops=None if apart else server_diameter(topology, lost),
    )


def _pairs_apart(parts: IntArray, servers: IntArray) -> int:
    """Return the number of pairs of servers whose ports share no connected component.

    Parameters
    ----------
    parts
        Component of each port of a group of servers, -1 for a port without a switch, (groups, ports).
    servers
        Number of servers in each group.
    """
    kinds, kind = np.unique(np.sort(parts, axis=1), axis=0, return_inverse=True)
    weight = np.bincount(kind.ravel(), servers, len(kinds)).astype(np.int64)
    sets = [set(row) - {-1} for row in kinds.tolist()]
    return sum(
        int(weight[i] * weight[j]) for i in range(len(sets)) for j in range(i) if not sets[i] & sets[j]
    )
