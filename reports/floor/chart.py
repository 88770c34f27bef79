"""The interactive floor of a report: its data, and the chart that holds it."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Protocol

from netfloor.plans.plan import Plan
from netfloor.reports.floor.network import FloorNetwork
from netfloor.reports.floor.room import room_document, with_former
from netfloor.reports.formats.document import Chart
from netfloor.reports.formats.page_script import Live, PageScript, page_script
from netfloor.reports.rooms.plan_drawing import plan_inline
from netfloor.rooms.any_room import AnyRoom


class DrawnPlan(Protocol):
    """A plan as the floor shows it, made from a formula or from lists."""

    @property
    def room(self) -> AnyRoom:
        """Its own room."""

    def document(self, names: Sequence[str], *, in_trays: bool) -> dict[str, Any]:
        """Return its columns, see `network_document`."""


@cache
def floor_script() -> PageScript:
    """Return the script that draws every floor of a page."""
    return page_script("floor", "netfloor.reports.floor.page")


def floor_document(
    room: AnyRoom, networks: Sequence[DrawnPlan] = (), way_there: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return everything that the floor in a browser shows.

    Parameters
    ----------
    room
        The room drawn; cabinets that only another network's room has stand where they stood there.
    networks
        Any number; of several the last is shown first.
    way_there
        Steps from the first network to the second, see `reports.floor.changes.way_there`.
    """
    drawn = room_document(room)
    own = [one.room is room or one.room.definition() == room.definition() for one in networks]
    for one in (one for one, same in zip(networks, own, strict=True) if not same):
        drawn = with_former(drawn, room_document(one.room))
    names = drawn["cabinets"]["name"]
    shown = [one.document(names, in_trays=same) for one, same in zip(networks, own, strict=True)]
    return {"schema": 1, "room": drawn, "networks": shown, **(way_there or {})}


def floor_chart(caption: str, draw: Callable[[str], str], document: dict[str, Any]) -> Chart:
    """Return a picture that becomes an interactive floor where scripts run; ``draw`` makes the picture."""
    return Chart(caption, draw, live=Live(floor_script(), document))


def plan_chart(caption: str, plan: Plan) -> Chart:
    """Return the floor of a plan by itself, with what its own file says."""
    document = floor_document(plan.room, [FloorNetwork(plan)])
    return floor_chart(caption, partial(plan_inline, plan, None), document)
