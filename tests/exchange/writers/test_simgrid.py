"""SimGrid's platform files and their routes."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import Any

import networkx as nx
import numpy as np
import pytest
from defusedxml.ElementTree import fromstring

from netfloor.costmodels.latency import latency_sweep
from netfloor.exchange.job import Job
from netfloor.exchange.writers.simgrid import StaticRoutes
from netfloor.fabric.fabric import SWITCH, Cable, Device, End, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build

NETWORKS = [
    *(("slimfly:5", 11), ("fattree:3,3", 11), ("dragonfly:a=4,p=2,h=2", 11), ("hypercube:4", 11)),
    *((None, seed) for seed in range(12)),
]
SHIFTED, ORDERED = "vertex-symmetric", "dimension-order"
CASES = [
    (spec, routes)
    for spec in (
        "circulant:32:1,6,16",
        "torus:5x4x3",
        "hypercube:4",
        "hyperx:4x3",
        "circulant:8:1,4*complete:4",
        "lps:3,5",
    )
    for routes in (SHIFTED, ORDERED)
]


class Platform:
    """A platform file as SimGrid reads it."""

    def __init__(self, text: str) -> None:
        root = fromstring(text)
        assert (root.tag, root.get("version")) == ("platform", "4.1")
        config, zone = root
        assert {prop.get("id"): prop.get("value") for prop in config}["network/model"] == "CM02"
        inner = zone.findall("zone")
        self.zone_of = {
            point.get("id"): one.get("id") for one in inner for point in one if point.tag != "link"
        }
        assert all(one.get("routing") == "Full" for one in inner)
        self.routing = zone.get("routing")
        self.hosts, self.routers = ([e.get("id") for e in zone.iter(kind)] for kind in ("host", "router"))
        points = [*self.hosts, *self.routers]
        zones = [zone.get("id"), *(one.get("id") for one in inner)]
        assert len({*zones, *points}) == len(points) + len(zones)
        self.links: dict[str, tuple[Fraction, Fraction]] = {}
        for link in zone.iter("link"):
            assert link.get("id") not in self.links
            assert link.get("sharing_policy") == "SPLITDUPLEX"
            assert link.get("bandwidth").endswith("Gbps")
            assert link.get("latency").endswith("ns")
            self.links[link.get("id")] = (
                Fraction(link.get("bandwidth").removesuffix("Gbps")),
                Fraction(link.get("latency").removesuffix("ns")),
            )
        self.routes: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for route in zone.iter("route"):
            assert route.get("symmetrical") == "YES"
            src, dst = route.get("src"), route.get("dst")
            assert src in points
            assert dst in points
            parts = [(part.get("id"), part.get("direction")) for part in route]
            back = [(name, {"UP": "DOWN", "DOWN": "UP"}[way]) for name, way in reversed(parts)]
            for pair, way in (((src, dst), parts), ((dst, src), back)):
                assert pair not in self.routes, "SimGrid takes one route between two points"
                self.routes[pair] = way

        self.ways: dict[tuple[str, str], tuple[str, str, Fraction]] = {}
        for way in zone.iter("zoneRoute"):
            ends = [way.get(key) for key in ("src", "dst", "gw_src", "gw_dst")]
            assert [self.zone_of[name] for name in ends[2:]] == ends[:2]
            delay = sum((self.links[part.get("id")][1] for part in way), Fraction(0))
            self.ways[ends[0], ends[1]] = (ends[2], ends[3], delay)
            self.ways[ends[1], ends[0]] = (ends[3], ends[2], delay)

    def latency_ns(self, src: str, dst: str) -> Fraction:
        """Return the latency that SimGrid adds up: over the route that stands there for the pair.

        Between two zones: to the gateway, over the way between the zones, and on from the other gateway.
        """
        assert self.routing == "Full"
        if src == dst:
            return Fraction(0)
        zones = self.zone_of.get(src), self.zone_of.get(dst)
        if zones[0] != zones[1]:
            near, far, delay = self.ways[zones]
            return self.latency_ns(src, near) + delay + self.latency_ns(far, dst)
        return sum((self.links[name][1] for name, _ in self.routes[src, dst]), Fraction(0))


def cable_graph(job: Job) -> Any:
    """Return devices by name and the shortest of the cables between each two."""
    graph = nx.Graph()
    names = [device.name for device in job.fabric.devices]
    graph.add_nodes_from(names)
    for cable in job.fabric.cables:
        u, v = (names[end.device] for end in cable.ends)
        before = graph.edges[u, v]["mm"] if graph.has_edge(u, v) else cable.length_mm
        graph.add_edge(u, v, mm=min(before, cable.length_mm))
    return graph


@pytest.mark.parametrize("zones", [False, True])
@pytest.mark.parametrize(("spec", "seed"), NETWORKS)
def test_every_pair_has_the_least_latency(
    make_job: Any, write_files: Any, spec: str | None, seed: int, *, zones: bool
) -> None:
    """5 ns/m along the shortest way over the cables, for all pairs, by a graph library.

    In one zone, and in a zone for each switch with its hosts.
    """
    job = make_job(spec, seed)
    most = len(job.fabric.switches) if zones else 500
    platform = Platform(write_files(job, "simgrid", most_routed=str(most))["platform.xml"])
    assert bool(platform.zone_of) == (zones and len(job.fabric.end_devices) > 0)
    least_mm = dict(nx.all_pairs_dijkstra_path_length(cable_graph(job), weight="mm"))
    assert {*platform.hosts, *platform.routers} == set(least_mm)
    for a, b in combinations(least_mm, 2):
        found = platform.latency_ns(a, b), platform.latency_ns(b, a)
        assert found == (Fraction(least_mm[a][b] * 5, 1000),) * 2


@pytest.mark.parametrize("spec", ["slimfly:5", "dragonfly:a=4,p=2,h=2", "random:16,3"])
def test_routers_have_the_latencies_of_our_model(make_job: Any, write_files: Any, spec: str) -> None:
    """Mean and maximum are those of `costmodels.latency` without switch latency, to 1e-9."""
    job = make_job(spec, 3)
    platform = Platform(write_files(job, "simgrid")["platform.xml"])
    fabric = job.fabric
    between = [c for c in fabric.cables if all(fabric.devices[e.device].kind == SWITCH for e in c.ends)]
    ours = latency_sweep(
        job.topology.routers,
        np.array([[end.device for end in cable.ends] for cable in between]),
        np.array([cable.length_mm for cable in between]),
        [0],
    )
    values = [platform.latency_ns(a, b) for a, b in combinations(platform.routers, 2)]
    assert float(sum(values) / len(values)) == pytest.approx(ours.at(0)[0], rel=1e-9)
    assert float(max(values)) == pytest.approx(ours.at(0)[1], rel=1e-9)


@pytest.mark.parametrize(("spec", "seed"), NETWORKS)
def test_a_route_goes_from_link_to_link(
    make_job: Any, write_files: Any, spec: str | None, seed: int
) -> None:
    """Links of a route hang together from its start to its end, each in its own direction."""
    job = make_job(spec, seed)
    platform = Platform(write_files(job, "simgrid")["platform.xml"])
    names = [device.name for device in job.fabric.devices]
    ends = {c.id: tuple(names[i] for i in sorted(e.device for e in c.ends)) for c in job.fabric.cables}
    for (src, dst), parts in platform.routes.items():
        hops = [ends[name] if way == "UP" else ends[name][::-1] for name, way in parts]
        assert (hops[0][0], hops[-1][1]) == (src, dst)
        assert all(one[1] == other[0] for one, other in pairwise(hops))


def test_above_the_limit_the_file_and_the_export_say_so(make_job: Any, write_files: Any) -> None:
    """One route a joined pair then; SimGrid finds the rest by the number of links."""
    job = make_job("slimfly:5", 1, endpoints=0)
    assert Platform(write_files(job, "simgrid", most_routed="50")["platform.xml"]).routing == "Full"
    text = write_files(job, "simgrid", most_routed="49")["platform.xml"]
    platform = Platform(text)
    assert platform.routing == "Dijkstra"
    assert {frozenset(pair) for pair in platform.routes} == {
        frozenset(pair) for pair in cable_graph(job).edges
    }
    assert "may be above the least" in text


@pytest.mark.parametrize("most", ["500", "0"])
def test_rates_of_parallel_cables_add_up(job: Job, write_files: Any, most: str) -> None:
    """One link a joined pair, as fast as its cables together."""
    platform = Platform(write_files(job, "simgrid", most_routed=most)["platform.xml"])
    rates: dict[frozenset[str], Fraction] = {}
    name_of = {}
    for cable in job.fabric.cables:
        pair = frozenset(job.fabric.devices[end.device].name for end in cable.ends)
        name_of.setdefault(pair, cable.id)
        rates[pair] = rates.get(pair, Fraction(0)) + Fraction(str(cable.gbps))
    assert {name_of[pair]: rate for pair, rate in rates.items()} == {
        name: gbps for name, (gbps, _) in platform.links.items()
    }


def test_parallel_cables_are_one_link_as_quick_as_the_shortest(make_job: Any, write_files: Any) -> None:
    """Whichever end is named first, the link has the first one's name and the least delay."""
    devices = tuple(Device(name, SWITCH, 3, 0) for name in "ab")
    ends = [(End(0, 1), End(1, 1)), (End(1, 2), End(0, 2)), (End(0, 3), End(1, 3))]
    cables = [
        Cable(f"C{n}", *both, length_mm=mm, gbps=gbps)
        for n, both, mm, gbps in zip((1, 2, 3), ends, (5000, 3000, 4000), (100.0, 50.0, 25.0), strict=True)
    ]
    fabric = Fabric("two", devices, tuple(cables), (FloorCabinet("X"),))
    text = write_files(replace(make_job(None, 0), fabric=fabric), "simgrid")["platform.xml"]
    alone = replace(fabric, cables=(replace(cables[1], id="C1", gbps=175.0),))
    assert text == write_files(replace(make_job(None, 0), fabric=alone), "simgrid")["platform.xml"]


