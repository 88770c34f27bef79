"""Several networks side by side, such as compute, storage and management, sharing their servers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.foundation.wording import count_text, first_twice
from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.topology import IntArray, NetworkPart, Topology

#: Maximum number of networks in a plan.
MAX_NETWORKS = 16
#: Valid network names; a name is the prefix of its switches' and server ports' names.
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_FAMILY = "networks"
#: Parameter of expanded networks: `KEPT` if servers and management ports kept their switches.
ATTACHED, KEPT = "attached", "kept"


@dataclass(frozen=True, eq=False)
class NetworkMember:
    """A network, and how each server attaches to it."""

    name: str  # such as ``storage``, see `NAME`
    topology: Topology  # with its endpoints and rate
    # ports of every server on it; None for the ports of its own servers, else 1
    ports: int | None = None
    spread: bool = False  # True if the ports of a server are on different switches
    # True if it connects the management port of every switch of the other networks
    management_ports: bool = False


def heading(topology: Topology) -> str:
    """Return a network's name for a heading; for several networks, their number and names."""
    if topology.networks is None:
        return topology.name
    return f"{len(topology.networks)} networks ({', '.join(part.name for part in topology.networks)})"


def side_by_side(members: Sequence[NetworkMember]) -> Topology:
    """Combine networks side by side into a single network, with servers that have ports on all of them.

    Switches are numbered network by network; switch 3 of ``storage`` is called ``storage.3`` unless the
    network names its switches. The servers are those of the first network: its own, or its endpoints in
    turn, ``ports`` each. On every other network they use its own servers' ports, or endpoints in turn,
    switch by switch; its other endpoints stay unused. With ``spread``, the switches with endpoints form
    sets of ``ports`` in turn, and each server has a port on every switch of its set. A server's ports are
    numbered network by network. No switch joins two networks, but the remaining endpoints of a network with
    ``management_ports`` connect to the management port of every other switch, both in order of their
    numbers.

    Raises
    ------
    InputError
        If names or ports are invalid, or the networks are too large together.
    InfeasibleError
        If a network has too few endpoints for the servers.
    """
    _refuse_names(members)
    tables = [table_of_ports(item, item.topology.endpoints) for item in members]
    servers = server_count(members, tables[0])
    for member, table in zip(members, tables, strict=True):
        refuse_too_few(member, table, servers)
    columns = zip(tables, first_switches(members), strict=True)
    switches = np.hstack([table[:servers] + first for table, first in columns]).astype(np.int32)
    groups = groups_of(switches, labels_of_servers(members))
    used = groups.endpoints(sum(item.topology.routers for item in members))
    return joined(members, groups, management_in_turn(members, used))


def server_count(members: Sequence[NetworkMember], first_table: IntArray) -> int:
    """Return the number of servers that share the networks: as many as fit on the first."""
    if not len(first_table):
        raise InfeasibleError(
            f"network {members[0].name} has no endpoints, so the networks share no servers"
        )
    return len(first_table)


def refuse_too_few(member: NetworkMember, table: IntArray, servers: int) -> None:
    """Raise `InfeasibleError` if a network has too few endpoints for the servers."""
    if len(table) < servers:
        raise InfeasibleError(
            f"network {member.name} has {int(member.topology.endpoints.sum()):,} endpoints, enough for "
            f"{len(table):,} servers with {_ports(table.shape[1])} each; {servers:,} servers need them"
        )


def joined(
    members: Sequence[NetworkMember], groups: ServerGroups, management: IntArray, attached: str = ""
) -> Topology:
    """Combine networks side by side with given attachments of servers and management ports.

    Parameters
    ----------
    management
        Each managed switch and the switch it connects to, (k, 2).
    attached
        `KEPT` if the attachments were kept in an expansion; empty if they are in turn.
    """
    _refuse_names(members)
    name = " + ".join(f"{member.name} {member.topology.name}" for member in members)
    routers, managed = sum(member.topology.routers for member in members), len(management)
    refuse_if_too_large(name, routers, sum(member.topology.link_count for member in members) + managed)
    firsts = first_switches(members)
    rates = {member.topology.link_gbps for member in members}
    parts = tuple(
        NetworkPart(
            member.name, member.topology, first, _port_count(member), member.spread, member.management_ports
        )
        for member, first in zip(members, firsts, strict=True)
    )
    links, multiplicity = _links(parts, management)
    return Topology(
        name=name,
        family=_FAMILY,
        parameters={_FAMILY: [member.name for member in members]}
        | ({ATTACHED: attached} if attached else {}),
        routers=routers,
        links=links,
        multiplicity=multiplicity,
        endpoints=groups.endpoints(routers),
        gbps=rates.pop() if len(rates) == 1 else None,
        groups=_natural_groups(members),
        labels=_labels(members, [groups.label(server) for server in range(groups.count)]),
        notes=tuple(_notes(members, firsts, groups.count, managed)),
        servers=groups,
        networks=parts,
    )


