"""The data of the interactive floor plan of a report, and its chart."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Protocol

from netfloor.plans.plan import Plan
from netfloor.reports.floor.network import FloorNetwork
from netfloor.reports.floor.room import room_document, with_former
from netfloor.reports.formats.document import Chart
from netfloor.reports.formats.page_script import Live, PageScript, page_script
from netfloor.reports.rooms.plan_drawing import plan_inline
from netfloor.rooms.any_room import Room


class DrawnPlan(Protocol):
    """A plan on the floor, made from a formula or from lists."""

    @property
    def room(self) -> Room:
        """The plan's own room."""

    def document(self, names: Sequence[str], *, in_trays: bool) -> dict[str, Any]:
        """Return the columns of `network_document`."""


@cache
def floor_script() -> PageScript:
    """Return the script that draws every floor plan of a page."""
    return page_script("floor", "netfloor.reports.floor.page")


def floor_document(
    room: Room, networks: Sequence[DrawnPlan] = (), way_there: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the data of the floor plan in a browser.

    The last of several ``networks`` is shown first. Cabinets that only another network's room has keep
    their place there. ``way_there`` holds the steps from the first network to the second, from
    `reports.floor.changes.way_there`.
    """
    drawn = room_document(room)
    own = [network.room is room or network.room.definition() == room.definition() for network in networks]
    for item in (network for network, same in zip(networks, own, strict=True) if not same):
        drawn = with_former(drawn, room_document(item.room))
    names = drawn["cabinets"]["name"]
    shown = [network.document(names, in_trays=same) for network, same in zip(networks, own, strict=True)]
    return {"schema": 1, "room": drawn, "networks": shown, **(way_there or {})}


def floor_chart(caption: str, draw: Callable[[str], str], document: dict[str, Any]) -> Chart:
    """Return the picture from ``draw``, which becomes an interactive floor plan where scripts run."""
    return Chart(caption, draw, live=Live(floor_script(), document))


def plan_chart(caption: str, plan: Plan) -> Chart:
    """Return the floor plan of a single plan, from its own file."""
    document = floor_document(plan.room, [FloorNetwork(plan)])
    return floor_chart(caption, partial(plan_inline, plan, None), document)
