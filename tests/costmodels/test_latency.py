"""Latency against Dijkstra, closed forms and the reference values."""

import math

import networkx as nx
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from netfloor.costmodels.latency import CABLE_DELAY_ROW, Latency, latency_of, latency_sweep
from netfloor.foundation.errors import InputError
from netfloor.foundation.grids import cabinets_needed, square_grid
from netfloor.foundation.units import CABLE_NS_PER_M
from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.placement import Placement
from netfloor.rooms.room import GridRoom
from netfloor.topologies.spec import build

Cables = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]


def by_dijkstra(routers: int, cables: Cables, switch_ns: float, ns_per_m: float) -> tuple[float, float]:
    """Return (mean, maximum) by SciPy, with the switch delay added to every cable."""
    ends, length_mm = cables
    cost = np.full((routers, routers), np.inf)
    delay = switch_ns + length_mm * ns_per_m / 1000
    np.minimum.at(cost, (ends[:, 0], ends[:, 1]), delay)
    u, v = np.nonzero(np.isfinite(cost))
    # SciPy reads a delay of 0 as no link; the least float stands for it
    delays = np.maximum(cost[u, v], np.finfo(float).tiny)
    graph = csr_array((delays, (u, v)), shape=(routers, routers))
    distance = dijkstra(graph, directed=False)
    pairs = distance[~np.eye(routers, dtype=bool)]
    return float(pairs.mean()), float(pairs.max())


@st.composite
def networks(draw: st.DrawFn) -> tuple[int, Cables]:
    """Draw a connected network with parallel cables and lengths of 0 among the others."""
    routers = draw(st.integers(2, 14))
    ends = [(draw(st.integers(0, v - 1)), v) for v in range(1, routers)]
    pair = st.tuples(st.integers(0, routers - 1), st.integers(0, routers - 1))
    ends += [(min(pair), max(pair)) for pair in draw(st.lists(pair, max_size=30)) if pair[0] != pair[1]]
    grain = draw(st.sampled_from([1, 200, 1000]))
    lengths = draw(st.lists(st.integers(0, 300), min_size=len(ends), max_size=len(ends)))
    return routers, (np.array(ends, np.int64), np.array(lengths, np.int64) * grain)


SWITCHES = st.lists(
    st.one_of(st.sampled_from([0.0, 50.0, 1000.0]), st.floats(0, 1000)), min_size=1, max_size=6
)


@settings(deadline=None)
@given(networks(), SWITCHES, st.sampled_from([0.0, 4.4, 5.0, 5.2]))
def test_latency_is_dijkstras(network: tuple[int, Cables], switch_ns: list[float], ns_per_m: float) -> None:
    """Mean and maximum equal the shortest weighted paths at every switch latency."""
    routers, (ends, length_mm) = network
    latency = latency_sweep(routers, ends, length_mm, switch_ns, ns_per_m)
    for place, delay in enumerate(switch_ns):
        mean, most = by_dijkstra(routers, (ends, length_mm), delay, ns_per_m)
        assert latency.mean_ns[place] == pytest.approx(mean, rel=1e-9, abs=1e-7)
        assert latency.max_ns[place] == pytest.approx(most, rel=1e-9, abs=1e-7)


@settings(deadline=None, max_examples=25)
@given(networks(), SWITCHES, st.randoms(use_true_random=False))
def test_names_of_routers_do_not_matter(
    network: tuple[int, Cables], switch_ns: list[float], random: "object"
) -> None:
    """Relabelling routers, turning cables round and reordering them changes nothing."""
    routers, (ends, length_mm) = network
    names, order = list(range(routers)), list(range(len(ends)))
    random.shuffle(names)  # type: ignore[attr-defined]
    random.shuffle(order)  # type: ignore[attr-defined]
    other = np.array(names)[ends[:, ::-1]][order]
    one = latency_sweep(routers, ends, length_mm, switch_ns)
    two = latency_sweep(routers, other, length_mm[order], switch_ns)
    assert (one.mean_ns == two.mean_ns).all()
    assert (one.max_ns == two.max_ns).all()


