"""Starting points: legal, deterministic, and short where the network has a shape."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.layout.lengths import CabinetMatrix, PricedLengths
from netfloor.layout.placers.from_start import STARTS
from netfloor.layout.problem import Problem, make_problem
from netfloor.layout.starts import (
    fold,
    folded_start,
    halved_start,
    nearest_places,
    random_start,
    row_major_start,
    spectral_start,
)
from netfloor.rooms.room import GridRoom
from netfloor.rooms.room_spec import paper_room
from netfloor.topologies.spec import build

every = pytest.mark.parametrize("name", STARTS)


def rng(seed=1):
    """Return a generator."""
    return np.random.default_rng(seed)


@every
@settings(max_examples=30)
@given(data=st.data())
def test_a_start_is_legal_and_leaves_alone_what_is_fixed(placeable, name, data):
    """Distinct open slots; a second call gives the same."""
    problem = make_problem(*data.draw(placeable()))
    order = rng(data.draw(st.integers(0, 99))).permutation(problem.slots)
    closed = np.zeros(problem.slots, dtype=bool)
    closed[order[: data.draw(st.integers(0, problem.slots - problem.routers))]] = True
    fixed = np.full(problem.routers, -1, dtype=np.int32)
    held = data.draw(st.integers(0, problem.routers))
    fixed[:held] = order[::-1][:held]
    problem = Problem(problem.flow, problem.lengths, fixed, closed)
    slot_of, same = (STARTS[name](problem) for _ in range(2))
    if slot_of is None:
        assert same is None
        return
    assert slot_of.dtype == np.int32
    assert (slot_of == same).all()
    assert len(set(slot_of.tolist())) == problem.routers
    assert (slot_of[:held] == fixed[:held]).all()
    assert not closed[slot_of].any()


def test_a_folded_ring_has_no_step_longer_than_two():
    """0, 2, 4, .., 5, 3, 1, for even and odd rings."""
    for size in range(2, 30):
        line = fold(size)
        assert sorted(line.tolist()) == list(range(size))
        assert max(abs(np.diff(np.append(line, line[0])))) <= 2


def test_a_folded_torus_is_far_shorter_than_chance_and_than_its_numbers():
    """A 16 x 16 torus: folded beats row-major, which beats chance."""
    topology = build("torus:16x16")
    problem = make_problem(topology, paper_room(topology.routers))
    folded, plain = folded_start(problem), row_major_start(problem)
    chance = np.mean([problem.cost(random_start(problem, rng(seed))) for seed in range(20)])
    assert problem.cost(folded) < problem.cost(plain) < chance


def test_a_path_of_cabinets_is_laid_in_order(topology_of):
    """Row-major on a path in one row is optimal: every link one pitch, or inside."""
    problem = make_problem(topology_of(nx.path_graph(10)), GridRoom("x", 1, 5))
    lengths = problem.lengths.between(row_major_start(problem)[:-1], row_major_start(problem)[1:])
    assert sorted(lengths.tolist()) == [2000] * 5 + [4600] * 4


def test_the_spectral_start_finds_a_grid(topology_of):
    """A grid graph with its labels shuffled: at most half the length of chance."""
    graph = nx.grid_2d_graph(12, 12)
    shuffled = rng(3).permutation(144)
    relabelled = nx.relabel_nodes(graph, dict(zip(graph.nodes, shuffled.tolist(), strict=True)))
    problem = make_problem(
        topology_of(relabelled), GridRoom("x", 12, 12, slots_per_cabinet=1, overhead_mm=0)
    )
    chance = np.mean([problem.cost(random_start(problem, rng(seed))) for seed in range(20)])
    assert problem.cost(spectral_start(problem)) < chance / 2
    assert problem.cost(halved_start(problem, 1)) < chance / 2


def test_only_the_nearest_slots_are_filled(topology_of):
    """With slots to spare the middle of the floor is used."""
    problem = make_problem(topology_of(nx.path_graph(4)), GridRoom("x", 3, 3, slots_per_cabinet=1))
    grid = problem.grid
    chosen = {(int(grid.slot_row[s]), int(grid.slot_column[s])) for s in nearest_places(problem, grid)}
    assert (1, 1) in chosen
    assert not chosen & {(0, 0), (0, 2), (2, 0), (2, 2)}


@every
def test_starts_need_a_floor(topology_of, name):
    """On a table of costs only the routers' own order means anything."""
    problem = make_problem(topology_of(nx.cycle_graph(6)), GridRoom("x", 2, 3))
    table = CabinetMatrix(problem.lengths.by_cabinet(), problem.lengths.slot_cabinet)
    slots = STARTS[name](Problem(problem.flow, table))
    assert (slots is not None) == (name == "row-major")


def test_prices_stand_on_their_floor(topology_of):
    """A priced floor has the starts of the floor under it."""
    problem = make_problem(topology_of(nx.circular_ladder_graph(8)), GridRoom("x", 2, 5))
    lengths = problem.grid.all_mm
    priced = Problem(problem.flow, PricedLengths(problem.grid, lengths, 7 * lengths))
    assert (spectral_start(priced) == spectral_start(problem)).all()


def test_a_random_start_keeps_everybody_in_a_zone_with_places_to_spare():
    """Two kinds of things and of places, more places than things, the zones and groups mixed up."""
    draw = rng(4)
    group, zone = draw.permutation([0] * 3 + [1] * 4), draw.permutation([0] * 6 + [1] * 7 + [-1] * 2)
    lengths = CabinetMatrix(np.zeros((15, 15), dtype=np.int64), np.arange(15, dtype=np.int32))
    flow = make_problem(build("complete:7"), paper_room(16)).flow
    problem = Problem(flow, lengths, group=group.astype(np.int32), zone=zone.astype(np.int32))
    assert all(problem.allows(random_start(problem, rng(seed))) for seed in range(20))
