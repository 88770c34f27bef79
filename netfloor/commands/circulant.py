"""``netfloor circulant``: the best circulant that so many ports can buy."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, remark_all, write, write_json, write_table
from netfloor.exit_codes import INTERRUPTED
from netfloor.options import Force, Json, Quiet, Seed, Workers, worker_count

app = typer.Typer(help="Circulants: the best of all by exhaustive search.", no_args_is_help=True)

Routers = Annotated[int, typer.Option("--routers", help="Routers, N, from 3 to 100,000.")]
Radix = Annotated[int, typer.Option("--radix", help="Links of a router, K, from 2 to 64.")]
Most = Annotated[
    str,
    typer.Option(
        "--bisect-most", metavar="NUMBER", help="Optima to bisect: all, a number, or auto by size."
    ),
]


@app.callback()
def group() -> None:
    """Circulants: the best of all by exhaustive search."""


@app.command()
def search(
    *,
    routers: Routers,
    radix: Radix,
    bisect: Annotated[
        bool, typer.Option("--bisection/--no-bisection", help="Bisect the optima and sort them by it.")
    ] = True,
    bisect_most: Most = "auto",
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Only say how long the search will take.")
    ] = False,
    shard: Annotated[
        str, typer.Option("--shard", metavar="I/N", help="Only each N-th task, from the I-th.")
    ] = "1/1",
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", metavar="FILE", help="Keep finished tasks here; go on from it."),
    ] = None,
    merge: Annotated[
        list[Path] | None,
        typer.Option("--merge", metavar="FILE", help="Put checkpoints of shards together; repeat."),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="Run the tasks on a Dask cluster."),
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find every circulant of least diameter and then least mean distance; the widest bisection first.

    Exhaustive: sets that are left out are equivalent to one that is searched, or cannot be best.
    The answer does not depend on workers, shards or a cluster.
    """
    from netfloor.circulant_run import CirculantRequest, estimate_circulants, run_circulants  # noqa: PLC0415

    request = CirculantRequest(
        routers,
        radix,
        shard,
        checkpoint,
        tuple(merge or ()),
        bisect,
        seed,
        worker_count(workers),
        scheduler,
        bisect_most,
    )
    if estimate:
        expected = estimate_circulants(request, quiet=quiet)
        if expected is None:
            remark("netfloor: interrupted before there was an estimate")
            raise typer.Exit(INTERRUPTED)
        write_json(expected.to_dict()) if json else write(expected.text())
        return
    report = run_circulants(request, force=force, quiet=quiet, tell=partial(remark, quiet=quiet))
    remark_all(report.notes, quiet=quiet)
    if json:
        write_json(report.to_dict())
    else:
        write(report.text())
    if report.interrupted:
        remark("netfloor: interrupted; finished tasks are in the checkpoint, if there is one")
        raise typer.Exit(INTERRUPTED)


@app.command()
def product(
    *,
    routers: Routers,
    radix: Radix,
    plain: Annotated[
        bool, typer.Option("--plain/--no-plain", help="Search the plain circulant for comparison.")
    ] = True,
    bisect_most: Most = "auto",
    seed: Seed = 0,
    workers: Workers = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare the Cartesian products of the best circulants with complete graphs.

    Every way to write N routers of radix K as C_m x K_r, each with its best circulant by exhaustive
    search, beside the best plain circulant.
    """
    from netfloor.circulant_product import HEADINGS, ProductRequest, run_products  # noqa: PLC0415

    request = ProductRequest(
        routers, radix, plain=plain, seed=seed, workers=worker_count(workers), most=bisect_most
    )
    report = run_products(request, quiet=quiet)
    remark_all(report.notes, quiet=quiet)
    if json:
        write_json(report.to_dict())
    else:
        write_table(HEADINGS, report.rows())
    if report.interrupted:
        remark("netfloor: interrupted; networks that were not finished are left out")
        raise typer.Exit(INTERRUPTED)
