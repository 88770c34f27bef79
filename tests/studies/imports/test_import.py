"""Existing fabrics become plans: placed where they stand, verified, costed, laid out again."""

import json
import shlex
from collections import Counter
from pathlib import Path

import pytest

from netfloor.exchange.imported.room import cells_of_names
from netfloor.plans.verify import verify_plan
from tests.fixtures.rows import network_cables

EDGES = (
    "router_a,cabinet_a,unit_a,router_b,cabinet_b,unit_b,length_m,gbps,type_b\n"
    "leaf1,R01C01,40,spine1,R02C03,42,10,400,switch\n"
    "leaf1,R01C01,40,spine2,R02C03,41,10,400,switch\n"
    "leaf2,R01C02,40,spine1,R02C03,42,9,400,switch\n"
    "leaf2,R01C02,40,spine1,R02C03,42,9,400,switch\n"
    "leaf1,R01C01,40,node1,R01C01,1,2,200,host\n"
    "leaf2,R01C02,40,node2,R01C02,1,2,200,host\n"
    "leaf2,R01C02,40,node3,R01C02,2,2,200,host\n"
)
HALL = """
[grid]
rows = 3
columns = 4
row_pitch_m = 2.5
column_pitch_m = 0.8
slots_per_cabinet = 4
[cable]
overhead_per_end_m = 1.5
inside_cabinet_m = 1.0
"""


@pytest.fixture
def edges(here: Path) -> Path:
    """Return an edge list of four switches and three hosts."""
    path = here / "fabric.csv"
    path.write_text(EDGES)
    return path


def placed(path):
    """Return {switch: (cabinet, slot)} as the cables of a plan say."""
    plan = json.loads(path.read_text())
    return {
        row[e]["switch"]: (row[e]["cabinet"], row[e]["slot"]) for row in network_cables(plan) for e in "ab"
    }


def test_a_fabric_is_a_plan_that_verifies(cli, edges, here):
    """Routers, parallel cables, endpoints and rate are the file's; the plan holds."""
    ran = cli("import", edges, "--from", "edges", "-o", "plan.json", "--json")
    assert ran.code == 0
    document = ran.json()
    assert (document["routers"], document["links"], document["hosts"]) == (4, 4, 3)
    assert document["link_gbps"] == 400.0
    assert verify_plan(here / "plan.json").ok
    plan = json.loads((here / "plan.json").read_text())
    assert plan["solver"]["placer"] == "imported"
    assert plan["inputs"]["network"]["endpoints_per_router"] == [1, 2, 0, 0]
    assert Counter(tuple(sorted(row[e]["switch"] for e in "ab")) for row in network_cables(plan)) == {
        ("leaf1", "spine1"): 1,
        ("leaf1", "spine2"): 1,
        ("leaf2", "spine1"): 2,
    }


def test_switches_stand_in_their_cabinets_by_height(cli, edges, here):
    """The lowest rack unit has the first slot of its cabinet."""
    cli("import", edges, "--from", "edges", "-o", "plan.json")
    where = placed(here / "plan.json")
    assert {router: cabinet for router, (cabinet, _) in where.items()} == {
        "leaf1": "R01C01",
        "leaf2": "R01C02",
        "spine1": "R02C03",
        "spine2": "R02C03",
    }
    assert where["spine2"][1] < where["spine1"][1]


def test_recorded_lengths_are_compared_with_the_rule(cli, edges):
    """By hand: 2 + 2 m at the ends, 2.0 m a row, 0.6 m a place; 2 m to the servers, as in the file."""
    found = cli("import", edges, "--from", "edges", "--json").json()["recorded_lengths"]
    rule = [4 + 2.0 + 1.2, 4 + 2.0 + 1.2, 4 + 2.0 + 0.6, 4 + 2.0 + 0.6, 2, 2, 2]
    assert found["cables"] == 7
    assert found["mean_by_rule_m"] == pytest.approx(sum(rule) / 7, abs=1e-3)
    assert found["mean_difference_m"] == pytest.approx((44 - sum(rule)) / 7, abs=1e-3)
    assert found["shorter_than_rule"] == 0