@pytest.mark.parametrize("speed", ["", "fast & loose", '1Gf"/>'])
def test_a_speed_that_is_none_is_refused(make_job: Any, write_files: Any, speed: str) -> None:
    """Nothing gets into the file that is not a number and a unit."""
    with pytest.raises(InputError, match="host_speed"):
        write_files(make_job(None, 0), "simgrid", host_speed=speed)


@pytest.mark.parametrize("most", ["-1", "5001", "x", "1.5"])
def test_a_limit_that_is_none_is_refused(make_job: Any, write_files: Any, most: str) -> None:
    """A whole number of points."""
    with pytest.raises(InputError, match="most_routed"):
        write_files(make_job(None, 0), "simgrid", most_routed=most)


def test_a_router_is_not_called_like_the_zone(make_job: Any, write_files: Any) -> None:
    """Both are points of SimGrid's network."""
    with pytest.raises(InputError, match="another meaning"):
        write_files(make_job("circulant:4:1", 0, labels=("fabric", "b", "c", "d")), "simgrid")


@pytest.mark.parametrize(("spec", "routes"), CASES)
def test_every_pair_has_a_shortest_path(spec: str, routes: str) -> None:
    """From start to end over links of the network, as many as breadth-first search of a library needs."""
    topology = build(spec)
    static, graph = StaticRoutes(topology, routes), nx.Graph(topology.links.tolist())
    least = dict(nx.all_pairs_shortest_path_length(graph))
    for start, end in permutations(range(topology.routers), 2):
        path = static.path(start, end)
        assert (path[0], path[-1], len(path) - 1) == (start, end, least[start][end])
        assert all(graph.has_edge(*step) for step in pairwise(path))