def random_regular(routers: int, degree: int, seed: int) -> Cables:
    """Return a random regular graph in random slots of its SpectralFly room."""
    graph = nx.random_regular_graph(degree, routers, seed=seed)
    ends = np.array(graph.edges, np.int64)
    cabinet = np.random.default_rng(seed).permutation(routers) // 2
    _, columns = square_grid(cabinets_needed(routers))
    row, column = np.divmod(cabinet[ends], columns)
    apart = 2000 * np.abs(np.diff(row)) + 600 * np.abs(np.diff(column))
    inside = cabinet[ends[:, 0]] == cabinet[ends[:, 1]]
    return ends, np.where(inside, 2000, 4000 + apart[:, 0])


@pytest.mark.parametrize(
    ("routers", "degree", "at_0", "at_100"),
    [(168, 12, (102, 175), (337, 521)), (338, 20, (115, 212), (345, 522))],
)
def test_random_graphs_of_the_references(
    routers: int, degree: int, at_0: tuple[int, int], at_100: tuple[int, int]
) -> None:
    """Mean and maximum of random graphs in the paper's rooms: references, section 3.

    One other seed was computed there: means agree within 3 %, maxima within 10 %.
    """
    latency = latency_sweep(routers, *random_regular(routers, degree, 1), [0, 100])
    for switch_ns, (mean, most) in ((0.0, at_0), (100.0, at_100)):
        got_mean, got_most = latency.at(switch_ns)
        assert got_mean == pytest.approx(mean, rel=0.03)
        assert got_most == pytest.approx(most, rel=0.10)


@pytest.mark.parametrize("workers", [2, 3])
def test_several_blocks_and_workers_agree_with_dijkstra(workers: int) -> None:
    """More routers than a block holds, on threads, and delays too fine for 32 bits."""
    cables = random_regular(300, 5, 7)
    switch_ns = [0.0, 33.333333333, 1000.0]
    latency = latency_sweep(300, *cables, switch_ns, workers=workers)
    for delay in switch_ns:
        assert latency.at(delay) == pytest.approx(by_dijkstra(300, cables, delay, 5.0), rel=1e-9)


@settings(deadline=None, max_examples=25)
@given(st.integers(2, 300), st.integers(0, 5000), st.integers(0, 1000))
def test_a_path(routers: int, length_mm: int, switch_ns: int) -> None:
    """On a path of n routers pairs are (n + 1) / 3 hops apart on average, n - 1 at most."""
    ends = np.column_stack([np.arange(routers - 1), np.arange(1, routers)])
    latency = latency_sweep(routers, ends, np.full(routers - 1, length_mm), [switch_ns])
    hop_ns = switch_ns + length_mm * 5 / 1000
    assert latency.mean_ns[0] == pytest.approx(hop_ns * (routers + 1) / 3, rel=1e-12)
    assert latency.max_ns[0] == pytest.approx(hop_ns * (routers - 1), rel=1e-12)


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 100), st.integers(0, 5000), st.integers(0, 1000))
def test_a_ring(half: int, length_mm: int, switch_ns: int) -> None:
    """On a ring of 2 h + 1 routers pairs are (h + 1) / 2 hops apart on average, h at most."""
    routers = 2 * half + 1
    ends = np.column_stack([np.arange(routers), (np.arange(routers) + 1) % routers])
    latency = latency_sweep(routers, ends, np.full(routers, length_mm), [switch_ns])
    hop_ns = switch_ns + length_mm * 5 / 1000
    assert latency.mean_ns[0] == pytest.approx(hop_ns * (half + 1) / 2, rel=1e-12)
    assert latency.max_ns[0] == pytest.approx(hop_ns * half, rel=1e-12)


def test_short_cables_over_many_hops_lose_to_one_long_cable_as_switches_slow() -> None:
    """99 cables of 1 m beat one of 200 m only while 98 switches cost less than 505 ns."""
    ends = np.array([[i, i + 1] for i in range(99)] + [[0, 99]])
    lengths = np.array([1000] * 99 + [200_000])
    latency = latency_sweep(100, ends, lengths, [0.0, 1000.0])
    assert latency.max_ns[0] == 99 * 5
    assert latency.max_ns[1] == pytest.approx(by_dijkstra(100, (ends, lengths), 1000, 5.0)[1])


