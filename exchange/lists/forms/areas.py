"""Racks whose names are unique only within an aisle, row or room, such as rack 01 in aisles A and B."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from netfloor.exchange.tables.problems import Problems, shortened
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.tables import TableRow
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import setting
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import shown

#: Field of a column that gives the part of the room of a rack.
AREA = "area"
#: Maximum number of racks named in a note or a problem.
_NAMED = 6
_PARTS = re.compile(r"[^\W\d_]+|[0-9]+")
#: Generic words that do not distinguish names.
_NOUNS = frozenset(
    {"aisle", "row", "rack", "cabinet", "hall", "room", "reihe", "gang", "schrank", "raum", "saal"}
    | {"rangee", "baie", "salle", "fila", "sala"}
)
#: Texts of a row's area columns, from left to right.
_Areas = tuple[str, ...]


@dataclass(frozen=True)
class _RackColumns:
    """The column of a rack and its area columns."""

    rack: int
    areas: tuple[int, ...]

    def of(self, row: TableRow) -> tuple[str, _Areas]:
        """Return the rack and the areas of a row."""
        cells, count = row.cells, len(row.cells)
        rack = cells[self.rack] if self.rack < count else ""
        return rack, tuple(cells[index] for index in self.areas if index < count and cells[index])


@dataclass
class _Racks:
    """All racks of some tables, with the areas of each name."""

    areas: dict[str, set[_Areas]] = field(default_factory=lambda: defaultdict(set))
    headings: dict[str, None] = field(default_factory=dict)
    where: str = ""  # the headings of the first table

    @property
    def ambiguous(self) -> list[str]:
        """Names in several areas."""
        return [name for name, area in self.areas.items() if len(area) > 1]


def with_areas(
    tables: Sequence[SubjectTable],
    problems: Problems,
    notes: list[str],
    cabinets: Sequence[FloorCabinet] | None = None,
) -> list[SubjectTable]:
    """Return tables whose ambiguous rack names are qualified by aisle, row or room.

    ``cabinets``: the room's cabinets, whose names the racks get; None without a room.
    """
    columns = [_rack_columns(table) for table in tables]
    racks = _Racks()
    for table, pairs in zip(tables, columns, strict=True):
        for pair in pairs:
            if pair.areas:
                racks.where = racks.where or table.layout.where
                racks.headings |= dict.fromkeys(
                    column.heading for column in table.layout.columns if column.index in pair.areas
                )
        for row in table.table.rows[table.layout.first :] if any(pair.areas for pair in pairs) else ():
            for rack, areas in (pair.of(row) for pair in pairs):
                if rack and areas:
                    racks.areas[rack].add(areas)
    if not racks.areas:
        return list(tables)
    names = _qualified(racks, notes) if cabinets is None else _of_room(racks, cabinets, problems, notes)
    if not names:
        return list(tables)
    return [_renamed(table, pairs, names, racks) for table, pairs in zip(tables, columns, strict=True)]


def _rack_columns(table: SubjectTable) -> list[_RackColumns]:
    """Return the rack columns of a table, one per end of a cable."""
    results = []
    for key, column in table.columns.items():
        if key.partition("_")[0] == "rack":
            side = key.removeprefix("rack")
            areas = [
                item.index
                for name, item in table.columns.items()
                if name.partition("#")[0] == f"{AREA}{side}"
            ]
            results.append(_RackColumns(column.index, tuple(sorted(areas))))
    return results


def _qualified(racks: _Racks, notes: list[str]) -> Mapping[tuple[str, _Areas], str]:
    """Return qualified names of racks if a name occurs in several areas."""
    if not (twice := racks.ambiguous):
        return {}
    names = {
        (rack, areas): _joined((*_telling(racks, areas), rack))
        for rack, area in racks.areas.items()
        for areas in area
    }
    notes.append(
        f"{count_text(len(twice), 'name')} of racks, such as {shown(twice[0])!r}, in several places by "
        f"{_headings(racks)}: racks are named {_examples(names, twice[0])} and so on; "
        f"{_skipped(racks, '--map')} if each is one rack"
    )
    return names


def _telling(racks: _Racks, areas: _Areas) -> _Areas:
    """Return the areas that distinguish racks of the same name: a single column if sufficient, else all."""
    width = max(len(item) for area in racks.areas.values() for item in area)
    for index in range(width - 1, -1, -1):
        told = ({item[index : index + 1] for item in area} for area in racks.areas.values())
        if all(len(own) == len(area) for own, area in zip(told, racks.areas.values(), strict=True)):
            return areas[index : index + 1]
    return areas


def _joined(parts: Sequence[str]) -> str:
    """Join a rack's areas and name: ``A01``, or else with dashes."""
    joined = ""
    for part in parts:
        is_short = joined.isalpha() and len(joined) < 3 and part[:1].isdecimal()
        joined += part if is_short or not joined else f"-{part}"
    return joined


