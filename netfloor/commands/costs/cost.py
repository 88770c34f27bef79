"""``netfloor cost``: what a plan's cables and switches cost."""

from typing import Annotated

from netfloor.costmodels import DEFAULT_COST_SET
from netfloor.options import Json, PlanPath, Quiet, Reach, option
from netfloor.terminal.console import answer, remark_all, write


def cost(
    plan: PlanPath,
    *,
    cost_set: Annotated[
        str, option("--cost-set", "A shipped cost set or your own TOML file.")
    ] = DEFAULT_COST_SET,
    reach: Reach = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Price every cable of a plan by a set of cost coefficients."""
    from netfloor.reports.costs import cost_document, cost_text

    document = cost_document(plan, cost_set, reach)
    remark_all(document["notes"], quiet=quiet)
    answer(lambda: document, lambda: write(cost_text(document)), json=json)
