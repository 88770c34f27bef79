"""What a grown plan keeps: names of switches, ids and ports of cables; and no id is given twice."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.plans.file import document_sha256
from netfloor.plans.verify import verify_plan
from tests.fixtures.rows import by_rows, rows_of

Cli = Callable[..., Any]
Document = dict[str, Any]
#: Both ends of a cable: device and port.
Ends = tuple[tuple[str, int], tuple[str, int]]
EFFORT = ("--iterations", 2000, "-q")
CATALOGUE = Path(__file__).parents[3] / "examples/catalogue/parts_200g.toml"
HALL = """
[hall]
outline_m = [[0, 0], [12, 0], [12, 9], [0, 9]]
[[row]]
name = "A"
start_m = [2, 2]
count = 12
pitch_m = 0.6
depth_m = 1.2
switch_units = [38, 40]
[[tray]]
points_m = [[1.5, 3], [10, 3]]
height_m = 2.5
access_m = 3
"""
PLAN = f"""
room = "hall.toml"
catalogue = "{CATALOGUE}"
[network]
spec = "leafspine:4,2,k=2,t=6"
gbps = 200
[servers]
rule = "nearest"
per_cabinet = 8
[layout]
iterations = 1000
"""


def cables(path: Path) -> dict[str, Ends]:
    """Return the ends of each cable of a plan by its id."""
    document = json.loads(path.read_text())
    names = document["devices"]["name"]
    return {
        row["id"]: ((names[row["a"]], row["port_a"]), (names[row["b"]], row["port_b"]))
        for row in rows_of(document["cables"])
    }


def unordered(ends: Ends) -> frozenset[tuple[str, int]]:
    """Return both ends, whichever is first."""
    return frozenset(ends)


def grown(cli: Cli, old: Path, spec: str, name: str) -> Path:
    """Return the plan of a larger network."""
    ran = cli("grow", old, spec, *EFFORT, "--out", name)
    assert ran.code == 0, ran.err
    assert verify_plan(Path(name)).problems == ()
    return Path(name)


def assert_kept(old: Path, new: Path) -> int:
    """Check that every id of both plans has the same ends and ports; return how many there are."""
    before, after = cables(old), cables(new)
    common = before.keys() & after.keys()
    assert {name: unordered(before[name]) for name in common} == {
        name: unordered(after[name]) for name in common
    }
    ports = [end for ends in after.values() for end in ends]
    assert len(set(ports)) == len(ports)
    return len(common)


@pytest.mark.usefixtures("here")
def test_ids_and_ports_stay_over_several_steps(cli: Cli) -> None:
    """Of every cable that stays; ids of those that went are never given to others."""
    effort = ("--endpoints", 2, "--room", "grid:3x6", "--out", "one.json")
    assert cli("layout", "circulant:12:1,3", *effort, *EFFORT).code == 0
    one = Path("one.json")
    two = grown(cli, one, "circulant:15:1,3", "two.json")
    three = grown(cli, two, "circulant:18:1,3", "three.json")
    assert assert_kept(one, two) > 10
    assert assert_kept(two, three) > 10
    seen = {**cables(one), **cables(two)}
    for name, ends in cables(three).items():
        assert name not in seen or unordered(ends) == unordered(seen[name])


def test_a_tree_keeps_the_names_of_its_spines(cli: Cli, here: Path) -> None:
    """A larger tree numbers leaves where the spines were: the spines keep their names all the same."""
    (here / "hall.toml").write_text(HALL)
    (here / "plan.toml").write_text(PLAN)
    assert cli("plan", "plan.toml", "--out", "old", "-q").code == 0
    old, new = (
        here / "old/plan.json",
        grown(cli, here / "old/plan.json", "leafspine:6,2,k=2,t=6", "new.json"),
    )
    assert assert_kept(old, new) == len(cables(old))
    devices = json.loads(new.read_text())["devices"]
    spines = {ends[1][0] for name, ends in cables(old).items() if name.startswith("C")}
    assert spines == {"4", "5"}
    assert len(set(devices["name"])) == len(devices["name"])
    of_new = [name for name in cables(new) if name not in cables(old)]
    assert len(of_new) == 2 * 2 * 2 + 2 * 6


def test_servers_that_come_take_free_ports(cli: Cli, here: Path) -> None:
    """Uplinks go, servers come: what stays is not plugged elsewhere, freed ports are used again."""
    (here / "hall.toml").write_text(HALL)
    (here / "plan.toml").write_text(PLAN)
    assert cli("plan", "plan.toml", "--out", "old", "-q").code == 0
    old = here / "old/plan.json"
    new = grown(cli, old, "leafspine:4,2,k=1,t=8", "new.json")
    kept = assert_kept(old, new)
    assert kept == 4 * 2 + 4 * 6
    highest = max(port for ends in cables(new).values() for name, port in ends if name in "0123")
    assert highest == 10  # eight servers and two uplinks, in the ports of six and four


FORGED: dict[str, Callable[[Document], object]] = {
    "an id twice": by_rows("cables", lambda rows: rows[1].update(id=rows[0]["id"])),
    "another form of id": by_rows("cables", lambda rows: rows[0].update(id="cable 1")),
    "an id to come": by_rows("cables", lambda rows: rows[0].update(id="C009999")),
    "a port twice": by_rows(
        "cables", lambda rows: rows[1].update(port_a=rows[0]["port_a"], a=rows[0]["a"])
    ),
    "a port that no switch has": by_rows("cables", lambda rows: rows[0].update(port_a=20_000)),
    "two names alike": lambda plan: plan["devices"]["name"].__setitem__(1, plan["devices"]["name"][0]),
    "a name that a terminal obeys": lambda plan: plan["devices"]["name"].__setitem__(0, "a\x1b"),
    "ids counted": lambda plan: plan.pop("ports"),
    "a counter too low": lambda plan: plan.update(next_numbers=[1, 1]),
    "no counter": lambda plan: plan.pop("next_numbers"),
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_ids_and_ports_are_found(cli: Cli, here: Path, name: str) -> None:
    """However the file is signed."""
    (here / "hall.toml").write_text(HALL)
    (here / "plan.toml").write_text(PLAN)
    assert cli("plan", "plan.toml", "--out", "old", "-q").code == 0
    path = grown(cli, here / "old/plan.json", "leafspine:5,2,k=2,t=6", "new.json")
    document = json.loads(path.read_text())
    FORGED[name](document)
    document["sha256"] = document_sha256(document)
    path.write_text(json.dumps(document))
    assert verify_plan(path).problems
