"""The cable to buy for every link: medium, part, ordered length, price, and the reason."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray, made_to_length, metres, offer, offers
from netfloor.foundation.errors import InfeasibleError, setting
from netfloor.foundation.units import cents_to_money, metres_to_mm
from netfloor.layout.cable_plan import CablePlan

if TYPE_CHECKING:
    from netfloor.costmodels.sets.cost_set import CostSet
    from netfloor.costmodels.sets.prices import CablePrices

#: Media by their code in `CableOrders.medium`.
MEDIA = ("electrical", "optical")
ELECTRICAL, OPTICAL = 0, 1


@dataclass(frozen=True)
class CableOrder:
    """The purchase for one cable, with the reason."""

    part: str
    medium: str
    ordered_length_mm: int
    price_cents: int
    why: str


@dataclass(frozen=True, eq=False, repr=False)
class CableOrders:
    """The purchase for every cable of a plan, in the plan's order.

    Attributes
    ----------
    medium, part
        Index into `MEDIA`, (m,) uint8, and into ``parts``, the names of the set's parts, (m,) int32.
    made_to_length
        True for each part that is cut to length, False for stock lengths, (parts,).
    routed_length_mm, ordered_length_mm, price_cents
        Length needed by the plan, length bought, and its price, (m,) int64.
    gbps
        Rate of each cable's link, (m,).
    cost_set, electrical_reach_mm
        The cost set and reach of the order; the reach is None without a limit.
    """

    medium: npt.NDArray[np.uint8]
    part: npt.NDArray[np.int32]
    parts: tuple[str, ...]
    made_to_length: npt.NDArray[np.bool_]
    routed_length_mm: IntArray
    ordered_length_mm: IntArray
    price_cents: IntArray
    gbps: npt.NDArray[np.float64]
    cost_set: "CostSet"
    electrical_reach_mm: int | None

    def __post_init__(self) -> None:
        for array in (self.medium, self.part, self.made_to_length, self.ordered_length_mm):
            array.flags.writeable = False
        self.price_cents.flags.writeable = False

    def __repr__(self) -> str:
        return f"CableOrders({len(self)} cables, {cents_to_money(self.total_cents):.2f})"

    def __len__(self) -> int:
        return len(self.medium)

    @property
    def total_cents(self) -> int:
        """Total price of all cables."""
        return int(self.price_cents.sum())

    def order(self, cable: int) -> CableOrder:
        """Return the purchase for one cable, with the reason."""
        part, medium = int(self.part[cable]), MEDIA[self.medium[cable]]
        length_mm = int(self.ordered_length_mm[cable])
        length = "made to this length" if self.made_to_length[part] else _stock_words(length_mm)
        why = f"{self._medium_reason(cable)}; {length}"
        return CableOrder(self.parts[part], medium, length_mm, int(self.price_cents[cable]), why)

    def _medium_reason(self, cable: int) -> str:
        """Return the reason for the cable's medium."""
        routed_mm, reach_mm = int(self.routed_length_mm[cable]), self.electrical_reach_mm
        routed, longest_mm = metres(routed_mm), self.cost_set.electrical.longest_mm
        if reach_mm is not None and routed_mm > reach_mm:
            return f"{routed} is beyond the copper reach of {metres(reach_mm)}"
        if longest_mm is not None and routed_mm > longest_mm:
            return f"{routed} is longer than the longest copper cable, {metres(longest_mm)}"
        if self.cost_set.medium_rule == "reach":
            limit = "without limit" if reach_mm is None else f"of {metres(reach_mm)}"
            return f"{routed} is within the copper reach {limit}"
        return self._price_reason(routed_mm, float(self.gbps[cable]))

    def _price_reason(self, routed_mm: int, gbps: float) -> str:
        both = offers(self.cost_set, np.array([routed_mm]), gbps)
        electrical, optical = (int(sold.price_cents[0]) for sold in both)
        if optical == NOT_SOLD:
            return f"no optical cable reaches {metres(routed_mm)}"
        prices = f"{cents_to_money(electrical):.2f} copper, {cents_to_money(optical):.2f} optical"
        cheaper = "copper costs no more" if electrical <= optical else "optical is cheaper"
        return f"{cheaper} for {metres(routed_mm)} ({prices} {self.cost_set.currency})"


