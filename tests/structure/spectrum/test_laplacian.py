"""The proved bound on the second Laplacian eigenvalue."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.structure.spectrum.laplacian import (
    ProvedEigenvalue,
    _by_diameter,
    _by_factorisation,
    _exceeds,
    proved_algebraic_connectivity,
)
from netfloor.structure.spectrum.laplacian import algebraic_connectivity as computed


def exact(network):
    """Return the second smallest eigenvalue of the full Laplacian."""
    laplacian = np.diag(network.degree) - network.adjacency.toarray()
    return np.linalg.eigvalsh(laplacian.astype(float))[1]


@given(n=st.integers(2, 40), p=st.floats(0, 1), seed=st.integers(0, 9999))
def test_the_proved_value_is_below_and_close(topology_of, n, p, seed):
    """What is proved is not above the true eigenvalue and less than 1e-6 radix below it."""
    graph = nx.gnp_random_graph(n, p, seed=seed)
    for u, v in graph.edges:
        graph.edges[u, v]["weight"] = 1 + (u * v) % 4
    network = topology_of(graph)
    proof = proved_algebraic_connectivity(network)
    true = exact(network)
    assert 0 <= proof.value <= true + 1e-12
    assert proof.value >= true - 1e-6 * network.radix - 1e-12


@given(n=st.integers(3, 40), p=st.floats(0.3, 1), share=st.floats(0.5, 1.5), seed=st.integers(0, 99))
def test_the_factorisation_tells_above_from_below(topology_of, n, p, share, seed):
    """The factor exists exactly for values below the eigenvalue."""
    network = topology_of(nx.gnp_random_graph(n, p, seed=seed))
    true = exact(network)
    if true > 1e-3 and abs(share - 1) > 1e-6:
        assert _exceeds(network, share * true) == (share < 1)


@pytest.mark.parametrize("kernel_routers", [0, 10_000])
def test_lapack_and_the_kernel_agree(topology_of, monkeypatch, kernel_routers):
    """Either factorisation proves the same value and refuses one above the eigenvalue."""
    monkeypatch.setattr("netfloor.structure.spectrum.factor.KERNEL_ROUTERS", kernel_routers)
    network = topology_of(nx.random_regular_graph(6, 203, seed=4))
    true = exact(network)
    assert proved_algebraic_connectivity(network).value == pytest.approx(true, abs=2e-6)
    assert _exceeds(network, true - 1e-6)
    assert not _exceeds(network, true + 1e-6)


def test_an_estimate_that_is_too_high_is_not_believed(topology_of, monkeypatch):
    """If the solver errs upwards the proof fails and more is given away until it holds."""
    network = topology_of(nx.petersen_graph())
    monkeypatch.setattr("netfloor.structure.spectrum.laplacian.algebraic_connectivity", lambda _: 2.00001)
    assert _by_factorisation(network).value == pytest.approx(2, abs=1e-3)
    assert _by_factorisation(network).value < 2
    monkeypatch.setattr("netfloor.structure.spectrum.laplacian.algebraic_connectivity", lambda _: 3.0)
    assert proved_algebraic_connectivity(network) == _by_diameter(network)


@given(n=st.integers(2, 30), p=st.floats(0.1, 1), seed=st.integers(0, 999))
def test_the_diameter_bound_is_below(topology_of, n, p, seed):
    """4 / (n D) is never above the eigenvalue, and more than nothing."""
    graph = nx.gnp_random_graph(n, p, seed=seed)
    if nx.is_connected(graph):
        network = topology_of(graph)
        assert 0 < _by_diameter(network).value <= exact(network)


def test_too_many_routers_fall_back_on_the_diameter(topology_of, monkeypatch):
    """Above the memory limit the bound is the diameter's, and says so."""
    monkeypatch.setattr("netfloor.structure.spectrum.laplacian.PROOF_ROUTERS", 9)
    network = topology_of(nx.petersen_graph())
    assert proved_algebraic_connectivity(network) == ProvedEigenvalue(
        pytest.approx(4 / (10 * 4)), "4 / (n D)"
    )


@pytest.mark.parametrize(
    "graph",
    [nx.empty_graph(1), nx.empty_graph(5), nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(4))],
    ids=str,
)
def test_nothing_is_proved_where_nothing_connects(topology_of, graph):
    """One router, and any network that is not connected, have 0."""
    assert proved_algebraic_connectivity(topology_of(graph)).value == 0
    assert computed(topology_of(graph)) == 0


def test_parallel_links_count_each(topology_of):
    """Two routers with w links between them have eigenvalue 2w."""
    graph = nx.Graph()
    graph.add_edge(0, 1, weight=7)
    assert computed(topology_of(graph)) == pytest.approx(14)
    assert proved_algebraic_connectivity(topology_of(graph)).value == pytest.approx(14, abs=1e-5)
