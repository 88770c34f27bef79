"""``netfloor traffic motifs``: motifs on several networks, from one file."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Date, Force, Json, Quiet, Verbose, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import (
    MAX_NOTES,
    answer,
    end_if_interrupted,
    remark_all,
    remark_left,
    remark_written,
    write,
    write_table,
    write_top,
)


def motifs(
    file: Annotated[Path, typer.Argument(metavar="STUDY", help="A study file in TOML.")],
    *,
    out: Annotated[Path, option("--out", "The folder to write.")],
    results: Annotated[
        Path | None, option("--results", "Save finished runs in this folder, and resume from it.")
    ] = None,
    workers: Workers,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Run motifs on several networks.

    By routing, mapping and size: speedup over one network.

    Writes a report, tables and a JSON document; the number of workers does not change them.

    Example: netfloor traffic motifs examples/traffic/spectralfly-fig09.toml --out fig09
    """
    from netfloor.report_head import given_head
    from netfloor.research.traffic.report.motif import motif_document, motif_table, several_text
    from netfloor.research.traffic.study.motif import MotifRunOptions
    from netfloor.research.traffic.study.motif_file import run_motif_study

    how = MotifRunOptions(workers, results, out, given_head(date))
    with working(quiet=quiet) as (observer, interrupt):
        report = run_motif_study(file, how, observer, interrupt, force=force)

    def show() -> None:
        write(several_text(report))
        if verbose:
            write_table(motif_table(report))
        else:
            remark_left(write_top(motif_table(report), "series"), quiet=quiet)

    answer(lambda: motif_document(report), show, json=json)
    remark_all(report.notes, quiet=quiet, most=None if verbose or json else MAX_NOTES)
    if not report.interrupted:
        remark_written(out, quiet=quiet)
    end_if_interrupted(report.interrupted, "finished runs are kept in the folder of --results, if given")
