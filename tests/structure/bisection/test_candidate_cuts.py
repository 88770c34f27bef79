"""Which families suggest cuts."""

from dataclasses import replace

import numpy as np
import pytest

from netfloor.structure.bisection.candidate_cuts import candidate_cuts
from netfloor.structure.bisection.interval import bisection
from netfloor.topologies.spec import build


def halve(part):
    """Return a balanced cut of a part."""
    return bisection(part, seeds=2, iterations=0, prove=False).sides


@pytest.mark.parametrize(
    ("spec", "method"), [("circulant:30:1,7", "arcs"), ("lps:3,5*complete:3", "factors")]
)
def test_cuts_say_what_suggested_them(spec, method):
    """Circulant graphs are cut by arcs, products by their factors."""
    cuts = candidate_cuts(build(spec), halve, thorough=False)
    assert cuts
    assert {suggested for _, suggested in cuts} == {method}


@pytest.mark.parametrize("spec", ["lps:3,5", "random:30,4", "slimfly:5"])
def test_other_families_suggest_nothing(spec):
    """Nothing is known of how to cut them."""
    assert candidate_cuts(build(spec), halve, thorough=True) == []


@pytest.mark.parametrize("spec", ["circulant:30:1,7", "circulant:9:1,2*complete:4"])
def test_what_became_of_a_family_is_counted_as_it_is(spec):
    """With links gone the cuts are counted again; with routers gone nothing is suggested."""
    network = build(spec)
    fewer = replace(network, links=network.links[9:], multiplicity=network.multiplicity[9:])
    suggested = candidate_cuts(fewer, halve, thorough=False)
    assert suggested
    for cut, _ in suggested:
        u, v = fewer.links.T
        assert cut.links == int((cut.sides[u] != cut.sides[v]).sum())
    kept = (network.links < network.routers - 1).all(axis=1)
    smaller = replace(
        network,
        routers=network.routers - 1,
        links=network.links[kept],
        multiplicity=network.multiplicity[kept],
        endpoints=np.zeros(network.routers - 1, np.int32),
    )
    assert candidate_cuts(smaller, halve, thorough=False) == []
