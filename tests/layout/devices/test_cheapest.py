"""Free devices in small rooms by price and by the longest cable: what trying every placement finds."""

from pathlib import Path

import numpy as np
import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.devices import annealing_kernels as kernels
from netfloor.layout.devices.bound import longest_bound_mm, price_bound
from netfloor.layout.devices.cheapest import place_cheapest, place_longest
from netfloor.layout.devices.costs import ENDLESS, LinkPrices, merged
from netfloor.layout.devices.min_cost import MAX_DEVICES, prove_cost
from netfloor.layout.devices.problem import DeviceProblem, device_problem
from netfloor.layout.devices.search import kernel_state, place_devices
from netfloor.layout.devices.start import first_placement
from netfloor.plans.laid import hall_cabinets
from netfloor.rooms.hall import read_hall
from tests.fixtures.small_cluster import write_cluster
from tests.fixtures.small_rooms import SmallRoom, least_longest_mm, min_cost, random_room, with_rates

#: Lengths on sale in mm, and prices, by rate: steps of several heights.
SOLD = {1.0: ((500, 20), (1500, 25), (3000, 40), (9000, 90)), 25.0: ((1000, 180), (2000, 240), (5000, 800))}
SOLD[100.0] = ((500, 450), (1000, 500), (3000, 750), (4000, 1900))
RATES = sorted(SOLD)
PENALTY = 100 * 1900


def price(gbps: float | None, length_mm: int) -> int:
    """Return what a cable costs, far more where none is long enough."""
    return next((cents for mm, cents in SOLD[gbps or 0.0] if mm >= length_mm), PENALTY)


def prices(room: SmallRoom, problem: DeviceProblem) -> LinkPrices:
    """Return the prices of a room's cables."""
    media = len(problem.lengths.accesses) - 1
    rows = []
    for rate in RATES:
        upto = np.array([*(mm for mm, _ in SOLD[rate]), ENDLESS])
        rows += [merged(upto, np.array([*(cents for _, cents in SOLD[rate]), -1]))] * (media + 1)
    kind = np.array([RATES.index(cable.gbps or 0.0) for cable in room.fabric.cables], dtype=np.int32)
    return LinkPrices(kind, media, rows)


@pytest.mark.parametrize("rooms", [range(8), pytest.param(range(8, 200), marks=pytest.mark.nightly)])
def test_the_cheapest_of_all_placements_is_found_and_proved(rooms: range, tmp_path: Path) -> None:
    """Under limits and rules too; never longer than needed for that by the search's own knowledge."""
    solved, differing = 0, 0
    for seed in rooms:
        room = with_rates(random_room(seed, tmp_path), seed)
        problem = device_problem(room.fabric, room.hall, room.rules)
        if not problem.free.any():
            continue
        try:
            shortest = place_devices(problem, seed)
        except InfeasibleError:
            continue
        own = prices(room, problem)
        found = place_cheapest(problem, own, (shortest.cabinet, shortest.unit), seed)
        counted = problem.with_costs(own.costs())
        least = min_cost(room, price)
        total = counted.total(found.cabinet, found.unit)
        assert (seed, total, found.bound) == (seed, least, least)
        solved += 1
        differing += total < counted.total(shortest.cabinet, shortest.unit)
        bound = price_bound(problem.with_costs(own.costs(penalty=1)), total)
        assert bound is not None
        assert bound.total <= total, seed
    assert solved > len(rooms) / 3
    assert differing


@pytest.mark.parametrize("rooms", [range(8), pytest.param(range(8, 200), marks=pytest.mark.nightly)])
def test_the_longest_cable_is_as_short_as_it_can_be(rooms: range, tmp_path: Path) -> None:
    """Proved by thresholds, or by each device alone; fixed devices and rules are kept."""
    differing = 0
    for seed in rooms:
        room = random_room(seed, tmp_path)
        problem = device_problem(room.fabric, room.hall, room.rules)
        if not problem.free.any():
            continue
        try:
            shortest = place_devices(problem, seed)
        except InfeasibleError:
            continue
        found = place_longest(problem, (shortest.cabinet, shortest.unit), seed)
        least = least_longest_mm(room)
        one = np.repeat(np.arange(problem.size), np.diff(problem.indptr))
        longest = problem.cable_lengths(one, problem.indices, found.cabinet, found.unit).max(initial=0)
        assert (seed, int(longest), found.bound) == (seed, least, least)
        assert longest_bound_mm(problem) <= longest
        differing += problem.total_mm(found.cabinet, found.unit) > shortest.total_mm
    assert differing


