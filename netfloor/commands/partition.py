"""``netfloor partition``: which shapes of a machine's partitions give jobs the most bandwidth."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark_all, write_fields, write_json, write_tables
from netfloor.options import Json, Quiet, Seed

app = typer.Typer(help="Partitions: bounds and allocation policies.", no_args_is_help=True)


@app.command()
def bound(
    *,
    size: Annotated[int, typer.Option("--size", help="Routers of the set, at most half of all.")],
    torus: Annotated[str | None, typer.Option("--torus", metavar="AxBxC", help="Sides of a torus.")] = None,
    hyperx: Annotated[
        str | None, typer.Option("--hyperx", metavar="AxBxC", help="Sides of a HyperX instead.")
    ] = None,
    hypercube: Annotated[
        int | None, typer.Option("--hypercube", metavar="D", help="Dimensions of a hypercube instead.")
    ] = None,
    single: Annotated[
        bool, typer.Option("--single", help="A ring of two routers is one link, not two.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show how few links can leave a set of so many routers: bound, best cuboid, best set."""
    from netfloor.partition_bound_run import BoundRequest, bound_document, readable_bound  # noqa: PLC0415

    document = bound_document(BoundRequest(size, torus, hyperx, hypercube, single))
    remark_all(document["notes"], quiet=quiet)
    if json:
        write_json(document)
    else:
        write_fields(readable_bound(document))


@app.command()
def policy(
    machine: Annotated[Path, typer.Argument(metavar="MACHINE", help="A machine file.")],
    *,
    against: Annotated[
        list[Path] | None, typer.Option("--against", help="Compare with this design; repeat for several.")
    ] = None,
    expansion: Annotated[
        bool, typer.Option("--expansion", help="Also the small-set expansion of every size.")
    ] = False,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show the best and the worst partition of every allocation size of a machine."""
    from netfloor.partition_run import (  # noqa: PLC0415 - keeps --help quick
        comparison_table,
        expansion_table,
        machine_policy,
        policy_document,
        policy_table,
    )

    paths = [machine, *(against or [])]
    first, *others = [machine_policy(path, expansion=expansion, seed=seed) for path in paths]
    for one in (first, *others):
        remark_all(one.notes, quiet=quiet)
    if json:
        write_json(policy_document(first, others))
        return
    tables = [policy_table(first)]
    tables += [comparison_table([first, *others])] if others else []
    tables += [expansion_table(first)] if expansion and first.curve is not None else []
    write_tables(tables)
