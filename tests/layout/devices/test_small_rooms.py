"""Free devices in small rooms: the search finds what trying every placement finds, and proves it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.devices.bound import price_bound
from netfloor.layout.devices.exact import prove
from netfloor.layout.devices.problem import device_problem
from netfloor.layout.devices.refusals import refuse_impossible
from netfloor.layout.devices.search import place_devices
from netfloor.layout.devices.start import first_placement
from netfloor.plans.check.laid import laid_problems
from netfloor.plans.file import read_record, write_plan
from netfloor.plans.laid import lay, place_free
from tests.fixtures.small_rooms import least_mm, random_room


@pytest.mark.parametrize("rooms", [range(30), pytest.param(range(30, 400), marks=pytest.mark.nightly)])
def test_the_search_finds_the_best_of_all_placements(rooms: range, tmp_path: Path) -> None:
    """Under limits and rules too; where there is none it says so, and bounds of prices hold."""
    solved = priced = 0
    for seed in rooms:
        room = random_room(seed, tmp_path)
        least = least_mm(room)
        problem = device_problem(room.fabric, room.hall, room.rules)
        if least is None:
            with pytest.raises(InfeasibleError):
                place_free(room.fabric, room.hall, room.rules, seed)
            continue
        refuse_impossible(problem)
        if not problem.free.any():
            continue
        solved += 1
        found = place_devices(problem, seed)
        assert (seed, found.total_mm, found.bound_mm) == (seed, least, least)
        bound = price_bound(problem, found.total_mm)
        assert bound is not None
        assert bound.total <= least, seed
        priced += bool(bound.price.any())
    assert solved > len(rooms) / 3
    assert priced, "prices raise no bound"


def test_the_first_placement_puts_a_device_where_its_cables_are_shortest(tmp_path: Path) -> None:
    """With every other device in its place there is nothing to gain by a search."""
    tried = 0
    for seed in range(30):
        room = random_room(seed, tmp_path)
        least = least_mm(room)
        if least is None:
            continue
        placed, search = place_free(room.fabric, room.hall, room.rules, seed)
        for number in search.placed if search is not None else ():
            devices = list(placed.devices)
            devices[number] = room.fabric.devices[number]
            problem = device_problem(replace(placed, devices=tuple(devices)), room.hall, room.rules)
            first = first_placement(problem, seed)
            assert first is not None
            assert (seed, number, problem.total_mm(*first)) == (seed, number, least)
            tried += 1
    assert tried > 30


@pytest.mark.parametrize("rooms", [range(30), pytest.param(range(30, 400), marks=pytest.mark.nightly)])
def test_a_proof_from_a_bad_start_finds_the_best(rooms: range, tmp_path: Path) -> None:
    """Branch and bound is told a placement for one cable alone, so that it must find the best by itself."""
    improved = 0
    for seed in rooms:
        room = random_room(seed, tmp_path)
        least = least_mm(room)
        problem = device_problem(room.fabric, room.hall, room.rules)
        if least is None or not problem.free.any():
            continue
        alone = replace(room.fabric, cables=room.fabric.cables[:1])
        start = place_devices(device_problem(alone, room.hall, room.rules), seed)
        proof = prove(problem, start.cabinet, start.unit)
        if proof is not None:
            assert proof.bound_mm <= least <= proof.total_mm, seed
            assert proof.total_mm == problem.total_mm(proof.cabinet, proof.unit)
            assert not proof.is_optimal or proof.total_mm == least, seed
            improved += proof.total_mm < problem.total_mm(start.cabinet, start.unit)
    assert improved > len(rooms) / 4


@pytest.mark.parametrize("rooms", [range(8), pytest.param(range(8, 100), marks=pytest.mark.nightly)])
def test_plans_of_small_rooms_verify(rooms: range, tmp_path: Path) -> None:
    """Places, limits, rules, and a bound by prices, each by code of its own."""
    for seed in rooms:
        room = random_room(seed, tmp_path)
        try:
            fabric, search = place_free(room.fabric, room.hall, room.rules, seed)
        except InfeasibleError:
            continue
        if search is not None and search.placed:
            problem = device_problem(room.fabric, room.hall, room.rules)
            bound = price_bound(problem, 10**6)
            assert bound is not None
            prices = tuple(tuple(row[1:]) for row in bound.price.tolist())
            search = replace(search, bound_mm=bound.total, method="prices", price_mm=prices)
        write_plan(tmp_path / "plan.json", lay(fabric, room.hall, "room.toml", search=search))
        assert (seed, laid_problems(*read_record(tmp_path / "plan.json"))) == (seed, [])


def test_the_length_between_two_ports_is_that_of_arrays_of_them(tmp_path: Path) -> None:
    """A device of height 0 beside a fixed one asks for a single length."""
    for seed in range(6):
        lengths = device_problem(
            random_room(seed, tmp_path).fabric, random_room(seed, tmp_path).hall, ()
        ).lengths
        ends = (np.array([0, 0]), np.array([1, 3])), (np.array([0, 0]), np.array([2, 9]))
        single = [int(lengths.between((0, a), (0, b))) for a, b in zip(ends[0][1], ends[1][1], strict=True)]
        assert single == lengths.between(*ends).tolist()
        at = tuple((np.array(0), unit) for unit in (np.array(1), np.array(2)))
        assert int(lengths.between(*at)) == single[0]


def test_a_seed_gives_the_same_placement(tmp_path: Path) -> None:
    """Every number of a plan can be made again."""
    room = random_room(3, tmp_path)
    problem = device_problem(room.fabric, room.hall, room.rules)
    one, other = place_devices(problem, 7), place_devices(problem, 7)
    assert (one.cabinet.tolist(), one.unit.tolist()) == (other.cabinet.tolist(), other.unit.tolist())
