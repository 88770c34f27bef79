"""Growth of networks side by side.

Existing ports keep their switches, new servers use the remaining ports.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from netfloor.topologies.networks import (
    KEPT,
    NetworkMember,
    first_switches,
    groups_of,
    joined,
    labels_of_servers,
    management_in_turn,
    refuse_too_few,
    server_count,
    table_of_ports,
)
from netfloor.topologies.topology import IntArray, Topology


def grown_side_by_side(members: Sequence[NetworkMember], old: Topology, match: IntArray) -> Topology:
    """Build larger networks side by side around existing ones.

    Existing servers keep their names and, if the switch remains and has the port, the switch of each port;
    so do management ports. All others are attached to the remaining ports, switch by switch. If the new
    networks have fewer servers, servers whose switches all remain are kept first, in order of their
    numbers.

    Parameters
    ----------
    match
        New switch of each existing switch, -1 for none, (n,).

    Raises
    ------
    InfeasibleError
        If a network has too few endpoints for all servers and management ports.
    """
    tables = [table_of_ports(item, item.topology.endpoints) for item in members]
    servers = server_count(members, tables[0])
    firsts, before = first_switches(members), old.servers
    assert before is not None  # noqa: S101 - servers tie networks side by side
    now = np.append(match, -1)[before.switches[before.group]]
    staying = _staying(now, servers)
    names = [before.label(server) for server in staying]
    wanted = _by_network(now[staying], old, [item.name for item in members])
    used, rows = np.zeros(sum(item.topology.routers for item in members), np.int32), []
    for member, table, first, own in zip(members, tables, firsts, wanted, strict=True):
        rows.append(_kept_rows(member, table, own - np.int32(first), servers))
        result = rows[-1][rows[-1][:, 0] >= 0]
        used += np.bincount(result.ravel() + first, minlength=len(used)).astype(np.int32)
    management = _kept_management(members, old, match, used)
    taken = used + np.bincount(management[:, 1], minlength=len(used)).astype(np.int32)
    for place, (member, first) in enumerate(zip(members, firsts, strict=True)):
        rows[place] = _filled(member, rows[place], taken[first : first + member.topology.routers]) + first
    table = np.hstack(rows).astype(np.int32)
    labels = _names(names, servers, labels_of_servers(members))
    groups = groups_of(table, labels)
    return joined(
        members, groups, management_in_turn(members, groups.endpoints(len(used)), management), KEPT
    )


def _staying(now: IntArray, servers: int) -> list[int]:
    """Return the numbers of the servers to keep.

    All, or if there are too many, first those whose switches remain.
    """
    stays = (now >= 0).all(axis=1)
    order = np.concatenate([np.flatnonzero(stays), np.flatnonzero(~stays)])
    values: list[int] = np.sort(order[:servers]).tolist()
    return values


def _names(kept: Sequence[str], servers: int, given: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Return the names of all servers, existing servers first; None if they are simply h1, h2, ..."""
    if given is not None:
        kept = [name for name in kept if name in given]
    taken = set(kept)
    fresh = iter(given or (f"h{number}" for number in range(1, len(kept) + servers + 1)))
    names = (*kept, *(name for name in fresh if name not in taken))[:servers]
    return None if names == tuple(f"h{number}" for number in range(1, servers + 1)) else names


def _by_network(now: IntArray, old: Topology, names: Sequence[str]) -> list[IntArray]:
    """Split the columns of a port table by network."""
    ports = {}
    before = 0
    for part in old.networks or ():
        ports[part.name] = now[:, before : before + part.ports]
        before += part.ports
    return [ports[name] for name in names]


def _kept_rows(network_member: NetworkMember, table: IntArray, wanted: IntArray, servers: int) -> IntArray:
    """Return the switches of the servers that keep them, -1 for other servers, (h, p).

    Ports of a network's own servers are kept as whole rows of its table, other ports individually.
    """
    rows = np.full((servers, table.shape[1]), -1, dtype=np.int32)
    if wanted.shape[1] != table.shape[1]:
        return rows
    own = network_member.topology.servers is not None
    stock = Counter(map(tuple, table.tolist()))
    left = network_member.topology.endpoints.copy()
    for server, row in enumerate(wanted.tolist()):
        need = Counter(row)
        if min(row) < 0 or (own and not stock[tuple(row)]):
            continue
        if all(left[switch] >= count for switch, count in need.items()):
            rows[server] = row
            stock[tuple(row)] -= 1
            left[row] -= [need[switch] for switch in row]
    return rows


def _filled(network_member: NetworkMember, rows: IntArray, taken: IntArray) -> IntArray:
    """Attach servers without switches to the remaining ports, in turn.

    ``taken`` is the number of endpoints per switch already used by servers and management ports.
    """
    waiting = np.flatnonzero(rows[:, 0] < 0)
    left = table_of_ports(network_member, network_member.topology.endpoints - taken)
    if network_member.topology.servers is not None:  # rows of its table, each as often as the table has it
        had = Counter(map(tuple, rows.tolist()))
        free = []
        for row in map(tuple, left.tolist()):
            if had[row] > 0:
                had[row] -= 1
            else:
                free.append(row)
        left = np.array(free, dtype=np.int32).reshape(-1, left.shape[1])
    if len(left) < len(waiting):
        refuse_too_few(network_member, np.concatenate([rows[rows[:, 0] >= 0], left]), len(rows))
    rows[waiting] = left[: len(waiting)]
    return rows


def _kept_management(
    members: Sequence[NetworkMember], old: Topology, match: IntArray, used: IntArray
) -> IntArray:
    """Return the management ports that keep their switch: (managed switch, managing switch), (k, 2)."""
    managing = [part.management_ports for part in old.networks or ()]
    kept: list[tuple[int, int]] = []
    if not any(managing) or not any(member.management_ports for member in members):
        return np.zeros((0, 2), np.int32)
    of = old.network_of_switches[old.links]
    left = np.concatenate([member.topology.endpoints for member in members]) - used
    for (u, v), homes in zip(old.links.tolist(), of.tolist(), strict=True):
        if homes[0] == homes[1]:
            continue
        port, end = (u, v) if managing[homes[1]] else (v, u)
        now = int(match[port]), int(match[end])
        if min(now) >= 0 and left[now[1]] > 0:
            left[now[1]] -= 1
            kept.append(now)
    return np.array(kept, dtype=np.int32).reshape(-1, 2)
