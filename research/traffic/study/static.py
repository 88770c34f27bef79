"""Forwarding tables, their lanes, and the bandwidth of each combination, for ``traffic static``."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.plans.assessment.prices import Prices, common_prices
from netfloor.plans.plan import Plan
from netfloor.reports.formats.head import ReportHead
from netfloor.research.traffic.report.static import static_files
from netfloor.research.traffic.report.static_types import RoutedNetwork, StaticCombination, StaticReport
from netfloor.research.traffic.static import static_routing_named
from netfloor.research.traffic.static.bandwidth import effective_bandwidth, heat_map
from netfloor.research.traffic.static.forwarding import port_numbers
from netfloor.research.traffic.static.lanes import cycle_free_lanes, one_lane, require_lanes
from netfloor.research.traffic.static.opensm_tables import MANY_LANES, opensm_tables
from netfloor.research.traffic.static.parx import ADDRESSES, THRESHOLD_KIB
from netfloor.research.traffic.static.placement import placed_ranks
from netfloor.research.traffic.study.static_file import CombinationTable, StaticStudy
from netfloor.structure.hops.components import require_connected
from netfloor.studies.named_network import FoundNetwork, NetworkRequest, find_network
from netfloor.traffic.channels import channels_of
from netfloor.traffic.endpoints import endpoints_of

TASK = "combinations"
#: Limit on table entries of a network, switches times addresses: some 2 GB with all paths.
MAX_ENTRIES = 20_000_000


@dataclass(frozen=True)
class StaticRequest:
    """The options of the command.

    Attributes
    ----------
    catalogue
        Prices of plans; None for the plans' own.
    opensm_seconds
        Time limit of OpenSM for a network.
    """

    study: StaticStudy
    catalogue: Path | None = None
    opensm_seconds: float = 600.0
    out: Path | None = None
    head: ReportHead = field(default_factory=ReportHead)


def score_static(
    request: StaticRequest, observer: Observer, interrupt: Interrupt, *, force: bool = False
) -> StaticReport:
    """Return every combination of a study, and write a report if a folder is given.

    After an interrupt nothing is written.

    Raises
    ------
    InputError
        If a network, a routing, a placement, a number, prices or the folder is unusable.
    InfeasibleError
        If the switches have too few lanes, or OpenSM cannot route a network.
    UnplannedStopError
        If OpenSM or ibsim is needed and missing.
    """
    study = request.study
    if request.out is not None:
        check_output_folder(request.out, force=force)
    networks = _networks(study)
    prices = _prices(networks.values(), request)
    routed: dict[tuple[str, ...], tuple[int, RoutedNetwork]] = {}
    static_combinations: list[StaticCombination] = []
    observer.started(TASK, len(study.combinations))
    for done, wanted in enumerate(study.combinations):
        observer.advanced(TASK, done, wanted.name)
        if interrupt.asked:
            break
        network = networks[_wanted(wanted, study)]
        key = tuple(map(str, (_wanted(wanted, study), wanted.routing, wanted.opensm)))
        if key not in routed:
            routed[key] = len(routed) + 1, _routed(wanted, network, request, interrupt)
        cents = _cents(_priced_plan(network), prices)
        static_combinations.append(_scored(wanted, *routed[key], study, cents))
    observer.finished(TASK)
    report = StaticReport(
        title=study.title,
        combinations=tuple(static_combinations),
        message_kib=study.message_kib,
        large=study.message_kib >= THRESHOLD_KIB,
        lanes_there=study.lanes,
        seed=study.seed,
        currency="" if prices is None else prices.currency,
        prices=None if prices is None else prices.about(),
        interrupted=len(static_combinations) < len(study.combinations),
    )
    if request.out is not None and not report.interrupted:
        files = static_files(report, replace(request.head, seed=study.seed))
        with defer_interrupts(), output_folder(request.out, force=force) as folder:
            for name, content in files.items():
                write_atomic(folder / name, content)
    return report


def _wanted(combination_table: CombinationTable, study: StaticStudy) -> NetworkRequest:
    """Return the network of a combination in the form of a request."""
    return NetworkRequest(
        combination_table.network,
        combination_table.endpoints,
        combination_table.gbps,
        study.seed,
        combination_table.plan_network,
    )


def _networks(study: StaticStudy) -> dict[NetworkRequest, FoundNetwork]:
    """Return every network of a study, built or read once."""
    wanted = dict.fromkeys(_wanted(combination, study) for combination in study.combinations)
    return {item: find_network(item).require_traffic() for item in wanted}


def _priced_plan(network: FoundNetwork) -> Plan | None:
    """Return the plan of a network if it has only this network; an order of several cannot be split."""
    plan = None if network.planned is None else network.planned.plan
    return plan if isinstance(plan, Plan) and plan.topology.networks is None else None


def _prices(networks: Iterable[FoundNetwork], request: StaticRequest) -> Prices | None:
    plans = list(dict.fromkeys(plan for network in networks if (plan := _priced_plan(network)) is not None))
    if plans:
        return common_prices(plans, request.catalogue, network_only=True)
    if request.catalogue is not None:
        what = "prices need plans of one network each, and none is given"
        raise InputError(setting("catalogue"), what, "give plan files, whose cables have lengths")
    return None


def _cents(plan: Plan | None, prices: Prices | None) -> int | None:
    """Return the price of switches and cables of a plan; None if a link has no part."""
    if plan is None or prices is None:
        return None
    quote = prices.quote(plan)
    return None if quote.unsold is not None else quote.network_cents


def _routed(
    wanted: CombinationTable, network: FoundNetwork, request: StaticRequest, interrupt: Interrupt
) -> RoutedNetwork:
    """Return a network with its tables and their lanes."""
    study = request.study
    topology = network.topology
    endpoints = len(endpoints_of(topology).switch)
    entries = endpoints * topology.routers * (ADDRESSES if wanted.routing == "parx" else 1)
    if entries > MAX_ENTRIES:
        what = f"has tables of {entries:,} entries, and {MAX_ENTRIES:,} are the most"
        raise InputError(f"network {topology.name}", what, "take a smaller network")
    require_connected(topology)
    channels = channels_of(topology)
    planned = network.planned
    cable_ports = None if planned is None else planned.cables.ports
    server_ports = None if planned is None else planned.server_ports
    ports = port_numbers(topology, channels, cable_ports)
    if wanted.opensm is not None:
        result = opensm_tables(
            topology=topology,
            channels=channels,
            engine=wanted.opensm,
            seconds=request.opensm_seconds,
            interrupt=interrupt,
            cable_ports=cable_ports,
            server_ports=server_ports,
        )
        tables, verdict = result
        tables.require_routes()
        lanes = cycle_free_lanes(tables) if wanted.opensm in MANY_LANES else one_lane(tables)
        routed_network = RoutedNetwork(topology, tables, "OpenSM over ibsim", ports, lanes, verdict.lanes)
    else:
        routing = static_routing_named(wanted.routing or "")
        tables = routing.tables(topology, channels)
        tables.require_routes()
        lanes = cycle_free_lanes(tables) if routing.breaks_cycles else one_lane(tables)
        if routing.name != tables.name:
            tables = replace(tables, name=routing.name)
        routed_network = RoutedNetwork(topology, tables, routing.source, ports, lanes)
    require_lanes(routed_network.needed, study.lanes, f"{tables.name} on {topology.name}")
    return routed_network


def _scored(
    wanted: CombinationTable, number: int, routed: RoutedNetwork, study: StaticStudy, cents: int | None
) -> StaticCombination:
    """Return the bandwidth of a combination."""
    tables, seed, large = routed.tables, study.seed, study.message_kib >= THRESHOLD_KIB
    jobs = sorted(set(study.ranks)) or [tables.endpoints]
    placed = [placed_ranks(wanted.placement, tables.endpoints, ranks, seed) for ranks in jobs]
    mapped = placed_ranks(wanted.placement, tables.endpoints, min(study.map_ranks, tables.endpoints), seed)
    return StaticCombination(
        name=wanted.name,
        routed=routed,
        number=number,
        placement=wanted.placement,
        bandwidths=tuple(
            effective_bandwidth(tables, ranks, study.matchings, seed, large=large) for ranks in placed
        ),
        shares=np.asarray(heat_map(tables, mapped, seed, large=large)),
        network_cents=cents,
    )
