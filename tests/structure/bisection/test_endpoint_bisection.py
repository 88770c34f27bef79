"""Halves of the endpoints of trees, against the smallest cut of every choice of edge switches."""

from dataclasses import replace
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.structure.bisection.endpoint_share import endpoint_bisection, endpoint_share
from netfloor.structure.bisection.interval import bisection
from netfloor.topologies.spec import build


def smallest(network):
    """Return (imbalance, links) of the best cut, by maximum flow between sets of edge switches."""
    edges = np.flatnonzero(network.endpoints).tolist()
    total = int(network.endpoints.sum())
    capacities = nx.DiGraph()
    for (u, v), count in zip(network.links.tolist(), network.multiplicity.tolist(), strict=True):
        capacities.add_edge(u, v, capacity=count)
        capacities.add_edge(v, u, capacity=count)

    def links(chosen):
        graph = capacities.copy()
        for edge in edges:
            graph.add_edge("from", edge) if edge in chosen else graph.add_edge(edge, "to")
        return nx.maximum_flow_value(graph, "from", "to")

    sets = [set(chosen) for size in range(1, len(edges)) for chosen in combinations(edges, size)]
    uneven = {frozenset(s): abs(total - 2 * int(network.endpoints[list(s)].sum())) for s in sets}
    least = min(uneven.values())
    return least, min(links(chosen) for chosen, gap in uneven.items() if gap == least)


def check(network):
    """Compare with all choices and count the cut that is given."""
    found = endpoint_bisection(network)
    uneven, links = smallest(network)
    assert found.endpoints[1] - found.endpoints[0] == uneven
    assert found.links == links
    crossing = found.sides[network.links[:, 0]] != found.sides[network.links[:, 1]]
    assert int(network.multiplicity[crossing].sum()) == links
    per_side = np.bincount(found.sides, network.endpoints, 2)
    assert sorted(per_side.tolist()) == list(found.endpoints)


@pytest.mark.parametrize(
    "spec", ["fattree:2,2", "fattree:2,3", "fattree:3,2", "fattree:5,2", "fattree:2,4"]
)
@pytest.mark.parametrize("used", [1, 2])
def test_trees_have_full_bisection(spec, used):
    """k-ary n-trees of up to eight edge switches cut k links for each edge switch of the smaller half."""
    check(build(f"{spec},used_down_ports={used}"))


@settings(max_examples=40)
@given(st.integers(2, 7), st.integers(4, 13), st.integers(1, 3), st.data())
def test_clos_networks(edges, radix, taper, data):
    """Of folded Clos networks with any taper and endpoints no choice of edge switches beats the cut."""
    used = data.draw(st.integers(1, radix * taper // (1 + taper)))
    total = data.draw(st.integers((edges - 1) * used + 1, edges * used))
    check(build(f"clos:{max(total, used + 1)},{radix},taper={taper}:1,used_down_ports={used}"))


@pytest.mark.parametrize("spec", ["leafspine:6,3,k=2,t=5", "leafspine:5,2", "leafspine:7,1,t=2"])
def test_leaf_and_spine_networks(spec):
    """No choice of edge switches has fewer links to the others than the cut given."""
    check(build(spec))


@pytest.mark.parametrize(
    ("spec", "links", "share"),
    [
        ("fattree:18,3,used_down_ports=15", 2916, 1.2),  # issue; Domke et al., section 2
        ("fattree:18,3", 2916, 1.0),
        ("clos:4860,36,used_down_ports=15", 2916, 1.2),
        ("clos:672,36,taper=2:1", 168, 0.5),
    ],
)
def test_known_shares(spec, links, share):
    """Full bisection is one link for each endpoint of a half; 15 of 18 ports used make 120 %."""
    found = endpoint_bisection(build(spec))
    assert (found.links, found.links / found.endpoints[0]) == (links, share)
    assert found.endpoints[0] == found.endpoints[1]


def test_halves_of_switches_are_not_halves_of_endpoints():
    """Some balanced cut of the 18-ary 3-tree's switches has fewer links than any of its endpoints."""
    network = build("fattree:18,3")
    assert bisection(network, seeds=10, iterations=2_000_000).links < endpoint_bisection(network).links


@pytest.mark.parametrize("spec", ["torus:4x4", "hyperx:4x4,t=2", "lps:3,5", "complete:9"])
def test_other_families_have_none(spec):
    """Where all routers have endpoints, halves of routers are halves of endpoints."""
    assert endpoint_bisection(build(spec)) is None


@pytest.mark.parametrize("spec", ["fattree:3,3", "clos:100,12"])
def test_a_changed_network_has_none(spec):
    """After a link fails, endpoints move or all go, the theorem is not applied."""
    network = build(spec)
    fewer = replace(network, links=network.links[1:], multiplicity=network.multiplicity[1:])
    assert endpoint_bisection(fewer) is None
    everywhere = replace(network, endpoints=np.ones(network.routers, np.int32))
    assert endpoint_bisection(everywhere) is None
    nowhere = replace(network, endpoints=np.zeros(network.routers, np.int32))
    assert endpoint_bisection(nowhere) is None


@pytest.mark.parametrize("spec", ["clos:12,6", "clos:20,8", "clos:24,8", "clos:31,10", "clos:43,12"])
def test_uneven_trunks_to_the_top(spec):
    """With the fewest top switches the least cut of all choices of edge switches is in the interval."""
    network = build(f"{spec},top=fewest")
    assert network.routers < build(spec).routers
    share = endpoint_share(network, bisection(network, seeds=1, iterations=0))
    _, links = smallest(network)
    assert share.lower_links <= links <= share.links
