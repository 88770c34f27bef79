"""Plans side by side, ready for any output format."""

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
class RankedNetwork:
    """One of several networks of a plan.

    Attributes
    ----------
    name, network
        As the plan calls it, and its spec or what it was made from.
    figures
        A number per key of `FIGURES`; money is its share of what is bought.
    blanks
        Why there is no number, by the figures shown that have none.
    """

    name: str
    network: str
    figures: Mapping[str, Number | None]
    blanks: Mapping[str, str] = field(default_factory=dict)


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
    blanks
        Why there is no number, by the figures shown that have none.
    networks
        Each of several networks; empty of one.
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
    blanks: Mapping[str, str] = field(default_factory=dict)
    networks: tuple[RankedNetwork, ...] = ()

    #: All plans are priced in the currency of the comparison.
    currency: ClassVar[str] = ""

    @property
    def is_complete(self) -> bool:
        """Whether its money is all that it costs."""
        return not self.not_purchasable


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
        The figure that orders them: ``ownership_cost``, ``parts_cost`` or, without prices, cable.
    per
        ``endpoint`` or ``server`` where that is divided by these, as plans have unequally many; else empty.
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
    unpriced
        Why there is no money, in words; empty where there is.
    of_fabrics
        Whether a plan has several networks or is made from lists, or there are no prices.
    cables_only
        Whether money is for cables, cords and transceivers alone, as devices of a list have no part.
    """

    title: str
    candidates: tuple[RankedPlan, ...]
    parts: tuple[PartRow, ...]
    break_even: tuple[BreakEven, ...]
    currency: str
    years: int | None
    ranked_by: str
    per: str
    switch_ns: float
    prices: Mapping[str, Any]
    assumptions: tuple[CoefficientRow, ...]
    rules: tuple[str, ...]
    seed: int
    price_trust: Mapping[str, int]
    rewiring: Rewiring | None = None
    routing: str = ""
    unpriced: str = ""
    of_fabrics: bool = False
    cables_only: bool = False

    @property
    def doubtful(self) -> int:
        """Part numbers with a price that nobody vouches for."""
        return sum(self.price_trust.get(trust, 0) for trust in (EXAMPLE, UNVERIFIED))

    @property
    def best(self) -> RankedPlan | None:
        """The first that can be bought as a whole, None where none can."""
        return next((one for one in self.candidates if one.is_complete), None)

    @property
    def table(self) -> FigureTable:
        """The plans with their figures, compared with the first that can be bought."""
        return FigureTable(self.candidates, self.currency, self.best)

    @property
    def network_tables(self) -> dict[str, FigureTable]:
        """The plans that have a network, by its name, with its figures; those of one under no name.

        Empty where all plans are of one network of a formula.
        """
        tables: dict[str, FigureTable] = {}
        if not self.of_fabrics:
            return tables
        named = [
            (name, NamedFigures(one.name, figures, one.is_complete))
            for one in self.candidates
            for name, figures in (
                [(network.name, network.figures) for network in one.networks] or [("", one.figures)]
            )
        ]
        for name in sorted({name for name, _ in named}, key=[name for name, _ in named].index):
            rows = [row for own, row in named if own == name]
            best = None if self.best is None else self.best.name
            baseline = next((row for row in rows if row.name == best), rows[0])
            tables[name] = FigureTable(rows, self.currency, baseline)
        return tables
