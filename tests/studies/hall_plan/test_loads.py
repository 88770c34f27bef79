"""What cabinets, air and the floor bear, by the bill."""

import json

import pytest

from tests.studies.hall_plan.test_hall_plan import HALL, ROOM


@pytest.fixture
def hall_file(here):
    """Return a request for a small hall, its room beside it."""
    (here / "room.toml").write_text(ROOM)
    (here / "hall.toml").write_text(HALL)
    return here / "hall.toml"


def test_transceivers_and_cables_count_against_the_limit(hall_file, here, cli):
    """What devices alone leave room for is refused with the cabinet; a reserve makes it fit."""
    tight = ROOM.replace("power_limit_w = 6000", "power_limit_w = 5325")
    both = tight.replace("switch_units = [38, 40]", "switch_units = [38, 40]\npower_limit_w = 4905")
    (here / "room.toml").write_text(both)
    done = cli("plan", hall_file, "--out", "out")
    assert done.code == 4, done.err
    assert "reserve_w" in done.err
    hall_file.write_text(HALL.replace("per_cabinet = 6", "per_cabinet = 6\nreserve_w = 60"))
    done = cli("plan", hall_file, "--out", "out")
    assert done.code == 0, done.err
    for one in json.loads((here / "out/bom.json").read_text())["cabinets"]:
        assert one["power_w"] <= (5325 if one["cabinet"].startswith("A") else 4905)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("switch_units = [38, 40]", "switch_units = [38, 40]\nair_limit_w = 5755", "heat into the air"),
        ("[hall]", "[tiles]\nlimit_kg = 1\n[hall]", "tile at"),
    ],
)
def test_air_and_tiles_bear_what_the_bill_says(hall_file, here, cli, old, new, words):
    """What is within the power limit is refused where air cannot cool it, or the floor not carry it."""
    (here / "room.toml").write_text(ROOM.replace(old, new))
    done = cli("plan", hall_file, "--out", "out")
    assert done.code == 4, done.err
    assert words in done.err
