"""What cannot change a length, and what cannot shorten one."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from netfloor.rooms.hall import Hall, read_hall
from netfloor.rooms.hall.checks import hall_problems
from netfloor.rooms.hall.file.soundness import checked
from netfloor.rooms.hall.parts import Area, Cabinet, Door, Riser, Tray

EXAMPLE = read_hall(Path(__file__).parents[3] / "examples/hall/room.toml")
RECTILINEAR = replace(EXAMPLE, trays=(), risers=())
MEDIA = ("electrical", "optical", None)


def moved(hall, point, angle=0.0, side=1):
    """Return a hall with every point moved, and every front turned."""

    def areas(given):
        return tuple(Area(area.name, tuple(map(point, area.corners_mm))) for area in given)

    def cabinet(one):
        x, y = point(one.centre_mm)
        return replace(one, x_mm=x, y_mm=y, front_deg=(side * one.front_deg + angle) % 360)

    return Hall(
        hall.name,
        tuple(map(point, hall.outline_mm)),
        tuple(map(cabinet, hall.cabinets)),
        hall.cable,
        axis_deg=(side * hall.axis_deg + angle) % 360,
        pillars=areas(hall.pillars),
        keep_outs=areas(hall.keep_outs),
        cooling=areas(hall.cooling),
        doors=tuple(replace(d, hinge_mm=point(d.hinge_mm), jamb_mm=point(d.jamb_mm)) for d in hall.doors),
        trays=tuple(replace(tray, points_mm=tuple(map(point, tray.points_mm))) for tray in hall.trays),
        risers=tuple(Riser(riser.name, point(riser.at_mm)) for riser in hall.risers),
    )


MOVES = {
    "a quarter turn": (lambda p: (-p[1], p[0]), 90.0, 1),
    "a half turn": (lambda p: (-p[0], -p[1]), 180.0, 1),
    "mirrored": (lambda p: (-p[0], p[1]), 180.0, -1),
    "shifted": (lambda p: (p[0] - 12_345, p[1] + 777), 0.0, 1),
    "mirrored, turned and shifted": (lambda p: (p[1] + 31, p[0] - 5_000_000), 90.0, -1),
}


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("hall", [EXAMPLE, RECTILINEAR], ids=["trays", "no trays"])
def test_a_moved_hall_has_the_same_lengths(hall, move):
    """Nobody's north matters."""
    other = moved(hall, *MOVES[move])
    for medium in MEDIA:
        assert np.array_equal(other.slot_lengths(medium), hall.slot_lengths(medium))


