"""What the tests of paper sheets share: plans of every kind, as sheets see them."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.exchange.papers import labels
from netfloor.exchange.papers.page import PaperPage
from netfloor.exchange.papers.site import SitePlan
from netfloor.exchange.papers.write import SHEETS, PapersRequest, requested_site
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.studies.hall_plan.run import run_hall_plan

SitePlanOf = Callable[..., SitePlan]
PagesOf = Callable[[SitePlan, str], list[PaperPage]]


CATALOGUE = Path(__file__).parents[3] / "examples/catalogue/parts_200g.toml"
DAY = dt.date(2026, 3, 31)
HALL = """
[hall]
outline_m = [[0, 0], [12, 0], [12, 9], [0, 9]]
[[row]]
name = "A"
start_m = [2, 2]
count = 8
pitch_m = 0.6
depth_m = 1.2
front = "left"
switch_units = [40]
[[row]]
name = "B"
start_m = [2, 6]
count = 8
pitch_m = 0.6
depth_m = 1.2
front = "right"
switch_units = [38, 40]
"""
TRAY = """
[[tray]]
points_m = [[1.5, 4], [10, 4]]
height_m = 2.5
access_m = 3
"""


@pytest.fixture(scope="session")
def ordered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a plan with servers, trays and an order."""
    folder = tmp_path_factory.mktemp("papers")
    (folder / "room.toml").write_text(HALL + TRAY)
    (folder / "hall.toml").write_text(
        f'room = "room.toml"\ncatalogue = "{CATALOGUE}"\n'
        '[network]\nspec = "random:16,4,seed=1"\nendpoints = 3\ngbps = 200\n'
        '[servers]\nrule = "nearest"\nper_cabinet = 6\n[layout]\niterations = 2000\n'
    )
    run_hall_plan(folder / "hall.toml", folder / "out", 1, SILENT, Interrupt(), force=False)
    return folder / "out/plan.json"


KINDS = {
    "hall": "layout random:20,5,seed=2 --room hall.toml",
    "grid with hosts": "layout slimfly:3 --endpoints 2 --room grid:4x4",
    "trees": "layout fattree:3,3 --room grid:9x9",
}


@pytest.fixture(params=["ordered", *KINDS])
def plan_path(request: pytest.FixtureRequest, cli: Callable[..., Any], here: Path, ordered: Path) -> Path:
    """Return one plan after the other: halls and grids, with servers and without, ordered or not."""
    if request.param == "ordered":
        return ordered
    (here / "hall.toml").write_text(HALL)
    assert cli(*KINDS[request.param].split(), "--iterations", 100, "--quiet").code == 0
    return here / "plan.json"


@pytest.fixture(scope="session")
def site_from() -> Callable[..., SitePlan]:
    """Return a plan as its sheets see it."""

    def make(path: Path, **more: Any) -> SitePlan:
        return requested_site(PapersRequest(path, Path("out"), DAY, **more))[0]

    return make


@pytest.fixture(scope="session")
def pages_of() -> Callable[[SitePlan, str], list[PaperPage]]:
    """Return the pages of a sheet by its name."""

    def make(site: SitePlan, name: str) -> list[PaperPage]:
        draw = SHEETS[name][1]
        return draw(site) if draw else labels.pages(site, *labels.chosen_stock(site, "a4"))

    return make


@pytest.fixture
def site(plan_path: Path, site_from: SitePlanOf) -> SitePlan:
    """Return one plan after the other as its sheets see it."""
    return site_from(plan_path)


def texts(pages: list[PaperPage]) -> list[str]:
    """Return every text of some pages."""
    return [mark.text for page in pages for mark in page.texts]
