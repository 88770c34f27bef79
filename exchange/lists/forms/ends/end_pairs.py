"""Cable lists with both ends in one cell: ``leaf1:Eth1/49 -> spine1:Eth1/1``.

An ANSI/TIA-606 cord label names both ends by room, cabinet, unit and port:
``1DCA.C02-36:01/1DCA.C01-12:1``; vendors' tables by cabinet, unit and port: ``R1-U24-P8A to R2-U1-P7A``;
other labels by cabinet, device and port: ``A01-SW01-P1 / A01-SRV01-NIC1``.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from netfloor.exchange.lists.forms.ends.one_end import COLON, end_of_words
from netfloor.exchange.lists.subjects import BOTH_ENDS, CABLES, DEVICES
from netfloor.exchange.tables.heading_lines import MAX_ABOVE, cell_at, column_number, plain
from netfloor.exchange.tables.headings.layout import RACK_PATTERN, Asked, find_layout, target_meaning
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.row_kinds.totals import is_between_rows, says_unused
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import HeadingReader, compact, words_of
from netfloor.exchange.tables.tables import LONGEST_CELL, TableRow, TextTable, is_comment
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

EXAMPLES = (
    "two ends of device and port, such as leaf1:Eth1/49 -> spine1:Eth1/1 or A01-SW01-P1 / A02-SRV01-NIC1"
)
#: Separators between two ends, which occur inside neither.
_SIGNS = re.compile(r"\s{0,9}(?:<?[-=]{1,3}>|[-=]{2,3}|\u2194|\u2192|\||;|\bto\b)\s{0,9}")
#: A port behind a hyphen, if another sign separates the ends: ``R1-U24-P8A``.
_HYPHENS = re.compile(r"(\S{1,80})[-_](P(?:ort)?[-_]?[0-9]{1,4}[A-Za-z]?)", re.IGNORECASE)
#: Cabinet, device and port with one sign between them: ``A01-SW01-P1``, ``A01:SRV01:NIC1``.
_TRIPLE = re.compile(
    r"(?P<rack>[^\s:]{1,20}?)(?P<sign>[-:_.])(?P<device>(?=.*[A-Za-z])[^\s:]{2,60})(?P=sign)"
    r"(?P<port>(?:p|port|nic|eth|e|lan|mgmt|mgt|bmc|ipmi|ilo|hba|fc|sfp|xe|te|gi|ge|swp|if|psu|j)?[0-9/]{1,7}[a-z]?)",
    re.IGNORECASE,
)
_RACK = re.compile(RACK_PATTERN)
#: Signs between two ends of three parts each.
_BETWEEN = re.compile(r"\s{1,3}[/:]\s{1,3}|\s{0,3}/\s{0,3}")
#: One end alone, beside the sign between two.
_OPEN_END, _OPEN_START = re.compile(r"[/>=|:-]\s{0,9}\Z"), re.compile(r"\s{0,9}[/<=|:-]")
#: Words of headings for texts that are printed on cables.
_PRINTED = frozenset(
    {"label", "labels", "labelling", "tag", "marking", "beschriftung", "etikett", "etiquette", "etiqueta"}
)
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
#: Maximum share of other cells in a column of both ends, each of which is an error.
_MOST_ODD = 0.2
_NAMED = 10
#: Place, device and port: ``R12-U40 tor-12a Eth1/1``.
_PLACED = re.compile(
    r"([A-Za-z]{0,3}[0-9]{1,4}-U[0-9]{1,2})[\s,]{1,3}([^\s:]{1,80})[\s:]{1,3}([^\s:]\S{0,59})"
)


class _End(NamedTuple):
    """Device and port of an end, with its room, cabinet and unit, as far as the text names them."""

    device: str
    port: str
    place: tuple[str, str, str] | None = None
    is_triple: bool = False  # whether the cabinet is part of the device's name if others are called alike


_Pair = tuple[_End, _End]


def table_of_end_pairs(table: TextTable, notes: list[str], asked: Asked) -> TextTable | None:
    """Return a table with device and port columns added for a column of both ends; None for other tables.

    The column is the user's choice, or the one whose cells name two ends, in a table without columns for
    the ends. Headings again, totals, notes and unused ports are left out. Raises `InputError` if another
    cell of the column does not name two ends.
    """
    table = _with_ends_together(table, asked)
    at = _asked_column(table, asked)
    is_asked = at is not None
    if at is None and (at := _column_of_pairs(table)) is None:
        return None
    pairs = {
        number: pair
        for number, row in enumerate(table.rows)
        if not is_comment(row.cells)
        if (pair := _pair(cell_at(row.cells, at))) is not None
    }
    first = min(pairs, default=0)
    below = [
        (number, row)
        for number, row in enumerate(table.rows)
        if number > first and number not in pairs and cell_at(row.cells, at) and number not in table.titles
    ]
    aside = {number for number, row in below if _is_aside(table, row, at, first)}
    other = [row for number, row in below if number not in aside and not is_comment(row.cells)]
    if other or not pairs:
        row = other[0] if other else table.rows[first]
        many = f", and {count_text(len(other) - 1, 'cell')} below it" if len(other) > 1 else ""
        what = f"names no two ends of a cable: {shown(cell_at(row.cells, at))!r}{many}"
        raise InputError(row.where, what, EXAMPLES)
    if aside:
        places = [table.rows[number].where.removeprefix(f"{table.where}: ") for number in sorted(aside)]
        notes.append(
            f"{table.where}: rows without two ends left out (headings again, totals, notes, unused): "
            f"{shortened(places, _NAMED)}"
        )
        blank = (replace(row, cells=()) if n in aside else row for n, row in enumerate(table.rows))
        table = replace(table, rows=tuple(blank))
    return _with_columns(table, at, pairs, notes, is_asked=is_asked)


def _with_ends_together(table: TextTable, asked: Asked) -> TextTable:
    """Return a table with place, device and port of each end in a column as one with both in one cell."""
    layout = find_layout(table, CABLES, asked)
    if layout is None or {"port_a", "port_b", "place_a", "place_b"} & {*layout.by_key}:
        return table
    a, b = (layout.by_key[f"device_{side}"].index for side in SIDES)
    rows = list(table.rows)
    for number, row in enumerate(rows[layout.first :], layout.first):
        ends = [cell_at(row.cells, at).strip() for at in (a, b)]
        if any(ends) and not is_comment(row.cells):
            if all(ends) and not all(map(_PLACED.fullmatch, ends)):
                return table
            rows[number] = _together(row, a, b, " <-> ".join(filter(None, ends)))
    head = next(number for number, row in enumerate(rows) if row.where == layout.where)
    heads = [cell_at(rows[head].cells, at) for at in (a, b)]
    rows[head] = _together(rows[head], a, b, f"ends ({', '.join(heads)})")
    result = replace(table, rows=tuple(rows))
    return result if _column_of_pairs(result) == a else table


def _together(row: TableRow, a: int, b: int, text: str) -> TableRow:
    own = {a: text, b: ""}
    return replace(row, cells=tuple(own.get(index, cell) for index, cell in enumerate(row.cells)))


def _is_aside(table: TextTable, row: TableRow, at: int, first: int) -> bool:
    """Return True for a row that is not a cable: repeated headings, a total, a note, a free port."""
    text = cell_at(row.cells, at)
    filled = [cell for cell in row.cells if cell]
    heads = (cell_at(above.cells, at) for above in table.rows[:first])
    width = max(len(above.cells) for above in table.rows[: first + 1])
    alone = _OPEN_END.search(text) is not None or _OPEN_START.match(text) is not None
    return (
        says_unused(text)
        or (alone and any(map(says_unused, filled)))
        or any(plain(text) == plain(head) for head in heads if head)
        or is_between_rows(filled, width)
        or (len(filled) == 1 and width > 1 and _SIGNS.search(text) is None)
    )


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
    """Return the column most of whose cells name two ends, if no other columns name the ends.

    Of several such columns it is the one that does so in most rows. In a device list all cells must,
    and columns of inlets and outlets are none.
    """
    if not table.rows or _lists_parts(table) or find_layout(table, CABLES, {}) is not None:
        return None
    results: dict[int, int] = {}
    devices = find_layout(table, DEVICES, {})
    keys = {} if devices is None else devices.by_key
    of_power = {keys[key].index for key in ("inlets", "outlets") if key in keys}
    width = max(len(row.cells) for row in table.rows[: _FEWEST + 20])
    for index in (at for at in range(width) if at not in of_power):
        filled = [(n, row) for n, row in enumerate(table.rows) if cell_at(row.cells, index)]
        if sum(is_pair(cell_at(row.cells, index)) for _, row in filled[: _FEWEST + 20]) < _FEWEST:
            continue
        first = next(n for n, row in filled if is_pair(cell_at(row.cells, index)))
        below = [row for n, row in filled if n >= first and n not in table.titles]
        pairs = sum(is_pair(cell_at(row.cells, index)) for row in below)
        odd = [
            row
            for row in below
            if not is_pair(cell_at(row.cells, index)) and not _is_aside(table, row, index, first)
        ]
        if len(odd) <= (0 if devices is not None else _MOST_ODD * pairs):
            results[index] = pairs
    most = [index for index, pairs in results.items() if pairs == max(results.values())]
    return most[0] if len(most) == 1 else None


def is_pair(text: str) -> bool:
    """Return whether a text names both ends of a cable, each clearly."""
    return _pair(text) is not None


def looks_like_two_ends(text: str) -> bool:
    """Return True if a text has a sign between any two parts."""
    parts = [part for part in re.split(rf"{_SIGNS.pattern}|\s/\s|\s:\s", text[:LONGEST_CELL]) if part]
    return len(parts) == 2 and all(any(map(str.isalnum, part)) for part in parts)


def _lists_parts(table: TextTable) -> bool:
    """Return whether a heading is of part numbers, whose descriptions name plugs, not ends."""
    return any(compact(cell) in _OF_PARTS for row in table.rows[:MAX_ABOVE] for cell in row.cells)


def _pair(text: str) -> _Pair | None:
    """Return both ends in a cell, None if missing or ambiguous."""
    text = text.strip()
    if not 0 < len(text) <= LONGEST_CELL or not text.isprintable():
        return None
    parts = _SIGNS.split(text)
    if len(parts) == 2 and all(parts):
        for form in (_placed_end, _unit_end, _triple_end, _other_end):
            a, b = map(form, parts)
            if a and b:
                return a, b
    halves = [
        (entry, other)
        for at, sign in enumerate(text)
        if sign == "/"
        and (entry := COLON.fullmatch(text[:at].strip()))
        and (other := COLON.fullmatch(text[at + 1 :].strip()))
    ]
    if len(halves) == 1:
        a, b = (_End(end[1], end[2].strip(), _place(end[1])) for end in halves[0])
        return a, b
    triples = [
        (a, b)
        for match in _BETWEEN.finditer(text)
        if (a := _triple_end(text[: match.start()])) and (b := _triple_end(text[match.end() :]))
    ]
    return triples[0] if len(triples) == 1 else None


def _placed_end(text: str) -> _End | None:
    match = _PLACED.fullmatch(text.strip())
    return _End(match[2], match[3], _place(match[1])) if match else None


def _unit_end(text: str) -> _End | None:
    """Return an end that names cabinet, unit and port: ``R1-U24-P8A``."""
    match = _HYPHENS.fullmatch(text)
    place = _place(match[1]) if match else None
    return _End(match[1], match[2], place) if match and place else None


def _triple_end(text: str) -> _End | None:
    """Return an end that names cabinet, device and port: ``A01-SW01-P1``."""
    match = _TRIPLE.fullmatch(text.strip())
    if match is None or not _RACK.fullmatch(match["rack"]):
        return None
    return _End(match["device"], match["port"], ("", match["rack"], ""), is_triple=True)


def _other_end(text: str) -> _End | None:
    if match := COLON.fullmatch(text):
        device, port = match[1], match[2].strip()
    elif end := end_of_words(text):
        device, port = end
    elif match := _HYPHENS.fullmatch(text):
        device, port = match[1], match[2]
    else:
        return None
    return _End(device, port, _place(device))


def _place(device: str) -> tuple[str, str, str] | None:
    """Return room, cabinet and unit of a label, with an empty room where it has none; None for a name."""
    if match := _PLACE.fullmatch(device):
        return match[1], match[2], match[3]
    match = _RACK_UNIT.fullmatch(device)
    return ("", match[1], match[2]) if match else None


def _with_names(pairs: Mapping[int, _Pair]) -> dict[int, _Pair]:
    """Return pairs in which devices of one name in several cabinets have the cabinet in their names."""
    racks: dict[str, set[str]] = defaultdict(set)
    for end in (end for pair in pairs.values() for end in pair):
        if end.is_triple and end.place:
            racks[end.device].add(end.place[1])
    if all(len(own) == 1 for own in racks.values()):
        return dict(pairs)

    def named(end: _End) -> _End:
        is_alike = end.is_triple and end.place is not None
        return end._replace(device=f"{end.place[1]}-{end.device}") if is_alike and end.place else end

    return {number: (named(a), named(b)) for number, (a, b) in pairs.items()}


def _places(pairs: Iterable[_Pair]) -> tuple[str, ...]:
    """Return the columns of places that the ends of all pairs fill."""
    places = [end.place for pair in pairs for end in pair]
    if not all(places):
        return ()
    return tuple(name for at, name in enumerate(_OF_PLACE) if any(place and place[at] for place in places))


def _with_columns(
    table: TextTable, at: int, given: Mapping[int, _Pair], notes: list[str], *, is_asked: bool
) -> TextTable:
    """Return a table with columns of both ends added on the right, with their own headings.

    The text is the cable's id only if its heading says that it is printed on the cable, and no other column
    may be the id; otherwise it is an extra column.
    """
    pairs = _with_names(given)
    width = max(len(row.cells) for row in table.rows)
    of_place = _places(pairs.values())
    names = ("", "port", *of_place)
    headings = tuple(f"{name} {side}".strip() for side in SIDES for name in names)
    first = min(pairs)
    head = next((n for n in range(first - 1, -1, -1) if not table.rows[n].is_empty), None)
    text = "" if head is None else cell_at(table.rows[head].cells, at)
    others = () if head is None else (cell for n, cell in enumerate(table.rows[head].cells) if n != at)
    known = map(HeadingReader(CABLES).meaning, others)
    is_printed = head is None or (
        bool({*words_of(text)} & _PRINTED)
        and not any(meaning is not None and meaning.field.name == "id" for meaning in known)
    )
    headings += (_LABEL if is_printed else f"{text} ({_HEADING})",) * is_asked
    rows, titles = list(table.rows), table.titles
    for number, pair in pairs.items():
        own: list[str] = []
        for end in pair:
            place = dict(zip(_OF_PLACE, end.place or ("", "", ""), strict=True))
            own += [end.device, end.port, *(place[name] for name in of_place)]
        own += [cell_at(table.rows[number].cells, at)] * is_asked
        rows[number] = _longer(table.rows[number], width, own)
    if head is None:
        own_heads = tuple(_HEADING if index == at else "" for index in range(width))
        rows.insert(0, TableRow(table.rows[first].where, own_heads + headings))
        titles = frozenset(number + 1 for number in titles)
    else:
        kept = text if is_asked or is_printed or not text else f"{text} ({_HEADING})"
        cells = tuple(kept if index == at else cell for index, cell in enumerate(table.rows[head].cells))
        rows[head] = _longer(replace(table.rows[head], cells=cells), width, headings)
    heading = shown(text) if head is not None else "the column"
    tia = " by TIA-606" if len(of_place) == len(_OF_PLACE) else ""
    a, b = pairs[first]
    behind = "text before it" if a.is_triple or a.place != _place(a.device) else "device"
    notes.append(
        f"{table.rows[first].where}: {heading!r} names both ends of each cable, such as {shown(a.device)} "
        f"port {shown(a.port)} and {shown(b.device)} port {shown(b.port)}"
        + (f": {', '.join(of_place)}{tia} from the {behind}" if of_place else "")
    )
    return replace(table, rows=tuple(rows), titles=titles)


def _longer(row: TableRow, width: int, more: list[str] | tuple[str, ...]) -> TableRow:
    return TableRow(row.where, (*row.cells, *[""] * (width - len(row.cells)), *more))
