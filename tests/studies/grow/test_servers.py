"""``grow`` with servers: the old ones where they stand, the new ones around them, checked like a plan's."""

import json
from pathlib import Path

import pytest

from netfloor.plans.load import load_plan
from netfloor.plans.verify import verify_plan
from netfloor.rooms.hosts.limits import HostLimits
from netfloor.rooms.hosts.server_placement import place_hosts
from tests.fixtures.rows import server_spots

CATALOGUE = Path(__file__).parents[3] / "examples/catalogue/parts_200g.toml"
PLAN = """
room = "{room}"
catalogue = "{catalogue}"
[network]
spec = "circulant:12:1,5"
endpoints = 3
gbps = 200
[servers]
rule = "{rule}"
per_cabinet = {most}
[layout]
iterations = 5000
"""
HALL = """
[hall]
outline_m = [[0, 0], [12, 0], [12, 9], [0, 9]]
[[row]]
name = "A"
start_m = [2, 2]
count = 12
pitch_m = 0.6
depth_m = 1.2
front = "left"
switch_units = [38, 40]
power_limit_w = 6000
[[tray]]
points_m = [[1.5, 3], [10, 3]]
height_m = 2.5
access_m = 3
"""


def servers(path):
    """Return switch, cabinet and unit of every server of a plan."""
    return server_spots(json.loads(path.read_text()))


@pytest.mark.parametrize("rule", ["nearest", "same-cabinet"])
@pytest.mark.parametrize("kind", ["grid", "hall"])
def test_old_servers_stay_and_new_ones_are_placed_around_them(rule, kind, here, cli):
    """Cabinet and unit of each; the plan is verified, its least proved; a forged one is not."""
    (here / "room.toml").write_text(HALL)
    room = "grid:3x6" if kind == "grid" else "room.toml"
    (here / "plan.toml").write_text(PLAN.format(room=room, catalogue=CATALOGUE, rule=rule, most=6))
    assert cli("plan", "plan.toml", "--out", "old").code == 0
    old, new = here / "old/plan.json", here / "new.json"
    effort = ("--weight-touched", 1000, "--iterations", 3000, "--out", new)
    grown = cli("grow", old, "circulant:15:1,5", *effort, "--json")
    assert grown.code == 0, grown.err
    assert verify_plan(new).problems == ()
    counts = grown.json()["servers"]
    assert (counts["servers"], counts["stand_already"]) == (45, 36)
    assert set(servers(old)) < set(servers(new))
    if rule == "nearest":
        assert counts["least_m"] <= counts["total_m"]
        for key, value, said in (
            ("standing", [99], "repeated or unknown server"),
            ("kept_free", [servers(old)[0][1]], "is not what the requirements keep free"),
            ("proof", None, "prove"),
        ):
            forged = json.loads(new.read_text())
            forged["hosts"][key] = value or forged["hosts"]["proof"] | {"least_mm": 1}
            (here / "forged.json").write_text(json.dumps(forged))
            assert any(said in problem for problem in verify_plan(here / "forged.json").problems)


def test_a_proof_beside_standing_servers_says_that_they_stay(here, cli):
    """All free they need far less; terminal and JSON say what the least is the least of."""
    (here / "plan.toml").write_text(
        PLAN.format(room="grid:3x6", catalogue=CATALOGUE, rule="nearest", most=6)
    )
    planned = cli("plan", "plan.toml", "--out", "old", "--json")
    assert planned.code == 0, planned.err
    words = "over all choices of cabinets within the limits, with switches fixed"
    assert planned.json()["server_cable"]["least_of"] == words
    run = (
        "grow",
        "old/plan.json",
        "circulant:15:1,5",
        "--iterations",
        3000,
        "--weight-touched",
        0,
        "--out",
    )
    told, found = cli(*run, "a.json"), cli(*run, "b.json", "--json").json()["servers"]
    words += " while 36 servers keep their place and switch"
    assert found["least_of"] == words
    (line,) = (line for line in told.out.splitlines() if line.startswith("server cable"))
    assert words in line
    plan = load_plan(here / "b.json")
    devices, limits = plan.hosts.devices, HostLimits(6)
    free = place_hosts(plan.room, plan.placement.slot_of, devices, "nearest", limits)
    assert free.total_mm < found["least_m"] * 1000


@pytest.mark.parametrize("together", [True, False])
def test_new_switches_are_said_to_be_placed_without_their_servers(together, here, cli):
    """Where the old plan placed both together, and only there."""
    text = PLAN.format(room="grid:3x6", catalogue=CATALOGUE, rule="nearest", most=6)
    text += f"with_servers = {str(together).lower()}\nobjective = 'length'\n"
    (here / "plan.toml").write_text(text)
    assert cli("plan", "plan.toml", "--out", "old").code == 0
    grown = cli(
        "grow", "old/plan.json", "circulant:15:1,5", "--iterations", 500, "--out", "a.json", "--json"
    )
    assert grown.code == 0, grown.err
    assert any("placed first, by a weaker search" in note for note in grown.json()["notes"]) == together


