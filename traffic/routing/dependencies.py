"""The channel dependency graph of a routing: a proof that it is acyclic, or a cycle."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import BoolArray, Channels
from netfloor.traffic.routing.next_channels import LongArray, NextChannels
from netfloor.traffic.routing.valiant import Intermediates
from netfloor.traffic.routing.virtual_channels import VirtualChannels

#: Number of switches from which a shortest cycle is searched.
_TRIES = 64


@dataclass(frozen=True, eq=False)
class Dependencies:
    """Virtual channels that packets hold while they request another (Dally, Seitz 1987).

    Node ``c V + v`` is virtual channel v of channel c, V of each. An edge means that a packet may hold the
    first while it requests the second. Without a cycle no set of packets can wait for each other: the
    routing is deadlock-free.

    Attributes
    ----------
    virtual
        The rule of virtual channels.
    used
        Virtual channels that packets actually take, of ``virtual.count``.
    held, asked
        Nodes of every dependency, (edges,) int64.
    rank
        The proof: every dependency leads from a lower to a higher rank, (c V,) int32; None if there is a
        cycle.
    cycle
        Nodes of a cycle, each held while the next is requested, the last for the first; empty without a
        cycle.
    """

    virtual: VirtualChannels
    used: int
    held: LongArray
    asked: LongArray
    rank: IntArray | None
    cycle: tuple[int, ...]

    @property
    def is_acyclic(self) -> bool:
        """True if the routing cannot deadlock."""
        return self.rank is not None


def dependencies(
    topology: Topology,
    channels: Channels,
    virtual: VirtualChannels,
    table: NextChannels,
    intermediates: Intermediates | None = None,
) -> Dependencies:
    """Return the dependencies of all packets between two different switches with endpoints.

    Parameters
    ----------
    table
        Candidates towards all switches, or towards those with endpoints.
    intermediates
        Intermediates of packets, if any.

    Raises
    ------
    InputError
        If packets need more virtual channels than the rule has.
    """
    flow = _Flow(channels, virtual)
    sends = topology.endpoints > 0
    if intermediates is not None:
        flow.follow_to_intermediates(intermediates, sends)
    flow.follow_to_destinations(table, sends)
    return _proved(channels, virtual, flow)


#: Marker for several sources, and bits of a word.
_SEVERAL, _BITS = -2, 64


class _Flow:
    """Virtual channels that packets hold and request, collected row by row.

    ``turning`` are the virtual channels on which packets reach their intermediates, a bit each, (c,)
    uint64, and ``source`` their only source switch, (c, levels) int32.
    """

    def __init__(self, channels: Channels, virtual: VirtualChannels) -> None:
        self._channels, self._virtual = channels, virtual
        leaving = np.diff(channels.first).astype(np.int64)[channels.head]
        self.offset = np.concatenate([[0], np.cumsum(leaving)])
        self.pairs = np.zeros(int(self.offset[-1]), np.uint64)
        self.asked = np.zeros(channels.count, np.uint64)
        self.turning = np.zeros(channels.count, np.uint64)
        self.source = np.empty((channels.count, 0), np.int32)
        self.area = np.arange(channels.switches, dtype=np.int32)

    def follow_to_intermediates(self, intermediates: Intermediates, sends: BoolArray) -> None:
        """Follow packets from every switch with endpoints to every area that contains neither end."""
        from netfloor.traffic.routing.dependency_kernels import walk_first  # noqa: PLC0415 - a heavy import

        channels, virtual, table = self._channels, self._virtual, intermediates.towards
        self.area = intermediates.area
        levels = min(virtual.start + table.diameter + 1, _BITS)
        self.source = np.full((channels.count, levels), _SEVERAL, np.int32)
        source, mask = np.empty_like(self.source), np.zeros(channels.count, np.uint64)
        for row, hops in enumerate(table.hops):
            outside = sends & (self.area != row)
            if outside.sum() < 2:
                continue  # no destination besides the source
            start = np.where(outside, np.uint64(1 << virtual.start), np.uint64(0))
            walk_first(
                first=channels.first,
                reverse=channels.reverse,
                table_first=table.first,
                table_channel=table.channel,
                row=row,
                order=_falling(hops),
                hops=hops,
                start=start,
                raises=virtual.raises,
                axis=virtual.axis,
                offset=self.offset[:-1],
                mask=mask,
                dependencies=self.pairs,
                source=source,
                turning=self.turning,
                only=self.source,
            )
            self.asked |= mask
        bits = self.turning[:, None] >> np.arange(levels, dtype=np.uint64) & np.uint64(1)
        self.source[bits == 0] = _SEVERAL

    def follow_to_destinations(self, table: NextChannels, sends: BoolArray) -> None:
        """Follow direct packets, and those that turn at an intermediate, to every destination."""
        from netfloor.traffic.routing.dependency_kernels import walk  # noqa: PLC0415 - a heavy import

        channels, virtual = self._channels, self._virtual
        start = np.where(sends, np.uint64(1 << virtual.minimal_start), np.uint64(0))
        channel, level = np.nonzero(self.source >= 0)
        alone = self.source[channel, level]
        order = np.argsort(alone, kind="stable")
        channel, bit = channel[order], np.uint64(1) << level[order].astype(np.uint64)
        ends = np.searchsorted(alone[order], np.arange(channels.switches + 1))
        entered = self.area[channels.head]
        mask = np.zeros(channels.count, np.uint64)
        for row in np.flatnonzero(sends[table.destinations]).tolist():
            hops, destination = table.hops[row], int(table.destinations[row])
            turning = np.where(entered == self.area[destination], np.uint64(0), self.turning)
            own = slice(int(ends[destination]), int(ends[destination + 1]))
            np.bitwise_and.at(turning, channel[own], ~bit[own])
            walk(
                first=channels.first,
                reverse=channels.reverse,
                table_first=table.first,
                table_channel=table.channel,
                row=row,
                order=_falling(hops),
                hops=hops,
                start=start,
                turning=turning,
                raises=virtual.raises,
                axis=virtual.axis,
                offset=self.offset[:-1],
                mask=mask,
                dependencies=self.pairs,
            )
            self.asked |= mask


def _falling(hops: IntArray) -> IntArray:
    """Return the switches by descending hops."""
    return np.argsort(-hops, kind="stable").astype(np.int32)


def _proved(channels: Channels, virtual: VirtualChannels, flow: _Flow) -> Dependencies:
    from netfloor.traffic.routing.dependency_kernels import rank_nodes  # noqa: PLC0415 - a heavy import

    used = int(np.bitwise_or.reduce(flow.asked, initial=np.uint64(0))).bit_length()
    if used > virtual.count:
        what = f"{virtual.name} has {virtual.count} virtual channels, and this routing takes {used}"
        raise InputError(setting("virtual-channels"), what, "choose by-hop")
    held, asked = _edges(channels, virtual, flow)
    nodes = channels.count * virtual.count
    graph = csr_array((np.ones(len(held), np.int8), (held, asked)), (nodes, nodes))
    rank = np.empty(nodes, np.int32)
    ranked = rank_nodes(graph.indptr, graph.indices, rank)
    cycle = () if ranked == nodes else shortest_circle(graph, rank)
    return Dependencies(virtual, used, held, asked, None if cycle else rank, cycle)


def _edges(channels: Channels, virtual: VirtualChannels, flow: _Flow) -> tuple[LongArray, LongArray]:
    """Return both nodes of every dependency."""
    came = np.repeat(np.arange(channels.count), np.diff(flow.offset))
    out = np.arange(len(flow.pairs)) - flow.offset[came] + channels.first[channels.head[came]]
    held, asked = [], []
    for number in range(virtual.count):
        there = np.flatnonzero(flow.pairs & np.uint64(1 << number))
        item, other = came[there], out[there]
        same = virtual.axis[item] == virtual.axis[other]
        held.append(item * virtual.count + number)
        asked.append(other * virtual.count + np.where(same, number + virtual.raises[item], 0))
    return np.concatenate(held), np.concatenate(asked)


def shortest_circle(graph: csr_array, rank: IntArray) -> tuple[int, ...]:
    """Return a shortest cycle through one of some nodes that lie on cycles."""
    parts, label = connected_components(graph, connection="strong")
    large = np.bincount(label, minlength=parts)[label] > 1
    best: tuple[int, ...] = ()
    for root in np.flatnonzero(large & (rank < 0))[:_TRIES].tolist():
        order, before = breadth_first_order(graph, root)
        depth = np.full(len(before), -1, np.int64)
        depth[root] = 0
        for node in order[1:].tolist():
            depth[node] = depth[before[node]] + 1
        closing = graph.T.tocsr()[[root]].indices
        closing = closing[depth[closing] >= 0]
        node = int(closing[np.argmin(depth[closing])])
        path = [node]
        while path[-1] != root:
            path.append(int(before[path[-1]]))
        if not best or len(path) < len(best):
            best = tuple(reversed(path))
    return best
