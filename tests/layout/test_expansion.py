"""Growing with the old machine in place, against enumeration and plain sums."""

import itertools

import numpy as np
import pytest

from netfloor.layout.budget import Budget, MaxIterations
from netfloor.layout.expansion import Growth, GrowthAnnealer, grow
from netfloor.layout.problem import make_problem
from netfloor.layout.solve import SolveOptions, solve
from netfloor.rooms.room import GridRoom
from netfloor.topologies.spec import build

ROOM = GridRoom("test", 2, 2, row_pitch_mm=2000, column_pitch_mm=600)
OPTIONS = SolveOptions(placer="anneal", budget=Budget(iterations=20_000), chains=2)


def growth(spec: str, old: str, weight_mm: int, seed: int = 0, room: GridRoom = ROOM) -> Growth:
    """Return a network beside an older one whose router i stands in a random slot."""
    topology, before = build(spec), build(old)
    rng = np.random.default_rng(seed)
    home = np.full(topology.routers, -1, dtype=np.int32)
    home[: before.routers] = rng.permutation(room.slots)[: before.routers]
    new = set(map(tuple, topology.links.tolist()))
    pairs = np.array([pair for pair in before.links.tolist() if tuple(pair) in new], dtype=np.int32)
    pairs = pairs.reshape(-1, 2)
    lengths = room.lengths.between(*home[pairs].T)
    lengths[::4] += 1  # some are longer than the new room has them
    ones = np.ones(len(pairs), dtype=np.int64)
    gone = before.link_count - len(pairs)
    return Growth(make_problem(topology, room), home, pairs, ones, lengths, gone, weight_mm)


def plain_touched(one: Growth, slot_of: np.ndarray, old: str) -> int:
    """Count touched cables one by one, from the definition."""
    kept = {tuple(pair): length for pair, length in zip(one.pairs.tolist(), one.length_mm, strict=True)}
    count = 0
    for u, v in build(old).links.tolist():
        stays = (u, v) in kept and slot_of[u] == one.home[u] and slot_of[v] == one.home[v]
        now = ROOM.lengths.between(slot_of[u], slot_of[v]) if stays else -1
        count += not (stays and now == kept[u, v])
    return count


@pytest.mark.parametrize("seed", range(5))
def test_touched_cables_are_counted_one_by_one(seed: int) -> None:
    """A cable is left alone exactly if it stays, both ends stay and its length stays."""
    one = growth("circulant:8:1,2", "circulant:6:1,2", 1000, seed)
    rng = np.random.default_rng(seed)
    for _ in range(20):
        slot_of = np.where(rng.random(8) < 0.5, one.home, -1)
        free = [slot for slot in rng.permutation(8).tolist() if slot not in slot_of]
        slot_of[slot_of < 0] = free[: int((slot_of < 0).sum())]
        assert one.touched(slot_of.astype(np.int32)) == plain_touched(one, slot_of, "circulant:6:1,2")


@pytest.mark.parametrize("seed", range(3))
def test_the_annealer_keeps_the_right_cost(seed: int) -> None:
    """After any number of swaps its cost is that of its placement, derived anew."""
    room = GridRoom("test", 4, 3, row_pitch_mm=1700, column_pitch_mm=700)
    one = growth("random:20,4", "random:14,4", 3000, seed, room)
    start = np.random.default_rng(seed).permutation(24)[:20].astype(np.int32)
    annealer = GrowthAnnealer(one, start, np.random.default_rng(seed))
    for temperature in (1e9, 3000.0, 10.0):
        annealer.cost += annealer.anneal(500, temperature)
        assert annealer.cost == one.cost(annealer.slot_of)
    annealer.descend()
    assert annealer.cost == one.cost(annealer.slot_of)
    slot_of = annealer.slot_of
    for u, slot in itertools.product(range(20), range(24)):  # no swap is left that improves
        swapped = slot_of.copy()
        swapped[slot_of == slot] = slot_of[u]
        swapped[u] = slot
        assert one.cost(swapped) >= annealer.cost


