"""From one file to an order: ``netfloor plan`` and ``netfloor explain``."""

import csv
import json
from pathlib import Path

import ezdxf
import openpyxl
import pytest

from netfloor.foundation.errors import EndedEarlyError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SilentObserver
from netfloor.plans.verify import verify_plan
from netfloor.studies.hall_plan.run import run_hall_plan
from tests.fixtures.rows import of_servers, server_edit, server_places

ROOT = Path(__file__).parents[3]
CATALOGUE = ROOT / "examples/catalogue/parts_200g.toml"

GRID = f"""
room = "grid:4x8"
catalogue = "{CATALOGUE}"
[network]
spec = "slimfly:5"
endpoints = 4
gbps = 200
[servers]
per_cabinet = 8
[layout]
iterations = 200_000
"""

HALL = f"""
room = "room.toml"
catalogue = "{CATALOGUE}"
[network]
spec = "random:20,3,seed=1"
endpoints = 3
gbps = 200
[servers]
rule = "nearest"
per_cabinet = 6
[layout]
iterations = 100_000
objective = "parts"
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
power_limit_w = 6000
[[row]]
name = "B"
start_m = [2, 6]
count = 12
pitch_m = 0.6
depth_m = 1.2
front = "right"
switch_units = [38, 40]
[[tray]]
points_m = [[1.5, 4], [10, 4]]
height_m = 2.5
access_m = 3
capacity_mm2 = 2000
"""


@pytest.fixture
def hall_file(here):
    """Return a request for a small hall, its room beside it."""
    (here / "room.toml").write_text(ROOM)
    (here / "hall.toml").write_text(HALL)
    return here / "hall.toml"


class EndsAt(SilentObserver):
    """Asks for an end once a step begins."""

    def __init__(self, step: str) -> None:
        self.step, self.interrupt = step, Interrupt()

    def doing(self, step: str) -> None:
        """Ask once it is the step."""
        if step == self.step:
            self.interrupt.ask()


@pytest.mark.parametrize(
    ("step", "made"),
    [
        ("lower bound on the cable", {"plan.json", "parts_200g.toml", "room.toml"}),
        ("choosing parts", {"plan.json", "parts_200g.toml", "room.toml"}),
        ("costs of the limits on servers", {"plan.json", "parts_200g.toml", "room.toml"}),
        ("writing the bill of materials", {"plan.json", "bom.json", "bom.xlsx", "bom-parts.csv"}),
        ("drawing the room", {"plan.json", "bom.json", "room.svg"}),
    ],
)
def test_an_interrupted_run_keeps_its_plan(hall_file, here, step, made):
    """Whenever somebody ends it: a whole plan that verifies, no report, the message says so."""
    observer = EndsAt(step)
    with pytest.raises(EndedEarlyError, match="is the best placement so far"):
        run_hall_plan(hall_file, here / "out", 1, observer, observer.interrupt, force=False)
    written = {path.name for path in (here / "out").iterdir()}
    assert made <= written
    assert "report.html" not in written
    assert verify_plan(here / "out/plan.json").ok


def test_everything_lies_in_the_folder_and_agrees(hall_file, here, cli):
    """Plan verified, BOM in three forms with equal sums, drawings, report that names the total."""
    done = cli("plan", str(hall_file), "--out", "out", "--json")
    assert done.code == 0, done.err
    document = done.json()
    assert sorted(document["files"]) == sorted(
        one.name for one in (here / "out").iterdir() if not one.name.startswith(".")
    )
    bill = cli("bom", "out/plan.json", "--json").json()  # by the plan's own catalogue and wishes
    assert bill["summary"] == document["summary"]
    assert verify_plan(here / "out/plan.json").problems == ()
    bom = json.loads((here / "out/bom.json").read_text())
    assert all(bom["identities"].values())
    assert bom["summary"] == document["summary"]
    rows = list(csv.DictReader((here / "out/bom-parts.csv").open()))
    total = sum(float(row["extended price (USD)"]) for row in rows)
    assert total == pytest.approx(bom["summary"]["parts_cost"])
    sheet = openpyxl.load_workbook(here / "out/bom.xlsx", data_only=True)["Parts"]
    heads = [cell.value for cell in sheet[1]]
    column = next(i for i, head in enumerate(heads) if str(head).startswith("extended price"))
    names = {row["part"] for row in rows}
    booked = sum(row[column] for row in sheet.iter_rows(min_row=2, values_only=True) if row[0] in names)
    assert booked == pytest.approx(total)
    page = (here / "out/report.html").read_text()
    assert f"{document['summary']['total_cost']:,.2f}" in page
    assert "EXAMPLE" in page
    assert "<svg" in page
    drawn = ezdxf.readfile(here / "out/room.dxf").modelspace()
    texts = [text.dxf.text for text in drawn.query('TEXT[layer=="EQUIPMENT"]')]
    used = [one for one in bom["cabinets"] if one["switches"] or one["servers"]]
    assert sorted(texts) == sorted(f"{o[kind]} {kind}" for o in used for kind in ("switches", "servers"))


