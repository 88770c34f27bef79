"""Writer of SimGrid platform files, version 4.1: hosts, routers, links with cable delays, and routes.

Static routes are one tree shifted to every switch, or dimension-order routes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from xml.sax.saxutils import quoteattr

import numpy as np
import numpy.typing as npt

from netfloor.exchange.job import Exporter, Field, Files, Job, whole_number, with_field
from netfloor.exchange.names import Alphabet, check_devices
from netfloor.exchange.writers.number_text import latency_of, number_text, rate_of
from netfloor.fabric.fabric import Cable, Fabric
from netfloor.foundation.errors import InputError
from netfloor.topologies.generator_table import factor_tables, product_table
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology

#: Values of the field ``routes``.
LEAST_LATENCY, VERTEX_SYMMETRIC, DIMENSION_ORDER = "least-latency", "vertex-symmetric", "dimension-order"
ROUTES = LEAST_LATENCY, VERTEX_SYMMETRIC, DIMENSION_ORDER
LongArray = npt.NDArray[np.int64]
#: The zone is a netpoint too, and netpoints need unique names.
ZONE = "fabric"
ALPHABET = Alphabet("SimGrid", 64, reserved=frozenset({ZONE}))
_SPEED_SIGNS = frozenset("0123456789.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
#: Maximum of ``most_routed``: 12 million routes.
_MAX_POINTS = 5000
#: Make SimGrid's clock count exactly our nanoseconds: its default model (LV08) multiplies latencies by
#: 13.01, and its default precision is 10 microseconds. Newer versions accept ``surf/precision`` as an alias
#: of ``precision/timing``. Simulated with SimGrid 3.32.
_CONFIGURATION = (
    "  <config>",
    '    <prop id="network/model" value="CM02"/>',
    '    <prop id="network/latency-factor" value="1"/>',
    '    <prop id="network/bandwidth-factor" value="1"/>',
    '    <prop id="network/weight-S" value="0"/>',
    '    <prop id="network/crosstraffic" value="0"/>',
    '    <prop id="surf/precision" value="1e-12"/>',
    "  </config>",
)
#: Weight of one mm against one link: among equally fast routes, the fewest links win.
_PER_MM = 1 << 20


# Static routes: one tree shifted to every switch, or dimension-order routes


class StaticRoutes:
    """A shortest path for every ordered pair of switches; the two directions may differ.

    ``vertex-symmetric`` finds the paths from switch 0 by breadth-first search and applies the same steps at
    every other switch, which loads all switches equally (optimal circulant paper, section 5.1).
    ``dimension-order`` does so in each factor of a product, first factor first. Ties go to the path found
    first, lowest generators first: half way round an even ring the path goes upwards. Raises `InputError`
    if the network's switches form no group that netfloor knows.
    """

    def __init__(self, topology: Topology, routes: str) -> None:
        tables = factor_tables(topology)
        if tables is None:
            what = f"{shown(topology.name)} is not known to look the same from every switch"
            known = "such as circulants, tori, hypercubes, HyperX and products of these do"
            raise InputError(with_field("routes"), what, f"{known}; else take {LEAST_LATENCY}")
        if routes == VERTEX_SYMMETRIC:
            tables = [product_table(tables)]
        self._paths = [_shifted_tree(table) for table in tables]
        self._sizes = tuple(len(table) for table in tables)

    def path(self, start: int, end: int) -> list[int]:
        """Return the switches of the path, both ends included."""
        here = [int(item) for item in np.unravel_index(start, self._sizes)]
        goal = [int(item) for item in np.unravel_index(end, self._sizes)]
        way = [start]
        for factor, paths in enumerate(self._paths):
            for place in paths[here[factor]][goal[factor]]:
                here[factor] = place
                way.append(int(np.ravel_multi_index(here, self._sizes)))
        return way


def _shifted_tree(table: LongArray) -> list[dict[int, tuple[int, ...]]]:
    """Return, for every switch, the switches of the path to each other switch, including the last.

    ``table`` is one factor's table from `factor_tables`. The tree of switch 0 holds the shortest paths
    found first.
    """
    routers = len(table)
    parent, step, order = {0: 0}, {0: 0}, [0]
    for node in order:
        for generator, neighbour in enumerate(table[node].tolist()):
            if neighbour not in parent:
                parent[neighbour], step[neighbour] = node, generator
                order.append(neighbour)
    image = np.tile(np.arange(routers)[:, None], (1, routers))
    ways: list[dict[int, tuple[int, ...]]] = [{start: ()} for start in range(routers)]
    for node in order[1:]:
        image[:, node] = table[image[:, parent[node]], step[node]]
        for start, way in enumerate(ways):
            end = int(image[start, node])
            way[end] = (*way[int(image[start, parent[node]])], end)
    return ways


def device_paths(
    fabric: Fabric, topology: Topology, routes: str, devices: Sequence[int]
) -> Iterator[tuple[int, int, list[int]]]:
    """Yield every ordered pair of the given devices and the devices along the route, both ends included.

    The first devices of a fabric are the network's switches, or directly connected servers in their place;
    each other device is a server on one of them. Raises `InputError` if a server is attached to several
    switches, or as `StaticRoutes` raises.
    """
    static = StaticRoutes(topology, routes)
    home = {device: _home(fabric, device, topology.routers) for device in devices}
    for start, end in product(devices, repeat=2):
        if start != end:
            way = static.path(home[start], home[end])
            before = [start] if home[start] != start else []
            after = [end] if home[end] != end else []
            yield start, end, [*before, *way, *after]


def _home(fabric: Fabric, device: int, routers: int) -> int:
    """Return the switch of a server; return a switch unchanged."""
    if device < routers:
        return device
    far = {fabric.far_end(device, cable).device for _, cable in fabric.cables_of[device]}
    if len(far) != 1 or max(far) >= routers:
        what = f"host {shown(fabric.devices[device].name)} is not attached to exactly one switch"
        raise InputError(with_field("routes"), what, "take least-latency")
    return far.pop()


# The platform file


def write(job: Job) -> Files:
    """Return ``platform.xml``.

    Up to ``most_routed`` points, one zone with SimGrid's ``Full`` routing gives every pair of points its
    lowest-latency route. Above that, each switch and its servers form a zone, with such a route for every
    pair of switches. With more switches than ``most_routed``, ``Dijkstra`` routing counts links instead of
    nanoseconds, and the file says so. A link carries its rate in each direction (``SPLITDUPLEX``). SimGrid
    allows one route between two neighbours, so parallel cables become one link with their total rate and
    their lowest delay. Any other ``routes`` are static routes, one per direction; see `StaticRoutes`.
    Raises `InputError` if a name is not safe, a cable has no length or rate, or the network has no such
    routes.
    """
    speed = job.values["host_speed"]
    if not speed or not set(speed) <= _SPEED_SIGNS:
        raise InputError(with_field("host_speed"), f"{shown(speed)!r} is not a speed", "such as 1Gf")
    if job.values["routes"] not in ROUTES:
        what = f"there are no routes {shown(job.values['routes'])!r}"
        raise InputError(with_field("routes"), what, f"known: {', '.join(ROUTES)}")
    if job.values["routes"] != LEAST_LATENCY and routing_of(job) == "Dijkstra":
        what = f"{job.values['routes']} gives a route to every two switches, more than most_routed allows"
        raise InputError(with_field("routes"), what, f"give {with_field('most_routed')}=N")
    check_devices(job.fabric, ALPHABET)
    lines = [
        "<?xml version='1.0'?>",
        '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">',
        '<platform version="4.1">',
        *(f"  <!-- {warning} -->" for warning in warnings(job)),
        *_CONFIGURATION,
        *_zone(job, speed, _bundles(job.fabric)),
        "</platform>",
    ]
    return {"platform.xml": "\n".join(lines) + "\n"}


def routing_of(job: Job) -> str:
    """Return the granularity of routes: ``points``, ``switches``, or ``Dijkstra`` if none are listed."""
    maximum = whole_number(job.values, "most_routed", 0, _MAX_POINTS)
    fabric = job.fabric
    if len(fabric.devices) <= maximum:
        return "points"
    return "switches" if len(fabric.switches) <= maximum and _homes(fabric) is not None else "Dijkstra"


def warnings(job: Job) -> tuple[str, ...]:
    """Return warnings about a platform too large for a route per pair of switches."""
    if routing_of(job) != "Dijkstra":
        return ()
    points, maximum = len(job.fabric.devices), job.values["most_routed"]
    return (
        f"{points} points are more than most_routed={maximum}: SimGrid's Dijkstra routing takes routes of "
        "the fewest links, whose latency may be above the least",
    )


def _homes(fabric: Fabric) -> dict[int, int] | None:
    """Return the switch of each server; None if a server has several or none."""
    homes: dict[int, int] = {}
    for host in fabric.end_devices:
        far = {fabric.far_end(host, cable).device for _, cable in fabric.cables_of[host]}
        if len(far) != 1 or not far <= set(fabric.switches):
            return None
        homes[host] = far.pop()
    return homes


def _zone(job: Job, speed: str, links: list["_Bundle"]) -> Iterator[str]:
    """Yield the zone of the whole network."""
    fabric, routing = job.fabric, routing_of(job)
    yield f'  <zone id="{ZONE}" routing="{"Dijkstra" if routing == "Dijkstra" else "Full"}">'
    if routing == "switches":
        yield from _zones_of_switches(job, speed, links)
    else:
        yield from _devices(fabric, range(len(fabric.devices)), speed)
        yield from map(_link, links)
        if routing == "Dijkstra":
            yield from _neighbour_routes(fabric, links)
        else:
            symmetrical = _symmetrical(job)
            for way in _ways(job, range(len(fabric.devices)), links):
                yield _route(fabric, *way, symmetrical)
    yield "  </zone>"


def _symmetrical(job: Job) -> str:
    """Return whether a route also applies in reverse."""
    return "YES" if job.values["routes"] == LEAST_LATENCY else "NO"


def _zones_of_switches(job: Job, speed: str, links: list["_Bundle"]) -> Iterator[str]:
    """Yield a zone for each switch with its servers, and a route for every pair of zones."""
    fabric, symmetrical = job.fabric, _symmetrical(job)
    back = "" if symmetrical == "YES" else ' symmetrical="NO"'
    of_switch: dict[int, list[int]] = {switch: [] for switch in fabric.switches}
    for host, switch in (_homes(fabric) or {}).items():
        of_switch[switch].append(host)
    own = {link.pair: link for link in links}
    between = [link for link in links if all(end in of_switch for end in link.pair)]
    taken, zones = {device.name for device in fabric.devices}, {}
    for switch, hosts in of_switch.items():
        zones[switch] = _free_name(f"{fabric.devices[switch].name}-zone", taken)
        mine = [own[min(switch, host), max(switch, host)] for host in hosts]
        yield f'    <zone id={quoteattr(zones[switch])} routing="Full">'
        yield from _devices(fabric, [switch, *hosts], speed)
        yield from map(_link, mine)
        for way in _min_latency(len(fabric.devices), mine):
            yield _route(fabric, *way, "YES")
        yield "    </zone>"
    yield from map(_link, between)
    for u, v, parts in _ways(job, fabric.switches, between):
        names = (zones[u], zones[v], *(fabric.devices[i].name for i in (u, v)))
        src, dst, gw_src, gw_dst = map(quoteattr, names)
        ends = f"src={src} dst={dst} gw_src={gw_src} gw_dst={gw_dst}{back}"
        yield f"    <zoneRoute {ends}>{parts}</zoneRoute>"


def _free_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "-"
    taken.add(name)
    return name


@dataclass(frozen=True)
class _Bundle:
    """All parallel cables between two devices; the first index is lower than the second."""

    pair: tuple[int, int]
    name: str
    gbps: float
    length_mm: int
    latency_ns: float


def _bundles(fabric: Fabric) -> list[_Bundle]:
    """Merge the cables between each connected pair of devices."""
    joining: dict[tuple[int, int], list[Cable]] = {}
    for cable in fabric.cables:
        u, v = sorted((cable.a.device, cable.b.device))
        joining.setdefault((u, v), []).append(cable)
    return [
        _Bundle(
            pair,
            cables[0].id,
            sum(rate_of(fabric, cable, "SimGrid") for cable in cables),
            min(cable.length_mm or 0 for cable in cables),
            min(latency_of(fabric, cable, "SimGrid") for cable in cables),
        )
        for pair, cables in joining.items()
    ]


def _devices(fabric: Fabric, indices: Iterable[int], speed: str) -> Iterator[str]:
    for device in (fabric.devices[index] for index in indices):
        kind, more = ("host", f' speed="{speed}"') if device.is_end_device else ("router", "")
        yield f"    <{kind} id={quoteattr(device.name)}{more}/>"


def _link(link: _Bundle) -> str:
    rate, delay = number_text(link.gbps), number_text(link.latency_ns)
    sizes = f'bandwidth="{rate}Gbps" latency="{delay}ns"'
    return f'    <link id={quoteattr(link.name)} {sizes} sharing_policy="SPLITDUPLEX"/>'


def _ways(job: Job, devices: Sequence[int], links: list[_Bundle]) -> Iterator[tuple[int, int, str]]:
    """Yield every pair of these devices and the links of the route; both directions if they may differ."""
    routes = job.values["routes"]
    if routes == LEAST_LATENCY:
        yield from _min_latency(len(job.fabric.devices), links)
        return
    part_of = _parts(links)
    for start, end, way in device_paths(job.fabric, job.topology, routes, devices):
        yield start, end, "".join(part_of[step] for step in pairwise(way))


def _parts(links: list[_Bundle]) -> dict[tuple[int, int], str]:
    """Return the XML element of each directed link, by its two devices."""
    parts = {link.pair: _part(link.name, "UP") for link in links}
    return parts | {link.pair[::-1]: _part(link.name, "DOWN") for link in links}


def _min_latency(points: int, links: list[_Bundle]) -> Iterator[tuple[int, int, str]]:
    """Yield every connected pair of points and the links of the lowest-latency route."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - takes long to import
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415 - takes long to import

    if not links:
        return
    u, v = np.array([link.pair for link in links], dtype=np.int64).T
    # Floats represent these sums exactly below 2**53, which is 8,000 km of cable on one route.
    weights = np.array([link.length_mm for link in links], dtype=float) * _PER_MM + 1
    graph = csr_array((weights, (u, v)), shape=(points, points))
    part_of = _parts(links)
    for end in sorted({end for link in links for end in link.pair}):
        _, before = dijkstra(graph, directed=False, indices=end, return_predecessors=True)
        ahead = before.tolist()
        for start in range(end):
            if ahead[start] >= 0:
                way = [start]
                while way[-1] != end:
                    way.append(ahead[way[-1]])
                yield start, end, "".join(part_of[step] for step in pairwise(way))


def _neighbour_routes(fabric: Fabric, links: list[_Bundle]) -> Iterator[str]:
    """Yield the route between the two ends of each link."""
    for link in links:
        yield _route(fabric, *link.pair, _part(link.name, "UP"), "YES")


def _part(name: str, direction: str) -> str:
    return f'<link_ctn id={quoteattr(name)} direction="{direction}"/>'


def _route(fabric: Fabric, u: int, v: int, parts: str, symmetrical: str) -> str:
    src, dst = (quoteattr(fabric.devices[i].name) for i in (u, v))
    return f'    <route src={src} dst={dst} symmetrical="{symmetrical}">{parts}</route>'


EXPORTER = Exporter(
    name="simgrid",
    summary="a platform file, version 4.1",
    losses="places, ports; parallel cables are one link",
    write=write,
    one_network=True,
    fields={
        "host_speed": Field("1Gf", "speed of a host, an example"),
        "routes": Field(LEAST_LATENCY, f"{', '.join(ROUTES[:-1])} or {ROUTES[-1]}"),
        "most_routed": Field(
            "500", "most switches and hosts, then most switches, for which every pair gets its own route"
        ),
    },
    warnings=warnings,
)
