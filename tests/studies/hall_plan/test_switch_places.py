"""Where a planning file lets switches be: kept, proved, compared by the bill, refused with numbers."""

import json
import random
from collections import defaultdict
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from netfloor.layout.check.hall import hall_floor
from netfloor.layout.check.hosts import rack_top_problems
from netfloor.plans.file import document_sha256
from netfloor.studies.hall_plan.switch_places import Candidates, PlaceOutcome, compared, lightest
from tests.fixtures.rows import checked_hosts, server_spots
from tests.studies.hall_plan.test_hall_plan import GRID
from tests.studies.hall_plan.test_server_ports import PLAN, ask

#: Cabinets 1, 3 and 5 of each row have three switch units on top, the others one on top and one below.
MORE = "".join(f"[[row.cabinet]]\nposition = {at}\nswitch_units = [40, 41, 42]\n" for at in (1, 3, 5))
ROWS = "".join(
    f'[[row]]\nname = "{name}"\nstart_m = [2, {y}]\ncount = 5\npitch_m = 1\nunits = 42\n'
    f"switch_units = [20, 42]\n{MORE}"
    for name, y in (("A", 2), ("B", 7))
)
HALL = "schema = 1\nhall = { outline_m = [[0, 0], [9, 0], [9, 9], [0, 9]] }\n" + ROWS
WHERE = {
    "own-racks": {"A03", "B03"},
    "row-ends": {"A01", "A05", "B01", "B05"},
    "row-middles": {"A03", "B03"},
    "rack-tops": {f"{row}0{at}" for row in "AB" for at in range(1, 6)},
}


def request(switches: str) -> None:
    """Write a request, its network, catalogue and hall."""
    ask()
    text = PLAN.format(rule="nearest").replace("grid:3x4", "hall.toml")
    text = text.replace("per_cabinet = 2", "per_cabinet = 1") + f"switches = {switches}\n"
    Path("plan.toml").write_text(text)
    Path("hall.toml").write_text(HALL)


def standing(plan: dict[str, Any]) -> tuple[dict[str, set[int]], dict[str, set[int]]]:
    """Return the units of switches and of servers in each cabinet of a plan."""
    cabinets = plan["inputs"]["room"]["definition"]["cabinets"]
    slots = [(one["name"], unit) for one in cabinets for unit in one["switch_units"]]
    switches, servers = defaultdict(set), defaultdict(set)
    for slot in plan["placement"]:
        switches[slots[slot][0]].add(slots[slot][1])
    for _, cabinet, unit in server_spots(plan):
        servers[cabinet].add(unit)
    return switches, servers


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("choice", WHERE)
def test_switches_are_where_the_file_says(choice: str, cli: Any) -> None:
    """And servers are not, but below rack tops; verify proves it, and that it is no other place."""
    request(f'"{choice}"')
    assert cli("plan", "plan.toml", "--out", "out").code == 0
    plan = json.loads(Path("out/plan.json").read_text())
    switches, servers = standing(plan)
    assert switches.keys() <= WHERE[choice]
    if choice == "rack-tops":
        assert all(min(units) > max(servers[name], default=0) for name, units in switches.items())
        assert all(min(units) > 31 for units in switches.values())
    else:
        assert not switches.keys() & servers.keys()
    assert cli("verify", "out/plan.json").code == 0
    for text in ("row-middles=A03,B01", "own-racks=A02", "rack-tops=A01"):
        plan["solver"]["requirements"][0]["text"] = text
        plan["sha256"] = document_sha256(plan)
        Path("out/forged.json").write_text(json.dumps(plan))
        assert cli("verify", "out/forged.json").code == 6


@pytest.mark.usefixtures("here")
def test_a_rack_top_is_above_servers_or_room_for_them(cli: Any) -> None:
    """A server above a switch, and a switch in a cabinet that feeds no server, are found."""
    request('"rack-tops"')
    assert cli("plan", "plan.toml", "--out", "out").code == 0
    plan = json.loads(Path("out/plan.json").read_text())
    room, hosts = plan["inputs"]["room"]["definition"], checked_hosts(plan)
    floor = hall_floor(room)
    assert list(rack_top_problems(hosts, room, floor, plan["placement"])) == []
    name = floor.names[floor.cabinet[plan["placement"][0]]]
    higher = hosts | {"servers": [[0, name, 42, [1, 1]]]}
    found = list(rack_top_problems(higher, room, floor, plan["placement"]))
    assert found[0] == f"solver.requirements: rack-tops: switch 0 is not above the servers of {name}"
    for one in room["cabinets"]:
        one["power_limit_w"] = 100
    found = list(rack_top_problems(hosts, room, floor, plan["placement"]))
    assert len(found) == 6
    assert all("has no room for a server" in text for text in found)


