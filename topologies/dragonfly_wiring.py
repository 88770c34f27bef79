"""Which global ports of a dragonfly's groups are joined."""

from collections.abc import Callable

import numpy as np

from topologies.circulant import circulant_pairs
from topologies.complete import complete_pairs
from topologies.topology import IntArray

#: The order in which a group's ports lead to the other groups of one round: keys of the
#: group itself, the other group, and the number of groups. Hastings et al. 2015, "Comparing
#: global link arrangements for dragonfly networks".
ARRANGEMENTS: dict[str, Callable[[IntArray, IntArray, int], IntArray]] = {
    "absolute": lambda _group, other, _groups: other,
    "relative": lambda group, other, groups: (other - group) % groups,
    "circulant": lambda group, other, groups: _near_first((other - group) % groups, groups),
}


def joined_ports(groups: int, ports: int, arrangement: str) -> IntArray:
    """Return the joined global ports, (channels, 2), port x of group i as ``i ports + x``.

    ``b = floor(ports / (groups - 1))`` rounds join every pair of groups once; the ports that are
    left join each group to r others by `surplus_pairs`. A group's ports take the rounds in
    turn, and in each the other groups in the order of the arrangement. For ``ports + 1``
    groups that is one round, the published arrangement itself.

    Parameters
    ----------
    groups
        At least 2, at most ``ports + 1``.
    ports
        Global ports of a group, ``a h``.
    arrangement
        A key of `ARRANGEMENTS`.
    """
    rounds, surplus = divmod(ports, groups - 1)
    everyone, some = complete_pairs(groups), surplus_pairs(groups, surplus)
    pairs = np.concatenate([np.tile(everyone, (rounds, 1)), some])
    turn = np.concatenate([np.repeat(np.arange(rounds), len(everyone)), np.full(len(some), rounds)])
    ends, others, turns = pairs.T.ravel(), pairs[:, ::-1].T.ravel(), np.tile(turn, 2)
    order = np.lexsort((ARRANGEMENTS[arrangement](ends, others, groups), turns, ends))
    starts = np.searchsorted(ends[order], np.arange(groups))
    port = np.empty(len(ends), dtype=np.int64)
    port[order] = np.arange(len(ends)) - starts[ends[order]]
    return np.asarray((ends * ports + port).reshape(2, -1).T, dtype=np.int32)


def surplus_pairs(groups: int, degree: int) -> IntArray:
    """Return a graph in which each group has ``degree`` links to other groups, (links, 2).

    ``degree`` is below ``groups - 1``. A circulant graph of the nearest groups; an odd degree adds
    the opposite group, or for an odd number of groups a matching along the cycle of jump
    ``(groups - 1) / 2``, which leaves group ``(groups + 1) / 2`` with one link less: no graph has an odd
    number of link ends.
    """
    jumps = tuple(range(1, degree // 2 + 1))
    if degree % 2 == 0:
        return circulant_pairs(groups, jumps)
    if groups % 2 == 0:
        return circulant_pairs(groups, (*jumps, groups // 2))
    cycle = np.arange(groups - 1, dtype=np.int32) * ((groups - 1) // 2) % groups
    return np.concatenate([circulant_pairs(groups, jumps), cycle.reshape(-1, 2)])


def _near_first(distance: IntArray, groups: int) -> IntArray:
    """Return the rank of +1, -1, +2, -2 ... of a distance around the ring of groups."""
    return np.where(2 * distance <= groups, 2 * distance - 1, 2 * (groups - distance))