def first_switches(members: Sequence[NetworkMember]) -> list[int]:
    """Return the overall number of each network's first switch."""
    counts = [member.topology.routers for member in members]
    return [sum(counts[:place]) for place in range(len(members))]


def with_switch_names(topology: Topology, labels: Sequence[str]) -> Topology:
    """Rename the switches of networks side by side, and of each network alone."""
    parts = []
    for part in topology.networks or ():
        before = "" if part.alone.naming else f"{part.name}."
        own = labels[part.first : part.first + part.switches]
        alone = replace(part.alone, labels=tuple(name.removeprefix(before) for name in own))
        parts.append(replace(part, alone=alone))
    return replace(topology, labels=tuple(labels), networks=tuple(parts) or None)


def _refuse_names(members: Sequence[NetworkMember]) -> None:
    names = [member.name for member in members]
    _refuse_management(members)
    if not 1 <= len(members) <= MAX_NETWORKS:
        raise InputError("networks", f"{len(members)} networks", f"give 1 to {MAX_NETWORKS}")
    for name in names:
        if not NAME.fullmatch(name):
            raise InputError(
                f"networks.{name}",
                "is not a name",
                "up to 40 lower-case letters, digits, - and _, a letter first",
            )
        if names.count(name) > 1:
            raise InputError(f"networks.{name}", "is given twice")


def _labels(members: Sequence[NetworkMember], servers: Sequence[str]) -> tuple[str, ...]:
    """Return the names of all switches.

    By the network's own pattern, else prefixed with the network's name.
    """
    labels = tuple(
        ("" if member.topology.naming else f"{member.name}.") + member.topology.label(switch)
        for member in members
        for switch in range(member.topology.routers)
    )
    if (twice := first_twice(labels)) is not None:
        raise InputError(
            "networks", f"two switches are called {twice!r}", "give each network its own names"
        )
    if any(member.topology.naming for member in members) and (clash := set(servers) & set(labels)):
        what = f"a switch and a server are called {min(clash)!r}"
        raise InputError("networks", what, "give the switches other names")
    return labels


def _refuse_management(members: Sequence[NetworkMember]) -> None:
    asked = [member.name for member in members if member.management_ports]
    if len(asked) > 1 or (asked and len(members) == 1):
        where = f"networks.{asked[-1]}.management_ports"
        what = f"is set for {', '.join(asked)}" if len(asked) > 1 else "there is no other network"
        raise InputError(where, what, "set it for one of several networks")


def _links(parts: Sequence[NetworkPart], management: IntArray) -> tuple[IntArray, IntArray]:
    """Return ``(links, multiplicity)`` of all networks, including management links."""
    links = [part.alone.links + np.int32(part.first) for part in parts]
    counts = [part.alone.multiplicity for part in parts]
    pairs = np.concatenate([*links, np.sort(management, axis=1).astype(np.int32)])
    multiplicity = np.concatenate([*counts, np.ones(len(management), np.int32)])
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    return pairs[order], multiplicity[order]


def management_in_turn(
    members: Sequence[NetworkMember], used: IntArray, kept: IntArray | None = None
) -> IntArray:
    """Return each managed switch and the switch its management port connects to, (k, 2).

    Management ports take the remaining endpoints, both in order of their numbers.

    Parameters
    ----------
    used
        Endpoints of each switch used by servers, (n,).
    kept
        Pairs that are already fixed, (j, 2).

    Raises
    ------
    InfeasibleError
        If too few endpoints remain.
    """
    pairs = np.zeros((0, 2), np.int32) if kept is None else kept
    for member, first in zip(members, first_switches(members), strict=True):
        if not member.management_ports:
            continue
        end = first + member.topology.routers
        taken = used + np.bincount(pairs[:, 1], minlength=len(used))
        free = np.repeat(np.arange(first, end), member.topology.endpoints - taken[first:end])
        others = np.setdiff1d(np.delete(np.arange(len(used)), np.s_[first:end]), pairs[:, 0])
        if len(free) < len(others):
            there, by_servers = int(member.topology.endpoints.sum()), int(used[first:end].sum())
            asked = len(others) + len(pairs)
            raise InfeasibleError(
                f"network {member.name} has {there:,} endpoints; {by_servers:,} ports of servers and "
                f"{asked:,} management ports of switches need {by_servers + asked:,}: "
                f"add endpoints to its spec in networks.{member.name}, or remove management_ports"
            )
        pairs = np.concatenate([pairs, np.column_stack([others, free[: len(others)]])])
    return pairs.astype(np.int32)