@pytest.mark.usefixtures("here")
def test_cabinets_of_switches_alone_have_no_rack_tops(cli: Any) -> None:
    """Nor where the file requires it: a cabinet full of switch units has no room for servers."""
    request('"anywhere"')
    every = ", ".join(str(unit) for unit in range(1, 43))
    Path("hall.toml").write_text(
        HALL.replace("3\nswitch_units = [40, 41, 42", f"3\nswitch_units = [{every}")
    )
    text = Path("plan.toml").read_text()
    Path("plan.toml").write_text(text.replace("iterations", 'require = ["rack-tops"]\niterations'))
    assert cli("plan", "plan.toml", "--out", "out").code == 0
    switches, _ = standing(json.loads(Path("out/plan.json").read_text()))
    assert not switches.keys() & {"A03", "B03"}
    assert cli("verify", "out/plan.json").code == 0
    text, few = Path("plan.toml").read_text(), '["keep-free=A01,A02,A04,A05,B01", "rack'
    Path("plan.toml").write_text(text.replace('["rack', few).replace("per_cabinet = 1", "per_cabinet = 9"))
    for how in (("--dry-run",), ("--out", "second")):
        ran = cli("plan", "plan.toml", *how)
        assert ran.code == 4
        assert "6 switches but 5 open slots on rack tops in 3 cabinets: 1 are missing" in ran.err


@pytest.mark.usefixtures("here")
def test_a_refusal_names_the_cabinets_that_servers_gave_up(cli: Any) -> None:
    """With how many servers the others hold."""
    request('"own-racks"')
    text = Path("plan.toml").read_text()
    free = 'require = ["keep-free=A01,A02,A04"]\niterations'
    Path("plan.toml").write_text(text.replace("iterations", free))
    ran = cli("plan", "plan.toml", "--out", "out")
    assert ran.code == 4
    assert "6 servers do not fit: there is room for 5" in ran.err
    assert "closed to servers: A01, A02, A03, A04, B03" in ran.err


@pytest.mark.usefixtures("here")
def test_of_several_places_the_cheapest_bill_is_kept(cli: Any) -> None:
    """Each with its copper and optics, or why it cannot be; a wider choice is no dearer than a narrower."""
    request('["anywhere", "row-middles", "own-racks", "row-ends", "rack-tops"]')
    text = Path("plan.toml").read_text()
    Path("plan.toml").write_text(text.replace("iterations", 'require = ["keep-free=A03"]\niterations'))
    dry = cli("plan", "plan.toml", "--dry-run", "--json").json()
    assert dry["warnings"][0].startswith("switches row-middles: 6 switches, but only 3 open slots")
    # with servers; own racks and row ends perhaps twice, and the one that is kept without the requirement
    assert dry["expected_seconds"]["searches"] == 7
    ran = cli("plan", "plan.toml", "--out", "out", "--json")
    assert ran.code == 0
    places = {one["switches"]: one for one in ran.json()["switch_places"]}
    assert list(places) == ["anywhere", "row-middles", "own-racks", "row-ends", "rack-tops"]
    reason = "6 switches, but only 3 open slots in row middles, in 1 cabinet: 3 are missing"
    assert places.pop("row-middles") == {"switches": "row-middles", "feasible": False, "reason": reason}
    totals = {name: one["total_cost"] for name, one in places.items()}
    assert min(totals.values()) == totals["anywhere"] == ran.json()["summary"]["total_cost"]
    assert totals["own-racks"] <= totals["row-ends"]
    assert [one["kept"] for one in places.values()].count(True) == 1
    kept = next(one for one in places.values() if one["kept"])
    assert kept["copper_cables"] + kept["optical_cables"] == ran.json()["counts"]["cables"]
    assert kept["cable_m"] == ran.json()["summary"]["routed_m"]
    bom = json.loads(Path("out/bom.json").read_text())["parts"]
    devices = sum(one["extended_price"] for one in bom if one["kind"] in ("switch", "NIC", "server"))
    cables = kept["copper_cost"] + kept["optical_cost"]
    assert cables == pytest.approx(ran.json()["summary"]["parts_cost"] - devices)
    page = Path("out/report.html").read_text()
    assert "Cost of each choice of switch places" in page
    assert reason in page


