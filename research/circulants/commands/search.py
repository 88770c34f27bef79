"""``netfloor circulant search``: the best circulants by exhaustive search."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.exit_codes import INTERRUPTED
from netfloor.options import BisectMost, Force, Json, Quiet, Radix, Routers, Seed, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, end_if_interrupted, remark, remark_all, write


def search(
    *,
    routers: Routers,
    radix: Radix,
    bisect: Annotated[
        bool, option("--bisection/--no-bisection", "Bisect the optima and sort them by bisection.")
    ] = True,
    bisect_most: BisectMost = "auto",
    estimate: Annotated[bool, option("--estimate", "Only estimate how long the search will take.")] = False,
    shard: Annotated[str, option("--shard", "Only every N-th task, from the I-th.", metavar="I/N")] = "1/1",
    checkpoint: Annotated[
        Path | None, option("--checkpoint", "Save finished tasks here, and resume from it.")
    ] = None,
    merge: Annotated[
        list[Path] | None, option("--merge", "Merge checkpoints of shards; repeatable.", metavar="FILE")
    ] = None,
    known: Annotated[
        str | None,
        option("--known", "Start from this circulant; a good one saves time.", metavar="JUMPS"),
    ] = None,
    scheduler: Annotated[str | None, option("--scheduler", "Run the tasks on a Dask cluster.")] = None,
    seed: Seed = 0,
    workers: Workers,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find the best circulants of a size.

    Smallest diameter first, then smallest mean distance, then widest bisection. The search is exhaustive:
    it skips only sets that are equivalent to a searched one or cannot be best. Workers, shards and clusters
    do not change the result.
    """
    from netfloor.research.circulants.study.search import (
        CirculantRequest,
        estimate_circulants,
        run_circulants,
    )

    request = CirculantRequest(
        routers=routers,
        radix=radix,
        shard=shard,
        checkpoint=checkpoint,
        merge=tuple(merge or ()),
        bisect=bisect,
        seed=seed,
        workers=workers,
        scheduler=scheduler,
        max_bisected=bisect_most,
        known=known,
    )
    if estimate:
        with working(quiet=quiet) as (observer, interrupt):
            expected = estimate_circulants(request, observer, interrupt)
        if expected is None:
            remark("netfloor: interrupted before an estimate was ready")
            raise typer.Exit(INTERRUPTED)
        answer(expected.to_dict, lambda: write(expected.text()), json=json)
        return
    with working(quiet=quiet) as (observer, interrupt):
        report = run_circulants(request, observer, interrupt, None if quiet else remark, force=force)
    answer(report.to_dict, lambda: write(report.text()), json=json)
    remark_all(report.notes, quiet=quiet)
    end_if_interrupted(report.interrupted, "finished tasks are kept in the checkpoint, if given")
