"""Cable lists with both ends in one cell: ``leaf1:Eth1/49 -> spine1:Eth1/1``.

An ANSI/TIA-606 cord label names both ends by room, cabinet, unit and port:
``1DCA.C02-36:01/1DCA.C01-12:1``; vendors' tables by cabinet, unit and port: ``R1-U24-P8A to R2-U1-P7A``.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from netfloor.exchange.lists.subjects import BOTH_ENDS, CABLES, DEVICES
from netfloor.exchange.tables.heading_lines import MAX_ABOVE, cell_at, column_number, plain
from netfloor.exchange.tables.layout import Asked, find_layout, target_meaning
from netfloor.exchange.tables.rows import LONGEST_CELL
from netfloor.exchange.tables.subject import SIDES, HeadingReader, compact
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_EXPECTED = "two ends of device and port, such as leaf1:Eth1/49 -> spine1:Eth1/1 or C02-36:01/C01-12:1"
#: Separators between two ends, which occur inside neither.
_SIGNS = re.compile(r"\s{0,9}(?:<?[-=]{1,3}>|[-=]{2,3}|\u2194|\u2192|\||;|\bto\b)\s{0,9}")
_ONE_END = re.compile(r"([^\s:/][^:/]{0,79}?)\s?:\s?([^\s:][^:]{0,59})")
#: Device and port separated by a space, if another sign separates the ends.
_WORDS = re.compile(r"(\S{1,80})\s(\S.{0,59})")
#: A port behind a hyphen, if another sign separates the ends: ``R1-U24-P8A``.
_HYPHENS = re.compile(r"(\S{1,80})[-_](P(?:ort)?[-_]?[0-9]{1,4}[A-Za-z]?)", re.IGNORECASE)
#: Cabinet and unit without a room: ``R1-U24``.
_RACK_UNIT = re.compile(r"([A-Za-z]{0,3}[0-9]{1,4})-U([0-9]{1,2})")
#: Room, cabinet and unit by TIA-606; the room starts with its floor number.
_PLACE = re.compile(r"([0-9]{1,3}[A-Za-z]\w{0,8})\.([A-Za-z]{1,3}[0-9]{1,4})-([0-9]{1,2})")
#: Headings of lists of parts, in `compact` form.
_PARTS = (
    "partnumber,partno,pn,sku,partnr,productnumber,articlenumber,itemnumber,orderingcode,ordernumber"
    ",artikelnummer,artikelnr,bestellnummer,referenceproduit,referencearticle,numerodeparte,unitprice"
    ",price,listprice,preis,einzelpreis,prix,precio"
)
_OF_PARTS = frozenset(_PARTS.split(","))
_HEADING, _LABEL = "both ends", "cable label"
_OF_PLACE = ("room", "rack", "unit")
_FEWEST = 2
#: Device and port of both ends.
_Pair = tuple[str, str, str, str]


def table_of_end_pairs(table: TextTable, notes: list[str], asked: Asked) -> TextTable | None:
    """Return a table with device and port columns added for a column of both ends; None for other tables.

    The column is the user's choice, or the only column whose cells all name two ends, in a table without
    columns for the ends. Raises `InputError` if a cell of the user's column does not name two ends.
    """
    at = _asked_column(table, asked)
    is_asked = at is not None
    if at is None and (at := _column_of_pairs(table)) is None:
        return None
    pairs = {
        number: pair
        for number, row in enumerate(table.rows)
        if not row.cells[:1] or not row.cells[0].startswith("#")
        if (pair := _pair(cell_at(row.cells, at))) is not None
    }
    first = min(pairs, default=0)
    other = [
        row
        for number, row in enumerate(table.rows)
        if number > first and number not in pairs and cell_at(row.cells, at) and number not in table.titles
    ]
    if is_asked and (other or not pairs):
        row = other[0] if other else table.rows[first]
        many = f", and {count_text(len(other) - 1, 'cell')} below it" if len(other) > 1 else ""
        what = f"names no two ends of a cable: {shown(cell_at(row.cells, at))!r}{many}"
        raise InputError(row.where, what, _EXPECTED)
    return _with_columns(table, at, pairs, notes, with_label=is_asked)


def _asked_column(table: TextTable, asked: Asked) -> int | None:
    """Return the user's column of both ends, by heading or letter."""
    reader = HeadingReader(CABLES)
    for name, target in asked.items():
        meaning = target_meaning(reader, target)
        if meaning is None or meaning.field.name != BOTH_ENDS:
            continue
        for row in table.rows:
            for index, cell in enumerate(row.cells):
                if cell and plain(cell) == plain(name):
                    return index
        if re.fullmatch(r"[A-Z]{1,2}", name.strip()):
            return column_number(name.strip())
    return None


