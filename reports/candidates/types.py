"""Plans side by side, ready for any output format."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from netfloor.costmodels.catalogue.parts.skus import EXAMPLE, UNVERIFIED
from netfloor.costmodels.sets.coefficient import CoefficientRow
from netfloor.reports.formats.measure import Measure, Unit
from netfloor.traffic.load.saturation import CARRIED_GBPS, PATTERNS

Number = float | int

#: The figures of a candidate by their key, in reading order; money in currency units.
FIGURES: dict[str, Measure] = {
    "links_not_purchasable": Measure("Links that cannot be bought"),
    "longest_needed_m": Measure("Longest of them, slack included", Unit.METRES),
    "longest_sold_m": Measure("Longest cable sold at that rate", Unit.METRES),
    "ownership_cost": Measure("Cost of ownership", Unit.MONEY),
    "order_cost": Measure("Total of the order, with taxes, without works", Unit.MONEY),
    "capital_cost": Measure("Capital, before taxes", Unit.MONEY),
    "network_cost": Measure("Capital, network", Unit.MONEY),
    "server_cost": Measure("Capital, servers with adapters and cables", Unit.MONEY),
    "works_cost": Measure("Capital, works", Unit.MONEY),
    "electricity_cost": Measure("Electricity, all years", Unit.MONEY),
    "upkeep_cost": Measure("Upkeep, all years", Unit.MONEY),
    "ownership_cost_per_endpoint": Measure("Cost of ownership per endpoint", Unit.MONEY),
    "ownership_cost_per_gbps": Measure("Cost of ownership per Gb/s of bisection", Unit.MONEY),
    "switch_cost": Measure("Switches", Unit.MONEY),
    "copper_cost": Measure("Copper cables between switches", Unit.MONEY),
    "optical_cost": Measure("Optical cables and transceivers between switches", Unit.MONEY),
    "unsourced_share": Measure("Money that rests on figures without a source", Unit.SHARE),
    "cable_share": Measure("Cables and transceivers in the capital", Unit.SHARE),
    "copper_share": Measure("Copper cables in the capital", Unit.SHARE),
    "copper_link_share": Measure("Copper links among links between switches", Unit.SHARE),
    "copper_link_share_with_servers": Measure("Copper links among all, those to servers too", Unit.SHARE),
    "lead_time_days": Measure("Longest lead time", Unit.DAYS),
    "network_power_w": Measure("Network power", Unit.WATTS),
    "power_with_servers_w": Measure("Power with servers and their ports", Unit.WATTS),
    "mean_latency_ns": Measure("Mean latency between switches with endpoints", Unit.NANOSECONDS),
    "max_latency_ns": Measure("Maximum latency between switches with endpoints", Unit.NANOSECONDS),
    "bisection_links": Measure("Bisection, best cut found", Unit.LINKS),
    "bisection_lower_links": Measure("Bisection, lower bound", Unit.LINKS),
    "bisection_gbps": Measure("Bisection, best cut found", Unit.WHOLE_GBPS),
    "bisection_share": Measure("Bisection of half the endpoints", Unit.SHARE),
    "bisection_gbps_per_endpoint": Measure("Bisection, best cut found", Unit.GBPS, per_endpoint=True),
    "uniform_throughput": Measure("Throughput, uniform", Unit.SHARE),
    "worst_throughput": Measure("Throughput, worst permutation", Unit.SHARE),
    "matching_throughput": Measure("Throughput, longest matching", Unit.SHARE),
    "uniform_gbps": Measure("Carried, uniform", Unit.WHOLE_GBPS),
    "worst_gbps": Measure("Carried, worst permutation", Unit.WHOLE_GBPS),
    "matching_gbps": Measure("Carried, longest matching", Unit.WHOLE_GBPS),
    "ownership_cost_per_uniform_gbps": Measure("Cost of ownership per Gb/s carried, uniform", Unit.MONEY),
    "ownership_cost_per_worst_gbps": Measure(
        "Cost of ownership per Gb/s carried, worst permutation", Unit.MONEY
    ),
    "ownership_cost_per_matching_gbps": Measure(
        "Cost of ownership per Gb/s carried, longest matching", Unit.MONEY
    ),
    "mw_per_uniform_gbps": Measure("Network power per Gb/s carried, uniform", Unit.MW_PER_GBPS),
    "mw_per_worst_gbps": Measure("Network power per Gb/s carried, worst permutation", Unit.MW_PER_GBPS),
    "mw_per_matching_gbps": Measure("Network power per Gb/s carried, longest matching", Unit.MW_PER_GBPS),
    "switches": Measure("Switches"),
    "links": Measure("Links between switches"),
    "inside_links": Measure("Links between switches of one cabinet"),
    "copper_links": Measure("Copper links between switches"),
    "optical_links": Measure("Optical links between switches"),
    "copper_links_with_servers": Measure("Copper links, those to servers too"),
    "optical_links_with_servers": Measure("Optical links, those to servers too"),
    "endpoints": Measure("Endpoints"),
    "link_gbps": Measure("Rate of a link", Unit.WHOLE_GBPS),
    "total_cable_m": Measure("Cable between switches", Unit.METRES),
    "all_cable_m": Measure("Cable, that to servers too", Unit.METRES),
    "mean_cable_m": Measure("Mean cable", Unit.METRES),
    "max_cable_m": Measure("Longest cable", Unit.METRES),
    "gap": Measure("Cable above its lower bound", Unit.GAP),
}
#: The figure of the network alone, for one that counts servers too.
WITHOUT_SERVERS = {"power_with_servers_w": "network_power_w", "all_cable_m": "total_cable_m"}
#: What is known only where somebody asked what networks carry.
CARRIED = (
    *(f"{name}_throughput" for name in PATTERNS),
    *CARRIED_GBPS,
    *(f"{what}_per_{key}" for what in ("ownership_cost", "mw") for key in CARRIED_GBPS),
)
MONEY = tuple(key for key, one in FIGURES.items() if one.unit is Unit.MONEY)
#: What is not all where nothing is sold for some links.
OF_PARTS = (*MONEY, "network_power_w", "power_with_servers_w", "lead_time_days")


@dataclass(frozen=True)
class PartRow:
    """One part number over all candidates.

    ``bought`` and ``cost`` are pieces and money by the place of each candidate in the ranking.
    """

    part: str
    name: str
    kind: str
    length_m: float | None
    trust: str
    price_date: str
    lead_time_days: int | None
    unit_price: tuple[float | None, ...]
    bought: tuple[int, ...]
    cost: tuple[float, ...]


@dataclass(frozen=True)
class RankedPlan:
    """One plan among others.

    Attributes
    ----------
    name
        What reports call it: its title, else its network, with its file where two have one name.
    figures
        A number per key of `FIGURES`; None where it does not apply.
    yearly
        Money of the purchase and of each year, as it counts today; empty without terms of ownership.
    not_purchasable
        What cannot be bought, in words; empty where everything can.
    lead_time_part
        The part that is delivered last, empty where nobody said when any is.
    bisection_by, bisection_bound_by
        What found the cut, and what proves the lower bound.
    warnings
        Those of the plan with its order.
    """

    name: str
    file: str
    sha256: str
    network: str
    room: str
    placed_for: str
    figures: Mapping[str, Number | None]
    yearly: tuple[float, ...]
    not_purchasable: str
    nearest_miss: str
    lead_time_part: str
    bisection_by: str
    bisection_bound_by: str
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def text(self, key: str) -> str:
        """Return a figure as people read it; what is not all says so."""
        text = FIGURES[key].text(self.figures.get(key))
        partly = key in OF_PARTS and not self.complete and self.figures.get(key) is not None
        return f"{text} (incomplete)" if partly else text

    @property
    def complete(self) -> bool:
        """Whether its money is all that it costs."""
        return not self.not_purchasable


@dataclass(frozen=True)
class BreakEven:
    """One change that would make a candidate as cheap as the first.

    Attributes
    ----------
    against
        The candidate that is dearer by the prices used.
    lever
        What changes: a key of `LEVERS`.
    now, then
        The lever as used and where the order turns; ``then`` is None where no price above 0, and no number
        of years, does it.
    unit
        Of both: ``EUR/kWh``, ``years``, or ``times`` for a factor on the prices used.
    """

    against: str
    lever: str
    now: float
    then: float | None
    unit: str


#: What may change, by its key, in reading order.
LEVERS: dict[str, str] = {
    "electricity": "price of electricity",
    "optical": "prices of optical cables and transceivers",
    "copper": "prices of copper cables",
    "switches": "prices of switches",
    "years": "years in use",
}


@dataclass(frozen=True)
class ReusedPart:
    """One part number of a rewiring, in pieces: in place, needed, reused, bought and left over.

    ``used`` are the pieces that the new plan needs, ``left`` those in place that it does not. ``cost`` is
    that of the pieces bought.
    """

    part: str
    name: str
    kind: str
    length_m: float | None
    there: int
    used: int
    reused: int
    bought: int
    left: int
    cost: float


@dataclass(frozen=True)
class Rewiring:
    """What leads from one candidate, in place, to another: parts reused, bought and left over.

    ``cost`` is that of what is bought, ``cost_from_nothing`` what the new plan would cost with nothing in
    place; ``complete`` is False where something cannot be bought.
    """

    old: str
    new: str
    parts: tuple[ReusedPart, ...]
    cost: float
    cost_from_nothing: float
    complete: bool

    def pieces(self, figure: str, *, cables: bool) -> int:
        """Return the cables, or the switches: ``there``, ``used``, ``reused``, ``bought`` or ``left``."""
        asked = (
            one for one in self.parts if (one.length_m is not None if cables else one.kind == "switch")
        )
        return sum(getattr(one, figure) for one in asked)


@dataclass(frozen=True)
class RankedPlans:
    """Plans on one price list, the best first.

    Attributes
    ----------
    years
        Years of the cost of ownership, None without terms.
    ranked_by
        The figure that orders them: ``ownership_cost`` or ``capital_cost``.
    per_endpoint
        Whether that is divided by the endpoints, as these differ.
    prices
        What the money is by: a price list with its date, or a cost set.
    seed
        Of the search for bisections.
    price_trust
        Part numbers by how far their prices are trusted.
    rewiring
        From one of the plans to another, where a study asks for it.
    routing
        By which what networks carry is worked out; empty where nobody asked.
    by_example_terms
        Whether the terms of ownership are those that netfloor ships, as none were given.
    """

    title: str
    candidates: tuple[RankedPlan, ...]
    parts: tuple[PartRow, ...]
    break_even: tuple[BreakEven, ...]
    currency: str
    years: int | None
    ranked_by: str
    per_endpoint: bool
    switch_ns: float
    prices: Mapping[str, Any]
    assumptions: tuple[CoefficientRow, ...]
    rules: tuple[str, ...]
    seed: int
    price_trust: Mapping[str, int]
    rewiring: Rewiring | None = None
    routing: str = ""
    by_example_terms: bool = False

    @property
    def doubtful(self) -> int:
        """Part numbers with a price that nobody vouches for."""
        return sum(self.price_trust.get(trust, 0) for trust in (EXAMPLE, UNVERIFIED))

    @property
    def best(self) -> RankedPlan | None:
        """The first that can be bought as a whole, None where none can."""
        return next((one for one in self.candidates if one.complete), None)
