"""Records of compared plans, independent of the output format."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from netfloor.costmodels.catalogue.parts.skus import EXAMPLE, UNVERIFIED
from netfloor.costmodels.sets.coefficient import CoefficientRow
from netfloor.plans.assessment.owned import BreakEven
from netfloor.reports.figures.figure import Number
from netfloor.reports.figures.rows import FigureTable, NamedFigures


@dataclass(frozen=True)
class PartRow:
    """A part number in all plans; ``bought`` (pieces) and ``cost`` are in the order of the ranking."""

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
class RankedNetwork:
    """One of several networks of a plan."""

    name: str
    network: str  # its spec or source
    # by key of `FIGURES`; money is the network's share of the purchase
    figures: Mapping[str, Number | None]
    blanks: Mapping[str, str] = field(default_factory=dict)  # reason by key of a figure without a number


@dataclass(frozen=True)
class RankedPlan:
    """A plan with the figures that rank it."""

    name: str  # its title, else its network; with the file where names repeat
    file: str
    sha256: str
    network: str
    room: str
    placed_for: str
    figures: Mapping[str, Number | None]  # by key of `FIGURES`; None where a figure does not apply
    # present value of the purchase and of each year; empty without ownership terms
    yearly: tuple[float, ...]
    not_purchasable: str  # the missing parts as text; empty if everything can be bought
    nearest_miss: str
    lead_time_part: str  # the last part delivered; empty if lead times are unknown
    bisection_by: str  # method that found the cut
    bisection_bound_by: str  # method that proves the lower bound
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()  # of the plan with its order
    blanks: Mapping[str, str] = field(default_factory=dict)  # reason by key of a figure without a number
    networks: tuple[RankedNetwork, ...] = ()  # empty if the plan has a single network

    #: Empty: all plans use the currency of the comparison.
    currency: ClassVar[str] = ""

    @property
    def is_complete(self) -> bool:
        """Whether its cost covers everything."""
        return not self.not_purchasable


@dataclass(frozen=True)
class ReusedPart:
    """A part number of a rewiring, in pieces."""

    part: str
    name: str
    kind: str
    length_m: float | None
    there: int  # in place
    used: int  # needed by the new plan
    reused: int
    bought: int
    left: int  # in place and not needed
    cost: float  # of the pieces bought


@dataclass(frozen=True)
class Rewiring:
    """The change from one plan, in place, to another."""

    old: str
    new: str
    parts: tuple[ReusedPart, ...]
    cost: float  # of the parts bought
    cost_from_nothing: float  # of the new plan if nothing were in place
    complete: bool  # False if a part cannot be bought

    def pieces(self, figure: str, *, cables: bool) -> int:
        """Return the pieces of cables, or of switches, in field ``figure`` of `ReusedPart`."""
        asked = (
            part for part in self.parts if (part.length_m is not None if cables else part.kind == "switch")
        )
        return sum(getattr(item, figure) for item in asked)


@dataclass(frozen=True)
class RankedPlans:
    """Plans priced by the same price list, the best first."""

    title: str
    candidates: tuple[RankedPlan, ...]
    parts: tuple[PartRow, ...]
    break_even: tuple[BreakEven, ...]
    currency: str
    years: int | None  # years of ownership; None without ownership terms
    ranked_by: str  # ``ownership_cost``, ``parts_cost`` or, without prices, cable length
    per: str  # ``endpoint`` or ``server`` if costs are divided because the counts differ; else empty
    switch_ns: float
    prices: Mapping[str, Any]  # price list with its date, or cost set
    assumptions: tuple[CoefficientRow, ...]
    rules: tuple[str, ...]
    seed: int  # of the bisection search
    price_trust: Mapping[str, int]  # part numbers by trust in their price
    rewiring: Rewiring | None = None
    routing: str = ""  # of the throughput figures; empty if none were requested
    unpriced: str = ""  # reason for missing costs; empty if there are costs
    of_fabrics: bool = False  # a plan has several networks or comes from lists, or there are no prices
    cables_only: bool = False  # costs cover cables, cords and transceivers, as listed devices have no part

    @property
    def doubtful(self) -> int:
        """Part numbers whose price is an example or unverified."""
        return sum(self.price_trust.get(trust, 0) for trust in (EXAMPLE, UNVERIFIED))

    @property
    def best(self) -> RankedPlan | None:
        """The first plan that can be bought completely; None if there is none."""
        return next((candidate for candidate in self.candidates if candidate.is_complete), None)

    @property
    def table(self) -> FigureTable:
        """All plans and figures, with the best plan as the baseline."""
        return FigureTable(self.candidates, self.currency, self.best)

    @property
    def network_tables(self) -> dict[str, FigureTable]:
        """Figures by network name, for comparisons of fabrics.

        Plans of a single network are under the empty name. Empty if every plan is one network of a formula.
        """
        tables: dict[str, FigureTable] = {}
        if not self.of_fabrics:
            return tables
        named = [
            (name, NamedFigures(candidate.name, figures, candidate.is_complete))
            for candidate in self.candidates
            for name, figures in (
                [(network.name, network.figures) for network in candidate.networks]
                or [("", candidate.figures)]
            )
        ]
        for name in sorted({name for name, _ in named}, key=[name for name, _ in named].index):
            rows = [row for own, row in named if own == name]
            best = None if self.best is None else self.best.name
            baseline = next((row for row in rows if row.name == best), rows[0])
            tables[name] = FigureTable(rows, self.currency, baseline)
        return tables
