"""Comparison of plans on one price list."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netfloor.api.bounds import bound_of_lists, bound_of_plan
from netfloor.api.figure_forms import figure_forms
from netfloor.api.parts import as_power_set, catalogue_file
from netfloor.api.plan import ListedPlan, Plan
from netfloor.api.plots import BOUNDS, bars
from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.costmodels.catalogue.parts.catalogue import catalogue_of_set
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.display.data_table import DataTable, FigureRows
from netfloor.foundation.errors import InputError
from netfloor.plans.assessment.prices import NoPrices, Prices, prices_by, prices_or_none
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import load_any_plan
from netfloor.plans.order.terms import reach_to_mm
from netfloor.plans.plan import display_names
from netfloor.reports.candidates.answer import answer
from netfloor.reports.candidates.document import candidates_document
from netfloor.reports.candidates.types import RankedPlans
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.formats.head import ReportHead
from netfloor.studies.candidates.run import (
    CandidatesRequest,
    compare_plans,
    named_plans,
    plans_in,
    write_files,
)

if TYPE_CHECKING:
    from typing import TypeAlias

    from matplotlib.axes import Axes

    from netfloor.plans.load import AnyPlan

    #: A plan in any form.
    Source: TypeAlias = Plan | ListedPlan | str | Path


class PlanComparison(FigureRows):
    """Plans priced by one price list, best first; made by `compare`.

    Iterating yields a dictionary per plan; ``comparison["parts_cost"]`` is a column.
    """

    def __init__(self, found: RankedPlans, plans: "Sequence[AnyPlan]") -> None:
        self._found, self._plans = found, plans

    def __repr__(self) -> str:
        return f"PlanComparison({len(self)} plans: {self.answer})"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.answer)}</p>{self.rows._repr_html_()}"

    @property
    def answer(self) -> str:
        """The cheapest plan, plans that cannot be bought, and changes that would alter the ranking."""
        return answer(self._found)

    @property
    def currency(self) -> str:
        """Currency of all amounts; empty without prices."""
        return self._found.currency

    @property
    def _money(self) -> str:
        return f"money in {self.currency}" if self.currency else "no prices"

    @cached_property
    def rows(self) -> DataTable:
        """A row per plan: rank, name, network, room, missing parts and all figures."""
        result = self._found
        rows_by_name = {
            "rank": list(range(1, len(result.candidates) + 1)),
            **{
                name: [getattr(candidate, name) for candidate in result.candidates]
                for name in ("name", "network", "room")
            },
            "not_purchasable": [candidate.not_purchasable for candidate in result.candidates],
            "currency": [result.currency] * len(result.candidates),
        }
        proofs = dict(zip(display_names(self._plans), map(_proof, self._plans), strict=True))
        rows_by_name["proved_by"] = [proofs.get(candidate.name) for candidate in result.candidates]
        caption = f"{len(result.candidates)} plans, {self._money}"
        return DataTable(rows_by_name | result.table.columns(), caption, figure_forms(self.currency))

    @cached_property
    def networks(self) -> DataTable:
        """A row per network of each plan with several: plan, name, spec and all figures."""
        pairs = [
            (candidate, network) for candidate in self._found.candidates for network in candidate.networks
        ]
        rows_by_name: dict[str, list[Any]] = {
            "plan": [item.name for item, _ in pairs],
            "name": [network.name for _, network in pairs],
            "network": [network.network for _, network in pairs],
        }
        figures = {key: [network.figures.get(key) for _, network in pairs] for key in FIGURES}
        caption = f"{len(pairs)} networks, {self._money}"
        return DataTable(rows_by_name | figures, caption, figure_forms(self.currency))

    @cached_property
    def parts(self) -> DataTable:
        """A row per part number and plan: quantity, price, cost; empty for a cost set."""
        keys = ("part", "part_name", "kind", "plan", "bought", "unit_price", "cost")
        rows = [
            (
                row.part,
                row.name,
                row.kind,
                candidate.name,
                row.bought[place],
                row.unit_price[place],
                row.cost[place],
            )
            for row in self._found.parts
            for place, candidate in enumerate(self._found.candidates)
            if row.bought[place]
        ]
        columns = {key: [row[place] for row in rows] for place, key in enumerate(keys)}
        return DataTable(columns, f"Parts of {len(self)} plans, money in {self.currency}")

    def plot(self, figure: str = "parts_cost", ax: "Axes | None" = None) -> "Axes":
        """Draw a figure of all plans as bars, best first, with marks for lower bounds.

        Raises
        ------
        InputError
            If the figure is unknown, or no plan has it.
        """
        result = self._found.candidates
        names, values = [item.name for item in result], [item.figures.get(figure) for item in result]
        bounds = [item.figures.get(BOUNDS.get(figure, "")) for item in result]
        return bars(ax, figure, names, values, self.currency, bounds=bounds)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``netfloor compare --json``."""
        return candidates_document(self._found)

    def to_html(self) -> str:
        """Return the page of ``netfloor compare --out``."""
        from netfloor.reports.candidates.page import candidates_page  # noqa: PLC0415 - loads Matplotlib

        return candidates_page(self._found, None, named_plans(self._plans))

    def write(self, folder: str | Path, *, force: bool = False) -> Path:
        """Write page, workbook, ``rows.csv`` and JSON into a folder.

        Raises
        ------
        InputError
            If other files are in the way.
        """
        write_files(self._found, self._plans, ReportHead(), Path(folder), force=force)
        return Path(folder)