def test_the_users_room_holds_the_cabinets(cli, edges, here):
    """Its pitches count, its cabinets are found by name."""
    (here / "hall.toml").write_text(HALL)
    document = cli("import", edges, "--from", "edges", "--room", "hall.toml", "--json").json()
    assert not document["room_derived"]
    assert document["mean_cable_m"] == pytest.approx(3 + 2.5 + (2 * 1.6 + 2 * 0.8) / 4)
    assert verify_plan(here / "plan.json").ok


def test_what_layout_needs_is_written_beside(cli, edges, here):
    """``--sources``: network, room and places, which ``layout --fix`` takes; the same plan again."""
    document = cli("import", edges, "--from", "edges", "--sources", "--json").json()
    graph, room, fixed = document["files"]
    assert not verify_plan(here / "plan.json").unchecked
    ran = cli(
        "layout", f"file:{graph}", "--room", room, "--fix", fixed, "--iterations", 1, "--out", "again.json"
    )
    assert ran.code == 0
    assert placed(here / "again.json") == placed(here / "plan.json")
    assert cli("import", edges, "--from", "edges", "--sources").code == 0
    (here / room).write_text("mine")
    assert cli("import", edges, "--from", "edges", "--sources").code == 3
    assert (here / room).read_text() == "mine"


def test_the_network_is_placed_anew_as_the_import_says(cli, edges, here):
    """The command line that it prints: same routers, rate and endpoints, no more cable, its own file."""
    (here / "plans").mkdir()
    document = cli("import", edges, "--from", "edges", "--sources", "--json", "-o", "plans/p.json").json()
    before = (here / "plans/p.json").read_bytes()
    words = shlex.split(document["placing_anew"])
    assert words[0] == "netfloor"
    assert cli(*words[1:], "--iterations", 100).code == 0
    old, new = (json.loads((here / f"plans/{name}.json").read_text()) for name in ("p", "p-anew"))
    assert (here / "plans/p.json").read_bytes() == before
    for key in ("link_gbps", "endpoints_per_router", "routers"):
        assert new["inputs"]["network"][key] == old["inputs"]["network"][key]
    assert new["totals"]["total_cable_mm"] <= old["totals"]["total_cable_mm"]
    assert document["link_gbps"] == 400.0
    assert cli("import", edges, "--from", "edges", "--json", "-o", "q.json").json()["placing_anew"] == ""


@pytest.mark.parametrize(
    "command", [("cost",), ("power",), ("latency",), ("export", "--to", "netbox", "--out", "nb")]
)
def test_other_commands_take_the_plan(cli, edges, command):
    """Costed, powered, timed and exported like any plan."""
    cli("import", edges, "--from", "edges", "-o", "plan.json")
    assert cli(command[0], "plan.json", *command[1:]).code == 0


def test_a_plan_survives_export_and_import(cli, here):
    """Through NetBox's files: every router in its cabinet, every length as it was."""
    (here / "hall.toml").write_text(HALL)
    cli(
        "layout",
        "slimfly:3",
        "--room",
        "hall.toml",
        "--endpoints",
        2,
        "--iterations",
        100,
        "--out",
        "old.json",
    )
    cli("export", "old.json", "--to", "netbox", "--out", "nb")
    document = cli(
        "import", "nb", "--from", "netbox", "--room", "hall.toml", "-o", "new.json", "--json"
    ).json()
    assert document["recorded_lengths"]["mean_difference_m"] == pytest.approx(0)
    old = {name: cabinet for name, (cabinet, _) in placed(here / "old.json").items()}
    assert {name: cabinet for name, (cabinet, _) in placed(here / "new.json").items()} == old
    assert verify_plan(here / "new.json").ok


NET = (
    'switchguid=0x1(1)\nSwitch 4 "S-0000000000000001" # "factory" enhanced port 0\n'
    '[1] "S-0000000000000002"[1] # "factory" lid 1 4xHDR\n'
    'switchguid=0x2(2)\nSwitch 4 "S-0000000000000002" # "factory" enhanced port 0\n'
    '[1] "S-0000000000000001"[1] # "factory" lid 1 4xHDR\n'
)


