"""The independent check of ports numbered so that links share cages.

Shares no code with `costmodels.catalogue.cage_ports`: which numbering is best is not asked, only
whether one is allowed and serves more cages with one cable than counting by neighbour does.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from netfloor.layout.check.cables import Network, number_ports

Ports = Sequence[tuple[int, int]]


def port_problems(network: Network, endpoints: Sequence[int], claimed: Ports) -> Iterator[str]:
    """Yield the routers whose cables are not in the ports that follow their endpoints', each in its own."""
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
    """Return whether one cable serves all of a cage more often than with ports counted by neighbour."""
    ends = list(network.cables())
    plain = [
        (endpoints[u] + a, endpoints[v] + b)
        for (u, v), (a, b) in zip(ends, number_ports(network), strict=True)
    ]
    return _whole(ends, claimed, links_per_cage) > _whole(ends, plain, links_per_cage)


def _whole(ends: Ports, ports: Ports, per: Sequence[int]) -> int:
    """Return the cages of several links that one cable serves whole."""
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
