"""Room files: what a good one means, and how bad ones are refused."""

from importlib.resources import files
from pathlib import Path

import pytest

from netfloor.foundation.errors import InputError
from netfloor.layout.check.cables import floor_from_definition
from netfloor.layout.check.requirements import standing
from netfloor.rooms.any_room import rows_by_cabinet
from netfloor.rooms.room import GridRoom
from netfloor.rooms.room_file import MAX_SIDE, grid_from_definition, read_room

GRID = "[grid]\nrows = 3\ncolumns = 4\n"


def read(folder, text):
    """Write a room file and read it."""
    path = folder / "hall.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_room(path)


def test_the_least_file_is_the_papers_floor(tmp_path):
    """Rows and columns are enough; the rest is as in SpectralFly, the name that of the file."""
    assert read(tmp_path, GRID) == GridRoom("hall", 3, 4)


def test_every_field_reaches_the_room(tmp_path):
    """Metres become millimetres, blocks become cells."""
    text = """
schema = 1
name = "north"
[grid]
rows = 4
columns = 5
row_pitch_m = 2.1
column_pitch_m = 1
slots_per_cabinet = 3
missing = ["R1C1-R2C2", "R4C5"]
taken = ["R3C3"]
[cable]
overhead_per_end_m = 1.255
inside_cabinet_m = 0
"""
    assert read(tmp_path, text) == GridRoom(
        name="north",
        rows=4,
        columns=5,
        row_pitch_mm=2100,
        column_pitch_mm=1000,
        slots_per_cabinet=3,
        overhead_mm=1255,
        inside_mm=0,
        missing=frozenset({(0, 0), (0, 1), (1, 0), (1, 1), (3, 4)}),
        taken=frozenset({(2, 2)}),
    )


def test_cabinets_may_be_written_with_leading_zeros_and_twice(tmp_path):
    """As netfloor itself writes them; what stands twice counts once."""
    room = read(tmp_path, GRID + 'missing = ["R01C02", "R1C2", "R1C1-R1C3"]')
    assert room.missing == {(0, 0), (0, 1), (0, 2)}


def test_the_commented_starter_file_is_a_good_one(tmp_path):
    """`netfloor init grid` writes a file that can be read."""
    text = (files("netfloor") / "starter_files" / "grid.toml").read_text(encoding="utf-8")
    room = read(tmp_path, text)
    assert room.slots == 2 * (6 * 20 - 3)


