"""Find the values between which an answer changes, by bisection."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.sets.offers import NOT_SOLD, offers
from netfloor.foundation.units import MM_PER_M, cents_to_money
from netfloor.research.growth.report.types import CablePriceLines, Crossover

if TYPE_CHECKING:
    from netfloor.costmodels.sets.cost_set import CostSet

#: Lengths scanned for the first change of the cheaper medium: each decimetre up to 200 m.
_SCANNED_MM = np.arange(0, 200_001, 100, dtype=np.int64)
#: Largest price factor scanned for a change of the order, and precision of the result.
MAX_FACTOR, NEAR_FACTOR = 100.0, 1e-4


def bisect_whole(changed: Callable[[int], bool], before: int, after: int) -> tuple[int, int]:
    """Return two adjacent values, the last unchanged and the first changed."""
    while after - before > 1:
        middle = (before + after) // 2
        if changed(middle):
            after = middle
        else:
            before = middle
    return before, after


def optical_crossover(cost_set: "CostSet", link_gbps: float) -> Crossover | None:
    """Return the adjacent lengths in mm between which optical first becomes cheaper.

    Ignores the set's reach. None if it does not within 200 m.
    """

    def cheaper(length_mm: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        copper, optical = (sold.price_cents for sold in offers(cost_set, length_mm, link_gbps))
        return np.asarray((optical < copper) & (optical != NOT_SOLD))

    places = np.flatnonzero(cheaper(_SCANNED_MM))
    if not len(places):
        return None
    first = int(_SCANNED_MM[places[0]])
    before = max(first - int(_SCANNED_MM[1]), 0)
    if first:
        before, first = bisect_whole(lambda mm: bool(cheaper(np.array([mm]))[0]), before, first)
    return Crossover(f"optical costs less than copper ({cost_set.name})", before, first, "mm")


def cable_price_lines(
    cost_set: "CostSet", link_gbps: float, marks: Sequence[tuple[str, float]]
) -> CablePriceLines:
    """Return cable prices by length, up to twice the largest mark, at least 20 m; ignores the reach."""
    longest_m = max(20.0, *(2 * at for _, at in marks)) if marks else 20.0
    length_mm = np.linspace(0, round(longest_m * MM_PER_M), 201).astype(np.int64)
    money = [
        tuple(
            float("nan") if cents == NOT_SOLD else cents_to_money(cents)
            for cents in sold.price_cents.tolist()
        )
        for sold in offers(cost_set, length_mm, link_gbps)
    ]
    lengths_m = tuple((length_mm / MM_PER_M).tolist())
    return CablePriceLines(
        cost_set=cost_set.name,
        currency=cost_set.currency,
        link_gbps=link_gbps,
        lengths_m=lengths_m,
        copper=money[0],
        optical=money[1],
        marks=tuple(marks),
    )


def _is(dearer: Callable[[int], bool | None], state: bool, size: int) -> bool:
    return dearer(size) == state


def size_crossovers(
    names: tuple[str, str], sizes: Sequence[int], dearer: Callable[[int], bool | None]
) -> Iterator[Crossover]:
    """Yield a pair of adjacent sizes for each change in which of two networks costs more.

    Changes are detected between the given sizes, so two changes between the same sizes are missed; a size
    at which ``dearer`` is None is skipped.
    """
    known = [(size, state) for size in sizes if (state := dearer(size)) is not None]
    for (low, before), (high, after) in pairwise(known):
        if before == after:
            continue
        near = bisect_whole(partial(_is, dearer, after), low, high)
        cheap, other = names if before else names[::-1]
        yield Crossover(f"{cheap} costs less than {other}", *near, "endpoints")


def price_crossovers(
    order: Callable[[float], tuple[str, ...]], what: str
) -> tuple[Crossover | None, Crossover | None]:
    """Return the nearest changes of an order as a price falls and rises, as factors of the price.

    ``order`` returns the order at a factor. Factors from 1/`MAX_FACTOR` to `MAX_FACTOR`, 200 steps each
    way.
    """
    now = order(1.0)
    crossovers: list[Crossover | None] = []
    for end in (1 / MAX_FACTOR, MAX_FACTOR):
        steps = np.geomspace(1.0, end, 201).tolist()
        changed = next((i for i, factor in enumerate(steps) if order(factor) != now), None)
        if changed is None:
            crossovers.append(None)
            continue
        same, other = steps[changed - 1], steps[changed]
        while abs(other - same) > NEAR_FACTOR * min(other, same):
            middle = (same * other) ** 0.5
            if order(middle) == now:
                same = middle
            else:
                other = middle
        text = " < ".join(order(other))
        crossovers.append(Crossover(f"{what}: order becomes {text}", same, other, "times the price"))
    return crossovers[0], crossovers[1]
