"""Marks for the cell above, such as ``"``, ``dito`` and ``idem``, replaced by its text."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.heading_lines import cell_at, plain
from netfloor.exchange.tables.headings.layout import Asked
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.subject import HeadingReader
from netfloor.exchange.tables.tables import TextTable
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_LONGEST = 24
#: Quotation marks, doubled apostrophes and commas, and arrows, with dashes around them: ``-"-``.
_SIGNS = re.compile(
    r"[\s._\u2013\u2014-]{0,4}"
    r"(?:(?:[\"\u2033\u3003\u201c\u201d\u201e\u201f\u301e\u2193\u21d3\u2b07\u21e9]"
    r"|''|``|,,|\u2032\u2032|\u2019\u2019|\u00b4\u00b4)\s{0,3}){1,4}"
    r"[\s._\u2013\u2014-]{0,4}"
)
_WORDS = re.compile(
    r"ditt?o\.?|dto\.?|detto|d[o\u00b0]\.|id\.|[i\u00ed]dem|(?:same )?as above|see above|same as previous"
    r"|wie (?:oben|vor|vorher)|siehe oben|s\. ?o\.|ebenso|(?:comme|voir) ci-dessus|m\u00eame"
    r"|(?:igual que|como|ver) (?:arriba|el anterior)|igual",
    re.IGNORECASE,
)
_FEWEST, _NAMED = 2, 6


def is_ditto(text: str) -> bool:
    """Return whether a cell means the one above: ``"``, ``-"-``, ``dito``, ``idem``."""
    text = text.strip()
    return 0 < len(text) <= _LONGEST and bool(_SIGNS.fullmatch(text) or _WORDS.fullmatch(text))


def with_ditto_filled(table: TextTable, notes: list[str], asked: Asked) -> TextTable:
    """Return a table with the text above in place of each mark for it, and add a note with their number.

    Only rows of several cells are repeated, not titles, totals or headings: a mark below those stays.
    Raises `InputError` for a mark below a blank cell of the row above.
    """
    marks = {text for text in {cell for row in table.rows for cell in row.cells} if is_ditto(text)}
    if not marks:
        return table
    readers = [HeadingReader(subject) for subject in (CABLES, DEVICES)]
    of_user = {plain(name) for name in asked}
    above: tuple[str, ...] = ()
    rows, replaced, blank = list(table.rows), list[tuple[str, str]](), list[tuple[str, str]]()
    for number, row in enumerate(rows):
        if number in table.titles or sum(map(bool, row.cells)) < _FEWEST:
            continue
        cells = list(row.cells)
        for index, cell in enumerate(cells if above else ()):
            last = cell_at(above, index)
            if cell in marks and last and last not in marks:
                cells[index] = last
                replaced.append((row.where, cell))
            elif cell in marks and not last:
                blank.append((row.where, cell))
        rows[number] = replace(row, cells=tuple(cells))
        is_head = any(_are_headings(cells, reader, of_user) for reader in readers)
        above = () if is_head else rows[number].cells
    if blank:
        places = [where.removeprefix(f"{table.where}: ") for where, _ in blank]
        what = f"{shown(blank[0][1])!r} below a blank cell"
        if others := [place for place in dict.fromkeys(places) if place != places[0]]:
            what += f", also in {shortened(others, _NAMED)}"
        raise InputError(blank[0][0], what, "the text that it repeats, or a blank cell")
    if replaced:
        where, mark = replaced[0]
        first = where.removeprefix(f"{table.where}: ")
        many = f"{count_text(len(replaced), 'cell')} such as {shown(mark)!r}"
        notes.append(f"{table.where}: {many} read as the cell above, first {first}")
    return replace(table, rows=tuple(rows))


def _are_headings(cells: Sequence[str], reader: HeadingReader, of_user: Collection[str]) -> bool:
    """Return whether most cells of a row are headings, known or of the user's map."""
    filled = [cell for cell in cells if cell]
    known = sum(reader.meaning(cell) is not None or plain(cell) in of_user for cell in filled)
    return 2 * known > len(filled)
