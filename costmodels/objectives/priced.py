"""Objective: a price by length, or a weighted sum of several."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.objectives.price_terms import PriceTerm, priced_pairs
from netfloor.layout.bounds import Bound
from netfloor.layout.lengths import PricedLengths, PricedPairs
from netfloor.layout.placed import Chain, Placed
from netfloor.layout.placers.at_random import place_by_annealing
from netfloor.layout.placers.from_start import refine
from netfloor.layout.problem import Problem
from netfloor.rooms.grid_lengths import GridLengths

#: Steps of the dearest cable in a weighted sum: finer than any weight is known.
STEPS = 1_000_000


@dataclass(frozen=True, eq=False)
class PricedObjective:
    """Weights above 0 times figures that are sums over the cables.

    ``pairs`` are joined routers u < v and their link counts, as `Problem.pairs`.
    """

    name: str
    unit: str
    terms: Sequence[tuple[float, PriceTerm]]
    pairs: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]

    def value(self, slot_of: npt.NDArray[np.int32]) -> float:
        """Return the figure of a placement; each of its terms is a sum of whole steps."""
        u, v, counts = self.pairs
        a, b = slot_of[u], slot_of[v]
        steps = (int(counts @ term.prices.between(a, b)) for _, term in self.terms)
        return sum(
            weight * term.step * total for (weight, term), total in zip(self.terms, steps, strict=True)
        )

    @cached_property
    def _mixed(self) -> tuple[PricedLengths, float]:
        """Return all terms as one price in whole steps, and the size of a step."""
        if len(self.terms) == 1:
            weight, term = self.terms[0]
            return term.prices, weight * term.step
        floor, lengths = self.terms[0][1].prices.floor, self.terms[0][1].prices.length_mm
        costs = sum(w * t.step * t.prices.cost for w, t in self.terms)
        apart = sum(w * t.step * t.prices.apart for w, t in self.terms)
        step = float(max(np.max(np.abs(costs + apart)), np.max(np.abs(costs)), 1e-300)) / STEPS
        if any(isinstance(t.prices, PricedPairs) for _, t in self.terms):
            pairs = sum(w * t.step * t.prices.matrix() for w, t in self.terms)
            return priced_pairs(floor, np.rint(pairs / step).astype(np.int64)), step
        whole = np.rint(costs / step).astype(np.int64)
        return PricedLengths(floor, lengths, whole, round(apart / step)), step

    @property
    def step(self) -> float:
        """Size of one step of a search's cost, in ``unit``."""
        return self._mixed[1]

    def improve(self, problem: Problem, start: Placed, chain: Chain) -> Placed:
        """Refine the shortest placement, in every second chain; anneal a random one in the others."""
        priced = replace(problem, lengths=self._mixed[0])
        if chain.number % 2:
            return replace(place_by_annealing(priced, chain), found_by=self.name)
        placed = refine(priced, start.slot_of, chain)
        return replace(placed, found_by=f"{self.name}, from the shortest")

    def least(self, bound: Bound) -> float:
        """Return what no placement is below: by Jensen's inequality the price of the mean length.

        Under the price lies a convex function of the length that nowhere falls (`_envelope`). The sum of
        such a function over the cables is at least their number times its value at their
        mean length, which is at least the certified one.
        """
        cables = int(self.pairs[2].sum())
        mean_mm = bound.length_mm / max(cables, 1)
        return sum(w * t.step * cables * _envelope(t.prices, mean_mm) for w, t in self.terms)


def _envelope(prices: PricedLengths, length_mm: float) -> float:
    """Return the greatest convex, nowhere falling function below a price, at some length."""
    least = prices.cost + min(prices.apart, 0)
    if isinstance(prices.floor, GridLengths):
        between = prices.length_mm != prices.floor.inside_mm
        least = np.where(between, prices.cost + prices.apart, least)
    rising = np.minimum.accumulate(least[::-1])[::-1]
    hull: list[tuple[int, int]] = []
    for point in zip(prices.length_mm.tolist(), rising.tolist(), strict=True):
        while len(hull) > 1 and _above(hull[-2], hull[-1], point):
            hull.pop()
        hull.append(point)
    lengths, costs = zip(*hull, strict=True)
    return float(np.interp(length_mm, lengths, costs))


def _above(one: tuple[int, int], middle: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return True if the middle point lies on or above the line through the others."""
    return (middle[1] - one[1]) * (other[0] - one[0]) >= (other[1] - one[1]) * (middle[0] - one[0])
