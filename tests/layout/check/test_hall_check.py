"""The independent check of halls: the same lengths by code that shares nothing with `rooms.hall`."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from netfloor.layout.bounds import line_cut_bound, rectilinear_bound
from netfloor.layout.budget import Budget
from netfloor.layout.check import cables as check
from netfloor.layout.check.hall import hall_floor, port_lengths
from netfloor.layout.problem import make_problem
from netfloor.layout.solve import SolveOptions, solve
from netfloor.rooms.hall import Hall, read_hall
from netfloor.rooms.hall.parts import Cabinet, Riser, Tray
from netfloor.structure.spectrum.laplacian import proved_algebraic_connectivity
from netfloor.topologies.spec import build

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("number", range(12))
def test_the_check_derives_every_length_between_slots(number, drawn_hall):
    """Whatever the hall, and between any ports of it."""
    hall = drawn_hall(number)
    floor = hall_floor(hall.definition())
    assert (floor.length_mm == hall.slot_lengths()).all()
    assert floor.names == tuple(map(hall.cabinet_name, range(hall.cabinet_count)))
    draw = random.Random(number)  # noqa: S311 - places, not secrets
    ends = [
        [(draw.randrange(len(hall.cabinets)), draw.randrange(1, 43)) for _ in range(30)] for _ in range(2)
    ]
    columns = [np.array(end, dtype=np.int32).T for end in ends]
    ours = hall.lengths_between((columns[0][0], columns[0][1]), (columns[1][0], columns[1][1]))
    if (ours >= 0).all():
        assert port_lengths(hall.definition(), *ends) == ours.tolist()


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("miss_mm", [0, 1, 2])
def test_what_misses_a_tray_by_a_millimetre_lies_on_it(miss_mm, first):
    """A tray's end and a riser join trays up to that, and no further; so the check finds."""
    media = ("electrical", "optical")
    along = Tray("along", ((0, 0), (6000, 0)), 2500, media, 700)
    floor = ((-2000, -2000), (9000, -2000), (9000, 9000), (-2000, 9000))
    cabinets = tuple(
        Cabinet(name, name, x, y, 600, 1200, 0.0, 42, (40,))
        for name, x, y in (("A", 500, 0), ("B", 3000, 4000))
    )
    touching = Tray("up", ((3000, miss_mm), (3000, 5000)), 2500, media, 700)
    higher = Tray("high", ((3000, -1000), (3000, 5000)), 2800, media, 700)
    riser = (Riser("r", (3000, miss_mm)), Riser("r", (3000 + miss_mm, 0)))[first]
    for other, risers in ((touching, ()), (higher, (riser,))):
        trays = (along, other)[:: 1 - 2 * first]
        hall = Hall("h", floor, cabinets, trays=trays, risers=risers)
        lengths = hall.slot_lengths()
        assert (lengths[0, 1] >= 0) == (miss_mm < 2)
        if miss_mm < 2:
            assert (hall_floor(hall.definition()).length_mm == lengths).all()


@pytest.mark.parametrize("axis", [0.0, 17.0, 90.0])
def test_the_check_knows_halls_without_trays(axis, drawn_hall):
    """The rectilinear rule, in the hall's axes."""
    hall = replace(drawn_hall(3), trays=(), risers=(), axis_deg=axis)
    assert (hall_floor(hall.definition()).length_mm == hall.slot_lengths()).all()
    ends = [[(0, 3), (1, 7)], [(2, 5), (1, 9)]]
    columns = [np.array(end, dtype=np.int32).T for end in ends]
    ours = hall.lengths_between((columns[0][0], columns[0][1]), (columns[1][0], columns[1][1]))
    assert port_lengths(hall.definition(), *ends) == ours.tolist()


@pytest.mark.parametrize("number", range(6))
def test_no_two_slots_are_nearer_than_in_the_grid_below(number, drawn_hall):
    """For the share that is taken and others; inside a cabinet no more than the shortest cable there."""
    lengths = drawn_hall(number).lengths
    for share in (lengths.share, 1000, 500, 0):
        below = lengths.grid_below(share)
        slots = np.arange(lengths.slots)
        assert (below.between(slots[:, None], slots[None, :]) <= lengths.length_mm).all()
        pairs = below.slot_cabinet[:, None] == below.slot_cabinet[None, :]
        np.fill_diagonal(pairs, val=False)
        assert not pairs.any() or below.inside_mm == lengths.length_mm[pairs].min()


@pytest.mark.parametrize("most", [0, 400])
@pytest.mark.parametrize("number", range(6))
def test_straight_ways_lie_below_and_the_check_derives_the_bound(number, most, drawn_hall, monkeypatch):
    """Those of the linear programme, and of halls too large for it; longer ones are refused."""
    monkeypatch.setattr(rectilinear_bound, "MAX_CABINETS", most)
    hall, topology = drawn_hall(number), build("random:14,3,seed=1")
    problem = make_problem(topology, hall)
    bound = line_cut_bound(problem, proved_algebraic_connectivity(topology))
    floor = hall_floor(hall.definition())
    below = floor.below(bound.below)
    network = check.Network(
        14, tuple(map(tuple, topology.links.tolist())), tuple(topology.multiplicity.tolist())
    )
    assert check.derive_bound(network, below, bound.eigenvalue) == bound.length_mm
    assert check.max_inside(network, below) >= bound.inside_links
    more = {key: [value + 40_000 for value in values] for key, values in bound.below.items()}
    assert floor.below(bound.below | {"exit_mm": more["exit_mm"]}) is None
    assert floor.below(bound.below | {"x_mm": more["x_mm"][1:]}) is None


def test_the_programme_promises_more_than_the_grid_below():
    """In the example hall, whose trays are no straight ways."""
    hall, topology = read_hall(ROOT / "examples/hall/room.toml"), build("slimfly:13")
    problem = make_problem(topology, hall)
    eigenvalue = proved_algebraic_connectivity(topology)
    solved = line_cut_bound(problem, eigenvalue)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rectilinear_bound, "MAX_CABINETS", 0)
        assert line_cut_bound(problem, eigenvalue).length_mm < solved.length_mm


@pytest.mark.parametrize("number", range(4))
def test_no_placement_in_a_hall_is_below_the_bound(number, drawn_hall):
    """Neither a random one nor the one that is found; closed slots stay empty."""
    hall = drawn_hall(number)
    topology = build("random:14,3,seed=1")
    problem = make_problem(topology, hall)
    bound = line_cut_bound(problem, proved_algebraic_connectivity(topology))
    rng = np.random.default_rng(number)
    closed = np.zeros(hall.slots, dtype=bool)
    closed[rng.permutation(hall.slots)[: hall.slots - 16]] = True
    options = SolveOptions(budget=Budget(20_000), seed=number, closed=closed)
    result = solve(topology, hall, options)
    assert bound.length_mm <= result.cost_mm
    assert not closed[result.placement.slot_of].any()
    for _ in range(50):
        slot_of = rng.permutation(hall.slots)[: topology.routers].astype(np.int32)
        assert bound.length_mm <= problem.cost(slot_of)
