"""Independent check of a claimed optimum: every placement is tried again, with simple pruning.

Shares no code with `layout.dense` and `layout.bands`, which search for optima.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from netfloor.layout.check.cables import AnyFloor, Network, TableFloor

#: Method of bounds from exhaustive search, also for objectives.
EVERY = "every placement tried"
#: Slots up to which a placer may try all placements.
MAX_SLOTS = 10
#: Largest number of costs evaluated, some seconds of work; beyond it there is no verdict.
MAX_LOOKED_AT = 2 * 10**8
#: Largest number of slots for which placements are tried again.
MAX_TRIED = 300
#: Partial placements processed together.
_TOGETHER = 256

Costs = npt.NDArray[np.float64]
Slots = npt.NDArray[np.int64]


def tabled(floor: AnyFloor) -> TableFloor:
    """Convert a room to a table of the lengths between all slots."""
    if isinstance(floor, TableFloor):
        return floor
    slots = range(len(floor.cabinet))
    lengths = np.array(
        [[floor.length(a, b) if a != b else 0 for b in slots] for a in slots], dtype=np.int64
    )
    return TableFloor(floor.x_mm, floor.y_mm, floor.cabinet, floor.names, lengths)


class _TooManyError(Exception):
    """Raised when there are too many partial placements."""


def none_is_below(
    limit: float, network: Network, costs: Sequence[Sequence[float]], slots: Sequence[int]
) -> bool | None:
    """Return whether no placement costs less than a limit; None if there are too many placements.

    Parameters
    ----------
    limit
        In the unit of the costs.
    costs
        Cost of a link between two slots, non-negative, symmetric, (S, S).
    slots
        Slots that switches may occupy.
    """
    if len(slots) < network.routers:
        return True
    if len(slots) > MAX_TRIED:
        return None
    among = np.array(costs, dtype=np.float64)[np.ix_(slots, slots)]
    search = _Search(network, among)
    try:
        return not search.finds_below(limit)
    except _TooManyError:
        return None


class _Search:
    """Exhaustive search that places the switches with the most links to earlier ones first.

    It first bounds the cost of links among the last switches, from the last two to all but the first.
    """

    def __init__(self, network: Network, costs: Costs) -> None:
        count = network.routers
        links = np.zeros((count, count))
        for (u, v), many in zip(network.links, network.multiplicity, strict=True):
            links[u, v] = links[v, u] = many
        order = _order(links)
        self.links = links[np.ix_(order, order)]
        self.costs, self.before = _without_spare(costs, count)
        self.after = np.zeros(count + 1)
        self.looked_at = 0

    def finds_below(self, limit: float) -> bool:
        """Return True if some placement costs less than the limit."""
        for first in range(len(self.links) - 2, 0, -1):
            self.after[first] = min(self._found(first, np.inf))
        return any(True for _ in self._found(0, limit))

    def _found(self, first: int, limit: float) -> Iterator[float]:
        """Yield decreasing costs below a limit for the switches from ``first`` on.

        The last is the minimum.
        """
        left = [(np.zeros((1, 0), dtype=np.int64), np.zeros(1))]
        while left:
            placed, spent = left.pop()
            ahead = first + placed.shape[1]
            if ahead == len(self.links):
                if (minimum := float(spent.min())) < limit:
                    limit = minimum
                    yield limit
                continue
            row, slot, cost, bound = self._longer(placed, spent, first)
            paying = np.flatnonzero(bound < limit)
            # the most promising are processed next
            paying = paying[np.argsort(bound[paying], kind="stable")][::-1]
            longer, cost = np.hstack([placed[row], slot[:, None]])[paying], cost[paying]
            cuts = range(len(paying) % _TOGETHER, len(paying), _TOGETHER)
            parts = zip(np.split(longer, cuts), np.split(cost, cuts), strict=True)
            left += [part for part in parts if len(part[1])]

    def _longer(self, placed: Slots, spent: Costs, first: int) -> tuple[Slots, Slots, Costs, Costs]:
        """Return every extension by a switch: parent placement, slot, cost and a bound.

        For the bound, every remaining switch takes its cheapest slot for its links to the placed switches.
        """
        size, ahead = len(self.costs), first + placed.shape[1]
        self.looked_at += len(placed) * size * (len(self.links) - ahead) * max(placed.shape[1], 1)
        if self.looked_at > MAX_LOOKED_AT:
            raise _TooManyError
        joined = np.tensordot(self.links[ahead:, first:ahead], self.costs[placed], (1, 1))
        used = np.zeros((len(placed), size + 1), dtype=bool)
        np.put_along_axis(used, placed, values=True, axis=1)
        used[:, -1] = True
        joined[:, used[:, :-1]] = np.inf
        rest = spent + joined[1:].min(axis=2).sum(axis=0) + self.after[ahead]
        row, slot = np.nonzero(~used[:, :-1] & used[:, self.before])
        added = joined[0, row, slot]
        return row, slot, spent[row] + added, rest[row] + added


def _order(links: Costs) -> list[int]:
    """Order the switches, each with the most links to earlier ones and then to later ones."""
    order: list[int] = []
    left = list(range(len(links)))
    while left:
        chosen = max(left, key=lambda item: (links[item, order].sum(), links[item, left].sum(), -item))
        order.append(chosen)
        left.remove(chosen)
    return order


def _without_spare(costs: Costs, count: int) -> tuple[Costs, Slots]:
    """Return the costs of the slots that may be needed, and for each the slot that is filled before it.

    Slots with equal costs to all others are filled in their order, and no more of them than there are
    switches; -1 for slots without a predecessor.
    """
    classes: list[list[int]] = []
    for slot in range(len(costs)):
        alike = (item for item in classes if _same(costs, item[0], slot))
        result = next(alike, None)
        if result is None:
            classes.append([slot])
        elif len(result) < count:
            result.append(slot)
    kept = sorted(slot for item in classes for slot in item)
    place = {slot: new for new, slot in enumerate(kept)}
    before = np.full(len(kept), -1)
    for clazz in classes:
        for behind, ahead in pairwise(clazz):
            before[place[ahead]] = place[behind]
    return costs[np.ix_(kept, kept)], before


def _same(costs: Costs, value: int, other: int) -> bool:
    differs = costs[value] != costs[other]
    differs[[value, other]] = False
    return not differs.any()