@pytest.mark.parametrize("spec", ["circulant:12:1,5", "circulant:32:1,6,16"])
def test_paths_of_a_circulant_are_those_of_switch_0_shifted(spec: str) -> None:
    """The paper's rule: i is added to all switches of a path, modulo n; links of a jump carry the same."""
    topology = build(spec)
    n, static = topology.routers, StaticRoutes(topology, SHIFTED)
    used = np.zeros((n, n), int)
    for start, end in permutations(range(n), 2):
        path = static.path(start, end)
        assert path == [(start + one) % n for one in static.path(0, (end - start) % n)]
        np.add.at(used, tuple(np.array(list(pairwise(path))).T), 1)
    for jump in range(1, n):
        assert len({int(used[i, (i + jump) % n]) for i in range(n)}) == 1


@pytest.mark.parametrize("spec", ["torus:5x4x3", "circulant:8:1,4*complete:4"])
def test_dimension_order_ends_one_factor_before_the_next(spec: str) -> None:
    """Coordinates change in the order of the factors; those of a factor depend on nothing else."""
    topology = build(spec)
    sizes = (5, 4, 3) if spec.startswith("torus") else (8, 4)
    static = StaticRoutes(topology, ORDERED)
    for start, end in permutations(range(topology.routers), 2):
        places = np.stack(np.unravel_index(static.path(start, end), sizes)).T
        changed = [np.flatnonzero(step).tolist() for step in np.diff(places, axis=0)]
        assert all(len(one) == 1 for one in changed)
        assert changed == sorted(changed)


