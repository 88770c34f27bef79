"""``netfloor partition``: which shapes of a machine's partitions give jobs the most bandwidth."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import (
    remark,
    remark_all,
    write,
    write_data,
    write_fields,
    write_json,
    write_table,
    write_tables,
)
from netfloor.options import Force, Json, PlanPath, Quiet, Seed

app = typer.Typer(
    help="Partitions: bounds, allocation policies, and where to cut a placed machine.", no_args_is_help=True
)


class Unit(StrEnum):
    """What a partition is counted in."""

    ROUTERS = "routers"
    CABINETS = "cabinets"


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


@app.command()
def place(
    plan: PlanPath,
    *,
    size: Annotated[
        list[int] | None, typer.Option("--size", help="Routers of a partition; repeat for several sizes.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Every even share of the machine up to half, and powers of two.")
    ] = False,
    by: Annotated[
        Unit, typer.Option("--by", help="Partitions of so many routers or cabinets.")
    ] = Unit.ROUTERS,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write one line a partition.")
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Draw bandwidth, cable and the divided floor."),
    ] = None,
    seed: Seed = 0,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Search a placed plan for partitions of much bandwidth and little cable across their edge."""
    from netfloor.partition_place_run import PlaceRequest, place_notes, run_place  # noqa: PLC0415
    from netfloor.partition_place_text import place_document, place_tables  # noqa: PLC0415

    request = PlaceRequest(plan, tuple(size or ()), every, by.value, seed, csv, svg)
    placed = run_place(request, force=force)
    remark_all(place_notes(placed), quiet=quiet)
    if json:
        write_json(place_document(placed))
    else:
        for number, (line, table) in enumerate(place_tables(placed)):
            write_data("") if number else None
            if line:
                write(line)
            write_table(*table)
    for path in (csv, svg):
        if path is not None:
            remark(f"written: {path}", quiet=quiet)
