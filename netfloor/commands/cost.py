"""``netfloor cost``: what a plan's cables and switches cost."""

from typing import Annotated

import typer

from netfloor.console import remark_all, write, write_json
from netfloor.options import Json, PlanPath, Quiet, Reach


def cost(
    plan: PlanPath,
    *,
    cost_set: Annotated[
        str, typer.Option("--set", help="A shipped cost set or your own TOML file.")
    ] = "slimfly-2014",
    reach: Reach = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Price every cable of a plan by a set of cost coefficients."""
    from netfloor.plan_costs import cost_document, cost_text  # noqa: PLC0415 - keeps --help quick

    document = cost_document(plan, cost_set, reach)
    remark_all(document["notes"], quiet=quiet)
    if json:
        write_json(document)
    else:
        write(cost_text(document))
