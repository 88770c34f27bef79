"""How SkyWalk's author wires racks: complete inside, straight lines, then diagonals."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from netfloor.topologies.families.drawn.link_set import LinkSet
from netfloor.topologies.topology import IntArray

#: Trials of a random matching, the best of which is kept, in the author's generator.
_TRIALS = 10


@dataclass(frozen=True)
class RackGrid:
    """Racks in a grid, numbered row by row, and the routers that they hold.

    Attributes
    ----------
    rows, columns
        Shape of the grid; the last row in use may be ragged.
    per_rack
        Routers that a rack has room for, z.
    routers
        Number of routers.
    racks
        Number of racks in use, c.
    """

    rows: int
    columns: int
    per_rack: int
    routers: int
    racks: int

    @property
    def rack_of(self) -> IntArray:
        """Rack of each router, ``floor(v c / n)``, (n,)."""
        return (np.arange(self.routers) * self.racks // self.routers).astype(np.int32)

    @property
    def lines(self) -> list[range]:
        """Racks of every row, then racks of every column."""
        width, used = self.columns, self.racks
        across = [range(first, min(first + width, used)) for first in range(0, used, width)]
        return across + [range(first, used, width) for first in range(min(width, used))]

    @property
    def straight_degree(self) -> int:
        """Ports of a router that join every rack to all in its row and column, rounded up."""
        return -(-(self.rows - 1 + self.columns - 1) // self.per_rack)


class RackWiring:
    """Joins racks by joining their routers in turn.

    Every rack has a cyclic pointer over its routers. A link between two racks takes the next
    router of each and moves both pointers on, also where these two are joined already or have
    no port left: then the rule leaves the link out.
    """

    def __init__(self, grid: RackGrid, links: LinkSet) -> None:
        self.links = links
        starts = np.searchsorted(grid.rack_of, np.arange(grid.racks + 1))
        self._members = [range(a, b) for a, b in pairwise(starts.tolist())]
        self._next = [0] * grid.racks

    def fill_racks(self) -> None:
        """Join all routers of each rack with each other."""
        for members in self._members:
            for u, v in combinations(members, 2):
                self.links.add(u, v)

    def join(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Join racks pair by pair."""
        for first, second in pairs:
            u, v = self._take(first), self._take(second)
            if self.links.accepts(u, v):
                self.links.add(u, v)

    def _take(self, rack: int) -> int:
        members, turn = self._members[rack], self._next[rack]
        self._next[rack] = (turn + 1) % len(members)
        return members[turn]


def wire(grid: RackGrid, degree: int, generator: np.random.Generator) -> LinkSet:
    """Return the links of SkyWalk's rule for radix ``degree``, deficits and all.

    Inside a rack all routers are joined (``d_i = z - 1``); ``d_o = degree - d_i`` ports leave it.
    If ``d_o`` suffices for every rack to reach all racks of its row and column, these links are
    made and the rest are random ones between racks that share neither; otherwise all are random
    ones between racks that share one of them.

    Source: the generator of the author of SkyWalk (Fujiwara et al., IPDPS 2014).
    """
    wiring = RackWiring(grid, LinkSet(grid.routers, degree))
    wiring.fill_racks()
    outside = degree - (grid.per_rack - 1)
    diagonal = outside - grid.straight_degree
    if diagonal < 0:
        wiring.join(_random_pairs(grid, outside, generator, sharing=True))
        return wiring.links
    for line in grid.lines:
        wiring.join(combinations(line, 2))
    wiring.join(_random_pairs(grid, diagonal, generator, sharing=False))
    return wiring.links


def _random_pairs(
    grid: RackGrid, ports: int, generator: np.random.Generator, *, sharing: bool
) -> list[tuple[int, int]]:
    """Return random rack pairs, each once, ``ports`` for every router place of a rack."""
    from netfloor.topologies.families.drawn.skywalk_kernels import greedy_rounds  # noqa: PLC0415 - loads Numba

    racks = np.arange(grid.racks, dtype=np.int32)
    rounds = ports * grid.per_rack
    best = np.empty((0, 2), dtype=np.int32)
    for _ in range(_TRIALS):
        orders = generator.permuted(np.tile(racks, (rounds, 1)), axis=1)
        pairs = greedy_rounds(orders, racks // grid.columns, racks % grid.columns, sharing)
        best = max(best, pairs, key=len)
        if len(best) == rounds * (grid.racks // 2):
            break
    return [(int(first), int(second)) for first, second in best]