#: Text of the file, the field that the message must name, and part of what it must say.
BAD = {
    "empty": ("", "", "is empty"),
    "blank": (" \n\t\n", "", "is empty"),
    "a comment only": ("# nothing\n", "grid", "required"),
    "no TOML": ("<xml/>", "", "not valid TOML"),
    "JSON": ('{"grid": {"rows": 3}}', "", "not valid TOML"),
    "binary": (b"\xff\xfe\x00", "line 1", "UTF-8"),
    "a key twice": (GRID + "rows = 4", "", "not valid TOML"),
    "newer schema": ("schema = 2\n" + GRID, "schema", "less than or equal to 1"),
    "schema 0": ("schema = 0\n" + GRID, "schema", "greater than or equal to 1"),
    "schema as text": ('schema = "1"\n' + GRID, "schema", "integer"),
    "schema as boolean": ("schema = true\n" + GRID, "schema", "integer"),
    "unknown key on top": (
        "rows = 3\n" + GRID,
        "rows",
        "unknown key; known: schema, name, grid, cable",
    ),
    "unknown table": (GRID + "[cables]\n", "cables", "unknown key"),
    "unknown key in the grid": (GRID + "pitch = 2.0", "grid.pitch", "unknown key"),
    "unknown key of the cable": (GRID + "[cable]\nslack_m = 1", "cable.slack_m", "unknown key"),
    "grid is not a table": ("grid = 3", "grid", "dictionary"),
    "name is a number": ("name = 3\n" + GRID, "name", "string"),
    "endless name": (f'name = "{"x" * 101}"\n' + GRID, "name", "at most 100"),
    "no rows": ("[grid]\ncolumns = 4", "grid.rows", "required"),
    "no columns": ("[grid]\nrows = 4", "grid.columns", "required"),
    "zero rows": ("[grid]\nrows = 0\ncolumns = 4", "grid.rows", "got 0"),
    "negative columns": ("[grid]\nrows = 3\ncolumns = -4", "grid.columns", "got -4"),
    "rows as text": ('[grid]\nrows = "3"\ncolumns = 4', "grid.rows", "got '3'"),
    "rows as boolean": ("[grid]\nrows = true\ncolumns = 4", "grid.rows", "got True"),
    "rows as a fraction": ("[grid]\nrows = 2.5\ncolumns = 4", "grid.rows", "got 2.5"),
    "rows as a list": ("[grid]\nrows = [3]\ncolumns = 4", "grid.rows", "integer"),
    "rows as a date": ("[grid]\nrows = 2024-01-01\ncolumns = 4", "grid.rows", "integer"),
    "too many rows": (f"[grid]\nrows = {MAX_SIDE + 1}\ncolumns = 1", "grid.rows", f"{MAX_SIDE}"),
    "too many cabinets": ("[grid]\nrows = 1001\ncolumns = 1000", "grid", "at most 1000000"),
    "rows beyond any machine": (f"[grid]\nrows = 0x{'F' * 5000}\ncolumns = 4", "grid.rows", "20000 bits"),
    "pitch of zero": (GRID + "row_pitch_m = 0", "grid.row_pitch_m", "greater than 0"),
    "negative pitch": (GRID + "column_pitch_m = -0.6", "grid.column_pitch_m", "got -0.6"),
    "pitch not a number": (GRID + "row_pitch_m = nan", "grid.row_pitch_m", "finite"),
    "infinite pitch": (GRID + "row_pitch_m = inf", "grid.row_pitch_m", "finite"),
    "pitch minus infinity": (GRID + "row_pitch_m = -inf", "grid.row_pitch_m", "finite"),
    "pitch as text": (GRID + 'row_pitch_m = "2.0"', "grid.row_pitch_m", "got '2.0'"),
    "pitch as boolean": (GRID + "column_pitch_m = true", "grid.column_pitch_m", "got True"),
    "pitch finer than a millimetre": (
        GRID + "column_pitch_m = 0.6005",
        "grid.column_pitch_m",
        "finer than a",
    ),
    "pitch far below a millimetre": (GRID + "column_pitch_m = 1e-12", "grid.column_pitch_m", "millimetre"),
    "pitch of a country": (GRID + "row_pitch_m = 10001", "grid.row_pitch_m", "10000"),
    "pitch beyond any number": (GRID + f"row_pitch_m = 1{'0' * 400}", "grid.row_pitch_m", "number"),
    "no slots": (GRID + "slots_per_cabinet = 0", "grid.slots_per_cabinet", "got 0"),
    "too many slots": (GRID + "slots_per_cabinet = 1001", "grid.slots_per_cabinet", "1000"),
    "missing is text": (GRID + 'missing = "R1C1"', "grid.missing", "list"),
    "missing holds a number": (GRID + "missing = [11]", "grid.missing.0", "string"),
    "missing names no cabinet": (GRID + 'missing = ["C1R1"]', "grid.missing", "'C1R1' names no cabinet"),
    "missing in small letters": (GRID + 'missing = ["r1c1"]', "grid.missing", "names no cabinet"),
    "missing half a block": (GRID + 'missing = ["R1C1-"]', "grid.missing", "names no cabinet"),
    "missing outside": (GRID + 'missing = ["R4C1"]', "grid.missing", "R1C1 to R3C4"),
    "missing counted from zero": (GRID + 'missing = ["R0C1"]', "grid.missing", "outside the grid"),
    "missing block reversed": (GRID + 'missing = ["R2C2-R1C1"]', "grid.missing", "small first"),
    "missing block reversed along a row": (GRID + 'missing = ["R1C3-R2C1"]', "grid.missing", "small first"),
    "taken outside": (GRID + 'taken = ["R1C5"]', "grid.taken", "outside the grid"),
    "no cabinet left": (
        GRID + 'missing = ["R1C1-R3C3"]\ntaken = ["R1C4-R3C4"]',
        "grid",
        "no usable cabinet is left",
    ),
    "negative overhead": (GRID + "[cable]\noverhead_per_end_m = -1", "cable.overhead_per_end_m", "got -1"),
    "overhead not a number": (
        GRID + "[cable]\noverhead_per_end_m = nan",
        "cable.overhead_per_end_m",
        "finite",
    ),
    "negative inside": (GRID + "[cable]\ninside_cabinet_m = -2.0", "cable.inside_cabinet_m", "got -2.0"),
    "inside as boolean": (
        GRID + "[cable]\ninside_cabinet_m = false",
        "cable.inside_cabinet_m",
        "got False",
    ),
    "inside finer than a millimetre": (
        GRID + "[cable]\ninside_cabinet_m = 2.0001",
        "cable.inside_cabinet_m",
        "finer than a millimetre",
    ),
}


