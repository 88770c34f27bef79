"""Hall files: what a good one means, and how bad ones are refused."""

import copy
import json
from importlib.resources import files
from pathlib import Path

import pytest

from netfloor.foundation.errors import InputError
from netfloor.rooms.hall import hall_from_definition, read_hall
from netfloor.rooms.hall.parts import Area, Cabinet, CableRule, Door, Riser, Tiles, Tray

EXAMPLE = Path(__file__).parents[4] / "examples/hall/room.toml"
FLOOR = "[hall]\noutline_m = [[0, 0], [12, 0], [12, 8], [0, 8]]\n"
ROW = '[[row]]\nname = "A"\nstart_m = [2, 2]\ncount = 4\n'
LEAST = FLOOR + ROW
TRAY = '[[tray]]\nname = "T"\npoints_m = [[1, 3], [9, 3]]\nheight_m = 2.6\n'


def read(folder, text):
    """Write a hall file and read it."""
    path = folder / "hall.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_hall(path)


def test_the_least_file(tmp_path):
    """A floor and a row: 0.6 m cabinets of 42 units, two switches on top, fronts to the left."""
    hall = read(tmp_path, LEAST)
    assert hall.name == "hall"
    assert hall.cable == CableRule(2000, 2000, 500, 0)
    assert hall.cabinets[1] == Cabinet("A02", "A", 2600, 2000, 600, 1200, 90.0, 42, (41, 42))
    assert (hall.slots, hall.cabinet_count) == (8, 4)


def test_every_field_reaches_the_hall(tmp_path):
    """Metres become millimetres."""
    text = """
schema = 1
name = "north"
[hall]
outline_m = [[-1, 0], [12, 0], [12, 8.5], [-1, 8.5], [-1, 0]]
axis_deg = 30
[cable]
overhead_per_end_m = 1.255
inside_cabinet_m = 0
slack_per_end_m = 0.75
plinth_m = 0.1
[[row]]
name = "A"
start_m = [2, 6]
direction_deg = 270
count = 3
pitch_m = 0.8
width_m = 0.7
depth_m = 1.1
front = "right"
gaps = [{ after = 1, gap_m = 0.3 }]
taken = [2]
units = 48
switch_units = [46, 44, 42]
slots = 2
power_limit_w = 9000
weight_limit_kg = 800
[[row.cabinet]]
position = 3
switch_units = [1]
power_limit_w = 5000
[[cabinet]]
name = "X"
row = "lab"
centre_m = [8, 4.5]
width_m = 0.8
depth_m = 1
front_deg = -45
units = 20
slots = 0
[[pillar]]
name = "P"
centre_m = [5, 5]
size_m = [0.4, 0.5]
[[keep_out]]
corners_m = [[0, 0], [1, 0], [1, 1]]
[[cooling]]
corners_m = [[10, 0], [11, 0], [11, 1]]
[[door]]
hinge_m = [-1, 3]
jamb_m = [-1, 4]
swing = "out"
clear_m = 0.9
[[tray]]
points_m = [[1, 3], [9, 3]]
height_m = -0.4
capacity_mm2 = 5000
media = ["optical", "electrical"]
access_m = 6
[[tray]]
name = "high"
points_m = [[2, 1], [2, 7]]
height_m = 2.5
media = ["optical"]
[[riser]]
at_m = [2, 3]
"""
    hall = read(tmp_path, text)
    assert (hall.name, hall.axis_deg) == ("north", 30.0)
    assert hall.outline_mm == ((-1000, 0), (12000, 0), (12000, 8500), (-1000, 8500))
    assert hall.cable == CableRule(1255, 0, 750, 100)
    first, second, third, single = hall.cabinets
    assert first == Cabinet("A01", "A", 2000, 6000, 700, 1100, 180.0, 48, (46, 44), False, 9000, 800)  # noqa: FBT003
    assert (second.name, second.centre_mm, second.taken) == ("A02", (2000, 4900), True)
    assert (third.centre_mm, third.switch_units, third.power_limit_w) == ((2000, 4100), (1,), 5000)
    assert single == Cabinet("X", "lab", 8000, 4500, 800, 1000, 315.0, 20, ())
    assert hall.pillars == (Area("P", ((4800, 4750), (5200, 4750), (5200, 5250), (4800, 5250))),)
    assert hall.keep_outs == (Area("keep_out-1", ((0, 0), (1000, 0), (1000, 1000))),)
    assert [area.name for area in hall.cooling] == ["cooling-1"]
    assert hall.doors == (Door("door-1", (-1000, 3000), (-1000, 4000), "out", 900),)
    assert hall.trays == (
        Tray("tray-1", ((1000, 3000), (9000, 3000)), -400, ("electrical", "optical"), 6000, 5000),
        Tray("high", ((2000, 1000), (2000, 7000)), 2500, ("optical",), 1500),
    )
    assert hall.risers == (Riser("riser-1", (2000, 3000)),)
    slots = [
        f"{hall.cabinet_name(cabinet)} U{unit}"
        for cabinet, unit in zip(hall.slot_cabinet, hall.slot_unit, strict=True)
    ]
    assert slots == ["A01 U46", "A01 U44", "A03 U1"]


