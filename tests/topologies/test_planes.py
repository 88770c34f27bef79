"""Planes: copies of a network that only servers join."""

import networkx as nx
import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.reports.structure.facts import network_facts, readable_facts
from netfloor.structure.bisection.endpoint_share import endpoint_bisection
from netfloor.structure.hops.distances import distances
from netfloor.structure.hops.servers import server_diameter
from netfloor.topologies.planes import plane_of
from netfloor.topologies.spec import build

SPECS = [
    "hyperx:4x3,t=2",
    "fattree:3,2",
    "rails:2,4,2,8",
    "torus:3x3,endpoints=1*complete:2",
    "random:8,3,endpoints=2",
]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("planes", [2, 3])
def test_planes_are_equal_parts_that_nothing_joins(spec: str, planes: int) -> None:
    """Each plane is the network itself, link for link, and each server has its ports in every plane."""
    one, whole = build(spec), build(f"{spec},planes={planes}")
    n = one.routers
    graph = nx.Graph(whole.links.tolist())
    assert sorted(map(min, nx.connected_components(graph))) == [plane * n for plane in range(planes)]
    for plane in range(planes):
        inside = whole.links[:, 0] // n == plane
        assert (whole.links[inside] - plane * n).tolist() == one.links.tolist()
        assert whole.multiplicity[inside].tolist() == one.multiplicity.tolist()
        assert whole.endpoints[plane * n : plane * n + n].tolist() == one.endpoints.tolist()
    assert whole.servers is not None
    ports = whole.servers.ports // planes
    assert ports == (1 if one.servers is None else one.servers.ports)
    assert whole.servers.count * ports == int(one.endpoints.sum())
    per_plane = whole.servers.switches.reshape(-1, planes, ports) - n * np.arange(planes)[:, None]
    assert (per_plane == per_plane[:, :1]).all()


@pytest.mark.parametrize("spec", SPECS)
def test_a_plane_is_the_network_again(spec: str) -> None:
    """Family, parameters, links, endpoints and servers of a plane are those of the spec without planes."""
    one = build(spec)
    count, plane = plane_of(build(f"{spec},planes=3"))
    assert count == 3
    assert (plane.name, plane.family, plane.parameters) == (one.name, one.family, one.parameters)
    assert plane.links.tolist() == one.links.tolist()
    assert plane.endpoints.tolist() == one.endpoints.tolist()
    assert (plane.servers is None) == (one.servers is None)
    assert plane.servers is None or plane.servers.is_same(one.servers)
    assert plane_of(one) == (1, one)


def test_figures_of_planes() -> None:
    """Counts and cuts are those of all planes, hops and eigenvalues of one; the share is the same."""
    one, whole = (
        network_facts(build(f"rails:2,4,2,8{planes}"), with_bisection=True, seed=0)
        for planes in ("", ",planes=2")
    )
    for key in ("routers", "links", "endpoints", "bisection_links", "endpoint_bisection_links"):
        assert whole[key] == 2 * one[key], key
    for key in ("diameter", "mean_distance", "mu1", "edge_connectivity", "servers", "oversubscription"):
        assert whole[key] == one[key], key
    assert whole["endpoint_bisection_share"] == one["endpoint_bisection_share"]
    assert whole["distance_histogram"] == [2 * pairs for pairs in one["distance_histogram"]]
    assert ("planes (separate networks; totals below)", "2") in readable_facts(whole)
    assert whole["ports_per_server"] == 4


def test_servers_of_planes_need_the_hops_of_one() -> None:
    """The nearest ports of two servers are in one plane; its cut is counted in each."""
    whole = build("fattree:3,2,planes=2")
    assert server_diameter(whole) == 2
    cut = endpoint_bisection(whole)
    assert cut is not None
    u, v = whole.links.T
    assert int(whole.multiplicity[cut.sides[u] != cut.sides[v]].sum()) == cut.links


def test_distances_between_planes_are_refused() -> None:
    """Whoever asks for all distances is told to ask for one plane, by its spec."""
    with pytest.raises(
        InputError, match=r"2 planes connected only by servers.*use a single plane: hyperx:4x3$"
    ):
        distances(build("hyperx:4x3,planes=2"))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("hyperx:4x3,planes=0", "planes=0 is out of range"),
        ("hyperx:4x3,planes=two", "planes: 'two' is not a whole number"),
        ("torus:3x3,planes=2*complete:2,planes=2", "parameter planes is given twice"),
        ("complete:3,planes=2,planes=3", "parameter planes is given twice"),
        ("hypercube:14,planes=64", "GiB"),
    ],
)
def test_what_is_wrong_is_named(spec: str, said: str) -> None:
    """A number out of range, given twice, or of planes too large together."""
    with pytest.raises(InputError) as refused:
        build(spec)
    assert said in str(refused.value)


def test_one_plane_is_the_network() -> None:
    """planes=1 changes nothing but the name; a product has planes as a whole."""
    assert build("complete:4,planes=1").family == "complete"
    assert (
        build("torus:3x3,planes=2*complete:2").routers
        == build("torus:3x3*complete:2,planes=2").routers
        == 36
    )
