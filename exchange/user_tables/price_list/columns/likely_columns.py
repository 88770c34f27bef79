"""Columns of a list whose headings are unknown, as their cells suggest them: one map answers for all."""

from collections.abc import Sequence

from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.headings.layout import Layout
from netfloor.exchange.tables.headings.unknown_headings import head_row, lacking
from netfloor.exchange.tables.tables import TextTable
from netfloor.exchange.user_tables.price_list.headings import PRICES
from netfloor.exchange.user_tables.price_list.money.accounts import holds_money
from netfloor.exchange.user_tables.price_list.problems import shell_option
from netfloor.exchange.user_tables.price_list.request import PriceListRequest, is_price
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

#: Rows that classify a column; words of a description; share of part numbers that are words of their own.
_SAMPLE, _FEWEST_WORDS, _MOST = 200, 2, 0.9


def lacking_columns(table: TextTable, layout: Layout | None, request: PriceListRequest) -> InputError:
    """Return the error that a list lacks columns, with a map of those that its cells suggest.

    Part number, name and price are in one map, so that the next run needs no further one.
    """
    head = head_row(table)
    headings = [column.heading for column in layout.columns] if layout else [*head.cells]
    first = layout.first if layout else table.rows.index(head) + 1 if head in table.rows else 0
    named = [(column.heading, column.key) for column in layout.columns if column.meaning] if layout else []
    known = {key for _, key in named} | {name for _, name in request.columns}
    used = {heading for heading, _ in (*named, *request.columns)}
    columns = {
        heading: [cell for row in table.rows[first:][:_SAMPLE] if (cell := cell_at(row.cells, index))]
        for index, heading in enumerate(headings)
        if heading and heading not in used and headings.count(heading) == 1
    }
    likely = _likely(columns, known)
    lost = [] if known & {"part", "maker_part"} else ["part"]
    lost += [] if any(map(is_price, known)) else ["price"]
    if not lost or not {*lost} <= {*likely}:
        return lacking(table, PRICES, dict(request.columns))
    option = shell_option("map", ",".join(f"{heading}={name}" for name, heading in likely.items()))
    unknown = ", ".join(map(shown, list(columns)[:20]))
    what = f"there is no column {' or '.join(lost)}; unknown headings: {unknown}"
    where = layout.where if layout else head.where
    return InputError(where, what, f"assign the columns, by their cells {option}")


def _likely(columns: dict[str, list[str]], known: set[str]) -> dict[str, str]:
    """Return the headings of part number, name and price that the cells suggest, each once."""
    results: dict[str, str] = {}
    free = {heading: cells for heading, cells in columns.items() if cells}
    if "part" not in known and (part := next(filter(lambda item: _are_numbers(free[item]), free), "")):
        results["part"] = part
        del free[part]
    texts = {heading: _words(cells) for heading, cells in free.items()}
    name = max(texts, key=lambda item: texts[item], default="")
    if "name" not in known and name and texts[name] >= _FEWEST_WORDS:
        results["name"] = name
        del free[name]
    if not any(map(is_price, known)):
        price = next((heading for heading, cells in free.items() if holds_money(heading, cells)), "")
        results |= {"price": price} if price else {}
    return results


def _are_numbers(cells: Sequence[str]) -> bool:
    """Return whether cells are single words, each once, of letters or of more than a few digits."""
    words = {cell for cell in cells if len(cell.split()) == 1 and len(cell) > 3}
    return len(words) >= _MOST * len(cells) and not holds_money("", cells)


def _words(cells: Sequence[str]) -> float:
    """Return the mean number of words of a cell."""
    return sum(len(cell.split()) for cell in cells) / max(len(cells), 1)
