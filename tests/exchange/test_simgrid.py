"""SimGrid's platform: latencies from the XML alone are those of the plan's metres."""

import heapq
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from defusedxml.ElementTree import fromstring
from scipy.sparse.csgraph import dijkstra

from costmodels.latency import CABLE_NS_PER_M
from exchange.job import Job
from foundation.errors import InputError


def read(text: str) -> Any:
    """Return (hosts, routers, {link: (Gb/s, ns)}, {(src, dst): [links]}) of a platform."""
    root = fromstring(text)
    assert (root.tag, root.get("version")) == ("platform", "4.1")
    (zone,) = root
    assert zone.get("routing") == "Dijkstra"
    links, routes = {}, {}
    for link in zone.iter("link"):
        assert link.get("id") not in links
        assert link.get("bandwidth").endswith("Gbps")
        assert link.get("latency").endswith("ns")
        links[link.get("id")] = (
            Fraction(link.get("bandwidth").removesuffix("Gbps")),
            Fraction(link.get("latency").removesuffix("ns")),
        )
    for route in zone.iter("route"):
        assert route.get("symmetrical") == "YES"
        pair = frozenset((route.get("src"), route.get("dst")))
        assert pair not in routes, "SimGrid takes one route between two neighbours"
        routes[pair] = [part.get("id") for part in route]
    names = [[e.get("id") for e in zone.iter(kind)] for kind in ("host", "router")]
    return (*names, links, routes)


def least_ns(routes: Any, links: Any, start: Any) -> Any:
    """Return the least delay from a point to all others, by a Dijkstra of our own."""
    near = {}
    for pair, names in routes.items():
        delay = sum(links[name][1] for name in names)
        a, b = pair
        near.setdefault(a, []).append((b, delay))
        near.setdefault(b, []).append((a, delay))
    best, heap = {}, [(Fraction(0), start)]
    while heap:
        delay, here = heapq.heappop(heap)
        if here not in best:
            best[here] = delay
            for there, more in near.get(here, []):
                if there not in best:
                    heapq.heappush(heap, (delay + more, there))
    return best


@pytest.mark.parametrize("spec", ["slimfly:5", "fattree:3,3", "dragonfly:a=4,p=2,h=2", "hypercube:4", None])
def test_latencies_of_200_pairs_are_those_of_the_metres(
    make_job: Any, write_files: Any, spec: str | None
) -> None:
    """5 ns/m along the shortest way over the cables (costmodels.latency)."""
    job = make_job(spec, 11)
    hosts, routers, links, routes = read(write_files(job, "simgrid")["platform.xml"])
    fabric = job.fabric
    index = {device.name: i for i, device in enumerate(fabric.devices)}
    assert set(index) == {*hosts, *routers}
    metres = np.full((len(index), len(index)), np.inf)
    for cable in fabric.cables:
        u, v = cable.a.device, cable.b.device
        metres[u, v] = metres[v, u] = min(metres[u, v], cable.length_mm / 1000)
    expected = dijkstra(np.where(np.isinf(metres), 0, metres), directed=False) * CABLE_NS_PER_M
    rng, names = np.random.default_rng(0), sorted(index)
    cache = {}
    for _ in range(200):
        a, b = (names[i] for i in rng.integers(0, len(names), 2))
        cache.setdefault(a, least_ns(routes, links, a))
        assert float(cache[a][b]) == pytest.approx(expected[index[a], index[b]], rel=1e-9)


def test_rates_of_parallel_cables_add_up(job: Job, write_files: Any) -> None:
    """One link a joined pair, as fast as its cables together."""
    _, _, links, routes = read(write_files(job, "simgrid")["platform.xml"])
    rates = {}
    for cable in job.fabric.cables:
        pair = frozenset(job.fabric.devices[end.device].name for end in cable.ends)
        rates[pair] = rates.get(pair, Fraction(0)) + Fraction(str(cable.gbps))
    assert {pair: sum(links[name][0] for name in names) for pair, names in routes.items()} == rates


@pytest.mark.parametrize("speed", ["", "fast & loose", '1Gf"/>'])
def test_a_speed_that_is_none_is_refused(make_job: Any, write_files: Any, speed: str) -> None:
    """Nothing gets into the file that is not a number and a unit."""
    with pytest.raises(InputError, match="host_speed"):
        write_files(make_job(None, 0), "simgrid", host_speed=speed)


def test_a_router_is_not_called_like_the_zone(make_job: Any, write_files: Any) -> None:
    """Both are points of SimGrid's network."""
    with pytest.raises(InputError, match="another meaning"):
        write_files(make_job("circulant:4:1", 0, labels=("fabric", "b", "c", "d")), "simgrid")
