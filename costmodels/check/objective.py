"""Objective value of a placement, and its lower bound, by direct computation.

Shares no code with `costmodels.objectives`: every cable is priced individually, and every latency is a
shortest path through the graph of switches.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra, shortest_path

from netfloor.costmodels.check.prices import CableFigure, CableWay
from netfloor.foundation.units import CABLE_NS_PER_M
from netfloor.layout.check.cables import AnyFloor, Floor, Network, TableFloor, min_crossing

#: Scale factors tried for a hall's straight-line distances below its cable lengths, in thousandths.
_SHARES = range(1000, 450, -50)

#: Bits of a length in mm: up to 1,000 km, and two lengths fit into 64 bits.
_BITS = 30

Matrix = npt.NDArray[np.float64]
#: Links that no part serves: their number, and the shortest and longest in mm.
Unsold = tuple[int, int, int]


@dataclass(frozen=True)
class Found:
    """A figure of a placement, and its links that are not purchasable, None if all are."""

    value: float
    unsold: Unsold | None = None


class LinkSum:
    """A weighted sum of figures over all cables."""

    def __init__(self, terms: Sequence[tuple[float, CableFigure]], network: Network) -> None:
        self._terms, self._multiplicities = terms, sorted(set(network.multiplicity))
        self._parts = cache(self._figures)

    def _figures(self, way: CableWay) -> tuple[Fraction, ...] | None:
        results = [figure(way) for _, figure in self._terms]
        sold = tuple(item for item in results if item is not None)
        return sold if len(sold) == len(results) else None

    def value(self, slot_of: Sequence[int], network: Network, floor: AnyFloor) -> Found:
        """Return the figure over all purchasable cables."""
        counts: Counter[CableWay] = Counter()
        for (u, v), many in zip(network.links, network.multiplicity, strict=True):
            a, b = slot_of[u], slot_of[v]
            counts[CableWay(*floor.ways(a, b), floor.cabinet[a] == floor.cabinet[b], many)] += many
        totals, unsold = [Fraction(0)] * len(self._terms), Counter[int]()
        for way, many in counts.items():
            figures = self._parts(way)
            if figures is None:
                unsold[way.shortest_mm] += many
            else:
                totals = [total + many * figure for total, figure in zip(totals, figures, strict=True)]
        value = sum(weight * float(total) for (weight, _), total in zip(self._terms, totals, strict=True))
        return Found(value, (unsold.total(), min(unsold), max(unsold)) if unsold else None)

    def cost(self, copper_mm: int, fibre_mm: int, inside: bool) -> float | None:
        """Return a cable's contribution, for the cheapest number in parallel; None if not purchasable."""
        ways = (CableWay(copper_mm, fibre_mm, inside, many) for many in self._multiplicities)
        sold = [figures for way in ways if (figures := self._parts(way)) is not None]
        costs = (zip(self._terms, figures, strict=True) for figures in sold)
        return min(
            (sum(weight * float(item) for (weight, _), item in each) for each in costs), default=None
        )

    def between(self, floor: TableFloor, unsold: float) -> Matrix:
        """Return a cable's contribution between any two slots, (S, S); ``unsold`` if not purchasable."""
        rows = [np.unique(kinds, return_inverse=True) for kinds in _kinds(floor)]
        cost = {
            kind: self.cost(*_kind(kind)) for kind in {item for kinds, _ in rows for item in kinds.tolist()}
        }
        price = {kind: unsold if result is None else result for kind, result in cost.items()}
        matrix = np.array([np.array([price[k] for k in kinds.tolist()])[which] for kinds, which in rows])
        np.fill_diagonal(matrix, 0.0)
        return np.asarray(matrix)

    def least(self, floor: AnyFloor, cables: int, length_mm: int) -> float:
        """Return a lower bound for placements with this total length whose cables are all purchasable.

        By Jensen's inequality: the number of cables times the value, at their mean length, of the greatest
        nondecreasing convex function below the price of every length.
        """
        mean_mm, cheapest = length_mm / max(cables, 1), dict[int, float]()
        for length, cost in self._offers(floor):
            cheapest[length] = min(cost, cheapest.get(length, np.inf))
        if not cables or not cheapest:
            return 0.0 if not cables else np.inf
        length, cost = np.array(sorted(cheapest.items())).T
        rising = np.minimum.accumulate(cost[::-1])[::-1]
        short, far = length < mean_mm, length >= mean_mm
        rise = (rising[far] - rising[short][:, None]) / (length[far] - length[short][:, None])
        chords = rising[short][:, None] + rise * (mean_mm - length[short])[:, None]
        return cables * float(min(chords.min(initial=np.inf), rising[far].min(initial=np.inf)))

    def _offers(self, floor: AnyFloor) -> Iterable[tuple[int, float]]:
        """Yield the lengths of purchasable cables between two slots, each with its contribution."""
        if isinstance(floor, Floor):
            kinds = {(mm, mm, False) for mm in lengths_of(floor)} | {(floor.inside_mm,) * 2 + (True,)}
        else:
            rows = (np.unique(np.delete(row, slot)) for slot, row in enumerate(_kinds(floor)))
            kinds = {_kind(item) for row in rows for item in row.tolist()}
        for copper_mm, fibre_mm, inside in kinds:
            cost = self.cost(copper_mm, fibre_mm, inside)
            if cost is not None:
                yield min(way for way in (copper_mm, fibre_mm) if way >= 0), cost


