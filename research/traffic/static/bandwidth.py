"""Bandwidth of forwarding tables: effective bisection bandwidth, and the heat map of all pairs."""

from dataclasses import dataclass

import numpy as np

from netfloor.research.traffic.static.forwarding import Forwarding
from netfloor.topologies.topology import IntArray
from netfloor.traffic.patterns.pattern import FloatArray

#: Messages of matchings that are counted at once.
_AT_ONCE = 1_000_000


@dataclass(frozen=True)
class EffectiveBandwidth:
    """Effective bisection bandwidth, in shares of the rate of a link.

    A message's share is 1 / congestion, congestion being the most messages on a channel of its path; the
    channels of endpoints carry one message each way.

    Attributes
    ----------
    mean
        Mean share over all messages of all matchings.
    by_time
        1 / the mean time of a rank, which ends with the later of its two messages, as printed by Netgauge.
    slowest
        Mean over the matchings of the minimum share.
    half
        Half of the 95 % confidence interval of ``mean`` over the matchings.
    matchings, ranks
        Number of matchings, and of ranks of the job.
    """

    mean: float
    by_time: float
    slowest: float
    half: float
    matchings: int
    ranks: int


def congestion(
    tables: Forwarding, sources: IntArray, targets: IntArray, seed: int, *, large: bool = True
) -> IntArray:
    """Return the congestion of each message of some patterns, in their shape, int32.

    All messages of a row are sent at once.

    Parameters
    ----------
    sources, targets
        Endpoints, (patterns, messages) int32; each sends and receives once in a row.
    """
    from netfloor.research.traffic.static.table_kernels import max_on_path  # noqa: PLC0415 - a heavy import

    values = np.empty(sources.shape, np.int32)
    lids = tables.lids(sources, targets, seed, large=large)
    max_on_path(tables.channels.head, tables.out, tables.switch[sources], lids, values)
    return values


def effective_bandwidth(
    tables: Forwarding, ranks: IntArray, matchings: int, seed: int, *, large: bool = True
) -> EffectiveBandwidth:
    """Return the effective bisection bandwidth of a job.

    In each random perfect matching the two ranks of every pair send to each other at once, all pairs
    together, as in Netgauge's ``ebb`` (Hoefler, Schneider, Lumsdaine: Multistage switches are not
    crossbars, 2008; shares by congestion: ORCS, Schneider, Hoefler, Lumsdaine 2009). With an odd number of
    ranks a different rank is left out of each matching.

    Parameters
    ----------
    ranks
        Endpoint of each rank, (r,) int32.
    """
    random = np.random.default_rng(seed)
    half, at_once = len(ranks) // 2, max(1, _AT_ONCE // len(ranks))
    each, slowest, times = [], [], []
    for begin in range(0, matchings, at_once):
        count = min(at_once, matchings - begin)
        drawn = np.stack([ranks[random.permutation(len(ranks))[: 2 * half]] for _ in range(count)])
        met = np.concatenate([drawn[:, half:], drawn[:, :half]], axis=1)
        maximum = congestion(tables, drawn, met, seed, large=large)
        each.append((1.0 / maximum).mean(axis=1))
        slowest.append(1.0 / maximum.max(axis=1))
        times.append(np.maximum(maximum, np.roll(maximum, half, axis=1)).mean(axis=1))
    means = np.concatenate(each)
    spread = 1.96 * means.std(ddof=1) / np.sqrt(matchings) if matchings > 1 else 0.0
    return EffectiveBandwidth(
        mean=float(means.mean()),
        by_time=float(1.0 / np.concatenate(times).mean()),
        slowest=float(np.concatenate(slowest).mean()),
        half=float(spread),
        matchings=matchings,
        ranks=len(ranks),
    )


def heat_map(tables: Forwarding, ranks: IntArray, seed: int, *, large: bool = True) -> FloatArray:
    """Return the share of every pair of ranks, (r, r), sender first; nan on the diagonal.

    As measured by mpiGraph: for every shift k all ranks i send to rank i + k at once (Moody, LLNL 2007).
    """
    count = len(ranks)
    here = np.tile(np.arange(count), (count - 1, 1))
    there = (here + np.arange(1, count)[:, None]) % count
    shares = np.full((count, count), np.nan)
    shares[here, there] = 1.0 / congestion(tables, ranks[here], ranks[there], seed, large=large)
    return shares