@pytest.mark.parametrize("weight_mm", [0, 700, 2500, 10**9])
@pytest.mark.parametrize("seed", range(2))
def test_small_networks_are_grown_as_well_as_can_be(weight_mm: int, seed: int) -> None:
    """Every placement of five routers in eight slots is tried; the bound on length holds."""
    one = growth("circulant:5:1,2", "circulant:4:1", weight_mm, seed)
    best = min(one.cost(np.array(slots, dtype=np.int32)) for slots in itertools.permutations(range(8), 5))
    grown = grow(build("circulant:5:1,2"), ROOM, one, OPTIONS)
    assert one.cost(grown.result.placement.slot_of) == best
    assert grown.result.bound.length_mm <= grown.result.cost_mm


@pytest.mark.parametrize("seed", range(3))
def test_without_weight_it_is_never_dearer_than_anew(seed: int) -> None:
    """The same options, the same fixed routers."""
    room = GridRoom("test", 4, 4)
    topology = build("random:26,4")
    one = growth("random:26,4", "random:20,4", 0, seed, room)
    fixed = np.where(np.arange(26) < 6, one.home, -1).astype(np.int32)
    problem = make_problem(topology, room, fixed)
    one = Growth(problem, one.home, one.pairs, one.cables, one.length_mm, one.gone, 0)
    options = SolveOptions(placer="anneal", budget=Budget(iterations=3000), seed=seed, fixed=fixed)
    replaced = solve(topology, room, options)
    grown = grow(topology, room, one, options)
    assert grown.result.cost_mm <= replaced.cost_mm == grown.replaced_mm
    assert (grown.result.placement.slot_of[:6] == one.home[:6]).all()


@pytest.mark.parametrize("seed", range(3))
def test_with_a_huge_weight_it_touches_only_what_must_be(seed: int) -> None:
    """Removed cables, those whose length changes, and those of routers without a place."""
    room = GridRoom("test", 4, 4)
    one = growth("random:26,4", "random:20,4", 10**9, seed, room)
    one.home[3] = -1
    grown = grow(build("random:26,4"), room, one, OPTIONS)
    assert grown.touched == one.min_touched
    stays = (one.home >= 0) & (grown.result.placement.slot_of == one.home)
    assert stays[np.unique(one.pairs[one.keepable])].all()


def test_a_weight_is_never_worse_than_either_extreme() -> None:
    """For any weight the cost is at most that of both starting placements."""
    room = GridRoom("test", 4, 4)
    for weight_mm in (300, 1000, 4000, 9000):
        one = growth("random:26,4", "random:20,4", weight_mm, 1, room)
        grown = grow(build("random:26,4"), room, one, OPTIONS)
        cost = one.cost(grown.result.placement.slot_of)
        assert cost <= grown.replaced_mm + weight_mm * grown.replaced_touched
        assert cost <= grown.unmoved_mm + weight_mm * grown.unmoved_touched


def test_the_same_seed_grows_the_same() -> None:
    """With a budget in iterations."""
    one = growth("circulant:8:1,2", "circulant:6:1,2", 1500)
    grown = [grow(build("circulant:8:1,2"), ROOM, one, OPTIONS).result.placement.slot_of for _ in range(2)]
    assert (grown[0] == grown[1]).all()


def test_annealing_ends_where_it_is_told() -> None:
    """The base class's loop counts what was proposed."""
    one = growth("circulant:8:1,2", "circulant:6:1,2", 1500)
    annealer = GrowthAnnealer(one, np.arange(8, dtype=np.int32), np.random.default_rng(0))
    from netfloor.layout.annealing import Schedule  # noqa: PLC0415 - imports Numba

    placed = annealer.run(
        annealer.mean_change(), Schedule(), MaxIterations(1000), lambda _done, _cost: None
    )
    assert placed.iterations == 1000
    assert placed.cost == one.cost(placed.slot_of)
