"""A planning run whose links cannot all be bought keeps its placement."""

import re

import numpy as np

from netfloor.plans.load import load_plan
from tests.studies.hall_plan.test_hall_plan import GRID

FAR = """
[grid]
rows = 4
columns = 6
row_pitch_m = 20.0
column_pitch_m = 0.6
slots_per_cabinet = 1
[cable]
overhead_per_end_m = 2.0
inside_cabinet_m = 1.0
"""


def test_links_that_nobody_sells_leave_plan_and_report(here, cli):
    """Code 4; the plan verifies, and the report says first how many links no part (30 m) reaches."""
    (here / "far.toml").write_text(FAR)
    request = GRID.replace("grid:4x8", "far.toml").replace("slimfly:5", "slimfly:3")
    (here / "plan.toml").write_text(request.replace("200_000", "500"))
    ran = cli("plan", "plan.toml", "--out", "out")
    assert ran.code == 4
    plan = load_plan(here / "out/plan.json")
    far = int(np.count_nonzero(plan.cables.length_mm > 30_000))
    assert far > 0
    told = re.search(rf"{far} links? of .* m: not purchasable", ran.err)
    assert told is not None
    page = (here / "out/report.html").read_text()
    assert page.index(told[0]) < page.index("INCOMPLETE") < page.index("EX-SW-40")
    assert cli("verify", "out/plan.json").code == 0
    assert not (here / "out/bom.xlsx").exists()
