"""The permutation that loads a channel of an oblivious routing the most, exactly."""

import math
from dataclasses import dataclass

import numpy as np

from netfloor.foundation.errors import CheckFailedError, InputError, setting
from netfloor.foundation.observer import SILENT, Observer
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.endpoints import Endpoints, endpoints_of
from netfloor.traffic.load.channel_classes import channel_classes
from netfloor.traffic.load.channel_load import SPLITS, channel_load, refuse_queues
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.patterns.longest import MOST
from netfloor.traffic.patterns.pattern import FloatArray, Pattern, fixed_pattern
from netfloor.traffic.routing.next_channels import LongArray, NextChannels
from netfloor.traffic.routing.path_counts import even_over_paths
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.routing.valiant import intermediates_of

#: Name of the pattern.
NAME = "worst-permutation"
#: Limit on estimated seconds.
MAX_SECONDS = 600.0
#: Seconds per channel, per assignment of ends times squared destinations, and per step of a product with
#: shares of intermediates; measured on one core for 400 to 660 switches.
_PER_CHANNEL, _PER_ASSIGNMENT, _PER_PRODUCT = 4e-4, 5e-10, 1e-9
#: Loads that differ by less are equal up to rounding.
_SAME = 1e-9
_TASK = "channels"


@dataclass(frozen=True)
class _Ends:
    """The ends to match: switches with ranks if all have equally many, otherwise the ranks themselves.

    ``switch`` is that of each end, ``each`` the number of ranks per end; ``are_switches``: no two ends
    share a switch.
    """

    endpoints: Endpoints
    switch: IntArray
    each: int
    are_switches: bool


@dataclass(frozen=True)
class _Work:
    """The ends and channels of the matching, and an estimate of its seconds on one core."""

    ends: _Ends
    classes: IntArray
    seconds: float


def worst_permutation(
    topology: Topology,
    channels: Channels,
    rule: RoutingRule,
    split: str = "hop",
    ranks: int | None = None,
    seed: int = 0,
    observer: Observer = SILENT,
) -> Pattern:
    """Return the permutation that maximises the load of the most loaded channel of a routing.

    The traffic of a pair of switches over a channel depends only on the pair if routing does not depend on
    queues. So the worst permutation of one channel is an assignment of largest weight, and the worst of all
    is that of the worst channel (Towles, Dally, "Worst-case traffic for oblivious routing functions",
    2002). Of channels that are equivalent under a verified symmetry, one is examined; channels whose bound,
    the sum of the most that each source or each destination can send over it, is at most a load
    found are skipped.

    Raises
    ------
    InputError
        If the routing depends on queues or does not fit, or the estimate is above `MAX_SECONDS`: the
        message gives the throughput of the longest matching, an upper bound.
    """
    refuse_queues(rule)
    if split not in SPLITS:
        raise InputError(setting("split"), f"{split[:60]!r} is unknown", "known: hop, path")
    work = _work(topology, channels, rule, endpoints_of(topology, ranks, seed))
    if work.seconds > MAX_SECONDS:
        _refuse(topology, channels, rule, split, (work, ranks, seed))
    return _found(topology, channels, rule, split, work, observer)


def worst_within(
    topology: Topology, channels: Channels, rule: RoutingRule, seconds: float, observer: Observer = SILENT
) -> Pattern | None:
    """Return the `worst_permutation` of all endpoints, None if its estimated time is longer."""
    work = _work(topology, channels, rule, endpoints_of(topology))
    if work.seconds > seconds:
        return None
    return _found(topology, channels, rule, "hop", work, observer)


def _work(topology: Topology, channels: Channels, rule: RoutingRule, endpoints: Endpoints) -> _Work:
    """Return the matching to solve, and its estimated time; infinite for too many ends."""
    ends = _ends(endpoints)
    count, n = len(ends.switch), topology.routers
    every = np.arange(channels.count, dtype=np.int32)
    if max(count, n) > MOST:
        return _Work(ends, every, math.inf)
    classes = channel_classes(topology, channels, rule) if count == n else every
    entries = len(rule.table(topology, channels, ends.switch[:1]).channel) * n
    reached = entries / channels.count * count / n  # mean number of ends reached over a channel
    each = _PER_CHANNEL + _PER_ASSIGNMENT * count * reached**2
    if rule.intermediate != "none":
        each += _PER_PRODUCT * n * n * reached
    return _Work(ends, classes, len(classes) * each)


