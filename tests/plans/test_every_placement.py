"""A search that tried every placement is a proof; `verify` repeats it or says that it did not."""

import json
from pathlib import Path

import pytest

from netfloor.layout.check import every
from netfloor.layout.check.solved import SOLVED
from netfloor.plans.verify import verify_plan
from tests.fixtures.commands import Cli, rehash

COMPLETE = ("layout", "complete:4", "--room", "grid:2x2", "--placer", "exact", "--quiet")


@pytest.mark.parametrize(
    ("more", "proved"),
    [
        ([], True),
        (["--objective", "money"], True),
        (["--objective", "money", "--reach", "2"], True),
        (["--objective", "money+power"], False),
        (["--require", "keep-free=R01C01"], True),
    ],
)
def test_the_best_of_all_is_called_the_best(more: list[str], proved: bool, cli: Cli, here: Path) -> None:
    """The gap is 0 by that method, of length and of one price; of several prices only the length's is."""
    assert cli(*COMPLETE, *more).code == 0
    plan = json.loads((here / "plan.json").read_text())
    objective = plan["solver"]["objective"]
    assert plan["lower_bound"]["method"] == every.EVERY
    if objective is None:
        assert plan["solver"]["status"] == "optimal"
    else:
        assert (objective.get("least_by") == every.EVERY) is proved
        assert objective["least"] == objective["value"] or not proved
    found = verify_plan(here / "plan.json")
    assert (found.problems, found.unchecked) == ((), ())


@pytest.mark.parametrize(
    "more",
    [["--require", "apart=0,1:cabinet"], ["--fix", "fix.csv"]],
)
def test_what_left_placements_out_proves_nothing(more: list[str], cli: Cli, here: Path) -> None:
    """With switches that stay or are kept apart, the best of those tried is not the best of all."""
    (here / "fix.csv").write_text("switch,cabinet\n0,R01C01\n")
    assert cli(*COMPLETE, *more).code == 0
    assert json.loads((here / "plan.json").read_text())["lower_bound"]["method"] != every.EVERY
    assert verify_plan(here / "plan.json").ok


@pytest.mark.parametrize("method", [every.EVERY, SOLVED])
def test_a_worse_placement_is_not_the_best_of_all(method: str, cli: Cli, here: Path) -> None:
    """A random plan that claims the optimum is refused, also with more slots in a cabinet than switches."""
    (here / "deep.toml").write_text(
        "schema = 1\n[grid]\nrows = 2\ncolumns = 2\nrow_pitch_m = 2.4\ncolumn_pitch_m = 0.8\n"
        "slots_per_cabinet = 9\n"
        "[cable]\noverhead_per_end_m = 1.5\ninside_cabinet_m = 1.0\n"
    )
    room = "deep.toml" if method == SOLVED else "grid:1x4"
    search = ("--placer", "random", "--iterations", "1", "--chains", "1")
    assert cli("layout", "hypercube:3", "--room", room, *search, "--quiet").code == 0
    plan = json.loads((here / "plan.json").read_text())
    plan["solver"] |= {"placer": "exact", "status": "optimal"}
    bound = {"method": method, "length_mm": plan["totals"]["total_cable_mm"], "eigenvalue": 0}
    plan["lower_bound"] = bound | {"inside_links": 0, "rows_mm": 0, "columns_mm": 0}
    (here / "plan.json").write_text(json.dumps(rehash(plan)))
    assert verify_plan(here / "plan.json").problems[0] == "lower_bound: another placement has less"


def test_a_sum_of_prices_is_not_tried_through(cli: Cli, here: Path) -> None:
    """The search for several weighed prices rounds: no plan may say that it tried every placement."""
    assert cli(*COMPLETE, "--objective", "money+power").code == 0
    plan = json.loads((here / "plan.json").read_text())
    objective = plan["solver"]["objective"]
    objective |= {"least": objective["value"], "least_by": every.EVERY}
    objective.pop("proof", None)
    (here / "plan.json").write_text(json.dumps(rehash(plan)))
    assert verify_plan(here / "plan.json").problems == (
        "solver.objective.least_by: this search left placements out",
    )


def test_what_is_not_repeated_does_not_pass_by_silence(
    cli: Cli, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many placements to try again: said, no bound is shown, and refused if strict."""
    assert cli(*COMPLETE, "--objective", "money").code == 0
    monkeypatch.setattr(every, "MAX_LOOKED_AT", 0)
    found = verify_plan(here / "plan.json")
    assert [one.split(":")[0] for one in found.unchecked] == ["lower_bound", "solver.objective.least"]
    assert found.figures.lower_bound_m is None
    assert not found.passes(strict=True)
