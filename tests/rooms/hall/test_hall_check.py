"""What stands in the way in a hall."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from shapely import Point

from netfloor.foundation.errors import InputError
from netfloor.rooms.hall import Hall, read_hall
from netfloor.rooms.hall.checks import aisle_floor, hall_problems, placed, refuse_problems
from netfloor.rooms.hall.parts import Area, Cabinet, Door

EXAMPLE = read_hall(Path(__file__).parents[3] / "examples/hall/room.toml")
FLOOR = ((0, 0), (10_000, 0), (10_000, 8000), (0, 8000))


def cabinet(name, x, y, front=90.0):
    """Return a cabinet of 600 mm by 1200 mm."""
    return Cabinet(name, name[0], x, y, 600, 1200, front, 42, (42,))


def box(name, left, low, right, top):
    """Return a rectangle."""
    return Area(name, ((left, low), (right, low), (right, top), (left, top)))


def kinds(hall, aisle_mm=0):
    """Return the kind and subject of every problem."""
    return [(problem.kind, problem.subject) for problem in hall_problems(hall, aisle_mm)]


def test_two_that_overlap_are_moved_one_and_what_is_outside_is_moved():
    """The remedy of each problem."""
    bare = replace(EXAMPLE, cabinets=(), pillars=(), trays=(), risers=(), doors=(), cooling=())
    cabinets = cabinet("A01", 5000, 4000), cabinet("A02", 5300, 4000), cabinet("A03", 0, 4000)
    found = hall_problems(replace(bare, outline_mm=FLOOR, cabinets=cabinets), 0)
    assert {one.kind: one.remedy for one in found} == {"overlap": "move one of them", "outside": "move it"}


@pytest.mark.parametrize(("front", "ahead"), [(90.0, (0, 1)), (270.0, (0, -1)), (0.0, (1, 0))])
def test_aisles_are_cold_before_fronts_and_hot_behind_backs(front, ahead):
    """A cabinet has both, each on its own side, and the one that touches its side is in no way of them."""
    bare = replace(EXAMPLE, pillars=(), trays=(), risers=(), doors=(), cooling=())
    first = cabinet("A01", 5000, 4000, front)
    (at,) = placed(first, [(600, 0)])
    beside = replace(first, name="A02", x_mm=round(at[0]), y_mm=round(at[1]))
    hall = replace(bare, outline_mm=FLOOR, cabinets=(first, beside))
    before, behind = (Point(5000 + k * ahead[0], 4000 + k * ahead[1]) for k in (700, -700))
    cold, hot = aisle_floor(hall)
    sides = [(floor.contains(before), floor.contains(behind)) for floor in (cold, hot)]
    assert sides == [(True, False), (False, True)]


def test_the_example_has_none():
    """Not with aisles of 1.2 m, which is what its hot ones have."""
    assert hall_problems(EXAMPLE, 1200) == ()


@pytest.mark.parametrize("front", [0.0, 90.0, 33.0])
def test_touching_cabinets_do_not_overlap(front):
    """Side by side is how cabinets stand; one more millimetre together and they overlap."""
    hall = replace(EXAMPLE, cabinets=(), pillars=(), trays=(), risers=(), doors=(), cooling=())
    first = cabinet("A01", 5000, 5000, front)
    for step, expected in ((600, []), (595, [("overlap", "cabinet A01")])):
        (at,) = placed(first, [(step, 0)])
        second = replace(first, name="A02", x_mm=round(at[0]), y_mm=round(at[1]))
        assert kinds(replace(hall, cabinets=(first, second))) == expected


def test_overlaps_have_a_place_in_both():
    """Inside the floor that both want."""
    hall = Hall("h", FLOOR, (cabinet("A01", 2000, 2000), cabinet("A02", 2400, 2000)))
    (problem,) = hall_problems(hall)
    assert problem.what == "cabinets A01 and A02 overlap"
    assert 2100 <= problem.x_mm <= 2300
    assert 1400 <= problem.y_mm <= 2600


@pytest.mark.parametrize(("deep_mm", "found"), [(900, []), (901, [("clearance", "cabinet A01")])])
@pytest.mark.parametrize("front", [True, False])
def test_floor_that_stays_free(deep_mm, found, *, front):
    """Something may touch the floor before or behind a cabinet that stays free, and not stand on it."""
    side = {"front_clear_mm" if front else "rear_clear_mm": deep_mm}
    one = replace(cabinet("A01", 5000, 4000), **side)
    out = 1 if front else -1
    edge, far = sorted([4000 + out * (600 + 900), 4000 + out * 2000])
    beside = Hall("h", FLOOR, (one,), pillars=(box("P", 4000, edge, 6000, far),))
    assert kinds(beside) == found
    other = cabinet("B01", 5200, 4000 + out * (600 + 900 + 600))
    assert kinds(Hall("h", FLOOR, (one, other))) == found


@pytest.mark.parametrize(
    ("x", "words"), [(100, "partly outside"), (-2000, "is outside"), (300, None), (9900, "partly")]
)
def test_cabinets_outside_the_outline(x, words):
    """Wholly or partly; along the wall is inside."""
    problems = hall_problems(Hall("h", FLOOR, (cabinet("A01", x, 3000),)))
    assert [problem.kind for problem in problems] == ["outside"] * (words is not None)
    assert all(words in problem.what for problem in problems)


def test_an_awkward_corner_is_outside():
    """Between the legs of an L there is no floor."""
    outline = ((0, 0), (10_000, 0), (10_000, 4000), (4000, 4000), (4000, 8000), (0, 8000))
    assert kinds(Hall("h", outline, (cabinet("A01", 6000, 6000),))) == [("outside", "cabinet A01")]


@pytest.mark.parametrize("kind", ["pillars", "keep_outs", "cooling"])
def test_cabinets_in_what_takes_floor(kind):
    """Touching is allowed, a millimetre more is not."""
    word = {"pillars": "pillar", "keep_outs": "keep_out", "cooling": "cooling"}[kind]
    for left, expected in ((2300, []), (2299, [(word, "cabinet A01")])):
        area = box("P", left, 1800, left + 300, 2200)
        assert kinds(Hall("h", FLOOR, (cabinet("A01", 2000, 2000),), **{kind: (area,)})) == expected


def test_a_door_needs_its_swing_and_the_floor_in_front():
    """A leaf of 1 m sweeps a quarter circle; sliding and outward ones need only the way in."""
    door = Door("D", (0, 3000), (0, 4000), "in", 600)
    hall = Hall("h", FLOOR, (cabinet("A01", 1000, 3200),), doors=(door,))
    # (700, 3000) is less than 1 m from the hinge, and beyond the free depth of 600 mm.
    assert kinds(hall) == [("swing", "door D")]
    assert kinds(replace(hall, doors=(replace(door, swing="out"),))) == []
    assert kinds(replace(hall, doors=(replace(door, swing="none", clear_mm=701),))) == [
        ("blocked_door", "door D")
    ]
    other_hinge = replace(door, hinge_mm=(0, 4000), jamb_mm=(0, 3000))
    away = (cabinet("A01", 1000, 2500),)
    assert kinds(replace(hall, cabinets=away)) == [("swing", "door D")]
    assert kinds(replace(hall, cabinets=away, doors=(other_hinge,))) == []


def test_pillars_and_cooling_block_doors_too():
    """Nobody walks through either."""
    door = Door("D", (4000, 0), (5000, 0), "out", 1000)
    hall = Hall(
        "h", FLOOR, (cabinet("A01", 9000, 7000),), doors=(door,), pillars=(box("P", 4400, 900, 4600, 1100),)
    )
    (problem,) = hall_problems(hall)
    assert problem.what == "pillar P is in front of door D"
    assert (4400 <= problem.x_mm <= 4600, 900 <= problem.y_mm <= 1000) == (True, True)


def test_a_door_in_the_fence_of_a_cage_is_in_a_wall():
    """Keep-outs that touch are a cage, its undrawn sides are fences too; the door opens into it."""
    fences = (box("west", 2000, 2000, 2050, 7000), box("south", 2000, 2000, 7000, 2050))
    door = Door("cage", (7000, 4000), (7000, 5000), "in", 800)
    hall = Hall("h", FLOOR, (cabinet("A01", 3000, 5500),), doors=(door,), keep_outs=fences)
    assert kinds(hall) == []
    for moved in (cabinet("A01", 6500, 4500), cabinet("A01", 6300, 4600)):
        assert ("swing", "door cage") in kinds(replace(hall, cabinets=(moved,)))
    outside = replace(hall, cabinets=(cabinet("A01", 8000, 4500),))
    assert kinds(outside) == []
    inner = Door("gap", (4000, 2000), (5000, 2000), "none", 0)
    assert kinds(replace(hall, doors=(inner,))) == []
    away = replace(door, hinge_mm=(5000, 4000), jamb_mm=(5000, 5000))
    assert kinds(replace(hall, doors=(away,))) == [("door", "door cage")]


def test_a_door_away_from_the_wall_is_named():
    """It leads nowhere."""
    hall = Hall(
        "h", FLOOR, (cabinet("A01", 9000, 7000),), doors=(Door("D", (4000, 4000), (5000, 4000), "in", 0),)
    )
    assert kinds(hall) == [("door", "door D")]


def test_rows_that_overlap_leave_no_aisle_to_measure():
    """What stands in another is told once, not as an aisle of 0 m too."""
    rows = cabinet("A01", 2000, 2000, 90.0), cabinet("B01", 2000, 3100, 270.0)
    assert kinds(Hall("h", FLOOR, rows), 1000) == [("overlap", "cabinet A01")]


@example(gap=1200, limit=1200, turn=90)
@given(gap=st.integers(300, 2000), limit=st.integers(200, 2500), turn=st.sampled_from([0, 90, 180, 270]))
def test_aisles_are_measured_between_faces(gap, limit, turn):
    """Two rows of three: one problem where the gap is below the limit, at its width, in the aisle."""
    rows = [cabinet(f"A{i}", 2000 + 600 * i, 2000, 90.0) for i in range(3)]
    rows += [cabinet(f"B{i}", 2000 + 600 * i, 2000 + 1200 + gap, 270.0) for i in range(3)]
    turns = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[turn]
    cos, sin = turns
    moved = tuple(
        cabinet(
            c.name,
            c.x_mm * cos - c.y_mm * sin,
            c.x_mm * sin + c.y_mm * cos,
            (c.front_deg + turn) % 360,
        )
        for c in rows
    )
    hall = Hall("h", ((-9000, -9000), (9000, -9000), (9000, 9000), (-9000, 9000)), moved)
    problems = hall_problems(hall, limit)
    assert [problem.width_mm for problem in problems] == [gap] * (gap < limit)
    for problem in problems:
        assert problem.what.startswith("the aisle between the front of row A and the front of row B")
        assert problem.what.endswith(f", narrower than {limit / 1000:g} m")
        across = problem.y_mm * cos - problem.x_mm * sin
        assert abs(across - (2600 + gap / 2)) <= 1


def test_fronts_and_backs_are_told_apart():
    """A hot aisle lies between backs."""
    hall = Hall("h", FLOOR, (cabinet("A01", 2000, 2000, 270.0), cabinet("B01", 2000, 4000, 90.0)))
    (problem,) = hall_problems(hall, 1000)
    assert "between the back of row A and the back of row B is 0.8 m wide" in problem.what


def test_a_pillar_in_an_aisle_is_passed_on_its_wider_side():
    """Of 2 m a pillar of 400 mm leaves 800 mm beside it at best."""
    rows = cabinet("A01", 2000, 2000), cabinet("B01", 2000, 5200, 270.0)
    hall = Hall("h", FLOOR, rows, pillars=(box("P", 1900, 3400, 2100, 3800),))
    assert kinds(hall, 790) == []
    assert {problem.width_mm for problem in hall_problems(hall, 810)} == {800}


def test_refusal_names_the_first_problem_and_its_place():
    """For those who need a hall without any; narrow aisles are no reason."""
    hall = Hall("h", FLOOR, (cabinet("A01", 2000, 2000),), pillars=(box("P", 1900, 1900, 2100, 2100),))
    with pytest.raises(InputError, match=r"^h\.toml: cabinet A01: .* in pillar P, at \(2 m, 2 m\)"):
        refuse_problems(hall, "h.toml")
    refuse_problems(replace(hall, pillars=()), "h.toml")


def test_what_lies_beyond_the_walls_is_named():
    """A pillar far away and a tray that leaves the hall; a pillar in the wall may be."""
    hall = EXAMPLE
    far = replace(
        hall,
        pillars=(
            *hall.pillars,
            box("lost", 70_000, 6000, 70_500, 6500),
            box("in the wall", -200, 0, 200, 400),
        ),
        trays=(*hall.trays, replace(hall.trays[0], name="long", points_mm=((6400, 3700), (130_000, 3700)))),
    )
    subjects = {one.subject for one in hall_problems(far) if one.kind == "outside"}
    assert subjects == {"pillar lost", "tray long"}
