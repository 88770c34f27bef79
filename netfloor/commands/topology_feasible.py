"""``netfloor topology feasible``: sizes and radix of all instances of a family."""

from typing import Annotated

import typer

from netfloor.console import write_json, write_table
from netfloor.options import Json, Quiet


def feasible(
    *,
    family: Annotated[str, typer.Option("--family", help="A family, such as lps.")],
    max_routers: Annotated[
        int, typer.Option("--max-routers", min=1, max=1_000_000, help="Largest network.")
    ] = 10_000,
    json: Json = False,
    quiet: Quiet = False,  # noqa: ARG001 - nothing to be quiet about: every command takes it
) -> None:
    """List every instance of a family up to a number of routers."""
    from netfloor.feasible import feasible_instances, feasible_rows  # noqa: PLC0415

    document = feasible_instances(family, max_routers)
    if json:
        write_json(document)
    else:
        write_table(("network", "routers", "radix", "endpoints per router"), feasible_rows(document))