def _ports(count: int) -> str:
    return "1 port" if count == 1 else f"{count} ports"


def _port_count(member: NetworkMember) -> int:
    """Return the ports that every server has on a network."""
    groups = member.topology.servers
    return member.ports or 1 if groups is None else groups.ports


def table_of_ports(member: NetworkMember, endpoints: IntArray) -> IntArray:
    """Return the switch of each port of as many servers as fit on the endpoints, (h, p).

    ``endpoints`` of each switch, (n,): all that the network has, or the remaining ones. A network's own
    servers are returned unchanged.
    """
    topology, groups, where = (
        member.topology,
        member.topology.servers,
        f"networks.{member.name}.ports",
    )
    if groups is not None:
        if member.spread or member.ports not in (None, groups.ports):
            what = f"the servers of {topology.name} have {_ports(groups.ports)} of their own"
            raise InputError(where, what, "omit ports and spread")
        return groups.switches[groups.group]
    ports = member.ports or 1
    if member.spread:
        return _spread(member, ports, endpoints)
    ends = np.repeat(np.arange(topology.routers, dtype=np.int32), endpoints)
    return ends[: len(ends) // ports * ports].reshape(-1, ports)


def _spread(member: NetworkMember, ports: int, endpoints: IntArray) -> IntArray:
    """Return the switches of servers whose ports are on different switches, (h, p)."""
    leaves = np.flatnonzero(member.topology.endpoints).astype(np.int32)
    if ports < 2:
        what = "spread needs servers of at least 2 ports"
        raise InputError(f"networks.{member.name}.spread", what, "give ports = 2 or more")
    sets = leaves[: len(leaves) // ports * ports].reshape(-1, ports)
    if not len(sets):
        raise InfeasibleError(
            f"network {member.name} has {len(leaves)} switches with endpoints; servers with {ports} ports "
            f"on different switches need at least {ports}"
        )
    return np.repeat(sets, endpoints[sets].min(axis=1), axis=0)


def groups_of(switches: IntArray, labels: tuple[str, ...] | None) -> ServerGroups:
    """Group equal consecutive rows of a table of switches by port, (h, p)."""
    starts = np.flatnonzero(np.r_[True, (switches[1:] != switches[:-1]).any(axis=1)])
    counts = np.diff(np.r_[starts, len(switches)]).astype(np.int32)
    return ServerGroups(switches[starts], counts, labels)


def labels_of_servers(members: Sequence[NetworkMember]) -> tuple[str, ...] | None:
    """Return the server names from the first network, None if servers are only numbered."""
    servers = members[0].topology.servers
    return None if servers is None else servers.labels


def _natural_groups(members: Sequence[NetworkMember]) -> IntArray | None:
    """Return the natural groups of all switches; a network without groups counts as a single group."""
    if all(item.topology.groups is None for item in members):
        return None
    result, before = [], 0
    for member in members:
        groups = member.topology.groups
        own = np.zeros(member.topology.routers, np.int32) if groups is None else groups
        result.append(own + np.int32(before))
        before += int(own.max(initial=-1)) + 1
    return np.concatenate(result).astype(np.int32)


def _notes(
    members: Sequence[NetworkMember], firsts: Sequence[int], servers: int, managed: int
) -> list[str]:
    notes = [f"{member.name}: {note}" for member in members for note in member.topology.notes]
    spans = ", ".join(
        f"{member.name}: switches {first:,} to {first + member.topology.routers - 1:,}"
        for member, first in zip(members, firsts, strict=True)
    )
    together = f"networks side by side, sharing {count_text(servers, 'server')} ({spans})"
    if managed:
        name = next(member.name for member in members if member.management_ports)
        together += f"; {name} also connects {managed:,} switches"
    return [*notes, together]
