"""Columns without a heading, columns that only stand between others, and lines that are no headings."""

from collections.abc import Iterable, Mapping, Sequence

from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.numbers import UNITS
from netfloor.exchange.tables.row_kinds.statuses import REMOVED, status_of
from netfloor.exchange.tables.row_kinds.totals import says_unused
from netfloor.exchange.tables.tables import TableRow, TextTable

#: Words between the two ends of a cable, in small letters.
_LINKS = frozenset(
    {"to", "from", "and", "bis", "nach", "zu", "auf", "von", "und", "\u00e0", "a", "au", "vers", "et", "de"}
    | {"hacia", "hasta", "y", "naar", "tot", "en", "verso", "e", "para", "x"}
)
#: Signs around them, or in place of them.
_SIGNS = " <>-=:.\u2013\u2194\u2192"
#: Maximum characters of a word that stands in all rows, such as ``connects to``.
_LONGEST_WORD = 24
#: Minimum rows of a word that is no link word.
_FEWEST_ROWS = 2
#: Rows below a heading line in which its texts are looked for.
REPEATED = 200
#: Units of goods, which may be the heading of their column and its cells.
_PIECES = frozenset({"u", "ud", "uds", "un", "stk", "st", "ea", "pc", "pcs", "pce", "pz", "me", "ve"})


def is_link(text: str) -> bool:
    """Return whether a text only stands between the two ends of a cable: ``to``, ``->``."""
    word = text.strip(_SIGNS).casefold()
    return bool(text) and (not word or word in _LINKS)


def are_links(rows: Sequence[TableRow], index: int, heading: str) -> bool:
    """Return whether a column and its heading only stand between the two ends: ``to`` above ``to``.

    A single letter is an end or the name of a device: ``x`` below ``a`` or ``From``.
    """
    cells = (cell_at(row.cells, index) for row in rows)
    return _is_sure_link(heading) and all(not cell or _is_sure_link(cell) for cell in cells)


def _is_sure_link(text: str) -> bool:
    return is_link(text) and not (len(text) == 1 and text.isascii() and text.isalpha())


def has_word(cell: str) -> bool:
    """Return whether a cell has a letter or digit, unlike the dashes between columns of labels."""
    return any(map(str.isalnum, cell))


def decorations(rows: Iterable[Sequence[str]], columns: Sequence[int]) -> Mapping[int, str]:
    """Return the columns whose cells are all link words, or all one text, and their first cell.

    ``rows``: the cells of the rows of data; ``columns``: those without a heading. A text with a digit may
    be data, such as a rate, and a status or a word for a free port is about its rows.
    """
    texts: dict[int, list[str]] = {index: [] for index in columns}
    count = 0
    for cells in rows if columns else ():
        count += 1
        for index in columns:
            if has_word(cell := cell_at(cells, index)):
                texts[index].append(cell)
    return {index: own[0] for index, own in texts.items() if own and _is_decoration(own, count)}


def _is_decoration(cells: Sequence[str], rows: int) -> bool:
    """Return whether the filled cells of a column say nothing of their rows."""
    words = {cell.strip(_SIGNS).casefold() for cell in cells}
    if words <= _LINKS:
        return True
    word = next(iter(words))
    is_word = len(words) == 1 and len(word) <= _LONGEST_WORD and not any(map(str.isdigit, word))
    is_of_few = 2 * len(cells) <= rows and bool(status_of(word))  # which tells them from the others
    is_told = says_unused(word) or status_of(word) == REMOVED or is_of_few
    return is_word and len(cells) >= _FEWEST_ROWS and not is_told


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