def test_servers_whose_cabinet_is_no_more_are_placed_again(here, cli):
    """Into a room without the old plan's last row; where nothing fits, that is said with exit code 4."""
    (here / "plan.toml").write_text(
        PLAN.format(room="grid:2x8", catalogue=CATALOGUE, rule="nearest", most=3)
    )
    assert cli("plan", "plan.toml", "--out", "old").code == 0
    effort = ("--iterations", 1000, "--out", "new.json", "--json")
    grown = cli("grow", "old/plan.json", "circulant:13:1,5", "--room", "grid:1x16", *effort)
    assert grown.code == 0, grown.err
    assert grown.json()["servers"]["stand_already"] < 36
    assert verify_plan(here / "new.json").problems == ()
    full = cli("grow", "old/plan.json", "circulant:17:1,5", "--out", "full.json", "--iterations", 1000)
    assert (full.code, "do not fit" in full.err) == (4, True)


SMALLER = """
[[switches]]
part = "EX-SW-8"
name = "8 ports of 200G in QSFP56 cages"
cages = 8
connector = "QSFP56"
gbps = 200
power_w = 90
weight_kg = 6
height_u = 1
price = 3000
"""


def _ordered(here, cli, parts=""):
    """Make a plan with servers, from a catalogue with two sizes of switches in the same folder."""
    (here / "parts.toml").write_text(CATALOGUE.read_text() + SMALLER)
    cables = "parts_200g_cables.csv"
    (here / cables).write_bytes((CATALOGUE.parent / cables).read_bytes())
    text = PLAN.format(room="grid:3x12", catalogue="parts.toml", rule="nearest", most=6)
    (here / "plan.toml").write_text(f"{text}{parts}")
    made = cli("plan", "plan.toml", "--out", "old")
    assert made.code == 0, made.err


def test_a_grown_plan_keeps_its_order_and_nothing_in_it_is_unchecked(here, cli, reseal):
    """By catalogue, criterion and limits; forged watts are found; the bill is that of all the network."""
    _ordered(here, cli, "[parts]\ncriterion = 'price+power'\nyears = 3\nkwh_price = 0.2\nmax_skus = 2\n")
    grown = cli("grow", "old/plan.json", "circulant:15:1,5", "--iterations", 1000, "--out", "new.json")
    assert (grown.code, "The order is kept" in grown.err) == (0, True), grown.err
    checked = cli("verify", "new.json", "--strict")
    assert checked.code == 0, checked.out + checked.err
    old, new = (json.loads((here / name).read_text()) for name in ("old/plan.json", "new.json"))
    laid = new["order"].pop("laid")
    ids = [new["cables"]["id"][link] for one in laid for link in one["links"]]
    assert set(ids) <= set(old["cables"]["id"])
    assert new["order"] == old["order"] | {"catalogue": new["order"]["catalogue"]}
    bill = cli("bom", "new.json", "--json").json()
    assert [one["used"] for one in bill["parts"] if one["kind"] == "switch"] == [15]
    new["hosts"]["switches"][0][0] += 1
    (here / "forged.json").write_text(json.dumps(reseal(new)))
    assert any("not those of the catalogue" in one for one in verify_plan(here / "forged.json").problems)


@pytest.mark.parametrize(
    ("case", "spec", "why"),
    [
        ("larger switches", "circulant:15:1,2,3,4,5,6", "would replace 12 old switches"),
        ("other prices", "circulant:15:1,5", "has changed since the plan was made"),
        ("cabinets far apart", "circulant:15:1,5", "no part fits"),
    ],
)
def test_an_order_that_would_not_be_true_is_not_kept_and_the_reason_is_said(case, spec, why, here, cli):
    """Larger switches than those that stay, another catalogue by now, cables that nobody sells."""
    far = case == "cabinets far apart"
    _ordered(here, cli, "[parts]\nnetwork_only = true\n" * far)
    (here / "wide.toml").write_text(
        "[grid]\nrows = 3\ncolumns = 12\nrow_pitch_m = 22\ncolumn_pitch_m = 22\n"
    )
    if case == "other prices":
        for path in (here / "parts.toml", here / "old/parts.toml"):
            path.write_text(path.read_text().replace("price = ", "price = 1"))
    room = ("--room", "wide.toml") if far else ()
    grown = cli("grow", "old/plan.json", spec, *room, "--iterations", 300, "--out", "new.json")
    assert grown.code == 0, grown.err
    assert "has no order of parts" in grown.err
    assert why in grown.err
    assert json.loads((here / "new.json").read_text()).get("order") is None
    # Of a network alone nothing hangs on the devices, so nothing is left unchecked.
    assert cli("verify", "new.json", "--strict").code == (0 if far else 6)