def test_the_shortest_of_parallel_cables_counts() -> None:
    """Two cables of 3 m and 1 m between two routers take 5 ns."""
    latency = latency_sweep(2, np.array([[0, 1], [1, 0]]), np.array([3000, 1000]), 0.0)
    assert latency.at(0.0) == (5.0, 5.0)


@pytest.mark.parametrize("routers", [0, 1])
def test_one_router_has_no_latency(routers: int) -> None:
    """Without pairs mean and maximum are 0."""
    latency = latency_sweep(routers, np.zeros((0, 2), np.int32), np.zeros(0, np.int64), [0, 100])
    assert latency.mean_ns.tolist() == latency.max_ns.tolist() == [0, 0]


def test_switch_latencies_keep_their_order() -> None:
    """A sweep may be unsorted and repeat itself."""
    latency = latency_sweep(2, np.array([[0, 1]]), np.array([1000]), [100, 0, 100])
    assert latency.max_ns.tolist() == [105, 5, 105]
    assert latency.switch_ns.tolist() == [100, 0, 100]


def test_no_switch_latency_is_an_empty_sweep() -> None:
    """Nothing to sweep gives empty arrays."""
    assert len(latency_sweep(2, np.array([[0, 1]]), np.array([1000]), []).mean_ns) == 0


def test_delays_beyond_32_bits_do_not_overflow() -> None:
    """A second a hop over a path of 200 routers is exact."""
    ends = np.column_stack([np.arange(199), np.arange(1, 200)])
    latency = latency_sweep(200, ends, np.full(199, 123_457), [0.1, 1e9])
    assert latency.max_ns[1] == pytest.approx(199 * (1e9 + 617.285), rel=1e-15)


@pytest.mark.parametrize("routers", [60, 62, 200])
def test_delays_around_32_bits_do_not_overflow(routers: int) -> None:
    """A hop of 35,000,001 attoseconds passes 2**31 on paths of more than 61 hops."""
    ends = np.column_stack([np.arange(routers - 1), np.arange(1, routers)])
    latency = latency_sweep(routers, ends, np.ones(routers - 1, np.int64), [0.0, 0.030000001])
    hop_ns = 0.035000001
    assert latency.max_ns[1] == pytest.approx((routers - 1) * hop_ns, rel=1e-14)
    assert latency.mean_ns[1] == pytest.approx(hop_ns * (routers + 1) / 3, rel=1e-14)


def test_a_disconnected_network_names_two_routers() -> None:
    """Routers 0 and 1 have no path, whatever else is joined."""
    with pytest.raises(InputError, match="no path joins switch 0 and switch 1"):
        latency_sweep(4, np.array([[0, 2], [1, 3]]), np.array([1000, 1000]), [0])


def test_routers_without_cables_are_disconnected() -> None:
    """Two routers and no cable have no path."""
    with pytest.raises(InputError, match="switch 0 and switch 1"):
        latency_sweep(2, np.zeros((0, 2), np.int32), np.zeros(0, np.int64), [0])


@pytest.mark.parametrize("switch_ns", [-1.0, math.nan, math.inf])
def test_a_switch_latency_must_be_a_delay(switch_ns: float) -> None:
    """Negative, NaN and infinite switch latencies are refused."""
    with pytest.raises(InputError, match="switch latency"):
        latency_sweep(2, np.array([[0, 1]]), np.array([1000]), [0, switch_ns])


def test_a_cable_delay_must_be_a_delay() -> None:
    """NaN is no delay of a metre."""
    with pytest.raises(InputError, match="cable delay"):
        latency_sweep(2, np.array([[0, 1]]), np.array([1000]), [0], math.nan)


def test_delays_too_long_to_be_exact_are_refused() -> None:
    """Better no answer than one that overflowed."""
    with pytest.raises(InputError, match="too long to be added exactly"):
        latency_sweep(2, np.array([[0, 1]]), np.array([1000]), [0.001, 1e16])


