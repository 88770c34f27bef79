"""How much the answer depends on numbers that may be off: one at a time, and all at once in random draws.

Money is calculated from sums over the table of lengths, cumulated once, so a draw costs a few look-ups.
Prices of draws are not rounded to cents, cable by cable, as bills are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.packaging.length_table import LengthTable
from netfloor.foundation.units import MM_PER_M
from netfloor.reports.growth.types import CheapestShare
from netfloor.studies.growth.members import GrowthMember
from netfloor.studies.growth.pricing import GrowthPrices, switch_ports

if TYPE_CHECKING:
    from netfloor.costmodels.sets.coefficient import Coefficient

Floats = npt.NDArray[np.float64]
Factors = Mapping[str, Floats]


@dataclass(frozen=True)
class Uncertain:
    """A coefficient that may be off by a share of itself, both ways."""

    name: str
    value: float
    unit: str
    trust: str
    share: float


def uncertain_coefficients(
    prices: GrowthPrices, share: float, ranges: Mapping[str, float]
) -> tuple[Uncertain, ...]:
    """Return every coefficient that varies: unverified ones by ``share``, and those of ``ranges``."""
    named = coefficients(prices)
    return tuple(
        Uncertain(name, one.value, one.unit, one.trust, ranges.get(name, share))
        for name, one in named.items()
        if (one.trust == "unverified" or name in ranges) and one.value
    )


def coefficients(prices: GrowthPrices) -> dict[str, "Coefficient"]:
    """Return all coefficients of a study by name; a set with stock lengths has none of its cables'."""
    cost_set = prices.cost_set
    found: dict[str, Coefficient | None] = {}
    for name, cables in (("copper", cost_set.electrical), ("optical", cost_set.optical)):
        line = cables.line
        found[f"{name} per metre"] = None if line is None else line.per_m
        found[f"{name} fixed"] = None if line is None else line.fixed
    found["copper reach"] = cost_set.electrical_reach
    found["switch per port"], found["switch fixed"] = cost_set.router.per_port, cost_set.router.fixed
    if cost_set.installation is not None:
        found["installation inside"] = cost_set.installation.inside_cabinet
        found["installation between"] = cost_set.installation.between_cabinets
    found["backplane"] = prices.backplane
    found |= {f"{family} switch per port": one for family, one in prices.switch_price.items()}
    found |= prices.of_floor
    return {name: one for name, one in found.items() if one is not None}


class MemberCost:
    """Money per endpoint of one member as a function of factors of the coefficients.

    Only for cost sets whose cables of both media are priced by a line alone.
    """

    def __init__(self, member: GrowthMember, lengths: LengthTable, prices: GrowthPrices) -> None:
        self._member, self._lengths, self._prices = member, lengths, prices
        zero = np.zeros(1, np.int64)
        self._count = np.concatenate([zero, np.cumsum(lengths.cables)])
        self._floor_mm = np.concatenate([zero, np.cumsum(lengths.floor_mm * lengths.cables)])
        ports = member.topology.degree * float(member.width) + member.topology.endpoints
        self._ports, self._of_ports = np.unique(np.ceil(ports - 1e-9), return_counts=True)

    def per_endpoint(self, factors: Factors, draws: int) -> Floats:
        """Return money per endpoint in currency units for each draw, (draws,)."""
        value = self._values(factors, draws)
        rate = self._prices.rate_gbps(self._member)
        stretch = 1 / np.sqrt(factors.get("endpoints per m2", np.ones(draws)))
        overhead = value["overhead"] * MM_PER_M
        limit = np.minimum(_cheaper_below_mm(value, self._prices), value["reach"] * MM_PER_M)
        # A hair more keeps a length of exactly the reach on the side where bills have it.
        place = np.searchsorted(self._lengths.floor_mm, (limit - overhead) / stretch + 1e-6, side="right")
        total = np.zeros(draws)
        for name, count, floor_mm in (
            ("copper", self._count[place], self._floor_mm[place]),
            ("optical", self._count[-1] - self._count[place], self._floor_mm[-1] - self._floor_mm[place]),
        ):
            metres = (floor_mm * stretch + overhead * count) / MM_PER_M
            total += self._cables(name, count, metres, value, rate)
        total += self._rest(value, rate)
        return np.asarray(total / self._member.endpoints)

    def _values(self, factors: Factors, draws: int) -> dict[str, Floats]:
        """Return every coefficient's value for each draw; 0 for what the set does not price."""
        prices, one = self._prices, np.ones(draws)
        plain = {name: c.value for name, c in coefficients(prices).items()}
        value = {name: number * factors.get(name, one) for name, number in plain.items()}
        value["overhead"] = prices.floor.overhead_mm / MM_PER_M * factors.get("overhead", one)
        value["reach"] = value.get("copper reach", np.full(draws, np.inf))
        return value

    def _cables(
        self, name: str, count: Floats, metres: Floats, value: Mapping[str, Floats], rate: float
    ) -> Floats:
        """Return the price of so many cables of a medium, so long together."""
        cables = self._prices.cost_set.electrical if name == "copper" else self._prices.cost_set.optical
        line = cables.line
        assert line is not None  # noqa: S101 - the caller's condition
        factor = line.factor.value if line.factor else 1.0
        factor *= rate if line.by_rate else self._prices.parallel(self._member, int(name == "optical"))
        return factor * (value[f"{name} per metre"] * metres + value[f"{name} fixed"] * count)

    def _rest(self, value: Mapping[str, Floats], rate: float) -> Floats:
        """Return switches, links inside cabinets, endpoints' links and installation."""
        member, prices = self._member, self._prices
        nothing = np.zeros_like(value["overhead"])
        own = value.get(f"{member.family} switch per port")
        if own is not None:
            total = own * float(switch_ports(member))
        else:
            slope, fixed = value.get("switch per port", nothing), value.get("switch fixed", nothing)
            each = np.maximum(0.0, np.outer(slope, self._ports) + fixed[:, None])
            total = each @ self._of_ports
        inside, hosts = self._lengths.inside, member.endpoints
        laid = value.get("installation between", nothing) * self._lengths.between
        if prices.backplane is not None:
            return total + laid + value["backplane"] * (inside * rate + hosts * prices.link_gbps)
        mm = prices.floor.inside_mm / MM_PER_M
        short = self._cables("copper", nothing + inside, nothing + inside * mm, value, rate)
        line = prices.cost_set.electrical.line
        per = prices.link_gbps if line is not None and line.by_rate else 1.0
        ends = per * (value["copper per metre"] * mm + value["copper fixed"]) * hosts
        if line is not None and line.factor:
            ends = ends * line.factor.value
        return total + laid + short + ends + value.get("installation inside", nothing) * (inside + hosts)