def _found(
    topology: Topology, channels: Channels, rule: RoutingRule, split: str, work: _Work, observer: Observer
) -> Pattern:
    """Return the worst permutation, and verify its load."""
    ends, classes = work.ends, work.classes
    crossings = _Crossings(topology, channels, rule, split)
    observer.started(_TASK, 2 * len(classes))
    bounds = np.zeros(len(classes))
    for place, channel in enumerate(classes.tolist()):
        bounds[place] = _bound(crossings, channel, ends)
        observer.advanced(_TASK, place + 1)
    to: IntArray = np.arange(len(ends.switch), dtype=np.int32)
    best, looked = -1.0, 0
    for place in np.argsort(-bounds, kind="stable").tolist():
        if bounds[place] <= best * (1 + _SAME):
            break
        load, result = _assigned(crossings, int(classes[place]), ends)
        looked += 1
        best, to = (load, result) if load > best else (best, to)
        observer.advanced(_TASK, len(classes) + looked)
    observer.finished(_TASK)
    note = (
        f"worst permutation of {rule.name} routing, exact: no permutation of these ranks loads a channel "
        f"more; {len(classes):,} of {channels.count:,} channels stand for all, {looked:,} matched"
    )
    pattern = _pattern(ends, to, note)
    highest = channel_load(topology, channels, rule, pattern, split).highest
    if abs(highest - best) > _SAME * max(1.0, best):
        raise CheckFailedError(f"worst permutation: {best} was matched, its highest load is {highest}")
    return pattern


def _refuse(
    topology: Topology,
    channels: Channels,
    rule: RoutingRule,
    split: str,
    asked: tuple[_Work, int | None, int],
) -> None:
    """Raise `InputError` with an estimate, and with the known bound."""
    work, ranks, seed = asked
    count = len(work.ends.switch)
    what = f"{NAME} would match {count:,} ends for {len(work.classes):,} channels"
    if math.isfinite(work.seconds):
        what += f": about {work.seconds / 60:,.0f} minutes"
    if count <= MOST:
        near = pattern_of(topology, "longest-matching", ranks, seed)
        carried = channel_load(topology, channels, rule, near, split).throughput
        what += f"; its throughput is at most the {carried:.4f} of the longest matching"
    raise InputError(setting("pattern"), what, "choose longest-matching, or a smaller network")


def _ends(endpoints: Endpoints) -> _Ends:
    switches, counts = np.unique(endpoints.rank_switch, return_counts=True)
    if (counts == counts[0]).all():
        return _Ends(endpoints, switches.astype(np.int32), int(counts[0]), are_switches=True)
    return _Ends(endpoints, endpoints.rank_switch, 1, are_switches=False)


def _pattern(ends: _Ends, to: IntArray, note: str) -> Pattern:
    ranks = (to[:, None] * ends.each + np.arange(ends.each)).ravel().astype(np.int32)
    return fixed_pattern(NAME, ends.endpoints, ranks, ends.endpoints.allocation, note)


class _Crossings:
    """Shares of the traffic between switches that cross a channel."""

    def __init__(self, topology: Topology, channels: Channels, rule: RoutingRule, split: str) -> None:
        def weighed(table: NextChannels) -> "_Table":
            return _Table(even_over_paths(table, channels) if split == "path" else table, channels)

        n = topology.routers
        every = np.arange(n, dtype=np.int32)
        table = rule.table(topology, channels, every)
        self._table = weighed(table)
        self._intermediates = result = intermediates_of(rule, topology, channels, table)
        if result is not None:
            self._towards = self._table if result.towards is table else weighed(result.towards)
            self._leaving = None
            if result.count < n:
                self._leaving = result.entering_shares(channels, self._towards.table).T.tocsr()

    def of(self, channel: int) -> tuple[LongArray, FloatArray]:
        """Return destinations, (k,), and the share of each switch's traffic to them that crosses (n, k)."""
        rows, shares = self._table.shares(channel)
        result = self._intermediates
        if result is None:
            return rows, shares.T
        area, count = result.area, result.count
        areas, first = (rows, shares) if self._towards is self._table else self._towards.shares(channel)
        outward = np.zeros((len(area), count))
        outward[:, areas] = first.T / count
        crossing = outward.sum(axis=1)[:, None] - outward[:, area]
        apart = area[rows][:, None] != area[None, :]
        onward = np.where(apart, shares, 0.0).T / count
        # If each area is one switch, packets turn at every switch but the source.
        turned = onward.sum(axis=0) - onward if self._leaving is None else self._leaving @ onward
        crossing[:, rows] += turned
        crossing[:, rows] += result.direct_shares(rows) * shares.T
        return np.arange(len(area)), crossing


