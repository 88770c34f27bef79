"""A lower bound as a notebook or a script holds it: its figure, the gap above it, and what proves it."""

from dataclasses import dataclass
from html import escape

from netfloor.foundation.units import figure_text, mm_to_metres
from netfloor.layout.bounds.spectral import METHOD as PAIRS
from netfloor.layout.bounds.theorems import Publication, Theorem, theorem_of
from netfloor.layout.result import gap_text
from netfloor.plans.laid import LaidFabric
from netfloor.plans.models import ObjectiveRecord
from netfloor.plans.plan import Plan

#: What proves the bound on the cable of devices placed from lists, by the method of its search.
_OF_DEVICES = {
    "enumeration": Theorem(
        "Every assignment of the free devices to cabinets was tried, each cabinet in its best order: none "
        "is below the least of them."
    ),
    "prices": Theorem(
        "Any prices of the rack units that several devices need give a bound: the least that each device "
        "costs by itself with these prices, less the prices of the units that there are."
    ),
}


@dataclass(frozen=True)
class LowerBound:
    """A length of cable that no placement of a plan is below.

    Attributes
    ----------
    metres
        The bound on the length of all cables that it is of, m.
    mean_m
        The same for each of them, m.
    gap
        How far the plan's shortest ways are above it, as a share of it; None where it is 0.
    method
        How it was found.
    """

    metres: float
    mean_m: float
    gap: float | None
    method: str
    theorem: Theorem

    def __str__(self) -> str:
        above = "" if self.gap is None else f", the plan is {gap_text(self.gap)} above it"
        return f"no placement has less than {self.metres:,.3f} m of cable ({self.method}){above}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p><p>{escape(self.cite())}</p>"

    @property
    def sources(self) -> tuple[Publication, ...]:
        """Where the theorem was published; empty where it follows from its statement alone."""
        return self.theorem.publications

    def cite(self) -> str:
        """Return the theorem that proves it, and where it was published."""
        lines = [self.theorem.statement, *(f"- {one.text()}" for one in self.sources)]
        return "\n".join(lines)

    def bibtex(self) -> str:
        """Return the publications as BibTeX entries; empty where there are none."""
        return "\n".join(one.bibtex() for one in self.sources)


def bound_of_plan(plan: Plan) -> LowerBound:
    """Return the bound of a placed network: on the cable between switches, each on its shortest way."""
    metres, count = mm_to_metres(plan.bound.length_mm), max(len(plan.shortest_cables), 1)
    return LowerBound(metres, metres / count, plan.gap, plan.bound.method, theorem_of(plan.bound))


def bound_of_lists(plan: LaidFabric) -> LowerBound | None:
    """Return the bound of devices placed from lists: on all their cables; None without a proved one."""
    search = plan.search
    if search is None or search.bound_mm is None or search.method not in _OF_DEVICES:
        return None
    metres, count = mm_to_metres(search.bound_mm), max(len(plan.fabric.cables), 1)
    return LowerBound(metres, metres / count, plan.gap, search.method, _OF_DEVICES[search.method])


@dataclass(frozen=True)
class ObjectiveOutcome:
    """What a plan was placed for, if not the length of its cables.

    Attributes
    ----------
    value, lower_bound
        Of the placement, in ``unit``, and what no placement is below; None where nothing is proved.
    gap
        How far the value is above the bound, as a share of it.
    proved_by
        What proves the bound; empty without one.
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
        least = figure_text(self.lower_bound, self.unit)
        return f"{value}; no placement is below {least} ({self.proved_by}), gap {gap_text(self.gap)}"


def outcome_of(record: ObjectiveRecord) -> ObjectiveOutcome:
    """Return the objective of a plan's record."""
    proved_by = ""
    if record.least is not None:
        proved_by = record.least_by or (PAIRS if record.proof else "the bound on the length")
    gap = None
    if record.least and record.not_purchasable is None:
        gap = max(record.value - record.least, 0.0) / record.least
    return ObjectiveOutcome(record.name, record.unit, record.value, record.least, gap, proved_by)
