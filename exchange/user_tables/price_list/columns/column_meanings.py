"""Meanings of the headings of a price list's table, with the help of the cells below them."""

import re
from collections import Counter
from collections.abc import Sequence

from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.subject import HeadingReader, Meaning
from netfloor.exchange.tables.tables import TableRow
from netfloor.exchange.user_tables.price_list.headings import (
    PRICES,
    branded_part,
    is_variant_value,
    makers_number,
    variant_heading,
)
from netfloor.exchange.user_tables.price_list.terms import parse_lead
from netfloor.foundation.tool import current_day

#: Interprets the headings of price lists.
HEADINGS = HeadingReader(PRICES)
_NUMBERED = re.compile(r"[\s_.]?[1-9]$")  # Bezeichnung 2
#: Fewest headings that share a path.
_FEWEST_OF_PATH = 3


def column_meanings(headings: Sequence[str], body: Sequence[TableRow]) -> list[Meaning | None]:
    """Return the meanings of headings; of those below one path, ``Order Lines/Product``, without it."""
    paths = Counter(heading.rpartition("/")[0] for heading in headings)
    results = []
    for index, heading in enumerate(headings):
        path, _, last = heading.rpartition("/")
        text = last if path and paths[path] >= _FEWEST_OF_PATH else heading
        meaning = _meaning(text, body, index) if text else None
        is_list_price = meaning is not None and meaning.field.name == "list_price"
        cells = "".join(cell_at(row.cells, index) for row in body) if is_list_price else "0"
        results.append(meaning if re.search("[0-9]", cells) or not cells else None)  # a list's name
    return results


def _meaning(heading: str, body: Sequence[TableRow], index: int) -> Meaning | None:
    """Return the meaning of a heading, also numbered, of a shop's variants or with a brand's name."""
    if is_variant_value(heading) and not any(cell_at(row.cells, index) for row in body):
        return None
    meaning = HEADINGS.meaning(_NUMBERED.sub("", heading))
    if meaning is None or meaning.field.name != "name":
        meaning = HEADINGS.meaning(heading) or HEADINGS.meaning(variant_heading(heading))
    return makers_number(heading, meaning or branded_part(heading))


def tells_delivery(body: Sequence[TableRow], index: int) -> bool:
    """Return whether all cells of a column are words of delivery, such as ``in stock`` or ``on order``."""
    cells = {cell for row in body if (cell := cell_at(row.cells, index))}
    for cell in cells:
        try:
            parse_lead(cell, ".", "", current_day())
        except ValueError:
            return False
    return any(not cell.isdecimal() for cell in cells)
