"""Cost, power and cable length of a member from its table of lengths; each length is priced once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from netfloor.costmodels.cable_orders import ELECTRICAL, MEDIA, OPTICAL, choose_by_length, price_cable
from netfloor.costmodels.sets.coefficient import Coefficient, exact_decimal
from netfloor.costmodels.sets.offers import NOT_SOLD, metres
from netfloor.costmodels.sets.prices import round_half_up
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.units import CENTS_PER_UNIT
from netfloor.research.growth.packaging.floor import PackagingFloor
from netfloor.research.growth.packaging.length_table import LengthTable
from netfloor.research.growth.report.types import PARTS
from netfloor.research.growth.study.members import GrowthMember

if TYPE_CHECKING:
    from netfloor.costmodels.sets.cost_set import CostSet
    from netfloor.costmodels.sets.power_set import PowerSet


@dataclass(frozen=True)
class PricedMember:
    """The cost of one network by one table of lengths and one cost set.

    Attributes
    ----------
    cents
        By `PARTS`, in cents of the set's currency; ``backplane`` are links inside a cabinet if the study
        prices them so, ``installation`` is 0 if the set has none.
    cables
        Cables between switches by ``inside``, ``copper`` and ``optical``; cables inside a cabinet count
        both as ``inside`` and by medium.
    length_mm
        Total length of cables between switches.
    power_w
        By the power set; with endpoints' ports if it has a figure for them.
    """

    cents: Mapping[str, int]
    cables: Mapping[str, int]
    length_mm: int
    longest_mm: int
    power_w: float

    @property
    def total_cents(self) -> int:
        """Total cost."""
        return sum(self.cents.values())


@dataclass(frozen=True)
class GrowthPrices:
    """The prices for members of families.

    ``switch_price`` is by family, per port, and replaces the cost set's. ``case`` is the cost set, plus the
    room if there are several; ``of_floor`` are the numbers on which lengths depend.
    """

    cost_set: "CostSet"
    power_set: "PowerSet"
    floor: PackagingFloor
    link_gbps: float
    backplane: Coefficient | None
    switch_price: Mapping[str, Coefficient]
    room: str = ""
    case: str = ""
    of_floor: Mapping[str, Coefficient] = field(default_factory=dict)

    def rate_gbps(self, member: GrowthMember) -> float:
        """Return the rate of a link between switches."""
        return float(exact_decimal(self.link_gbps) * member.width)

    def parallel(self, member: GrowthMember, medium: int) -> int:
        """Return the cables of one link: one if the price is by rate, otherwise enough for its width."""
        line = getattr(self.cost_set, MEDIA[medium]).line
        return (
            1
            if line is not None and line.by_rate
            else -(-member.width.numerator // member.width.denominator)
        )


def price_member(member: GrowthMember, lengths: LengthTable, prices: GrowthPrices) -> PricedMember:
    """Return cost, cables, metres and watts of a member.

    Raises
    ------
    InfeasibleError
        If the set has no cable for a length.
    """
    floor, rate = prices.floor, prices.rate_gbps(member)
    length_mm = lengths.floor_mm + floor.overhead_mm
    counts = lengths.cables
    if prices.backplane is None:
        length_mm = np.append(length_mm, floor.inside_mm)
        counts = np.append(counts, lengths.inside)
    best = choose_by_length(length_mm, prices.cost_set, rate)
    wanted = counts > 0
    if (best.price_cents[wanted] == NOT_SOLD).any():
        longest = metres(int(length_mm[wanted & (best.price_cents == NOT_SOLD)].max()))
        raise InfeasibleError(f"cost set {prices.cost_set.name!r} sells no cable of {longest}")
    cents, cables = {}, {"inside": lengths.inside}
    for name, medium in (("copper", ELECTRICAL), ("optical", OPTICAL)):
        own = wanted & (best.medium == medium)
        cables[name] = int(counts[own].sum())
        cents[name] = int(best.price_cents[own] @ counts[own]) * prices.parallel(member, medium)
    ends = cables["optical"] * prices.parallel(member, OPTICAL)
    cents["transceivers"] = ends * prices.cost_set.optical.transceivers_cents
    cents["optical"] -= cents["transceivers"]
    cents |= _fixed(member, lengths, prices)
    return PricedMember(
        {name: cents[name] for name in PARTS},
        cables,
        lengths.total_mm(floor.overhead_mm, floor.inside_mm),
        lengths.longest_mm(floor.overhead_mm, floor.inside_mm),
        _power_w(member, cables, lengths, prices),
    )


def _fixed(member: GrowthMember, lengths: LengthTable, prices: GrowthPrices) -> dict[str, int]:
    """Return the costs that do not depend on cables between cabinets, in cents."""
    hosts, install = member.endpoints, prices.cost_set.installation
    laid = 0
    if install is not None:
        inside, between = install.cents
        laid = between * lengths.between
        laid += 0 if prices.backplane is not None else inside * (lengths.inside + hosts)
    if prices.backplane is None:
        board = 0
        host_cable = price_cable(
            prices.cost_set, MEDIA[ELECTRICAL], prices.floor.inside_mm, prices.link_gbps
        )
        host = hosts * host_cable.price_cents
    else:
        each = prices.backplane.exact * CENTS_PER_UNIT * exact_decimal(prices.link_gbps)
        board, host = round_half_up(each * member.width * lengths.inside), round_half_up(each * hosts)
    return {
        "switches": _switch_cents(member, prices),
        "backplane": board,
        "endpoint_links": host,
        "installation": laid,
    }


def switch_ports(member: GrowthMember) -> Fraction:
    """Return the used ports of all switches; wide links count by their width."""
    degree = int(member.topology.degree.sum())
    return degree * member.width + member.endpoints


def _switch_cents(member: GrowthMember, prices: GrowthPrices) -> int:
    own = prices.switch_price.get(member.family)
    if own is not None:
        return round_half_up(own.exact * CENTS_PER_UNIT * switch_ports(member))
    degree = member.topology.degree.astype(np.int64)
    wide = -(-degree * member.width.numerator // member.width.denominator)
    ports, switches = np.unique(wide + member.topology.endpoints, return_counts=True)
    router = prices.cost_set.router
    return sum(router.cents(int(port)) * int(count) for port, count in zip(ports, switches, strict=True))


def _power_w(
    member: GrowthMember, cables: Mapping[str, int], lengths: LengthTable, prices: GrowthPrices
) -> float:
    """Return the power of links (backplane links as copper), of switches and of endpoints' ports, W."""
    power, width = prices.power_set, float(member.width)
    copper = cables["copper"] + (0 if prices.backplane is None else lengths.inside)
    links = copper * power.electrical.link_w + cables["optical"] * power.optical.link_w
    switches = member.topology.routers * power.router.value if power.router else 0.0
    hosts = member.endpoints * power.host_port.value if power.host_port else 0.0
    return links * width + switches + hosts
