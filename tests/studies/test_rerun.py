"""``verify --rerun`` solves a plan again as it records, and compares the bytes."""

import json
from pathlib import Path

import pytest

from tests.fixtures.commands import Cli, rehash

RANDOM = ("layout", "random:8,3,seed=1", "--room", "grid.toml", "--iterations", "500", "--quiet")
GRID = "[grid]\nrows = 3\ncolumns = 3\n"


@pytest.mark.parametrize(
    "more",
    [
        (),
        ("--objective", "money", "--reach", "3", "--seed", "4", "--chains", "2"),
        ("--require", "keep-free=R01C01", "--fix", "fix.csv"),
        ("--placer", "exact", "--room", "grid:2x2"),
    ],
)
def test_a_plan_solved_again_has_the_same_bytes(more: tuple[str, ...], cli: Cli, here: Path) -> None:
    """Whatever `layout` was asked for stands in the plan; a plan of another seed is found out."""
    (here / "grid.toml").write_text(GRID)
    (here / "fix.csv").write_text("switch,cabinet\n0,R01C02\n3,R02C03\n")
    assert cli(*RANDOM, *more).code == 0
    ran = cli("verify", "plan.json", "--rerun", "--json")
    assert (ran.code, ran.json()["same_bytes"]) == (0, True)
    plan = json.loads((here / "plan.json").read_text())
    plan["solver"]["iterations"] += 1
    (here / "plan.json").write_text(json.dumps(rehash(plan)))
    assert cli("verify", "plan.json").code == 0
    ran = cli("verify", "plan.json", "--rerun", "--json")
    assert (ran.code, ran.json()["same_bytes"]) == (6, False)
    assert any("rerun.solver.iterations" in problem for problem in ran.json()["problems"])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"budget": {"iterations": None, "seconds": 1.0}}, "seconds"),
        ({"placer": "imported"}, "imported"),
        ({"status": "interrupted"}, "interrupted"),
    ],
)
def test_what_cannot_be_repeated_is_refused(
    change: dict[str, object], why: str, plan: Path, cli: Cli
) -> None:
    """With the reason, and exit code 3: nothing is said of the bytes."""
    document = json.loads(plan.read_text())
    document["solver"] |= change
    plan.write_text(json.dumps(rehash(document)))
    ran = cli("verify", plan, "--rerun")
    assert ran.code == 3
    assert why in ran.err
