"""Design search: networks of each family that serve the endpoints on a given switch, smallest first."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from heapq import merge
from itertools import combinations_with_replacement, groupby, islice, zip_longest

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.lattices.hyperx import hyperx_shapes
from netfloor.topologies.families.lattices.lattice import size_text
from netfloor.topologies.families.trees import clos
from netfloor.topologies.families.trees.clos import edge_ports
from netfloor.topologies.families.trees.rails import rail_networks
from netfloor.topologies.family import Family, Instance

#: Networks above this size are not measured: their structure would take minutes each.
MAX_ROUTERS = 20_000
#: Relative bisection that tapered trees and HyperX are designed for unless the request sets one.
USUAL_BISECTION = 0.5


@dataclass(frozen=True)
class NetworkDemand:
    """Requirements of a network design."""

    endpoints: int  # total
    ports: int  # per switch, endpoints included
    max_diameter: int | None = None  # hops between switches with endpoints; None: no limit
    # lowest allowed ratio of cut links to endpoints of the smaller half (1 is full bisection); None: no
    # limit
    min_bisection: float | None = None
    per_family: int = 2  # networks to list per family, fewest switches first
    # each port is an endpoint: on the leaves of rails, on separate planes, or all on one switch
    ports_per_server: int = 1

    def __post_init__(self) -> None:
        if self.endpoints < 2 or self.ports < 2 or self.per_family < 1:
            raise InputError("design", "needs at least 2 endpoints and 2 ports", "give 2 or more")
        if self.ports_per_server < 1 or self.endpoints % self.ports_per_server:
            each, less = self.ports_per_server, self.endpoints % max(self.ports_per_server, 1)
            what = f"{self.endpoints:,} endpoints do not divide into servers of {each} ports"
            more = self.endpoints + each - less
            raise InputError("design", what, f"give {self.endpoints - less:,} or {more:,}")

    @property
    def servers(self) -> int:
        """Number of servers: endpoints divided by ports per server."""
        return self.endpoints // self.ports_per_server

    @property
    def aim(self) -> float:
        """Relative bisection to design for where a family offers a choice."""
        return USUAL_BISECTION if self.min_bisection is None else self.min_bisection


@dataclass(frozen=True)
class NetworkCandidate:
    """A network that meets the port and endpoint requirements, to be measured.

    ``per_router`` endpoints on each switch, ``recommended`` by the family's source; both None where the
    family fixes the endpoints itself. ``variant`` is the spec of a variant listed next to this candidate,
    in addition to the others.
    """

    spec: str
    routers: int
    per_router: int | None = None
    recommended: int | None = None
    variant: str | None = None


def candidates(family: Family, demand: NetworkDemand) -> Iterator[NetworkCandidate]:
    """Yield networks with enough endpoints on the given switch, fewest switches first.

    For servers with several ports, also each network as parallel planes with one port of every server on
    each.
    """
    each = demand.ports_per_server
    if each == 1 or family.name in _WITH_SERVERS or demand.servers < 2:
        return _of_one_port(family, demand)
    plane = replace(demand, endpoints=demand.servers, ports_per_server=1)
    planes = (
        replace(
            item,
            spec=f"{item.spec},planes={each}",
            routers=each * item.routers,
            variant=item.variant and f"{item.variant},planes={each}",
        )
        for item in _of_one_port(family, plane)
    )
    return merge(_of_one_port(family, demand), planes, key=lambda item: item.routers)


def _of_one_port(family: Family, demand: NetworkDemand) -> Iterator[NetworkCandidate]:
    """Yield single-plane networks, fewest switches first."""
    special = SPECIAL.get(family.name)
    if special is not None:
        return special(demand)
    return iter(()) if family.instances is None else _listed(family, demand)


def why_none(family: Family, demand: NetworkDemand) -> str:
    """Explain why a family has no candidate."""
    if family.name in _WITH_SERVERS and demand.ports_per_server == 1:
        return "needs servers with several ports: set the ports per server"
    if family.name == "clos" and demand.endpoints <= demand.ports:
        return f"{demand.endpoints:,} endpoints fit on a single switch of {demand.ports} ports"
    if family.name in SPECIAL:
        return f"no member fits the endpoints on switches of {demand.ports} ports"
    if family.instances is None:
        return "has free parameters: try values with `netfloor topology show`"
    room = ((_room(instance, demand.ports), instance.spec) for instance in family.instances(MAX_ROUTERS))
    maximum, spec = max(room, default=(0, ""))
    if not maximum:
        return f"every instance of up to {MAX_ROUTERS:,} switches needs more than {demand.ports} ports"
    return f"up to {MAX_ROUTERS:,} switches it serves at most {maximum:,} endpoints, with {spec}"


def _room(instance: Instance, ports: int) -> int:
    """Return how many endpoints an instance serves on switches with this many ports, 0 if they do not fit.

    Endpoints per switch as the family's source recommends (half the links where it does not say), limited
    by the free ports.
    """
    if instance.hosts is not None and instance.ports is not None:
        return instance.hosts if instance.ports <= ports else 0
    recommended = instance.endpoints or max(instance.radix // 2, 1)
    return instance.routers * max(min(recommended, ports - instance.radix), 0)


def _listed(family: Family, demand: NetworkDemand) -> Iterator[NetworkCandidate]:
    """Yield listed members of a family that serve the endpoints.

    Of equal sizes, the one with most links.
    """
    assert family.instances is not None  # noqa: S101 - the caller's condition
    serving = (
        instance
        for instance in family.instances(MAX_ROUTERS)
        if _room(instance, demand.ports) >= demand.endpoints
    )
    for routers, same in groupby(serving, key=lambda instance: instance.routers):
        instance = max(same)
        if family.indirect or any(f"{name}=" in instance.spec for name in family.endpoint_parameters):
            yield NetworkCandidate(instance.spec, routers, instance.endpoints, instance.endpoints)
        else:
            needed = _whole_servers(-(-demand.endpoints // routers), demand)
            yield NetworkCandidate(
                f"{instance.spec},endpoints={needed}", routers, needed, instance.endpoints
            )


def _whole_servers(endpoints: int, demand: NetworkDemand) -> int:
    """Return the endpoints of a switch, rounded up to whole servers."""
    return -(-endpoints // demand.ports_per_server) * demand.ports_per_server


def _rails(demand: NetworkDemand) -> Iterator[NetworkCandidate]:
    """Yield rail networks, full and, where less bisection is requested, tapered.

    None for single-port servers.
    """
    taper = math.floor(1 / demand.aim) if 0 < demand.aim < 1 else 1
    if demand.ports_per_server == 1:
        return
    each, ratios = demand.ports_per_server, sorted({taper, 1}, reverse=True)
    results = [rail_networks(demand.servers, each, demand.ports, Fraction(ratio)) for ratio in ratios]
    for networks in zip_longest(*(islice(item, demand.per_family) for item in results)):
        for spec, figures in filter(None, networks):
            yield NetworkCandidate(spec, figures.switches)


def _dragonfly_plus(demand: NetworkDemand) -> Iterator[NetworkCandidate]:
    """Yield Dragonfly+ networks with enough uplinks and global links for the requested bisection.

    Half of g groups is joined to the other half by ``(g / 2)^2`` times the links between two groups. Where
    ports allow, every pair of groups has the same number of links.
    """
    aim, each, result = min(demand.aim or USUAL_BISECTION, 1), demand.ports_per_server, dict[int, str]()
    for spines in range(1, demand.ports):
        p = min(demand.ports - spines, math.floor(spines / aim)) // each * each
        for leaves in range(1, demand.ports if p else 0):
            g = max(-(-demand.endpoints // (leaves * p)), 2)
            needed = math.ceil(2 * aim * leaves * p * (g - 1) / (g * spines))
            minimum = max(needed, -(-(g - 1) // spines))
            even = (h for h in range(minimum, demand.ports - leaves + 1) if spines * h % (g - 1) == 0)
            h = next(even, minimum)
            if h <= demand.ports - leaves:
                spec = f"dragonfly+:{leaves},{spines},p={p},h={h},g={g}"
                result.setdefault(g * (leaves + spines), spec)
    for switches, spec in sorted(result.items()):
        yield NetworkCandidate(spec, switches)


def _hyperx(demand: NetworkDemand) -> Iterator[NetworkCandidate]:
    for shape in hyperx_shapes(demand.endpoints, demand.ports, demand.aim, most=demand.per_family):
        yield NetworkCandidate(shape.spec, shape.routers)


def _clos(demand: NetworkDemand) -> Iterator[NetworkCandidate]:
    """Yield the full tree and, where less bisection is requested, the tapered one.

    None if a single switch suffices.

    Each comes with a variant with the fewest top switches if even trunks leave some top ports unused.
    """
    if demand.endpoints <= demand.ports:
        return
    taper = math.floor(1 / demand.aim) if 0 < demand.aim < 1 else 1
    for ratio in sorted({taper, 1}, reverse=True):
        spec = f"clos:{demand.endpoints},{demand.ports}" + (f",taper={ratio}:1" if ratio > 1 else "")
        down, _ = edge_ports(demand.ports, Fraction(ratio))
        named = {
            "total": demand.endpoints,
            "ports": demand.ports,
            "taper": f"{ratio}:1",
            "used_down_ports": down,
        }
        try:
            switches, fewest = (clos.plan({**named, "top": top}).switches for top in ("even", "fewest"))
        except InputError:
            continue
        variant = f"{spec},top=fewest" if fewest < switches else None
        yield NetworkCandidate(spec, switches, variant=variant)


def _jellyfish(demand: NetworkDemand) -> Iterator[NetworkCandidate]:
    """Yield random networks with decreasing endpoints per switch, starting at a third of the ports."""
    for per_router in _fewer(-(-demand.ports // 3), demand):
        degree = demand.ports - per_router
        routers = max(-(-demand.endpoints // per_router), degree + 1)
        routers += routers * degree % 2
        needed = min(per_router, -(-demand.endpoints // routers))
        yield NetworkCandidate(f"jellyfish:{routers},{degree},endpoints={needed}", routers, needed)


def _xpander(demand: NetworkDemand) -> Iterator[NetworkCandidate]:
    """Yield lifts with decreasing endpoints per switch, starting at a third of the ports."""
    for per_router in _fewer(-(-demand.ports // 3), demand):
        degree = demand.ports - per_router
        if degree < 3:
            continue
        lift = max(-(-demand.endpoints // (per_router * (degree + 1))), 1)
        routers = lift * (degree + 1)
        needed = min(per_router, -(-demand.endpoints // routers))
        yield NetworkCandidate(f"xpander:{degree},{lift},endpoints={needed}", routers, needed)


def _fewer(most: int, demand: NetworkDemand) -> Iterator[int]:
    """Yield endpoints per switch from ``most`` down, a quarter less each time.

    From half the ports down where the bisection may be low.
    """
    per_router = demand.ports // 2 if demand.aim < USUAL_BISECTION else most
    while per_router >= 1:
        yield per_router
        per_router = per_router * 3 // 4


def _dragonfly(demand: NetworkDemand) -> Iterator[NetworkCandidate]:
    """Yield dragonflies that fully use their global channels: p <= h, a >= 2 h - 1, fewest groups.

    Dragonfly paper, section 3.1: with a >= 2 h and 2 p >= 2 h the local and terminal channels do not limit
    the global ones; a = 2 h - 1 is its largest example at radix 64.
    """
    of_size: dict[int, NetworkCandidate] = {}
    for h in range(1, demand.ports):
        for a in range(max(2 * h - 1, 2), demand.ports - h + 1):
            p = min(h, demand.ports - (a - 1) - h)
            if p < 1:
                continue
            groups = max(-(-demand.endpoints // (a * p)), 2)
            if groups > a * h + 1:
                continue
            routers = a * groups
            size = "" if groups == a * h + 1 else f",g={groups}"
            spec = f"dragonfly:a={a},p={p},h={h}{size}"
            of_size.setdefault(routers, NetworkCandidate(spec, routers, p, h))
    for _, candidate in sorted(of_size.items()):
        yield candidate


def _lattices(name: str, demand: NetworkDemand) -> Iterator[NetworkCandidate]:
    """Yield the nearly cubic shape for each number of dimensions, with one endpoint per switch.

    Among shapes within a tenth of the smallest size, more dimensions (so a smaller diameter) come first.
    """
    nearest = []
    for dimensions in range(1, (demand.ports - 1) // 2 + 1):
        side = round(demand.endpoints ** (1 / dimensions))
        choices = [size for size in range(side - 1, side + 3) if size >= 3]
        shapes = (
            shape
            for shape in combinations_with_replacement(choices, dimensions)
            if math.prod(shape) >= demand.endpoints
        )
        best = min(shapes, key=lambda shape: (math.prod(shape), max(shape)), default=None)
        if best is not None:
            far = math.prod(best) > 1.1 * demand.endpoints
            nearest.append(
                (far, math.prod(best) if far else -dimensions, tuple(sorted(best, reverse=True)))
            )
    for _, _, sizes in sorted(nearest):
        yield NetworkCandidate(f"{name}:{size_text(sizes)},endpoints=1", math.prod(sizes), 1, 1)


#: Families that attach multi-port servers themselves.
_WITH_SERVERS = frozenset({"rails"})
SPECIAL: dict[str, Callable[[NetworkDemand], Iterator[NetworkCandidate]]] = {
    "hyperx": _hyperx,
    "clos": _clos,
    "jellyfish": _jellyfish,
    "xpander": _xpander,
    "rails": _rails,
    "dragonfly+": _dragonfly_plus,
    "dragonfly": _dragonfly,
    "torus": partial(_lattices, "torus"),
    "mesh": partial(_lattices, "mesh"),
}
