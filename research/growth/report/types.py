"""The results of a growth study: networks by size, method and cost set; crossovers; sensitivity."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from netfloor.foundation.units import cents_to_money, mm_to_metres

#: Parts of the cost, with their titles. Without a price of transceivers in a cost set, the price of optical
#: cables includes them.
PARTS = {
    "switches": "Switches",
    "copper": "Copper cables",
    "optical": "Optical cables",
    "transceivers": "Transceivers",
    "backplane": "Links inside cabinets",
    "endpoint_links": "Links to endpoints",
    "installation": "Installation",
}
#: Methods of finding lengths, with their titles.
WAYS = {
    "closed": "closed form of the packaging rule",
    "generated": "layout by the same rule",
    "optimised": "optimised layout of the same floor",
}


@dataclass(frozen=True)
class GrowthRow:
    """One network by one cost set and one method of finding lengths.

    Attributes
    ----------
    case
        The cost set, plus the room if there are several.
    wanted, endpoints
        Requested endpoints, and endpoints of the network.
    width
        Ratio of the rates of a link between switches and of an endpoint.
    bisection_share
        Ratio of bisection bandwidth to the bandwidth of the smaller half's endpoints.
    cents
        Cost by `PARTS`.
    inside, copper, optical
        Links inside a cabinet, and cables by medium.
    """

    case: str
    room: str
    family: str
    network: str
    wanted: int
    endpoints: int
    switches: int
    width: float
    bisection_share: float
    cost_set: str
    currency: str
    way: str
    cents: Mapping[str, int]
    inside: int
    copper: int
    optical: int
    links: int
    length_mm: int
    longest_mm: int
    power_w: float

    @property
    def total_cents(self) -> int:
        """Total cost, in cents."""
        return sum(self.cents.values())

    @property
    def cents_per_endpoint(self) -> float:
        """Cost per endpoint, in cents."""
        return self.total_cents / self.endpoints

    def to_dict(self) -> dict[str, Any]:
        """Return the row for JSON and CSV: cost in currency units, lengths in metres."""
        each = {f"{name}_cost": cents_to_money(cents) for name, cents in self.cents.items()}
        return {
            "room": self.room,
            "family": self.family,
            "network": self.network,
            "endpoints_wanted": self.wanted,
            "endpoints": self.endpoints,
            "switches": self.switches,
            "link_width": self.width,
            "bisection_share": self.bisection_share,
            "cost_set": self.cost_set,
            "currency": self.currency,
            "lengths": self.way,
            **each,
            "total_cost": cents_to_money(self.total_cents),
            "cost_per_endpoint": self.cents_per_endpoint / 100,
            "links": self.links,
            "links_inside_cabinets": self.inside,
            "copper_cables": self.copper,
            "optical_cables": self.optical,
            "cables_per_endpoint": self.links / self.endpoints,
            "cable_m": mm_to_metres(self.length_mm),
            "cable_m_per_endpoint": mm_to_metres(self.length_mm) / self.endpoints,
            "longest_cable_m": mm_to_metres(self.longest_mm),
            "power_with_servers_w": self.power_w,
            "power_with_servers_w_per_endpoint": self.power_w / self.endpoints,
        }


@dataclass(frozen=True)
class Crossover:
    """A change: its description, the last value before, the first value after, and their unit."""

    what: str
    before: float
    after: float
    unit: str


@dataclass(frozen=True)
class CheapestShare:
    """Share of draws in which a family is the cheapest, with its confidence interval."""

    family: str
    share: float
    low: float
    high: float
    endpoints: int = 0
    case: str = ""


@dataclass(frozen=True)
class Swing:
    """Effect of one coefficient on the cost ratio of two families, at a size and by a case.

    ``low`` and ``high`` are the ratio with the coefficient changed by ``share`` down and up.
    """

    coefficient: str
    trust: str
    share: float
    endpoints: int
    case: str
    families: tuple[str, str]
    ratio: float
    low: float
    high: float


@dataclass(frozen=True)
class Statement:
    """A saving of one family over another as stated in a paper, and this study's result.

    ``over`` marks a statement of more than ``claimed``. ``cause`` is the coefficient that explains a
    deviation, empty without one. ``laid`` is the saving by layouts of the same rules, ``ours`` that by
    closed forms.
    """

    text: str
    endpoints: int
    against: str
    claimed: float
    over: bool
    ours: float | None
    case: str
    cause: str = ""
    laid: float | None = None

    @property
    def deviation(self) -> float | None:
        """Difference between stated and own saving; 0 if a claim of "more than" is exceeded."""
        if self.ours is None:
            return None
        return max(0.0, self.claimed - self.ours) if self.over else abs(self.ours - self.claimed)


@dataclass(frozen=True)
class CablePriceLines:
    """Price of one cable by length in both media, ignoring the set's reach.

    Attributes
    ----------
    lengths_m, copper, optical
        Ascending lengths, and the price at each, NaN without a cable.
    marks
        Named lengths, each with its source.
    """

    cost_set: str
    currency: str
    link_gbps: float
    lengths_m: tuple[float, ...]
    copper: tuple[float, ...]
    optical: tuple[float, ...]
    marks: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class PortUse:
    """Use of the ports of a network's switches, and cables between groups.

    ``endpoint_ports``, ``local_ports`` and ``global_ports`` are per switch.
    """

    network: str
    endpoints: int
    endpoint_ports: int
    local_ports: int
    global_ports: int
    global_cables: int


@dataclass(frozen=True)
class PaperFigures:
    """Figures of a paper besides its costs.

    ``ports`` are two networks of one size; ``curves`` have, by name, points of switch ports and endpoints.
    """

    ports: tuple[PortUse, ...]
    radix: int
    curves: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True)
class GrowthFindings:
    """The results of a growth study.

    Attributes
    ----------
    basis
        The common property of the networks of one size.
    missing
        A sentence for each family and size without a member.
    breakeven
        Crossovers of one price, if requested.
    coefficients
        (name, value, unit, year, source, trust) of every number used.
    cable_prices
        One per cost set.
    figures
        Of the paper that the study names, None without one.
    """

    title: str
    basis: str
    seed: int
    draws: int
    rows: tuple[GrowthRow, ...]
    missing: tuple[str, ...]
    crossovers: tuple[Crossover, ...]
    shares: tuple[CheapestShare, ...]
    swings: tuple[Swing, ...]
    statements: tuple[Statement, ...]
    coefficients: tuple[tuple[str, str, str, int, str, str], ...]
    packaging: tuple[tuple[str, str], ...]
    breakeven: tuple[Crossover, ...] = ()
    breakeven_price: str = ""
    notes: tuple[str, ...] = field(default=())
    cable_prices: tuple[CablePriceLines, ...] = ()
    figures: PaperFigures | None = None

    def of(self, case: str, way: str = "closed") -> tuple[GrowthRow, ...]:
        """Return the rows of a case and a method."""
        return tuple(row for row in self.rows if (row.case, row.way) == (case, way))

    def laid(self, case: str) -> tuple[GrowthRow, ...]:
        """Return the cheapest layout of every family and size of a case, over all methods."""
        best: dict[tuple[str, int], GrowthRow] = {}
        for row in self.rows:
            if row.case != case or row.way == "closed":
                continue
            other = best.setdefault((row.family, row.wanted), row)
            if row.cents_per_endpoint < other.cents_per_endpoint:
                best[row.family, row.wanted] = row
        return tuple(best.values())

    @property
    def cases(self) -> tuple[str, ...]:
        """Cost sets, combined with each room if there are several, in order."""
        return tuple(dict.fromkeys(row.case for row in self.rows))

    @property
    def families(self) -> tuple[str, ...]:
        """Families in order."""
        return tuple(dict.fromkeys(row.family for row in self.rows))
