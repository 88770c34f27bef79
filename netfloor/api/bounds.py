"""A lower bound with its gap and proof."""

from dataclasses import dataclass
from html import escape

from netfloor.foundation.units import figure_text, mm_to_metres
from netfloor.layout.bounds.spectral import METHOD as PAIRS
from netfloor.layout.bounds.theorems import Publication, Theorem, theorem_of
from netfloor.layout.result import gap_text
from netfloor.plans.laid import LaidFabric
from netfloor.plans.models import ObjectiveRecord
from netfloor.plans.plan import Plan

#: Theorem behind the bound for devices placed from lists, by search method.
_OF_DEVICES = {
    "enumeration": Theorem(
        "All assignments of the free devices to cabinets were enumerated, each cabinet in its best order."
    ),
    "prices": Theorem(
        "Any prices of rack units give a bound: the least cost of each device "
        "with these prices, summed over all devices, less the prices of all units."
    ),
}


@dataclass(frozen=True)
class LowerBound:
    """A proved lower bound on the cable length of a plan.

    Attributes
    ----------
    metres
        Lower bound on the total cable length, m.
    mean_m
        Lower bound on the mean cable length, m.
    gap
        Relative excess of the plan's shortest routes over the bound; None if the bound is 0.
    method
        Method of the proof.
    """

    metres: float
    mean_m: float
    gap: float | None
    method: str
    theorem: Theorem

    def __str__(self) -> str:
        above = "" if self.gap is None else f", the plan is {gap_text(self.gap)} above it"
        return f"at least {self.metres:,.3f} m of cable in any placement ({self.method}){above}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p><p>{escape(self.cite())}</p>"

    @property
    def sources(self) -> tuple[Publication, ...]:
        """Publications of the theorem; empty if the statement itself is the proof."""
        return self.theorem.publications

    def cite(self) -> str:
        """Return the theorem and its publications as text."""
        lines = [self.theorem.statement, *(f"- {source.text()}" for source in self.sources)]
        return "\n".join(lines)

    def bibtex(self) -> str:
        """Return the publications as BibTeX entries; empty if there are none."""
        return "\n".join(source.bibtex() for source in self.sources)


def bound_of_plan(plan: Plan) -> LowerBound:
    """Return the bound of a placed network, on the shortest routes between switches."""
    metres, count = mm_to_metres(plan.bound.length_mm), max(len(plan.shortest_cables), 1)
    return LowerBound(metres, metres / count, plan.gap, plan.bound.method, theorem_of(plan.bound))


def bound_of_lists(plan: LaidFabric) -> LowerBound | None:
    """Return the bound of devices placed from lists, on all their cables; None if nothing is proved."""
    search = plan.search
    if search is None or search.bound_mm is None or search.method not in _OF_DEVICES:
        return None
    metres, count = mm_to_metres(search.bound_mm), max(len(plan.fabric.cables), 1)
    return LowerBound(metres, metres / count, plan.gap, search.method, _OF_DEVICES[search.method])


@dataclass(frozen=True)
class ObjectiveOutcome:
    """Result for the objective of a plan other than cable length.

    Attributes
    ----------
    value, lower_bound
        Value of the placement and its lower bound, in ``unit``; None if nothing is proved.
    gap
        Relative excess of the value over the bound.
    proved_by
        Method of the proof; empty without one.
    """

    name: str
    unit: str
    value: float
    lower_bound: float | None
    gap: float | None
    proved_by: str

    def __str__(self) -> str:
        value = f"{self.name} {figure_text(self.value, self.unit)}"
        if self.lower_bound is None:
            return f"{value}; no lower bound is proved"
        minimum = figure_text(self.lower_bound, self.unit)
        return f"{value}; lower bound {minimum} ({self.proved_by}), gap {gap_text(self.gap)}"


def outcome_of(record: ObjectiveRecord) -> ObjectiveOutcome:
    """Convert the objective of a plan's record."""
    proved_by = ""
    if record.least is not None:
        proved_by = record.least_by or (PAIRS if record.proof else "the bound on the length")
    gap = None
    if record.least and record.not_purchasable is None:
        gap = max(record.value - record.least, 0.0) / record.least
    return ObjectiveOutcome(record.name, record.unit, record.value, record.least, gap, proved_by)
