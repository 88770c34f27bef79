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

#: What users call it.
NAME = "worst-permutation"
#: Seconds of an estimate beyond which it is refused.
MOST_SECONDS = 600.0
#: Seconds of a channel, of an assignment of ends times squared destinations, and of a step of a product
#: with shares of intermediates; measured on one core for 400 to 660 switches.
_PER_CHANNEL, _PER_ASSIGNMENT, _PER_PRODUCT = 4e-4, 5e-10, 1e-9
#: Loads that rounding alone tells apart.
_SAME = 1e-9
_TASK = "channels"


@dataclass(frozen=True)
class _Ends:
    """Who is matched: switches that have ranks where all have as many, else the ranks themselves.

    ``switch`` is that of each end, ``each`` the ranks of an end.
    """

    endpoints: Endpoints
    switch: IntArray
    each: int


@dataclass(frozen=True)
class _Work:
    """Who is matched for which channels, and an estimate of its seconds on one core."""

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
    """Return the permutation under which the most loaded channel of a routing carries the most.

    What a pair of switches sends over a channel depends on the pair alone where no queue decides. So the
    worst permutation of one channel is an assignment of largest weight, and the worst of all is that of the
    worst channel (Towles, Dally, "Worst-case traffic for oblivious routing functions", 2002). Channels
    that a checked symmetry makes alike are looked at once; those whose bound, the sum of the most that each
    source or each destination can send over it, is no higher than a load found, not at all.

    Raises
    ------
    InputError
        If the routing decides by queues or does not fit, or the estimate is above `MOST_SECONDS`: it says
        what the longest matching carries, which is as much as the worst permutation or more.
    """
    refuse_queues(rule)
    if split not in SPLITS:
        raise InputError(setting("split"), f"{split[:60]!r} is unknown", "known: hop, path")
    work = _work(topology, channels, rule, endpoints_of(topology, ranks, seed))
    if work.seconds > MOST_SECONDS:
        _refuse(topology, channels, rule, split, (work, ranks, seed))
    return _found(topology, channels, rule, split, work, observer)


def worst_within(
    topology: Topology, channels: Channels, rule: RoutingRule, seconds: float, observer: Observer = SILENT
) -> Pattern | None:
    """Return the `worst_permutation` of all endpoints, None if the estimate of its time is longer."""
    work = _work(topology, channels, rule, endpoints_of(topology))
    if work.seconds > seconds:
        return None
    return _found(topology, channels, rule, "hop", work, observer)


def _work(topology: Topology, channels: Channels, rule: RoutingRule, endpoints: Endpoints) -> _Work:
    """Return what has to be matched, and about how long that takes; endless for too many ends."""
    ends = _ends(endpoints)
    count, n = len(ends.switch), topology.routers
    every = np.arange(channels.count, dtype=np.int32)
    if max(count, n) > MOST:
        return _Work(ends, every, math.inf)
    classes = channel_classes(topology, channels, rule) if count == n else every
    entries = len(rule.table(topology, channels, ends.switch[:1]).channel) * n
    reached = entries / channels.count * count / n  # ends that a channel leads to, on average
    each = _PER_CHANNEL + _PER_ASSIGNMENT * count * reached**2
    if rule.intermediate != "none":
        each += _PER_PRODUCT * n * n * reached
    return _Work(ends, classes, len(classes) * each)


def _found(
    topology: Topology, channels: Channels, rule: RoutingRule, split: str, work: _Work, observer: Observer
) -> Pattern:
    """Return the worst permutation, its load added up again."""
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
        load, found = _assigned(crossings, int(classes[place]), ends)
        looked += 1
        best, to = (load, found) if load > best else (best, to)
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
    """Raise `InputError` with an estimate, and with what is known without."""
    work, ranks, seed = asked
    count = len(work.ends.switch)
    what = f"{NAME} would match {count:,} ends for {len(work.classes):,} channels"
    if math.isfinite(work.seconds):
        what += f": about {work.seconds / 60:,.0f} minutes"
    if count <= MOST:
        near = pattern_of(topology, "longest-matching", ranks, seed)
        carried = channel_load(topology, channels, rule, near, split).throughput
        what += f"; it carries {carried:.4f} or less, which the longest matching does"
    raise InputError(setting("pattern"), what, "choose longest-matching, or a smaller network")


