"""Static routes of SimGrid's platform: shortest, whole, and shifted or dimension by dimension."""

import re
from itertools import pairwise, permutations
from typing import Any

import networkx as nx
import numpy as np
import pytest

from netfloor.exchange.writers.simgrid_routes import StaticRoutes
from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build

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
