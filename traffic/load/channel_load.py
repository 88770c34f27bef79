"""Load of every channel: the traffic of a pattern at full offered load."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from netfloor.foundation.display.charts import COLOURS, axes_or_new
from netfloor.foundation.display.data_table import DataTable, Tabular
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.sizes import WorkEstimate, require_within_budget
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.patterns.pattern import FloatArray, Pattern
from netfloor.traffic.routing.next_channels import NextChannels
from netfloor.traffic.routing.path_counts import even_over_paths
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.routing.valiant import Intermediates, intermediates_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: How traffic is split: equally over the candidates of a switch, or over whole paths.
SPLITS = ("hop", "path")
#: Seconds on one core per channel and destination; measured 4e-9 (slimfly:25) to 24e-9 (torus:30x30).
SECONDS_A_STEP = 25e-9
#: Destinations whose tables are in memory at once.
_BLOCK = 256
_TASK = "loads"


@dataclass(frozen=True, eq=False, repr=False)
class ChannelLoad(Tabular):
    """Load of every channel at full offered load, and the resulting throughput.

    The unit is the rate of one channel: all channels, also those to and from endpoints, have the same rate,
    at which a sending endpoint injects at full offered load. A channel of load 2 carries half of its
    offered traffic.

    Attributes
    ----------
    network
        Load of each channel between switches, (c,) float64.
    injection, ejection
        Load of the channels from and to each endpoint, (e,) float64.
    offered
        Total traffic of all endpoints, and the part of it that leaves its switch.
    channels
        The channels between switches, in the order of ``network``.
    """

    network: FloatArray
    injection: FloatArray
    ejection: FloatArray
    offered: tuple[float, float]
    channels: Channels

    def __repr__(self) -> str:
        return f"ChannelLoad({len(self.network):,} channels: throughput {self.throughput:.4f})"

    def to_table(self) -> DataTable:
        """Return one row per channel between switches: from, to, load."""
        tail, head = self.channels.tail.tolist(), self.channels.head.tolist()
        columns = {"from_switch": tail, "to_switch": head, "load": self.network.tolist()}
        return DataTable(columns, "Load of every channel")

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Plot the loads of all channels, highest first; return Matplotlib's axes."""
        ax = axes_or_new(ax)
        ax.plot(np.sort(self.network)[::-1], color=COLOURS[0])
        ax.set_ylim(bottom=0)
        ax.set_xlabel("channels, highest load first")
        ax.set_ylabel("load (1: a channel's rate)")
        return ax

    @cached_property
    def highest(self) -> float:
        """Highest load of a channel between switches."""
        return float(self.network.max(initial=0.0))

    @property
    def at_endpoints(self) -> float:
        """Highest load of a channel to or from an endpoint."""
        return float(max(self.injection.max(), self.ejection.max()))

    @property
    def throughput(self) -> float:
        """Share of its injection rate that every endpoint can send: 1 / the highest load."""
        return 1.0 / max(self.highest, self.at_endpoints)

    @property
    def mean_hops(self) -> float:
        """Mean channels between switches per packet, including packets that stay on a switch."""
        return float(self.network.sum()) / self.offered[0]


def channel_load(
    topology: Topology,
    channels: Channels,
    rule: RoutingRule,
    pattern: Pattern,
    split: str = "hop",
    observer: Observer = SILENT,
) -> ChannelLoad:
    """Return the load of every channel under a pattern and a routing that does not depend on queues.

    Counts paths, destination by destination: exact up to rounding. Traffic between two endpoints of one
    switch stays there. Intermediates follow `Intermediates`.

    Parameters
    ----------
    split
        ``hop``: a switch splits traffic equally over its candidates, as in equal-cost multipath (RFC 2992);
        ``path``: each path of a pair carries the same, as in betweenness (Brandes 2001).

    Raises
    ------
    InputError
        If the routing depends on queues, or does not fit the network.
    """
    refuse_queues(rule)
    paths = f"the load of {channels.count:,} channels by paths to {topology.routers:,} switches"
    work = WorkEstimate(paths, SECONDS_A_STEP * channels.count * topology.routers)
    require_within_budget("network", work)
    if split not in SPLITS:
        raise InputError(setting("split"), f"{split[:60]!r} is unknown", "known: hop, path")
    flows = _Flows(topology, channels, rule, split)
    flows.send(pattern, observer)
    arriving, sending = pattern.arriving(), pattern.rate
    return ChannelLoad(flows.load, sending, arriving, (float(sending.sum()), flows.leaving), channels)


