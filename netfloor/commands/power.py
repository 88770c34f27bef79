"""``netfloor power``: what a plan's ports and cables draw."""

from typing import Annotated

import typer

from netfloor.console import remark_all, write, write_json
from netfloor.options import Json, PlanPath, Quiet, Reach, Seed


def power(
    plan: PlanPath,
    *,
    power_set: Annotated[
        str, typer.Option("--set", help="A shipped power set or your own TOML file.")
    ] = "spectralfly-2022-ports",
    cost_set: Annotated[
        str, typer.Option("--cost-set", help="The cost set whose rule chooses each medium.")
    ] = "slimfly-2014",
    reach: Reach = None,
    bisection: Annotated[
        bool, typer.Option("--bisection", help="Also power per bisection bandwidth.")
    ] = False,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Add up the power of a plan by a set of power coefficients."""
    from netfloor.plan_costs import power_document, power_text  # noqa: PLC0415 - keeps --help quick

    document = power_document(plan, power_set, cost_set, reach, seed if bisection else None)
    remark_all(document["notes"], quiet=quiet)
    if json:
        write_json(document)
    else:
        write(power_text(document))
