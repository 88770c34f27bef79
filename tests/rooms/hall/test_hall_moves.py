"""What cannot change a length, and what cannot shorten one."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from netfloor.rooms.hall import Hall, read_hall
from netfloor.rooms.hall.file.soundness import checked
from netfloor.rooms.hall.parts import Area, Cabinet, Riser, Tray

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
