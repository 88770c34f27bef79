"""What cabinets, air and the floor bear, by the bill."""

import json

import pytest

from netfloor.plans.verify import verify_plan
from tests.fixtures.rows import server_edit, server_places
from tests.studies.hall_plan.test_hall_plan import CATALOGUE, HALL, ROOM


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
        ("switch_units = [38, 40]", "switch_units = [38, 40]\nair_limit_w = 5725", "heat into the air"),
        ("[hall]", "[tiles]\nlimit_kg = 1\n[hall]", "tile at"),
    ],
)
def test_air_and_tiles_bear_what_the_bill_says(hall_file, here, cli, old, new, words):
    """What is within the power limit is refused where air cannot cool it, or the floor not carry it."""
    (here / "room.toml").write_text(ROOM.replace(old, new))
    done = cli("plan", hall_file, "--out", "out")
    assert done.code == 4, done.err
    assert words in done.err


LIQUID_HALL = """
[hall]
outline_m = [[0, 0], [12, 0], [12, 9], [0, 9]]
[[row]]
name = "A"
start_m = [2, 2]
count = 6
switch_units = [41, 42]
liquid_limit_w = 25000
air_limit_w = 9000
[[row]]
name = "B"
start_m = [2, 6]
count = 6
switch_units = [41, 42]
"""
LIQUID_PLAN = """
room = "room.toml"
catalogue = "parts_800g.toml"
[network]
spec = "complete:4"
endpoints = 16
gbps = 400
[servers]
rule = "nearest"
[layout]
iterations = 10_000
objective = "length"
[parts]
server = "EX-GPU8-LIQUID"
"""


def test_liquid_cooled_servers_stand_where_liquid_and_air_carry_their_heat_off(here, cli, reseal):
    """Two in a cabinet, by its liquid and its air; verify finds one elsewhere, and heat left out."""
    (here / "room.toml").write_text(LIQUID_HALL)
    (here / "hall.toml").write_text(LIQUID_PLAN)
    (here / "parts_800g.toml").write_text((CATALOGUE.parent / "parts_800g.toml").read_text())
    done = cli("plan", "hall.toml", "--out", "out")
    assert done.code == 0, done.err
    plan = json.loads((here / "out/plan.json").read_text())
    held = [one["cabinet"] for one in server_places(plan)]
    assert len(held) == 8
    assert all(name.startswith("A") and held.count(name) <= 2 for name in held)
    assert plan["hosts"]["liquid"] == {"server_mw": 11_050_000, "switches_mw": [0] * 4}
    assert cli("verify", "out/plan.json", "--strict").code == 0
    moved, dry = json.loads(json.dumps(plan)), json.loads(json.dumps(plan))
    server_edit(0, cabinet="B01")(moved)
    del dry["hosts"]["liquid"]
    for name, forged, words in (("moved", moved, "W into liquid"), ("dry", dry, "W into the air")):
        (here / f"out/{name}.json").write_text(json.dumps(reseal(forged)))
        assert any(words in one for one in verify_plan(here / f"out/{name}.json").problems), name
    (here / "room.toml").write_text(LIQUID_HALL.replace("liquid_limit_w = 25000", "liquid_limit_w = 12000"))
    refused = cli("plan", "hall.toml", "--out", "again")
    assert refused.code == 4
    assert "heat that liquid carries off" in refused.err