def can_vary(prices: GrowthPrices) -> bool:
    """Return True where both media are priced by a line alone."""
    both = prices.cost_set.electrical, prices.cost_set.optical
    return all(cables.line is not None and cables.stock is None for cables in both)


def _cheaper_below_mm(value: Mapping[str, Floats], prices: GrowthPrices) -> Floats:
    """Return the length up to which copper costs no more, infinite where the reach alone decides."""
    nothing = np.full_like(value["overhead"], np.inf)
    if prices.cost_set.medium_rule == "reach":
        return nothing
    lines = prices.cost_set.electrical.line, prices.cost_set.optical.line
    copper, optical = ((line.factor.value if line and line.factor else 1.0) for line in lines)
    slope = copper * value["copper per metre"] - optical * value["optical per metre"]
    start = optical * value["optical fixed"] - copper * value["copper fixed"]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(
            slope > 0, np.maximum(start / slope, 0) * MM_PER_M, np.where(start >= 0, np.inf, 0.0)
        )


def drawn_factors(uncertain: Sequence[Uncertain], draws: int, seed: int) -> dict[str, Floats]:
    """Return factors of each coefficient, (draws,), evenly spread over their ranges (Latin hypercube)."""
    from scipy.stats import qmc  # noqa: PLC0415 - takes a second

    if not uncertain:
        return {}
    points = qmc.LatinHypercube(len(uncertain), rng=np.random.default_rng(seed)).random(draws)
    return {
        one.name: 1 + one.share * (2 * column - 1) for one, column in zip(uncertain, points.T, strict=True)
    }


def cheapest_shares(
    families: Sequence[str], money: Floats, confidence: float = 0.95
) -> tuple[CheapestShare, ...]:
    """Return in which share of the draws each family costs least, (families, draws); ties are shared.

    The interval is Wilson's for a share of independent draws (SciPy's `binomtest`); draws of a Latin
    hypercube are spread more evenly, so it is rather too wide.
    """
    from scipy.stats import binomtest  # noqa: PLC0415 - takes a second

    draws = money.shape[1]
    # Families with one and the same network differ by rounding alone.
    least = np.isclose(money, money.min(axis=0), rtol=1e-9, atol=0)
    counts = (least / least.sum(axis=0)).sum(axis=1)
    found = []
    for family, count in zip(families, counts.tolist(), strict=True):
        interval = binomtest(round(count), draws).proportion_ci(confidence, method="wilson")
        found.append(CheapestShare(family, count / draws, float(interval.low), float(interval.high)))
    return tuple(found)
