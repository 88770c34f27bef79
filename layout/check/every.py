"""The independent check of an optimum that trying every placement found: branch and bound, plainly.

Shares no code with `layout.dense`, which tries them all.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from netfloor.layout.check.cables import AnyFloor, Network, TableFloor

#: How bounds and lower bounds of objectives say that they were found so.
EVERY = "every placement tried"
#: Slots that whoever tries all placements may choose from.
MOST_SLOTS = 10
#: Partial placements looked at, some seconds; where that does not do, nothing is said.
MOST_LOOKED_AT = 50_000


def tabled(floor: AnyFloor) -> TableFloor:
    """Return a room with the length of every pair of slots."""
    if isinstance(floor, TableFloor):
        return floor
    slots = range(len(floor.cabinet))
    lengths = np.array(
        [[floor.length(a, b) if a != b else 0 for b in slots] for a in slots], dtype=np.int64
    )
    return TableFloor(floor.x_mm, floor.y_mm, floor.cabinet, floor.names, lengths)


class _TooManyError(Exception):
    """More partial placements than anybody waits for."""


def none_is_below(
    limit: float, network: Network, costs: Sequence[Sequence[float]], slots: Sequence[int]
) -> bool | None:
    """Return whether no placement costs less than a limit; None if there are too many to say.

    Parameters
    ----------
    limit
        In the unit of the costs.
    network
        What is placed.
    costs
        What a link between two slots costs, 0 or more, symmetric, (S, S).
    slots
        Those that a switch may be in.
    """
    search = _Search(limit, network, costs, slots)
    try:
        return not search.finds_below([], list(slots), 0.0)
    except _TooManyError:
        return None


@dataclass
class _Search:
    """Switches by the number of links to those before them, each in every slot that could still pay."""

    limit: float
    network: Network
    costs: Sequence[Sequence[float]]
    slots: Sequence[int]
    looked_at: int = 0
    order: list[int] = field(default_factory=list)
    links: dict[int, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    twins: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for (u, v), many in zip(self.network.links, self.network.multiplicity, strict=True):
            self.links[u][v] = self.links[v][u] = many
        left = set(range(self.network.routers))
        while left:
            chosen = max(
                left, key=lambda one: (self._joined(one, self.order), self._joined(one, left), -one)
            )
            self.order.append(chosen)
            left.remove(chosen)
        for slot in self.slots:  # those that cost the same everywhere are one choice
            self.twins[slot] = next(one for one in self.slots if one == slot or self._alike(one, slot))

    def _joined(self, router: int, others: Iterable[int]) -> int:
        return sum(self.links[router].get(other, 0) for other in others)

    def _alike(self, one: int, other: int) -> bool:
        rest = (slot for slot in self.slots if slot not in (one, other))
        return all(self.costs[one][slot] == self.costs[other][slot] for slot in rest)

    def finds_below(self, placed: list[int], free: list[int], spent: float) -> bool:
        """Return True if some way to go on costs less than the limit."""
        self.looked_at += 1
        if self.looked_at > MOST_LOOKED_AT:
            raise _TooManyError
        if len(placed) == len(self.order):
            return spent < self.limit
        if len(placed) + len(free) < len(self.order):
            return False
        if spent + self._at_least(placed, free) >= self.limit:
            return False
        tried, added = set(), []
        for slot in free:
            if self.twins[slot] not in tried:
                tried.add(self.twins[slot])
                added.append((self._cost(len(placed), slot, placed), slot))
        return any(
            self.finds_below([*placed, slot], [one for one in free if one != slot], spent + cost)
            for cost, slot in sorted(added)
        )

    def _cost(self, index: int, slot: int, placed: Sequence[int]) -> float:
        """Return what the links of a switch to those placed cost from a slot."""
        own, row = self.links[self.order[index]], self.costs[slot]
        return sum(own.get(other, 0) * row[at] for other, at in zip(self.order, placed, strict=False))

    def _at_least(self, placed: Sequence[int], free: Sequence[int]) -> float:
        """Return what no way to go on adds less than.

        Every switch has its cheapest slot for its links to those placed; between the others the most
        links have the cheapest pairs of slots.
        """
        rest = range(len(placed), len(self.order))
        joined = sum(min(self._cost(index, slot, placed) for slot in free) for index in rest)
        after = [self.order[index] for index in rest]
        many = [self.links[u].get(v, 0) for i, u in enumerate(after) for v in after[i + 1 :]]
        pairs = sorted(self.costs[a][b] for i, a in enumerate(free) for b in free[i + 1 :])
        return joined + sum(
            links * cost for links, cost in zip(sorted(many, reverse=True), pairs, strict=False) if links
        )
