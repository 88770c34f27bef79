"""The page of an empty room: contents, measures and floor plan."""

from dataclasses import replace
from functools import partial
from typing import Any

from netfloor.foundation.wording import count_text
from netfloor.reports.floor.chart import floor_chart, floor_document
from netfloor.reports.formats.document import FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.table import Table, words
from netfloor.reports.formats.text import head_text, one_line
from netfloor.reports.rooms.facts import readable_hall, readable_room
from netfloor.reports.rooms.plan_drawing import room_inline
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall


def room_page(room: Room, facts: dict[str, Any], head: ReportHead) -> str:
    """Return the HTML page of a room; ``facts`` are from `room_facts` or `hall_facts`."""
    name = one_line(room.name, 80)
    fields = readable_hall(room, facts) if isinstance(room, Hall) else readable_room(facts)
    rows = tuple(words(head_text(what), one_line(text)) for what, text in fields)
    sentence = (
        f"{name} has {count_text(room.slots, 'slot')} for switches "
        f"in {count_text(room.cabinet_count, 'cabinet')}; "
        f"the longest cable between two of them is {facts['longest_cable_m']:.2f} m."
    )
    chart = floor_chart("The room from above", partial(room_inline, room), floor_document(room))
    figures = (
        ("Slots for switches", f"{room.slots:,}"),
        ("Cabinets that can be used", f"{room.cabinet_count:,}"),
        ("Longest cable between two of them", f"{facts['longest_cable_m']:.2f} m"),
    )
    first = FirstPage(sentence, figures, chart, more=(f"{one_line(room.summary)}.",))
    parts = [
        Section("measures", "Measures", (), (Table("Measures of the room", ("Measure", "Value"), rows),)),
    ]
    return page(replace(head, title=f"Room {name}"), first, parts)
