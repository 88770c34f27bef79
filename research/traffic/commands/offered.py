"""``netfloor traffic offered``: finite runs of an offered load, networks compared."""

from pathlib import Path
from typing import Annotated, Literal

from netfloor.options import (
    Date,
    Force,
    Json,
    Network,
    Quiet,
    Seed,
    SpecGbps,
    SpecsOrPlans,
    Verbose,
    Workers,
    option,
)
from netfloor.process.signals import working
from netfloor.research.traffic.commands.queue_rule import QueueRuleOption
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


def offered(
    networks: SpecsOrPlans,
    *,
    routing: Annotated[
        str, option("--routing", "minimal, valiant, ugal-l, ...; several are compared.", metavar="R,R,...")
    ] = "minimal",
    pattern: Annotated[
        str, option("--pattern", "permutation, uniform, bit-shuffle, ..., or a CSV; see docs/traffic.md.")
    ] = "permutation",
    destinations: Annotated[
        Literal["fixed", "redrawn"],
        option("--destinations", "One destination per rank, or a new one per message."),
    ] = "fixed",
    load: Annotated[
        str, option("--load", "Flits per cycle and rank, above 0, up to 1.", metavar="L,L,...")
    ] = "0.1,0.3,0.5,0.7",
    ranks: Annotated[
        int | None,
        option("--ranks", "Ranks of the job; default: one per endpoint that the pattern can use."),
    ] = None,
    messages: Annotated[int, option("--messages", "Messages per rank.")] = 10,
    message_packets: Annotated[int, option("--message-packets", "Packets per message.")] = 16,
    packet_flits: Annotated[int, option("--packet-flits", "Flits per packet.")] = 1,
    flit_bytes: Annotated[
        int, option("--flit-bytes", "Bytes per flit; sending one at the link rate takes one cycle.")
    ] = 4096,
    buffer_bytes: Annotated[
        int, option("--buffer-bytes", "Buffer of an input port, shared by its virtual channels.")
    ] = 65_536,
    queue_rule: QueueRuleOption = "waiting",
    virtual_channels: Annotated[
        str | None,
        option("--virtual-channels", "by-hop, by-group, dimensions or one; default: the routing's own."),
    ] = None,
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
    seeds: Annotated[int, option("--seeds", "Runs per load, each with its own random choices.")] = 3,
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
    """Time finite runs of an offered load on one or several networks.

    The slowest message, the mean, and the number of seeds in which each network is fastest.

    Results depend only on the seed, not on the number of workers.

    Example: netfloor traffic offered torus:4x4,endpoints=2 hypercube:4,endpoints=2 --load 0.3
    """
    from netfloor.report_head import given_head
    from netfloor.research.traffic.offered.messages import OfferedSettings
    from netfloor.research.traffic.report.offered import (
        offered_document,
        offered_table,
        offered_text,
        pairs_table,
    )
    from netfloor.research.traffic.simulation.settings import read_loads
    from netfloor.research.traffic.study.offered import (
        OfferedRequest,
        OfferedSwitches,
        run_offered_loads,
    )
    from netfloor.studies.named_network import networks_wanted

    request = OfferedRequest(
        networks=tuple(networks_wanted(networks, network_name, gbps=gbps, seed=seed)),
        routings=tuple(part.strip() for part in routing.split(",")),
        pattern=pattern,
        loads=read_loads(load),
        ranks=ranks,
        sent=OfferedSettings(destinations, messages, message_packets, packet_flits, flit_bytes),
        seed=seed,
        seeds=seeds,
        virtual_channels=virtual_channels,
        switches=OfferedSwitches(buffer_bytes, speedup, switch_cycles, endpoint_cycles, queue_rule),
        channel_cycles=channel_cycles,
        global_cycles=global_cycles,
        workers=workers,
        results=results,
        out=out,
        head=given_head(date),
    )
    with working(quiet=quiet) as (observer, interrupt):
        report = run_offered_loads(request, observer, interrupt, force=force)

    def show() -> None:
        write(offered_text(report))
        if not verbose:
            left = write_top(offered_table(report), "row")
            remark_left([*left, "comparison in pairs"], quiet=quiet)
            return
        write_table(offered_table(report))
        if any(True for _ in report.pairs()):
            write_data("")
            write_table(pairs_table(report))

    answer(lambda: offered_document(report), show, json=json)
    remark_all(report.notes, quiet=quiet, most=None if verbose or json else MAX_NOTES)
    if not report.interrupted:
        remark_written(out, quiet=quiet)
    end_if_interrupted(report.interrupted, "finished runs are kept in the folder of --results, if given")
