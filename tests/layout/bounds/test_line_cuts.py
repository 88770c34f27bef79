"""The certified bound: cuts, chains of cuts, and the sum."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.layout.bounds import line_cut_bound
from netfloor.layout.bounds.line_cuts import UNREACHABLE, _window_minimum, min_chain, min_cuts
from netfloor.layout.check import cables as check
from netfloor.layout.problem import make_problem
from netfloor.layout.recheck import check_floor
from netfloor.rooms.room import GridRoom
from netfloor.rooms.room_spec import paper_room
from netfloor.structure.spectrum.laplacian import proved_algebraic_connectivity
from netfloor.topologies.spec import build

#: Bounds on the mean cable in m that the paper's eight networks must reach in their own rooms.
EIGHT = {
    "lps:11,7": 7.11,
    "slimfly:9": 8.25,
    "lps:19,7": 9.52,
    "slimfly:13": 9.95,
    "lps:23,11": 12.50,
    "slimfly:17": 11.90,
    "lps:29,13": 15.20,
    "slimfly:23": 14.79,
}
networks = given(
    n=st.integers(1, 9),
    density=st.floats(0, 1),
    heaviest=st.integers(1, 3),
    seed=st.integers(0, 9999),
)


def true_least_cuts(topology):
    """Return the least number of links that leave any s routers, by trying all of them."""
    flow, n = topology.adjacency.toarray(), topology.routers
    least = []
    for s in range(n + 1):
        cuts = []
        for inside in combinations(range(n), s):
            outside = [router for router in range(n) if router not in inside]
            cuts.append(int(flow[np.ix_(list(inside), outside)].sum()))
        least.append(min(cuts))
    return least


@settings(max_examples=80)
@networks
def test_no_cut_is_smaller_than_the_bound(weighted_network, n, density, heaviest, seed):
    """At most the true minimum over all subsets of each size."""
    topology = weighted_network(n, density, heaviest, seed)
    cuts = min_cuts(topology.adjacency, proved_algebraic_connectivity(topology).value)
    assert (cuts <= true_least_cuts(topology)).all()
    assert (cuts >= 0).all()
    assert cuts[0] == cuts[-1] == 0


@settings(max_examples=40)
@networks
def test_a_cut_is_the_same_from_both_sides(weighted_network, n, density, heaviest, seed):
    """S routers are left by as many links as the n - s others."""
    topology = weighted_network(n, density, heaviest, seed)
    cuts = min_cuts(topology.adjacency, proved_algebraic_connectivity(topology).value)
    assert cuts.tolist() == cuts[::-1].tolist()


@settings(max_examples=30)
@given(n=st.integers(3, 30), k=st.integers(2, 8), seed=st.integers(0, 99))
def test_cuts_of_a_regular_network_have_the_parity_of_k_s(topology_of, n, k, seed):
    """Links that leave s routers are k s less twice those among them."""
    if k >= n or n * k % 2:
        return
    topology = topology_of(nx.random_regular_graph(k, n, seed))
    cuts = min_cuts(topology.adjacency, proved_algebraic_connectivity(topology).value)
    assert not ((cuts - k * np.arange(n + 1)) % 2).any()


@pytest.mark.parametrize(
    "graph", [nx.complete_graph(9), nx.complete_graph(10), nx.complete_bipartite_graph(4, 4)], ids=str
)
def test_the_bound_is_exact_where_eigenvalue_and_parity_leave_no_choice(topology_of, graph):
    """Complete networks: every subset's cut is known, and the bound equals it."""
    topology = topology_of(graph)
    cuts = min_cuts(topology.adjacency, proved_algebraic_connectivity(topology).value)
    true = true_least_cuts(topology)
    half = topology.routers // 2
    assert cuts[half] == true[half]
    assert cuts.tolist() == true or nx.is_bipartite(graph)


def test_few_routers_are_bounded_by_their_links(topology_of):
    """Without any eigenvalue: s routers of degree k keep at most s - 1 links each to themselves."""
    cuts = min_cuts(topology_of(nx.petersen_graph()).adjacency, 0.0)
    assert cuts[:4].tolist() == [0, 3, 4, 3]


