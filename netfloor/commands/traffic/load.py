"""``netfloor traffic load``: the load of every channel under a pattern and a routing."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Date, Endpoints, Force, Json, Quiet, Seed, option
from netfloor.process.signals import working
from netfloor.terminal.console import (
    answer,
    remark_all,
    remark_written,
    write_data,
    write_fields,
    write_table,
)


def load(
    network: Annotated[
        str, typer.Argument(metavar="SPEC|PLAN", help="A network, such as lps:11,7, or a plan file.")
    ],
    *,
    routing: Annotated[
        str, option("--routing", "minimal, valiant, group-minimal, ...; see docs/traffic.md.")
    ] = "minimal",
    pattern: Annotated[
        str,
        option("--pattern", "uniform, worst-permutation, ..., or a CSV; see docs/traffic.md."),
    ] = "uniform",
    ranks: Annotated[
        int | None,
        option(
            "--ranks", "Ranks of the job; default: one on each endpoint that the pattern can use.", min=2
        ),
    ] = None,
    split: Annotated[str, option("--split", "How traffic is split over candidates: hop or path.")] = "hop",
    ideal: Annotated[bool, option("--ideal", "Also bound the throughput of any routing.")] = False,
    hottest: Annotated[int, option("--hottest", "Hottest channels to list.", min=0)] = 10,
    endpoints: Endpoints = None,
    gbps: Annotated[float | None, option("--gbps", "Rate of a link of a spec in Gb/s (100).")] = None,
    out: Annotated[
        Path | None, option("--out", "Write a report and every channel's load into this folder.")
    ] = None,
    seed: Seed = 0,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Load every channel exactly, without simulating: throughput, and the channels that limit it.

    Example: netfloor traffic load torus:8x8 --endpoints 1 --pattern tornado
    """
    from netfloor.report_head import given_head
    from netfloor.reports.traffic.load import channel_listing, load_document, load_fields
    from netfloor.studies.traffic.load import LoadRequest, measure_load
    from netfloor.studies.traffic.network import NetworkWanted

    request = LoadRequest(
        NetworkWanted(network, endpoints, gbps, seed),
        *(routing, pattern, ranks, split, ideal, hottest, out, given_head(date)),
    )
    with working(quiet=quiet) as (observer, _):
        report = measure_load(request, observer, force=force)

    def show() -> None:
        write_fields(load_fields(report))
        if report.hottest:
            write_data("")
            write_table(channel_listing(report, report.hottest).terminal())

    answer(lambda: load_document(report), show, json=json)
    remark_all(report.notes, quiet=quiet)
    remark_written(out, quiet=quiet)
