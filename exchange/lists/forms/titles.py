"""Titles and sheet names that apply to the rows below: the rack of devices, the device of ports."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.headings.layout import RACK_PATTERN, Asked, Layout, best_layout, find_layout
from netfloor.exchange.tables.row_kinds.sums import is_total
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_LONGEST = 120
_RACK_WORDS = (
    r"(?:server|network|netzwerk)?(?:rack|cabinet|cab|schrank|baie|armoire|armario|bastidor|gabinete)"
)
#: ``Schrank A01 (42 HE)``, ``Rack: 7 - storage``.
_RACK_TITLE = re.compile(
    rf"{_RACK_WORDS}[ .:#_-]{{1,3}}([\w.-]{{1,20}})(?:[\s,;(\u2013-].*)?", re.IGNORECASE
)
#: ``Rack elevation (DH1-R07)``, ``Schrankansicht: A01``.
_ELEVATION_TITLE = re.compile(
    rf"{_RACK_WORDS}[ -]?(?:elevation|layout|view|diagram|face|plan|ansicht|belegung)s?\s?[(:\u2013-]\s?"
    r"([\w.-]{1,20})\)?",
    re.IGNORECASE,
)
_BARE_RACK = re.compile(RACK_PATTERN)
#: Rack and unit of a device in its title: ``SW1, Rack R01, U38``.
_PLACE = re.compile(
    rf"\b{_RACK_WORDS}[ .:#_-]{{1,3}}([\w.]{{1,20}}?)[\s,;/-]{{1,4}}(?:R?U|HE)\s?([0-9]{{1,2}})\b",
    re.IGNORECASE,
)
#: Names that spreadsheets give new sheets, and names of lists instead of devices.
_NO_NAME = re.compile(
    r"(?:sheet|tabelle|feuil(?:le)?|hoja|table|blatt|planilha|list|liste|cables?|cabling|connections?|ports?"
    r"|patching|links?|summary|overview|index|contents|cover|legend|notes?|data|export|devices?|inventory|total"
    r"|zusammenfassung|\u00fcbersicht|inhalt|deckblatt|legende|ger\u00e4te|daten|r\u00e9sum\u00e9|sommaire"
    r"|synth\u00e8se|donn\u00e9es|resumen|\u00edndice|datos|inventar|inventaire|inventario|kabel"
    r"|verkabelung|cablage|cableado)[ _-]?[0-9]{0,3}",
    re.IGNORECASE,
)
#: The number of a chapter before its title: ``2. leaf1``, ``3.1 leaf2``.
_CHAPTER = re.compile(r"[0-9]{1,3}(?:(?:\.[0-9]{1,3}){1,4}\.?|[.)])\s{1,9}(?=\S)")
#: Words before a device's name in a title: ``Switch: leaf1``.
_BEFORE_NAME = re.compile(
    r"(?:switch|device|hostname|host|router|ger\u00e4t|panel|equipment|equipo)[\s:#-]{1,3}(?=\S)",
    re.IGNORECASE,
)


def with_titles_read(table: TextTable, notes: list[str], asked: Asked) -> TextTable:
    """Return a table with the rack, or the near device, of titles and sheet names as columns.

    A device list without a column of racks takes them from titles such as ``Schrank A01``, else from
    the sheet; a list of far ends without near devices takes its device from the sheet, else from a title.
    """
    cables = find_layout(table, CABLES, asked)
    if cables is None and (ports := _of_one_device(table, notes, asked)) is not None:
        return ports
    if cables is not None or (layout := find_layout(table, DEVICES, asked)) is None:
        return table
    if {"rack", "place"} & {*layout.by_key} or "unit" not in layout.by_key:
        return table
    return _with_racks(table, layout, notes)


def _with_racks(table: TextTable, layout: Layout, notes: list[str]) -> TextTable:
    racks = {number: rack for number, text in _lone_texts(table.rows) if (rack := _rack_of(text))}
    if not racks and not (rack := _rack_of(table.sheet)):
        return table
    head = next(number for number, row in enumerate(table.rows) if row.where == layout.where)
    width = max(len(row.cells) for row in table.rows)
    current = "" if racks else rack
    rows = []
    for number, row in enumerate(table.rows):
        current = racks.get(number, current)
        is_head = number == head or (number >= layout.first and row.cells == table.rows[head].cells)
        is_device = number >= layout.first and not row.is_empty and not any(map(is_total, row.cells))
        more = "rack" if is_head else current if is_device else ""
        own = () if number in racks else row.cells
        rows.append(replace(row, cells=(*own, *[""] * (width - len(own)), more) if own else ()))
    if racks:
        first = table.rows[min(racks)].where
        notes.append(
            f"{first}: titles name the rack of the rows below them: "
            f"{count_text(len({*racks.values()}), 'rack')}, such as {shown(next(iter(racks.values())))}"
        )
    else:
        notes.append(f"{table.where}: the sheet's name is the rack of its devices: {shown(rack)}")
    return replace(table, rows=tuple(rows), titles=table.titles - {*racks})


def _rack_of(text: str) -> str:
    """Return the rack that a title or the name of a sheet means, empty for another text."""
    text = _CHAPTER.sub("", text.strip()[: _LONGEST + 1])
    if not 0 < len(text) <= _LONGEST:
        return ""
    if _BARE_RACK.fullmatch(text) and not _RACK_TITLE.fullmatch(text):
        return text
    match = _ELEVATION_TITLE.fullmatch(text) or _RACK_TITLE.fullmatch(text)
    return match[1] if match and (any(map(str.isdigit, match[1])) or len(match[1]) < 3) else ""


def _of_one_device(table: TextTable, notes: list[str], asked: Asked) -> TextTable | None:
    """Return the far ends of one device's ports with the device as near end, None for another table."""
    layout = best_layout(table, CABLES, asked, needed=False)
    if layout is None or "device_b" not in layout.by_key or "device_a" in layout.by_key:
        return None
    if not {"port_a", "port_b"} & {*layout.by_key}:
        return None
    above = table.rows[: layout.first]
    titles = [text for _, text in _lone_texts(above)]
    name = next(filter(None, map(_device_of, (table.sheet, *titles))), "")
    if not name:
        return None
    place = next((match for text in titles if (match := _PLACE.search(text))), None)
    racked = place is not None and "rack_a" not in layout.by_key
    cells = (name, place[1], place[2]) if place is not None and racked else (name,)
    headings = ("a", "rack a", "unit a")[: len(cells)]
    head = next(number for number, row in enumerate(table.rows) if row.where == layout.where)
    width = max(len(row.cells) for row in table.rows)
    rows = [
        replace(
            row,
            cells=(
                *row.cells,
                *[""] * (width - len(row.cells)),
                *(headings if number == head or row.cells == table.rows[head].cells else cells),
            ),
        )
        if (number == head or number >= layout.first) and sum(map(bool, row.cells)) > 1
        else row
        for number, row in enumerate(table.rows)
    ]
    said = f" in {shown(place[1])} U{place[2]}" if place is not None and racked else ""
    notes.append(
        f"{layout.where}: no column names the near device: its rows are ports of {shown(name)}{said}"
    )
    return replace(table, rows=tuple(rows))


def _device_of(text: str) -> str:
    """Return the device that the name of a sheet or a title begins with, empty if it names none."""
    text = _BEFORE_NAME.sub("", _CHAPTER.sub("", text.strip()[:_LONGEST]))
    name = re.split(r"\s[\u2013\u2014-]\s|[,;(|]|\s{2,}", text)[0].strip().rstrip(":")
    is_name = bool(name) and len(name.split()) == 1 and any(map(str.isalpha, name))
    return name if is_name and not _NO_NAME.fullmatch(name) else ""


def _lone_texts(rows: Sequence[TableRow]) -> Iterator[tuple[int, str]]:
    """Yield number and text of each row with a single text."""
    for number, row in enumerate(rows):
        texts = [cell for cell in row.cells if cell]
        if len(texts) == 1 and not texts[0].startswith("# "):
            yield number, texts[0]