@given(
    values=st.lists(st.integers(0, 100), min_size=1, max_size=20),
    width=st.integers(0, 25),
)
def test_the_window_minimum_looks_back_over_its_width(values, width):
    """The least of the values at most ``width`` places before, this one included."""
    found = _window_minimum(np.array(values, dtype=np.int64), width)
    assert found.tolist() == [min(values[max(0, s - width) : s + 1]) for s in range(len(values))]


def chains(routers, capacity):
    """Yield every way in which rows can be filled: routers before each line between rows."""
    if len(capacity) == 1:
        if routers <= capacity[0]:
            yield []
        return
    for here in range(min(routers, capacity[0]) + 1):
        for rest in chains(routers - here, capacity[1:]):
            yield [here, *(here + more for more in rest)]


@settings(max_examples=80)
@given(data=st.data())
def test_the_least_chain_is_the_least_of_all_chains(data):
    """Against every way of filling the rows."""
    capacity = data.draw(st.lists(st.integers(0, 4), min_size=1, max_size=5))
    routers = data.draw(st.integers(0, min(sum(capacity), 8)))
    cuts = data.draw(st.lists(st.integers(0, 50), min_size=routers + 1, max_size=routers + 1))
    count = len(capacity) - 1
    gaps = data.draw(st.lists(st.integers(1, 3000), min_size=count, max_size=count))
    expected = min(
        sum(gap * cuts[s] for gap, s in zip(gaps, chain, strict=True))
        for chain in chains(routers, capacity)
    )
    found = min_chain(np.array(cuts), np.array(gaps, dtype=np.int64), np.array(capacity))
    assert found == expected < UNREACHABLE


@settings(max_examples=80)
@given(data=st.data())
def test_the_check_derives_the_same_bound(placeable, data):
    """`layout.check` shares no code and comes to the same number, whatever network and room."""
    topology, room = data.draw(placeable(most=30))
    problem = make_problem(topology, room)
    bound = line_cut_bound(problem, proved_algebraic_connectivity(topology))
    links = tuple((u, v) for u, v in topology.links.tolist())
    network = check.Network(topology.routers, links, tuple(topology.multiplicity.tolist()))
    assert check.derive_bound(network, check_floor(problem), bound.eigenvalue) == bound.length_mm
    assert check.eigenvalue_is_proved(network, bound.eigenvalue)


@settings(max_examples=60)
@given(data=st.data())
def test_the_parts_add_up_to_the_bound(placeable, data):
    """As the certificate says, so that anybody can add them up."""
    topology, room = data.draw(placeable())
    problem = make_problem(topology, room)
    bound = line_cut_bound(problem, proved_algebraic_connectivity(topology))
    fixed = problem.lengths.apart_mm * problem.link_count
    saved = problem.lengths.discount_mm * bound.inside_links
    assert bound.length_mm == fixed - saved + bound.rows_mm + bound.columns_mm
    assert bound.inside_links == 0 or problem.lengths.discount_mm > 0
    assert bound.to_dict()["length_mm"] == bound.length_mm


@settings(max_examples=60)
@given(data=st.data())
def test_no_placement_is_shorter_than_the_bound(placeable, data):
    """Random placements of random networks, weighted and unconnected ones too."""
    topology, room = data.draw(placeable())
    problem = make_problem(topology, room)
    bound = line_cut_bound(problem, proved_algebraic_connectivity(topology)).length_mm
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    for _ in range(20):
        slot_of = rng.permutation(problem.slots)[: problem.routers].astype(np.int32)
        assert problem.cost(slot_of) >= bound


def test_the_bound_is_met_by_the_best_line_of_a_complete_network(topology_of):
    """Complete network, one row, one router a cabinet, no spare slot: every placement is optimal."""
    room = GridRoom("x", 1, 7, slots_per_cabinet=1)
    problem = make_problem(topology_of(nx.complete_graph(7)), room)
    bound = line_cut_bound(problem, proved_algebraic_connectivity(topology_of(nx.complete_graph(7))))
    assert bound.length_mm == problem.cost(np.arange(7, dtype=np.int32))


@pytest.mark.parametrize("spec", EIGHT)
def test_the_papers_networks_reach_their_bounds(spec):
    """The bound on the mean cable, each network in its own room, is at least what was promised."""
    topology = build(spec)
    problem = make_problem(topology, paper_room(topology.routers))
    bound = line_cut_bound(problem, proved_algebraic_connectivity(topology))
    assert bound.length_mm / problem.link_count / 1000 >= EIGHT[spec]
