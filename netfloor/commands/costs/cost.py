"""``netfloor cost``: what a plan's cables and switches cost."""

from pathlib import Path
from typing import Annotated, Any

from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET
from netfloor.options import Json, PlanPath, Quiet, Reach, option
from netfloor.terminal.console import answer, remark_all, write, write_fields, write_table
from netfloor.terminal.progress import loading


def cost(
    plan: PlanPath,
    *,
    cost_set: Annotated[
        str, option("--cost-set", "A shipped cost set or your own TOML file.")
    ] = DEFAULT_COST_SET,
    reach: Reach = None,
    ownership: Annotated[
        Path | None, option("--ownership", "Also the cost of ownership by year, by this TOML file.")
    ] = None,
    power_set: Annotated[
        str, option("--power-set", "With --ownership: a shipped power set or your own TOML file.")
    ] = DEFAULT_POWER_SET,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Price every cable of a plan by a set of cost coefficients."""
    with loading("pricing the plan", quiet=quiet):
        from netfloor.reports.costs import cost_document

        owned = None if ownership is None else (ownership, power_set)
        document = cost_document(plan, cost_set, reach, owned)
    answer(lambda: document, lambda: _write_cost(document), json=json)
    remark_all(document["notes"], quiet=quiet)


def _write_cost(document: dict[str, Any]) -> None:
    """Print the bill, then what owning it costs."""
    from netfloor.reports.bom.ownership import ownership_fields, ownership_table
    from netfloor.reports.costs import cost_text
    from netfloor.reports.formats.table import Table

    write(cost_text(document))
    if document["ownership"] is not None:
        write("")
        write_fields(ownership_fields(document["ownership"]))
        write_table(Table("Cost of ownership", *ownership_table(document["ownership"])))
