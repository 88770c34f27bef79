"""A lower bound on balanced cuts of several groups, from the best cuts of one group."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from netfloor.research.partitions.bounds.cut_curve import cut_curve
from netfloor.structure.arrays import LongArray
from netfloor.topologies.families.lattices.lattice import Dimension, lattice_routers
from netfloor.topologies.topology import Topology

#: Infinity; four of them can be added without overflow.
_NEVER = np.int64(1 << 60)
#: Limit on groups up to which some may be counted as neither full nor empty.
MAX_SPLIT = 16


@dataclass(frozen=True, eq=False, repr=False)
class GroupBound:
    """A lower bound on the balanced cuts of a network of equal groups.

    A side of the cut holds s of the a switches of a group, which costs ``c(s)`` links within the group. A
    group is nearly full or nearly empty if at most m switches are missing or present; otherwise it is open.
    If all f nearly full groups were full and all e nearly empty ones empty, at least the links of the ``f
    e`` least connected pairs would be cut; every missing or present switch changes that by at most its own
    links to other groups. The bound is the minimum over all ways to hold half of the switches, for any m.

    Attributes
    ----------
    inside
        Minimum links that leave 0 .. a switches of a group, (a + 1,): c.
    between
        Links between two groups, ascending, one for each pair.
    outward
        Maximum links of one switch to other groups.
    """

    inside: LongArray
    between: LongArray
    outward: int
    groups: int

    @property
    def size(self) -> int:
        """Switches of a group, a."""
        return len(self.inside) - 1

    @cached_property
    def _joined(self) -> LongArray:
        return np.concatenate([[0], np.cumsum(self.between)])

    def links(self) -> int:
        """Return the largest bound over several m."""
        shares = [2, 4, 8, self.size + 1] if self.groups <= MAX_SPLIT else [2]
        return max(self._least(maximum) for maximum in {self.size // share for share in shares})

    def _least(self, most: int) -> int:
        """Return the bound if a group is nearly full or empty up to ``most`` switches."""
        near = _sums(self.inside[: most + 1], self.groups)
        open_ = self.inside.copy()
        open_[: most + 1] = open_[self.size - most :] = _NEVER
        between = _sums(open_, self.groups if (open_ < _NEVER).any() else 0)
        return min(
            self._of(near[full], near[empty], between[self.groups - full - empty], full, empty)
            for full in range(self.groups + 1)
            for empty in range(self.groups + 1 - full)
            if self.groups - full - empty < len(between)
        )

    def _of(self, missing: LongArray, there: LongArray, open_: LongArray, full: int, empty: int) -> int:
        """Return the bound for given numbers of groups of each kind, from costs by number of switches."""
        left = self.size * self.groups // 2 - full * self.size
        if len(open_) == 1:
            lacking = np.arange(max(0, -left), min(len(missing), len(there) - left))
            added = lacking + left
        else:
            lacking, added = np.indices((len(missing), len(there)))
        rest = left + lacking - added
        possible = (rest >= 0) & (rest < len(open_))
        lacking, added, rest = lacking[possible], added[possible], rest[possible]
        cut = self._joined[full * empty] - self.outward * (lacking + added)
        costs = missing[lacking] + there[added] + open_[rest] + np.maximum(cut, 0)
        return int(costs.min(initial=_NEVER))


def _sums(costs: LongArray, most: int) -> list[LongArray]:
    sums = [np.zeros(1, dtype=np.int64)]
    for _ in range(most):
        last = sums[-1]
        longer = np.full(len(last) + len(costs) - 1, _NEVER)
        for number, cost in enumerate(costs.tolist()):
            part = longer[number : number + len(last)]
            np.minimum(part, np.minimum(last + cost, _NEVER), out=part)
        sums.append(longer)
    return sums


def group_bound(part: Topology, inner: Sequence[Dimension], groups: int) -> GroupBound:
    """Return the bound of a network of consecutively numbered groups, each a product of ``inner``.

    Raises
    ------
    ValueError
        If the switches do not divide into these groups.
    """
    size, over = divmod(part.routers, groups)
    if over or size != lattice_routers(inner):
        raise ValueError("the network is not so many groups")
    cuts = cut_curve(inner).lower if inner else np.zeros(0, dtype=np.int64)
    half = np.concatenate([[0], cuts])
    inside = np.concatenate([half, half[: size + 1 - len(half)][::-1]])
    ends = part.links.astype(np.int64) // size
    apart = ends[:, 0] != ends[:, 1]
    joined = np.zeros((groups, groups), dtype=np.int64)
    np.add.at(joined, (ends[apart, 0], ends[apart, 1]), part.multiplicity[apart])
    between = np.sort((joined + joined.T)[np.triu_indices(groups, 1)])
    outward = np.bincount(part.links[apart].ravel(), np.repeat(part.multiplicity[apart], 2), part.routers)
    return GroupBound(inside, between, int(outward.max()), groups)