def routes_of(text: str) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Return the links of each route of a platform, with their directions."""
    found = re.findall(r'<(?:route|zoneRoute) src="(\S+)" dst="(\S+)"[^>]*symmetrical="NO">(.*)</', text)
    parts = {(a, b): re.findall(r'id="(\S+)" direction="(\S+)"', inner) for a, b, inner in found}
    assert len(parts) == len(found)
    return parts


@pytest.mark.parametrize("zones", [False, True])
def test_a_platform_has_a_route_of_its_own_each_way(
    make_job: Any, write_files: Any, *, zones: bool
) -> None:
    """All ordered pairs of points, or of zones of switches with hosts; links lead on from each other."""
    job = make_job("circulant:12:1,5", 3, endpoints=2)
    fabric, n = job.fabric, job.topology.routers
    stated = {"routes": SHIFTED, "most_routed": str(n if zones else 500)}
    found = routes_of(write_files(job, "simgrid", **stated)["platform.xml"])
    names = [device.name for device in fabric.devices]
    if zones:
        assert len(found) == n * (n - 1)
    else:
        assert set(found) == set(permutations(names, 2))
    ends = {c.id: tuple(names[i] for i in sorted(e.device for e in c.ends)) for c in fabric.cables}
    static = StaticRoutes(job.topology, SHIFTED)
    for (start, end), parts in found.items():
        hops = [ends[name] if way == "UP" else ends[name][::-1] for name, way in parts]
        assert all(one[1] == other[0] for one, other in pairwise(hops))
        if not zones:
            assert (hops[0][0], hops[-1][1]) == (start, end)
        between = [name for name in (hops[0][0], *(hop[1] for hop in hops)) if name in names[:n]]
        here, there = names.index(between[0]), names.index(between[-1])
        assert [names[one] for one in static.path(here, there)] == between


@pytest.mark.parametrize(
    ("spec", "stated", "said"),
    [
        ("slimfly:5", {"routes": SHIFTED}, "not known to look the same from every switch"),
        ("hypercube:4", {"routes": "scenic"}, "known: least-latency, vertex-symmetric, dimension-order"),
        ("hypercube:4", {"routes": ORDERED, "most_routed": "4"}, "most_routed"),
    ],
)
def test_routes_that_do_not_exist_are_refused(
    make_job: Any, write_files: Any, spec: str, stated: dict[str, str], said: str
) -> None:
    """By name, of a network without symmetry, or of one too large for them."""
    with pytest.raises(InputError, match=said):
        write_files(make_job(spec, 1), "simgrid", **stated)