@pytest.mark.usefixtures("here")
def test_places_that_cannot_be_are_refused(cli: Any) -> None:
    """Too few slots by 4, with numbers, in a dry run too; a rule or room that does not go with it by 3."""
    request('"row-middles"')
    text = Path("plan.toml").read_text()
    Path("plan.toml").write_text(text.replace("iterations", 'require = ["keep-free=A03"]\niterations'))
    for how in (("--dry-run",), ("--out", "out")):
        ran = cli("plan", "plan.toml", *how)
        assert ran.code == 4
        assert "6 switches, but only 3 open slots in row middles" in ran.err
    for choice, words in (("row-ends", "same-cabinet"), ("rack-tops", "no units"), ("roof", "own-racks")):
        Path("grid.toml").write_text(GRID.replace("[layout]", f'[layout]\nswitches = "{choice}"'))
        for how in (("--dry-run",), ("--out", "out")):
            ran = cli("plan", "grid.toml", *how)
            assert ran.code == 3
            assert words in ran.err
            assert "switches" in ran.err


@pytest.mark.usefixtures("here")
def test_cabinets_for_switches_are_searched(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those without room for servers come first and are far away here: nearer ones are found."""
    request('"own-racks"')
    rows = HALL.replace("switch_units = [20, 42]", "switch_units = [41, 42]")
    far = '[[row]]\nname = "C"\nstart_m = [2, 38]\ncount = 2\npitch_m = 1\nunits = 3\n'
    far += "switch_units = [1, 2, 3]\n"
    Path("hall.toml").write_text(rows.replace("[9, 9], [0, 9]", "[9, 40], [0, 40]") + far)
    cents = {}
    for out in ("searched", "first"):
        ran = cli("plan", "plan.toml", "--out", out, "--json")
        (required,) = ran.json()["requirements"]
        cents[out] = ran.json()["summary"]["total_cost"]
        assert (required["requirement"] == "own-racks=C01,C02") == (out == "first")
        monkeypatch.setattr(Candidates, "better", lambda *_: None)
    assert cents["searched"] < cents["first"]
    assert cli("verify", "searched/plan.json").code == 0


def test_cabinets_with_enough_slots_weigh_the_least() -> None:
    """Beside all choices of up to six cabinets."""
    dice = random.Random(1)  # noqa: S311 - no secret
    for _ in range(60):
        slots = np.array([dice.randint(0, 5) for _ in range(dice.randint(1, 6))])
        weight = np.array([dice.randint(1, 20) for _ in slots])
        wanted = dice.randint(0, int(slots.sum()))
        every = (np.flatnonzero(one) for one in product((0, 1), repeat=len(slots)))
        least = min(int(weight[one].sum()) for one in every if slots[one].sum() >= wanted)
        taken = lightest(slots, weight, wanted)
        assert slots[taken].sum() >= wanted
        assert weight[taken].sum() == least


def test_a_wider_choice_is_no_dearer_and_the_cheapest_is_kept() -> None:
    """Beside the rule in plain words, on random bills: told in the line and in the document alike."""
    dice = random.Random(2)  # noqa: S311 - no secret
    within = {"anywhere": {*WHERE}, "own-racks": {"row-ends", "row-middles"}}
    for _ in range(60):
        found = [
            PlaceOutcome(name, reason=dice.choice(["", "", "too few"]), total_cents=dice.randint(1, 5))
            for name in dice.sample(["anywhere", *WHERE], 4)
        ]
        if all(one.reason for one in found):
            continue
        cents = {one.choice: one.total_cents for one in found if not one.reason}
        told = {one.choice: one for one in compared(found)}
        assert list(told) == [one.choice for one in found]
        assert [one.kept for one in told.values()].count(True) == 1
        for name, one in told.items():
            narrower = {cents[other]: other for other in within.get(name, ()) if other in cents}
            best = min([*narrower, *([cents[name]] if name in cents else [])], default=None)
            shown = one.to_dict()
            assert shown["feasible"] == (best is not None)
            assert shown.get("reason", "") == one.reason == ("too few" if best is None else "")
            if best is None:
                continue
            assert one.total_cents == shown["total_cost"] * 100 == best
            assert bool(one.found_as) == (cents.get(name) != best)
            assert shown["found_as"] == (one.found_as or None)
            assert not one.found_as or cents[one.found_as] == best
            assert shown["kept"] == one.kept == ("(kept" in one.words("USD"))
            assert (f"found as {one.found_as}" in one.words("USD")) == bool(one.found_as)
            assert not one.kept or best == min(cents.values())
