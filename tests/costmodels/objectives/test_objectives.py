"""Every objective: its value against plain sums, its bound against enumeration, its search."""

import math
from itertools import permutations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.costmodels.bill import make_bill
from netfloor.costmodels.latency import latency_sweep
from netfloor.costmodels.objectives import OBJECTIVES, parse_objective
from netfloor.costmodels.objectives.latency import LatencyObjective
from netfloor.costmodels.objectives.price_terms import PriceTerm
from netfloor.costmodels.objectives.priced import PricedObjective
from netfloor.costmodels.power import power_of
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.foundation.errors import InputError
from netfloor.layout.annealing.common_kernels import exchange
from netfloor.layout.bounds import line_cut_bound
from netfloor.layout.budget import Budget
from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.latency.annealer import LatencySearch
from netfloor.layout.latency.kernels import move, total_cost, undo
from netfloor.layout.lengths import PricedLengths
from netfloor.layout.placement import Placement
from netfloor.layout.problem import make_problem
from netfloor.layout.solve import SolveOptions, solve
from netfloor.rooms.room import GridRoom
from netfloor.structure.spectrum.laplacian import proved_algebraic_connectivity
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology, normal_links

PERSEUS, PORTS = load_cost_set("perseus-2011"), load_power_set("spectralfly-2022-ports")
ROOM = GridRoom("x", 3, 5)
TIGHT = GridRoom("x", 2, 3, inside_mm=600)
#: Figures that no catalogue is needed for; `parts` has a file of its own.
BY_SETS = tuple(name for name in OBJECTIVES if name != "parts")
SUMS = ("2*money + power", "length+0.25*money", "mean-latency + 0.5*length")


def spec_of(text, switch_ns=40.0, cost_set=PERSEUS, reach_mm=None):
    """Return an objective by these tests' coefficients."""
    return parse_objective(text, cost_set, PORTS, reach_mm, switch_ns)


def made(text, topology, room, **given):
    """Return an objective of one network in one room."""
    return spec_of(text, **given).make(topology, room, make_problem(topology, room))


def random_slots(topology, room, seed):
    """Return a random placement."""
    return np.random.default_rng(seed).permutation(room.slots)[: topology.routers].astype(np.int32)


@pytest.mark.parametrize("room", [ROOM, TIGHT, GridRoom("x", 1, 13, overhead_mm=0, inside_mm=600)])
@pytest.mark.parametrize("cost_set", ["perseus-2011", "slimfly-2014", "dragonfly-2008"])
def test_values_are_those_of_the_cost_models(room, cost_set):
    """Metres, money, watts and nanoseconds as ``cost``, ``power`` and ``latency`` count them."""
    topology = build("random:12,3,seed=1")
    prices = load_cost_set(cost_set)
    for seed in range(5):
        slot_of = random_slots(topology, room, seed)
        cables = make_cable_plan(topology, room, Placement(slot_of, room.slots))
        bill = make_bill(topology, cables, prices, 5000, room.inside_mm)
        sweep = latency_sweep(topology.routers, cables.routers, cables.length_mm, [40.0])
        watts = power_of(topology, bill.orders, PORTS)
        expected = {
            "length": cables.total_mm / 1000,
            "money": (bill.cable_cents + (bill.install_cents or 0)) / 100,
            "power": sum(watts.by_medium.values()),
            "longest": cables.max_mm / 1000,
            "mean-latency": sweep.mean_ns[0],
            "max-latency": sweep.max_ns[0],
        }
        assert expected.keys() == set(BY_SETS)
        for name, value in expected.items():
            objective = made(name, topology, room, cost_set=prices, reach_mm=5000)
            assert objective.value(slot_of) == pytest.approx(value, rel=1e-12), name
        mixed = made("2*money + power", topology, room, cost_set=prices, reach_mm=5000)
        assert mixed.value(slot_of) == pytest.approx(2 * expected["money"] + expected["power"], rel=1e-12)
        mixed = made("2*mean-latency + length", topology, room)
        assert mixed.value(slot_of) == pytest.approx(expected["mean-latency"] + expected["length"] / 2)


