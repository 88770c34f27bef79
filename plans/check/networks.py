"""Check of several networks in one plan: links, names and server ports, derived from each network.

It shares no code with `topologies.networks`.
"""

from collections import Counter

from netfloor.topologies.topology import NetworkPart, Topology


def network_problems(topology: Topology) -> list[str]:
    """Return where the plan's networks differ from the separate networks; empty for one network."""
    if topology.networks is None:
        return []
    links: list[tuple[int, int, int]] = []
    labels: list[str] = []
    before = 0
    for part in topology.networks:
        if part.first != before:
            return [f"inputs.network.networks: {part.name} does not begin at switch {before}"]
        pairs = zip(part.alone.links.tolist(), part.alone.multiplicity.tolist(), strict=True)
        links += [(u + before, v + before, count) for (u, v), count in pairs]
        before_label = "" if part.alone.naming else f"{part.name}."
        labels += [f"{before_label}{part.alone.label(switch)}" for switch in range(part.switches)]
        before += part.switches
    if "attached" in topology.parameters:
        return _attached_problems(topology, topology.networks, links)
    problems = []
    managing = [part for part in topology.networks if part.management_ports]
    if managing:
        links += _management_links(topology, *managing)
    joined = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
    if sorted(links) != sorted((u, v, count) for (u, v), count in joined):
        problems.append("inputs.network: its links are not those of its networks")
    if labels != [topology.label(switch) for switch in range(topology.routers)]:
        problems.append("inputs.network: its switches are not named by their networks")
    return problems + _server_problems(topology, topology.networks)


def _attached_problems(
    topology: Topology, networks: tuple[NetworkPart, ...], own: list[tuple[int, int, int]]
) -> list[str]:
    """Return expanded networks whose links differ from the separate ones, or with too many attachments.

    The switch of each server port and management port stays as in the previous plan; this checks that each
    port has a switch of its network, and that no switch exceeds its endpoints.
    """
    home = [number for number, part in enumerate(networks) for _ in range(part.switches)]
    joined = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
    every = [(u, v, count) for (u, v), count in joined]
    problems = []
    if sorted(own) != [item for item in every if home[item[0]] == home[item[1]]]:
        problems.append("inputs.network: its links are not those of its networks")
    held: Counter[int] = Counter()
    problems += _management_problems(networks, home, every, held)
    problems += _port_problems(topology, networks, home, held)
    limits = (count for part in networks for count in part.alone.endpoints.tolist())
    for switch, limit in enumerate(limits):
        if held[switch] > limit:
            told = f"switch {switch} has {limit} endpoints, and {held[switch]} ports are on them"
            problems.append(f"inputs.network.attached: {told}")
    return problems


def _management_problems(
    networks: tuple[NetworkPart, ...],
    home: list[int],
    every: list[tuple[int, int, int]],
    held: Counter[int],
) -> list[str]:
    """Return switches with no or several management ports; adds their endpoints to ``held``."""
    managing = {number for number, part in enumerate(networks) if part.management_ports}
    ports: Counter[int] = Counter()
    for u, v, count in every:
        if home[u] != home[v]:
            end, port = (u, v) if home[u] in managing else (v, u)
            held[end] += count
            ports[port] += count
    asked = [switch for switch, of in enumerate(home) if managing and of not in managing]
    right = ports == Counter(asked)
    return [] if right else ["inputs.network.attached: not every switch has one management port"]


def _port_problems(
    topology: Topology, networks: tuple[NetworkPart, ...], home: list[int], held: Counter[int]
) -> list[str]:
    """Return servers whose ports are not on their networks; adds their endpoints to ``held``."""
    columns = [number for number, part in enumerate(networks) for _ in range(part.ports)]
    left = {
        number: Counter(map(tuple, _rows(part)))
        for number, part in enumerate(networks)
        if part.alone.servers is not None
    }
    groups = topology.servers
    rows = [] if groups is None else zip(groups.switches.tolist(), groups.servers.tolist(), strict=True)
    problems = []
    for switches, count in rows:
        if [home[switch] for switch in switches] != columns:
            return ["inputs.network.attached: a server's port is on a switch of another network"]
        held.update({switch: switches.count(switch) * count for switch in set(switches)})
        for number, part in enumerate(networks):
            row = tuple(switch for switch, of in zip(switches, columns, strict=True) if of == number)
            if number in left:
                left[number][row] -= count
            if part.spread and len(set(row)) < len(row):
                problems.append(f"inputs.network.attached: two ports of a server are on switch {row[0]}")
    if any(count < 0 for own in left.values() for count in own.values()):
        problems.append("inputs.network.attached: servers are not those of a network that has its own")
    return problems


def link_rate(topology: Topology, *ends: int) -> float:
    """Return the rate of a link in Gb/s; between two networks, that of the management network."""
    if topology.networks is None:
        return topology.link_gbps
    of = [part for end in ends for part in topology.networks if 0 <= end - part.first < part.switches]
    return next((part for part in of if part.management_ports), of[0]).gbps


def _management_links(topology: Topology, *managing: NetworkPart) -> list[tuple[int, int, int]]:
    """Return the links of management ports: each switch in turn connects to the next free endpoint."""
    links: list[tuple[int, int, int]] = []
    servers = 0 if topology.servers is None else int(topology.servers.servers.sum())
    for part in managing:
        taken = Counter(switch for row in _rows(part)[:servers] for switch in row)
        inside = range(part.first, part.first + part.switches)
        counts = zip(inside, part.alone.endpoints.tolist(), strict=True)
        left = [switch for switch, count in counts for _ in range(count - taken[switch])]
        others = [switch for switch in range(topology.routers) if switch not in inside]
        links += [(min(pair), max(pair), 1) for pair in zip(others, left, strict=False)]
        if len(left) < len(others):
            links.append((-1, -1, len(others) - len(left)))
    return links


def _server_problems(topology: Topology, networks: tuple[NetworkPart, ...]) -> list[str]:
    """Return servers whose ports are not on the switches assigned to them."""
    of_networks = [_rows(part) for part in networks]
    groups = topology.servers
    claimed: list[list[int]] = []
    if groups is not None:
        for switches, count in zip(groups.switches.tolist(), groups.servers.tolist(), strict=True):
            claimed += [switches] * count
    if len(claimed) != len(of_networks[0]) or any(len(rows) < len(claimed) for rows in of_networks):
        return ["inputs.network: its servers are not as many as those of its first network"]
    for server, row in enumerate(claimed):
        if row != [switch for rows in of_networks for switch in rows[server]]:
            return [f"inputs.network: server {server} is not on the switches of its networks"]
    return []


def _rows(part: NetworkPart) -> list[list[int]]:
    """Return the port switches of each server that a network has endpoints for."""
    alone, first, ports = part.alone, part.first, part.ports
    if alone.servers is not None:
        groups = zip(alone.servers.switches.tolist(), alone.servers.servers.tolist(), strict=True)
        return [[switch + first for switch in row] for row, count in groups for _ in range(count)]
    endpoints = alone.endpoints.tolist()
    if not part.spread:
        ends = [first + switch for switch, count in enumerate(endpoints) for _ in range(count)]
        return [ends[at : at + ports] for at in range(0, len(ends) - ports + 1, ports)]
    leaves = [switch for switch, count in enumerate(endpoints) if count]
    rows = []
    for at in range(0, len(leaves) - ports + 1, ports):
        of_set = leaves[at : at + ports]
        rows += [[first + leaf for leaf in of_set]] * min(endpoints[leaf] for leaf in of_set)
    return rows