def _column_of_pairs(table: TextTable) -> int | None:
    """Return the only column whose cells all name two ends, if no other columns name the ends."""
    if not table.rows or _lists_parts(table) or find_layout(table, CABLES, {}) is not None:
        return None
    results = []
    for index in range(max(len(row.cells) for row in table.rows[: _FEWEST + 20])):
        cells = [cell_at(row.cells, index) for row in table.rows]
        texts = [cell for cell in cells if cell]
        are_pairs = [_pair(cell) is not None for cell in texts[: _FEWEST + 20]]
        if sum(are_pairs) < _FEWEST:
            continue
        below = texts[are_pairs.index(True) :]
        if all(_pair(cell) for cell in below):
            results.append(index)
    devices = find_layout(table, DEVICES, {}) if len(results) == 1 else None
    if devices is not None and devices.by_key["name"].index != results[0]:
        return None
    return results[0] if len(results) == 1 else None


def _lists_parts(table: TextTable) -> bool:
    """Return whether a heading is of part numbers, whose descriptions name plugs, not ends."""
    return any(compact(cell) in _OF_PARTS for row in table.rows[:MAX_ABOVE] for cell in row.cells)


def _pair(text: str) -> _Pair | None:
    """Return device and port of both ends in a cell, None if missing or ambiguous."""
    text = text.strip()
    if not 0 < len(text) <= LONGEST_CELL or not text.isprintable():
        return None
    parts = _SIGNS.split(text)
    if len(parts) == 2 and all(parts):
        forms = _ONE_END, _WORDS, _HYPHENS
        ends = [next(filter(None, (form.fullmatch(part) for form in forms)), None) for part in parts]
        if ends[0] and ends[1]:
            return ends[0][1], ends[0][2].strip(), ends[1][1], ends[1][2].strip()
    halves = [
        (entry, other)
        for at, sign in enumerate(text)
        if sign == "/"
        and (entry := _ONE_END.fullmatch(text[:at].strip()))
        and (other := _ONE_END.fullmatch(text[at + 1 :].strip()))
    ]
    if len(halves) != 1:
        return None
    item, other = halves[0]
    return item[1], item[2].strip(), other[1], other[2].strip()


def _place(device: str) -> tuple[str, str, str] | None:
    """Return room, cabinet and unit of a label, with an empty room where it has none; None for a name."""
    if match := _PLACE.fullmatch(device):
        return match[1], match[2], match[3]
    match = _RACK_UNIT.fullmatch(device)
    return ("", match[1], match[2]) if match else None


def _with_columns(
    table: TextTable, at: int, pairs: Mapping[int, _Pair], notes: list[str], *, with_label: bool
) -> TextTable:
    """Return a table with columns of both ends added on the right, with their own headings.

    ``with_label`` also repeats the original text, which may be the cable's id.
    """
    width = max(len(row.cells) for row in table.rows)
    places = {device: _place(device) for pair in pairs.values() for device in pair[::2]}
    of_place: tuple[str, ...] = _OF_PLACE if all(places.values()) else ()
    if not any(place and place[0] for place in places.values()):
        of_place = of_place[1:]
    names = ("", "port", *of_place)
    headings = tuple(f"{name} {side}".strip() for side in SIDES for name in names)
    headings += (_LABEL,) * with_label
    first = min(pairs)
    head = next((n for n in range(first - 1, -1, -1) if not table.rows[n].is_empty), None)
    rows, titles = list(table.rows), table.titles
    for number, (a, port_a, b, port_b) in pairs.items():
        own: list[str] = []
        for device, port in ((a, port_a), (b, port_b)):
            place = places[device]
            own += [device, port, *(place[-len(of_place) :] if place and of_place else ())]
        own += [cell_at(table.rows[number].cells, at)] * with_label
        rows[number] = _longer(table.rows[number], width, own)
    if head is None:
        own_heads = tuple(_HEADING if index == at else "" for index in range(width))
        rows.insert(0, TableRow(table.rows[first].where, own_heads + headings))
        titles = frozenset(number + 1 for number in titles)
    else:
        rows[head] = _longer(table.rows[head], width, headings)
    heading = shown(cell_at(table.rows[head].cells, at)) if head is not None else "the column"
    tia = " by TIA-606" if len(of_place) == len(_OF_PLACE) else ""
    a, port_a, b, port_b = pairs[first]
    notes.append(
        f"{table.rows[first].where}: {heading!r} names both ends of each cable, such as {shown(a)} port "
        f"{shown(port_a)} and {shown(b)} port {shown(port_b)}"
        + (f": {', '.join(of_place)}{tia} from the device" if of_place else "")
    )
    return replace(table, rows=tuple(rows), titles=titles)


def _longer(row: TableRow, width: int, more: list[str] | tuple[str, ...]) -> TableRow:
    return TableRow(row.where, (*row.cells, *[""] * (width - len(row.cells)), *more))
