"""``netfloor circulant``: the best circulant that so many ports can buy."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, remark_all, write, write_json
from netfloor.exit_codes import INTERRUPTED
from netfloor.options import Force, Json, Quiet, Seed, Workers, worker_count

app = typer.Typer(help="Circulants: the best of all by exhaustive search.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """Circulants: the best of all by exhaustive search."""


@app.command()
def search(
    *,
    routers: Annotated[int, typer.Option("--routers", min=1, max=100_000, help="Routers, N.")],
    radix: Annotated[int, typer.Option("--radix", min=1, max=64, help="Links of a router, K.")],
    bisect: Annotated[
        bool, typer.Option("--bisection/--no-bisection", help="Bisect the optima and sort them by it.")
    ] = True,
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
    seed: Seed = 0,
    workers: Workers = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find every circulant of least diameter and then least mean distance; the widest bisection first.

    Exhaustive: sets that are left out are equivalent to one that is searched, or cannot be best.
    The answer does not depend on workers or shards.
    """
    from netfloor.circulant_run import CirculantRequest, run_circulants  # noqa: PLC0415

    request = CirculantRequest(
        routers, radix, shard, checkpoint, tuple(merge or ()), bisect, seed, worker_count(workers)
    )
    report = run_circulants(request, force=force, quiet=quiet)
    remark_all(report.notes, quiet=quiet)
    if json:
        write_json(report.to_dict())
    else:
        write(report.text())
    if report.interrupted:
        remark("netfloor: interrupted; finished tasks are in the checkpoint, if there is one")
        raise typer.Exit(INTERRUPTED)
