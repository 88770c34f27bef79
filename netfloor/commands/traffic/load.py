"""Command ``netfloor traffic load``: load of every channel for a pattern and a routing."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from netfloor.foundation.wording import without_details
from netfloor.options import (
    Date,
    Endpoints,
    Force,
    Json,
    Network,
    Quiet,
    Seed,
    SpecGbps,
    SpecOrPlan,
    Verbose,
    option,
)
from netfloor.process.signals import working
from netfloor.terminal.console import (
    answer_each,
    remark_all,
    remark_left,
    remark_written,
    write_data,
    write_fields,
    write_table,
)

if TYPE_CHECKING:
    from netfloor.reports.traffic.load import LoadReport


def load(
    network: SpecOrPlan,
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
        option("--ranks", "Ranks of the job; default: one per endpoint that the pattern can use.", min=2),
    ] = None,
    split: Annotated[str, option("--split", "How traffic is split over candidates: hop or path.")] = "hop",
    ideal: Annotated[bool, option("--ideal", "Also bound the throughput of any routing.")] = False,
    hottest: Annotated[int, option("--hottest", "Hottest channels to list.", min=0)] = 10,
    endpoints: Endpoints = None,
    network_name: Network = None,
    gbps: SpecGbps = None,
    out: Annotated[
        Path | None, option("--out", "Write a report and every channel's load into this folder.")
    ] = None,
    seed: Seed = 0,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Load every channel exactly, without simulation.

    Throughput, and the channels that limit it.

    Example: netfloor traffic load torus:8x8 --endpoints 1 --pattern tornado
    """
    from netfloor.report_head import given_head
    from netfloor.reports.traffic.load import DETAILS, channel_listing, load_document, load_fields
    from netfloor.studies.named_network import NetworkRequest
    from netfloor.studies.traffic.load import LoadRequest, measure_loads

    request = LoadRequest(
        network=NetworkRequest(network, endpoints, gbps, seed, network_name),
        routing=routing,
        pattern=pattern,
        ranks=ranks,
        split=split,
        ideal=ideal,
        shown=hottest,
        out=out,
        head=given_head(date),
    )
    with working(quiet=quiet) as (observer, _):
        reports, left_out = measure_loads(request, observer, force=force)

    def show(report: "LoadReport") -> None:
        fields = load_fields(report)
        write_fields(fields if verbose else without_details(fields, DETAILS))
        if report.hottest and verbose:
            write_data("")
            write_table(channel_listing(report, report.hottest).terminal())

    answer_each(reports, load_document, show, json=json)
    notes = (note for report in reports.values() for note in report.notes)
    remark_all(dict.fromkeys((*left_out, *notes)), quiet=quiet)
    if not (verbose or json):
        remark_left(["hottest channels", "split of traffic", "unit of load"], quiet=quiet)
    remark_written(out, quiet=quiet)