def test_the_same_file_gives_the_same_bytes(hall_file, here, cli):
    """Whatever the number of workers; the screen has the checksum that sheets print."""
    for out, workers in (("a", "1"), ("b", "2")):
        made = cli("plan", str(hall_file), "--out", out, "--workers", workers, "--verbose")
        assert made.code == 0
        digest = json.loads((here / out / "plan.json").read_text())["sha256"]
        sums = [line.split() for line in made.out.splitlines() if " checksum " in line]
        assert [line[0] for line in sums] == ["plan"]
        assert sums[0][2].rstrip(",") == digest[:12]
    names = [one.name for one in (here / "a").iterdir()]
    assert all((here / "a" / name).read_bytes() == (here / "b" / name).read_bytes() for name in names)


def test_what_each_limit_on_servers_costs_is_told_alike_everywhere(hall_file, here, cli):
    """Four servers a cabinet: metres and money in JSON, on the terminal and in the report; none without."""
    first = HALL.replace("[layout]", "[layout]\nwith_servers = false")  # servers follow their switches
    hall_file.write_text(first.replace("per_cabinet = 6", "per_cabinet = 4"))
    cable = cli("plan", str(hall_file), "--out", "out", "--json").json()["server_cable"]
    with (here / "out/bom-cables.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["switch or server B"].startswith("h")]
    routed = [row["routed (m)"] for row in rows]
    assert cable["links"] == len(routed)
    assert cable["total_m"] == pytest.approx(sum(map(float, routed)))
    assert cable["gap"] == pytest.approx(cable["total_m"] / cable["least_m"] - 1)
    costs = {one["limit"]: one for one in cable["limits"]}
    dear = costs["per_cabinet"]
    assert dear["costs_m"] > 0
    assert costs["kilograms"] | {"limit": ""} == costs["reach"] | {"limit": ""}  # neither keeps anybody out
    hall_file.write_text(first.replace("per_cabinet = 6", "per_cabinet = 60"))
    free = cli("plan", str(hall_file), "--out", "free", "--json").json()
    assert free["server_cable"]["total_m"] == pytest.approx(cable["total_m"] - dear["costs_m"])
    words = f"{dear['costs_m']:,.1f}", f"{dear['costs']:,.2f}"
    page = (here / "out/report.html").read_text()
    assert all(word in page for word in words)


def test_servers_keep_out_of_what_is_kept_free(hall_file, here, cli):
    """Neither switch nor server stands there; the least is proved of the others."""
    hall_file.write_text(HALL.replace("[layout]", '[layout]\nrequire = ["keep-free=B01,B02,B03"]'))
    assert [cli("plan", str(hall_file), *way).code for way in (("--dry-run",), ("--out", "out"))] == [0, 0]
    plan = here / "out/plan.json"
    stand = {one["cabinet"] for one in server_places(json.loads(plan.read_text()))}
    assert (verify_plan(plan).problems, {"B01", "B02", "B03"} & stand) == ((), set())


def test_a_reach_holds_for_servers(hall_file, cli):
    """No cable to a server is longer; one shorter than any cable is refused with what it keeps out."""
    hall_file.write_text(HALL.replace("per_cabinet = 6", "per_cabinet = 6\nreach_m = 6"))
    done = cli("plan", str(hall_file), "--out", "out", "--json")
    assert done.code == 0, done.err
    assert done.json()["server_cable"]["longest_m"] <= 6
    assert done.json()["server_cable"]["reach_m"] == 6
    hall_file.write_text(HALL.replace("per_cabinet = 6", "per_cabinet = 6\nreach_m = 0.2"))
    done = cli("plan", str(hall_file), "--out", "other")
    assert (done.code, "room for 0" in done.err) == (4, True)


def test_no_cabinet_is_above_its_limit(hall_file, here, cli):
    """6 kW: a switch of 400 W and six servers of 820 W with their adapter; the seventh stands elsewhere."""
    assert cli("plan", str(hall_file), "--out", "out").code == 0
    cabinets = json.loads((here / "out/bom.json").read_text())["cabinets"]
    for one in cabinets:
        if one["cabinet"].startswith("A"):
            assert 400 * one["switches"] + 820 * one["servers"] <= 6000
        assert one["servers"] <= 6
    assert sum(one["servers"] for one in cabinets) == 60


def test_explained_terms_add_up_for_every_kind_of_cable(hall_file, here, cli):
    """A network cable and a server's, by catalogue and by cost set, in a hall and in a grid."""
    assert cli("plan", str(hall_file), "--out", "out").code == 0
    (here / "grid.toml").write_text(GRID)
    assert cli("plan", "grid.toml", "--out", "grid").code == 0
    for folder, cable in (("out", "C000007"), ("out", "3/2"), ("grid", "9"), ("grid", "3/2")):
        told = [
            cli("explain", f"{folder}/plan.json", cable, *options, "--json").json()
            for options in ([], ["--catalogue", str(CATALOGUE)])
        ]
        assert told[0] == told[1]  # the plan knows its catalogue
        one = told[0]
        assert sum(term["mm"] for term in one["terms"]) == one["length_mm"] == one["plan_length_mm"]
        assert one["part"] in one["why"]
        assert one["part"] not in one["why"].partition("would get")[2].split("; not ")[0]
        assert one["ordered_mm"] >= one["length_mm"]
    cli("layout", "slimfly:5", "--room", "grid:5x5", "--iterations", "1000", "--out", "bare.json")
    bare = cli("explain", "bare.json", "C000003", "--json").json()
    assert "academic set" in bare["why"]
    assert bare["ordered_mm"] >= bare["length_mm"] == sum(term["mm"] for term in bare["terms"])


def test_the_cost_of_ownership_has_the_years_and_the_tariff_that_were_asked_for(hall_file, here, cli):
    """Not those of the shipped example beside them."""
    parts = '[parts]\ncriterion = "price+power"\nyears = 3\nkwh_price = 0.31\n'
    hall_file.write_text(HALL + parts)
    assert cli("plan", str(hall_file), "--out", "out").code == 0
    page = (here / "out/report.html").read_text()
    assert "over 3 years" in page
    assert "0.31" in page
    assert "0.0895" not in page


@pytest.mark.parametrize("cable", ["C999999", "0", "1/9", "zz/1", "", "C-1", "1/0"])
def test_cables_that_are_none(hall_file, here, cli, cable):
    """A message, exit code 3."""
    assert (here / "out").exists() or cli("plan", str(hall_file), "--out", "out").code == 0
    done = cli("explain", "out/plan.json", cable)
    assert done.code == 3
    assert "NAME" in done.err


BAD = {
    "no such room": ('"room.toml"', '"nowhere.toml"', "nowhere.toml"),
    "no such catalogue": (str(CATALOGUE), "nowhere.toml", "catalogue"),
    "unknown key": ('rule = "nearest"', 'rule = "nearest"\nspeed = 3', "servers.speed"),
    "unknown rule": ('"nearest"', '"anywhere"', "servers.rule"),
    "both budgets": ("iterations = 100_000", "iterations = 100_000\nseconds = 3", "layout"),
    "no rate": ("gbps = 200", "gbps = 0", "network.gbps"),
    "NaN": ("gbps = 200", "gbps = nan", "network.gbps"),
    "unknown objective": ('"parts"', '"beauty"', "beauty"),
    "unknown network": ("random:20,3,seed=1", "starfish:5", "starfish"),
    "no servers in a cabinet": ("per_cabinet = 6", "per_cabinet = 0", "servers.per_cabinet"),
    "a file without its rule": ("per_cabinet = 6", 'per_cabinet = 6\nfile = "x.csv"', "servers"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_requests_are_refused_and_nothing_is_written(hall_file, here, cli, case):
    """Naming file and field; exit code 3."""
    old, new, word = BAD[case]
    hall_file.write_text(HALL.replace(old, new))
    done = cli("plan", str(hall_file), "--out", "out")
    assert done.code == 3, done.err
    assert word in done.err
    assert not (here / "out").exists()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("per_cabinet = 6", "per_cabinet = 1", "servers do not fit"),
        ("gbps = 200", "gbps = 400", "no switch"),
        ("random:20,3,seed=1", "random:60,3,seed=1", "slots"),
    ],
)
def test_what_does_not_fit_ends_with_code_4(hall_file, here, cli, old, new, words):
    """Servers, parts or routers; nothing is written."""
    hall_file.write_text(HALL.replace(old, new))
    done = cli("plan", str(hall_file), "--out", "out")
    assert done.code == 4, done.err
    assert words in done.err
    assert not (here / "out").exists()


def test_servers_by_file(hall_file, here, cli):
    """They stand where the file says; one missing, doubled or nowhere is refused by its line."""
    rows = [
        f"{router},{server},B{1 + (3 * router + server - 1) // 6:02d}"
        for router in range(20)
        for server in (1, 2, 3)
    ]
    text = HALL.replace('rule = "nearest"', 'rule = "file"\nfile = "servers.csv"')
    hall_file.write_text(text)
    (here / "servers.csv").write_text("router,server,cabinet\n" + "\n".join(rows) + "\n")
    done = cli("plan", str(hall_file), "--out", "out")
    assert done.code == 0, done.err
    servers = server_places(json.loads((here / "out/plan.json").read_text()))
    assert [one["cabinet"] for one in servers] == [row.split(",")[2] for row in rows]
    for broken in (rows[1:], [*rows, rows[0]], [*rows[:-1], "19,3,Z1"], [*rows[:-1], "19,4,B01"]):
        (here / "servers.csv").write_text("\n".join(broken))
        done = cli("plan", str(hall_file), "--out", "other")
        assert done.code == 3
        assert "servers.csv" in done.err


def test_cables_that_go_around_are_ordered_as_long_as_they_go(hall_file, here, cli):
    """The plan holds their ways: bill, explanation and check all know them."""
    second = """
[[tray]]
points_m = [[1.5, 4], [1.5, 4.6], [10, 4.6], [10, 4]]
height_m = 2.5
access_m = 3
capacity_mm2 = 200
"""
    (here / "room.toml").write_text(ROOM + second)
    hall_file.write_text(HALL + "[trays]\nreroute = true\nelectrical_mm2 = 60\noptical_mm2 = 60\n")
    done = cli("plan", hall_file, "--out", "out", "--json")
    assert done.code == 0, done.err
    plan = json.loads((here / "out/plan.json").read_text())
    assert plan["detours"]
    assert verify_plan(here / "out/plan.json").problems == ()
    rows = list(csv.DictReader((here / "out/bom-cables.csv").open()))
    for link, _, length_mm in plan["detours"]:
        assert float(rows[link]["routed (m)"]) == length_mm / 1000
        assert float(rows[link]["ordered (m)"]) >= length_mm / 1000
        if link < plan["totals"]["cables"]:
            told = cli("explain", "out/plan.json", str(link + 1), "--json").json()
            assert told["length_mm"] == length_mm == sum(term["mm"] for term in told["terms"])
    assert cli("bom", "out/plan.json", "--json").json()["summary"] == done.json()["summary"]


def test_spares_of_a_part_that_nobody_sells_are_refused(hall_file, here, cli):
    """Naming the field of the file."""
    hall_file.write_text(HALL + '[parts]\nspares = ["NOPE=4"]\n')
    done = cli("plan", hall_file, "--out", "out")
    assert done.code == 3
    assert "NOPE" in done.err
    assert not (here / "out").exists()


FORGED = {
    "servers that draw nothing": lambda plan: plan["hosts"]["server"].__setitem__("mw", 1),
    "switches that weigh nothing": lambda plan: plan["hosts"].__setitem__("switches", [[0, 0, 0]] * 20),
    "servers in another order": of_servers("devices", lambda rows: rows[::-1]),
    "groups in another order": lambda plan: plan["hosts"]["group"].reverse(),
    "cables of servers in another order": of_servers("cables", lambda rows: rows[::-1]),
    "no servers": lambda plan: plan.pop("hosts"),
    "a shorter detour": lambda plan: plan.__setitem__("detours", [[0, "optical", 10]]),
    "a detour of no link": lambda plan: plan.__setitem__("detours", [[10**6, "optical", 10**6]]),
    "a huge unit": server_edit(3, unit=10**9),
}


@pytest.mark.parametrize("what", FORGED)
def test_forged_servers_and_ways_are_found(hall_file, here, cli, reseal, what):
    """By verify, with the checksum made right again."""
    assert cli("plan", hall_file, "--out", "out").code == 0
    plan = json.loads((here / "out/plan.json").read_text())
    FORGED[what](plan)
    (here / "out/plan.json").write_text(json.dumps(reseal(plan)))
    assert verify_plan(here / "out/plan.json").problems
