"""``netfloor traffic static``: forwarding tables, their virtual lanes, and their bandwidth."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import one_name
from netfloor.options import Date, Endpoints, Force, Json, Network, Quiet, SpecGbps, Verbose, option
from netfloor.process.signals import working
from netfloor.terminal.console import (
    MAX_NOTES,
    answer,
    end_if_interrupted,
    remark_all,
    remark_left,
    remark_written,
    write,
    write_data,
    write_table,
    write_top,
)

if TYPE_CHECKING:
    from netfloor.research.traffic.study.static_file import StaticStudy


def static(
    networks: Annotated[
        list[str],
        typer.Argument(
            metavar="SPEC|PLAN|STUDY...", help="Networks, plan files, or one study file in TOML."
        ),
    ],
    *,
    routing: Annotated[
        str | None,
        option("--routing", "d-mod-k, sssp, dfsssp, parx (dfsssp).", metavar="NAME,..."),
    ] = None,
    opensm: Annotated[
        str | None,
        option(
            "--opensm", "Engines of the real OpenSM over ibsim: ftree, minhop, ...", metavar="ENGINE,..."
        ),
    ] = None,
    placement: Annotated[
        str | None, option("--placement", "linear, clustered, random (linear).", metavar="NAME,...")
    ] = None,
    ranks: Annotated[
        str | None, option("--ranks", "Ranks of jobs; default: all endpoints.", metavar="N,N,...")
    ] = None,
    matchings: Annotated[int | None, option("--matchings", "Random perfect matchings (1000).")] = None,
    map_ranks: Annotated[
        int | None, option("--map-ranks", "Ranks of the heat map, up to 128 (28).", min=2)
    ] = None,
    message_kib: Annotated[
        float | None, option("--message-kib", "Size of a message in KiB, which parx depends on (1024).")
    ] = None,
    lanes: Annotated[
        int | None, option("--lanes", "Virtual lanes of the switches, 1 to 15 (8).", min=1, max=15)
    ] = None,
    catalogue: Annotated[
        list[Path] | None,
        option("--catalogue", "Price all plans by this catalogue; repeatable; default: their own."),
    ] = None,
    seconds: Annotated[float, option("--seconds", "Time limit for OpenSM.", min=1, max=86400)] = 600.0,
    endpoints: Endpoints = None,
    network_name: Network = None,
    gbps: SpecGbps = None,
    out: Annotated[
        Path | None, option("--out", "Write a report, tables and shares of all pairs into this folder.")
    ] = None,
    seed: Annotated[int | None, option("--seed", "Seed of the random number generator (0).", min=0)] = None,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Compute forwarding tables and their bandwidth.

    Exit code 6 if paths can deadlock; a cycle is printed. A study file defines its own combinations.

    Example: netfloor traffic static hyperx:12x8,t=7 --routing dfsssp,parx
    """
    from netfloor.report_head import given_head
    from netfloor.research.traffic.report.static import (
        combination_table,
        job_table,
        notes,
        static_document,
        static_text,
    )
    from netfloor.research.traffic.study.static import StaticRequest, score_static

    numbers = {
        "seed": seed,
        "matchings": matchings,
        "map_ranks": map_ranks,
        "message_kib": message_kib,
        "lanes": lanes,
    }
    given = {
        "routing": routing,
        "opensm": opensm,
        "placement": placement,
        "ranks": ranks,
        **numbers,
        "endpoints": endpoints,
        "gbps": gbps,
        "network": network_name,
    }
    study = _study(networks, {name: value for name, value in given.items() if value is not None})
    request = StaticRequest(study, one_name(catalogue), seconds, out, given_head(date))
    with working(quiet=quiet) as (observer, interrupt):
        report = score_static(request, observer, interrupt, force=force)
    end_if_interrupted(report.interrupted, "nothing is written")

    def show() -> None:
        write(static_text(report))
        if not verbose:
            remark_left(write_top(combination_table(report), "combination"), quiet=quiet)
            return
        write_table(combination_table(report))
        if len(study.ranks) > 1:
            write_data("")
            write_table(job_table(report))

    answer(lambda: static_document(report), show, json=json)
    remark_all(notes(report), quiet=quiet, most=None if verbose or json else MAX_NOTES)
    remark_written(out, quiet=quiet)
    if report.can_deadlock:
        raise typer.Exit(CHECK_FAILED)


def _study(networks: list[str], given: dict[str, object]) -> "StaticStudy":
    """Return the study of a file, or that of the options."""
    from netfloor.research.traffic.study.static_file import read_static_study, study_of

    files = [name for name in networks if name.endswith(".toml")]
    if not files:
        return study_of(networks, given)
    if len(networks) > 1:
        what = "a study file names its own networks"
        raise InputError(files[0][:60], what, "give the file, or networks")
    for name in given:
        what = f"{files[0][:60]} is a study file, which has its own {name.replace('_', ' ')}"
        raise InputError(setting(name), what, "leave it out, or change the file")
    return read_static_study(Path(files[0]))