def refuse_queues(rule: RoutingRule) -> None:
    """Raise `InputError` for a routing that depends on queues."""
    if rule.decision is not None:
        direct, indirect = (
            ("group-minimal", "group-valiant") if rule.intermediate == "group" else ("minimal", "valiant")
        )
        what = f"{rule.name} decides by queue lengths, which exist only in a simulation"
        raise InputError(
            setting("routing"), what, f"take {direct} and {indirect}, between which it chooses"
        )


class _Detours:
    """Packets routed via a group: where they turn, and their traffic towards every group.

    ``sent`` is the traffic of each switch towards each group, (n, groups), summed over blocks of
    destinations.
    """

    def __init__(self, intermediates: Intermediates, channels: Channels, towards: NextChannels) -> None:
        self._intermediates, self.towards = intermediates, towards
        self._entering = intermediates.entering_shares(channels, towards)
        self.sent = np.zeros((len(intermediates.area), intermediates.count))

    def onward(self, block: IntArray, demand: FloatArray) -> FloatArray:
        """Return the traffic that starts its last part at each switch, for a block of destinations."""
        area, count = self._intermediates.area, self._intermediates.count
        apart = area[:, None] != area[block][None, :]
        by_area = np.zeros_like(self.sent)
        np.add.at(by_area.T, area[block], demand.T)
        self.sent += (demand.sum(axis=1)[:, None] - by_area) / count * (area[:, None] != np.arange(count))
        turned = np.asarray(self._entering @ demand) / count
        return np.asarray(np.where(apart, turned, 0.0) + demand * self._intermediates.direct_shares(block))


class _Flows:
    """Traffic in transit, accumulated over blocks of destinations."""

    def __init__(self, topology: Topology, channels: Channels, rule: RoutingRule, split: str) -> None:
        self._topology, self._channels, self._rule, self._split = topology, channels, rule, split
        self.load = np.zeros(channels.count)
        self.leaving = 0.0

    def send(self, pattern: Pattern, observer: Observer) -> None:
        """Add the loads of a pattern, via the routing's intermediates if it has any."""
        n = self._topology.routers
        observer.started(_TASK, n)
        sent, received = np.zeros(n), np.zeros(n)
        detours = self._groups() if self._rule.intermediate == "group" else None
        for begin in range(0, n, _BLOCK):
            block = np.arange(begin, min(begin + _BLOCK, n), dtype=np.int32)
            demand = pattern.switch_demand(n, block)
            demand[block, np.arange(len(block))] = 0.0
            sent += demand.sum(axis=1)
            received[block] = demand.sum(axis=0)
            if self._rule.intermediate != "switch":
                onward = demand if detours is None else detours.onward(block, demand)
                self._follow(self._table(block), np.ascontiguousarray(onward.T))
            observer.advanced(_TASK, begin + len(block))
        self.leaving = float(sent.sum())
        if self._rule.intermediate == "switch":
            self._by_switches(sent / n, received / n)
        if detours is not None:
            self._follow(detours.towards, np.ascontiguousarray(detours.sent.T))
        observer.finished(_TASK)

    def _groups(self) -> "_Detours":
        result = intermediates_of(self._rule, self._topology, self._channels)
        if result is None:
            raise ValueError(f"{self._rule.name} has no intermediates")
        return _Detours(result, self._channels, self._weighed(result.towards))

    def _by_switches(self, sent: FloatArray, received: FloatArray) -> None:
        """Send from every switch to every intermediate, and from there to every destination.

        Single switches need no search for the entry into an area, and if the source or the destination is
        drawn, one of both parts is empty and the other is the direct path: only the sums matter.
        """
        for begin in range(0, len(sent), _BLOCK):
            block = np.arange(begin, min(begin + _BLOCK, len(sent)), dtype=np.int32)
            both = sent[None, :] + received[block, None]
            both[np.arange(len(block)), block] = 0.0
            self._follow(self._table(block), both)

    def _table(self, block: IntArray) -> NextChannels:
        return self._weighed(self._rule.table(self._topology, self._channels, block))

    def _weighed(self, table: NextChannels) -> NextChannels:
        return even_over_paths(table, self._channels) if self._split == "path" else table

    def _follow(self, table: NextChannels, flow: FloatArray) -> None:
        """Send ``flow[i, u]`` from switch u along row i."""
        from netfloor.traffic.routing.path_kernels import spread  # noqa: PLC0415 - a heavy import

        for row, hops in enumerate(table.hops):
            order = np.argsort(-hops, kind="stable").astype(np.int32)
            spread(
                table_first=table.first,
                table_channel=table.channel,
                share=table.share,
                head=self._channels.head,
                row=row,
                order=order,
                flow=flow[row],
                load=self.load,
            )
