"""``netfloor design``: every family's nearest networks for so many endpoints."""

from typing import Annotated

from netfloor.options import Json, Quiet, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import remark, write_json, write_table


def design(
    *,
    endpoints: Annotated[int, option("--endpoints", "Endpoints in all.", min=2)],
    ports: Annotated[int, option("--ports", "Ports of a switch: for links and endpoints together.", min=2)],
    max_diameter: Annotated[
        int | None, option("--max-diameter", "Hops between routers at most.", min=1)
    ] = None,
    min_bisection: Annotated[
        float | None, option("--min-bisection", "Share of half the endpoints; 1 is full.", min=0)
    ] = None,
    per_family: Annotated[int, option("--per-family", "Rows a family.", min=1, max=20)] = 2,
    family: Annotated[list[str] | None, option("--family", "Only this family; may be repeated.")] = None,
    sort: Annotated[str, option("--sort", "A column, such as routers or links.")] = "routers",
    workers: Workers,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show every family's nearest networks in one table, and why others have none."""
    from netfloor.studies.design import HEADINGS, design_networks
    from netfloor.topologies.candidates import Wish

    wish = Wish(endpoints, ports, max_diameter, min_bisection, per_family)
    with working(quiet=quiet) as (observer, _):
        networks = design_networks(wish, sort, workers, observer, tuple(family or ()))
    if json:
        write_json(networks.to_dict())
        return
    write_table(HEADINGS, list(networks.rows()))
    for note in networks.notes():
        remark(note, quiet=quiet)
