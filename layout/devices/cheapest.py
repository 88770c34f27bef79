"""Placement of free devices for an objective other than length, starting from the shortest placement."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.devices.bound import longest_bound_mm, price_bound
from netfloor.layout.devices.costs import ENDLESS, LinkCosts, LinkPrices
from netfloor.layout.devices.min_cost import place_for_nothing, prove_cost
from netfloor.layout.devices.problem import FAR, DeviceProblem, UnitLengths
from netfloor.layout.devices.search import ENUMERATED, NOTHING, PRICES, Method, searched
from netfloor.layout.devices.start import is_reached

Small = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]
Placement = tuple[Small, Small]
#: Rank of a placement: the objective, then the length.
Rank = Callable[[Placement], tuple[int, int]]

#: Largest total cost, so that sums of a few stay exact.
MAX_TOTAL = 1 << 50
#: Budget of the search below each threshold of the longest cable; and penalty steps above it.
EFFORT, LEVELS = 0.1, 16


@dataclass(frozen=True)
class CheapestPlacement:
    """The place of every device, and the proved quality for the objective.

    ``bound`` is in steps of the prices, or mm of the longest cable; ``price`` is as in `DevicePlacement`.
    """

    cabinet: Small
    unit: Small
    bound: int | None
    method: Method | Literal["places"]
    price: Ints | None = None


def place_cheapest(
    problem: DeviceProblem,
    prices: LinkPrices,
    shortest: Placement,
    seed: int = 0,
    *,
    interrupt: Interrupt | None = None,
) -> CheapestPlacement:
    """Place free devices at the lowest total price, and among equal prices with the least cable.

    Avoiding cables that are not on sale comes first. The placement is never worse than ``shortest``.
    """
    counted = problem.with_costs(prices.costs())
    lexical = problem.with_costs(prices.costs(weight=_weight(problem, prices), slope=1))

    def rank(placed: Placement) -> tuple[int, int]:
        return counted.total(*placed), problem.total_mm(*placed)

    best, bound = _best(counted, shortest, lexical, rank, seed, interrupt)
    is_asked = interrupt is not None and interrupt.asked
    cost = counted.total(*best)
    if bound >= cost:
        if not is_asked and (ordered := prove_cost(lexical, *best, shares=())) is not None:
            best = _better(problem, best, (ordered.cabinet, ordered.unit), rank)
        return CheapestPlacement(*best, bound, ENUMERATED)
    with_prices = problem.with_costs(prices.costs(penalty=1))
    priced = None if is_asked else price_bound(with_prices, cost)
    if priced is not None and priced.total >= max(bound, 1):
        return CheapestPlacement(*best, priced.total, PRICES, priced.price)
    if bound:
        return CheapestPlacement(*best, bound, ENUMERATED)
    return CheapestPlacement(*best, None, NOTHING)


def _best(
    counted: DeviceProblem,
    shortest: Placement,
    lexical: DeviceProblem,
    rank: Rank,
    seed: int,
    interrupt: Interrupt | None,
) -> tuple[Placement, int]:
    """Return the cheapest placement and its proved bound, trying enumeration before annealing."""
    proof = prove_cost(counted, *shortest, shares=())
    if proof is not None:
        return _better(counted, shortest, (proof.cabinet, proof.unit), rank), proof.bound
    best = _better(counted, shortest, searched(lexical, shortest, seed, interrupt), rank)
    if interrupt is not None and interrupt.asked:
        return best, 0
    proof = prove_cost(counted, *best)
    if proof is None:
        return best, 0
    return _better(counted, best, (proof.cabinet, proof.unit), rank), proof.bound


def _weight(problem: DeviceProblem, prices: LinkPrices) -> int:
    """Return the weight of a price step in mm, large enough that no length outweighs a step if possible."""
    cables = int(problem.counts.sum()) // 2
    dearest = int(prices.costs().cost.max(initial=1))
    maximum = MAX_TOTAL // max(dearest * cables, 1)
    return max(min(longest_way_mm(problem.lengths) * cables + 1, maximum), 1)


def longest_way_mm(lengths: UnitLengths) -> int:
    """Return an upper bound on the length of any cable in a hall."""
    up, path = (item[item < FAR].max(initial=0) for item in (lengths.up, lengths.path))
    return max(2 * int(up) + int(path), lengths.inside_mm + int(lengths.high.max()))


def _better(
    problem: DeviceProblem,
    placement: Placement,
    other: Placement,
    rank: Rank,
) -> Placement:
    """Return the better of two placements, the second only if every cable has a route."""
    return other if is_reached(problem, *other) and rank(other) < rank(placement) else placement


def place_longest(
    problem: DeviceProblem, shortest: Placement, seed: int = 0, *, interrupt: Interrupt | None = None
) -> CheapestPlacement:
    """Place free devices for the shortest longest cable, and among such placements for the least cable."""

    def rank(placed: Placement) -> tuple[int, int]:
        return longest_mm(problem, *placed), problem.total_mm(*placed)

    best = shortest
    bound = proved = low = longest_bound_mm(problem)
    while low < rank(best)[0] and not (interrupt is not None and interrupt.asked):
        at = (low + rank(best)[0]) // 2
        is_there, result = place_for_nothing(problem.with_costs(_beyond(problem, at)), *best)
        if is_there is None:
            below = problem.with_costs(_beyond(problem, at, slope=1))
            result = searched(below, best, seed, interrupt, effort=EFFORT)
        best = _better(problem, best, result, rank)
        if rank(best)[0] > at:
            low = at + 1
            proved = low if is_there is False else proved
    limited = problem.with_costs(_beyond(problem, rank(best)[0], slope=1))
    is_asked = interrupt is not None and interrupt.asked
    ordered = None if is_asked else prove_cost(limited, *best, shares=())
    result = (ordered.cabinet, ordered.unit) if ordered else searched(limited, best, seed, interrupt)
    best = _better(problem, best, result, rank)
    return CheapestPlacement(*best, proved, ENUMERATED if proved > bound else "places")


def longest_mm(problem: DeviceProblem, cabinet: Small, unit: Small) -> int:
    """Return the length of the longest cable in a placement."""
    item = np.repeat(np.arange(problem.size), np.diff(problem.indptr))
    return int(problem.cable_lengths(item, problem.indices, cabinet, unit).max(initial=0))


def _beyond(problem: DeviceProblem, threshold_mm: int, *, slope: int = 0) -> LinkCosts:
    """Build costs that penalise cables above a length: 1 each, or with a slope, growing with the excess."""
    cables = len(problem.fabric.cables)
    upto = np.array([threshold_mm, ENDLESS], dtype=np.int64)
    cost = np.array([0, 1], dtype=np.int64)
    if slope:
        steps = max(threshold_mm // LEVELS, 1)
        upto = np.append(threshold_mm + steps * np.arange(LEVELS), ENDLESS).astype(np.int64)
        cost = np.arange(LEVELS + 1, dtype=np.int64) * (MAX_TOTAL // (2 * max(cables, 1) * (LEVELS + 1)))
    media = len(problem.lengths.accesses) - 1
    begin = np.arange(media + 2, dtype=np.int64) * len(upto)
    every = np.tile(upto, media + 1), np.tile(cost, media + 1)
    return LinkCosts(np.zeros(cables, dtype=np.int32), media, begin, *every, slope)
