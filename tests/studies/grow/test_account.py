"""What stays, moves, comes and goes when a network grows: ``grow``, ``diff`` and the plan files agree."""

import csv
import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.rows import network_cables, rows_of, server_cables, server_places

Cli = Callable[..., Any]
CATALOGUE = Path(__file__).parents[3] / "examples/catalogue/parts_200g.toml"
PLAN = """
room = "room.toml"
catalogue = "{catalogue}"
[network]
spec = "{spec}"
gbps = 200
{endpoints}
[servers]
rule = "{rule}"
per_cabinet = 8
[layout]
iterations = 2000
seed = {seed}
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
{taken}
switch_units = [38, 40]
power_limit_w = 9000
[[tray]]
points_m = [[1.5, 3], [10, 3]]
height_m = 2.5
access_m = 3
"""
GRID = "[grid]\nrows = 3\ncolumns = 6\ntaken = [{taken}]\n"


@dataclass(frozen=True)
class Case:
    """A network that grows, and how."""

    old: str
    new: str
    seed: int = 1
    hall: bool = True
    rule: str = "nearest"
    lost: str = ""
    match: bool = False
    weight: int = 3


CASES = {
    "uplinks make room for servers": Case("leafspine:4,4,k=2,t=6", "leafspine:4,2,k=2,t=10"),
    "a leaf becomes a spine": Case("leafspine:4,2,k=2,t=6", "leafspine:3,3,k=2,t=10", seed=2),
    "servers follow their switches": Case(
        "circulant:9:1,3", "circulant:12:1,3", hall=False, rule="same-cabinet", weight=0
    ),
    "other numbers for the switches": Case("circulant:9:1,3", "circulant:12:1,3", match=True),
    "two cabinets are lost": Case("leafspine:4,2,k=2,t=6", "leafspine:4,2,k=2,t=6", lost="3, 4"),
    "a cabinet of a grid is lost": Case("circulant:9:1,3", "circulant:9:1,3", hall=False, lost="first"),
    "a smaller network": Case("circulant:12:1,3", "circulant:9:1,3", seed=3),
}


def room(case: Case, taken: str) -> str:
    """Return the room's file with some cabinets taken."""
    if case.hall:
        return HALL.format(taken=f"taken = [{taken}]" if taken else "")
    return GRID.format(taken=taken)


@dataclass(frozen=True)
class Machine:
    """A plan file in plain terms: where each device is, and each cable's ports by ends and number."""

    spots: Mapping[str, tuple[Any, ...]]
    home: Mapping[str, str]
    cables: Mapping[tuple[str, str, int], tuple[int, int]]


def machine(path: Path) -> Machine:
    """Return what a plan file says; a server is called by its number at its switch."""
    document = json.loads(path.read_text())
    spots: dict[str, tuple[Any, ...]] = {}
    home: dict[str, str] = {}
    cables: dict[tuple[str, str, int], tuple[int, int]] = {}
    parallel: Counter[tuple[str, str]] = Counter()
    for row in network_cables(document):
        a, b = row["a"], row["b"]
        for end in (a, b):
            spots[end["switch"]] = ("slot", end["cabinet"], end["slot"])
        ends = a["switch"], b["switch"]
        parallel[ends] += 1
        cables[*ends, parallel[ends]] = (a["port"], b["port"])
    turn: Counter[str] = Counter()
    names = {name for ends in cables for name in ends[:2]}
    for one in server_places(document):
        switch, server = document["devices"]["name"][one["group"]], one["name"]
        assert switch in names
        turn[switch] += 1
        assert server == f"h{switch}-{turn[switch]}"
        spots[server], home[server] = ("unit", one["cabinet"], one["unit"]), switch
    devices = rows_of(document["devices"])
    for row in server_cables(document):
        switch, server = devices[row["a"]]["name"], devices[row["b"]]["name"]
        assert home[server] == switch
        cables[switch, server, 1] = (row["port_a"], row["port_b"])
    return Machine(spots, home, cables)


@pytest.fixture(scope="module")
def made() -> dict[str, tuple[Path, dict[str, Any], str]]:
    """Return what is made once for all tests: by case its folder and what ``grow`` said."""
    return {}


@pytest.fixture(params=CASES)
def grown(
    request: pytest.FixtureRequest,
    made: dict[str, tuple[Path, dict[str, Any], str]],
    cli: Cli,
    here: Path,
) -> tuple[Case, dict[str, Any], str]:
    """Return a case, what ``grow --json`` said, and what the terminal said; files are in this folder."""
    name = request.param
    if name in made:
        shutil.copytree(made[name][0], here, dirs_exist_ok=True)
    else:
        made[name] = (here, *grow(CASES[name], cli, here))
    return CASES[name], *made[name][1:]


