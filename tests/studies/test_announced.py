"""Long commands say what they are doing: no step that takes time on large networks is without a name."""

from pathlib import Path

import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.verify import verify_plan
from netfloor.studies.diff.run import DiffRequest, run_diff
from netfloor.studies.hall_plan.dry_run import dry_run
from netfloor.studies.hall_plan.run import run_hall_plan
from netfloor.studies.order import BomRequest, run_bom
from netfloor.studies.whatif.assumptions import Assumptions
from netfloor.studies.whatif.run import WhatIfRequest, run_whatif
from tests.studies.hall_plan.test_hall_plan import GRID


class Listener(Observer):
    """Writes down what it hears, one after the other."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def doing(self, what: str) -> None:
        """Write down a step."""
        self.heard.append(what)

    def started(self, task: str, total: float) -> None:
        """Write down a bar."""
        self.heard.append(f"[{task}] of {total:g}")


@pytest.fixture
def listener() -> Listener:
    """Return who hears of progress."""
    return Listener()


@pytest.fixture
def planned(here: Path, listener: Listener) -> Path:
    """Return the folder of a small plan."""
    (here / "grid.toml").write_text(GRID.replace("200_000", "2_000"))
    run_hall_plan(here / "grid.toml", here / "out", 1, listener, Interrupt(), force=False)
    return here / "out"


def test_a_planning_run_names_each_of_its_steps(planned: Path, listener: Listener) -> None:
    """In their order; the search has a bar of its own, which begins after the bound."""
    assert planned.is_dir()
    assert listener.heard == [
        "reading network, room and catalogue",
        "limits of the cabinets",
        "distances of the room",
        "lower bound on the cable",
        "[slimfly:5: placing for length] of 4",
        "[slimfly:5: placing for parts] of 4",
        "checking the placement",
        "servers into cabinets",
        "choosing parts",
        "adding up the bill of materials",
        "costs of the limits on servers",
        "writing the bill of materials",
        "drawing the room",
        "writing the report",
    ]


def test_what_follows_a_plan_names_its_steps(planned: Path, here: Path, listener: Listener) -> None:
    """Each command from reading on; whatif has a bar with one step a point."""
    plan = planned / "plan.json"
    models = Assumptions()
    whatif = WhatIfRequest(plan, (), ("inside=3,5",), models, svg=here / "whatif.svg")
    runs = {
        ("reading network, room and catalogue", "limits of the cabinets", "lengths of the routes"): (
            lambda: dry_run(here / "grid.toml", 1, listener)
        ),
        ("reading and pricing both plans", "comparing cable by cable", "drawing the floor"): (
            lambda: run_diff(
                DiffRequest(plan, plan, None, None, svg=here / "diff.svg"), listener, force=False
            )
        ),
        ("reading plan and catalogue", "choosing parts", "adding up the bill of materials"): (
            lambda: run_bom(BomRequest(plan, None, OrderTerms(), None, None), listener, force=False)
        ),
        ("reading the plan", "checking every point", "[whatif] of 3", "drawing the chart"): (
            lambda: run_whatif(whatif, listener, Interrupt(), force=False)
        ),
        ("reading the plan", "recomputing every cable", "proving the lower bound again"): (
            lambda: verify_plan(plan, listener)
        ),
    }
    for steps, run in runs.items():
        listener.heard.clear()
        run()
        assert [step for step in listener.heard if step in steps] == list(steps)
