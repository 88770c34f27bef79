"""``netfloor check routable``: whether a program that others wrote can route a plan."""

from typing import Annotated

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.options import Json, PlanPath, Quiet, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, remark_all, write_fields


def routable(
    plan: PlanPath,
    *,
    engine: Annotated[str, option("--engine", "dfsssp, lash, updn or ftree.")] = "dfsssp",
    lanes: Annotated[
        int, option("--lanes", "Virtual lanes of the switches; ibsim's have 8.", min=1, max=8)
    ] = 8,
    seconds: Annotated[
        float, typer.Option("--seconds", min=1.0, max=86400.0, help="Time limit for opensm.")
    ] = 600.0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Route the plan with the real OpenSM over ibsim; exit code 6 if it cannot, 5 without them."""
    from netfloor.exchange.opensm.routable import check_routable

    with working(quiet=quiet) as (_, interrupt):
        routing = check_routable(plan, engine, lanes, seconds, interrupt)
    answer(routing.to_dict, lambda: write_fields(routing.fields()), json=json)
    remark_all(routing.notes, quiet=quiet)
    if not routing.ok:
        raise typer.Exit(CHECK_FAILED)
