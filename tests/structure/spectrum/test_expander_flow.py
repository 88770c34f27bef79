"""Flows: no cut grows, the eigenvalue is below every cut and above the network's own."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.structure.spectrum.cayley import cayley_group
from netfloor.structure.spectrum.effective_eigenvalue import effective_eigenvalue
from netfloor.structure.spectrum.flow import (
    UNIT,
    ExpanderFlow,
    flow_laplacian,
    proved_flow_eigenvalue,
)
from netfloor.structure.spectrum.laplacian import proved_algebraic_connectivity
from netfloor.topologies.generator_table import factor_tables, product_table
from netfloor.topologies.spec import build

SMALL = [
    "circulant:7:1",
    "circulant:8:1,4",
    "circulant:12:1,3",
    "circulant:13:1,5",
    "circulant:16:1,4",
    "torus:3x4",
    "torus:5x3",
    "torus:4x2x2,rings_of_2=double",
    "hypercube:4",
    "hyperx:3x4,k=1x3",
    "complete:6",
    "complete:2",
    "circulant:5:1*complete:3",
]


def splits(n):
    """Return every side without router 0, (2^(n-1) - 1, n)."""
    numbers = np.arange(1, 2 ** (n - 1))
    return (numbers[:, None] << 1 >> np.arange(n)) & 1


def cuts(laplacian, sides):
    """Return the cut of each side by its quadratic form."""
    return np.einsum("ij,jk,ik->i", sides, laplacian, sides)


def laplacian_of(network):
    """Return the full Laplacian."""
    return np.diag(network.degree) - network.adjacency.toarray()


@pytest.mark.parametrize("spec", SMALL)
def test_the_effective_eigenvalue_is_below_every_cut(spec):
    """No side of s routers is left by fewer links than ``lambda s (n - s) / n``."""
    network = build(spec)
    sides = splits(network.routers)
    s, n = sides.sum(axis=1), network.routers
    found = effective_eigenvalue(network)
    assert (cuts(laplacian_of(network), sides) >= found.value * s * (n - s) / n).all()
    assert found.value >= proved_algebraic_connectivity(network).value


@pytest.mark.parametrize("spec", [spec for spec in SMALL if spec.startswith(("circ", "torus"))])
def test_no_cut_grows(spec):
    """After a network's best flow every cut is what it was or less."""
    network = build(spec)
    flow = effective_eigenvalue(network).flow
    if flow is not None:
        sides = splits(network.routers)
        after = cuts(flow_laplacian(network, flow), sides)
        assert (after <= cuts(laplacian_of(network), sides)).all()


@given(data=st.data(), n=st.integers(2, 9), k=st.integers(1, 3))
@settings(max_examples=60)
def test_no_cut_grows_whatever_the_flow(data, n, k):
    """Cuts do not grow even if the table is no group's and the steps are no links."""
    network = build(f"complete:{n}")
    row = st.lists(st.integers(0, n - 1), min_size=k, max_size=k)
    table = np.array(data.draw(st.lists(row, min_size=n, max_size=n)))
    step = st.lists(st.integers(0, k - 1), max_size=3).map(tuple)
    paths = tuple(data.draw(st.lists(st.lists(step, max_size=3).map(tuple), max_size=3)))
    weights = tuple(data.draw(st.integers(0, 1 << 22)) for _ in paths)
    sides = splits(n)
    after = cuts(flow_laplacian(network, ExpanderFlow(table, paths, weights)), sides)
    assert (after <= cuts(laplacian_of(network), sides)).all()


@pytest.mark.parametrize("n", [4, 5, 9, 16, 30])
def test_a_ring_is_as_good_as_its_cut(n):
    """Halving a ring of even n cuts 2 links, so no eigenvalue is above 8 / n; 8 / n is reached.

    An odd ring's two sides of (n - 1) / 2 and (n + 1) / 2 give 8 n / (n^2 - 1).
    """
    most = 8 / n if n % 2 == 0 else 8 * n / (n * n - 1)
    assert most * (1 - 1e-3) <= effective_eigenvalue(build(f"circulant:{n}:1")).value <= most