def grow(case: Case, cli: Cli, here: Path) -> tuple[dict[str, Any], str]:
    """Plan the old network and grow it; return what ``grow --json`` says, and what the terminal does."""
    (here / "room.toml").write_text(room(case, ""))
    endpoints = "endpoints = 3" if case.old.startswith("circulant") else ""
    given = {"spec": case.old, "rule": case.rule, "seed": case.seed, "endpoints": endpoints}
    (here / "plan.toml").write_text(PLAN.format(catalogue=CATALOGUE, **given))
    planned = cli("plan", "plan.toml", "--out", "old")
    assert planned.code == 0, planned.err
    more: tuple[object, ...] = ()
    if case.lost:
        first = network_cables(json.loads((here / "old/plan.json").read_text()))[0]["a"]["cabinet"]
        (here / "lost.toml").write_text(room(case, case.lost if case.hall else f'"{first}"'))
        more = ("--room", "lost.toml")
    if case.match:
        (here / "match.csv").write_text("old,new\n" + "".join(f"{i},{(i + 4) % 12}\n" for i in range(9)))
        more = ("--match", "match.csv")
    command = ("grow", "old/plan.json", case.new, "--weight-touched", case.weight, "--iterations", 3000)
    told = cli(*command, *more, "--out", "first.json")
    assert told.code == 0, told.err
    files = ("--migration", "steps.csv", "--html", "grow.html", "--date", "2026-01-01", "--out", "new.json")
    return cli(*command, *more, *files, "--json").json(), told.out


def test_grow_and_diff_give_one_account(
    grown: tuple[Case, dict[str, Any], str], cli: Cli, here: Path
) -> None:
    """JSON, terminal and page of both commands, and the sums of the two plans."""
    _, document, told = grown
    assert cli("verify", "new.json").code == 0
    command = ("diff", "old/plan.json", "new.json")
    differs = cli(*command, "--json", "--html", "diff.html", "--date", "2026-01-01").json()
    assert document["account"] == differs["account"]
    assert document["counts"] == differs["counts"]
    words = [line.split()[0] for line in told.splitlines()]
    assert [word for word in words if word in {"kept", "moved", "added", "removed"}] == [
        *("kept", "moved", "added", "removed")
    ]
    old, new = machine(here / "old/plan.json"), machine(here / "new.json")
    kinds = (
        ("switches", "moved", (len(one.spots) - len(one.home) for one in (old, new))),
        ("servers", "moved", (len(one.home) for one in (old, new))),
        ("cables_between_switches", "changed", (len(one.cables) - len(one.home) for one in (old, new))),
        ("cables_to_servers", "changed", (len(one.home) for one in (old, new))),
    )
    for key, changed, (before, after) in kinds:
        own = document["account"][key]
        assert own["stay"] + own[changed] + own["removed"] == before
        assert own["stay"] + own[changed] + own["added"] == after
    page, other_page = (" ".join((here / f"{one}.html").read_text().split()) for one in ("grow", "diff"))
    between, to_servers = (
        document["account"][f"cables_{one}"] for one in ("between_switches", "to_servers")
    )
    old_cables = sum(one[key] for one in (between, to_servers) for key in ("changed", "removed"))
    assert f"{old_cables:,} old cable" in page
    assert f"{between['added'] + to_servers['added']:,} new ones laid" in page
    if not differs["unlike"]:
        said = re.search(r"[\d,]+ old cables? must be changed.*? new ones laid", page)
        assert said is not None
        assert said[0] in other_page
        removed = between["removed"] + to_servers["removed"]
        assert (f"{removed:,} of them removed" in said[0]) is bool(removed)


