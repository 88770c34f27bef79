"""Which routers share a cabinet."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.layout.placers.matching import group_routers
from netfloor.layout.problem import make_problem
from netfloor.rooms.room import GridRoom
from netfloor.topologies.spec import build


def grouped(topology, room, seed=0):
    """Return the problem and its groups."""
    problem = make_problem(topology, room)
    return problem, group_routers(problem, np.random.default_rng(seed))


def graph_of(topology):
    """Return the network for NetworkX, parallel links as weights."""
    graph = nx.Graph()
    graph.add_nodes_from(range(topology.routers))
    for (u, v), count in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True):
        graph.add_edge(u, v, weight=count)
    return graph


@settings(max_examples=60)
@given(n=st.integers(1, 24), density=st.floats(0, 1), heaviest=st.integers(1, 4), seed=st.integers(0, 999))
def test_two_slots_hold_a_maximum_matching(weighted_network, n, density, heaviest, seed):
    """As many links inside cabinets as NetworkX's maximum weight matching, and leftovers add to it."""
    topology = weighted_network(n, density, heaviest, seed)
    _, groups = grouped(topology, GridRoom("x", 1, -(-n // 2)))
    graph = graph_of(topology)
    matching = nx.max_weight_matching(graph)
    assert groups.inside_links == groups.bound
    assert groups.inside_links == sum(graph.edges[edge]["weight"] for edge in matching)


@pytest.mark.parametrize("spec", ["lps:11,7", "slimfly:9", "random:101,4", "slimfly:4"])
def test_regular_networks_are_matched_as_far_as_they_go(spec):
    """Every pair of a perfect matching shares a cabinet (references, section 4.3); odd n leaves one."""
    topology = build(spec, seed=1)
    _, groups = grouped(topology, GridRoom("x", 10, 20))
    assert groups.inside_links == topology.routers // 2


@settings(max_examples=40)
@given(data=st.data())
def test_no_group_is_larger_than_a_cabinet(placeable, data):
    """Every router is in one group, groups fit cabinets, and there are cabinets for all."""
    topology, room = data.draw(placeable())
    _, groups = grouped(topology, room, data.draw(st.integers(0, 99)))
    sizes = np.bincount(groups.group_of)
    assert len(groups.group_of) == topology.routers
    assert sizes.max() <= room.slots_per_cabinet
    assert sizes.min() >= 1
    assert groups.groups == len(sizes) <= len(room.cabinets)


@settings(max_examples=40)
@given(data=st.data())
def test_inside_links_are_counted_and_below_their_bound(placeable, data):
    """Links between routers of one group, counted one by one."""
    topology, room = data.draw(placeable())
    _, groups = grouped(topology, room)
    pairs = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
    inside = sum(count for (u, v), count in pairs if groups.group_of[u] == groups.group_of[v])
    assert groups.inside_links == inside <= groups.bound


@pytest.mark.parametrize("per", [3, 4, 5])
def test_larger_cabinets_are_filled_with_cliques_where_there_are_cliques(topology_of, per):
    """Disjoint complete graphs of a cabinet's size: every link is inside, which meets the bound."""
    topology = topology_of(nx.disjoint_union_all([nx.complete_graph(per)] * 6))
    shuffled = np.random.default_rng(per).permutation(6 * per)
    graph = nx.relabel_nodes(graph_of(topology), dict(enumerate(shuffled.tolist())))
    ordered = nx.Graph()
    ordered.add_nodes_from(range(6 * per))
    ordered.add_edges_from(graph.edges)
    _, groups = grouped(topology_of(ordered), GridRoom("x", 2, 3, slots_per_cabinet=per))
    assert groups.inside_links == groups.bound == topology.link_count


def test_single_slots_leave_everybody_alone(topology_of):
    """One slot a cabinet: n groups of one, nothing inside."""
    _, groups = grouped(topology_of(nx.complete_graph(5)), GridRoom("x", 1, 6, slots_per_cabinet=1))
    assert groups.group_of.tolist() == [0, 1, 2, 3, 4]
    assert groups.inside_links == groups.bound == 0