def compare(  # noqa: PLR0913 - one keyword each, all optional
    plans: "Sequence[Source] | Mapping[str, Source]",
    *,
    catalogue: str | Path | Sequence[str | Path] | CostSet | None = None,
    ownership: str | Path | None = None,
    network_only: bool = False,
    power_set: str | Path | PowerSet | None = None,
    reach_m: float | None = None,
    switch_ns: float = DEFAULT_SWITCH_NS,
    traffic: str | None = None,
    seed: int = 0,
) -> PlanComparison:
    """Compare plans on one price list: cost by year, watts, latency, bisection, gap, ranking.

    Plans of any kind: of one network or several, from lists, imported. Plans without recorded prices, if
    none are given, are ranked by their cable.

    Parameters
    ----------
    plans
        1 to 24 plans, plan files of any kind, or folders of such files; a mapping gives single plans the
        names shown in tables and charts.
    catalogue
        Prices for all plans: a catalogue of parts or a formula, as shipped name, file or `CostSet`. None:
        the prices of the plans, else the default set.
    ownership
        File with years, electricity, labour and so on; without it, plans are ranked by purchase cost.
    network_only
        Leaves out servers, adapters and server cables.
    power_set, reach_m
        Watts and the longest copper cable for prices by formula; by default those of the plans, and the
        formula's own.
    switch_ns, seed
        Latency of a switch in ns, and the seed of the bisection search.
    traffic
        A routing such as ``minimal``, to compare the throughput of the networks too.

    Raises
    ------
    InputError
        If a file is not a plan, or catalogue, terms or a set are invalid.
    """
    stored = _stored(plans)
    if isinstance(catalogue, CostSet):
        made = catalogue_of_set(catalogue)
        prices: Prices | NoPrices = prices_by(stored, Path(catalogue.name), made, network_only=network_only)
    else:
        file = None if catalogue is None else catalogue_file(catalogue)
        prices = prices_or_none(stored, file, network_only=network_only)
    if not isinstance(prices, NoPrices):
        if power_set is not None and prices.catalogue.formula is None:
            what = "does not apply to a catalogue of parts, which has its own watts"
            raise InputError("power_set", what, "leave it out")
        watts = prices.power_set if power_set is None else as_power_set(power_set)
        asked = replace(prices.terms, reach_mm=reach_to_mm(reach_m))
        prices = replace(prices, power_set=watts, terms=asked)
    terms = None if ownership is None else Path(ownership)
    request = CandidatesRequest(
        ownership=terms, network_only=network_only, switch_ns=switch_ns, seed=seed, routing=traffic
    )
    return PlanComparison(compare_plans(stored, request, prices=prices), stored)


def _stored(plans: Any) -> "list[AnyPlan]":
    """Load the plans from objects, files and folders, named by a mapping."""
    if isinstance(plans, Mapping):
        named = []
        for name, entry in plans.items():
            results = list(_plans(entry))
            if len(results) != 1:
                raise InputError(f"plans: {name}", f"names {len(results)} plans", "one plan or file each")
            named.append(replace(results[0], title=str(name)))
        return named
    if isinstance(plans, str) or not isinstance(plans, Sequence):
        what = f"{type(plans).__name__} is not a list"
        raise InputError("plans", what, "a list of plans or files, or a mapping from names to them")
    return [plan for entry in plans for plan in _plans(entry)]


def _plans(entry: Any) -> "Iterator[AnyPlan]":
    """Yield the plans of an object, a file or a folder."""
    if isinstance(entry, Plan | ListedPlan):
        yield entry._stored  # noqa: SLF001 - the plan below the public one
    elif isinstance(entry, str | Path):
        yield from map(load_any_plan, plans_in(Path(entry)))
    else:
        raise InputError("plans", f"{type(entry).__name__} is not a plan", "plans, files or folders")


def _proof(plan: "AnyPlan") -> str | None:
    """Return the proof method of the lower bound on a plan's cable; None without one."""
    bound = bound_of_lists(plan) if isinstance(plan, LaidFabric) else bound_of_plan(plan)
    return None if bound is None else bound.method
