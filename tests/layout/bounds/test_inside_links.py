"""How many links cabinets can hold."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.layout.bounds.bound import max_inside_links
from netfloor.layout.problem import make_problem
from netfloor.rooms.room import GridRoom


def best_grouping(topology, sizes):
    """Return the most links inside groups of at most these sizes, by trying every grouping."""
    flow = topology.adjacency.toarray()

    def best(left, sizes):
        if not sizes or not left:
            return 0
        found = 0
        for size in range(min(sizes[0], len(left)) + 1):
            for group in combinations(sorted(left), size):
                inside = int(flow[np.ix_(group, group)].sum()) // 2
                found = max(found, inside + best(left - set(group), sizes[1:]))
        return found

    return best(frozenset(range(topology.routers)), sizes)


@settings(max_examples=40)
@given(
    n=st.integers(1, 6),
    density=st.floats(0, 1),
    heaviest=st.integers(1, 3),
    per=st.integers(1, 4),
    seed=st.integers(0, 999),
)
def test_no_grouping_has_more_links_inside(weighted_network, n, density, heaviest, per, seed):
    """The bound is at or above the best of all groupings."""
    topology = weighted_network(n, density, heaviest, seed)
    cabinets = -(-n // per)
    problem = make_problem(topology, GridRoom("x", 1, cabinets, slots_per_cabinet=per))
    assert max_inside_links(problem) >= best_grouping(topology, (per,) * cabinets)


@pytest.mark.parametrize(
    ("graph", "per", "most"),
    [
        (nx.complete_graph(12), 3, 12),
        (nx.complete_graph(11), 3, 10),
        (nx.complete_graph(10), 5, 20),
        (nx.cycle_graph(12), 2, 6),
        (nx.cycle_graph(11), 2, 5),
        (nx.star_graph(8), 4, 5),
        (nx.empty_graph(8), 4, 0),
        (nx.complete_graph(7), 1, 0),
    ],
    ids=str,
)
def test_the_bound_of_simple_networks(topology_of, graph, per, most):
    """Full cabinets of pairs, the last one partly full; no router beyond its own links."""
    problem = make_problem(topology_of(graph), GridRoom("x", 2, 9, slots_per_cabinet=per))
    assert max_inside_links(problem) == most
