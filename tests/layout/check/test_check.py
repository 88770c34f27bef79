"""The independent check finds every planted defect, and proves what is true only."""

import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.check import cables as check
from netfloor.layout.placement import Placement
from netfloor.layout.problem import make_problem
from netfloor.layout.recheck import check_floor
from netfloor.rooms.room import GridRoom
from netfloor.topologies.spec import build


def plain(topology):
    """Return a network as the check takes it."""
    links = tuple((u, v) for u, v in topology.links.tolist())
    return check.Network(topology.routers, links, tuple(topology.multiplicity.tolist()))


def second_eigenvalue(topology):
    """Return the Laplacian's second eigenvalue by NumPy."""
    flow = topology.adjacency.toarray().astype(float)
    return float(np.linalg.eigvalsh(np.diag(flow.sum(axis=1)) - flow)[1])


@given(st.data())
def test_the_floor_of_a_definition_is_the_rooms(placeable, data):
    """Positions, cabinets, names and lengths, slot by slot."""
    topology, room = data.draw(placeable())
    floor = check.floor_from_definition(room.definition())
    by_lengths = check_floor(make_problem(topology, room))
    assert (floor.x_mm, floor.y_mm, floor.cabinet) == (by_lengths.x_mm, by_lengths.y_mm, by_lengths.cabinet)
    assert (floor.apart_mm, floor.inside_mm) == (by_lengths.apart_mm, by_lengths.inside_mm)
    assert floor.names == tuple(room.cabinet_name(cabinet) for cabinet in range(len(room.cabinets)))


@given(st.data())
def test_lengths_and_ports_are_derived_as_the_plan_has_them(placeable, data):
    """A second implementation comes to the same cables, one by one."""
    topology, room = data.draw(placeable(heaviest=(1, 3)))
    slot_of = np.random.default_rng(1).permutation(room.slots)[: topology.routers].astype(np.int32)
    cables = make_cable_plan(topology, room, Placement(slot_of, room.slots))
    network = plain(topology)
    derived = check.derive(slot_of.tolist(), network, check.floor_from_definition(room.definition()))
    assert list(derived.lengths_mm) == cables.length_mm.tolist()
    assert (derived.total_mm, derived.max_mm) == (cables.total_mm, cables.max_mm)
    assert derived.inside == cables.inside_cabinets.sum()
    assert list(network.cables()) == [tuple(pair) for pair in cables.routers.tolist()]
    assert check.number_ports(network) == [tuple(pair) for pair in cables.ports.tolist()]


@pytest.mark.parametrize(
    ("slot_of", "problem"),
    [
        ([0, 1, 2, 3], None),
        ([0, 1, 2, 0], "switches 0 and 3 are both in slot 0"),
        ([4, 4, 4, 1], "switches 0 and 2 are both in slot 4"),
        ([0, 1, 2], "3 switches are placed, the network has 4"),
        ([0, 1, 2, 3, 4], "5 switches are placed, the network has 4"),
        ([0, 1, 2, 6], "switch 3 is in slot 6, which does not exist"),
        ([0, -1, 2, 3], "switch 1 is in slot -1, which does not exist"),
    ],
)
def test_an_illegal_placement_is_found(topology_of, slot_of, problem):
    """Doubled, missing, surplus and outside; a legal one has no problem."""
    floor = check.floor_from_definition(GridRoom("x", 1, 3).definition())
    found = check.placement_problems(slot_of, plain(topology_of(nx.cycle_graph(4))), floor)
    assert found == [] if problem is None else any(problem in line for line in found)


CONNECTED = ["lps:3,5", "slimfly:4", "random:30,5", "skywalk:20,4"]
CLAIMS = [(0.5, True), (1 - 1e-8, True), (1 + 1e-8, False), (2, False)]


@pytest.mark.parametrize("spec", CONNECTED)
@pytest.mark.parametrize(("factor", "proved"), CLAIMS)
def test_the_eigenvalue_is_proved_just_below_and_not_just_above(spec, factor, proved):
    """Against NumPy's eigenvalues."""
    topology = build(spec)
    value = second_eigenvalue(topology) * factor
    assert check.eigenvalue_is_proved(plain(topology), value) == proved


@settings(max_examples=60)
@given(st.integers(2, 14), st.floats(0, 1), st.integers(1, 5), st.integers(0, 999))
def test_weighted_eigenvalues_are_proved_and_no_more(weighted_network, n, density, heaviest, seed):
    """Irregular networks with parallel links too."""
    topology = weighted_network(n, density, heaviest, seed)
    second = second_eigenvalue(topology)
    assume(second > 1e-6)
    assert check.eigenvalue_is_proved(plain(topology), second * (1 - 1e-7))
    assert not check.eigenvalue_is_proved(plain(topology), second * (1 + 1e-7))


@pytest.mark.parametrize("size", [7, 10, 33, 50, 83])
def test_a_claim_above_the_eigenvalue_by_roundings_is_not_proved(topology_of, size):
    """Two cliques, joined router by router, have exactly 2, and are cut in the middle by exactly that.

    A claim of 2 and a few roundings would round that cut up to one link more than there is, and
    a factorisation alone lets it pass.
    """
    joined = nx.cartesian_product(nx.complete_graph(size), nx.path_graph(2))
    prism = nx.convert_node_labels_to_integers(joined)
    for seed in range(8):
        order = np.random.default_rng(seed).permutation(2 * size).tolist()
        renamed = nx.Graph()
        renamed.add_nodes_from(range(2 * size))
        renamed.add_edges_from((order[u], order[v]) for u, v in prism.edges)
        network = plain(topology_of(renamed))
        assert check.eigenvalue_is_proved(network, 2 * (1 - 1e-9))
        for roundings in (1, 2, 4, 16):
            assert not check.eigenvalue_is_proved(network, 2 + roundings * math.ulp(2.0))


@pytest.mark.parametrize("value", [-1.0, -1e-300, float("nan"), float("inf"), 1e300])
def test_what_is_no_eigenvalue_is_not_proved(topology_of, value):
    """Negative, not a number, infinite, far too large."""
    assert not check.eigenvalue_is_proved(plain(topology_of(nx.cycle_graph(5))), value)


def test_nothing_above_zero_is_proved_of_an_unconnected_network(topology_of):
    """Zero is always true."""
    network = plain(topology_of(nx.disjoint_union(nx.cycle_graph(4), nx.cycle_graph(5))))
    assert check.eigenvalue_is_proved(network, 0.0)
    assert not check.eigenvalue_is_proved(network, 1e-9)


@pytest.mark.parametrize(("n", "proved"), [(1, False), (2, True)])
def test_one_router_has_no_second_eigenvalue(topology_of, n, proved):
    """Two linked ones have 2."""
    assert check.eigenvalue_is_proved(plain(topology_of(nx.path_graph(n))), 1.9) == proved


def test_a_larger_claim_makes_a_larger_bound():
    """So that claiming a smaller eigenvalue than proved is never to anybody's advantage."""
    topology = build("lps:3,5")
    floor = check.floor_from_definition(GridRoom("x", 4, 16).definition())
    claims = second_eigenvalue(topology) * np.array([0, 0.25, 0.5, 0.75, 1])
    bounds = [check.derive_bound(plain(topology), floor, claim) for claim in claims]
    assert bounds == sorted(bounds)
    assert bounds[0] < bounds[2] < bounds[4]