def test_a_spectralfly_gains():
    """LPS(11, 7), whose own eigenvalue is 6, is worth 6.4 by the semidefinite programme."""
    network = build("lps:11,7")
    assert proved_algebraic_connectivity(network).value <= 6
    assert 6.39 <= effective_eigenvalue(network).value <= 6.4


def test_a_network_whose_bisection_is_spectral_gains_nothing():
    """Halving a hypercube cuts ``lambda_2 n / 4`` links: there is nothing to gain."""
    network = build("hypercube:5")
    assert effective_eigenvalue(network) == proved_algebraic_connectivity(network)
    assert effective_eigenvalue(network).flow is None


def test_a_factor_limits_its_product():
    """The effective eigenvalue of a product is the smallest of its factors'."""
    both = effective_eigenvalue(build("circulant:9:1*circulant:12:1")).value
    assert both == pytest.approx(effective_eigenvalue(build("circulant:12:1")).value, rel=1e-6)


@pytest.mark.parametrize("spec", ["random:12,3", "slimfly:5", "mesh:3x3"])
def test_a_network_without_a_group_keeps_its_eigenvalue(spec):
    """Where no table is offered nothing changes."""
    network = build(spec)
    assert factor_tables(network) is None
    assert effective_eigenvalue(network) == proved_algebraic_connectivity(network)


@pytest.mark.parametrize(
    "spec", [*SMALL, "lps:3,5", "lps:5,7", "circulant:10:2,5", "mesh:2x2", "torus:2x5"]
)
def test_a_table_is_its_networks(spec):
    """Every step is a link, every link a step both ways, and the table is a group's."""
    network = build(spec)
    table = product_table(factor_tables(network))
    steps = {(u, v) for u, row in enumerate(table.tolist()) for v in row}
    assert len(steps) == table.size
    assert steps == {pair for u, v in network.links.tolist() for pair in ((u, v), (v, u))}
    products = cayley_group(table).products
    assert all((np.sort(line) == np.arange(network.routers)).all() for line in (*products, *products.T))


@pytest.mark.parametrize("spec", ["lps:3,5", "circulant:10:2,5"])
def test_products_are_associative(spec):
    """``(a b) c = a (b c)`` for all elements that some routers stand for."""
    (table,) = factor_tables(build(spec))
    products = cayley_group(table).products
    for a, b in combinations(range(0, len(table), 7), 2):
        assert (products[products[a, b]] == products[a, products[b]]).all()


def test_a_table_that_is_no_groups_is_refused():
    """Two ways that meet from router 0 but not from all routers are no group's."""
    with pytest.raises(ValueError, match="meet"):
        cayley_group(np.array([[1, 2], [0, 2], [0, 1], [1, 2]]))
    with pytest.raises(ValueError, match="reach 2 of 4"):
        cayley_group(np.array([[1], [0], [3], [2]]))


def test_the_proved_eigenvalue_is_below_the_true_one():
    """What a flow proves is NumPy's second eigenvalue less a little."""
    network = build("torus:6x6")
    flow = effective_eigenvalue(network).flow
    true = np.linalg.eigvalsh(flow_laplacian(network, flow))[1]
    assert true - 1e-5 < proved_flow_eigenvalue(network, flow) < true


def test_a_flow_that_is_too_much_proves_nothing():
    """Taking more off the links than is there leaves no positive eigenvalue."""
    network = build("circulant:8:1")
    (table,) = factor_tables(network)
    assert proved_flow_eigenvalue(network, ExpanderFlow(table, (((0,), (0,)),), (round(1 / UNIT),))) == 0


def test_parallel_links_carry_more():
    """A ring of double links is worth two rings."""
    ring = build("circulant:10:1")
    double = replace(ring, multiplicity=2 * ring.multiplicity)
    one, two = effective_eigenvalue(ring).value, effective_eigenvalue(double).value
    assert two == pytest.approx(2 * one, rel=1e-3)


def test_the_same_network_has_the_same_flow():
    """The search draws nothing at random that changes from run to run."""
    network = build("circulant:20:1,6")
    first, second = effective_eigenvalue(network), effective_eigenvalue(network)
    assert first.flow.to_dict() == second.flow.to_dict()