def test_the_account_is_that_of_the_two_files(grown: tuple[Case, dict[str, Any], str], here: Path) -> None:
    """Counted from the plan files alone: switches by their names, servers, all alike, by their places."""
    case, document, _ = grown
    old, new = machine(here / "old/plan.json"), machine(here / "new.json")
    account = document["account"]
    before = {name: spot for name, spot in old.spots.items() if name not in old.home}
    after = {name: spot for name, spot in new.spots.items() if name not in new.home}
    in_room = not case.lost or case.hall
    both = before.keys() & after.keys()
    if in_room and not case.lost:  # slots keep their numbers while the room stays
        assert account["switches"]["stay"] == sum(before[name] == after[name] for name in both)
    assert account["switches"]["added"] == len(after.keys() - before.keys())
    assert account["switches"]["removed"] == len(before.keys() - after.keys())
    assert account["switches"]["renamed"] == 0  # whatever the new network calls them
    places = [Counter(one.spots[name] for name in one.home) for one in (old, new)]
    stay, counts = (places[0] & places[1]).total(), [one.total() for one in places]
    assert account["servers"]["stay"] == stay
    assert account["servers"]["moved"] == min(counts) - stay
    assert account["servers"]["added"] == max(counts[1] - counts[0], 0)
    assert account["servers"]["removed"] == max(counts[0] - counts[1], 0)
    pairs = [
        Counter(frozenset(ends[:2]) for ends in one.cables if ends[1] not in one.home) for one in (old, new)
    ]
    assert account["cables_between_switches"]["added"] == (pairs[1] - pairs[0]).total()
    assert account["cables_between_switches"]["removed"] == (pairs[0] - pairs[1]).total()
    homes = [Counter((one.home[name], one.spots[name]) for name in one.home) for one in (old, new)]
    at_home = (homes[0] & homes[1]).total()
    cables = account["cables_to_servers"]
    assert cables["stay"] <= at_home
    assert cables["stay"] + cables["changed"] >= at_home


@pytest.mark.usefixtures("grown")
def test_no_port_holds_two_cables_on_the_way(cli: Cli, here: Path) -> None:
    """Replayed from the plan files and the CSV of the steps alone: from the old ports to the new ones."""
    differs = cli("diff", "old/plan.json", "new.json", "--json").json()
    old, new = machine(here / "old/plan.json"), machine(here / "new.json")
    names = {name: name for name in old.spots}
    for kind in ("routers", "servers"):
        for one in differs[kind]["places"]:
            if one["old_name"] and one["new"]:
                names[one["old_name"]] = one["name"]
    taken = set(new.spots)
    for name in [name for kind in ("routers", "servers") for name in differs[kind]["removed"]]:
        names[name] = f"old {name}" if name in taken else name
    held = {
        (names[end], port): frozenset(names[one] for one in ends[:2])
        for ends, ports in old.cables.items()
        for end, port in zip(ends[:2], ports, strict=True)
    }
    assert len(held) == 2 * len(old.cables)
    rows = list(csv.DictReader((here / "steps.csv").read_text().splitlines()))
    renamed = {row["item"] for row in rows if row["action"] == "rename"}
    assert renamed == {f"{a} to {b}" for a, b in names.items() if a != b and b in new.spots}
    for row in rows:
        if row["action"] not in {"unplug", "release", "plug", "replug"}:
            assert (row["source_port"], row["target_port"]) == ("", "")
            continue
        ends = row["item"].partition(" (")[0].split(" to ")
        ports = list(zip(ends, map(int, (row["source_port"], row["target_port"])), strict=True))
        if row["action"] in {"unplug", "release"}:
            assert [held.pop(port) for port in ports] == [frozenset(ends)] * 2
        else:
            assert held.keys().isdisjoint(ports), row
            held |= dict.fromkeys(ports, frozenset(ends))
    assert held == {
        (end, port): frozenset(ends[:2])
        for ends, ports in new.cables.items()
        for end, port in zip(ends[:2], ports, strict=True)
    }


def test_servers_on_ports_of_uplinks_are_counted_and_wait_for_them(cli: Cli, here: Path) -> None:
    """Four leaves give up 4 of 8 uplinks for 4 servers each: 16 cables go, 16 come, 0 between switches."""
    case = CASES["uplinks make room for servers"]
    (here / "room.toml").write_text(room(case, ""))
    text = PLAN.format(spec=case.old, rule="nearest", seed=1, catalogue=CATALOGUE, endpoints="")
    (here / "plan.toml").write_text(text)
    assert cli("plan", "plan.toml", "--out", "old").code == 0
    run = ("grow", "old/plan.json", case.new, "--weight-touched", 1000, "--iterations", 1000)
    found = cli(*run, "--migration", "steps.csv", "--out", "new.json", "--json").json()["account"]
    none = dict.fromkeys(("moved", "renamed", "exchanged", "added", "removed"), 0)
    assert found["switches"] == none | {"stay": 6, "removed": 2}
    assert found["servers"] == none | {"stay": 24, "added": 16}
    between, to_servers = found["cables_between_switches"], found["cables_to_servers"]
    assert (between["stay"], between["added"], between["removed"]) == (16, 0, 16)
    assert (to_servers["stay"], to_servers["added"], to_servers["removed"]) == (24, 16, 0)
    # Uplinks keep their ports; new servers take those that uplinks to the lost spines free.
    assert between["replugged"] == 0
    rows = list(csv.DictReader((here / "steps.csv").read_text().splitlines()))
    actions = Counter(row["action"] for row in rows)
    assert (actions["unplug"], actions["release"], actions["replug"], actions["plug"]) == (16, 0, 0, 16)


