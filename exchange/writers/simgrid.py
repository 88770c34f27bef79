"""SimGrid's platform file, version 4.1: hosts, routers, links with the delay of their metres."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from xml.sax.saxutils import quoteattr

import numpy as np

from netfloor.exchange.fabric import HOST, Cable, Fabric
from netfloor.exchange.job import Exporter, Field, Files, Job, whole_number, with_field
from netfloor.exchange.names import Alphabet, check_devices
from netfloor.exchange.writers.number_text import latency_of, number_text, rate_of
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

#: The zone is a point of the network too, and points have one name each.
ZONE = "fabric"
ALPHABET = Alphabet("SimGrid", 64, reserved=frozenset({ZONE}))
_SPEED_SIGNS = frozenset("0123456789.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
#: Most points for which ``most_routed`` can be asked: 12 million routes.
_MOST_POINTS = 5000
#: Weight of a mm beside that of a link: of equally quick routes the one with the fewest links.
_PER_MM = 1 << 20


def write(job: Job) -> Files:
    """Return ``platform.xml``.

    Up to ``most_routed`` points one zone with SimGrid's ``Full`` routing: a route for every
    two points, over the links of least latency together. Above, ``Dijkstra`` routing, which
    counts links, not nanoseconds; the file says so. A link carries its rate in each direction
    (``SPLITDUPLEX``). SimGrid allows one route between two neighbours: parallel cables are one
    link of their rates together and of the least delay.

    Raises
    ------
    InputError
        If a name is not safe, or a cable has no length or rate.
    """
    speed = job.values["host_speed"]
    if not speed or not set(speed) <= _SPEED_SIGNS:
        raise InputError(with_field("host_speed"), f"{shown(speed)!r} is not a speed", "such as 1Gf")
    full = is_fully_routed(job)
    check_devices(job.fabric, ALPHABET)
    links = _bundles(job.fabric)
    lines = [
        "<?xml version='1.0'?>",
        '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">',
        '<platform version="4.1">',
        *(f"  <!-- {warning} -->" for warning in warnings(job)),
        f'  <zone id="{ZONE}" routing="{"Full" if full else "Dijkstra"}">',
        *_devices(job.fabric, speed),
        *map(_link, links),
        *(_full_routes(job.fabric, links) if full else _neighbour_routes(job.fabric, links)),
        "  </zone>",
        "</platform>",
    ]
    return {"platform.xml": "\n".join(lines) + "\n"}


def is_fully_routed(job: Job) -> bool:
    """Return True if every two points have a route of their own."""
    return len(job.fabric.devices) <= whole_number(job.values, "most_routed", 0, _MOST_POINTS)


def warnings(job: Job) -> tuple[str, ...]:
    """Return what is to be known of a platform too large for a route between every two points."""
    if is_fully_routed(job):
        return ()
    points, most = len(job.fabric.devices), job.values["most_routed"]
    return (
        f"{points} points are more than most_routed={most}: SimGrid's Dijkstra routing takes routes of "
        "the fewest links, whose latency may be above the least",
    )


@dataclass(frozen=True)
class _Bundle:
    """All cables between two devices, the first below the second."""

    pair: tuple[int, int]
    name: str
    gbps: float
    length_mm: int
    latency_ns: float


def _bundles(fabric: Fabric) -> list[_Bundle]:
    """Return the cables between each joined pair of devices as one."""
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


def _devices(fabric: Fabric, speed: str) -> Iterator[str]:
    for device in fabric.devices:
        kind, more = ("host", f' speed="{speed}"') if device.kind == HOST else ("router", "")
        yield f"    <{kind} id={quoteattr(device.name)}{more}/>"


def _link(link: _Bundle) -> str:
    rate, delay = number_text(link.gbps), number_text(link.latency_ns)
    sizes = f'bandwidth="{rate}Gbps" latency="{delay}ns"'
    return f'    <link id={quoteattr(link.name)} {sizes} sharing_policy="SPLITDUPLEX"/>'


def _full_routes(fabric: Fabric, links: list[_Bundle]) -> Iterator[str]:
    """Yield the least-latency route between every two points that have one; both ways along it."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - takes long to import
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415 - takes long to import

    if not links:
        return
    points, (u, v) = len(fabric.devices), np.array([link.pair for link in links], dtype=np.int64).T
    # Floats hold these sums exactly below 2**53, which is 8,000 km of cable on one route.
    weights = np.array([link.length_mm for link in links], dtype=float) * _PER_MM + 1
    graph = csr_array((weights, (u, v)), shape=(points, points))
    part_of = {link.pair: _part(link.name, "UP") for link in links}
    part_of |= {link.pair[::-1]: _part(link.name, "DOWN") for link in links}
    for end in range(1, points):
        _, before = dijkstra(graph, directed=False, indices=end, return_predecessors=True)
        ahead = before.tolist()
        for start in range(end):
            if ahead[start] >= 0:
                way = [start]
                while way[-1] != end:
                    way.append(ahead[way[-1]])
                yield _route(fabric, start, end, "".join(part_of[step] for step in pairwise(way)))


def _neighbour_routes(fabric: Fabric, links: list[_Bundle]) -> Iterator[str]:
    """Yield the route between the two ends of each link."""
    for link in links:
        yield _route(fabric, *link.pair, _part(link.name, "UP"))


def _part(name: str, direction: str) -> str:
    return f'<link_ctn id={quoteattr(name)} direction="{direction}"/>'


def _route(fabric: Fabric, u: int, v: int, parts: str) -> str:
    src, dst = (quoteattr(fabric.devices[i].name) for i in (u, v))
    return f'    <route src={src} dst={dst} symmetrical="YES">{parts}</route>'


EXPORTER = Exporter(
    name="simgrid",
    summary="a platform file, version 4.1",
    losses="places, ports; parallel cables are one link",
    write=write,
    fields={
        "host_speed": Field("1Gf", "speed of a host, an example"),
        "most_routed": Field("500", "most switches and hosts for which every pair gets its own route"),
    },
    warnings=warnings,
)
