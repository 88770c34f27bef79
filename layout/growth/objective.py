"""A network placed with an older one in place: length, and cables that would have to be touched.

The cost is the total length in mm plus a weight for every cable of the old network that is
removed, moved, re-lengthed or of another rate. A cable that both networks have is left alone exactly while
both its routers stand where they stood and its length is what it was, so the cost is that of
a quadratic assignment problem with one more table of pairs: proper to two places, not to
their distance.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from netfloor.layout.problem import Problem

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class Growth:
    """The new network's problem beside what is there.

    Attributes
    ----------
    problem
        The new network in the new room; fixed routers may not move.
    home
        Slot of the new room that each router stands in now, (n,) int32, -1 for new routers and
        for those whose place is no more.
    pairs
        Joined pairs u < v that both networks have, (p, 2) int32.
    cables
        Cables of each such pair that both have, (p,) int64.
    length_mm
        Their length now, (p,) int64.
    gone
        Old cables that the new network has not, or at another rate.
    weight_mm
        What a touched cable costs.
    """

    problem: Problem
    home: npt.NDArray[np.int32]
    pairs: npt.NDArray[np.int32]
    cables: Ints
    length_mm: Ints
    gone: int
    weight_mm: int

    @cached_property
    def keepable(self) -> npt.NDArray[np.bool_]:
        """True for each pair whose cables need not be touched if its routers stay, (p,)."""
        one, other = self.home[self.pairs[:, 0]], self.home[self.pairs[:, 1]]
        there = np.minimum(one, other) >= 0
        now_mm = self.problem.lengths.between(np.maximum(one, 0), np.maximum(other, 0))
        return np.asarray(there & (now_mm == self.length_mm), dtype=np.bool_)

    def left_alone(self, slot_of: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Return True for each pair whose cables a placement does not touch, (p,)."""
        at_home = slot_of == self.home
        return np.asarray(self.keepable & at_home[self.pairs].all(axis=1), dtype=np.bool_)

    def touched(self, slot_of: npt.NDArray[np.int32]) -> int:
        """Return how many old cables a placement touches."""
        return self.gone + int(self.cables[~self.left_alone(slot_of)].sum())

    @property
    def least_touched(self) -> int:
        """Old cables that every placement touches, fixed routers apart."""
        return self.gone + int(self.cables[~self.keepable].sum())

    def cost(self, slot_of: npt.NDArray[np.int32]) -> int:
        """Return length and touched cables together, in mm."""
        return self.problem.cost(slot_of) + self.weight_mm * self.touched(slot_of)

    def arc_savings(self) -> Ints:
        """Return what each arc of the flow saves while both ends stay, in the order of its CSR."""
        flow, (u, v) = self.problem.flow, self.pairs[self.keepable].T.astype(np.int64)
        savings = np.zeros(flow.nnz, dtype=np.int64)
        rows = np.repeat(np.arange(flow.shape[0], dtype=np.int64), np.diff(flow.indptr))
        keys = rows * flow.shape[0] + flow.indices
        for one, other in ((u, v), (v, u)):
            places = np.searchsorted(keys, one * flow.shape[0] + other)
            savings[places] = self.cables[self.keepable] * self.weight_mm
        return savings
