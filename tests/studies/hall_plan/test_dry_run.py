"""``netfloor plan --dry-run``: what is known before anything is placed."""

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from netfloor.rooms.hosts.places import host_places
from netfloor.rooms.room_spec import room_from_spec
from netfloor.studies.hall_plan.expected import Searches
from tests.fixtures.rows import server_cables
from tests.studies.hall_plan.test_hall_plan import CATALOGUE, GRID, HALL, ROOM


@pytest.fixture
def files(here):
    """Write a request for a small hall and one for a grid."""
    (here / "room.toml").write_text(ROOM)
    (here / "hall.toml").write_text(HALL)
    (here / "grid.toml").write_text(GRID)
    return here


@pytest.mark.parametrize("name", ["hall.toml", "grid.toml"])
def test_it_is_below_the_plan_and_writes_nothing(name, files, cli):
    """The least cost is below the bill, the longest route above the plan's longest cable."""
    before = sorted(files.iterdir())
    dry = cli("plan", name, "--dry-run", "--json")
    assert (dry.code, sorted(files.iterdir())) == (0, before)
    found = dry.json()
    assert (found["fits"], found["reasons"]) == (True, [])
    planned = cli("plan", name, "--out", "out", "--json").json()
    cost = found["cost_at_least"]
    assert cost["total"] == pytest.approx(sum(value for key, value in cost.items() if key != "total"))
    assert 0 < cost["total"] <= planned["summary"]["parts_cost"]
    checks = {check["what"]: check for check in found["checks"]}
    assert (
        checks["longest optical route of the room, and part between switches"]["needed"]
        >= planned["max_cable_m"]
    )
    reach_m = [checks[f"length to a server, longest {one} part"]["there"] for one in ("copper", "optical")]
    assert reach_m[0] < reach_m[1]
    lengths = [row["length_mm"] for row in server_cables(json.loads(Path("out/plan.json").read_text()))]
    assert max(lengths) <= 1000 * max(reach_m)
    assert checks["slots for switches"]["needed"] == planned["routers"]
    assert checks["places for servers"]["needed"] == planned["servers"]
    assert all(check["verdict"] != "does not fit" for check in found["checks"])


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("grid.toml", "slimfly:5", "slimfly:7", "98 slots needed, 64 available"),
        ("grid.toml", "endpoints = 4", "endpoints = 40", "no switch of 47 ports"),
        ("grid.toml", "per_cabinet = 8", "per_cabinet = 2", "places for servers"),
        ("hall.toml", "endpoints = 3", "endpoints = 20", "places for servers: 400 servers needed"),
        ("hall.toml", "gbps = 200", "gbps = 100", "no switch"),
    ],
)
def test_what_cannot_fit_ends_with_4_and_the_reason(name, old, new, words, files, cli):
    """The reason stands in the answer and in the message, in JSON too; planning refuses it as well."""
    (files / name).write_text((files / name).read_text().replace(old, new))
    for json_option in ((), ("--json",)):
        ran = cli("plan", name, "--dry-run", *json_option)
        assert ran.code == 4
        assert words in ran.err
        assert words in (json.loads(ran.out)["reasons"][0] if json_option else ran.out)
    assert cli("plan", name, "--out", "out").code == 4
    assert not (files / "out").exists()


def test_no_row_says_that_slots_fit_where_the_answer_says_that_they_do_not(files, cli):
    """Servers beside their switches: the cabinets' limits leave too few slots, and no row counts others."""
    text = (files / "hall.toml").read_text()
    servers = re.search(r"(?ms)^\[servers\]$.*?(?=^\[)", text)[0]
    beside = '[servers]\nrule = "same-cabinet"\nper_cabinet = 2\n'
    (files / "hall.toml").write_text(text.replace(servers, beside))
    ran = cli("plan", "hall.toml", "--dry-run", "--json")
    assert ran.code == 4
    found = json.loads(ran.out)
    assert re.search(r"leave \d+ of \d+ slots", " ".join(found["reasons"]))
    assert not any("slots within limits" in check["what"] for check in found["checks"])


def test_the_longest_way_to_a_server_is_the_longest_to_any_unit(files, cli):
    """Switches are in unit 40 of 42: servers take units 39 to 1 and then 41, and unit 1 is the farthest."""
    text = (files / "hall.toml").read_text()
    (files / "hall.toml").write_text(text.replace("per_cabinet = 6", "per_cabinet = 42"))
    checks = cli("plan", "hall.toml", "--dry-run", "--json").json()["checks"]
    needed = {check["what"]: check["needed"] for check in checks}
    room = room_from_spec("room.toml")
    places = host_places(room, (1, 1), 42)
    slot, cabinet = (
        one.ravel() for one in np.meshgrid(np.arange(room.slots), np.arange(len(places.names)))
    )
    ways = [
        places.lengths_mm(room, slot.astype(np.int32), cabinet, np.full(len(slot), unit)).max()
        for unit in (1, 39, 42)
    ]
    assert ways[0] == max(ways) > max(ways[1:])
    assert needed["length to a server, longest copper part"] == max(ways) / 1000


