"""Studies over halls, plans that stand already, and what all of them cost to buy."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.plans.load import load_plan
from netfloor.rooms.hall.hall import Hall

EXAMPLES = Path(__file__).parents[3] / "examples"
STUDY = """
link_gbps = 400
endpoints_per_router = 2
[solver]
iterations = 500
chains = 1
[models]
bisection_seeds = 1
traffic = "minimal"
sweep_ns = [100]
[baselines]
kinds = ["random"]
unplaced = 1
placed = 1
[order]
catalogue = "{catalogue}"
network_only = true
[[classes]]
name = "in a hall"
networks = ["slimfly:3"]
plans = ["stands.json"]
room = "hall.toml"
"""
HALL = """
[hall]
outline_m = [[0, 0], [12, 0], [12, 9], [0, 9]]
[[tray]]
name = "over-rows"
points_m = [[5, 1.5], [5, 7.5]]
height_m = 2.6
capacity_mm2 = 30000
access_m = 9
[[row]]
name = "A"
start_m = [2, 2]
count = 6
pitch_m = 0.6
depth_m = 1.2
front = "left"
units = 42
switch_units = [40, 42]
[[row]]
name = "B"
start_m = [2, 6]
count = 6
pitch_m = 0.6
depth_m = 1.2
front = "right"
units = 42
switch_units = [40, 42]
"""


def test_a_hall_and_a_standing_plan_beside_each_other(cli: Callable[..., Any], here: Path) -> None:
    """Lengths are those over the hall's trays; a plan keeps its own figures; all are bought by one list."""
    (here / "hall.toml").write_text(HALL)
    command = ("layout", "random:18,5", "--endpoints", 2, "--gbps", 400, "--iterations", 500, "-q")
    assert cli(*command, "--out", "stands.json").code == 0
    study = STUDY.format(catalogue=EXAMPLES / "catalogue/parts_400g.toml")
    (here / "study.toml").write_text(study)
    ran = cli("compare", "study.toml", "--out", "out", "--verbose")
    assert (ran.code, ran.err.count("error")) == (0, 0)
    placed, stands = json.loads((here / "out/report.json").read_text())["rows"]
    files = ("plans/slimfly-3.json", "plans/random-18-5-stands-json.json")
    plan, copy = (load_plan(here / "out" / file) for file in files)
    assert isinstance(plan.room, Hall)
    routed_mm = plan.room.slot_lengths()[tuple(plan.placement.slot_of[plan.cables.routers].T)]
    assert placed["figures"]["mean_cable_m"] == pytest.approx(routed_mm.mean() / 1000)
    old = load_plan(here / "stands.json")
    assert stands["figures"]["mean_cable_m"] == old.cables.mean_mm / 1000
    assert "placed in: slimfly:3" in ran.err  # one that stood was not placed
    assert "random:18,5" not in ran.err
    assert copy.placement.slot_of.tolist() == old.placement.slot_of.tolist()
    order = json.loads((here / "out/comparison.json").read_text())["candidates"]
    assert {one["file"]: one["sha256"] for one in order} == {files[0]: plan.sha256, files[1]: copy.sha256}
    assert (here / "out/order.html").exists()
    alone = cli("compare", "study.toml", "--json", "-q").json()["order"]["candidates"]
    assert [one["figures"]["bill_cost"] for one in alone] == [one["figures"]["bill_cost"] for one in order]
    for row in (placed, stands):
        figures = row["figures"]
        costs = figures["bill_cost_per_endpoint"]
        assert figures["cost_per_matching_gbps"] == pytest.approx(
            costs / (400 * figures["matching_throughput"])
        )
        watts = 1000 * figures["network_power_w"] / (18 * 2 * 400)
        assert figures["mw_per_uniform_gbps"] == pytest.approx(watts / figures["uniform_throughput"])
        assert sorted(one["figures"]["uniform_gbps"] for one in order) == sorted(
            one["figures"]["uniform_gbps"] for one in (placed, stands)
        )
    head, first = list(csv.reader((here / "out/rows.csv").read_text().splitlines()))[:2]
    assert float(dict(zip(head, first, strict=True))["uniform_gbps"]) == placed["figures"]["uniform_gbps"]
    page = (here / "out/report.html").read_text()
    assert "Traffic carried with minimal routing" in page
    assert "carried by" in ran.out
    (here / "study.toml").write_text(study.replace("minimal", "group-minimal"))
    refused = cli("compare", "study.toml", "--out", "no")
    assert refused.code == 3
    assert "study.toml: models.traffic" in refused.err
