"""Single trials against NetworkX, and the order in which trials come."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.research.failures.link_deletion import without_random_links
from netfloor.research.failures.trials import MEASURES, PointTrials, TrialSeeds, run_trial
from netfloor.topologies.spec import build

SEEDS = TrialSeeds(seed=3, metis_seeds=2)


def as_networkx(network):
    """Return the multigraph."""
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(network.routers))
    for (u, v), count in zip(network.links.tolist(), network.multiplicity.tolist(), strict=True):
        graph.add_edges_from([(u, v)] * count)
    return graph


def smallest_cut(graph):
    """Return the links of the smallest balanced cut, by trying every one."""
    return min(
        sum((u in half) != (v in half) for u, v in graph.edges())
        for half in map(set, combinations(graph, len(graph) // 2))
    )


@settings(max_examples=150)
@given(
    n=st.integers(2, 9),
    p=st.floats(0.3, 1),
    seed=st.integers(0, 999),
    trial=st.integers(0, 9),
    data=st.data(),
)
def test_a_trial_is_what_networkx_measures(topology_of, n, p, seed, trial, data):
    """Distances and the smallest cut of the very links that are left; None where they do not connect."""
    graph = nx.gnp_random_graph(n, p, seed=seed)
    for u, v in graph.edges:
        graph.edges[u, v]["weight"] = 1 + (u + v) % 3
    network = topology_of(graph)
    failed = data.draw(st.integers(0, network.link_count))
    left = as_networkx(without_random_links(network, failed, SEEDS.links(failed, trial)))
    found = run_trial(network, failed, trial, SEEDS, MEASURES)
    if not nx.is_connected(left):
        assert found is None
        return
    simple = nx.Graph(left)
    assert found == {
        "diameter": nx.diameter(simple),
        "hops_sum": round(nx.average_shortest_path_length(simple) * n * (n - 1)),
        "bisection_links": smallest_cut(left),
    }


@pytest.mark.parametrize("measures", [*((name,) for name in MEASURES), MEASURES[1:]])
def test_a_trial_measures_what_was_asked(topology_of, measures):
    """A property measured alone has the value that it has among others."""
    network = topology_of(nx.random_regular_graph(5, 40, seed=2), vertex_transitive=True)
    every = run_trial(network, 12, 4, SEEDS, MEASURES)
    assert run_trial(network, 12, 4, SEEDS, measures) == {name: every[name] for name in measures}


def test_how_often_a_network_falls_apart(topology_of):
    """Of the 20 choices of three links of K4 the four triangles disconnect: a fifth of many trials."""
    network = topology_of(nx.complete_graph(4))
    trials = [run_trial(network, 3, trial, SEEDS, ()) for trial in range(2000)]
    assert sum(trial is None for trial in trials) / 2000 == pytest.approx(0.2, abs=0.035)


def point_of(*columns):
    """Return trials of the three properties."""
    return PointTrials(dict(zip(MEASURES, columns, strict=True)))


def test_first_all_properties_lack_ten_trials():
    """The first ten trials measure everything, one or one a worker at a time."""
    point = PointTrials()
    assert point.wanted(1000) == MEASURES
    assert point.next_trials(1000, 1) == range(1)
    assert point.next_trials(1000, 4) == range(4)
    assert point.next_trials(1000, 64) == range(10)


def test_a_property_that_settled_is_measured_no_more():
    """The others go on, ten trials in a batch."""
    point = point_of([1, 9] * 5, [40] * 10, [7] * 10)
    assert point.wanted(1000) == ("diameter",)
    assert point.next_trials(1000, 2) == range(10, 20)
    more = point.with_trials(("diameter",), [{"diameter": 5}, None])
    assert more.columns["diameter"] == (*[1, 9] * 5, 5, None)
    assert more.columns["hops_sum"] == (40,) * 10
    assert more.next_trials(1000, 2) == range(12, 22)


def test_the_cap_ends_what_does_not_settle():
    """At the cap nothing is wanted, and with a larger cap it is again."""
    point = point_of([1, 9] * 5, [40] * 10, [7] * 10)
    assert point.wanted(99) == ()
    assert point.wanted(100) == ("diameter",)


@pytest.mark.parametrize(
    "columns",
    [
        ([1] * 11, [1] * 11, [1] * 11),
        ([1] * 5, [1] * 4, [1] * 5),
        ([1, 9] * 5, [1, 9] * 10, [1] * 10),
        ([1, None], [1, 1], [1, None]),
    ],
)
def test_trials_that_no_run_could_have_made_are_refused(columns):
    """Too many, too few, out of step, or connected in one property and not in another."""
    with pytest.raises(ValueError, match="property"):
        point_of(*columns)


@pytest.mark.parametrize("spec", ["fattree:2,3", "leafspine:3,4,t=2"])
def test_a_core_that_is_cut_off_leaves_a_tree_connected(spec):
    """A trial is disconnected where two switches with endpoints have no path: a bare one may have none."""
    network = build(spec)
    bare_ones_cut_off = 0
    for trial in range(60):
        left = without_random_links(
            network, network.link_count // 3, SEEDS.links(network.link_count // 3, trial)
        )
        graph, ends = as_networkx(left), np.flatnonzero(network.endpoints).tolist()
        hops = dict(nx.all_pairs_shortest_path_length(graph))
        joined = all(v in hops[u] for u in ends for v in ends)
        found = run_trial(network, network.link_count // 3, trial, SEEDS, MEASURES)
        assert (found is not None) == joined
        if found is not None:
            between = [hops[u][v] for u in ends for v in ends if u != v]
            assert (found["diameter"], found["hops_sum"]) == (max(between), sum(between))
            bare_ones_cut_off += not nx.is_connected(graph)
    assert bare_ones_cut_off
