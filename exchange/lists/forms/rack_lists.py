"""Lists of racks: they name no devices, but say how high racks are and may count units from the top."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.fields import NO, YES
from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.headings.layout import Asked, best_layout, find_layout
from netfloor.exchange.tables.kinds import kind_of_columns
from netfloor.exchange.tables.rows import SubjectRow, SubjectTable
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import compact
from netfloor.exchange.tables.tables import TextTable
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import shown

#: Columns on the counting of units, in `compact` form, and the answers that mean from the top.
_FROM_TOP = {
    "numberingstartfrombottom": NO,  # Device42
    "numberedfrombottom": NO,
    "descunits": YES,  # NetBox
    "descendingunits": YES,
    "topdown": YES,
    "numberedfromtop": YES,
    "unitsfromtop": YES,
}
#: Words of kinds and models of racks: ``4-post-cabinet``.
_OF_RACK = re.compile(r"rack|cabinet|schrank|frame|enclosure|baie|armoire|armario|bastidor", re.IGNORECASE)
#: Heights of racks: ``46``, ``42U``, ``42 HE``.
_HEIGHT = re.compile(r"([1-9][0-9]?)(?:\.0)?\s{0,3}(?:r?u|he)?", re.IGNORECASE)
#: Headings of a list that is surely of racks, for readers of other tools' files.
RACK_HEADINGS = ("name", "height", "desc_units")
_NAMED = 6
#: Words of headings that name racks themselves: ``Rackname``, ``Nom de la baie``.
_NAMES = ("name", "nom", "nombre", "naam", "nome")


@dataclass(frozen=True)
class StatedRacks:
    """What lists of racks say: racks whose units count from the top, and heights in units."""

    from_top: frozenset[str] = frozenset()
    heights: Mapping[str, int] = field(default_factory=dict)


def with_racks_named(table: TextTable, asked: Asked) -> TextTable:
    """Return a table whose only names are racks, each once, as a list of racks; other tables unchanged."""
    if any(find_layout(table, subject, asked) is not None for subject in (CABLES, DEVICES)):
        return table
    layout = best_layout(table, DEVICES, asked, needed=False)
    if layout is None or "rack" not in layout.by_key or "unit" in layout.by_key:
        return table
    rack = layout.by_key["rack"]
    meaning = rack.meaning
    cells = [cell_at(row.cells, rack.index) for row in table.rows[layout.first :] if not row.is_empty]
    is_name = compact(rack.heading).endswith(_NAMES) or compact(rack.heading).startswith(_NAMES)
    if meaning is None or not is_name or len({*cells}) < len(cells) or layout.first < 1:
        return table
    head = table.rows[layout.first - 1]
    places = {"area", "place", "rack"}
    headings = [
        "name"
        if column.index == rack.index
        else f"{column.heading} of rack"
        if is_place
        else column.heading
        for column in layout.columns
        for is_place in [column.meaning is not None and column.meaning.field.name in places]
    ]
    rows = [*table.rows]
    rows[layout.first - 1] = replace(head, cells=tuple(headings))
    return replace(table, rows=tuple(rows))


def without_rack_lists(
    tables: Sequence[SubjectTable], notes: list[str], cabinets: Collection[str] = ()
) -> tuple[list[SubjectTable], StatedRacks]:
    """Return the tables other than lists of racks, and the racks that those lists describe.

    A list of racks has neither racks nor units as columns; most of its names are racks of the other tables
    or of the room, ``cabinets``, unless a column says how units are counted, and none is the end of a
    cable. Rows with a kind, role or model are devices.
    """
    racks = {*cabinets, *_cells(tables, "rack")}
    ends = {*_cells([item for item in tables if item.subject.needs_both_ends], "device")}
    kept, from_top, told = [], set[str](), list[str]()
    heights: dict[str, int] = {}
    for table in tables:
        rows = _rows_of_racks(table, racks, ends)
        if not rows:
            kept.append(table)
            continue
        if len(rows) < sum(1 for _ in table.rows()):
            kept.append(_without(table, {row.where for row in rows}))
        own = {
            row.values["name"]
            for row in rows
            for heading, text in row.further.items()
            if text.lower() in _FROM_TOP.get(compact(heading), ())
        }
        from_top |= own
        heights |= {
            row.values["name"]: int(match[1])
            for row in rows
            if (match := _HEIGHT.fullmatch(row.values.get("height", ""))) and "name" in row
        }
        counted = f"; units from the top in {join_words(sorted(map(shown, own))[:_NAMED])}" if own else ""
        told.append(f"{table.table.where}: a list of {count_text(len(rows), 'rack')}, no devices{counted}")
    if not kept:
        return [*tables], StatedRacks()
    notes += told
    return kept, StatedRacks(frozenset(from_top), heights)


def _rows_of_racks(table: SubjectTable, racks: Collection[str], ends: Collection[str]) -> list[SubjectRow]:
    """Return the rows of a table that are racks, none if it is not a list of racks."""
    if table.subject is not DEVICES or {"rack", "unit"} & {*table.columns}:
        return []
    is_surely = any(compact(heading) in _FROM_TOP for _, heading in table.further)
    rows = [row for row in table.rows() if is_surely or not _is_device(row)]
    names = {row.values.get("name", "") for row in rows}
    is_of_racks = not names & {*ends} and (is_surely or 2 * len(names & {*racks}) >= len(names))
    return rows if is_of_racks else []


def _is_device(row: SubjectRow) -> bool:
    """Return whether a row states the kind or model of a device rather than of a rack."""
    texts = [text for key in ("kind", "role", "model") if (text := row.values.get(key, ""))]
    return bool(texts) and (kind_of_columns(texts) is not None or not any(map(_OF_RACK.search, texts)))


def _without(table: SubjectTable, left_out: Collection[str]) -> SubjectTable:
    """Return a table with some of its rows blank."""
    rows = tuple(replace(row, cells=()) if row.where in left_out else row for row in table.table.rows)
    return replace(table, table=replace(table.table, rows=rows))


def _cells(tables: Sequence[SubjectTable], name: str) -> Iterator[str]:
    """Yield the cells of a field of some tables, of either end."""
    for table in tables:
        at = [
            table.columns[key].index
            for key in (name, *(f"{name}_{side}" for side in SIDES))
            if key in table.columns
        ]
        for row in table.table.rows[table.layout.first :] if at else ():
            yield from (row.cells[index] for index in at if index < len(row.cells) and row.cells[index])