@pytest.mark.parametrize("text", [*BY_SETS, *SUMS])
@pytest.mark.parametrize("spec", ["random:5,2,seed=3", "leafspine:3,2"])
def test_no_placement_is_below_the_bound(text, spec):
    """Of all placements of five switches, two may be spines, in six slots; the search finds the best."""
    topology = build(spec)
    room = GridRoom("x", 1, 3, inside_mm=600)
    problem = make_problem(topology, room)
    bound = line_cut_bound(problem, proved_algebraic_connectivity(topology))
    objective = made(text, topology, room)
    slots = permutations(range(problem.slots), topology.routers)
    best = min(objective.value(np.array(one, dtype=np.int32)) for one in slots)
    assert 0 < objective.least(bound) <= best * (1 + 1e-12)
    result = solve(topology, room, SolveOptions(budget=Budget(40_000), objective=spec_of(text).make))
    assert result.reached.value == pytest.approx(best, rel=1e-9)


@pytest.mark.parametrize("shared", [False, True])
def test_what_links_between_cabinets_add_is_in_the_unit_of_their_prices(shared):
    """With steps other than 1 the least is that of the only placement, whether or not terms share links."""
    topology, room = build("complete:2"), GridRoom("x", 1, 2, inside_mm=600, slots_per_cabinet=1)
    problem = make_problem(topology, room)
    prices = PricedLengths(room.lengths, room.lengths.all_mm, np.full(len(room.lengths.all_mm), 10), 7)
    ones = np.ones(1, dtype=np.int64)
    terms = [PriceTerm("m", prices, 0.5, None, ones * links if shared else None) for links in (1, 0)]
    objective = PricedObjective("x", "m", [(1.0, term) for term in terms], problem.pairs)
    bound = line_cut_bound(problem, proved_algebraic_connectivity(topology))
    value = objective.value(np.arange(2, dtype=np.int32))
    assert objective.least(bound) == pytest.approx(value) == pytest.approx(8.5 if shared else 17)


@pytest.mark.parametrize("text", BY_SETS)
def test_without_a_cable_there_is_nothing_to_bound(text):
    """One router: every figure is 0, and so is what no placement is below."""
    topology, room = build("complete:1"), GridRoom("x", 1, 3)
    problem = make_problem(topology, room)
    objective = made(text, topology, room)
    bound = line_cut_bound(problem, proved_algebraic_connectivity(topology))
    assert objective.value(np.zeros(1, dtype=np.int32)) == objective.least(bound) == 0


@pytest.mark.filterwarnings("error")
def test_a_swap_that_makes_cables_far_longer_is_weighed_without_overflow():
    """Four routers in one cabinet of a hall 240 m long: most swaps make the longest latency hundredfold."""
    topology, room = build("complete:4"), GridRoom("x", 1, 400, slots_per_cabinet=4)
    given = SolveOptions(budget=Budget(4000), objective=spec_of("max-latency", switch_ns=0.0).make)
    assert solve(topology, room, given).reached.value == 10.0


@pytest.mark.parametrize("text", [*BY_SETS, *SUMS])
def test_the_answer_is_never_worse_than_the_shortest_and_does_not_depend_on_workers(text):
    """Value, figure of the shortest, gap and placement: the same with one worker and with three."""
    topology = build("slimfly:4")
    runs = [
        solve(
            topology,
            GridRoom("x", 4, 5),
            SolveOptions(budget=Budget(200_000), workers=workers, seed=2, objective=spec_of(text).make),
        )
        for workers in (1, 3)
    ]
    assert runs[0].reached == runs[1].reached
    assert (runs[0].placement.slot_of == runs[1].placement.slot_of).all()
    assert runs[0].reached.value <= runs[0].reached.value_by_length
    assert runs[0].reached.gap >= 0


@pytest.mark.parametrize("text", ["money", "longest", "mean-latency", "max-latency"])
def test_another_objective_is_worth_its_name(text):
    """On a room with room to choose, one of three runs at least is strictly better than the shortest."""
    topology = build("slimfly:5")
    room = GridRoom("x", 4, 10)

    def reached(seed):
        given = SolveOptions(
            budget=Budget(8_000_000), seed=seed, objective=spec_of(text, switch_ns=0.0).make
        )
        return solve(topology, room, given).reached

    assert any(one.value < one.value_by_length for one in map(reached, (1, 2, 3)))