def test_costs_by_length_prove_what_the_shortest_search_proves(tmp_path: Path) -> None:
    """A price of one step per millimetre is the length."""
    room = random_room(3, tmp_path)
    problem = device_problem(room.fabric, room.hall, room.rules)
    shortest = place_devices(problem, 0)
    media = len(problem.lengths.accesses) - 1
    free = [(np.array([ENDLESS]), np.array([0]))] * (media + 1)
    kind = np.zeros(len(room.fabric.cables), dtype=np.int32)
    by_mm = problem.with_costs(LinkPrices(kind, media, free).costs(slope=1))
    assert by_mm.total(shortest.cabinet, shortest.unit) == shortest.total_mm
    assert len(problem.movers) <= MAX_DEVICES
    proof = prove_cost(by_mm, shortest.cabinet, shortest.unit)
    assert proof is not None
    assert (proof.bound, proof.total) == (shortest.total_mm, shortest.total_mm)


SPLIT = """\
[[tray]]
name = "copper"
points_m = [[0.6, {y}], [3.6, {y}]]
height_m = 1.0
access_m = 1
media = ["electrical"]
[[tray]]
name = "fibre"
points_m = [[0.6, {y}], [3.6, {y}]]
height_m = 2.5
access_m = 1
media = ["optical"]
[[riser]]
name = "up"
at_m = [3.6, {y}]
"""


def test_moves_change_costs_by_what_the_places_cost(tmp_path: Path) -> None:
    """Trays of copper and of fibre: each cable takes the cheaper of two ways, within a cabinet too."""
    write_cluster(tmp_path)
    text = (tmp_path / "room.toml").read_text()
    (tmp_path / "room.toml").write_text(text[: text.index("[[tray]]")] + SPLIT.format(y=2))
    hall = read_hall(tmp_path / "room.toml")
    lists = [tmp_path / f"{name}.csv" for name in ("switches", "servers", "cables")]
    problem = device_problem(read_lists(lists, hall_cabinets(hall)).fabric, hall)
    assert hall.distinct_media == ("electrical", "optical")
    copper = merged(np.array([1000, 3000, ENDLESS]), np.array([10, 30, -1]))
    fibre = merged(np.array([2000, 8000, ENDLESS]), np.array([25, 28, -1]))
    inside = merged(np.array([500, ENDLESS]), np.array([5, 9]))
    kind = np.zeros(len(problem.fabric.cables), dtype=np.int32)
    priced = problem.with_costs(LinkPrices(kind, 2, [copper, fibre, inside]).costs(weight=1000, slope=1))
    start = first_placement(priced, 0)
    assert start is not None
    room, blocks, where = kernel_state(priced, *start, 5)
    kernels.occupy(blocks, where)
    change, _ = kernels.anneal_devices(20_000, 1e9, room, blocks, where)
    assert priced.total(where.cabinet, where.unit) == priced.total(*start) + change
    one = np.repeat(np.arange(problem.size), np.diff(problem.indptr))
    total = 0
    for a, b, times in zip(one.tolist(), problem.indices.tolist(), problem.counts.tolist(), strict=True):
        (here, low), (there, other) = problem.ports(a, b, where.cabinet, where.unit)
        ends = [(np.array([cabinet]), np.array([unit])) for cabinet, unit in ((here, low), (there, other))]
        mm = [int(hall.lengths_between(*ends, medium)[0]) for medium in hall.distinct_media]
        cents = min(next(c for most, c in row if most >= way) for row, way in zip(BOTH, mm, strict=True))
        if here == there:
            cents = 5 if mm[0] <= 500 else 9
        total += times * (1000 * cents + min(mm))
    assert total == 2 * priced.total(where.cabinet, where.unit)


#: By copper and fibre: lengths and prices, the last where nobody sells one.
BOTH = (((1000, 10), (3000, 30), (10**9, 3000)), ((2000, 25), (8000, 28), (10**9, 3000)))