class _Table:
    """A table with its entries in the order of the channels, and the switches of each row by distance."""

    def __init__(self, table: NextChannels, channels: Channels) -> None:
        self.table, self._channels = table, channels
        self._entries = np.argsort(table.channel, kind="stable")
        self._first = np.searchsorted(table.channel[self._entries], np.arange(channels.count + 1))
        self._orders = np.argsort(table.hops, axis=1, kind="stable").astype(np.int32)

    def shares(self, channel: int) -> tuple[LongArray, FloatArray]:
        """Return the rows that take a channel, (k,), and each switch's share that crosses it, (k, n)."""
        from netfloor.traffic.routing.path_kernels import crossing_shares  # noqa: PLC0415 - a heavy import

        table, channels = self.table, self._channels
        where = self._entries[self._first[channel] : self._first[channel + 1]]
        rows = (np.searchsorted(table.first, where, side="right") - 1) // table.switches
        shares = np.zeros((len(rows), table.switches))
        crossing_shares(
            table_first=table.first,
            table_channel=table.channel,
            share=table.share,
            channel_first=channels.first,
            head=channels.head,
            hops=table.hops,
            orders=self._orders,
            rows=rows,
            channel=channel,
            tail=int(channels.tail[channel]),
            shares=shares,
        )
        return rows, shares


def _weights(crossings: _Crossings, channel: int, ends: _Ends) -> tuple[LongArray, FloatArray]:
    """Return the ends that receive over a channel, and the traffic of each end to them over it."""
    destinations, shares = crossings.of(channel)
    if len(ends.switch) == len(shares) and ends.are_switches:
        return destinations, shares
    place = np.full(len(shares), -1)
    place[destinations] = np.arange(len(destinations))
    columns = np.flatnonzero(place[ends.switch] >= 0)
    return columns, shares[ends.switch[:, None], place[ends.switch[columns]]]


def _bound(crossings: _Crossings, channel: int, ends: _Ends) -> float:
    """Return an upper bound on the load of a channel under any permutation.

    The traffic that a source sends over it to every destination counts once; of the rest each source, or
    each destination, counts its maximum.
    """
    columns, weight = _weights(crossings, channel, ends)
    common = 0.0
    if len(columns) == len(ends.switch):
        every = weight.min(axis=1)
        common, weight = every.sum(), weight - every[:, None]
    maximum = min(weight.max(axis=side, initial=0.0).sum() for side in (0, 1))
    return float(ends.each * (common + maximum))


def _assigned(crossings: _Crossings, channel: int, ends: _Ends) -> tuple[float, IntArray]:
    """Return the highest load of a channel, and the destination of each end for it."""
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - a heavy import

    columns, weight = _weights(crossings, channel, ends)
    if ends.are_switches:
        weight[columns, np.arange(len(columns))] = 0.0
    else:
        weight[ends.switch[:, None] == ends.switch[columns][None, :]] = 0.0
    rows = np.flatnonzero(weight.any(axis=1))
    weight = weight[rows]
    matched = linear_sum_assignment(weight, maximize=True)
    source, target = rows[matched[0]], columns[matched[1]]
    to = np.full(len(ends.switch), -1)
    to[source] = target
    free = np.ones(len(to), bool)
    free[target] = False
    to[to < 0] = np.flatnonzero(free)
    load = float(ends.each * weight[matched].sum())
    return load, to.astype(np.int32)
