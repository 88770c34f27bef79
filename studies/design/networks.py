"""The search for networks by number of endpoints and ports per switch, family by family."""

from dataclasses import replace
from itertools import islice
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.observer import Observer
from netfloor.foundation.parallel import map_jobs
from netfloor.foundation.sizes import WorkEstimate, require_within_budget
from netfloor.foundation.wording import known_text
from netfloor.structure.bisection.endpoint_share import endpoint_share
from netfloor.structure.bisection.interval import bisection
from netfloor.structure.hops.distances import distances
from netfloor.structure.hops.servers import server_diameter
from netfloor.studies.design.answer import MAX_TIMES, Design, ServingNetwork
from netfloor.studies.design.in_room import Purchase, estimated
from netfloor.topologies.candidates import (
    MAX_ROUTERS,
    NetworkCandidate,
    NetworkDemand,
    candidates,
    why_none,
)
from netfloor.topologies.digest import links_sha256
from netfloor.topologies.family import Family
from netfloor.topologies.planes import plane_of
from netfloor.topologies.spec import FAMILIES, build
from netfloor.topologies.topology import Topology
from netfloor.traffic.channels import channels_of
from netfloor.traffic.load.channel_load import channel_load
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.routing.minimal import MINIMAL

#: METIS runs for the bisection of a network.
SEEDS = 10
#: Further networks tried per family if some do not meet the requirements.
FURTHER = 6
#: Largest network whose uniform traffic is routed.
MAX_LOADED = 400
#: Figures by which a design can be sorted; for those in `_LESS`, less is better.
_IN_ROOM = ("cost", "cable_m", "power_w", "longest_cable_m", "switch_cost", "cable_cost")
_LESS = (
    *("routers", "endpoints", "links", "ports_used", "diameter", "mean_distance", "links_per_endpoint"),
    *_IN_ROOM,
)
SORTABLE = (*_LESS, "bisection_per_endpoint")


def estimate_of(ports: int) -> WorkEstimate:
    """Return the work of enumerating the shapes of all families.

    Dragonfly groups are enumerated by leaf and spine count, lattices by the sides of each dimension: 0.5 s
    with 512 ports.
    """
    what = f"searching networks of switches with {ports:,} ports"
    return WorkEstimate(what, 4e-6 * ports**2 + 1e-9 * ports**3, 40 * ports**2)


def design_networks(
    demand: NetworkDemand,
    sort: str,
    workers: int,
    observer: Observer,
    families: tuple[str, ...] = (),
    purchase: Purchase | None = None,
    *,
    everything: bool = False,
) -> Design:
    """Return the nearest networks of every family that meet the requirements, sorted by a figure.

    A family's networks are tried in order of size until enough meet the requirements. Each switch has as
    many endpoints as needed, at most the number that its source recommends (half its links without a
    recommendation) and that its ports allow.

    ``sort`` is a key of `SORTABLE`; empty ``families`` means all. ``purchase`` adds estimates of cost in a
    room. ``everything`` includes networks with more than `MAX_TIMES` times the fewest switches.
    `InputError` for an unknown figure or family, or too many ports per switch.
    """
    if sort not in SORTABLE:
        raise InputError(setting("sort"), f"there is no figure {sort!r}", known_text(sort, SORTABLE))
    if sort in _IN_ROOM and purchase is None:
        what = f"{sort} is only known in a room"
        raise InputError(setting("sort"), what, f"give {setting('room')} and {setting('catalogue')}")
    require_within_budget(setting("ports"), estimate_of(demand.ports), "give fewer ports")
    for name in families:
        if name not in FAMILIES:
            known = known_text(name, FAMILIES)
            raise InputError(setting("family"), f"there is no family {name!r}", known)
    wanted = [family for family in FAMILIES.values() if not families or family.name in families]
    observer.started("design", len(wanted))
    finished: list[str] = []

    def look(family: Family) -> tuple[list[ServingNetwork], str | None]:
        nearest = _nearest_of(family, demand)
        finished.append(family.name)
        observer.advanced("design", len(finished), family.name)
        return nearest

    answers = map_jobs(look, wanted, workers)
    observer.finished("design")
    networks = _named_once([network for serving, _ in answers for network in serving])
    maximum = MAX_TIMES * min((network.figures["routers"] for network in networks), default=0)
    hidden = [] if everything else [network for network in networks if network.figures["routers"] > maximum]
    networks = [network for network in networks if network not in hidden]
    if purchase is not None:
        networks = _estimated(networks, purchase, workers, observer)
    networks.sort(key=lambda network: _order(network, sort))
    infeasible = {
        family.name: reason
        for family, (_, reason) in zip(wanted, answers, strict=True)
        if reason is not None
    }
    return Design(demand, tuple(networks), infeasible, tuple(hidden), purchase)


def _named_once(networks: list[ServingNetwork]) -> list[ServingNetwork]:
    """Return networks with equal switches, links and endpoints, number by number, as one.

    It has the first name, and the other names in ``same``.
    """
    alike: dict[tuple[object, ...], list[ServingNetwork]] = {}
    for network in networks:
        topology = build(network.spec)
        servers = None if topology.servers is None else repr(topology.servers.to_dict())
        key = (links_sha256(topology), tuple(topology.endpoints.tolist()), servers)
        alike.setdefault(key, []).append(network)
    return [replace(first, same=tuple(item.spec for item in others)) for first, *others in alike.values()]


def _order(network: ServingNetwork, sort: str) -> tuple[bool, float, str]:
    """Return the sort key of a network: those with the figure come first."""
    figure = network.figures.get(sort)
    return figure is None, (1 if sort in _LESS else -1) * (figure or 0), network.spec