SCARCE = """
schema = 1
title = "two lengths"
currency = "EUR"
price_date = 2026-01-01
spares_percent = 0
[[cables]]
name = "AOC"
kind = "AOC"
gbps = 200
connector_a = "QSFP56"
connector_b = "QSFP56"
reach_m = 30
power_a_w = 4
power_b_w = 4
lengths = [
  { length_m = 20, part = "A-20", price = 100, breaks = [{ at_least = 10, price = 60 }] },
  { length_m = 30, part = "A-30", price = 80 },
]
[[switches]]
part = "S-8"
name = "8 ports"
cages = 8
connector = "QSFP56"
gbps = 200
power_w = 100
price = 1000
"""


def test_a_laid_cable_stays_where_the_larger_order_alone_would_buy_another(cli: Cli, here: Path) -> None:
    """6 links as A-30 at 80 EUR; 10 as A-20 at 60: the 6 stay, and 4 alone are cheapest as A-30."""
    (here / "parts.toml").write_text(SCARCE)
    (here / "plan.toml").write_text(
        'room = "grid:2x3"\ncatalogue = "parts.toml"\n[network]\nspec = "complete:4"\ngbps = 200\n'
        "endpoints = 1\n[layout]\niterations = 1000\n[parts]\nnetwork_only = true\n"
    )
    assert cli("plan", "plan.toml", "--out", "old").code == 0
    command = ("grow", "old/plan.json", "complete:5", "--endpoints", 1, "--iterations", 1000)
    command += ("--weight-touched", 1000, "--out", "new.json", "--migration", "steps.csv")
    grown = cli(*command, "--json").json()
    laid = {"stay": 6, "changed": 0, "added": 4, "removed": 0}
    parts = [cli("bom", name, "--json").json()["parts"] for name in ("old/plan.json", "new.json")]
    used = [{one["part"]: one["used"] for one in own if one["kind"] == "AOC"} for own in parts]
    assert used == [{"A-30": 6}, {"A-30": 10}]
    order = {one["part"]: (one["had"], one["needed"], one["buy"]) for one in grown["order"]["parts"]}
    assert order == {"A-30": (6, 10, 4), "S-8": (4, 5, 1)}
    assert (grown["order"]["to_buy"], grown["order"]["to_spare"]) == (4 * 80 + 1000, 0)
    assert cli("verify", "new.json", "--strict").code == 0
    assert grown["touched_cables"] == 0
    assert grown["account"]["cables_between_switches"].items() >= laid.items()
    steps = list(csv.DictReader((here / "steps.csv").read_text().splitlines()))
    assert Counter(one["action"] for one in steps if one["action"] in {"plug", "unplug"}) == {"plug": 4}
    differs = cli("diff", "old/plan.json", "new.json", "--json").json()
    assert differs["account"] == grown["account"]
    assert differs["money"]["cables_to_buy"] == 4 * 80
    assert differs["money"]["cables_left_over"] == 0


def test_networks_that_number_switches_otherwise_are_told_apart_from_larger_ones(
    cli: Cli, here: Path
) -> None:
    """Leaves 0 to 2 and spines 3 and 4 become leaves 0 to 4 and spines 5 and 6: spines are spines."""
    made = ("layout", "leafspine:3,2,k=1,t=2", "--room", "grid:2x5", "--iterations", 1000)
    assert cli(*made, "--out", "old.json").code == 0
    (here / "match.csv").write_text("old,new\n" + "".join(f"{i},{i + 2 * (i > 2)}\n" for i in range(5)))
    command = ("grow", "old.json", "leafspine:5,2,k=1,t=2", "--iterations", 1000, "--json", "--force")
    found, told = (cli(*command, *more).json() for more in ((), ("--match", "match.csv")))
    assert found["account"] == told["account"]
    assert not any("--match" in one for one in (*found["notes"], *told["notes"]))
    other = ("grow", "old.json", "circulant:7:1", "--iterations", 1000, "--json", "--force")
    said = [one for one in cli(*other).json()["notes"] if "--match" in one]
    assert len(said) == 1
    assert said[0].startswith("Only ")