def test_what_cools_and_carries_a_cabinet(tmp_path):
    """A cabinet's own limits stand before its row's; a plan holds them, and leaves out what nobody said."""
    said = 'air_limit_w = 30000\nliquid_limit_w = 110000\nmanifold = "left"\n'
    said += "rear_clear_m = 0.75\nempty_kg = 180\n"
    own = "[[row.cabinet]]\nposition = 2\nliquid_limit_w = 0\nfront_clear_m = 1\n"
    tiles = "[tiles]\nlimit_kg = 450\nat_m = [0.3, 0]\n"
    hall = read(tmp_path, FLOOR + tiles + ROW + said + own)
    first, second = hall.cabinets[:2]
    assert (first.air_limit_w, first.liquid_limit_w, first.manifold) == (30000, 110000, "left")
    assert (first.front_clear_mm, first.rear_clear_mm, first.empty_kg) == (None, 750, 180)
    assert (second.liquid_limit_w, second.air_limit_w, second.front_clear_mm) == (0, 30000, 1000)
    assert hall.tiles == Tiles(600, 450, (300, 0))
    assert hall_from_definition(json.loads(json.dumps(hall.definition())), "plan") == hall
    plain = read(tmp_path, FLOOR + ROW).definition()
    assert "tiles" not in plain
    assert "liquid_limit_w" not in plain["cabinets"][0]


def test_an_oblique_row_is_rounded_half_up(tmp_path):
    """Centres are whole millimetres: 600 mm along 30 degrees, and half a millimetre at 1 m."""
    row = ROW.replace("count = 4", "count = 3\ndirection_deg = 30\npitch_m = 0.601")
    centres = [cabinet.centre_mm for cabinet in read(tmp_path, FLOOR + row).cabinets]
    # 601 cos 30 = 520.48, 601 / 2 = 300.5 -> 301; 1202 cos 30 = 1040.96, 601
    assert centres == [(2000, 2000), (2520, 2301), (3041, 2601)]


def test_a_hall_comes_back_from_its_definition():
    """Through JSON, equal; the definition is plain and complete."""
    hall = read_hall(EXAMPLE)
    table = json.loads(json.dumps(hall.definition()))
    assert hall_from_definition(table, "plan.json: room") == hall


def test_the_example_is_what_the_issue_asks_for():
    """200 cabinets in 10 rows, two pillars, a door, three trays, two taken a row; room for 169."""
    hall = read_hall(EXAMPLE)
    rows = [cabinet.row for cabinet in hall.cabinets]
    taken = [cabinet.row for cabinet in hall.cabinets if cabinet.taken]
    assert len(hall.cabinets) >= 200
    assert sorted(set(rows)) == list("ABCDEFGHIJ")
    assert all(taken.count(row) == 2 for row in set(rows))
    assert (len(hall.pillars), len(hall.doors), len(hall.trays)) == (2, 1, 3)
    fit = [c for c in hall.cabinets if not c.taken and len(c.switch_units) == 2 and c.units >= 22]
    assert len(fit) >= 169


def test_the_commented_starter_file_is_a_good_one(tmp_path):
    """`netfloor init hall` writes a file that can be read."""
    text = (files("netfloor") / "starter_files" / "hall.toml").read_text(encoding="utf-8")
    assert read(tmp_path, text).slots == 45


#: Where in a definition, what to put there, and the field of the message.
DAMAGE = {
    "kind": (("kind",), "grid", "kind"),
    "metres": (("outline_mm", 0, 0), 0.5, "outline_mm.0.0"),
    "an axis that is none": (("axis_deg",), float("inf"), "axis_deg"),
    "no trays key": (("trays",), None, "trays"),
    "a unit too high": (("cabinets", 0, "switch_units"), [43], "cabinets.0.switch_units"),
    "outline crosses itself": (("outline_mm",), [[0, 0], [9, 9], [9, 0], [0, 8]], "outline_mm"),
    "a tray of a point": (("trays", 0, "points_mm"), [[0, 0]], "trays.0.points_mm"),
    "unknown key": (("cable", "more"), 1, "cable.more"),
    "an island": (("risers",), [], "tray fibre"),
}


@pytest.mark.parametrize("case", DAMAGE)
def test_damaged_definitions_are_refused(case):
    """A plan file comes from outside too."""
    (*path, last), value, field = DAMAGE[case]
    table = copy.deepcopy(read_hall(EXAMPLE).definition())
    part = table
    for key in path:
        part = part[key]
    part[last] = value
    with pytest.raises(InputError, match=r"^plan\.json: room[.:] ?" + field):
        hall_from_definition(table, "plan.json: room")
