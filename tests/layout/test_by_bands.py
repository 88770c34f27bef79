"""The shortest placement by rows and columns, beside trying them all."""

import json
import random
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.bands import branch_and_bound, kernels
from netfloor.layout.bands.search import shortest
from netfloor.layout.bands.switch_sets import SwitchSets, symmetries
from netfloor.layout.bounds import SOLVED
from netfloor.layout.budget import MaxIterations
from netfloor.layout.check import every, solved
from netfloor.layout.placed import Chain
from netfloor.layout.placers import by_bands
from netfloor.layout.placers.dense import place_all
from netfloor.layout.problem import make_problem
from netfloor.layout.requirements import read_requirement
from netfloor.plans.check.claims import plain_inputs
from netfloor.plans.verify import verify_plan
from netfloor.rooms.room_spec import room_from_spec
from netfloor.topologies.spec import build
from tests.fixtures.commands import Cli, rehash

NETWORKS = ("random:6,3,seed=1", "hyperx:3x2,k=2", "torus:7", "complete:5", "mesh:2x4", "fattree:2,2")
#: Rows, columns, slots of a cabinet.
ROOMS = ((1, 2, 5), (1, 3, 3), (1, 4, 2), (1, 5, 2), (2, 2, 2), (2, 4, 1), (2, 5, 1), (3, 3, 1))
TWELVE = ("layout", "random:12,3,seed=1", "--room", "grid:2x3", "--quiet", "--placer")


def drawn(seed: int):
    """Return a small problem of any kind that the search takes."""
    dice = random.Random(seed)  # noqa: S311 - no secret
    topology = build(NETWORKS[seed % len(NETWORKS)])
    rows, columns, each = dice.choice([one for one in ROOMS if topology.routers <= np.prod(one)])
    room = replace(
        room_from_spec(f"grid:{rows}x{columns}"),
        slots_per_cabinet=each,
        row_pitch_mm=dice.choice([600, 2000, 2001]),
        inside_mm=dice.choice([0, 1600, 2000, 9000]),
    )
    required, fixed = [], None
    if dice.random() < 0.4 and room.slots - each >= topology.routers:
        required.append("keep-free=R01C02")
    if dice.random() < 0.4:
        required.append(f"apart={topology.label(0)},{topology.label(1)}:cabinet")
    if dice.random() < 0.4:
        fixed = np.full(topology.routers, -1, dtype=np.int32)
        fixed[2] = room.slots - 1
    rules = [read_requirement(one, topology, room) for one in required]
    return make_problem(topology, room, fixed, None, rules), topology, room


@pytest.mark.parametrize("seed", range(24))
def test_the_search_finds_what_trying_all_finds(seed, monkeypatch):
    """Wherever switches stand, in cabinets of any size, kept free, apart, fixed: the same least length."""
    monkeypatch.setattr(by_bands, "SWAPS", 20)  # far from the best, mostly
    problem, topology, room = drawn(seed)
    least = place_all(problem).cost
    chain = Chain(np.random.default_rng(seed), MaxIterations(1), lambda *_: None)
    found = by_bands.place_by_bands(problem, chain)
    assert (found.cost, found.proof) == (least, SOLVED)
    assert problem.cost(found.slot_of) == least
    if problem.free:
        plain = plain_inputs(topology, room)
        assert solved.proved_mm(plain.network, plain.floor) <= least
        assert not solved.exchange_is_shorter(
            plain.network, plain.floor, found.slot_of.tolist(), plain.kept
        )


