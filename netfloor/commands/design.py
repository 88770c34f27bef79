"""``netfloor design``: every family's nearest networks for so many endpoints."""

from typing import Annotated

import typer

from netfloor.console import remark, write_json, write_table
from netfloor.options import Json, Quiet, Workers, worker_count


def design(
    *,
    endpoints: Annotated[int, typer.Option("--endpoints", min=2, help="Endpoints in all.")],
    radix: Annotated[int, typer.Option("--radix", min=2, help="Ports of a switch.")],
    max_diameter: Annotated[
        int | None, typer.Option("--max-diameter", min=1, help="Hops between routers at most.")
    ] = None,
    min_bisection: Annotated[
        float | None,
        typer.Option("--min-bisection", min=0, help="Share of half the endpoints; 1 is full."),
    ] = None,
    per_family: Annotated[int, typer.Option("--per-family", min=1, max=20, help="Rows a family.")] = 2,
    family: Annotated[
        list[str] | None, typer.Option("--family", help="Only this family; may be repeated.")
    ] = None,
    sort: Annotated[str, typer.Option("--sort", help="A column, such as routers or links.")] = "routers",
    workers: Workers = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show every family's nearest networks in one table, and why others have none."""
    from netfloor.design import COLUMNS, design_rows  # noqa: PLC0415 - keeps --help quick
    from netfloor.design import design as find  # noqa: PLC0415 - keeps --help quick
    from netfloor.design_candidates import Wish  # noqa: PLC0415 - keeps --help quick
    from netfloor.progress import watching  # noqa: PLC0415 - keeps --help quick

    wish = Wish(endpoints, radix, max_diameter, min_bisection, per_family)
    with watching(quiet=quiet) as observer:
        found = find(wish, sort, worker_count(workers), observer, tuple(family or ()))
    if json:
        write_json(found.to_dict())
        return
    write_table(("network", *(heading for _, heading, _ in COLUMNS)), list(design_rows(found)))
    for note in found.notes():
        remark(note, quiet=quiet)
    for name, reason in found.infeasible.items():
        remark(f"{name}: {reason}", quiet=quiet)
