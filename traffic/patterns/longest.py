"""Longest matching: the permutation with the largest total distance."""

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.endpoints import Endpoints
from netfloor.traffic.patterns.pattern import Pattern, fixed_pattern

#: Limit on ranks (or on switches with equally many) for a matching of all pairs, which takes seconds.
MOST = 3_000


def longest_matching(name: str, endpoints: Endpoints, topology: Topology) -> Pattern:
    """Return the permutation of largest total distance, by a maximum weight matching on path lengths.

    Jyothi et al., "Measuring and understanding throughput of network topologies" (2016): a near worst case
    for every routing, since a packet takes at least its distance in channels. If all switches with ranks
    have equally many, all ranks of a switch send to one other switch; otherwise ranks are matched
    individually.

    Raises
    ------
    InputError
        If there are more than 3,000 switches or ranks to match.
    """
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - a heavy import
    from scipy.sparse.csgraph import shortest_path  # noqa: PLC0415

    switches, counts = np.unique(endpoints.rank_switch, return_counts=True)
    even = bool((counts == counts[0]).all())
    ends = switches if even else endpoints.rank_switch
    if len(ends) > MOST:
        what = f"{name} would match {len(ends):,} {'switches' if even else 'ranks'}"
        raise InputError(setting("pattern"), what, f"give at most {MOST:,} with {setting('ranks')}")
    hops = shortest_path(topology.adjacency, unweighted=True, indices=np.unique(ends))
    place = np.searchsorted(np.unique(ends), ends)
    length = hops[np.ix_(place, ends)]
    _, partner = linear_sum_assignment(length, maximize=True)
    to: IntArray = partner.astype(np.int32)
    if even:
        each = int(counts[0])
        to = (to[:, None] * each + np.arange(each)).ravel().astype(np.int32)
    mean = float(length[np.arange(len(ends)), partner].mean())
    return fixed_pattern(
        name, endpoints, to, f"longest matching: {mean:.4f} hops between partners on average"
    )
