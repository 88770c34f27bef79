"""``netfloor traffic simulate``: latency against load, cycle by cycle."""

from pathlib import Path
from typing import Annotated, Literal

from netfloor.foundation.files import one_name
from netfloor.foundation.wording import without_details
from netfloor.options import (
    Catalogue,
    Date,
    Endpoints,
    Force,
    Json,
    Network,
    Quiet,
    Seed,
    SpecGbps,
    SpecOrPlan,
    Switch,
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
    write_top,
)


def simulate(
    network: SpecOrPlan,
    *,
    routing: Annotated[
        str, option("--routing", "minimal, valiant, ugal-l, ...; see docs/traffic.md.")
    ] = "minimal",
    pattern: Annotated[
        str, option("--pattern", "uniform, permutation, next-group, ..., or a CSV; see docs/traffic.md.")
    ] = "uniform",
    load: Annotated[
        str, option("--load", "Flits per cycle and endpoint, above 0, up to 1.", metavar="L,L,...")
    ] = "0.1,0.3,0.5,0.7,0.9",
    ranks: Annotated[
        int | None,
        option("--ranks", "Ranks of the job; default: one per endpoint that the pattern can use.", min=2),
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
    allocation: Annotated[
        Literal["parallel", "sequential"], option("--allocation", "How packets of one cycle are decided.")
    ] = "parallel",
    injection: Annotated[
        Literal["bernoulli", "poisson"], option("--injection", "How endpoints create packets.")
    ] = "bernoulli",
    queue_rule: QueueRuleOption = "credits",
    seeds: Annotated[int, option("--seeds", "Independent runs of each load.")] = 1,
    cycles: Annotated[int, option("--cycles", "Cycles in which packets are measured.", min=100)] = 3000,
    most_cycles: Annotated[
        int, option("--most-cycles", "Maximum cycles of warm-up and of drain.", min=1000)
    ] = 20_000,
    catalogue: Catalogue = None,
    switch: Switch = None,
    endpoints: Endpoints = None,
    network_name: Network = None,
    gbps: SpecGbps = None,
    checkpoint: Annotated[
        Path | None, option("--checkpoint", "Save finished runs here, and resume from it.")
    ] = None,
    scheduler: Annotated[str | None, option("--scheduler", "Run on a Dask cluster.")] = None,
    out: Annotated[Path | None, option("--out", "Write a report and tables into this folder.")] = None,
    seed: Seed = 0,
    workers: Workers,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Simulate latency against load, cycle by cycle.

    Also the load at which the network saturates.

    Results depend only on the seed, not on the number of workers.

    Example: netfloor traffic simulate torus:8x8 --endpoints 1
    """
    from netfloor.report_head import given_head
    from netfloor.research.traffic.report.simulation import (
        DETAILS,
        latency_table,
        simulation_document,
        simulation_fields,
    )
    from netfloor.research.traffic.simulation.settings import SwitchOptions, Watch, read_loads
    from netfloor.research.traffic.study.delays import Delays
    from netfloor.research.traffic.study.simulate import SimulationRequest, simulate_traffic
    from netfloor.studies.named_network import NetworkRequest
    from netfloor.studies.traffic.switches import SwitchWanted

    model = SwitchOptions(
        buffers, packet_flits, speedup, switch_cycles, endpoint_cycles,
        allocation=allocation, injection=injection, queue_rule=queue_rule,
    )  # fmt: skip
    wanted, loads = NetworkRequest(network, endpoints, gbps, seed, network_name), read_loads(load)
    request = SimulationRequest(
        network=wanted,
        routing=routing,
        pattern=pattern,
        loads=loads,
        ranks=ranks,
        seeds=seeds,
        virtual_channels=virtual_channels,
        model=model,
        watch=Watch(None, most_cycles, cycles, most_cycles),
        delays=Delays(channel_cycles, global_cycles, flit_bytes),
        workers=workers,
        scheduler=scheduler,
        checkpoint=checkpoint,
        out=out,
        head=given_head(date),
        switches=SwitchWanted(one_name(catalogue), switch),
    )
    with working(quiet=quiet) as (observer, interrupt):
        report = simulate_traffic(request, observer, interrupt, force=force)

    def show() -> None:
        fields, table = simulation_fields(report), latency_table(report)
        if verbose:
            write_fields(fields)
            write_data("")
            write_table(table)
            return
        write_fields(without_details(fields, DETAILS))
        remark_left([*write_top(table, "load"), "model", "notes"], quiet=quiet)

    answer(lambda: simulation_document(report), show, json=json)
    if verbose or json:
        remark_all(report.notes, quiet=quiet)
    if not report.interrupted:
        remark_written(out, quiet=quiet)
    end_if_interrupted(report.interrupted, "finished runs are kept in the checkpoint, if given")
