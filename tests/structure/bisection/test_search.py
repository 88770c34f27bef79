"""The stages of the search for a narrow cut."""

import networkx as nx
import numpy as np
import pytest

from netfloor.structure.bisection.cut import Cut
from netfloor.structure.bisection.search import (
    MAX_SWAPS,
    SWAPS_PER_ROUTER,
    SearchBudget,
    search_cut,
)
from netfloor.topologies.spec import build


def no_parts(part):
    """Fail: the network has no factors."""
    raise AssertionError(part)


def test_every_stage_may_only_improve(topology_of):
    """With annealing and combining the cut is no wider than with METIS alone."""
    network = topology_of(nx.random_regular_graph(6, 200, seed=3))
    links = [
        search_cut(network, SearchBudget(4, iterations=swaps), no_parts)[0].links
        for swaps in (0, 40_000, 4_000_000)
    ]
    assert links == sorted(links, reverse=True)
    assert links[0] > links[-1]


def test_combining_follows_annealing():
    """Of C(512; 8, 9, 135, 195), C(512; 1, 15, 56, 149) with routers renamed, it finds the 392 links."""
    cut, _ = search_cut(build("circulant:512:8,9,135,195"), SearchBudget(50), no_parts)
    assert cut.links <= 392


def test_it_ends_with_enough(topology_of):
    """No stage runs after one that was good enough: METIS halves a ladder across its rails."""
    network = topology_of(nx.ladder_graph(40))
    cut, method = search_cut(network, SearchBudget(10, kahip_seeds=1), no_parts, enough=2)
    assert (cut.links, method) == (2, "METIS")


def test_a_known_cut_may_be_the_best(topology_of):
    """Nothing is searched where the cut to begin with is good enough."""
    network = topology_of(nx.cycle_graph(40))
    known = Cut(network, (np.arange(40) >= 20).astype(np.int8))
    assert search_cut(network, SearchBudget(1), no_parts, known=[(known, "closed form")], enough=2) == (
        known,
        "closed form",
    )


def test_parts_are_halved_by_the_caller():
    """Each different factor of a product is asked for once."""
    asked = []

    def halve(part):
        asked.append(part.name)
        return (np.arange(part.routers) >= part.routers // 2).astype(np.int8)

    search_cut(build("circulant:9:1,2*complete:4*circulant:9:1,2"), SearchBudget(1, iterations=0), halve)
    assert asked == ["circulant:9:1,2", "complete:4"]


@pytest.mark.parametrize(("routers", "swaps"), [(100, 100 * SWAPS_PER_ROUTER), (5000, MAX_SWAPS)])
def test_swaps_by_default(topology_of, routers, swaps):
    """So many a router, up to a limit; a number given is taken as it is."""
    network = topology_of(nx.cycle_graph(routers))
    assert SearchBudget(1).swaps(network) == swaps
    assert SearchBudget(1, iterations=7).swaps(network) == 7


@pytest.mark.parametrize("wrong", [{"seeds": 0}, {"kahip_seeds": -1}, {"iterations": -1}])
def test_impossible_budgets_are_refused(wrong):
    """No run of METIS, or a number below 0, is a caller's mistake."""
    with pytest.raises(ValueError, match="METIS seed"):
        SearchBudget(**({"seeds": 1} | wrong))
