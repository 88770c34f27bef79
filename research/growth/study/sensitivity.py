"""Sensitivity of the answer to uncertain numbers: one at a time, and all at once in random draws.

Costs are computed from cumulative sums over the table of lengths, so a draw costs a few look-ups. Unlike
bills, draws do not round the price of each cable to cents.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.sets.coefficient import Coefficient
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.units import MM_PER_M
from netfloor.research.growth.packaging.length_table import LengthTable
from netfloor.research.growth.report.types import CheapestShare
from netfloor.research.growth.study.cable_money import cable_money, piece_at, pieces
from netfloor.research.growth.study.members import GrowthMember
from netfloor.research.growth.study.pricing import GrowthPrices, switch_ports

if TYPE_CHECKING:
    from netfloor.costmodels.sets.prices import CablePrices, StockList

Floats = npt.NDArray[np.float64]
Factors = Mapping[str, Floats]
_MEDIA = ("copper", "optical")


@dataclass(frozen=True)
class Uncertain:
    """A coefficient with a symmetric relative uncertainty."""

    name: str
    value: float
    unit: str
    trust: str
    share: float


def uncertain_coefficients(
    prices: GrowthPrices, share: float, ranges: Mapping[str, float]
) -> tuple[Uncertain, ...]:
    """Return the uncertain coefficients: unverified ones by ``share``, and those of ``ranges``."""
    named = coefficients(prices)
    return tuple(
        Uncertain(name, item.value, item.unit, item.trust, ranges.get(name, share))
        for name, item in named.items()
        if (item.trust == "unverified" or name in ranges) and item.value
    )


def coefficients(prices: GrowthPrices) -> dict[str, Coefficient]:
    """Return all coefficients of a study by name; stock lengths of a medium share a factor."""
    cost_set = prices.cost_set
    result: dict[str, Coefficient | None] = {}
    for name, cables in (("copper", cost_set.electrical), ("optical", cost_set.optical)):
        line = cables.line
        result[f"{name} per metre"] = None if line is None else line.per_m
        result[f"{name} fixed"] = None if line is None else line.fixed
        result[f"{name} stock prices"] = _of_stock(cables.stock)
    result["transceiver"] = cost_set.optical.transceiver
    result["copper reach"] = cost_set.electrical_reach
    result["switch per port"], result["switch fixed"] = cost_set.router.per_port, cost_set.router.fixed
    if cost_set.installation is not None:
        result["installation inside"] = cost_set.installation.inside_cabinet
        result["installation between"] = cost_set.installation.between_cabinets
    result["backplane"] = prices.backplane
    result |= {f"{family} switch per port": item for family, item in prices.switch_price.items()}
    result |= prices.of_floor
    return {name: item for name, item in result.items() if item is not None}


def _of_stock(stock: "StockList | None") -> Coefficient | None:
    """Return a factor on the prices of all stock lengths, with their source; None without any."""
    if stock is None:
        return None
    year, source, trust = stock.year, stock.source, stock.trust
    return Coefficient(value=1.0, unit="times list", year=year, source=source, trust=trust)


class MemberCost:
    """Cost per endpoint of one member as a function of factors of the coefficients."""

    def __init__(self, member: GrowthMember, lengths: LengthTable, prices: GrowthPrices) -> None:
        self._member, self._lengths, self._prices = member, lengths, prices
        zero = np.zeros(1, np.int64)
        self._count = np.concatenate([zero, np.cumsum(lengths.cables)])
        self._floor_mm = np.concatenate([zero, np.cumsum(lengths.floor_mm * lengths.cables)])
        ports = member.topology.degree * float(member.width) + member.topology.endpoints
        self._ports, self._of_ports = np.unique(np.ceil(ports - 1e-9), return_counts=True)

    def per_endpoint(self, factors: Factors, draws: int) -> Floats:
        """Return the cost per endpoint in currency units for each draw, (draws,)."""
        value, prices = self._values(factors, draws), self._prices
        rate = prices.rate_gbps(self._member)
        stretch = 1 / np.sqrt(factors.get("endpoints per m2", np.ones(draws)))
        overhead = value["overhead"] * MM_PER_M

        def upto(length_mm: Floats) -> tuple[Floats, Floats]:
            # The margin keeps a length equal to the reach on the same side as in bills.
            at = np.searchsorted(self._lengths.floor_mm, (length_mm - overhead) / stretch + 1e-6, "right")
            return self._count[at], self._floor_mm[at] * stretch + overhead * self._count[at]

        sold = {medium: pieces(medium, self._cables(medium), value, rate) for medium in _MEDIA}
        parallel = prices.parallel(self._member, 0), prices.parallel(self._member, 1)
        reach_mm = value["reach"] * MM_PER_M
        total = cable_money(prices.cost_set, sold["copper"], sold["optical"], reach_mm, upto, parallel)
        return np.asarray((total + self._rest(value, rate)) / self._member.endpoints)

    def _cables(self, medium: str) -> "CablePrices":
        cost_set = self._prices.cost_set
        return cost_set.electrical if medium == "copper" else cost_set.optical

    def _values(self, factors: Factors, draws: int) -> dict[str, Floats]:
        """Return every coefficient's value for each draw; 0 without a price in the set."""
        prices, item = self._prices, np.ones(draws)
        plain = {name: c.value for name, c in coefficients(prices).items()}
        value = {name: number * factors.get(name, item) for name, number in plain.items()}
        value["overhead"] = prices.floor.overhead_mm / MM_PER_M * factors.get("overhead", item)
        value["reach"] = value.get("copper reach", np.full(draws, np.inf))
        return value

    def _rest(self, value: Mapping[str, Floats], rate: float) -> Floats:
        """Return the cost of switches, links inside cabinets, links to endpoints and installation."""
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
        links = inside * prices.parallel(member, 0) * self._short(value, rate)
        ends = hosts * self._short(value, prices.link_gbps)
        return total + laid + links + ends + value.get("installation inside", nothing) * (inside + hosts)

    def _short(self, value: Mapping[str, Floats], rate: float) -> Floats:
        """Return the price of a copper cable inside a cabinet."""
        inside_mm = self._prices.floor.inside_mm
        piece = piece_at(pieces("copper", self._cables("copper"), value, rate), inside_mm)
        if piece is None:
            raise InfeasibleError(
                f"cost set {self._prices.cost_set.name!r} sells no copper cable of {inside_mm} mm"
            )
        return piece.at(inside_mm)