@pytest.mark.parametrize(
    ("ends", "lengths"), [([[0, 2]], [1]), ([[-1, 1]], [1]), ([[0, 1]], [-1]), ([[0, 1]], [1, 2])]
)
def test_bad_cables_are_a_callers_mistake(ends: list[list[int]], lengths: list[int]) -> None:
    """Cables join routers of the network, and every cable has a length >= 0."""
    with pytest.raises(ValueError, match="cable"):
        latency_sweep(2, np.array(ends), np.array(lengths), [0])


def test_only_swept_switch_latencies_can_be_asked_for() -> None:
    """Between two sweep values nothing is guessed."""
    latency = Latency(np.array([0.0]), np.array([1.0]), np.array([2.0]))
    assert latency.at(0) == (1.0, 2.0)
    with pytest.raises(ValueError, match="not swept"):
        latency.at(50)


def test_the_listed_cable_delay_is_the_one_used() -> None:
    """The row of the report's sources shows the default."""
    assert float(CABLE_DELAY_ROW.value) == CABLE_NS_PER_M


@settings(deadline=None)
@given(networks(), SWITCHES, st.data())
def test_latency_between_some_switches_is_dijkstras(
    network: tuple[int, Cables], switch_ns: list[float], data: st.DataObject
) -> None:
    """Only pairs of the named switches count, over paths that lead through all."""
    routers, (ends, length_mm) = network
    between = np.array(sorted(data.draw(st.sets(st.integers(0, routers - 1), min_size=2))))
    latency = latency_sweep(routers, ends, length_mm, switch_ns, between=between)
    graph = nx.Graph()
    for place, delay in enumerate(switch_ns):
        graph.clear()
        for (u, v), mm in zip(ends.tolist(), length_mm.tolist(), strict=True):
            ns = delay + 5 * mm / 1000
            if not graph.has_edge(u, v) or graph[u][v]["weight"] > ns:
                graph.add_edge(u, v, weight=ns)
        reached = dict(nx.all_pairs_dijkstra_path_length(graph))
        pairs = [reached[u][v] for u in between.tolist() for v in between.tolist() if u != v]
        assert latency.mean_ns[place] == pytest.approx(np.mean(pairs), rel=1e-9)
        assert latency.max_ns[place] == pytest.approx(max(pairs), rel=1e-9)


TREES = (
    "fattree:6,3", "leafspine:8,4", "rails:2,4,2,8", "clos:100,12", "dragonfly+:4,4",
)  # fmt: skip


@pytest.mark.parametrize("spec", TREES)
def test_networks_with_switches_without_endpoints_count_pairs_of_the_others(spec: str) -> None:
    """A placed tree's mean and maximum are NetworkX's paths between its switches with endpoints."""
    topology = build(spec)
    room = GridRoom("x", 4, -(-topology.routers // 8), slots_per_cabinet=2)
    slot_of = np.random.default_rng(3).permutation(room.slots)[: topology.routers].astype(np.int32)
    cables = make_cable_plan(topology, room, Placement(slot_of, room.slots))
    ends = np.flatnonzero(topology.endpoints).tolist()
    assert 1 < len(ends) < topology.routers
    graph = nx.Graph()
    for (u, v), mm in zip(cables.routers.tolist(), cables.length_mm.tolist(), strict=True):
        graph.add_edge(u, v, weight=100 + 5 * mm / 1000)
    reached = {u: nx.single_source_dijkstra_path_length(graph, u) for u in ends}
    pairs = [reached[u][v] for u in ends for v in ends if u != v]
    found = latency_of(topology, cables, 100.0).at(100.0)
    assert found == pytest.approx((np.mean(pairs), max(pairs)), rel=1e-9)


def test_a_network_without_endpoints_counts_all_its_switches() -> None:
    """A graph that nobody gave endpoints has the latency between all its switches."""
    topology, room = build("torus:3x3", endpoints=0), GridRoom("x", 3, 3, slots_per_cabinet=1)
    cables = make_cable_plan(topology, room, Placement(np.arange(9, dtype=np.int32), 9))
    every = latency_sweep(9, cables.routers, cables.length_mm, 100.0)
    assert latency_of(topology, cables, 100.0).at(100.0) == every.at(100.0)
