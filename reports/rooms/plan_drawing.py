"""The room of a plan with its devices, as SVG."""

from typing import TYPE_CHECKING

import numpy as np

from netfloor.plans.laid import LaidFabric
from netfloor.plans.plan import Plan
from netfloor.reports.rooms.floorplan import floor_drawing, floorplan_svg
from netfloor.reports.rooms.hall_drawing import HallView, hall_svg
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall

if TYPE_CHECKING:
    from netfloor.rooms.hall.cables.fill import TrayFill


def plan_svg(plan: Plan, fill: "TrayFill | None" = None) -> str:
    """Return the room as an SVG file, with the cables in its trays if given."""
    if isinstance(plan.room, Hall):
        return hall_svg(_view(plan, plan.room, fill), plan.topology.name)
    floor = floor_drawing(plan.room, plan.placement, plan.shortest_cables)
    return floorplan_svg(floor, plan.topology.name)


def plan_inline(plan: Plan, fill: "TrayFill | None", prefix: str) -> str:
    """Return the drawing of `plan_svg` for use within HTML, with ``prefix`` before every id."""
    if isinstance(plan.room, Hall):
        return hall_svg(_view(plan, plan.room, fill), plan.topology.name, prefix, standalone=False)
    floor = floor_drawing(plan.room, plan.placement, plan.shortest_cables)
    return floorplan_svg(floor, plan.topology.name, prefix, standalone=False)


def laid_svg(laid: LaidFabric) -> str:
    """Return the room of a plan made from lists as an SVG file, with the devices in its cabinets."""
    return hall_svg(_laid_view(laid), laid.display_name)


def laid_inline(laid: LaidFabric, prefix: str) -> str:
    """Return the drawing of `laid_svg` for use within HTML, with ``prefix`` before every id."""
    return hall_svg(_laid_view(laid), laid.display_name, prefix, standalone=False)


def _laid_view(laid: LaidFabric) -> HallView:
    hall = laid.hall
    place = {int(cabinet): number for number, cabinet in enumerate(hall.usable.tolist())}
    occupied = np.zeros(hall.cabinet_count, dtype=np.int32)
    for device in laid.fabric.devices:
        if device.cabinet in place:
            occupied[place[device.cabinet]] += 1
    return HallView(hall, occupied, None)


def room_inline(room: Room, prefix: str) -> str:
    """Return an empty room for use within HTML, with ``prefix`` before every id."""
    if isinstance(room, Hall):
        return hall_svg(HallView(room), room.name, prefix, standalone=False)
    return floorplan_svg(floor_drawing(room), room.name, prefix, standalone=False)


def _view(plan: Plan, hall: Hall, fill: "TrayFill | None") -> HallView:
    cabinet = hall.slot_cabinet[plan.placement.slot_of]
    occupied = np.bincount(cabinet, minlength=hall.cabinet_count).astype(np.int32)
    return HallView(hall, occupied, fill)
