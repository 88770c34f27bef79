"""Adjacency eigenvalues, against NumPy on the full matrix and closed forms."""

import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.structure.spectrum.figures import spectrum


def adjacency_eigenvalues(network):
    """Return the sorted eigenvalues of the full adjacency matrix."""
    return np.linalg.eigvalsh(network.adjacency.toarray().astype(float))


@given(half=st.integers(3, 20), k=st.integers(2, 5), seed=st.integers(0, 999))
def test_lambda_is_the_largest_other_magnitude(topology_of, half, k, seed):
    """Lambda is the largest |eigenvalue| that is not k or -k, for connected regular networks."""
    graph = nx.random_regular_graph(k, 2 * half, seed=seed)
    network = topology_of(graph)
    found = spectrum(network)
    if not nx.is_connected(graph):
        assert (found.lambda_, found.mu1, found.ramanujan) == (k, 0, False)
        return
    others = [abs(value) for value in adjacency_eigenvalues(network) if abs(abs(value) - k) > 1e-9]
    assert found.lambda_ == pytest.approx(max(others), abs=1e-9)
    assert found.mu1 == pytest.approx((k - max(others)) / k, abs=1e-9)
    assert found.ramanujan == (max(others) <= 2 * math.sqrt(k - 1) + 1e-9)


@given(n=st.integers(2, 30), p=st.floats(0.1, 1), seed=st.integers(0, 999))
def test_algebraic_connectivity_is_the_second_laplacian_eigenvalue(topology_of, n, p, seed):
    """It is the second smallest eigenvalue of the full Laplacian with multiplicities as weights."""
    graph = nx.gnp_random_graph(n, p, seed=seed)
    for u, v in graph.edges:
        graph.edges[u, v]["weight"] = 1 + (u + v) % 3
    network = topology_of(graph)
    laplacian = np.diag(network.degree) - network.adjacency.toarray()
    second = np.linalg.eigvalsh(laplacian.astype(float))[1]
    assert spectrum(network).algebraic_connectivity == pytest.approx(second, abs=1e-9)


@pytest.mark.parametrize(
    ("graph", "lambda_", "second"),
    [
        (nx.complete_graph(90), 1, 90),
        (nx.complete_bipartite_graph(50, 50), 0, 50),
        (nx.hypercube_graph(8), 6, 2),
        (nx.petersen_graph(), 2, 2),
        (nx.hoffman_singleton_graph(), 3, 5),
        (nx.cycle_graph(101), 2 * math.cos(math.pi / 101), 4 * math.sin(math.pi / 101) ** 2),
        (nx.cycle_graph(100), 2 * math.cos(math.pi / 50), 4 * math.sin(math.pi / 100) ** 2),
        (nx.circulant_graph(200, range(1, 100)), 2, 198),
        (nx.complete_multipartite_graph(*[5] * 20), 5, 95),
        (nx.line_graph(nx.complete_graph(20)), 16, 20),
        (nx.complement(nx.line_graph(nx.complete_graph(20))), 17, 152),
    ],
    ids=lambda value: str(value)[:60],
)
def test_closed_forms(topology_of, graph, lambda_, second):
    """Complete, bipartite, hypercube, strongly regular and ring networks have their known eigenvalues."""
    found = spectrum(topology_of(graph))
    assert found.lambda_ == pytest.approx(lambda_, abs=1e-9)
    assert found.algebraic_connectivity == pytest.approx(second, abs=1e-9)
    assert found.residual < 1e-6


def test_crowded_ends_are_found_by_inversion(topology_of):
    """A ring of 1,001, too crowded for Lanczos, has 2 - 2 cos(2 pi / n) and 2 cos(pi / n)."""
    found = spectrum(topology_of(nx.cycle_graph(1001)))
    assert found.method == "shift-invert"
    assert found.algebraic_connectivity == pytest.approx(4 * math.sin(math.pi / 1001) ** 2, rel=1e-8)
    assert found.lambda_ == pytest.approx(2 * math.cos(math.pi / 1001), rel=1e-12)


def test_a_long_path_is_found_by_inversion(topology_of):
    """An irregular network with crowded ends: the path of 900 has 2 - 2 cos(pi / n)."""
    found = spectrum(topology_of(nx.path_graph(900)))
    assert found.algebraic_connectivity == pytest.approx(4 * math.sin(math.pi / 1800) ** 2, rel=1e-8)


@given(n=st.integers(3, 40), p=st.floats(0.2, 1), seed=st.integers(0, 999))
def test_irregular_networks_have_the_normalised_gap(topology_of, n, p, seed):
    """Without one degree, mu1 is that of D^-1/2 A D^-1/2, and lambda and Ramanujan are None."""
    graph = nx.gnp_random_graph(n, p, seed=seed)
    degrees = {d for _, d in graph.degree}
    if len(degrees) == 1 or not nx.is_connected(graph):
        return
    found = spectrum(topology_of(graph))
    values = 1 - np.linalg.eigvalsh(nx.normalized_laplacian_matrix(graph).toarray())
    others = [abs(value) for value in values if abs(abs(value) - 1) > 1e-9]
    assert found.mu1 == pytest.approx(1 - max(others, default=0), abs=1e-9)
    assert (found.lambda_, found.ramanujan) == (None, None)


@pytest.mark.parametrize(("n", "second"), [(1, 0), (2, 2)])
def test_the_smallest_networks(topology_of, n, second):
    """One router, and two with one link, have no other eigenvalue: lambda 0, mu1 1."""
    found = spectrum(topology_of(nx.complete_graph(n)))
    assert (found.lambda_, found.mu1, found.ramanujan) == (0, 1, True)
    assert found.algebraic_connectivity == pytest.approx(second)


def test_two_runs_agree_to_the_last_bit(topology_of):
    """The start vector is fixed: the same network has the same figures twice."""
    network = topology_of(nx.random_regular_graph(4, 400, seed=3))
    assert spectrum(network) == spectrum(network)
