"""Machines that are not products: dragonflies by whole groups, and any graph."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.relative_paths import beside_network
from netfloor.research.partitions.bounds.cut_curve import CutCurve
from netfloor.research.partitions.bounds.group_bound import group_bound
from netfloor.research.partitions.bounds.set_bounds import SetBounds
from netfloor.research.partitions.halves import Interval
from netfloor.research.partitions.machine_file import DragonflyFile, GraphFile, whole_capacities
from netfloor.research.partitions.network_parts import halve, part_of, repeated_halves
from netfloor.research.partitions.policy import PolicyRow, advised
from netfloor.structure.arrays import LongArray
from netfloor.structure.hops.components import is_connected
from netfloor.topologies.families.lattices.lattice import Dimension
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

#: Limit on switches of these networks: each bisection takes about a second.
MAX_ROUTERS = 4096
#: Limit on groups up to which every number of groups has a row; beyond, only powers of two.
EVERY_GROUPS = 16
#: Units of a part, its display name, and its bisection.
Measured = tuple[int, str, Interval]


def graph_rows(file: GraphFile, where: Path, seed: int) -> tuple[Topology, list[PolicyRow]]:
    """Return a network, and the rows of its repeated bisection.

    Parameters
    ----------
    where
        The machine file, for errors and for files beside it.
    seed
        Seed of METIS and of random networks.

    Raises
    ------
    InputError
        If the spec is wrong or the network too large, too small or disconnected.
    """
    topology = build(beside_network(where, file.network), seed=seed)
    if not 2 <= topology.routers <= MAX_ROUTERS:
        what = f"has {topology.routers:,} switches"
        raise InputError(f"{where}: network", what, f"2 to {MAX_ROUTERS:,} can be examined")
    if not is_connected(topology):
        raise InputError(f"{where}: network", "is not connected", "give a connected network")
    measured = [
        (len(part), name, cut) for (name, part), cut in repeated_halves(topology, file.smallest, seed)
    ]
    return topology, _rows(measured, file.nodes_per_router)


def dragonfly_rows(file: DragonflyFile, where: Path, seed: int) -> tuple[Topology, list[PolicyRow], int]:
    """Return a dragonfly, its rows as allocated by whole groups, and the scale of its capacities.

    Adjacent groups are compared with evenly spread ones: the arrangement of the global links decides which
    are closer. ``seed`` is that of METIS, ``where`` the machine file.

    Raises
    ------
    InputError
        If there is no such dragonfly or it is too large.
    """
    topology, inner, scale = weighted_dragonfly(file, where)
    inside = topology.routers // file.groups
    measured = _group_sets(topology, inner, file.groups, seed)
    return topology, _rows(measured, inside * file.nodes_per_router), scale


def weighted_dragonfly(file: DragonflyFile, where: Path) -> tuple[Topology, list[Dimension], int]:
    """Return a dragonfly whose links are multiplied by their capacity, its group, and the scale."""
    routers = int(np.prod(file.group, dtype=object))
    if routers * file.groups > MAX_ROUTERS:
        what = f"are {routers * file.groups:,} switches"
        raise InputError(f"{where}: groups", what, f"at most {MAX_ROUTERS:,} can be examined")
    inner = file.group_capacities or [1.0] * len(file.group)
    if len(inner) != len(file.group):
        what = f"{len(inner)} capacities"
        raise InputError(f"{where}: group_capacities", what, f"give {len(file.group)}, one per dimension")
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


def _dimension_of_links(topology: Topology, sides: Sequence[int]) -> npt.NDArray[np.int64]:
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
) -> Iterator[Measured]:
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


def _rows(measured: Iterable[Measured], nodes_per_unit: int) -> list[PolicyRow]:
    """Return a row for every size, ascending."""
    sizes: dict[int, list[tuple[str, Interval]]] = {}
    for units, name, cut in measured:
        sizes.setdefault(units, []).append((name, cut))
    return advised([_row(units, sizes[units], nodes_per_unit) for units in sorted(sizes)])


def _row(units: int, parts: list[tuple[str, Interval]], nodes_per_unit: int) -> PolicyRow:
    maximum, minimum = max(cut.links for _, cut in parts), min(cut.links for _, cut in parts)
    best = [(name, cut) for name, cut in parts if cut.links == maximum]
    worst = [(name, cut) for name, cut in parts if cut.links == minimum]
    return PolicyRow(
        units,
        units * nodes_per_unit,
        *best[0],
        *worst[0],
        tuple(name for name, _ in best),
        tuple(name for name, _ in worst),
    )


#: Number of switches, evenly spaced, from which sets are grown.
STARTS = 8
_CHOSEN = np.iinfo(np.int64).min // 2


def network_curve(topology: Topology) -> CutCurve:
    """Return bounds on the links around the best set of 1 .. n / 2 switches.

    The lower bound is that of `SetBounds`, mainly the proven second eigenvalue; the upper bound comes from
    sets grown by the switch with the most links into them.
    """
    n, smallest = topology.routers, int(topology.degree.min())
    bounds = SetBounds(topology)
    lower = np.asarray([bounds.leaving(size).links for size in range(1, n // 2 + 1)], dtype=np.int64)
    starts = np.linspace(0, n - 1, min(STARTS, n)).astype(int)
    upper = np.minimum.reduce([grown_cuts(topology, int(start)) for start in starts])
    # a single switch has all its links around it
    lower[:1] = upper[:1] = smallest
    method = "spectrum; sets grown link by link"
    return CutCurve(lower, upper, topology.radix, method, min_degree=smallest)


def grown_cuts(topology: Topology, start: int) -> LongArray:
    """Return the links around 1 .. n / 2 switches grown from one, (n / 2,)."""
    n, adjacency = topology.routers, topology.adjacency
    gain = -topology.degree.astype(np.int64)
    cuts, cut, router = np.zeros(n // 2, dtype=np.int64), 0, start
    for count in range(n // 2):
        cut -= int(gain[router])
        cuts[count] = cut
        row = slice(adjacency.indptr[router], adjacency.indptr[router + 1])
        gain[adjacency.indices[row]] += 2 * adjacency.data[row]
        gain[router] = _CHOSEN
        router = int(gain.argmax())
    return cuts
