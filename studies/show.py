"""What the ``show`` commands do: a network or a room is measured, and drawn or written."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netfloor.foundation.output_files import check_free, never, write_file
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
from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room_spec import room_from_spec
from netfloor.topologies.spec import build


def show_network(
    spec: str,
    endpoints: int | None,
    gbps: float,
    seed: int,
    *,
    bisection: bool,
    cut: Path | None,
    force: bool,
) -> dict[str, Any]:
    """Return what a network's graph is worth, and write each router's side of its bisection.

    Parameters
    ----------
    endpoints
        Of each router.
    gbps
        Rate of a link in Gb/s, each direction.
    cut
        The CSV file, if one is wanted: it asks for a bisection as well.

    Raises
    ------
    InputError
        If the network is none or disconnected, or the file cannot be written.
    """
    if cut is not None:
        check_free(cut, is_cut, force=force)
    topology = build(spec, endpoints=endpoints, link_gbps=gbps, seed=seed)
    facts = network_facts(topology, with_bisection=bisection or cut is not None, seed=seed)
    if cut is not None:
        write_file(cut, cut_text(topology, facts["bisection_sides"]))
    return facts


@dataclass(frozen=True)
class ShownRoom:
    """A room, and its measures as one document."""

    room: AnyRoom
    facts: dict[str, Any]

    def drawing(self) -> str:
        """Return the room in characters."""
        return draw_hall_text(self.room) if isinstance(self.room, Hall) else draw_text(self.room)

    def fields(self) -> list[tuple[str, str]]:
        """Return the measures for people."""
        if isinstance(self.room, Hall):
            return readable_hall(self.room, self.facts)
        return readable_room(self.facts)


def show_room(
    spec: str, svg: Path | None, *, force: bool, html: Path | None = None, head: ReportHead | None = None
) -> ShownRoom:
    """Return a room measured, drawn into an SVG file and a page where they are wanted.

    Raises
    ------
    InputError
        If there is no such room, or a file cannot be written.
    """
    if html is not None:
        check_free(html, never, force=force)
    room = room_from_spec(spec)
    facts = hall_facts(room, spec) if isinstance(room, Hall) else room_facts(room, spec)
    if svg is not None:
        draw_svg(room, svg, force=force)
    if html is not None:
        from netfloor.reports.floor.room_page import room_page  # noqa: PLC0415 - loads Matplotlib

        write_file(html, room_page(room, facts, head or ReportHead()))
    return ShownRoom(room, facts)
