"""Independent check of port numbers that let links share cages.

It shares no code with `costmodels.catalogue.cage_ports`. It does not check optimality, only that the
numbering is valid and serves more cages with one cable than numbering by neighbour does.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from netfloor.layout.check.cables import Network, number_ports
from netfloor.topologies.topology import Topology

Ports = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class OwnLinks:
    """The links of one or several networks, without those of management ports.

    Attributes
    ----------
    network
        The network of the switches and these links.
    before
        Number of ports on each switch before those of these links.
    cables
        Index of each of their cables among all cables.
    management
        Ports at both ends of each other cable, by its index.
    """

    network: Network
    before: list[int]
    cables: list[int]
    management: dict[int, tuple[int, int]]

    def with_management(self, ports: Ports) -> list[tuple[int, int]]:
        """Return the ports at both ends of all cables, given those of the networks' own links."""
        if not self.management:
            return list(ports)
        every = self.management | dict(zip(self.cables, ports, strict=True))
        return [every[cable] for cable in sorted(every)]


def own_links(topology: Topology) -> OwnLinks:
    """Return the links of networks without those of management ports, whose ports are derived.

    A switch's managed switches follow its endpoints, lowest first; a management port has the number after
    all other ports of its switch.
    """
    if topology.networks is None:
        links = tuple((u, v) for u, v in topology.links.tolist())
        alone = Network(topology.routers, links, tuple(topology.multiplicity.tolist()))
        return OwnLinks(alone, topology.endpoints.tolist(), list(range(topology.link_count)), {})
    parts = topology.networks
    homes = [part.management_ports for part in parts for _ in range(part.switches)]
    home = [number for number, part in enumerate(parts) for _ in range(part.switches)]
    before, last = topology.endpoints.tolist(), topology.endpoints.tolist()
    own: list[tuple[tuple[int, int], int]] = []
    cables: list[int] = []
    waiting: list[tuple[int, int, int]] = []
    number = 0
    for (u, v), count in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True):
        if home[u] == home[v]:
            own.append(((u, v), count))
            cables += range(number, number + count)
            last[u] += count
            last[v] += count
        else:
            waiting.append((u, v, number) if homes[v] else (v, u, number))
        number += count
    management = {}
    for managed, managing, cable in sorted(waiting):
        before[managing] += 1
        ports = last[managed] + 1, before[managing]
        management[cable] = ports if managed < managing else ports[::-1]
    network = Network(topology.routers, tuple(ends for ends, _ in own), tuple(count for _, count in own))
    return OwnLinks(network, before, cables, management)


def port_problems(network: Network, endpoints: Sequence[int], claimed: Ports) -> Iterator[str]:
    """Yield the switches whose cables do not occupy distinct ports directly after the endpoints' ports."""
    used: dict[int, list[int]] = defaultdict(list)
    for ends, ports in zip(network.cables(), claimed, strict=True):
        for router, port in zip(ends, ports, strict=True):
            used[router].append(port)
    for router, taken in used.items():
        first, last = endpoints[router] + 1, endpoints[router] + len(taken)
        if sorted(taken) != list(range(first, last + 1)):
            yield f"ports: the cables of switch {router} are not in ports {first} to {last}"


def saves_cables(
    network: Network, endpoints: Sequence[int], claimed: Ports, links_per_cage: Sequence[int]
) -> bool:
    """Return whether one cable serves a whole cage more often than with ports numbered by neighbour."""
    ends = list(network.cables())
    plain = [
        (endpoints[u] + a, endpoints[v] + b)
        for (u, v), (a, b) in zip(ends, number_ports(network), strict=True)
    ]
    return _whole(ends, claimed, links_per_cage) > _whole(ends, plain, links_per_cage)


def _whole(ends: Ports, ports: Ports, per: Sequence[int]) -> int:
    """Return the number of multi-link cages served by a single cable."""
    together: Counter[tuple[int, ...]] = Counter()
    for (u, v), (a, b) in zip(ends, ports, strict=True):
        here, there = (a - 1) // per[u], (b - 1) // per[v]
        if per[u] == per[v] > 1:
            together[u, here, v, there, per[u]] += 1
        elif per[u] > 1 == per[v]:
            together[u, here, per[u]] += 1
        elif per[v] > 1 == per[u]:
            together[v, there, per[v]] += 1
    return sum(count == cage[-1] for cage, count in together.items())
