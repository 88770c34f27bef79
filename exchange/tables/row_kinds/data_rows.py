"""Rows of data that could be taken for headings, told by texts that recur below."""

from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.numbers import UNITS
from netfloor.exchange.tables.row_kinds.nameless import is_link
from netfloor.exchange.tables.tables import TextTable

#: Rows below a heading line in which its texts are looked for.
REPEATED = 200
#: Units of goods, which may be the heading of their column and its cells.
_PIECES = frozenset({"u", "ud", "uds", "un", "stk", "st", "ea", "pc", "pcs", "pce", "pz", "me", "ve"})


def is_data(table: TextTable, rows: tuple[int, int]) -> bool:
    """Return whether texts of a heading line recur below in some columns, unlike those of headings.

    Link words and units may recur: in a line below the headings, and of goods.
    """
    first, *further = (table.rows[number].cells for number in range(*rows))
    lines = [tuple("" if is_link(cell) or cell.strip(" .").lower() in _PIECES else cell for cell in first)]
    lines += [
        cells for cells in further if any(cell.strip("()[] ").lower() not in {"", *UNITS} for cell in cells)
    ]
    for cells in lines:
        for row in table.rows[rows[1] : rows[1] + REPEATED]:
            again = [cell and cell == cell_at(row.cells, index) for index, cell in enumerate(cells)]
            if any(again) and not all(item or not cell for item, cell in zip(again, cells, strict=True)):
                return True
    return False