def _of_room(
    racks: _Racks, cabinets: Sequence[FloorCabinet], problems: Problems, notes: list[str]
) -> Mapping[tuple[str, _Areas], str]:
    """Return the room's cabinet of each rack by its areas; an ambiguous name is a problem."""
    known = {cabinet.name for cabinet in cabinets}
    by_text: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for cabinet in cabinets:
        for text in (
            cabinet.name,
            f"{cabinet.row_name} {cabinet.column}",
            f"{cabinet.row_name} {cabinet.name}",
        ):
            by_text[_plain(text)].add(cabinet.name)
    names: dict[tuple[str, _Areas], str] = {}
    unclear: dict[str, None] = {}
    for rack, area in racks.areas.items():
        for areas in area:
            near = {name for text in _texts(rack, areas) for name in by_text.get(_plain(text), ())}
            if len(near) == 1:
                names[rack, areas] = near.pop()
            elif rack in known and len(area) == 1:
                names[rack, areas] = rack
            elif len(area) > 1:
                unclear[rack] = None
    by = _headings(racks)
    if unclear:
        rack = next(iter(unclear))
        places = join_words([shown(" ".join(areas)) for areas in sorted(racks.areas[rack])][:_NAMED])
        more = f" and {len(unclear) - 1:,} more racks" if len(unclear) > 1 else ""
        what = f"rack {shown(rack)!r} stands in {places} by {by}{more}: the room has no cabinet for each"
        problems.add(
            racks.where, what, f"names as in the room's file, or {_skipped(racks, setting('map'))}"
        )
    renamed = {key: name for key, name in names.items() if key[0] != name}
    if renamed:
        notes.append(f"racks are found in the room with {by}: {_examples(renamed)}")
    return names if renamed else {}


def _texts(rack: str, areas: _Areas) -> Iterator[str]:
    """Yield possible cabinet names of a rack."""
    if len(areas) > 1:
        yield " ".join((*areas, rack))
    for area in areas:
        yield f"{area} {rack}"


def _plain(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a name: ``Row A, rack 01`` and ``A-1`` are equal."""
    parts = (part for part in _PARTS.findall(text.lower()) if part not in _NOUNS)
    return tuple(part.lstrip("0") or "0" if part.isdecimal() else part for part in parts)


def _headings(racks: _Racks) -> str:
    """Return the area headings as part of a sentence."""
    return join_words([repr(shown(name)) for name in racks.headings])


def _skipped(racks: _Racks, option: str) -> str:
    """Return the options that skip the area columns."""
    return " ".join(f'{option} "{shown(name)}=skip"' for name in racks.headings)


def _examples(names: Mapping[tuple[str, _Areas], str], rack: str = "") -> str:
    results = [
        f"{shown(name)} ({shown(' '.join(areas))}, {shown(own)})"
        for (own, areas), name in sorted(names.items())
        if own == rack or not rack
    ]
    return shortened(results, _NAMED)


def _renamed(
    table: SubjectTable,
    pairs: Sequence[_RackColumns],
    names: Mapping[tuple[str, _Areas], str],
    racks: _Racks,
) -> SubjectTable:
    """Return a table with the new rack names; an ambiguous rack without an area becomes blank."""
    twice = {*racks.ambiguous}
    rows = list(table.table.rows)
    for number in range(table.layout.first, len(rows)):
        cells = list(rows[number].cells)
        for pair in pairs:
            rack, areas = pair.of(rows[number])
            if rack:
                cells[pair.rack] = names.get((rack, areas), "" if rack in twice and not areas else rack)
        rows[number] = TableRow(rows[number].where, tuple(cells))
    return replace(table, table=replace(table.table, rows=tuple(rows)))
