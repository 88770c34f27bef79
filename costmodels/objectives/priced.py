"""Objective: a price by length, or a weighted sum of several prices."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from netfloor.costmodels.objectives.price_terms import PriceTerm, priced_pairs
from netfloor.costmodels.sets.offers import IntArray
from netfloor.layout.bounds import Bound, PairSum
from netfloor.layout.lengths import PricedLengths, PricedPairs
from netfloor.layout.objective import NotPurchasable
from netfloor.layout.placed import Chain, ChainResult
from netfloor.layout.placers.at_random import place_by_annealing
from netfloor.layout.placers.from_start import refine
from netfloor.layout.problem import Problem
from netfloor.rooms.grid_lengths import GridLengths

#: Steps of the most expensive cable in a weighted sum: finer than any weight is known.
STEPS = 1_000_000


@dataclass(frozen=True, eq=False)
class PricedObjective:
    """A sum of positive weights times figures, each a sum over the cables.

    ``pairs`` are connected switches u < v with their link counts, as in `Problem.pairs`. Either every term
    covers all cables, or each cable belongs to one term: then a search uses their average price.
    """

    name: str
    unit: str
    terms: Sequence[tuple[float, PriceTerm]]
    pairs: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]

    def value(self, slot_of: npt.NDArray[np.int32]) -> float:
        """Return the figure of all purchasable cables; each of its terms is a sum of integer steps."""
        u, v, _ = self.pairs
        a, b = slot_of[u], slot_of[v]
        sold = ~self._unsold(a, b)
        steps = (int((self._links(term) * sold) @ term.prices.between(a, b)) for _, term in self.terms)
        return sum(
            weight * term.step * total for (weight, term), total in zip(self.terms, steps, strict=True)
        )

    def _links(self, term: PriceTerm) -> npt.NDArray[np.int64]:
        """Return the cables of each pair that a term covers."""
        return self.pairs[2] if term.links is None else term.links

    @cached_property
    def _shared_out(self) -> bool:
        """Whether each cable belongs to only one of several terms."""
        return len(self.terms) > 1 and self.terms[0][1].links is not None

    @property
    def all_sold(self) -> bool:
        """Whether every length in the room is on sale."""
        return all(term.unsold is None for _, term in self.terms)

    @property
    def only_price(self) -> PricedLengths | None:
        """The price of a link, far higher if not purchasable; None if there are several prices."""
        return self.counted if len(self.terms) == 1 else None

    @property
    def counted(self) -> PricedLengths:
        """The cost of a link in a search, in integer steps."""
        return self._mixed[0]

    def not_purchasable(self, slot_of: npt.NDArray[np.int32]) -> NotPurchasable | None:
        """Return the links of a placement that no part serves; None if all are purchasable."""
        u, v, counts = self.pairs
        a, b = slot_of[u], slot_of[v]
        unsold = self._unsold(a, b)
        if not unsold.any():
            return None
        lengths_mm = self.terms[0][1].prices.floor.between(a[unsold], b[unsold])
        return NotPurchasable(int(counts[unsold].sum()), int(lengths_mm.min()), int(lengths_mm.max()))

    def _unsold(self, a: npt.NDArray[np.int32], b: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Return True where no cable between two slots is on sale, elementwise."""
        missing = np.zeros(a.shape, dtype=bool)
        for _, term in self.terms:
            if term.unsold is not None:
                missing |= (term.unsold.between(a, b) > 0) & (self._links(term) > 0)
        return missing

    @cached_property
    def _mixed(self) -> tuple[PricedLengths, float]:
        """Return the cost of a link in a search, in integer steps, and the size of a step."""
        cables = max(int(self.pairs[2].sum()), 1)
        shares = [1.0 if t.links is None else int(t.links.sum()) / cables for _, t in self.terms]
        terms = zip(self.terms, shares, strict=True)
        weights = [(weight * share, term.step, term.weights) for (weight, term), share in terms]
        if len(weights) == 1:
            weight, step, prices = weights[0]
            return prices, weight * step
        floor, lengths = weights[0][2].floor, weights[0][2].length_mm
        costs = sum(w * step * prices.cost for w, step, prices in weights)
        apart = sum(w * step * prices.apart for w, step, prices in weights)
        step = float(max(np.max(np.abs(costs + apart)), np.max(np.abs(costs)), 1e-300)) / STEPS
        if any(isinstance(prices, PricedPairs) for *_, prices in weights):
            pairs = sum(w * size * prices.matrix() for w, size, prices in weights)
            return priced_pairs(floor, np.rint(pairs / step).astype(np.int64)), step
        whole = np.rint(costs / step).astype(np.int64)
        return PricedLengths(floor, lengths, whole, round(apart / step)), step

    @property
    def step(self) -> float:
        """Size of one step of a search's cost, in ``unit``."""
        return self._mixed[1]

    def improve(self, problem: Problem, start: ChainResult, chain: Chain) -> ChainResult:
        """Refine the shortest placement in every second chain; anneal a random placement in the others."""
        priced = replace(problem, lengths=self._mixed[0])
        if chain.number % 2:
            return replace(place_by_annealing(priced, chain), found_by=self.name)
        placed = refine(priced, start.slot_of, chain)
        return replace(placed, found_by=f"{self.name}, from the shortest")

    def least(self, bound: Bound) -> float:
        """Return a lower bound: by Jensen's inequality, the price at the mean length.

        The price is at least a nondecreasing convex function of the length (`_envelope`). The sum of such a
        function over the cables is at least their number times its value at their mean length, which is at
        least the certified mean. If cables belong to one of several terms, each counts at the cheapest.
        """
        cables = int(self.pairs[2].sum())
        mean_mm = bound.length_mm / max(cables, 1)
        if self._shared_out:
            prices = np.min([w * t.step * _min_by_length(t.prices) for w, t in self.terms], axis=0)
            return cables * _envelope(self.terms[0][1].prices.length_mm, prices, mean_mm)
        terms = ((w * t.step, t.prices) for w, t in self.terms)
        return sum(
            step * cables * _envelope(prices.length_mm, _min_by_length(prices), mean_mm)
            for step, prices in terms
        )

    def pair_sum(self) -> PairSum:
        """Return the price of all links; links that are not purchasable have the highest price on sale.

        If each link belongs to one of several terms, it counts at the cheapest.
        """
        u, v, counts = self.pairs
        routers = int(max(v.max(initial=0), u.max(initial=0))) + 1
        ends = np.concatenate([u, v]), np.concatenate([v, u])
        flow = csr_array((np.concatenate([counts, counts]), ends), shape=(routers, routers))
        if not self._shared_out:
            return PairSum(flow, np.asarray(sum(w * t.step * t.prices.matrix() for w, t in self.terms)))
        costs = np.min([w * t.step * _sold_matrix(t) for w, t in self.terms], axis=0)
        return PairSum(flow, np.minimum(costs, costs.max(initial=0.0, where=np.isfinite(costs))))