def test_a_dump_takes_its_places_from_a_file(cli, here):
    """Ibnetdiscover knows no cabinets: names or GUIDs in a CSV do."""
    (here / "fabric.net").write_text(NET)
    refused = cli("import", "fabric.net", "--from", "ibnetdiscover")
    assert refused.code == 3
    assert "2 of 2 switches have no cabinet" in refused.err
    (here / "places.csv").write_text("router,cabinet,unit\n0x1,A07,U40\n0x0000000000000002,B09,40\n")
    ran = cli("import", "fabric.net", "--from", "ibnetdiscover", "--locations", "places.csv", "--json")
    assert ran.json()["cabinets"] == {"A07": "A07", "B09": "B09"}
    room = json.loads((here / "plan.json").read_text())["inputs"]["room"]["definition"]
    assert room["names"] == {"R01C07": "A07", "R02C09": "B09"}
    assert ran.json()["link_gbps"] == 200.0
    assert set(placed(here / "plan.json")) == {"factory-0000000000000001", "factory-0000000000000002"}
    assert verify_plan(here / "plan.json").ok


def test_a_name_map_names_the_routers(cli, here):
    """Routers of one factory name are called as the map says."""
    (here / "fabric.net").write_text(NET)
    (here / "map").write_text('# names\n0x0000000000000001 "leaf 1"\n2 "leaf 2" # too\n')
    (here / "places.csv").write_text("leaf 1,A01\nleaf 2,A02\n")
    cli(
        "import",
        "fabric.net",
        "--from",
        "ibnetdiscover",
        "--locations",
        "places.csv",
        "--node-name-map",
        "map",
    )
    assert set(placed(here / "plan.json")) == {"leaf 1", "leaf 2"}


@pytest.mark.parametrize(
    ("names", "cells"),
    [
        (["R01C03", "r2-c4"], [(0, 2), (1, 3)]),
        (["A07", "b9", "AA01"], [(0, 6), (1, 8), (26, 0)]),
        (["1-07", "2-07"], [(0, 6), (1, 6)]),
        (["R00C00", "R01C02"], [(0, 0), (1, 2)]),
        (["rack12", "rack15"], [(0, 0), (0, 3)]),
        (["x1000", "x1001"], [(0, 0), (0, 1)]),
        (["hall-b 3", "hall-a 1"], [(1, 2), (0, 0)]),
        (["x9000000", "x9000001"], None),
        (["x12", "R01C01"], None),
        (["the big one", "A01"], None),
        (["R1C1", "R90000C90000"], None),
    ],
)
def test_names_of_cabinets_say_where_they_stand(names, cells):
    """One way of naming fits them all, or --room is asked for."""
    if cells is None:
        with pytest.raises(Exception, match="or room with"):
            cells_of_names(names, (), "x")
    else:
        found = cells_of_names(names, (), "x")
        assert [found[name] for name in names] == cells


BAD = {
    "unknown format": (("--from", "excel"), "no format 'excel'"),
    "unknown room": (("--from", "edges", "--room", "grid:0x0"), "grid:0x0"),
    "room without the cabinet": (("--from", "edges", "--room", "grid:1x2"), "has no cabinet 'R02C03'"),
    "no such locations": (("--from", "edges", "--locations", "none.csv"), "none.csv"),
    "map for a format without GUIDs": (("--from", "edges", "--node-name-map", "x"), "has no GUIDs"),
    "rate of nothing": (("--from", "edges", "--gbps", "0"), "--gbps"),
    "rate not finite": (("--from", "edges", "--gbps", "nan"), "--gbps"),
    "another format's file": (("--from", "topo"), "line 1"),
    "out in no folder": (("--from", "edges", "-o", "none/plan.json"), "does not exist"),
}


@pytest.mark.parametrize(("options", "says"), BAD.values(), ids=BAD)
def test_a_bad_request_is_one_line_and_writes_nothing(cli, edges, here, options, says):
    """Exit code 3, the culprit named, no file."""
    before = sorted(here.iterdir())
    ran = cli("import", edges, *options)
    assert ran.code == 3
    assert says in ran.err
    assert ran.err.count("\n") == 1
    assert sorted(here.iterdir()) == before


LOCATIONS = {
    "unknown switch": ("spine9,A01\n", "no device 'spine9'"),
    "twice": ("leaf1,A01\nleaf1,A02\n", "is given twice"),
    "no cabinet": ("leaf1,\n", "has no name"),
    "one column": ("leaf1\n", "1 columns"),
    "four columns": ("leaf1,A01,1,x\n", "4 columns"),
    "unit": ("leaf1,A01,top\n", "unit 'top'"),
    "unknown GUID": ("0x77,A01\n", "no device '0x77'"),
    "NUL": ("leaf1,A\0\n", "NUL"),
    "quote": ('"leaf1,A01\n', "is not valid CSV"),
}


