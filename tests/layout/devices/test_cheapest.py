"""Free devices in small rooms by price and by the longest cable: what trying every placement finds."""

from pathlib import Path

import numpy as np
import pytest

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.devices.bound import longest_bound_mm, price_bound
from netfloor.layout.devices.cheapest import place_cheapest, place_longest
from netfloor.layout.devices.costs import ENDLESS, LinkPrices, merged
from netfloor.layout.devices.least_cost import MOST_DEVICES, prove_cost
from netfloor.layout.devices.problem import DeviceProblem, device_problem
from netfloor.layout.devices.search import place_devices
from tests.fixtures.small_rooms import SmallRoom, least_cost, least_longest_mm, random_room, with_rates

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


@pytest.mark.parametrize("rooms", [range(10), pytest.param(range(10, 200), marks=pytest.mark.nightly)])
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
        least = least_cost(room, price)
        total = counted.total(found.cabinet, found.unit)
        assert (seed, total, found.bound) == (seed, least, least)
        solved += 1
        differing += total < counted.total(shortest.cabinet, shortest.unit)
        bound = price_bound(problem.with_costs(own.costs(penalty=1)), total)
        assert bound is not None
        assert bound.total <= total, seed
    assert solved > len(rooms) / 3
    assert differing


@pytest.mark.parametrize("rooms", [range(10), pytest.param(range(10, 200), marks=pytest.mark.nightly)])
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
    assert len(problem.movers) <= MOST_DEVICES
    proof = prove_cost(by_mm, shortest.cabinet, shortest.unit)
    assert proof is not None
    assert (proof.bound, proof.total) == (shortest.total_mm, shortest.total_mm)
