"""The ``show`` commands: measures of a network or a room, as drawings and files."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.rooms.facts import (
    draw_hall_text,
    draw_svg,
    draw_text,
    hall_facts,
    readable_hall,
    readable_room,
    room_facts,
)
from netfloor.reports.structure.facts import cut_text, is_cut, network_facts
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room_spec import room_from_spec
from netfloor.studies.named_network import NetworkRequest, each_network, find_network


def show_networks(
    wanted: NetworkRequest, *, bisection: bool, cut: Path | None, force: bool
) -> dict[str, dict[str, Any]]:
    """Return the graph properties of each selected network by name.

    ``cut`` is a CSV file for each switch's side of the bisection, which is computed then. `InputError` if
    the network is invalid or not connected, or the file cannot be written or is requested for several
    networks.
    """
    if cut is not None:
        check_free(cut, is_cut, force=force)
    each = each_network(wanted)
    if cut is not None and len(each) > 1:
        names = ", ".join(str(entry.plan_network) for entry in each)
        what = f"writes one network, and {wanted.name} has several"
        raise InputError(setting("cut"), what, f"name it with {setting('network')}: {names}")
    result = {}
    for item in each:
        topology = find_network(item).topology
        facts = network_facts(topology, with_bisection=bisection or cut is not None, seed=wanted.seed)
        if cut is not None:
            write_file(cut, cut_text(topology, facts["bisection_sides"]))
        result[item.plan_network or ""] = facts
    return result


@dataclass(frozen=True)
class ShownRoom:
    """A room with the document of its measures."""

    room: Room
    facts: dict[str, Any]

    def drawing(self) -> str:
        """Return the room as text."""
        return draw_hall_text(self.room) if isinstance(self.room, Hall) else draw_text(self.room)

    def fields(self) -> list[tuple[str, str]]:
        """Return the measures as labelled lines."""
        if isinstance(self.room, Hall):
            return readable_hall(self.room, self.facts)
        return readable_room(self.facts)


def show_room(
    spec: str, svg: Path | None, *, force: bool, html: Path | None = None, head: ReportHead | None = None
) -> ShownRoom:
    """Return the measures of a room, and write its drawing and page if requested.

    `InputError` if there is no such room, or a file cannot be written.
    """
    if html is not None:
        check_free(html, foreign_files, force=force)
    room = room_from_spec(spec)
    facts = hall_facts(room, spec) if isinstance(room, Hall) else room_facts(room, spec)
    if svg is not None:
        draw_svg(room, svg, force=force)
    if html is not None:
        from netfloor.reports.floor.room_page import room_page  # noqa: PLC0415 - loads Matplotlib

        write_file(html, room_page(room, facts, head or ReportHead()))
    return ShownRoom(room, facts)
