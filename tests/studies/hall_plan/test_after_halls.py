"""What comes after a plan in a hall: servers, parts of a catalogue, ways around full trays."""

import csv
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.plans.verify import verify_plan
from netfloor.studies.hall_plan.run import run_hall_plan
from tests.fixtures.rows import network_cables, server_places, server_spots

Cli = Callable[..., Any]
CATALOGUE = Path(__file__).parents[3] / "examples/catalogue/parts_200g.toml"
HALL = f"""
room = "room.toml"
catalogue = "{CATALOGUE}"
[network]
spec = "random:20,3,seed=1"
endpoints = 3
gbps = 200
[servers]
rule = "RULE"
per_cabinet = MOST
[layout]
iterations = 20_000
MORE
"""
ROOM = """
[hall]
outline_m = [[0, 0], [12, 0], [12, 9], [0, 9]]
[cable]
slack_per_end_m = 0.3
inside_cabinet_m = 0.5
[[row]]
name = "A"
start_m = [2, 2]
count = 12
pitch_m = 0.6
depth_m = 1.2
front = "left"
switch_units = [40]
[[row]]
name = "B"
start_m = [2, 5]
count = 12
pitch_m = 0.6
depth_m = 1.2
front = "right"
switch_units = [38, 40]
[[tray]]
points_m = [[1.5, 3.8], [10, 3.8]]
height_m = 2.5
access_m = 4
capacity_mm2 = 300
[[tray]]
points_m = [[1.5, 3.8], [1.5, 4.6], [10, 4.6], [10, 3.8]]
height_m = 2.5
access_m = 3
capacity_mm2 = 200
"""
DETOURS = "[trays]\nreroute = true\nelectrical_mm2 = 60\noptical_mm2 = 60"
BY_FILE = 'file"\nfile = "servers.csv'
ASKED = {
    "near": ("nearest", 6, ""),
    "around": ("nearest", 6, DETOURS),
    "by_file": (BY_FILE, 6, ""),
    "beside": ("same-cabinet", 3, ""),
}


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of plans of one network in one hall, each in a folder of its own."""
    folder = tmp_path_factory.mktemp("halls")
    (folder / "room.toml").write_text(ROOM)
    rows = [f"{r},{s},B{1 + (3 * r + s - 1) // 6:02d}" for r in range(20) for s in (1, 2, 3)]
    (folder / "servers.csv").write_text("\n".join(rows) + "\n")
    for name, (rule, most, more) in ASKED.items():
        text = HALL.replace("RULE", rule).replace("MOST", str(most)).replace("MORE", more)
        (folder / f"{name}.toml").write_text(text)
        run_hall_plan(folder / f"{name}.toml", folder / name, 1, SILENT, Interrupt(), force=False)
    return folder


@pytest.fixture
def around(planned: Path) -> Path:
    """Return a plan of which some cables go around full trays."""
    path = planned / "around/plan.json"
    assert any(link < 30 for link, _, _ in json.loads(path.read_text())["detours"])
    return path


def test_a_baseline_knows_the_ways_around_full_trays(cli: Cli, around: Path) -> None:
    """Money and latency of the plan as it stands are those of the other commands."""
    base = cli("whatif", around, "--set", "reach=4", "--catalogue", "slimfly-2014", "--json", "-q").json()[
        "baseline"
    ]["figures"]
    bill = cli("cost", around, "--json").json()
    latency = cli("latency", around, "--switch-ns", 100, "--json").json()["latency"][0]
    assert base["bill_cost"] == bill["total_cost"]
    assert base["total_cable_m"] == sum(one["routed_m"] for one in bill["by_medium"].values())
    assert base["mean_latency_ns"] == latency["mean_latency_ns"]


def test_slack_lengthens_ways_around_too(cli: Cli, around: Path) -> None:
    """Half a metre more at each end is one metre for every cable between cabinets."""
    said = cli("whatif", around, "--set", "overhead=0.8", "--json", "-q").json()
    rows = network_cables(json.loads(around.read_text()))
    apart = sum(row["a"]["cabinet"] != row["b"]["cabinet"] for row in rows)
    assert said["points"][0]["differences"]["total_cable_m"] == pytest.approx(apart)


def test_a_cabinet_of_servers_cannot_be_taken(cli: Cli, planned: Path) -> None:
    """Even if no router stands in it."""
    plan = json.loads((planned / "by_file/plan.json").read_text())
    routers = {row[end]["cabinet"] for row in network_cables(plan) for end in ("a", "b")}
    alone = next(one["cabinet"] for one in server_places(plan) if one["cabinet"] not in routers)
    ran = cli("whatif", planned / "by_file/plan.json", "--set", f"taken={alone}")
    assert ran.code == 3
    assert alone in ran.err


def test_what_is_left_alone_keeps_its_way_around(cli: Cli, around: Path, here: Path) -> None:
    """The same network with a huge weight: nothing is touched, and the plan says the same ways."""
    effort = ("--weight-touched", 1e6, "--iterations", 2000, "--json", "-q")
    said = cli("grow", around, "random:20,3,seed=1", *effort).json()
    assert (said["touched_cables"], said["least_touched_cables"], said["counts"]["touched"]) == (0, 0, 0)
    old, new = (json.loads(path.read_text()) for path in (around, here / "grown.json"))
    assert new["detours"] == [way for way in old["detours"] if way[0] < 30]
    assert verify_plan(here / "grown.json").problems == ()


def test_growth_leaves_room_for_servers(cli: Cli, planned: Path, here: Path) -> None:
    """A cabinet for three servers holds one router with three, however many slots it has."""
    command = ("grow", planned / "beside/plan.json", "random:22,3,seed=4", "--iterations", 2000)
    assert cli(*command, "-q").code == 0
    cables = network_cables(json.loads((here / "grown.json").read_text()))
    stands = {(row[end]["switch"], row[end]["cabinet"]) for row in cables for end in ("a", "b")}
    assert max(Counter(cabinet for _, cabinet in stands).values()) == 1


def test_servers_that_move_are_a_difference(cli: Cli, planned: Path) -> None:
    """No switch moves; of servers, all alike, those in places that only one plan has, named with them."""
    paths = [planned / name / "plan.json" for name in ("near", "by_file")]
    said = cli("diff", *paths, "--json", "-q").json()
    places = [server_spots(json.loads(path.read_text())) for path in paths]
    before, after = (Counter(one[1:] for one in side) for side in places)
    assert said["equal"] is False
    assert said["routers"]["moved"] == []
    assert len(said["servers"]["moved"]) == (after - before).total() > 0
    assert said["account"]["servers"]["stay"] == (before & after).total()
    for one in said["servers"]["places"]:
        router, number = map(int, one["name"][1:].split("-"))
        _, cabinet, unit = places[1][3 * router + number - 1]
        assert one["new"] == {"cabinet": cabinet, "position": unit, "unit": unit}


@pytest.mark.parametrize("other", ["around", "by_file", "beside"])
def test_plans_of_a_catalogue_differ_by_their_bills(cli: Cli, planned: Path, other: str) -> None:
    """Money is the difference of the bills, metres those of the cables' sheets, parts the catalogue's."""
    folders = [planned / name for name in ("near", other)]
    said = cli("diff", *(folder / "plan.json" for folder in folders), "--json", "-q").json()
    bills = [json.loads((folder / "bom.json").read_text())["summary"] for folder in folders]
    sheets = [list(csv.DictReader((folder / "bom-cables.csv").open())) for folder in folders]
    metres = [sum(float(row["routed (m)"]) for row in sheet) for sheet in sheets]
    assert said["money"]["total_cost_change"] == pytest.approx(
        bills[1]["total_cost"] - bills[0]["total_cost"]
    )
    assert said["metres"]["total_cable_change_m"] == pytest.approx(metres[1] - metres[0])
    known = {row["part"] for sheet in sheets for row in sheet}
    assert {one["new"]["part"].split(" + ")[0] for one in said["cables"] if one["new"]} <= known
    costs = [said[side]["figures"]["cable_cost"] for side in ("old", "new")]
    for folder, sheet, side in zip(folders, sheets, ("old", "new"), strict=True):
        parts = csv.DictReader((folder / "bom-parts.csv").open())
        unit = {row["part"]: float(row["unit price (USD)"]) for row in parts}
        without_spares = sum(unit[row["part"]] for row in sheet if row["link"].startswith("C"))
        assert said[side]["figures"]["cable_cost"] >= without_spares
    assert said["money"]["cable_cost_change"] == pytest.approx(costs[1] - costs[0])