def order_cables(
    plan: CablePlan,
    cost_set: "CostSet",
    link_gbps: float | npt.NDArray[np.float64],
    electrical_reach_mm: int | None = None,
) -> CableOrders:
    """Return the purchase for every cable of a plan.

    The medium follows the set's rule (see `CostSet.medium_rule`). No electrical cable exceeds the reach or,
    if the set sells only stock lengths, the longest stock length. Among stock lengths, the shortest
    sufficient one is bought. Each price is rounded half up to whole cents, cable by cable, so sums are
    exact. Raise `InfeasibleError` if the set sells no cable for a link; the message names it.

    Parameters
    ----------
    link_gbps
        Rate of all links, or of each, for prices per Gb/s.
    electrical_reach_mm
        Longest electrical cable; None for the set's own.
    """
    ways_mm = np.column_stack([plan.of_medium_mm(ELECTRICAL), plan.of_medium_mm(OPTICAL)])
    gbps = np.broadcast_to(np.asarray(link_gbps, dtype=np.float64), len(plan))
    best = _best_of_rates(ways_mm, cost_set, gbps, electrical_reach_mm)
    _refuse_unsold(plan, best.price_cents, cost_set)
    parts, cut = parts_sold(cost_set)
    return CableOrders(
        medium=best.medium,
        part=best.part,
        parts=parts,
        made_to_length=cut,
        routed_length_mm=ways_mm[np.arange(len(plan)), best.medium],
        ordered_length_mm=best.ordered_length_mm,
        price_cents=best.price_cents,
        gbps=gbps,
        cost_set=cost_set,
        electrical_reach_mm=_reach_mm(cost_set, electrical_reach_mm),
    )


def _best_of_rates(
    ways_mm: IntArray, cost_set: "CostSet", gbps: npt.NDArray[np.float64], electrical_reach_mm: int | None
) -> "BestCables":
    """Return the purchase for each cable from its lengths in both media, (m, 2), and its rate, (m,)."""
    count = len(ways_mm)
    best = BestCables(
        np.zeros(count, np.uint8),
        np.zeros(count, np.int32),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
    )
    for rate in np.unique(gbps).tolist():
        own = np.flatnonzero(gbps == rate)
        (electrical_mm, optical_mm), inverse = distinct_ways(ways_mm[own])
        of_rate = choose_by_length(electrical_mm, cost_set, rate, electrical_reach_mm, optical_mm)
        for name, column in vars(best).items():
            column[own] = getattr(of_rate, name)[inverse]
    return best


def parts_sold(cost_set: "CostSet") -> tuple[tuple[str, ...], npt.NDArray[np.bool_]]:
    """Return the names of a set's parts, both media combined, and which are made to length."""
    names = cost_set.electrical.parts + cost_set.optical.parts
    return names, np.array(made_to_length(cost_set.electrical) + made_to_length(cost_set.optical))


@dataclass(frozen=True, eq=False)
class BestCables:
    """The purchase for each of several lengths, as four arrays of equal length.

    Medium and part are indices into `MEDIA`, uint8, and into the parts of both media combined, int32; the
    price is `NOT_SOLD` if no cable is long enough.
    """

    medium: npt.NDArray[np.uint8]
    part: npt.NDArray[np.int32]
    ordered_length_mm: IntArray
    price_cents: IntArray


def distinct_ways(ways_mm: IntArray) -> tuple[IntArray, IntArray]:
    """Return the distinct rows of (m, 2), copper and optical, as (2, d), and each row's index, (m,)."""
    if not len(ways_mm):
        return ways_mm.T, np.empty(0, np.intp)
    # One number per row, in the order of the rows: sorting the rows themselves takes several times as long.
    electrical_mm, optical_mm = ways_mm.T
    shortest_mm, optical_span = optical_mm.min(), np.int64(np.ptp(optical_mm)) + 1
    row = (electrical_mm.astype(np.int64) - electrical_mm.min()) * optical_span + (optical_mm - shortest_mm)
    _, first, inverse = np.unique(row, return_index=True, return_inverse=True)
    return ways_mm[first].T, inverse.reshape(-1)