@pytest.mark.parametrize(("capacity_mm2", "doubted", "code"), [(100, True, 6), (5_400, False, 0)])
def test_trays_that_all_cables_would_overfill_are_in_doubt(capacity_mm2, doubted, code, files, cli):
    """30 links and 60 to servers at 60 mm2 take 5,400 mm2 at most: a tray that holds it is in no doubt."""
    (files / "room.toml").write_text(ROOM.replace("= 2000", f"= {capacity_mm2}"))
    (files / "hall.toml").write_text(f"{HALL}[trays]\noptical_mm2 = 60\n")
    found = cli("plan", "hall.toml", "--dry-run", "--json").json()
    assert ("trays" in found["in_doubt"]) is doubted
    assert any("90 cables take up to 5,400 mm2" in one for one in found["warnings"]) is doubted
    assert cli("plan", "hall.toml", "--out", "out").code == code


def test_a_reserve_that_is_large_enough_is_not_asked_for_again(files, cli):
    """The watts in doubt are those of servers' cables then: no reserve for switches changes them."""
    for reserve_w, asked in ((0, True), (100, False)):
        text = HALL.replace("per_cabinet = 6", f"per_cabinet = 6\nreserve_w = {reserve_w}")
        (files / "hall.toml").write_text(text)
        (files / "room.toml").write_text(ROOM.replace("power_limit_w = 6000", "power_limit_w = 4925"))
        warned = " ".join(cli("plan", "hall.toml", "--dry-run", "--json").json()["warnings"])
        assert "above its limit of 4.92 kW" in warned
        assert ("to keep enough free" in warned) is asked


def test_links_beyond_every_part_are_counted(files, cli):
    """Where the longest part is shorter than the room, links are in doubt, but nothing is refused."""
    room = ROOM.replace("count = 12", "count = 60").replace("[12, 0], [12, 9]", "[60, 0], [60, 9]")
    (files / "room.toml").write_text(room.replace("[10, 4]", "[45, 4]"))
    found = cli("plan", "hall.toml", "--dry-run", "--json").json()
    assert found["fits"]
    assert 0 < found["links_perhaps_not_purchasable"] < 30
    assert found["in_doubt"] == ["lengths to servers", "lengths between switches", "trays"]
    assert len(found["warnings"]) == 3


def test_a_weight_that_nobody_states_is_not_0_kg(files, cli):
    """It is not known: no check is passed by it, and where a cabinet has a limit a warning says so."""
    text = CATALOGUE.read_text()
    bare = re.sub("(?m)^weight_kg.*$", "", text)
    assert bare != text
    (files / "bare.toml").write_text(bare)
    shutil.copy(CATALOGUE.with_name("parts_200g_cables.csv"), files)
    (files / "hall.toml").write_text(HALL.replace(str(CATALOGUE), "bare.toml"))
    (files / "room.toml").write_text(
        ROOM.replace("power_limit_w = 6000", "power_limit_w = 6000\nweight_limit_kg = 900")
    )
    found = cli("plan", "hall.toml", "--dry-run", "--json").json()
    (weight,) = [check for check in found["checks"] if "weight" in check["what"]]
    assert (weight["needed"], weight["verdict"]) == (None, "not known")
    assert weight["there"] == 900
    assert any("no weight" in words for words in found["warnings"])
    assert "not known" in cli("plan", "hall.toml", "--dry-run", "--verbose").out


def test_without_a_folder_a_plan_is_wrong_usage(files, cli):
    """Only a dry run needs no folder."""
    assert (files / "grid.toml").is_file()
    assert cli("plan", "grid.toml").code == 2


@pytest.mark.parametrize(
    ("searches", "text"),
    [
        (Searches(), "1 search: switches"),
        (Searches(places=2, together=True), "2 searches: switches with servers for 2 choices of places"),
        (Searches(cabinets=1), "up to 2 searches: switches, 1 of them possibly repeated in other cabinets"),
        (Searches(costs=1), "up to 2 searches: switches, then without 1 requirement in turn"),
    ],
)
def test_the_searches_of_a_run_are_counted_in_words(searches, text):
    """Choices of places, cabinets and requirements are each a search of their own."""
    assert searches.text() == text


