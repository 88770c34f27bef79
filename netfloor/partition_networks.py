"""Machines that are no product: dragonflies by whole groups, and any graph."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from foundation.errors import InputError
from netfloor.partition_machine import DragonflyFile, GraphFile, whole_capacities
from netfloor.study import beside_network
from structure.components import is_connected
from structure.partitions.group_bound import group_bound
from structure.partitions.halves import Interval
from structure.partitions.network_curve import network_curve
from structure.partitions.network_parts import halve, part_of, part_rows, repeated_halves
from structure.partitions.policy import PolicyRow
from topologies.lattice import Dimension
from topologies.spec import build
from topologies.topology import Topology

#: Largest network of these kinds, in routers: each bisection takes about a second.
MOST_ROUTERS = 4096
#: Up to so many groups every number of groups has a row, beyond that the powers of two.
EVERY_GROUPS = 16

graph_curve = network_curve


@dataclass(frozen=True)
class NetworkPolicy:
    """Rows of a network, and how many times the user's capacities its links are."""

    network: Topology
    rows: Sequence[PolicyRow]
    scale: int


def graph_policy(file: GraphFile, where: Path, seed: int) -> NetworkPolicy:
    """Return the rows of a network that is halved again and again.

    Raises
    ------
    InputError
        If the spec is wrong or the network too large, too small or in pieces.
    """
    topology = build(beside_network(where, file.network), seed=seed)
    if not 2 <= topology.routers <= MOST_ROUTERS:
        what = f"has {topology.routers:,} routers"
        raise InputError(f"{where}: network", what, f"2 to {MOST_ROUTERS:,} can be examined")
    if not is_connected(topology):
        raise InputError(f"{where}: network", "is not connected", "give a network in one piece")
    measured = [
        (len(part), name, cut) for (name, part), cut in repeated_halves(topology, file.smallest, seed)
    ]
    return NetworkPolicy(topology, part_rows(measured, file.nodes_per_router), 1)


def dragonfly_policy(file: DragonflyFile, where: Path, seed: int) -> NetworkPolicy:
    """Return the rows of a dragonfly that is allocated by whole groups.

    Groups that stand together are compared with groups that are spread evenly: the
    arrangement of the global links decides which are closer.

    Raises
    ------
    InputError
        If there is no such dragonfly or it is too large.
    """
    topology, inner, scale = weighted_dragonfly(file, where)
    inside = topology.routers // file.groups
    measured = list(_group_sets(topology, inner, file.groups, seed))
    return NetworkPolicy(topology, part_rows(measured, inside * file.nodes_per_router), scale)


def weighted_dragonfly(file: DragonflyFile, where: Path) -> tuple[Topology, list[Dimension], int]:
    """Return a dragonfly whose links count as many times as their capacity, its group, and the scale."""
    routers = int(np.prod(file.group, dtype=object))
    if routers * file.groups > MOST_ROUTERS:
        what = f"are {routers * file.groups:,} routers"
        raise InputError(f"{where}: groups", what, f"at most {MOST_ROUTERS:,} can be examined")
    inner = file.group_capacities or [1.0] * len(file.group)
    if len(inner) != len(file.group):
        what = f"{len(inner)} capacities"
        raise InputError(f"{where}: group_capacities", what, f"give {len(file.group)}, one a dimension")
    given = [*inner, file.global_capacity]
    whole, scale = whole_capacities(f"{where}: group_capacities", given, len(given))
    sides = "x".join(str(side) for side in file.group if side > 1)
    spec = (
        f"dragonfly:a={routers},p=0,h={file.global_ports},g={file.groups},"
        f"arrangement={file.arrangement}" + (f",group={sides}" if "x" in sides else "")
    )
    topology = build(spec)
    capacities = np.asarray(whole)[_dimension_of_links(topology, file.group)]
    counts = (topology.multiplicity * capacities).astype(np.int32)
    sizes = zip(file.group, whole[:-1], strict=True)
    group = [Dimension(side, "clique", links) for side, links in sizes if side > 1]
    return replace(topology, family="weighted", multiplicity=counts), group, scale


def _dimension_of_links(
    topology: Topology, sides: Sequence[int]
) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Return the dimension of each link within its group, the number of dimensions for global links."""
    inside = int(np.prod(sides))
    u, v = topology.links.T.astype(np.int64)
    axis = np.full(len(u), len(sides), dtype=np.int64)
    stride = inside
    for place, side in enumerate(sides):
        stride //= side
        differs = u // stride % side != v // stride % side
        axis[differs & (u // inside == v // inside)] = place
    return axis


def _group_sets(
    topology: Topology, inner: Sequence[Dimension], groups: int, seed: int
) -> Iterator[tuple[int, str, Interval]]:
    """Yield the number of groups, their name and their bisection."""
    inside = topology.routers // groups
    counts = range(1, groups + 1)
    wanted = counts if groups <= EVERY_GROUPS else [c for c in counts if c.bit_count() == 1 or c == groups]
    for count in wanted:
        together = tuple(range(count))
        spread = tuple(i * groups // count for i in range(count))
        for chosen in dict.fromkeys((together, spread)):
            routers = np.concatenate([np.arange(group * inside, (group + 1) * inside) for group in chosen])
            part = part_of(topology, routers)
            cut, _ = halve(part, seed)
            lower = max(cut.lower, group_bound(part, inner, count).links())
            yield count, _name(chosen), Interval(cut.links, lower)


def _name(groups: Sequence[int]) -> str:
    if len(groups) == 1:
        return f"group {groups[0]}"
    if groups == tuple(range(groups[0], groups[-1] + 1)):
        return f"groups {groups[0]}-{groups[-1]}"
    return "groups " + ",".join(map(str, groups))
