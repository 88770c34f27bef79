"""Hall files that are refused: the message names file and field."""

import pytest

from netfloor.foundation.errors import InputError
from netfloor.rooms.hall import read_hall

FLOOR = "[hall]\noutline_m = [[0, 0], [12, 0], [12, 8], [0, 8]]\n"
ROW = '[[row]]\nname = "A"\nstart_m = [2, 2]\ncount = 4\n'
LEAST = FLOOR + ROW
TRAY = '[[tray]]\nname = "T"\npoints_m = [[1, 3], [9, 3]]\nheight_m = 2.6\n'


def read(folder, text):
    """Write a hall file and read it."""
    path = folder / "hall.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_hall(path)


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
    "row name begun by a blank": (
        FLOOR + ROW.replace('"A"', '" AB"'),
        "row.0.name",
        "letters, digits, blanks",
    ),
    "row name a formula": (FLOOR + ROW.replace('"A"', '"=1+1"'), "row.0.name", "letters, digits"),
    "two rows of a name": (LEAST + ROW.replace("[2, 2]", "[2, 5]"), "cabinet A01", "two cabinets"),
    "two in one place": (LEAST + ROW.replace('"A"', '"B"'), "cabinet B01", "same centre as A01"),
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
    "unit 0": (LEAST + "switch_units = [0]\n", "row.0.switch_units", "unit 0 does not exist"),
    "unit above": (LEAST + "units = 20\nswitch_units = [21]\n", "row.0.switch_units", "units 1 to 20"),
    "unit twice": (LEAST + "switch_units = [7, 7]\n", "row.0.switch_units", "twice"),
    "slots without units": (LEAST + "slots = 3\n", "row.0.slots", "names 2"),
    "negative power": (LEAST + "power_limit_w = -1\n", "row.0.power_limit_w", "greater than or equal to 0"),
    "override beyond": (LEAST + "[[row.cabinet]]\nposition = 5\n", "row.0.cabinet.0.position", "no such"),
    "override twice": (LEAST + "[[row.cabinet]]\nposition = 1\n" * 2, "row.0.cabinet.1.position", "twice"),
    "override too high": (
        LEAST + "[[row.cabinet]]\nposition = 1\nswitch_units = [50]\n",
        "row.0.cabinet.0.switch_units",
        "unit 50 does not exist",
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
        "not connected to tray T",
    ),
    "trays at two heights": (
        LEAST + TRAY + '[[tray]]\nname = "U"\npoints_m = [[4, 1], [4, 5]]\nheight_m = 2\n',
        "tray U",
        "riser",
    ),
    "trays in one another": (
        LEAST + TRAY + TRAY.replace('"T"', '"U"').replace("[1, 3]", "[8, 3]").replace("[9, 3]", "[11, 3]"),
        "tray U",
        "overlaps tray T",
    ),
    "riser without trays": (LEAST + "[[riser]]\nat_m = [1, 1]\n", "riser riser-1", "no tray"),
    "riser beside": (LEAST + TRAY + "[[riser]]\nat_m = [1, 1]\n", "riser riser-1", "connects no tray"),
    "riser on one tray": (LEAST + TRAY + "[[riser]]\nat_m = [2, 3]\n", "riser riser-1", "only tray T"),
    "no common medium": (
        FLOOR
        + ROW.replace("4", "1")
        + '[[row]]\nname = "B"\nstart_m = [9, 2]\ncount = 1\n'
        + '[[tray]]\nname = "T"\npoints_m = [[1, 3], [5, 3]]\nheight_m = 2\nmedia = ["optical"]\n'
        + '[[tray]]\nname = "U"\npoints_m = [[5, 3], [9, 3]]\nheight_m = 2\nmedia = ["electrical"]\n',
        "cabinets A01 and B01",
        "no medium has a tray route",
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