def test_the_longest_route_of_a_large_room_is_not_missed(files, cli):
    """Of five million pairs of slots a sample is looked at, and always from corner to corner."""
    (files / "grid.toml").write_text(GRID.replace("grid:4x8", "grid:40x40"))
    lengths = room_from_spec("grid:40x40").lengths
    far_m = int(lengths.between(np.array([0]), np.array([lengths.slots - 1]))[0]) / 1000
    checks = cli("plan", "grid.toml", "--dry-run", "--json").json()["checks"]
    routes = [check["needed"] for check in checks if "route of the room" in check["what"]]
    assert routes == [far_m, far_m]


@pytest.mark.parametrize(("rule", "doubts"), [("cabinet", 0), ("row", 1)])
def test_pairs_are_in_doubt_only_where_slots_are_scarce(rule, doubts, files, cli):
    """20 switches in 36 slots: a cabinet has 2 of them, a row up to 24: a pair may not find two rows."""
    path = files / "hall.toml"
    path.write_text(path.read_text().replace("[layout]", f'[layout]\nrequire = ["apart=0,1:{rule}"]'))
    tied = rule == "row"
    if tied:  # the other row is kept free
        path.write_text(path.read_text().replace("require = [", 'require = ["keep-free=row:A", '))
    found = cli("plan", "hall.toml", "--dry-run", "--json").json()
    assert sum("requirements" in one for one in found["in_doubt"]) == doubts
    assert (cli("plan", "hall.toml", "--out", "out").code == 4) == tied


def test_watts_that_nobody_states_of_a_switch_are_left_out_and_named(files, cli):
    """Servers have watts, the switch has none: rows say what they leave out, and a limit is in doubt."""
    text = CATALOGUE.read_text()
    bare = text.replace("power_w = 400\n", "", 1)
    assert bare != text
    (files / "bare.toml").write_text(bare)
    shutil.copy(CATALOGUE.with_name("parts_200g_cables.csv"), files)
    known = cli("plan", "hall.toml", "--dry-run", "--json").json()
    (files / "hall.toml").write_text(HALL.replace(str(CATALOGUE), "bare.toml"))
    found = cli("plan", "hall.toml", "--dry-run", "--json").json()
    in_all = [{one["what"]: one for one in dry["checks"]} for dry in (known, found)]
    switches = in_all[0]["slots for switches"]["needed"]
    with_them = in_all[0]["power, total"]["needed"]
    without = in_all[1]["power, total, without EX-SW-40"]["needed"]
    assert with_them - without == pytest.approx(0.4 * switches)
    assert any("no power of EX-SW-40" in words for words in found["warnings"])
    assert not any("no power of" in words for words in known["warnings"])


def test_years_and_tariff_of_the_ownership_file_count_as_in_the_plan(files, cli):
    """`price+power` without years in the file takes those of the terms of ownership."""
    terms = 'title = "t"\ncurrency = "USD"\nyears = 4\nkwh_price = 0.2\n'
    (files / "own.toml").write_text(terms)
    text = 'ownership = "own.toml"\n' + GRID + '\n[parts]\ncriterion = "price+power"\n'
    (files / "grid.toml").write_text(text)
    assert cli("plan", "grid.toml", "--dry-run", "-q").code == 0


@pytest.mark.usefixtures("files")
def test_example_prices_are_named_where_money_of_a_search_is(cli):
    """All parts of the shipped catalogue are examples: layout, dry run and diff say so beside the money."""
    with CATALOGUE.with_name("parts_200g_cables.csv").open() as lines:
        cables = sum(not line.startswith("#") and bool(line.strip()) for line in lines) - 1
    parts = cables + CATALOGUE.read_text().count("\npart = ")
    said = f"{parts} of {parts} part numbers without a source (EXAMPLE)"
    assert said in cli("plan", "grid.toml", "--dry-run", "--json").json()["prices"]
    line = ("layout", "slimfly:3", "--endpoints", 2, "--room", "grid:4x6", "--gbps", 200)
    priced = ("--objective", "parts", "--catalogue", CATALOGUE, "--iterations", 500)
    assert said in cli(*line, *priced, "--out", "p.json").out.splitlines()[0]
    for number in (1, 2):
        Path("seed.toml").write_text(GRID.replace("200_000", f"{500 * number}\nseed = {number}"))
        assert cli("plan", "seed.toml", "--out", f"out{number}").code == 0
    assert said in cli("diff", "out1/plan.json", "out2/plan.json").out.splitlines()[0]
