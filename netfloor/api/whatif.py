"""Effect of changed prices, slack or cabinets on a plan."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netfloor.api.figure_forms import figure_forms
from netfloor.api.parts import catalogue_file
from netfloor.api.plan import ListedPlan, Plan
from netfloor.api.plots import bars
from netfloor.costmodels.buying.ownership_terms import load_ownership_terms
from netfloor.foundation.display.data_table import DataTable, FigureRows
from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.layout.budget import Budget
from netfloor.layout.solve import SolveOptions
from netfloor.plans.order.terms import ListedTerms, reach_to_mm
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.whatif.points import WhatIf, answers, document
from netfloor.studies.whatif.assumptions import OWN, Assumptions
from netfloor.studies.whatif.run import WhatIfRequest, run_whatif

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Value = str | float | Sequence[str | float]


class PlanChanges(FigureRows):
    """A plan before and after each change; made by `whatif`.

    Iterating yields a dictionary per point, starting with the unchanged plan; ``changes["bill_cost"]`` is a
    column.
    """

    def __init__(self, found: WhatIf) -> None:
        self._found = found

    def __repr__(self) -> str:
        return f"PlanChanges({'; '.join(self.answers)})"

    def _repr_html_(self) -> str:
        paragraphs = "".join(f"<p>{escape(text)}</p>" for text in (*self.answers, self.prices))
        return f"{paragraphs}{self.rows._repr_html_()}"

    @property
    def answers(self) -> list[str]:
        """Effect of each change: before, after and the difference."""
        return answers(self._found)

    @property
    def prices(self) -> str:
        """The prices used."""
        return self._found.prices

    @property
    def currency(self) -> str:
        """Currency of the unchanged plan; empty without prices."""
        return self._found.currency

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the figures."""
        return self._found.all_notes

    @cached_property
    def rows(self) -> DataTable:
        """A row per point: name, placement, all figures and their differences from the plan."""
        result, table = self._found, self._found.table
        columns: dict[str, list[Any]] = {
            "point": [point.name for point in result.points],
            "placement": [point.placement for point in result.points],
        }
        columns |= table.columns()
        columns |= {
            f"{key}_difference": [table.difference(point, key) for point in result.points]
            for key in FIGURES
        }
        forms = figure_forms(self.currency) | figure_forms(self.currency, "_difference")
        return DataTable(columns, "What each change costs", forms)

    @cached_property
    def networks(self) -> DataTable:
        """A row per point and network, for plans with several networks."""
        columns: dict[str, list[Any]] = {"point": [], "network": [], **{key: [] for key in FIGURES}}
        for name, table in self._found.network_tables.items():
            for row in table.rows:
                columns["point"].append(row.name)
                columns["network"].append(name)
                for key in FIGURES:
                    columns[key].append(row.figures.get(key))
        return DataTable(columns, "Network by network", figure_forms(self.currency))

    def plot(self, figure: str = "bill_cost", ax: "Axes | None" = None) -> "Axes":
        """Draw a figure of all points as bars, the unchanged plan on top; return the Matplotlib axes.

        Raises
        ------
        InputError
            If the figure is unknown, or no point has it.
        """
        points = self._found.points
        names, values = [point.name for point in points], [point.figures.get(figure) for point in points]
        return bars(ax, figure, names, values, self.currency)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``netfloor whatif --json``."""
        return document(self._found)


def whatif(  # noqa: PLR0913 - one keyword each, all optional
    plan: Plan | ListedPlan | str | Path,
    changes: Mapping[str, Value],
    *,
    catalogue: str | Path | Sequence[str | Path] | None = None,
    power_set: str | Path | None = None,
    reach_m: float | None = None,
    ownership: str | Path | None = None,
    electricity: float | None = None,
    years: float | None = None,
    network_only: bool = False,
    cages: Sequence[str] = (),
    gbps: float | None = None,
    devices: bool = False,
    partial: bool = False,
    replace: bool = False,
    iterations: int | None = None,
    seed: int = 0,
) -> PlanChanges:
    """Compute the effect of changes on a plan: cost, cable, watts and latency, before and after.

    Parameters
    ----------
    plan
        A plan file, or a plan with a file.
    changes
        A value for each key of ``netfloor whatif``, such as ``{"price.AOC": "+20%"}``; a list of values is
        a sweep, several lists are a grid. A text with a sign changes the current value.
    catalogue, power_set, reach_m
        Prices; by default those of the plan. The last two apply to prices by formula.
    ownership, electricity, years
        Terms of ownership, and separate values for the price of a kWh and the years.
    network_only
        Leaves out servers, adapters and server cables.
    cages, gbps, devices, partial
        For plans from lists, as in ``netfloor bom``.
    replace, iterations, seed
        Place again what must or may move, with this budget.

    Raises
    ------
    InputError
        If the plan has no file, or prices, keys or values are invalid.
    InfeasibleError
        If a new placement does not fit, or nothing is sold for the unchanged plan.
    """
    path = plan.path if isinstance(plan, Plan | ListedPlan) else Path(plan)
    if path is None:
        raise InputError("plan", "has no file yet", "write it first")
    terms = None if ownership is None else load_ownership_terms(Path(ownership))
    own_years = 1.0 if terms is None else terms.years.value
    request = WhatIfRequest(
        path,
        tuple(f"{key}={value}" for key, value in changes.items() if not _is_sweep(value)),
        tuple(f"{key}={_joined(value)}" for key, value in changes.items() if _is_sweep(value)),
        Assumptions(
            None if catalogue is None else str(catalogue_file(catalogue)),
            OWN if power_set is None else str(power_set),
            electrical_reach_mm=reach_to_mm(reach_m),
            years=own_years if years is None else years,
            electricity_per_kwh=electricity,
        ),
        SolveOptions(budget=_budget(iterations), seed=seed) if replace else None,
        terms=terms,
        listed=ListedTerms(tuple(cages), gbps, devices, partial),
        network_only=network_only,
    )
    return PlanChanges(run_whatif(request, SILENT, Interrupt(), force=False))


def _budget(iterations: int | None) -> Budget | None:
    return None if iterations is None else Budget(iterations=iterations)


def _is_sweep(value: Value) -> bool:
    return not isinstance(value, str | float | int)


def _joined(value: Value) -> str:
    return ",".join(map(str, value)) if isinstance(value, Sequence) else str(value)
