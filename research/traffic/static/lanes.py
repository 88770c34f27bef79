"""Virtual lanes of static paths: a proof that no lane can deadlock, or a cycle."""

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array

from netfloor.foundation.errors import InfeasibleError
from netfloor.research.traffic.static.forwarding import Forwarding
from netfloor.topologies.topology import IntArray
from netfloor.traffic.routing.dependencies import shortest_circle
from netfloor.traffic.routing.next_channels import LongArray

#: Above the lanes of any switch: InfiniBand has 15 for data.
_MOST = 64


@dataclass(frozen=True, eq=False)
class Lanes:
    """The lane of every path, and the proof that no lane can deadlock.

    A path leads from a switch with endpoints to an address on another one.

    Attributes
    ----------
    start, lid
        Switch and address of each path, (p,) int32.
    lane
        Lane of each path, (p,) int32.
    dependencies
        Number of pairs of consecutive channels on the paths of each lane.
    cycle
        Channels of a cycle, each waiting for the next and the last for the first; empty without a cycle.
    """

    start: IntArray
    lid: IntArray
    lane: IntArray
    dependencies: tuple[int, ...]
    cycle: tuple[int, ...] = ()

    @property
    def needed(self) -> int:
        """Number of lanes."""
        return len(self.dependencies)

    @property
    def paths(self) -> tuple[int, ...]:
        """Paths of each lane."""
        return tuple(np.bincount(self.lane, minlength=self.needed).tolist())


@dataclass(frozen=True, eq=False)
class _Paths:
    """All paths with their dependencies."""

    offset: LongArray
    start: IntArray
    lid: IntArray
    begin: LongArray
    edge: LongArray


def one_lane(tables: Forwarding) -> Lanes:
    """Return all paths on one lane, with a cycle of its dependencies if there is one."""
    paths = _paths_of(tables)
    lane = np.zeros(len(paths.lid), np.int32)
    return _proved(tables, paths, lane)


def cycle_free_lanes(tables: Forwarding) -> Lanes:
    """Return lanes without a cycle, as few as this method of breaking cycles gives.

    All paths begin on lane 0. While its channel dependency graph has a cycle, the paths of the least used
    dependency of that cycle move to the next lane, where the same follows (DFSSSP: Domke, Hoefler, Nagel:
    Deadlock-free oblivious routing for arbitrary topologies, 2011). Paths are not spread over spare lanes
    afterwards, so the result is the number of lanes needed.

    Raises
    ------
    InfeasibleError
        If 64 lanes are not enough.
    """
    from netfloor.research.traffic.static.lane_kernels import break_cycles  # noqa: PLC0415 - a heavy import

    paths, channels = _paths_of(tables), tables.channels
    lane = np.zeros(len(paths.lid), np.int32)
    number, moved = 0, 1
    while moved:
        if number == _MOST:
            raise InfeasibleError(f"{tables.name} on {tables.topology.name} needs more than {_MOST} lanes")
        uses, edge_first, edge_path = _by_edge(paths, lane == number)
        kept = paths.begin, paths.edge, edge_first, edge_path
        moved = break_cycles(channels.head, channels.first, paths.offset, *kept, uses, lane, number)
        number += 1
    return _proved(tables, paths, lane)


def require_lanes(needed: int, there: int, name: str) -> None:
    """Raise `InfeasibleError` with both numbers if switches have too few lanes."""
    if needed > there:
        what = f"{name} needs {needed} virtual lanes, and the switches have {there}"
        raise InfeasibleError(f"{what}; take a routing that needs fewer, or switches with more")


def _paths_of(tables: Forwarding) -> _Paths:
    from netfloor.research.traffic.static.lane_kernels import path_edges  # noqa: PLC0415 - a heavy import

    channels = tables.channels
    leaving = np.diff(channels.first).astype(np.int64)[channels.head]
    offset = np.concatenate([[0], np.cumsum(leaving)])
    starts = np.unique(tables.switch)
    hops = tables.hops[:, starts]
    lid, column = np.nonzero(hops > 0)
    begin = np.concatenate([[0], np.cumsum(hops[lid, column].astype(np.int64) - 1)])
    edge = np.empty(int(begin[-1]), np.int64)
    row, start = lid.astype(np.int32), starts[column].astype(np.int32)
    path_edges(
        head=channels.head,
        first=channels.first,
        offset=offset,
        out=tables.out,
        lid=row,
        start=start,
        begin=begin,
        edge=edge,
    )
    return _Paths(offset, start, row, begin, edge)


def _by_edge(paths: _Paths, chosen: np.typing.NDArray[np.bool_]) -> tuple[LongArray, LongArray, LongArray]:
    """Return the use of each dependency by some paths, and these paths by dependency."""
    path = np.repeat(np.arange(len(paths.lid)), np.diff(paths.begin))
    there = np.flatnonzero(chosen[path])
    order = there[np.argsort(paths.edge[there], kind="stable")]
    uses = np.bincount(paths.edge[there], minlength=int(paths.offset[-1])).astype(np.int64)
    return uses, np.concatenate([[0], np.cumsum(uses)]), path[order]


def _proved(tables: Forwarding, paths: _Paths, lane: IntArray) -> Lanes:
    """Return the lanes after proving them: dependencies are collected and ranked again from the tables."""
    from netfloor.traffic.routing.dependency_kernels import rank_nodes  # noqa: PLC0415 - a heavy import

    channels, counts = tables.channels, list[int]()
    cycle: tuple[int, ...] = ()
    held = np.repeat(np.arange(channels.count), np.diff(paths.offset))
    asked = np.arange(len(held)) - paths.offset[held] + channels.first[channels.head[held]]
    for number in range(int(lane.max(initial=0)) + 1):
        there = np.flatnonzero(_by_edge(paths, lane == number)[0])
        pairs = held[there], asked[there]
        graph = csr_array((np.ones(len(there), np.int8), pairs), (channels.count, channels.count))
        rank = np.empty(channels.count, np.int32)
        if rank_nodes(graph.indptr, graph.indices, rank) < channels.count and not cycle:
            cycle = shortest_circle(graph, rank)
        counts.append(len(there))
    lanes = Lanes(paths.start, paths.lid, lane, tuple(counts))
    return replace(lanes, cycle=cycle)
