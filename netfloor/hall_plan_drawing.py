"""The room of a plan, drawn."""

from typing import TYPE_CHECKING

import numpy as np

from netfloor.drawing import floor_drawing
from reports.floorplan import floorplan_inline, floorplan_svg
from reports.hall_drawing import HallView, hall_inline, hall_svg
from rooms.hall.hall import Hall

if TYPE_CHECKING:
    from netfloor.hall_plan_run import HallPlan


def drawing_svg(plan: "HallPlan") -> str:
    """Return the room with what stands in it as an SVG file."""
    if isinstance(plan.room, Hall):
        return hall_svg(_view(plan, plan.room), plan.topology.name)
    return floorplan_svg(floor_drawing(plan.room, plan.result.placement, plan.cables), plan.topology.name)


def drawing_inline(plan: "HallPlan", prefix: str) -> str:
    """Return the same for use inside HTML, every id beginning with ``prefix``."""
    if isinstance(plan.room, Hall):
        return hall_inline(_view(plan, plan.room), plan.topology.name, prefix)
    drawing = floor_drawing(plan.room, plan.result.placement, plan.cables)
    return floorplan_inline(drawing, plan.topology.name, prefix)


def _view(plan: "HallPlan", hall: Hall) -> HallView:
    cabinet = hall.slot_cabinet[plan.result.placement.slot_of]
    occupied = np.bincount(cabinet, minlength=hall.cabinet_count).astype(np.int32)
    return HallView(hall, occupied, plan.fill)
