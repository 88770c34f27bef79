"""Which links fail, and how many."""

from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.research.failures.link_deletion import links_failed, without_links, without_random_links


def multigraph():
    """Return a triangle with one, two and three parallel links."""
    graph = nx.Graph()
    graph.add_weighted_edges_from([(0, 1, 1), (0, 2, 2), (1, 2, 3)])
    return graph


@given(thousandths=st.integers(0, 1000), links=st.integers(0, 10**7))
def test_the_decimal_as_written_counts(thousandths, links):
    """A proportion of three decimals means that many links, halves up, without binary rounding."""
    exact = Decimal(thousandths) / 1000 * links
    assert links_failed(thousandths / 1000, links) == int(exact.quantize(Decimal(1), ROUND_HALF_UP))


@pytest.mark.parametrize(("proportion", "links", "failed"), [(0.15, 10, 2), (0.05, 10, 1), (0.29, 50, 15)])
def test_halves_are_rounded_up(proportion, links, failed):
    """Decimals whose products in binary lie below the half still round up."""
    assert links_failed(proportion, links) == failed


@given(n=st.integers(2, 30), p=st.floats(0, 1), seed=st.integers(0, 999), data=st.data())
def test_so_many_links_fail_and_no_others(topology_of, n, p, seed, data):
    """What is left has exactly so many links fewer, each pair no more than before."""
    graph = nx.gnp_random_graph(n, p, seed=seed)
    for u, v in graph.edges:
        graph.edges[u, v]["weight"] = 1 + (u + v) % 3
    network = topology_of(graph)
    failed = data.draw(st.integers(0, network.link_count))
    left = without_random_links(network, failed, np.random.SeedSequence(seed))
    assert left.link_count == network.link_count - failed
    assert (network.adjacency - left.adjacency).toarray().min(initial=0) == 0
    assert left.routers == network.routers


def test_every_choice_of_links_is_equally_likely(topology_of):
    """Parallel links fail one by one: the 15 pairs of 6 links appear as often as chance allows."""
    network = topology_of(multigraph())
    owner = [0, 1, 1, 2, 2, 2]
    expected = Counter(
        tuple(np.bincount([owner[i] for i in two], minlength=3)) for two in combinations(range(6), 2)
    )
    runs = 3000
    seen: Counter[tuple[int, ...]] = Counter()
    for i in range(runs):
        left = without_random_links(network, 2, np.random.SeedSequence(5, spawn_key=(i,)))
        seen[tuple((network.adjacency - left.adjacency).toarray()[[0, 0, 1], [1, 2, 2]].tolist())] += 1
    assert set(seen) == {tuple(map(int, lost)) for lost in expected}
    chi2 = sum((seen[lost] - runs * ways / 15) ** 2 / (runs * ways / 15) for lost, ways in expected.items())
    assert chi2 < 20.5  # 99.9 % point of chi-squared with 5 degrees of freedom


def test_the_same_seed_fails_the_same_links(topology_of):
    """The seed decides."""
    network = topology_of(nx.complete_graph(12))
    one, two, other = (
        without_random_links(network, 30, np.random.SeedSequence(seed)).links.tolist() for seed in (1, 1, 2)
    )
    assert one == two != other


def test_nothing_proved_of_the_whole_is_claimed_of_the_rest(topology_of):
    """A broken network has no family, parameters or symmetry that a closed form could rest on."""
    network = topology_of(nx.hypercube_graph(3), vertex_transitive=True)
    left = without_random_links(network, 1, np.random.SeedSequence(0))
    assert (left.family, dict(left.parameters), left.vertex_transitive) == ("damaged", {}, False)


def test_some_parallel_links_can_be_left(topology_of):
    """A pair loses the links named, and the pair itself only with its last one."""
    left = without_links(topology_of(multigraph()), np.array([1, 1, 0], np.int32))
    assert left.links.tolist() == [[0, 2], [1, 2]]
    assert left.multiplicity.tolist() == [1, 3]


@pytest.mark.parametrize("failed", [-1, 7])
def test_more_links_than_there_are_cannot_fail(topology_of, failed):
    """A caller's mistake."""
    with pytest.raises(ValueError, match="cannot fail"):
        without_random_links(topology_of(multigraph()), failed, np.random.SeedSequence(0))


@pytest.mark.parametrize("lost", [(2, 0, 0), (0, -1, 0)])
def test_a_pair_loses_none_to_all(topology_of, lost):
    """A caller's mistake."""
    with pytest.raises(ValueError, match="none and all"):
        without_links(topology_of(multigraph()), np.array(lost, np.int32))