def test_the_axis_turns_with_the_hall():
    """Turned by 36.87 degrees (3-4-5) on a floor of 5 mm steps, lengths in the axes stay."""
    cabinets = tuple(replace(c, x_mm=c.x_mm // 5 * 5, y_mm=c.y_mm // 5 * 5) for c in RECTILINEAR.cabinets)
    hall = replace(RECTILINEAR, cabinets=cabinets)
    angle = float(np.degrees(np.arctan2(3, 4)))
    turned = moved(hall, lambda p: ((4 * p[0] - 3 * p[1]) // 5, (3 * p[0] + 4 * p[1]) // 5), angle)
    assert np.array_equal(turned.slot_lengths(), hall.slot_lengths())


@pytest.mark.parametrize("hall", [EXAMPLE, RECTILINEAR], ids=["trays", "no trays"])
def test_doubled_distances_shorten_nothing(hall):
    """Twice the floor, twice the way onto trays: no cable gets shorter."""
    double = moved(hall, lambda p: (2 * p[0], 2 * p[1]))
    double = replace(double, trays=tuple(replace(t, access_mm=2 * t.access_mm) for t in double.trays))
    for medium in MEDIA:
        assert (double.slot_lengths(medium) >= hall.slot_lengths(medium)).all()


def test_doubled_pitches_of_a_file_shorten_nothing(tmp_path):
    """Without trays, where nothing but pitches and positions counts."""
    text = "[hall]\noutline_m = [[0, 0], [99, 0], [99, 99], [0, 99]]\n" + "".join(
        f'[[row]]\nname = "{name}"\nstart_m = [2, {{}}]\ncount = 9\npitch_m = {{}}\n' for name in "ABC"
    )
    path = tmp_path / "hall.toml"
    path.write_text(text.format(2, 0.6, 5, 0.7, 9, 0.8))
    once = read_hall(path).slot_lengths()
    path.write_text(text.format(2, 1.2, 8, 1.4, 16, 1.6))
    assert (read_hall(path).slot_lengths() >= once).all()


def test_another_tray_lengthens_nothing():
    """What was possible still is; on straight trays no rounding interferes."""
    tray = Tray("extra", ((3000, 9100), (17_000, 9100)), 2600, ("electrical", "optical"), 4000)
    more = replace(EXAMPLE, trays=(*EXAMPLE.trays, tray))
    for medium in MEDIA:
        assert (more.slot_lengths(medium) <= EXAMPLE.slot_lengths(medium)).all()
    assert (more.slot_lengths() < EXAMPLE.slot_lengths()).any()


def test_the_smaller_medium_counts():
    """Without a medium, the smaller of both."""
    both = [EXAMPLE.slot_lengths(medium) for medium in ("electrical", "optical")]
    assert np.array_equal(EXAMPLE.slot_lengths(), np.minimum(*both))
    assert (both[0] != both[1]).any()


def test_lengths_are_symmetric_with_nothing_from_a_slot_to_itself():
    """A cable has no direction."""
    for medium in MEDIA:
        lengths = EXAMPLE.slot_lengths(medium)
        assert np.array_equal(lengths, lengths.T)
        assert not lengths.diagonal().any()


def test_pairs_of_ports_are_as_far_apart_as_slots():
    """The two ways to ask agree."""
    places = EXAMPLE.usable[EXAMPLE.slot_cabinet]
    a, b = np.triu_indices(EXAMPLE.slots, 1)
    ends = [(places[side], EXAMPLE.slot_unit[side]) for side in (a, b)]
    for medium in MEDIA:
        assert np.array_equal(EXAMPLE.lengths_between(*ends, medium), EXAMPLE.slot_lengths(medium)[a, b])


@pytest.mark.parametrize("angle", [17.0, 45.0, 203.5])
def test_an_obliquely_turned_hall_stays_in_one_piece(angle):
    """Rounded to millimetres trays miss one another by a little; lengths are equal within that."""
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))

    def turn(p):
        return round(p[0] * cos - p[1] * sin), round(p[0] * sin + p[1] * cos)

    turned = moved(EXAMPLE, turn, angle)
    assert checked(turned, "turned") is turned
    for medium in MEDIA:
        # Every segment of a way, and both ends of it, may be a millimetre off.
        apart = np.abs(turned.slot_lengths(medium) - EXAMPLE.slot_lengths(medium))
        assert apart.max() < 30


def test_a_taken_cabinet_offers_no_slot_and_keeps_its_place():
    """Its neighbours' lengths are what they were."""
    cabinets = (replace(EXAMPLE.cabinets[0], taken=True), *EXAMPLE.cabinets[1:])
    hall = replace(EXAMPLE, cabinets=cabinets)
    assert hall.slots == EXAMPLE.slots - 2
    assert np.array_equal(hall.slot_lengths(), EXAMPLE.slot_lengths()[2:, 2:])


def test_slots_are_numbered_cabinet_by_cabinet():
    """Consecutive, ascending, every usable cabinet has one; those without switches have none."""
    one = Cabinet("B1", "B", 5000, 28_500, 600, 600, 0.0, 42, ())
    hall = replace(EXAMPLE, cabinets=(one, *EXAMPLE.cabinets))
    assert hall.slot_cabinet.dtype == np.int32
    assert np.isin(np.diff(hall.slot_cabinet), (0, 1)).all()
    assert hall.slot_cabinet[-1] + 1 == hall.cabinet_count == EXAMPLE.cabinet_count
    assert hall.cabinet_name(0) == "A01"


def rect(name, left, low, right, top):
    """Return a rectangle."""
    return Area(name, ((left, low), (right, low), (right, top), (left, top)))


def at(name, x, y, **more):
    """Return a cabinet of 600 mm by 1200 mm that looks up."""
    return Cabinet(name, name[0], x, y, 600, 1200, 90.0, 42, (42,), **more)


CROWDED = Hall(
    "crowded",
    ((0, 0), (12_000, 0), (12_000, 5000), (7000, 5000), (7000, 9000), (0, 9000)),
    (
        *(at("A01", 2000, 2000), at("A02", 2500, 2100), at("A03", 200, 2000)),
        *(at("B01", 2600, 3900), at("B02", 5200, 3700, front_clear_mm=800), at("C01", 9000, 8000)),
        *(at("D01", 10_000, 800), at("D02", 6500, 6000), at("D03", 4300, 8300)),
    ),
    pillars=(rect("P", 5300, 4500, 5700, 4900), rect("Q", 9100, 600, 9750, 800)),
    cooling=(rect("K", 2300, 1500, 2500, 2500),),
    doors=(
        Door("south", (9000, 0), (10_100, 0), "in", 900),
        Door("east", (7000, 5500), (7000, 6500), "in", 700),
        Door("north", (4900, 9000), (4000, 9000), "out", 1000),
        Door("west", (0, 1500), (0, 2600), "none", 650),
        Door("nowhere", (6000, 3000), (6000, 4000), "none", 650),
    ),
)


@pytest.mark.parametrize("move", MOVES)
def test_a_moved_hall_has_the_same_problems_at_the_same_places(move):
    """Doors of every wall, aisles, overlaps and all else that is in the way; within a cabinet's width."""
    point = MOVES[move][0]
    here, there = (hall_problems(hall, 1200) for hall in (CROWDED, moved(CROWDED, *MOVES[move])))
    assert len(here) > 15
    kinds = {problem.kind for problem in here}
    assert kinds > {"overlap", "outside", "pillar", "cooling", "clearance", "swing", "blocked_door", "door"}
    places = [sorted((one.kind, one.subject, one.what) for one in side) for side in (here, there)]
    assert places[0] == places[1]
    for one in here:
        same = [p for p in there if (p.kind, p.subject, p.what) == (one.kind, one.subject, one.what)]
        x, y = point((one.x_mm, one.y_mm))
        assert min(max(abs(p.x_mm - x), abs(p.y_mm - y)) for p in same) <= 600
