"""Price lists with a column for each length of a cable, as a row for each length."""

import re
from dataclasses import replace

from netfloor.exchange.tables.heading_lines import MOST_ABOVE, cell_at
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.exchange.user_tables.price_list.columns import HEADINGS

#: A heading that is a length: ``0.5 m``, ``10 ft``.
_LENGTH = re.compile(
    r"[0-9]{1,4}(?:[.,][0-9]{1,2})?\s?(?:m|cm|ft|mtr|meter|metres?|m\u00e8tres?)", re.IGNORECASE
)
_FEWEST = 3


def with_lengths_as_rows(table: TextTable) -> TextTable:
    """Return a table whose headings are lengths with prices below, as one of a part for each length.

    A part is called by the number of its row and the length: the list has no number for each.
    """
    for first, row in enumerate(table.rows[:MOST_ABOVE]):
        at = [index for index, cell in enumerate(row.cells) if _LENGTH.fullmatch(cell[:40])]
        if len(at) < _FEWEST:
            continue
        others = [index for index, cell in enumerate(row.cells) if cell and index not in at]
        named = {meaning.field.name: i for i in others if (meaning := HEADINGS.meaning(row.cells[i]))}
        number = named.get("part", named.get("name"))
        if number is None or {*named} & {"price", "length"}:
            continue
        head = replace(row, cells=(*(row.cells[i] for i in others), "Length", "Price"))
        below: list[TableRow] = []
        for one in table.rows[first + 1 :]:
            prices = [(row.cells[i], cell_at(one.cells, i)) for i in at if cell_at(one.cells, i)]
            own = {i: cell_at(one.cells, i) for i in others}
            if not prices:
                below.append(replace(one, cells=tuple(own.values())) if not one.is_empty else one)
            for length, price in prices:
                cells = {**own, number: f"{own[number]} {length}"}
                below.append(replace(one, cells=(*cells.values(), length, price)))
        return replace(table, rows=(*table.rows[:first], head, *below), titles=frozenset())
    return table
