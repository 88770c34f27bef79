"""Command ``netfloor cost``: price the cables and switches of a plan by formula."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET
from netfloor.options import Json, Network, PlanPath, Quiet, Reach, Verbose, option
from netfloor.terminal.console import answer_each, remark_all, remark_left, write, write_fields, write_table
from netfloor.terminal.progress import loading

if TYPE_CHECKING:
    from netfloor.reports.costs import PlanCost


def cost(
    plan: PlanPath,
    *,
    catalogue: Annotated[
        str, option("--catalogue", "Prices by formula: a shipped set or your own TOML file.")
    ] = DEFAULT_COST_SET,
    reach: Reach = None,
    ownership: Annotated[
        Path | None, option("--ownership", "Also the cost of ownership by year, by this TOML file.")
    ] = None,
    power_set: Annotated[
        str, option("--power-set", "With --ownership: a shipped power set or your own TOML file.")
    ] = DEFAULT_POWER_SET,
    network: Network = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Price a plan by a paper's cost coefficients."""
    with loading("pricing the plan", quiet=quiet):
        from netfloor.reports.costs import costs_in_all, plan_costs

        owned = None if ownership is None else (ownership, power_set)
        priced = plan_costs(plan, catalogue, reach, owned, network)
    last = list(priced.values())[-1]

    def show(item: "PlanCost") -> None:
        _write_cost(item, verbose=verbose, footnotes=verbose and item is last)

    answer_each(priced, lambda item: item.document, show, json=json, in_all=costs_in_all)
    notes = (note for item in priced.values() for note in item.document["notes"])
    remark_all(dict.fromkeys(notes), quiet=quiet)
    if not (verbose or json):
        remark_left(["cables by length", "coefficients with their sources"], quiet=quiet)


def _write_cost(priced: "PlanCost", *, verbose: bool, footnotes: bool) -> None:
    """Print the bill, then the cost of ownership."""
    from netfloor.reports.bom.ownership import ownership_fields, years_listing
    from netfloor.reports.costs import cost_text

    write(cost_text(priced.document, lengths=verbose, footnotes=footnotes))
    if priced.ownership is not None:
        write("")
        write_fields(ownership_fields(priced.document["ownership"]))
        write_table(years_listing(priced.ownership).terminal())