@pytest.mark.parametrize(("text", "says"), LOCATIONS.values(), ids=LOCATIONS)
def test_bad_locations_are_refused_by_their_line(cli, edges, here, text, says):
    """As any other file from outside."""
    (here / "places.csv").write_text(text)
    ran = cli("import", edges, "--from", "edges", "--locations", "places.csv")
    assert ran.code == 3
    assert says in ran.err
    assert "places.csv: line " in ran.err
    assert not (here / "plan.json").exists()


MAPS = {
    "no GUID": ("leaf one\n", "names no GUID"),
    "GUID twice": ('0x1 "a"\n0x01 "b"\n', "has a name already"),
    "no quote": ("0x1 leaf\n", "names no GUID"),
    "no name": ('0x1 ""\n', "has no name"),
    "too many digits": (f'0x{"1" * 17} "a"\n', "names no GUID"),
}


@pytest.mark.parametrize(("text", "says"), MAPS.values(), ids=MAPS)
def test_bad_name_maps_are_refused_by_their_line(cli, here, text, says):
    """One GUID and its name in quotes a line."""
    (here / "fabric.net").write_text(NET)
    (here / "map").write_text(text)
    ran = cli("import", "fabric.net", "--from", "ibnetdiscover", "--node-name-map", "map")
    assert ran.code == 3
    assert says in ran.err
    assert "map: line " in ran.err


def test_a_cabinet_too_small_is_infeasible(cli, edges, here):
    """Two switches do not fit where one does."""
    (here / "hall.toml").write_text("[grid]\nrows = 2\ncolumns = 3\nslots_per_cabinet = 1\n")
    ran = cli("import", edges, "--from", "edges", "--room", "hall.toml")
    assert ran.code == 4
    assert "R02C03" in ran.err


def test_a_fabric_in_pieces_and_a_lonely_switch_are_plans(cli, here):
    """Planes that nothing joins, and a switch with hosts alone, verify too."""
    (here / "planes.csv").write_text("a,A01,b,A02\nc,A01,d,A02\n")
    (here / "one.csv").write_text("router_a,cabinet_a,router_b,type_b\nsw,A01,h1,host\nsw,A01,h2,host\n")
    for name in ("planes", "one"):
        assert cli("import", f"{name}.csv", "--from", "edges", "-o", f"{name}.json").code == 0
        assert verify_plan(here / f"{name}.json").ok


def test_an_existing_file_is_not_replaced(cli, edges, here):
    """A plan is; anything else needs --force."""
    (here / "plan.json").write_text("mine")
    assert cli("import", edges, "--from", "edges").code == 3
    assert (here / "plan.json").read_text() == "mine"
    assert cli("import", edges, "--from", "edges", "--force").code == 0
    assert cli("import", edges, "--from", "edges").code == 0


def test_a_hall_keeps_names_and_rack_units(cli, here):
    """In a hall cabinets have their own names, and slots rack units: a switch takes its own."""
    assert cli("init", "hall", "--out", "hall.toml").code == 0
    from netfloor.rooms.room_spec import room_from_spec  # noqa: PLC0415 - for this test only

    hall = room_from_spec("hall.toml")
    names = [hall.cabinet_name(cabinet) for cabinet in range(2)]
    slots = [hall.lengths.cabinet_of_slot.tolist().index(cabinet) for cabinet in range(2)]
    last = [
        max(s for s, c in enumerate(hall.slot_cabinet.tolist()) if c == cabinet) for cabinet in range(2)
    ]
    units = [int(hall.slot_unit[slot]) for slot in last]
    assert slots != last
    (here / "f.csv").write_text(
        "router_a,cabinet_a,unit_a,router_b,cabinet_b,unit_b\n"
        f"a,{names[0]},{units[0]},b,{names[1]},{units[1]}\n"
    )
    assert cli("import", "f.csv", "--from", "edges", "--room", "hall.toml").code == 0
    assert {router: slot for router, (_, slot) in placed(here / "plan.json").items()} == {
        "a": last[0],
        "b": last[1],
    }
    assert verify_plan(here / "plan.json").ok
