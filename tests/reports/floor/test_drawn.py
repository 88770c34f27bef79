"""The floor of a stored comparison: cabinets and cables, and no switch that nobody knows."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from netfloor.plans.plan import Plan
from netfloor.reports.floor.chart import floor_document
from netfloor.reports.floor.drawn import drawing_document
from netfloor.reports.floor.network import FloorNetwork
from netfloor.reports.rooms.floorplan import floor_drawing


def test_it_shows_the_cabinets_and_cables_of_the_plan(grid_plan: Callable[[str, str], Plan]) -> None:
    """Places, switches in each cabinet, ends and lengths are those of the plan's own floor."""
    plan = grid_plan("torus:4x4", "grid:3x4")
    drawn = drawing_document(floor_drawing(plan.room, plan.placement, plan.cables), "torus")
    whole = floor_document(plan.room, [FloorNetwork(plan)])
    for column in ("name", "x", "y", "width", "depth", "front"):
        assert drawn["room"]["cabinets"][column] == whole["room"]["cabinets"][column]
    one, other = drawn["networks"][0], whole["networks"][0]
    assert sorted(one["switches"]["cabinet"]) == sorted(other["switches"]["cabinet"])
    at = other["switches"]["cabinet"]
    assert one["cables"]["a"] == [at[switch] for switch in other["cables"]["a"]]
    assert one["cables"]["b"] == [at[switch] for switch in other["cables"]["b"]]
    assert one["cables"]["mm"] == other["cables"]["mm"]


def test_cabinets_of_a_hall_are_counted(grid_plan: Callable[[str, str], Plan]) -> None:
    """A drawing of a hall keeps places without names: each cabinet has a number of its own."""
    plan = grid_plan("torus:4x4", "grid:3x4")
    drawing = floor_drawing(plan.room, plan.placement, plan.cables)
    centres = np.array([(600 * i, 0) for i in range(len(drawing.occupied))], dtype=np.int64)
    names = drawing_document(replace(drawing, centres_mm=centres), "hall")["room"]["cabinets"]["name"]
    assert names[:2] == ["number 1", "number 2"]
    assert len(set(names)) == len(names) == 12
