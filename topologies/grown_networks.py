"""Networks side by side that grow: what is attached keeps its switch, new servers take the rest."""

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
    """Return larger networks side by side around old ones.

    Servers of the old networks keep their names and, where the switch stays and has the port, the switch of
    each port; management ports likewise. The others take what is left, switch by switch. Where the new
    networks have fewer servers, those stay whose switches all stay, in order of their numbers.

    Parameters
    ----------
    match
        The new switch of each old one, -1 for none, (n,).

    Raises
    ------
    InfeasibleError
        If a network has too few endpoints for all servers and management ports.
    """
    tables = [table_of_ports(one, one.topology.endpoints) for one in members]
    servers = server_count(members, tables[0])
    firsts, before = first_switches(members), old.servers
    assert before is not None  # noqa: S101 - servers tie networks side by side
    now = np.append(match, -1)[before.switches[before.group]]
    staying = _staying(now, servers)
    names = [before.label(server) for server in staying]
    wanted = _by_network(now[staying], old, [one.name for one in members])
    used, rows = np.zeros(sum(one.topology.routers for one in members), np.int32), []
    for one, table, first, own in zip(members, tables, firsts, wanted, strict=True):
        rows.append(_kept_rows(one, table, own - np.int32(first), servers))
        found = rows[-1][rows[-1][:, 0] >= 0]
        used += np.bincount(found.ravel() + first, minlength=len(used)).astype(np.int32)
    management = _kept_management(members, old, match, used)
    taken = used + np.bincount(management[:, 1], minlength=len(used)).astype(np.int32)
    for place, (one, first) in enumerate(zip(members, firsts, strict=True)):
        rows[place] = _filled(one, rows[place], taken[first : first + one.topology.routers]) + first
    table = np.hstack(rows).astype(np.int32)
    labels = _names(names, servers, labels_of_servers(members))
    groups = groups_of(table, labels)
    return joined(
        members, groups, management_in_turn(members, groups.endpoints(len(used)), management), KEPT
    )


def _staying(now: IntArray, servers: int) -> list[int]:
    """Return the old servers that stay by number: all, or of too many those whose switches stay first."""
    stays = (now >= 0).all(axis=1)
    order = np.concatenate([np.flatnonzero(stays), np.flatnonzero(~stays)])
    found: list[int] = np.sort(order[:servers]).tolist()
    return found


def _names(kept: Sequence[str], servers: int, given: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Return the names of all servers, old ones first; None where they are counted from h1 on."""
    if given is not None:
        kept = [name for name in kept if name in given]
    taken = set(kept)
    fresh = iter(given or (f"h{number}" for number in range(1, len(kept) + servers + 1)))
    names = (*kept, *(name for name in fresh if name not in taken))[:servers]
    return None if names == tuple(f"h{number}" for number in range(1, servers + 1)) else names


def _by_network(now: IntArray, old: Topology, names: Sequence[str]) -> list[IntArray]:
    """Return the columns of a table of ports for each network by its name."""
    ports = {}
    before = 0
    for part in old.networks or ():
        ports[part.name] = now[:, before : before + part.ports]
        before += part.ports
    return [ports[name] for name in names]


def _kept_rows(one: NetworkMember, table: IntArray, wanted: IntArray, servers: int) -> IntArray:
    """Return the switches of the servers that keep theirs, -1 for others, (h, p).

    Ports of a network's own servers are kept as rows of its table, others one by one.
    """
    rows = np.full((servers, table.shape[1]), -1, dtype=np.int32)
    if wanted.shape[1] != table.shape[1]:
        return rows
    own = one.topology.servers is not None
    stock = Counter(map(tuple, table.tolist()))
    left = one.topology.endpoints.copy()
    for server, row in enumerate(wanted.tolist()):
        need = Counter(row)
        if min(row) < 0 or (own and not stock[tuple(row)]):
            continue
        if all(left[switch] >= count for switch, count in need.items()):
            rows[server] = row
            stock[tuple(row)] -= 1
            left[row] -= [need[switch] for switch in row]
    return rows


def _filled(one: NetworkMember, rows: IntArray, taken: IntArray) -> IntArray:
    """Return the switches of all servers: those without any take what is left, in turn.

    ``taken``: endpoints of each switch that servers and management ports have.
    """
    waiting = np.flatnonzero(rows[:, 0] < 0)
    left = table_of_ports(one, one.topology.endpoints - taken)
    if one.topology.servers is not None:  # rows of its table, each as often as it is there
        had = Counter(map(tuple, rows.tolist()))
        free = []
        for row in map(tuple, left.tolist()):
            if had[row] > 0:
                had[row] -= 1
            else:
                free.append(row)
        left = np.array(free, dtype=np.int32).reshape(-1, left.shape[1])
    if len(left) < len(waiting):
        refuse_too_few(one, np.concatenate([rows[rows[:, 0] >= 0], left]), len(rows))
    rows[waiting] = left[: len(waiting)]
    return rows


def _kept_management(
    members: Sequence[NetworkMember], old: Topology, match: IntArray, used: IntArray
) -> IntArray:
    """Return the management ports that keep their switch: the port's switch and the other, (k, 2)."""
    managing = [part.management_ports for part in old.networks or ()]
    kept: list[tuple[int, int]] = []
    if not any(managing) or not any(one.management_ports for one in members):
        return np.zeros((0, 2), np.int32)
    of = old.network_of_switches[old.links]
    left = np.concatenate([one.topology.endpoints for one in members]) - used
    for (u, v), homes in zip(old.links.tolist(), of.tolist(), strict=True):
        if homes[0] == homes[1]:
            continue
        port, end = (u, v) if managing[homes[1]] else (v, u)
        now = int(match[port]), int(match[end])
        if min(now) >= 0 and left[now[1]] > 0:
            left[now[1]] -= 1
            kept.append(now)
    return np.array(kept, dtype=np.int32).reshape(-1, 2)
