"""``netfloor traffic smpi``: MPI programs on SimGrid, networks compared with the torus of the same size."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Date, Force, Json, Quiet, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, end_if_interrupted, remark_all, remark_written, write_table


def smpi(
    file: Annotated[Path, typer.Argument(metavar="STUDY", help="A study file in TOML.")],
    *,
    out: Annotated[Path, option("--out", "The folder to write.")],
    results: Annotated[
        Path | None,
        option("--results", "Save each finished run as a file in this folder, and resume from it."),
    ] = None,
    shard: Annotated[str, option("--shard", "Only every N-th run, from the I-th.", metavar="I/N")] = "1/1",
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Run MPI programs on networks in SimGrid.

    The time of each, and its ratio to a torus of as many nodes.

    Needs Debian's packages simgrid and libsimgrid-dev; exit code 5 without them. Simulated times are the
    same on every machine.

    Example: netfloor traffic smpi examples/mpi/small.toml --out small
    """
    from netfloor.report_head import given_head
    from netfloor.research.traffic.report.smpi import ratio_table, smpi_document
    from netfloor.research.traffic.smpi.run import SmpiRequest, run_smpi

    request = SmpiRequest(file, out, results, shard, given_head(date))
    with working(quiet=quiet) as (observer, interrupt):
        report = run_smpi(request, observer, interrupt, force=force)
    answer(lambda: smpi_document(report), lambda: write_table(ratio_table(report)), json=json)
    remark_all(report.notes, quiet=quiet)
    if not report.interrupted:
        remark_written(out, quiet=quiet)
    end_if_interrupted(report.interrupted, "finished runs are kept in the folder of --results, if given")