@pytest.mark.parametrize(("text", "field", "part"), BAD.values(), ids=BAD)
def test_a_bad_file_is_refused_naming_file_and_field(tmp_path, text, field, part):
    """One message, short enough to be read: file, field, what is wrong."""
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'hall.toml'}: {field}")
    assert part in message
    assert len(message) < len(str(tmp_path)) + 500


def test_a_missing_file_or_a_folder_is_refused(tmp_path):
    """Named, with the reason."""
    with pytest.raises(InputError, match="No such file"):
        read_room(tmp_path / "nowhere.toml")
    with pytest.raises(InputError, match="not a regular file"):
        read_room(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"rows": 0},
        {"rows": 2.0},
        {"rows": True},
        {"rows": 100_000, "columns": 100_000},
        {"row_pitch_mm": 0},
        {"row_pitch_mm": 10**8},
        {"inside_cabinet_mm": -1},
        {"inside_cabinet_mm": "2000"},
        {"missing": ["R9C9"]},
        {"missing": "R1C1"},
        {"colour": "blue"},
        {"name": None},
    ],
    ids=str,
)
def test_a_tampered_definition_is_refused(change):
    """A plan's room is read as strictly as a file."""
    definition = {**GridRoom("x", 2, 3).definition(), **change}
    with pytest.raises(InputError, match=r"^plan\.json"):
        grid_from_definition(definition, "plan.json")


@pytest.mark.parametrize("key", GridRoom("x", 2, 3).definition())
def test_a_definition_that_lacks_a_field_is_refused(key):
    """Nothing is guessed."""
    definition = {k: value for k, value in GridRoom("x", 2, 3).definition().items() if k != key}
    with pytest.raises(InputError, match=f"plan: {key}: field required"):
        grid_from_definition(definition, "plan")


@pytest.mark.parametrize("more", ["slots_per_cabinet = 1000", f"missing = {['R1C1-R1000C1000'] * 3000}"])
def test_a_room_that_nobody_means_is_refused(more: str, tmp_path: Path) -> None:
    """Of 10^9 slots, or with 3,000 blocks of missing cabinets: before any of it is built."""
    path = tmp_path / "room.toml"
    path.write_text(f"[grid]\nrows = 1000\ncolumns = 1000\n{more}\n")
    with pytest.raises(InputError, match=r"slots would need|names more than"):
        read_room(path)


NAMES = GRID + '[grid.names]\nR1C1 = "x3000"\nR2C3 = "Rack 7"\nR3C4 = "R03C04"\n'


def test_cabinets_have_the_names_on_their_doors(tmp_path):
    """Blanks are allowed; a name that says the place anyway is none of its own."""
    room = read(tmp_path, NAMES)
    assert [room.cabinet_name(number) for number in (0, 1, 6, 11)] == [
        "x3000",
        "R01C02",
        "Rack 7",
        "R03C04",
    ]
    assert room.definition()["names"] == {"R01C01": "x3000", "R02C03": "Rack 7"}
    assert grid_from_definition(room.definition(), "plan") == room
    assert rows_by_cabinet(room)["Rack 7"] == "2"
    floor = floor_from_definition(room.definition())
    assert floor.names == tuple(room.cabinet_name(number) for number in range(12))
    assert standing(floor, room.definition()).rows == rows_by_cabinet(room)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('R1C2 = "x3000"', "two cabinets have the same name"),
        ('R1C2 = "R01C03"', "two cabinets have the same name"),
        ('R9C1 = "y"', "outside the grid"),
        ('"R1C1-R1C2" = "y"', "does not name a single cabinet"),
        ('R01C01 = "y"', "does not name a single cabinet"),
        ('R1C2 = " y"', "grid.names.R1C2"),
        ('R1C2 = "a\\tb"', "grid.names.R1C2"),
        ('R1C2 = ""', "grid.names.R1C2"),
    ],
)
def test_names_that_cannot_be_on_doors_are_refused(tmp_path, line, words):
    """Each names its place."""
    with pytest.raises(InputError, match=words):
        read(tmp_path, f"{NAMES}{line}\n")


def test_a_door_may_have_the_default_name_of_a_missing_cabinet():
    """Racks R00C01 and R01C02 in cells (0, 0) and (1, 1): the missing cell (0, 1) would be R01C02."""
    doors = (((0, 0), "R00C01"), ((1, 1), "R01C02"))
    room = GridRoom("x", 2, 2, missing=frozenset({(0, 1), (1, 0)}), names=doors)
    assert rows_by_cabinet(room) == {"R00C01": "1", "R01C02": "2", "R02C01": "2"}
    with pytest.raises(ValueError, match="the same name"):
        GridRoom("x", 2, 2, missing=frozenset({(1, 0)}), names=doors)