def _ends(endpoints: Endpoints) -> _Ends:
    switches, counts = np.unique(endpoints.rank_switch, return_counts=True)
    if (counts == counts[0]).all():
        return _Ends(endpoints, switches.astype(np.int32), int(counts[0]))
    return _Ends(endpoints, endpoints.rank_switch, 1)


def _pattern(ends: _Ends, to: IntArray, note: str) -> Pattern:
    ranks = (to[:, None] * ends.each + np.arange(ends.each)).ravel().astype(np.int32)
    return fixed_pattern(NAME, ends.endpoints, ranks, ends.endpoints.allocation, note)


class _Crossings:
    """How much of what each switch sends to each other one crosses a channel."""

    def __init__(self, topology: Topology, channels: Channels, rule: RoutingRule, split: str) -> None:
        def weighed(table: NextChannels) -> "_Table":
            return _Table(even_over_paths(table, channels) if split == "path" else table, channels)

        n = topology.routers
        every = np.arange(n, dtype=np.int32)
        table = rule.table(topology, channels, every)
        self._table = weighed(table)
        self._intermediates = found = intermediates_of(rule, topology, channels, table)
        if found is not None:
            self._towards = self._table if found.towards is table else weighed(found.towards)
            self._leaving = None
            if found.count < n:
                self._leaving = found.entering_shares(channels, self._towards.table).T.tocsr()

    def of(self, channel: int) -> tuple[LongArray, FloatArray]:
        """Return destinations, (k,), and the share of what each switch sends them that crosses, (n, k)."""
        rows, shares = self._table.shares(channel)
        found = self._intermediates
        if found is None:
            return rows, shares.T
        area, count = found.area, found.count
        areas, first = (rows, shares) if self._towards is self._table else self._towards.shares(channel)
        outward = np.zeros((len(area), count))
        outward[:, areas] = first.T / count
        crossing = outward.sum(axis=1)[:, None] - outward[:, area]
        apart = area[rows][:, None] != area[None, :]
        onward = np.where(apart, shares, 0.0).T / count
        # Where each area is one switch, packets turn at every switch but the source.
        turned = onward.sum(axis=0) - onward if self._leaving is None else self._leaving @ onward
        crossing[:, rows] += turned
        crossing[:, rows] += found.direct_shares(rows) * shares.T
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
            *(table.first, table.channel, table.share, channels.head, table.hops),
            *(self._orders, rows, channel, int(channels.tail[channel]), shares),
        )
        return rows, shares


def _weights(crossings: _Crossings, channel: int, ends: _Ends) -> tuple[LongArray, FloatArray]:
    """Return the ends that receive over a channel, and what each end sends them over it."""
    destinations, shares = crossings.of(channel)
    columns = np.flatnonzero(np.isin(ends.switch, destinations))
    place = np.searchsorted(destinations, ends.switch[columns])
    return columns, shares[np.ix_(ends.switch, place)]


def _bound(crossings: _Crossings, channel: int, ends: _Ends) -> float:
    """Return a load of a channel that no permutation exceeds.

    What each source sends whatever its destination is counted once; of the rest each source, or each
    destination, counts its most.
    """
    columns, weight = _weights(crossings, channel, ends)
    common = weight.min(axis=1) if len(columns) == len(ends.switch) else np.zeros(len(weight))
    most = min((weight - common[:, None]).max(axis=side, initial=0.0).sum() for side in (0, 1))
    return float(ends.each * (common.sum() + most))


def _assigned(crossings: _Crossings, channel: int, ends: _Ends) -> tuple[float, IntArray]:
    """Return the highest load of a channel, and the end that each end sends to for it."""
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - a heavy import

    columns, weight = _weights(crossings, channel, ends)
    weight[ends.switch[:, None] == ends.switch[columns][None, :]] = 0.0
    rows = np.flatnonzero(weight.any(axis=1))
    matched = linear_sum_assignment(weight[rows], maximize=True)
    source, target = rows[matched[0]], columns[matched[1]]
    to = np.full(len(ends.switch), -1)
    to[source] = target
    to[to < 0] = np.setdiff1d(np.arange(len(to)), target)
    load = float(ends.each * weight[rows][matched].sum())
    return load, to.astype(np.int32)
