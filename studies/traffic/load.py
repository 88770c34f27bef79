"""The load of every channel of a network or plan, for ``traffic load``."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from netfloor.foundation.files import check_output_folder
from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.output_files import folders_of_networks, write_folder
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.traffic.load import LoadReport, load_files
from netfloor.structure.hops.components import require_connected
from netfloor.studies.named_network import NetworkRequest, find_network, routed_networks
from netfloor.studies.traffic.network import pattern_wanted
from netfloor.topologies.topology import Topology
from netfloor.traffic.channels import Channels, channels_of
from netfloor.traffic.load.channel_load import ChannelLoad, channel_load
from netfloor.traffic.load.worst_permutation import NAME as WORST
from netfloor.traffic.load.worst_permutation import worst_permutation
from netfloor.traffic.patterns.pattern import Pattern
from netfloor.traffic.routing import routing_named
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.throughput.edges import edges_of, on_edges
from netfloor.traffic.throughput.interval import IdealThroughput, ideal_throughput, require_ideal


@dataclass(frozen=True)
class LoadRequest:
    """The options of the command."""

    network: NetworkRequest
    routing: str
    pattern: str
    ranks: int | None = None  # None: as many as the pattern can use
    split: str = "hop"
    ideal: bool = False
    shown: int = 10  # most channels listed
    out: Path | None = None
    head: ReportHead = field(default_factory=ReportHead)


def measure_loads(
    request: LoadRequest, observer: Observer = SILENT, *, force: bool = False
) -> tuple[dict[str, LoadReport], tuple[str, ...]]:
    """Return the loads of each selected network by name; see `measure_load`.

    Several networks of a plan are written to a subfolder each, and notes name those with nothing to route.
    """
    if request.out is not None:
        check_output_folder(request.out, force=force)
    networks, notes = routed_networks(request.network)
    result = {
        network.plan_network or "": measure_load(replace(request, network=network), observer)
        for network in networks
    }
    if request.out is not None:
        head = replace(request.head, seed=request.network.seed)
        files = {name: load_files(report, head) for name, report in result.items()}
        write_folder(request.out, folders_of_networks(files), force=force)
    return result, notes


def measure_load(request: LoadRequest, observer: Observer = SILENT) -> LoadReport:
    """Return the load of every channel of one network.

    `InputError` if the network, the routing or the pattern is not usable.
    """
    rule = routing_named(request.routing)
    network = find_network(request.network).require_traffic()
    topology, cabinets = network.topology, network.cabinets
    require_connected(topology)
    channels = channels_of(topology)
    if request.ideal:
        require_ideal(edges_of(topology))
    ranks, seed = request.ranks, request.network.seed
    if request.pattern == WORST:
        pattern = worst_permutation(
            topology=topology,
            channels=channels,
            rule=rule,
            split=request.split,
            ranks=ranks,
            seed=seed,
            observer=observer,
        )
    else:
        pattern = pattern_wanted(topology, request.pattern, ranks, seed)
    loads = channel_load(topology, channels, rule, pattern, request.split, observer)
    ideal = _ideal(topology, channels, rule, pattern, loads, observer) if request.ideal else None
    return LoadReport(
        topology=topology,
        channels=channels,
        rule=rule,
        pattern=pattern,
        split=request.split,
        loads=loads,
        shown=request.shown,
        cabinets=cabinets,
        ideal=ideal,
    )


def _ideal(
    topology: Topology,
    channels: Channels,
    rule: RoutingRule,
    pattern: Pattern,
    loads: ChannelLoad,
    observer: Observer,
) -> IdealThroughput:
    """Return the throughput of the pattern with ideal routing, starting from this routing's flow."""
    edges = edges_of(topology)
    known = [(rule.name, on_edges(edges, channels, loads.network))]
    return ideal_throughput(topology, edges, pattern.switch_demand(topology.routers), known, observer)