def _kinds(floor: TableFloor) -> Iterator[npt.NDArray[np.int64]]:
    """Yield, for each slot, its cables' lengths and whether they stay inside, as one number each, (S,)."""
    both = floor.length_mm[None] if floor.by_medium_mm is None else floor.by_medium_mm
    home = np.array(floor.cabinet)
    for slot in range(len(home)):
        ways = (both[0, slot] + 1) << _BITS | both[-1, slot] + 1
        yield np.asarray(ways << 1 | (home == home[slot]))


def _kind(number: int) -> tuple[int, int, bool]:
    """Decode a number of `_kinds`: copper and fibre length in mm, and whether inside."""
    return (number >> 1 + _BITS) - 1, (number >> 1 & (1 << _BITS) - 1) - 1, bool(number & 1)


def lengths_of(floor: AnyFloor) -> list[int]:
    """Return every possible length of a cable between two slots, in mm, ascending."""
    if isinstance(floor, TableFloor):
        apart = ~np.eye(len(floor.cabinet), dtype=bool)
        return [int(mm) for mm in np.unique(floor.length_mm[apart])]
    x, y = ({abs(a - b) for a in set(at) for b in set(at)} for at in (floor.x_mm, floor.y_mm))
    return sorted({floor.inside_mm, *(floor.apart_mm + a + b for a in x for b in y)})


def longest_m(slot_of: Sequence[int], network: Network, floor: AnyFloor) -> Found:
    """Return the length of the longest cable, m."""
    lengths = (floor.length(slot_of[u], slot_of[v]) for u, v in network.links)
    return Found(max(lengths, default=0) / 1000)


def min_longest_m(floor: AnyFloor, cables: int, length_mm: int) -> float:
    """Return a lower bound on the longest cable, m: the first length not below the mean."""
    if not cables:
        return 0.0
    lengths = lengths_of(floor)
    return min((mm for mm in lengths if mm * cables >= length_mm), default=lengths[-1]) / 1000


