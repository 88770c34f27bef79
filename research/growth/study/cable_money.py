"""Cost of cables in every draw: stock and made-to-order lengths, the medium by the set's rule."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from netfloor.foundation.units import MM_PER_M

if TYPE_CHECKING:
    from netfloor.costmodels.sets.cost_set import CostSet
    from netfloor.costmodels.sets.prices import CablePrices

Floats = npt.NDArray[np.float64]
#: Number of cables up to a length, and their total length in mm, both (draws,).
UpTo = Callable[[Floats], tuple[Floats, Floats]]


@dataclass(frozen=True, eq=False)
class Piece:
    """Cables of a medium up to a length; price ``fixed + per_mm * length``, (draws,)."""

    upto_mm: float
    fixed: Floats
    per_mm: Floats

    def at(self, length_mm: float) -> Floats:
        """Return the price of one cable."""
        return self.fixed + self.per_mm * length_mm


def pieces(name: str, cables: "CablePrices", value: Mapping[str, Floats], rate: float) -> list[Piece]:
    """Return the cables on sale of a medium (``name``: copper or optical), shortest first.

    The price includes transceivers at both ends. The last optical piece reaches any length, since draws may
    exceed the longest stock cable.
    """
    results = []
    if cables.stock is not None:
        factor = value[f"{name} stock prices"]
        listed = zip(cables.stock.lengths_mm, cables.stock.items, strict=True)
        results += [Piece(float(mm), item.price * factor, np.zeros_like(factor)) for mm, item in listed]
    line = cables.line
    if line is not None:
        scale = (line.factor.value if line.factor else 1.0) * (rate if line.by_rate else 1.0)
        per_mm = scale * value[f"{name} per metre"] / MM_PER_M
        results.append(Piece(np.inf, scale * value[f"{name} fixed"], per_mm))
    elif name == "optical":
        results.append(Piece(np.inf, results[-1].fixed, results[-1].per_mm))
    if cables.transceiver is None:
        return results
    ends = 2 * value["transceiver"]
    return [Piece(piece.upto_mm, piece.fixed + ends, piece.per_mm) for piece in results]


def piece_at(sold: Sequence[Piece], length_mm: float) -> Piece | None:
    """Return the piece that serves a length, None if none reaches."""
    return next((piece for piece in sold if piece.upto_mm >= length_mm), None)


def cable_money(
    cost_set: "CostSet",
    copper: Sequence[Piece],
    optical: Sequence[Piece],
    reach_mm: Floats,
    upto: UpTo,
    parallel: tuple[int, int],
) -> Floats:
    """Return the cost of all cables whose numbers ``upto`` returns, (draws,).

    Between two stock lengths each medium's price is linear, so copper is bought for one interval of
    lengths: up to the reach and, with the lowest cost, while its line is not above the optical one.
    """
    total, low = np.zeros_like(reach_mm), np.full_like(reach_mm, -np.inf)
    for end in sorted({piece.upto_mm for piece in (*copper, *optical)}):
        high = np.full_like(reach_mm, end)
        wire, fibre = piece_at(copper, end), piece_at(optical, end)
        assert fibre is not None  # noqa: S101 - the last one reaches any length
        first, last = _span(cost_set, wire, fibre, low, np.minimum(high, reach_mm))
        marks = [upto(at) for at in (low, first, last, high)]
        below, inside, above = (
            (after[0] - before[0], after[1] - before[1]) for before, after in pairwise(marks)
        )
        if wire is not None:
            total += parallel[0] * (wire.fixed * inside[0] + wire.per_mm * inside[1])
        for cables, length_mm in (below, above):
            total += parallel[1] * (fibre.fixed * cables + fibre.per_mm * length_mm)
        low = high
    return total


def _span(
    cost_set: "CostSet", wire: Piece | None, fibre: Piece, low: Floats, high: Floats
) -> tuple[Floats, Floats]:
    """Return the interval of lengths bought in copper, lower end exclusive; equal ends mean none."""
    if wire is None:
        return low, low
    first, last = low, np.maximum(high, low)
    if cost_set.medium_rule == "least-cost":
        slope, gap = wire.per_mm - fibre.per_mm, fibre.fixed - wire.fixed
        with np.errstate(divide="ignore", invalid="ignore"):
            level = gap / slope
        last = np.where(slope > 0, np.minimum(last, level), last)
        first = np.where(slope < 0, np.maximum(first, level), first)
        last = np.where((slope == 0) & (gap < 0), first, last)
        first = np.minimum(first, np.maximum(high, low))
    return first, np.maximum(last, first)