def _sold_matrix(term: PriceTerm) -> npt.NDArray[np.float64]:
    """Return the contribution of a link between slots, (S, S), infinity if not purchasable."""
    matrix = term.prices.matrix().astype(np.float64)
    return matrix if term.unsold is None else np.where(term.unsold.matrix() > 0, np.inf, matrix)


def _min_by_length(prices: PricedLengths) -> IntArray:
    """Return the least steps for a link of each length, in one cabinet or between two, (d,)."""
    minimum = prices.cost + min(prices.apart, 0)
    if isinstance(prices.floor, GridLengths):
        between = prices.length_mm != prices.floor.inside_mm
        minimum = np.where(between, prices.cost + prices.apart, minimum)
    return minimum


def _envelope(length_mm_of: IntArray, least: npt.NDArray[Any], length_mm: float) -> float:
    """Return the greatest nondecreasing convex function below a cost of lengths, at some length."""
    rising = np.minimum.accumulate(least[::-1])[::-1]
    hull: list[tuple[int, float]] = []
    for point in zip(length_mm_of.tolist(), rising.tolist(), strict=True):
        while len(hull) > 1 and _above(hull[-2], hull[-1], point):
            hull.pop()
        hull.append(point)
    lengths, costs = zip(*hull, strict=True)
    return float(np.interp(length_mm, lengths, costs))


def _above(item: tuple[int, float], middle: tuple[int, float], other: tuple[int, float]) -> bool:
    """Whether the middle point lies on or above the line through the others."""
    return (middle[1] - item[1]) * (other[0] - item[0]) >= (other[1] - item[1]) * (middle[0] - item[0])