@dataclass(frozen=True)
class Latencies:
    """Latency over minimum-latency paths: ``switch_ns`` per hop plus `CABLE_NS_PER_M` per metre.

    Each pair of the switches in ``ends`` (those with endpoints) counts once. ``per_m`` ns are added for
    each metre of cable in the room.
    """

    network: Network
    ends: tuple[int, ...]
    switch_ns: float
    worst: bool = False
    per_m: float = 0.0

    def value(self, slot_of: Sequence[int], floor: AnyFloor) -> Found:
        """Return the mean or maximum latency of a placement, ns."""
        links = self.network.links
        mm = [floor.length(slot_of[u], slot_of[v]) for u, v in links]
        ns = self._between_ends(lambda link: self.switch_ns + CABLE_NS_PER_M * mm[link] / 1000)
        metres = (
            sum(length * many for length, many in zip(mm, self.network.multiplicity, strict=True)) / 1000
        )
        return Found(self._figure(ns) + self.per_m * metres)

    def _figure(self, table: Matrix) -> float:
        pairs = max(len(table) * (len(table) - 1), 1)
        return float(table.max(initial=0.0)) if self.worst else float(table.sum()) / pairs

    def _between_ends(self, weight: Callable[[int], float]) -> Matrix:
        """Return the shortest distances between the ends under a link weight, (e, e)."""
        n, links = self.network.routers, np.array(self.network.links, dtype=np.int64).reshape(-1, 2)
        weights = np.array([weight(link) for link in range(len(links))], dtype=float)
        graph = csr_array((np.maximum(weights, 1e-300), (links[:, 0], links[:, 1])), shape=(n, n))
        return np.asarray(dijkstra(graph, directed=False, indices=list(self.ends))[:, list(self.ends)])

    def least(self, floor: AnyFloor, length_mm: int) -> float:
        """Return a lower bound: fewest hops, along straight lines over the best slots."""
        n = len(self.ends)
        if n < 2:
            return self.per_m * length_mm / 1000
        hops = self._between_ends(lambda _: 1.0)
        mean_hops, max_hops = hops.sum() / (n * (n - 1)), hops.max()
        cuts = np.arange(n + 1, dtype=np.int64) * np.arange(n, -1, -1, dtype=np.int64)
        proved = []
        for x, y, fixed_mm in straight_below(floor):
            straight_mm = min_crossing(cuts, x) + min_crossing(cuts, y)
            hop_ns = self.switch_ns + CABLE_NS_PER_M * fixed_mm / 1000
            mean_ns = mean_hops * hop_ns + CABLE_NS_PER_M * straight_mm / 1000 / (n * (n - 1) / 2)
            proved.append(max(mean_ns, max_hops * hop_ns) if self.worst else mean_ns)
        return float(max(proved)) + self.per_m * length_mm / 1000

    def pairs(self, floor: TableFloor) -> tuple[Network, Matrix, float]:
        """Return links that represent all pairs of ends, their weights between slots, and the hops' ns.

        Two switches with a single common neighbour either go through it, over two cables, or pay another
        hop and at least three of the shortest cables; all other pairs are bounded by distance over slots.
        Every contribution is capped at half of that.
        """
        n, joined = len(self.ends), {frozenset(link) for link in self.network.links}
        near: list[set[int]] = [set() for _ in range(self.network.routers)]
        for u, v in self.network.links:
            near[u].add(v)
            near[v].add(u)
        counts = Counter[frozenset[int]]()
        for pair in map(frozenset, combinations(self.ends, 2)):
            u, v = pair
            common = set() if pair in joined else near[u] & near[v]
            through = (frozenset((end, *common)) for end in pair)
            counts.update(through if len(common) == 1 else (pair,))
        length_mm = floor.length_mm.astype(float)
        shortest = length_mm[~np.eye(len(length_mm), dtype=bool)].min()
        max_mm = (self.switch_ns / CABLE_NS_PER_M * 1000 + 3 * shortest) / 2
        ways_mm = np.minimum(shortest_path(length_mm, directed=False), max_mm)
        mean_hops = self._between_ends(lambda _: 1.0).sum() / (n * (n - 1))
        links = tuple((min(pair), max(pair)) for pair in counts)
        between = CABLE_NS_PER_M / 1000 / (n * (n - 1) / 2) * ways_mm
        pairs = Network(self.network.routers, links, tuple(counts.values()))
        return pairs, between, float(mean_hops * self.switch_ns)


def straight_below(floor: AnyFloor) -> Iterable[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Yield slot positions (x, y) and a constant: each cable is at least that plus the distance, mm."""
    if isinstance(floor, Floor):
        yield floor.x_mm, floor.y_mm, min(floor.apart_mm, floor.inside_mm)
        return
    home = np.array(floor.cabinet)
    same = home[:, None] == home[None, :]
    inside = floor.length_mm[same & ~np.eye(len(home), dtype=bool)]
    for share in _SHARES:
        x, y = (np.array(at, dtype=np.int64) * share // 1000 for at in (floor.x_mm, floor.y_mm))
        across = abs(x[:, None] - x[None, :]) + abs(y[:, None] - y[None, :])
        spare = np.concatenate([(floor.length_mm - across)[~same], inside])
        yield tuple(x.tolist()), tuple(y.tolist()), int(spare.min())


def weights_of(name: str) -> Mapping[str, float]:
    """Return the weights of an objective by its name, such as ``money + 0.5*power``."""
    terms = [part.strip().rpartition("*") for part in name.split(" + ")]
    return {figure: float(weight) if weight else 1.0 for weight, _, figure in terms}
