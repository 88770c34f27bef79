"""Bisection as an interval, against every cut tried and known networks."""

from importlib import import_module
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.structure.bisection.bound import bisection_bound
from netfloor.structure.bisection.cut import Cut
from netfloor.structure.bisection.interval import EXHAUSTIVE_ROUTERS, bisection
from netfloor.structure.bisection.partitioners import metis_bisections
from netfloor.topologies.spec import build

#: SpectralFly, section VII, Table II: what the paper's METIS found.
PRINTED = {"lps:11,7": 304, "slimfly:9": 369, "lps:19,7": 1080, "slimfly:13": 1105}


def smallest(network):
    """Return the links of the smallest balanced cut by trying every one."""
    counts = network.adjacency.toarray().tolist()
    n = network.routers
    return min(
        sum(counts[u][v] for u in chosen for v in range(n) if v not in chosen)
        for chosen in map(set, combinations(range(n), n // 2))
    )


def multigraph(n, p, seed):
    """Return a random graph with one to three links a pair."""
    graph = nx.gnp_random_graph(n, p, seed=seed)
    for u, v in graph.edges:
        graph.edges[u, v]["weight"] = 1 + (3 * u + v) % 3
    return graph


@settings(max_examples=60)
@given(n=st.integers(1, 11), p=st.floats(0, 1), seed=st.integers(0, 9999))
def test_small_networks_are_exact(topology_of, count_cut, n, p, seed):
    """Up to 20 routers the answer is the smallest cut of all."""
    network = topology_of(multigraph(n, p, seed))
    found = bisection(network)
    assert found.links == found.lower_links == smallest(network)
    assert found.links == count_cut(network, found.sides)
    assert abs(n - 2 * int(found.sides.sum())) <= 1


@settings(max_examples=60)
@given(n=st.integers(4, 14), p=st.floats(0.2, 1), seed=st.integers(0, 9999))
def test_the_search_finds_what_trying_all_finds(topology_of, n, p, seed):
    """METIS with annealing reaches the smallest cut of networks that can be tried out."""
    network = topology_of(multigraph(n, p, seed))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            import_module("netfloor.structure.bisection.interval"),
            "EXHAUSTIVE_ROUTERS",
            0,
        )
        found = bisection(network, seeds=5, iterations=16_000)
    assert found.lower_links <= found.links == smallest(network)


@settings(max_examples=80)
@given(n=st.integers(21, 60), p=st.floats(0.01, 1), seed=st.integers(0, 9999))
def test_the_interval_holds(topology_of, count_cut, n, p, seed):
    """The bound is never above the cut, whose links anybody can count and whose sides are halves."""
    network = topology_of(multigraph(n, p, seed))
    found = bisection(network, seeds=3, iterations=4000)
    assert 0 <= found.lower_links <= found.links == count_cut(network, found.sides)
    assert abs(n - 2 * int(found.sides.sum())) <= 1
    assert found.sides[0] == 0
    assert found.exact == (found.links == found.lower_links)


@settings(max_examples=60)
@given(n=st.integers(2, 12), p=st.floats(0, 1), seed=st.integers(0, 9999))
def test_the_bound_is_below_every_cut(topology_of, n, p, seed):
    """The certified bound of a small network is at most its smallest cut."""
    network = topology_of(multigraph(n, p, seed))
    assert bisection_bound(network).links <= smallest(network)
    assert bisection_bound(network, prove=False).links <= smallest(network)


@pytest.mark.parametrize("k", [3, 4, 7])
@pytest.mark.parametrize("n", [30, 34, 37])
def test_the_bound_has_the_only_possible_parity(topology_of, n, k):
    """In a k-regular network every balanced cut has the parity of k floor(n/2), and so has the bound."""
    if n * k % 2 == 0:
        network = topology_of(nx.random_regular_graph(k, n, seed=5))
        assert (bisection_bound(network).links - k * (n // 2)) % 2 == 0


@pytest.mark.parametrize(
    ("graph", "links"),
    [
        (nx.cycle_graph(100), 2),
        (nx.path_graph(101), 1),
        (nx.complete_graph(40), 400),
        (nx.complete_graph(41), 420),
        (nx.hypercube_graph(7), 64),
        (nx.complete_bipartite_graph(20, 20), 200),
        (nx.petersen_graph(), 5),
        (nx.grid_graph([8, 8], periodic=True), 16),
        (nx.grid_graph([6, 10]), 6),
    ],
    ids=str,
)
def test_known_bisections(topology_of, graph, links):
    """Rings, complete networks, hypercubes, tori and meshes with an even side have their known cuts."""
    assert bisection(topology_of(graph), seeds=10, iterations=100_000).links == links


@pytest.mark.parametrize(
    "graph", [nx.cycle_graph(90), nx.complete_graph(33), nx.hypercube_graph(6)], ids=str
)
def test_the_bound_is_exact_where_known(topology_of, graph):
    """Rings, complete networks and hypercubes are proved."""
    assert bisection(topology_of(graph), seeds=10).exact


@pytest.mark.parametrize(
    ("sizes", "links"), [((30, 30), 0), ((20, 3), 8 * 12), ((25, 10, 15), 0), ((22, 2, 2), 9 * 13)]
)
def test_disconnected_networks(topology_of, sizes, links):
    """Cliques apart: nothing is cut where they fill halves, else one clique is cut in two."""
    network = topology_of(nx.disjoint_union_all([nx.complete_graph(size) for size in sizes]))
    found = bisection(network, seeds=5, iterations=50_000)
    assert found.links == links
    assert found.lower_links == 0 if links == 0 else 1 <= found.lower_links <= links


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_tiny_networks(topology_of, n):
    """Complete networks of up to three routers cut floor(n/2) ceil(n/2) links."""
    found = bisection(topology_of(nx.complete_graph(n)))
    assert found.links == (n // 2) * (n - n // 2)
    assert found.exact


def test_a_network_without_links(topology_of):
    """Nothing is cut where nothing is linked."""
    assert bisection(topology_of(nx.empty_graph(35))).links == 0


@pytest.mark.parametrize(("spec", "printed"), PRINTED.items())
def test_published_networks_from_metis_alone(spec, printed):
    """METIS with default options reaches at most the paper's printed cut."""
    assert bisection(build(spec), iterations=0).links <= printed


@pytest.mark.parametrize(("spec", "links"), [("lps:11,7", 288), ("lps:19,7", 1008)])
def test_published_networks(spec, links):
    """The best cuts known of two LPS networks are found; LPS(19,7)'s equals lambda_2 n / 4."""
    found = bisection(build(spec))
    assert found.links <= links
    assert found.exact == (spec == "lps:19,7")


@pytest.mark.parametrize("q", [5, 9, 13])
def test_slimfly_bound_is_q_cubed_over_two(q):
    """For q = 1 mod 4, lambda_2 = q, so the bound is q^3 / 2 rounded up to the parity of k q^2."""
    network = build(f"slimfly:{q}")
    bound = bisection_bound(network).links
    assert q**3 / 2 <= bound < q**3 / 2 + 2
    assert (bound - network.radix * q * q) % 2 == 0


def test_never_worse_than_metis(topology_of):
    """The cut is at most the best exactly balanced one that METIS finds with the same seeds."""
    network = topology_of(nx.random_regular_graph(8, 400, seed=6))
    first, _ = np.random.SeedSequence(4).spawn(2)
    runs = metis_bisections(network, (first.generate_state(10) >> 1).tolist())
    halves = [Cut(network, sides).links for sides in runs if sides.sum() == 200]
    alone = bisection(network, seeds=10, seed=4, iterations=0)
    annealed = bisection(network, seeds=10, seed=4, iterations=500_000)
    assert alone.links <= min(halves)
    assert annealed.links < alone.links
    assert alone.method == "METIS"
    assert annealed.method in {"annealing", "combining"}


def test_a_seed_decides_everything(topology_of):
    """The same seed gives the same sides."""
    network = topology_of(nx.random_regular_graph(5, 200, seed=6))
    runs = [bisection(network, seeds=4, seed=seed, iterations=40_000) for seed in (1, 1, 2)]
    assert np.array_equal(runs[0].sides, runs[1].sides)
    assert not np.array_equal(runs[0].sides, runs[2].sides)


def test_without_a_proof_the_bound_is_small_and_true(topology_of):
    """Asked not to prove, the bound says that a connected network has a cut of the right parity."""
    network = topology_of(nx.random_regular_graph(6, 100, seed=6))
    assert bisection(network, seeds=2, iterations=0, prove=False).lower_links == 2


@pytest.mark.parametrize("arguments", [{"seeds": 0}, {"iterations": -1}])
def test_impossible_budgets_are_refused(topology_of, arguments):
    """No seed, or less than no iterations, is a caller's mistake."""
    with pytest.raises(ValueError, match="METIS seed"):
        bisection(topology_of(nx.cycle_graph(EXHAUSTIVE_ROUTERS + 1)), **arguments)


def test_the_partition_cannot_be_changed(topology_of):
    """The sides are read-only."""
    with pytest.raises(ValueError, match="read-only"):
        bisection(topology_of(nx.cycle_graph(30))).sides[0] = 1
