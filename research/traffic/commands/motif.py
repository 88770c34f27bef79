"""``netfloor traffic motif``: the runtime of the messages of a parallel program."""

from pathlib import Path
from typing import Annotated

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
    Workers,
    option,
)
from netfloor.process.signals import working
from netfloor.research.traffic.commands.queue_rule import QueueRuleOption
from netfloor.terminal.console import (
    answer,
    end_if_interrupted,
    remark_all,
    remark_left,
    remark_written,
    write_data,
    write_fields,
    write_table,
)


def motif(
    network: SpecOrPlan,
    *,
    motif: Annotated[
        str, option("--motif", "halo3d26, sweep3d, fft3d-balanced, ...; see docs/traffic-simulation.md.")
    ] = "halo3d26",
    routing: Annotated[
        str, option("--routing", "minimal, valiant, ugal-l, ...; see docs/traffic.md.")
    ] = "minimal",
    mapping: Annotated[
        str, option("--mapping", "linear, allocated, random, cabinets, or a CSV file.")
    ] = "linear",
    ranks: Annotated[
        int | None, option("--ranks", "Ranks of the job; default: one on each endpoint.")
    ] = None,
    bytes_: Annotated[
        int, option("--bytes", "Bytes that the motif sends; see docs/traffic-simulation.md.")
    ] = 1024,
    iterations: Annotated[int, option("--iterations", "Repetitions of the motif.")] = 1,
    compute_cycles: Annotated[
        int, option("--compute-cycles", "Cycles of computing of a rank before each step.")
    ] = 0,
    blocks: Annotated[int, option("--blocks", "Blocks of each sweep of sweep3d.")] = 8,
    grid: Annotated[
        str | None, option("--grid", "Sides of the grid of ranks, such as 8x8x16.", metavar="AxB")
    ] = None,
    virtual_channels: Annotated[
        str | None,
        option("--virtual-channels", "by-hop, by-group, dimensions or one; default: the routing's own."),
    ] = None,
    buffers: Annotated[
        int | None,
        option("--buffers", "Flits per virtual channel; default: the credit round trip, at least 16."),
    ] = None,
    packet_flits: Annotated[int, option("--packet-flits", "Flits per packet.")] = 1,
    speedup: Annotated[
        int, option("--speedup", "Flits per cycle from each input and to each output, 1 to 64.")
    ] = 2,
    switch_cycles: Annotated[
        int | None,
        option(
            "--switch-cycles", "Delay of a switch in cycles; default: 100 ns with a plan or --gbps, else 1."
        ),
    ] = None,
    endpoint_cycles: Annotated[
        int, option("--endpoint-cycles", "Delay of an endpoint's cable in cycles.")
    ] = 1,
    channel_cycles: Annotated[
        int | None,
        option(
            "--channel-cycles", "Delay of a channel in cycles; default: 1, of a plan by its cable lengths."
        ),
    ] = None,
    global_cycles: Annotated[
        int | None, option("--global-cycles", "Delay of a channel between groups in cycles.")
    ] = None,
    flit_bytes: Annotated[
        int, option("--flit-bytes", "Bytes per flit; sending one at the link rate takes one cycle.")
    ] = 64,
    queue_rule: QueueRuleOption = "credits",
    seeds: Annotated[int, option("--seeds", "Runs with different random choices of routing.")] = 1,
    endpoints: Endpoints = None,
    network_name: Network = None,
    gbps: SpecGbps = None,
    results: Annotated[
        Path | None, option("--results", "Save finished runs in this folder, and resume from it.")
    ] = None,
    out: Annotated[Path | None, option("--out", "Write a report and tables into this folder.")] = None,
    seed: Seed = 0,
    workers: Workers,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Run a parallel program's messages, cycle by cycle.

    Runtime, and the critical path of messages.

    Results depend only on the seed, not on the number of workers.

    Example: netfloor traffic motif torus:4x4 --endpoints 1 --motif sweep3d --routing dimension-order
    """
    from netfloor.report_head import given_head
    from netfloor.research.traffic.motifs.grid import read_grid
    from netfloor.research.traffic.motifs.schedule import MotifSettings
    from netfloor.research.traffic.report.motif import DETAILS, motif_document, motif_fields, path_table
    from netfloor.research.traffic.simulation.settings import SwitchOptions
    from netfloor.research.traffic.study.delays import Delays
    from netfloor.research.traffic.study.motif import MotifRequest, MotifRunOptions, run_motifs
    from netfloor.studies.named_network import NetworkRequest

    request = MotifRequest(
        network=NetworkRequest(network, endpoints, gbps, seed, network_name),
        motif=motif,
        routing=routing,
        mapping=mapping,
        ranks=ranks,
        settings=MotifSettings(bytes_, iterations, compute_cycles, blocks, read_grid(grid)),
        seeds=seeds,
        virtual_channels=virtual_channels,
        model=SwitchOptions(
            buffers, packet_flits, speedup, switch_cycles, endpoint_cycles, queue_rule=queue_rule
        ),
        delays=Delays(channel_cycles, global_cycles, flit_bytes),
    )
    how = MotifRunOptions(workers, results, out, given_head(date))
    title = f"{motif} on {network} by {routing}"
    with working(quiet=quiet) as (observer, interrupt):
        report = run_motifs(title, [request], how, None, observer, interrupt, force=force)

    def show() -> None:
        for series in report.series:
            fields = motif_fields(series)
            write_fields(fields if verbose else without_details(fields, DETAILS))
            if verbose:
                write_data("")
                write_table(path_table(series.runs[0], 10))

    answer(lambda: motif_document(report), show, json=json)
    if verbose or json:
        remark_all(report.notes, quiet=quiet)
    else:
        remark_left(["critical path by message", "model", "notes"], quiet=quiet)
    if not report.interrupted:
        remark_written(out, quiet=quiet)
    end_if_interrupted(report.interrupted, "finished runs are kept in the folder of --results, if given")