@pytest.mark.parametrize("seed", range(16))
def test_cabinets_with_more_slots_than_switches(seed, monkeypatch):
    """Whatever rooms are, from any start: as short as the best of all ways to fill the cabinets.

    In Python, where what lies outside a table ends the search.
    """
    monkeypatch.setattr(kernels, "fill_columns", kernels.fill_columns.py_func)
    dice = random.Random(seed)  # noqa: S311 - no secret
    rows, columns = dice.choice([(2, 2), (2, 3), (3, 2)])
    each = dice.choice([3, 6, 8])
    topology = build(dice.choice(["torus:5", "random:4,3,seed=1", "mesh:5", "complete:3"]))
    room = replace(
        room_from_spec(f"grid:{rows}x{columns}"),
        slots_per_cabinet=each,
        row_pitch_mm=dice.choice([100, 200]),
        column_pitch_mm=dice.choice([100, 700]),
        inside_mm=dice.choice([1600, 9000]),
        missing=frozenset({(rows - 1, columns - 1)}) if dice.random() < 0.4 else frozenset(),
    )
    problem = make_problem(topology, room)
    first = np.searchsorted(problem.grid.slot_cabinet, range(room.slots // each))
    least = min(
        problem.cost(np.array([first[at] + where[:i].count(at) for i, at in enumerate(where)], np.int32))
        for where in product(range(len(first)), repeat=topology.routers)
        if max(map(where.count, where)) <= each
    )
    begin = np.array(dice.sample(range(room.slots), topology.routers), np.int32)
    found, proved = shortest(problem, begin, MaxIterations(10**9))
    assert (problem.cost(found), proved) == (least, True)


def test_two_codes_cut_the_same():
    """The least cuts of the search, by doubling, and of the check, link by link."""
    room = room_from_spec("grid:3x5")
    for spec in NETWORKS:
        topology = build(spec)
        plain = plain_inputs(topology, room).network
        found = SwitchSets(make_problem(topology, room, None, None, [])).least.tolist()
        assert found == solved._min_cuts(plain)


@pytest.mark.parametrize(
    "spec", ["torus:6", "hyperx:3x2,k=2", "random:6,3,seed=1", "mesh:2x3", "complete:4"]
)
def test_symmetries_generate_all_that_keep_every_link(spec):
    """As many as there are among all permutations, each keeping every link."""
    flow = build(spec).adjacency.toarray().astype(np.int64)
    generators = [tuple(one) for one in symmetries(flow).tolist()]
    every = {p for p in permutations(range(len(flow))) if (flow[np.ix_(p, p)] == flow).all()}
    group = [tuple(range(len(flow)))]
    for one in group:
        made = (tuple(g[k] for k in one) for g in generators)
        group += [image for image in dict.fromkeys(made) if image not in group]
    assert set(group) == every


def test_a_plan_says_that_it_is_the_best_and_how_that_was_proved(
    cli: Cli, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Verify tries all again; where it may not, it says so, and what it proves; that fails if strict."""
    assert cli(*TWELVE, "exact").code == 0
    plan = json.loads((here / "plan.json").read_text())
    assert verify_plan(here / "plan.json").passes(strict=True)
    monkeypatch.setattr(every, "MAX_LOOKED_AT", 0)
    assert (plan["solver"]["status"], plan["lower_bound"]["method"]) == ("optimal", SOLVED)
    assert plan["totals"]["total_cable_mm"] == plan["lower_bound"]["length_mm"]
    found = verify_plan(here / "plan.json")
    assert found.problems == ()
    assert [one.split(" of cable")[0] for one in found.unchecked] == ["lower_bound: the proof of 4.1111 m"]
    assert "independently proved are 4.0444 m" in found.unchecked[0]
    assert not found.passes(strict=True)
    assert cli(*TWELVE, "random").code == 0
    worse = json.loads((here / "plan.json").read_text())
    worse["solver"] |= {"placer": "exact", "status": "optimal"}
    worse["lower_bound"] = plan["lower_bound"] | {"length_mm": worse["totals"]["total_cable_mm"]}
    (here / "plan.json").write_text(json.dumps(rehash(worse)))
    assert verify_plan(here / "plan.json").problems == (
        "lower_bound: swapping two places gives less cable",
    )


def test_a_search_that_was_ended_proves_nothing(
    cli: Cli, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Left unproved, the plan keeps the ordinary bound and is not called the best."""
    monkeypatch.setattr(branch_and_bound, "MAX_WORK", 0)
    assert cli(*TWELVE, "exact").code == 0
    plan = json.loads((here / "plan.json").read_text())
    assert plan["solver"]["status"] == "bounded"
    assert plan["lower_bound"]["method"] != SOLVED
    assert (verify_plan(here / "plan.json").problems, verify_plan(here / "plan.json").unchecked) == ((), ())


@pytest.mark.parametrize(
    "more",
    [
        ["random:12,3,seed=1", "--room", "grid:2x3", "--objective", "money"],
        ["random:12,3,seed=1", "--room", "grid:2x4", "--require", "contiguous"],
        ["random:22,3,seed=1", "--room", "grid:3x4"],
    ],
)
def test_what_the_search_does_not_take_is_refused(more: list[str], cli: Cli) -> None:
    """Other objectives, blocks and more switches, by name and before any work."""
    done = cli("layout", *more, "--placer", "exact", "--quiet")
    assert done.code == 4
    assert "the exact placer takes" in done.err


def test_a_room_of_too_few_cabinets_apart_is_refused():
    """No placement that keeps every pair apart: no answer is made up."""
    topology, room = build("complete:3"), replace(room_from_spec("grid:1x2"), slots_per_cabinet=6)
    pairs = [read_requirement(f"apart={a}:cabinet", topology, room) for a in ("0,1", "1,2", "0,2")]
    problem = make_problem(topology, room, None, None, pairs)
    chain = Chain(np.random.default_rng(0), MaxIterations(1), lambda *_: None)
    with pytest.raises(InfeasibleError):
        by_bands.place_by_bands(problem, chain)
