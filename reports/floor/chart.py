"""The interactive floor of a report: its data, and the chart that holds it."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from netfloor.reports.floor.network import FloorNetwork, network_document
from netfloor.reports.floor.room import cabinet_names, room_document
from netfloor.reports.formats.document import Chart
from netfloor.reports.formats.page_script import Live, PageScript, page_script
from netfloor.rooms.any_room import AnyRoom


@cache
def floor_script() -> PageScript:
    """Return the script that draws every floor of a page."""
    return page_script("floor", "netfloor.reports.floor.page")


def floor_document(room: AnyRoom, networks: Sequence[FloorNetwork] = ()) -> dict[str, Any]:
    """Return everything that the floor in a browser shows: a room with any number of networks."""
    drawn, names = room_document(room), cabinet_names(room)
    return {
        "schema": 1,
        "room": drawn,
        "networks": [network_document(one, names) for one in networks],
    }


def floor_chart(caption: str, draw: Callable[[str], str], document: dict[str, Any]) -> Chart:
    """Return a picture that becomes an interactive floor where scripts run; ``draw`` makes the picture."""
    return Chart(caption, draw, live=Live(floor_script(), document))