def drawn_factors(uncertain: Sequence[Uncertain], draws: int, seed: int) -> dict[str, Floats]:
    """Return factors of each coefficient, (draws,), evenly spread over their ranges (Latin hypercube)."""
    from scipy.stats import qmc  # noqa: PLC0415 - takes a second

    if not uncertain:
        return {}
    points = qmc.LatinHypercube(len(uncertain), rng=np.random.default_rng(seed)).random(draws)
    return {
        item.name: 1 + item.share * (2 * column - 1)
        for item, column in zip(uncertain, points.T, strict=True)
    }


def cheapest_shares(
    families: Sequence[str], money: Floats, confidence: float = 0.95
) -> tuple[CheapestShare, ...]:
    """Return the share of draws in which each family costs least, (families, draws); ties are split.

    The interval is Wilson's for independent draws (SciPy's `binomtest`); draws of a Latin hypercube are
    more evenly spread, so it is rather too wide.
    """
    from scipy.stats import binomtest  # noqa: PLC0415 - takes a second

    draws = money.shape[1]
    # Families with the same network differ only by rounding.
    is_cheapest = np.isclose(money, money.min(axis=0), rtol=1e-9, atol=0)
    counts = (is_cheapest / is_cheapest.sum(axis=0)).sum(axis=1)
    results = []
    for family, count in zip(families, counts.tolist(), strict=True):
        interval = binomtest(round(count), draws).proportion_ci(confidence, method="wilson")
        results.append(CheapestShare(family, count / draws, float(interval.low), float(interval.high)))
    return tuple(results)
