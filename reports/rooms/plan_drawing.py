"""The room of a plan with what stands in it."""

from typing import TYPE_CHECKING

import numpy as np

from netfloor.plans.plan import Plan
from netfloor.reports.rooms.floorplan import floor_drawing, floorplan_svg
from netfloor.reports.rooms.hall_drawing import HallView, hall_svg
from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hall.hall import Hall

if TYPE_CHECKING:
    from netfloor.rooms.hall.cables.fill import TrayFill


def plan_svg(plan: Plan, fill: "TrayFill | None" = None) -> str:
    """Return the room as an SVG file, with the cables in its trays where they are given."""
    if isinstance(plan.room, Hall):
        return hall_svg(_view(plan, plan.room, fill), plan.topology.name)
    floor = floor_drawing(plan.room, plan.placement, plan.shortest_cables)
    return floorplan_svg(floor, plan.topology.name)


def plan_inline(plan: Plan, fill: "TrayFill | None", prefix: str) -> str:
    """Return the same for use inside HTML, every id beginning with ``prefix``."""
    if isinstance(plan.room, Hall):
        return hall_svg(_view(plan, plan.room, fill), plan.topology.name, prefix, standalone=False)
    floor = floor_drawing(plan.room, plan.placement, plan.shortest_cables)
    return floorplan_svg(floor, plan.topology.name, prefix, standalone=False)


def room_inline(room: AnyRoom, prefix: str) -> str:
    """Return an empty room for use inside HTML, every id beginning with ``prefix``."""
    if isinstance(room, Hall):
        return hall_svg(HallView(room), room.name, prefix, standalone=False)
    return floorplan_svg(floor_drawing(room), room.name, prefix, standalone=False)


def _view(plan: Plan, hall: Hall, fill: "TrayFill | None") -> HallView:
    cabinet = hall.slot_cabinet[plan.placement.slot_of]
    occupied = np.bincount(cabinet, minlength=hall.cabinet_count).astype(np.int32)
    return HallView(hall, occupied, fill)