@settings(max_examples=40, deadline=None)
@given(
    n=st.integers(4, 14),
    density=st.floats(0.2, 0.9),
    seed=st.integers(0, 999),
    steep=st.sampled_from([0.0, 30.0]),
    with_endpoints=st.sampled_from([1.0, 0.5, 0.0]),
)
def test_latency_tables_stay_true_through_every_swap(n, density, seed, steep, with_endpoints):
    """After each swap, kept or undone, table and change equal what is computed afresh.

    Only latencies between switches with endpoints cost, here those of a share of the switches.
    """
    graph = nx.gnp_random_graph(n, density, seed=seed)
    graph.add_edges_from(nx.path_graph(n).edges)
    room = GridRoom("x", 2, (n + 3) // 4 + 1, inside_mm=600)
    topology = _named(graph, np.random.default_rng(seed).random(n) < with_endpoints)
    problem, rng = make_problem(topology, room), np.random.default_rng(seed)
    slot_of = rng.permutation(room.slots)[:n].astype(np.int32)
    objective = LatencyObjective("mean", topology, room.lengths, 10.0)
    search = LatencySearch(objective, problem, slot_of, rng)
    ways, tables, state = search.ways._replace(longest=100.0, steep=steep), search.tables, search.state
    cost, _ = total_cost(ways, tables)
    for turn in range(30):
        u, b = int(rng.integers(n)), int(rng.integers(room.slots))
        a, v = int(state.slot_of[u]), int(state.router_in[b])
        here, there = int(ways.cabinet[a]), int(ways.cabinet[b])
        if here == there:
            continue
        before = tables.reach.copy()
        tables.after[u] = there
        if v >= 0:
            tables.after[v] = here
        change, logged, _ = move(u, v, math.inf, ways, tables)
        if logged >= 0 and turn % 3:
            exchange(u, v, a, b, state.slot_of, state.router_in)
            tables.home[:] = tables.after
            cost += change
            assert math.isclose(cost, total_cost(ways, tables)[0], rel_tol=1e-9, abs_tol=1e-9)
        else:
            if logged >= 0:
                undo(logged, tables)
            tables.after[:] = tables.home
            assert (tables.reach == before).all()
        weights = nx.Graph()
        for x, y in graph.edges:
            weights.add_edge(x, y, weight=int(ways.delay[tables.home[x], tables.home[y]]))
        for x, reached in nx.all_pairs_dijkstra_path_length(weights):
            assert [int(tables.reach[x, y]) for y in range(n)] == [reached[y] for y in range(n)]
        if steep == 0.0:
            ends = topology.endpoint_switches
            assert total_cost(ways, tables)[0] == tables.reach[np.ix_(ends, ends)].sum()


def _named(graph, endpoints):
    """Return the network of a graph, with so many endpoints on each switch."""
    n = graph.number_of_nodes()
    links, multiplicity = normal_links(np.array(graph.edges).reshape(-1, 2), n)
    return Topology("drawn", "test", {}, n, links, multiplicity, np.asarray(endpoints, np.int32))


def test_routers_that_are_fixed_stay_for_every_objective():
    """The slots given for two routers are theirs in the answer."""
    topology, room = build("slimfly:3"), GridRoom("x", 3, 5)
    fixed = np.full(topology.routers, -1, dtype=np.int32)
    fixed[[0, 5]] = 7, 22
    for text in (*BY_SETS, *SUMS):
        given = SolveOptions(budget=Budget(50_000), fixed=fixed, objective=spec_of(text).make)
        assert solve(topology, room, given).placement.slot_of[[0, 5]].tolist() == [7, 22]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("foo", ["'foo'", "known: length, money"]),
        ("", ["is not an objective"]),
        ("money+money", ["twice"]),
        ("0*money+length", ["out of range"]),
        ("-1*money", ["out of range"]),
        ("nan*money", ["is not an objective"]),
        ("longest+length", ["not a sum"]),
        ("max-latency + length", ["not a sum"]),
        ("2*longest", ["not a sum"]),
        ("money + latency", ["not a sum"]),
        ("money;length", ["is not an objective"]),
    ],
)
def test_what_cannot_be_minimised_is_refused(text, words):
    """One message that says what is wrong and what there is."""
    with pytest.raises(InputError) as caught:
        spec_of(text)
    assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.parametrize("text", [*BY_SETS, *SUMS, "1e-3*length + 2.5e+1*money"])
def test_a_name_reads_back_as_the_same_objective(text):
    """What a plan records is what was asked for."""
    spec = spec_of(text)
    assert spec_of(spec.name).weights == spec.weights