def _estimated(
    networks: list[ServingNetwork], purchase: Purchase, workers: int, observer: Observer
) -> list[ServingNetwork]:
    """Return the networks with their estimates in a room."""
    observer.doing("distances of the room")
    purchase.room.lengths  # noqa: B018 - computed once, before threads read it
    task = "estimate"
    observer.started(task, len(networks))
    done: list[str] = []

    def look(network: ServingNetwork) -> ServingNetwork:
        result = replace(network, figures=network.figures | estimated(build(network.spec), purchase))
        done.append(network.spec)
        observer.advanced(task, len(done), network.spec)
        return result

    jobs = map_jobs(look, networks, workers)
    observer.finished(task)
    return jobs


def _nearest_of(family: Family, demand: NetworkDemand) -> tuple[list[ServingNetwork], str | None]:
    """Return the networks of a family that meet the requirements, or none and the reason."""
    serving: list[ServingNetwork] = []
    refused: list[str] = []
    shown = 0
    for candidate in islice(candidates(family, demand), demand.per_family + FURTHER):
        figures, reason = measure(candidate, demand)
        if reason is None:
            serving.append(ServingNetwork(candidate.spec, family.name, figures))
            shown += 1
        else:
            refused.append(f"{candidate.spec} {reason}")
        if candidate.variant is not None:
            figures, reason = measure(replace(candidate, spec=candidate.variant), demand)
            if reason is None:
                figures["uniform_throughput"] = _uniform_throughput(candidate.variant)
                serving.append(ServingNetwork(candidate.variant, family.name, figures))
        if shown == demand.per_family:
            break
    if serving:
        return serving, None
    if not refused:
        return [], why_none(family, demand)
    more = f"; the next {len(refused) - 1} tried fail similarly"
    return [], refused[0] + (more if len(refused) > 1 else "")


def measure(candidate: NetworkCandidate, demand: NetworkDemand) -> tuple[dict[str, Any], str | None]:
    """Return the structure of a network, and the requirement that it violates (None if it meets all).

    Distances come first: a network with too large a diameter is not bisected.
    """
    if candidate.routers > MAX_ROUTERS:
        return {}, f"has {candidate.routers:,} switches or more, above {MAX_ROUTERS:,}: not measured"
    try:
        topology = build(candidate.spec)
    except InputError as error:  # the spec is netfloor's own: the family has no such network
        return {}, f"cannot be built: {error.what}"
    ports = int(topology.ports.max())
    refused = _refused(topology, demand)
    if refused is not None:
        return {}, refused
    planes, plane = plane_of(topology)
    hops = distances(plane)
    if demand.max_diameter is not None and hops.diameter > demand.max_diameter:
        return {}, f"has diameter {hops.diameter}"
    endpoints, cut = max(int(topology.endpoints.sum()), 1), _bisections(topology)
    share = cut["bisection_per_endpoint"]
    if demand.min_bisection is not None and share < demand.min_bisection:
        return {}, f"has a bisection of {100 * share:.1f} % of half the endpoints (best cut found)"
    figures = {
        "routers": topology.routers,
        "endpoints": endpoints,
        "endpoints_per_router": candidate.per_router,
        "endpoints_recommended": candidate.recommended,
        "ports_used": ports,
        "ports_free": demand.ports - ports,
        "links": topology.link_count,
        "diameter": hops.diameter,
        "mean_distance": hops.mean_distance,
        **cut,
        "links_per_endpoint": topology.link_count / endpoints,
        **_servers(topology, demand, planes),
    }
    return figures, None


def _uniform_throughput(spec: str) -> float | None:
    """Return the throughput under uniform traffic as a share; None if it takes too long.

    Routing is minimal, and each switch splits traffic equally between its links.
    """
    topology = build(spec)
    _, plane = plane_of(topology)
    if plane.routers > MAX_LOADED:
        return None
    pattern = pattern_of(plane, "uniform")
    return channel_load(plane, channels_of(plane), MINIMAL, pattern).throughput


def _refused(topology: Topology, demand: NetworkDemand) -> str | None:
    """Return why a network is not measured; None if it is."""
    if topology.routers > MAX_ROUTERS:
        return f"has {topology.routers:,} switches, above {MAX_ROUTERS:,}: not measured"
    if topology.ports.max() > demand.ports:
        return f"needs {topology.ports.max()} ports"
    uneven = topology.endpoints[topology.endpoints % demand.ports_per_server > 0]
    if topology.servers is None and len(uneven):
        whole = f"not whole servers of {demand.ports_per_server} ports"
        return f"attaches {uneven[0]} endpoints to a switch, {whole}"
    return None


def _servers(topology: Topology, demand: NetworkDemand, planes: int) -> dict[str, Any]:
    """Return the figures of servers with several ports; empty for servers with one port."""
    if demand.ports_per_server == 1:
        return {}
    return {
        "servers": int(topology.endpoints.sum()) // demand.ports_per_server,
        "planes": planes,
        "server_diameter": server_diameter(topology),
    }


def _bisections(topology: Topology) -> dict[str, Any]:
    """Return the bisections by halves of the switches and by halves of the endpoints."""
    cut = bisection(topology, seeds=SEEDS, iterations=0)
    half = endpoint_share(topology, cut)
    return {
        "bisection_links": cut.links,
        "bisection_lower_links": cut.lower_links,
        "bisection_method": cut.method,
        "bisection_effort": cut.effort,
        "normalised_bisection": cut.links / max(topology.link_count, 1),
        "endpoint_bisection_links": half.links if half else None,
        "bisection_per_endpoint": half.share if half else 0.0,
        "certified_bisection_per_endpoint": half.lower_links / half.endpoints if half else 0.0,
    }
