"""Hall files: what a good one means, and how bad ones are refused."""

import copy
import json
from importlib.resources import files
from pathlib import Path

import pytest

from foundation.errors import InputError
from rooms.hall import hall_from_definition, read_hall
from rooms.hall.parts import Area, Cabinet, CableRule, Door, Riser, Tray

EXAMPLE = Path(__file__).parents[3] / "examples/hall/room.toml"
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
    assert [hall.slot_name(slot) for slot in range(hall.slots)] == ["A01 U46", "A01 U44", "A03 U1"]


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


#: Text of the file, the field that the message must name, and part of what it must say.
BAD = {
    "empty": ("", "", "is empty"),
    "a comment only": ("# nothing\n", "hall", "required"),
    "no TOML": ("<xml/>", "", "not valid TOML"),
    "binary": (b"\xff\xfe\x00", "line 1", "UTF-8"),
    "a key twice": (FLOOR + "axis_deg = 1\naxis_deg = 1\n" + ROW, "", "not valid TOML"),
    "newer schema": ("schema = 2\n" + LEAST, "schema", "less than or equal to 1"),
    "unknown table": (LEAST + "[room]\n", "room", "unknown key"),
    "unknown key": (LEAST + "pitch = 2\n", "row.0.pitch", "unknown key"),
    "a name too long": (f'name = "{"x" * 101}"\n' + LEAST, "name", "at most 100"),
    "no outline": ("[hall]\n" + ROW, "hall.outline_m", "required"),
    "outline of two corners": (
        "[hall]\noutline_m = [[0, 0], [1, 1]]\n" + ROW,
        "hall.outline_m",
        "2 corners",
    ),
    "there and back": (
        "[hall]\noutline_m = [[0, 0], [1, 1], [0, 0]]\n" + ROW,
        "hall.outline_m",
        "2 corners",
    ),
    "outline on a line": (
        "[hall]\noutline_m = [[0, 0], [1, 1], [3, 3]]\n" + ROW,
        "hall.outline_m",
        "one line",
    ),
    "outline crosses itself": (
        "[hall]\noutline_m = [[0, 0], [4, 4], [4, 0], [0, 3]]\n" + ROW,
        "hall.outline_m",
        "crosses",
    ),
    "outline touches itself": (
        "[hall]\noutline_m = [[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]]\n" + ROW,
        "hall.outline_m",
        "itself",
    ),
    "a corner twice": (
        "[hall]\noutline_m = [[0, 0], [4, 0], [4, 0], [0, 4]]\n" + ROW,
        "hall.outline_m",
        "twice",
    ),
    "a corner of three": (
        "[hall]\noutline_m = [[0, 0, 0], [4, 0], [0, 4]]\n" + ROW,
        "hall.outline_m.0",
        "at most 2",
    ),
    "a corner as text": (
        '[hall]\noutline_m = [["0", 0], [4, 0], [0, 4]]\n' + ROW,
        "hall.outline_m.0.0",
        "number",
    ),
    "outline 1e999": (
        "[hall]\noutline_m = [[0, 0], [1e999, 0], [0, 4]]\n" + ROW,
        "hall.outline_m.1.0",
        "finite",
    ),
    "outline nan": (
        "[hall]\noutline_m = [[0, 0], [nan, 0], [0, 4]]\n" + ROW,
        "hall.outline_m.1.0",
        "finite",
    ),
    "outline too far": (
        "[hall]\noutline_m = [[0, 0], [1e5, 0], [0, 4]]\n" + ROW,
        "hall.outline_m.1.0",
        "10000",
    ),
    "finer than mm": (
        "[hall]\noutline_m = [[0, 0], [4.0005, 0], [0, 4]]\n" + ROW,
        "hall.outline_m.1.0",
        "finer",
    ),
    "axis inf": (FLOOR + "axis_deg = inf\n" + ROW, "hall.axis_deg", "finite"),
    "no cabinets": (FLOOR, "row", "no cabinet"),
    "all taken": (LEAST + "taken = [1, 2, 3, 4]\n", "", "no cabinet offers a slot"),
    "no switch anywhere": (LEAST + "switch_units = []\n", "", "no cabinet offers a slot"),
    "count 0": (FLOOR + ROW.replace("4", "0"), "row.0.count", "greater than or equal to 1"),
    "count 2.5": (FLOOR + ROW.replace("4", "2.5"), "row.0.count", "integer"),
    "count true": (FLOOR + ROW.replace("4", "true"), "row.0.count", "integer"),
    "too many": (FLOOR + ROW.replace("4", "10001"), "row.0.count", "10000"),
    "too many together": (
        FLOOR + ROW.replace("4", "6000") + ROW.replace("4", "6000"),
        "row",
        "12000 cabinets",
    ),
    "too many slots": (FLOOR + ROW.replace("4", "6000"), "row", "12000 slots"),
    "pitch 0": (LEAST + "pitch_m = 0\n", "row.0.pitch_m", "greater than 0"),
    "pitch below a mm": (LEAST + "pitch_m = 1e-10\n", "row.0.pitch_m", "below a millimetre"),
    "negative depth": (LEAST + "depth_m = -1\n", "row.0.depth_m", "greater than 0"),
    "direction nan": (LEAST + "direction_deg = nan\n", "row.0.direction_deg", "finite"),
    "front up": (LEAST + 'front = "up"\n', "row.0.front", "'left' or 'right'"),
    "row name with a blank": (FLOOR + ROW.replace('"A"', '"A B"'), "row.0.name", "pattern"),
    "row name a formula": (FLOOR + ROW.replace('"A"', '"=1+1"'), "row.0.name", "pattern"),
    "two rows of a name": (LEAST + ROW.replace("[2, 2]", "[2, 5]"), "cabinet A01", "two cabinets"),
    "two in one place": (LEAST + ROW.replace('"A"', '"B"'), "cabinet B01", "where A01 does"),
    "taken beyond": (LEAST + "taken = [5]\n", "row.0.taken", "position 5"),
    "taken twice": (LEAST + "taken = [2, 2]\n", "row.0.taken", "twice"),
    "taken by name": (LEAST + 'taken = ["A01"]\n', "row.0.taken.0", "integer"),
    "gap after the last": (
        LEAST + "gaps = [{ after = 4, gap_m = 1 }]\n",
        "row.0.gaps.0.after",
        "position 4",
    ),
    "negative gap": (
        LEAST + "gaps = [{ after = 1, gap_m = -1 }]\n",
        "row.0.gaps.0.gap_m",
        "greater than or equal",
    ),
    "gap twice": (
        LEAST + "gaps = [{ after = 1, gap_m = 1 }, { after = 1, gap_m = 1 }]\n",
        "row.0.gaps.1.after",
        "second gap",
    ),
    "unit 0": (LEAST + "switch_units = [0]\n", "row.0.switch_units", "no unit 0"),
    "unit above": (LEAST + "units = 20\nswitch_units = [21]\n", "row.0.switch_units", "units 1 to 20"),
    "unit twice": (LEAST + "switch_units = [7, 7]\n", "row.0.switch_units", "twice"),
    "slots without units": (LEAST + "slots = 3\n", "row.0.slots", "names 2"),
    "negative power": (LEAST + "power_limit_w = -1\n", "row.0.power_limit_w", "greater than or equal to 0"),
    "override beyond": (LEAST + "[[row.cabinet]]\nposition = 5\n", "row.0.cabinet.0.position", "no such"),
    "override twice": (LEAST + "[[row.cabinet]]\nposition = 1\n" * 2, "row.0.cabinet.1.position", "twice"),
    "override too high": (
        LEAST + "[[row.cabinet]]\nposition = 1\nswitch_units = [50]\n",
        "row.0.cabinet.0.switch_units",
        "no unit 50",
    ),
    "cabinet without centre": (LEAST + '[[cabinet]]\nname = "X"\n', "cabinet.0.centre_m", "required"),
    "negative slack": (
        LEAST + "[cable]\nslack_per_end_m = -1\n",
        "cable.slack_per_end_m",
        "greater than or equal",
    ),
    "pillar nowhere": (LEAST + "[[pillar]]\n", "pillar.0", "needs a place"),
    "pillar twice over": (
        LEAST + "[[pillar]]\ncorners_m = [[0, 0], [1, 0], [0, 1]]\ncentre_m = [1, 1]\nsize_m = [1, 1]\n",
        "pillar.0",
        "needs a place",
    ),
    "pillar without size": (LEAST + "[[pillar]]\ncentre_m = [1, 1]\n", "pillar.0", "needs a place"),
    "pillar crosses itself": (
        LEAST + "[[pillar]]\ncorners_m = [[0, 0], [1, 1], [1, 0], [0, 1]]\n",
        "pillar.0.corners_m",
        "crosses",
    ),
    "two pillars of a name": (
        LEAST + '[[pillar]]\nname = "P"\ncentre_m = [1, 1]\nsize_m = [1, 1]\n' * 2,
        "pillar P",
        "two pillars",
    ),
    "door without width": (
        LEAST + "[[door]]\nhinge_m = [0, 1]\njamb_m = [0, 1]\n",
        "door door-1",
        "one point",
    ),
    "door swings up": (
        LEAST + '[[door]]\nhinge_m = [0, 1]\njamb_m = [0, 2]\nswing = "up"\n',
        "door.0.swing",
        "'in', 'out' or 'none'",
    ),
    "tray of a point": (LEAST + TRAY.replace("[1, 3], [9, 3]", "[1, 3]"), "tray.0.points_m", "two points"),
    "tray stands still": (LEAST + TRAY.replace("[9, 3]", "[1, 3]"), "tray.0.points_m", "twice"),
    "tray crosses itself": (
        LEAST + TRAY.replace("[1, 3], [9, 3]", "[1, 3], [9, 3], [5, 5], [5, 1]"),
        "tray.0.points_m",
        "crosses itself",
    ),
    "tray runs back": (LEAST + TRAY.replace("[9, 3]", "[9, 3], [4, 3]"), "tray.0.points_m", "itself"),
    "tray of wood": (LEAST + TRAY + 'media = ["wood"]\n', "tray.0.media.0", "'electrical' or 'optical'"),
    "tray for nothing": (LEAST + TRAY + "media = []\n", "tray.0.media", "at least 1"),
    "tray holds nothing": (
        LEAST + TRAY + "capacity_mm2 = 0\n",
        "tray.0.capacity_mm2",
        "greater than or equal to 1",
    ),
    "tray height nan": (LEAST + TRAY.replace("2.6", "nan"), "tray.0.height_m", "finite"),
    "tray out of reach": (LEAST + TRAY + "access_m = 0.9\n", "cabinet A01", "within reach"),
    "tray island": (
        LEAST + TRAY + TRAY.replace('"T"', '"U"').replace(", 3]", ", 6]"),
        "tray U",
        "nowhere",
    ),
    "trays at two heights": (
        LEAST + TRAY + '[[tray]]\nname = "U"\npoints_m = [[4, 1], [4, 5]]\nheight_m = 2\n',
        "tray U",
        "riser",
    ),
    "trays in one another": (
        LEAST + TRAY + TRAY.replace('"T"', '"U"').replace("[1, 3]", "[8, 3]").replace("[9, 3]", "[11, 3]"),
        "tray U",
        "inside tray T",
    ),
    "riser without trays": (LEAST + "[[riser]]\nat_m = [1, 1]\n", "riser riser-1", "no tray"),
    "riser beside": (LEAST + TRAY + "[[riser]]\nat_m = [1, 1]\n", "riser riser-1", "joins no tray"),
    "riser on one tray": (LEAST + TRAY + "[[riser]]\nat_m = [2, 3]\n", "riser riser-1", "only tray T"),
    "no common medium": (
        FLOOR
        + ROW.replace("4", "1")
        + '[[row]]\nname = "B"\nstart_m = [9, 2]\ncount = 1\n'
        + '[[tray]]\nname = "T"\npoints_m = [[1, 3], [5, 3]]\nheight_m = 2\nmedia = ["optical"]\n'
        + '[[tray]]\nname = "U"\npoints_m = [[5, 3], [9, 3]]\nheight_m = 2\nmedia = ["electrical"]\n',
        "cabinets A01 and B01",
        "no trays of one medium",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files_are_refused_with_file_and_field(case, tmp_path):
    """Nobody guesses what was meant."""
    text, field, words = BAD[case]
    with pytest.raises(InputError) as refused:
        read(tmp_path, text)
    message = str(refused.value)
    assert message.startswith(f"{tmp_path}/hall.toml: {field}".rstrip(": "))
    assert words in message.removeprefix(str(tmp_path))


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