def choose_by_length(
    lengths_mm: IntArray,
    cost_set: "CostSet",
    link_gbps: float,
    electrical_reach_mm: int | None = None,
    optical_mm: IntArray | None = None,
) -> BestCables:
    """Return the purchase that `order_cables` makes for cables of each length.

    ``optical_mm`` are the optical lengths if they differ; -1 means no route.
    """
    reach_mm = _reach_mm(cost_set, electrical_reach_mm)
    optical_mm = lengths_mm if optical_mm is None else optical_mm
    electrical, optical = offers(cost_set, lengths_mm, link_gbps, optical_mm)
    possible = electrical.price_cents != NOT_SOLD
    if reach_mm is not None:
        possible &= lengths_mm <= reach_mm
    if cost_set.medium_rule == "least-cost":
        possible &= electrical.price_cents <= optical.price_cents
    part = np.where(possible, electrical.part, optical.part + len(cost_set.electrical.parts))
    medium = np.where(possible, ELECTRICAL, OPTICAL).astype(np.uint8)
    ordered_mm = np.where(possible, electrical.ordered_mm, optical.ordered_mm)
    price_cents = np.where(possible, electrical.price_cents, optical.price_cents)
    return BestCables(medium, part.astype(np.int32), ordered_mm, price_cents)


def _reach_mm(cost_set: "CostSet", electrical_reach_mm: int | None) -> int | None:
    """Return the longest copper cable: as requested, else the set's own."""
    if electrical_reach_mm is not None and electrical_reach_mm < 0:
        raise ValueError("electrical_reach_mm must not be negative")
    return cost_set.electrical_reach_mm if electrical_reach_mm is None else electrical_reach_mm


def price_cable(cost_set: "CostSet", medium: str, length_mm: int, link_gbps: float) -> CableOrder:
    """Return a cable of a given medium, regardless of the reach.

    Raise `InfeasibleError` if the set sells no cable of that length.
    """
    prices: CablePrices = getattr(cost_set, medium)
    sold = offer(prices, np.array([length_mm]), link_gbps, cost_set.name)
    price_cents = int(sold.price_cents[0])
    if price_cents == NOT_SOLD:
        raise InfeasibleError(
            f"cost set {cost_set.name!r} sells no {medium} cable of {metres(length_mm)}; "
            f"its longest is {metres(prices.longest_mm or 0)}"
        )
    part, ordered_mm = int(sold.part[0]), int(sold.ordered_mm[0])
    is_cut = made_to_length(prices)[part]
    why = f"{medium}; " + ("made to this length" if is_cut else _stock_words(ordered_mm))
    return CableOrder(prices.parts[part], medium, ordered_mm, price_cents, why)


def reach_rule(cost_set: "CostSet", electrical_reach_mm: int | None = None) -> str:
    """Return a sentence that states which cables are copper."""
    reach_mm = _reach_mm(cost_set, electrical_reach_mm)
    limits_mm = [mm for mm in (reach_mm, cost_set.electrical.longest_mm) if mm is not None]
    within = f"up to and including {metres(min(limits_mm))}" if limits_mm else "at any length"
    if cost_set.medium_rule == "reach":
        return f"A cable is copper {within}, optical beyond."
    return f"A cable is copper {within} if that costs no more than optical, otherwise optical."


def _stock_words(length_mm: int) -> str:
    return f"the smallest stock length that reaches is {metres(length_mm)}"


def _refuse_unsold(plan: CablePlan, price_cents: IntArray, cost_set: "CostSet") -> None:
    """Raise an error that names the longest cable that is not sold."""
    unsold = np.flatnonzero(price_cents == NOT_SOLD)
    if len(unsold):
        cable = int(unsold[plan.length_mm[unsold].argmax()])
        u, v = plan.routers[cable].tolist()
        raise InfeasibleError(
            f"cable {cable} from switch {u} to switch {v} is {metres(int(plan.length_mm[cable]))} "
            f"long and cost set {cost_set.name!r} sells no cable that long: its longest optical cable is "
            f"{metres(cost_set.optical.longest_mm or 0)} ({len(unsold)} cables in all)"
        )


def reach_to_mm(reach_m: float | None) -> int | None:
    """Return the reach of copper in mm; None: the cost set's own."""
    return None if reach_m is None else metres_to_mm(reach_m, setting("reach"))
