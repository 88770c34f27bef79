"""``netfloor explain``: one cable's length, term by term, and its part."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark_all, write, write_json
from netfloor.options import Json, PlanPath, Quiet, Reach


def explain(
    plan: PlanPath,
    cable: Annotated[
        str,
        typer.Argument(metavar="CABLE", help="An id such as C000017, or ROUTER/2 for its second endpoint."),
    ],
    *,
    catalogue: Annotated[
        Path | None,
        typer.Option("--catalogue", metavar="FILE", help="Choose the part from this catalogue."),
    ] = None,
    criterion: Annotated[
        str, typer.Option("--criterion", help="price, price+power or fewest-parts.")
    ] = "price",
    years: Annotated[float | None, typer.Option("--years", help="Years of electricity.")] = None,
    kwh_price: Annotated[float | None, typer.Option("--kwh-price", help="Price of a kWh.")] = None,
    cost_set: Annotated[
        str, typer.Option("--set", help="Without a catalogue: a shipped cost set or a TOML file.")
    ] = "slimfly-2014",
    reach: Reach = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say how the length of one cable came about, term by term, and why that part was chosen."""
    from netfloor.explain_run import ExplainRequest, explain_text, run_explain  # noqa: PLC0415 - --help

    document = run_explain(
        ExplainRequest(plan, cable, catalogue, criterion, years, kwh_price, cost_set, reach)
    )
    remark_all(document["notes"], quiet=quiet)
    if json:
        write_json(document)
    else:
        write(explain_text(document))
