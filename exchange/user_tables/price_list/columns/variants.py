"""Variants of a shop's export, whose blank title cells are those of the first row of their product.

Shopify writes title, type, vendor and status in the first row of a handle only (help.shopify.com, "Using
CSV files to import and export products"); WooCommerce's variations name their parent by its SKU or
``id:17``.
"""

from collections.abc import Sequence
from dataclasses import replace

from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.subject import compact, words_of
from netfloor.exchange.tables.tables import TableRow
from netfloor.exchange.user_tables.price_list.columns.columns import HEADINGS
from netfloor.exchange.user_tables.price_list.headings import (
    PRICE_FIELDS,
    is_variant_value,
    variant_heading,
)
from netfloor.exchange.user_tables.price_words import ORDERABLE

#: Columns of the product of a row, of the row of its product, and of the names of rows.
_HANDLES, _PARENTS = frozenset({"handle", "urlhandle", "itemgroupid"}), frozenset({"parent", "parentsku"})
_IDS = frozenset({"id", "sku"})
#: What a product's variants have in common.
_SHARED = frozenset({"name", "kind", "supplier", "maker", "connector", "gbps", "fibre", "optics"})
#: The value of a product without variants.
_NO_VALUE = "default title"


def with_variants(headings: Sequence[str], rows: Sequence[TableRow]) -> Sequence[TableRow]:
    """Return rows with blank cells of variants filled down within their product.

    Variants have a part number or a price. Without a column of products, a row without a name belongs to
    the row above if a column has the values of variants.
    """
    names = [compact(heading) for heading in headings]
    values = [index for index, heading in enumerate(headings) if is_variant_value(heading)]
    handle, parent = _first(names, _HANDLES), _first(names, _PARENTS)
    fields = [_field(heading) for heading in headings]
    titles = [index for index, field in enumerate(fields) if field == "name" and index not in values]
    if not titles or (handle is None and parent is None and not values):
        return rows
    own = [index for index, field in enumerate(fields) if field in {"part", "maker_part", *PRICE_FIELDS}]
    shared = [index for index, field in enumerate(fields) if field in _SHARED and index not in values]
    shared += [index for index, heading in enumerate(headings) if _is_status(heading, fields[index])]
    products = _by_id(names, rows) if handle is None and parent is not None else {}
    results, above = list[TableRow](), None
    for row in rows:
        if handle is not None:
            key = cell_at(row.cells, handle)
            first = products.setdefault(key, row) if key else row
        elif parent is not None:
            first = products.get(cell_at(row.cells, parent).lower(), row)
        else:
            above = row if above is None or any(cell_at(row.cells, index) for index in titles) else above
            first = above
        is_variant = first is not row and any(cell_at(row.cells, index) for index in own)
        filled = _filled(row, first, shared) if is_variant else row
        results.append(_without_default(filled, values))
    return results


def _first(names: Sequence[str], known: frozenset[str]) -> int | None:
    return next((index for index, name in enumerate(names) if name in known), None)


def _field(heading: str) -> str:
    meaning = HEADINGS.meaning(heading) or HEADINGS.meaning(variant_heading(heading)) if heading else None
    return "" if meaning is None else meaning.field.name


def _is_status(heading: str, field: str) -> bool:
    """Return whether a column says whether a product is offered: ``Status``, ``Published``."""
    return not field and bool({*words_of(heading)} & (ORDERABLE | {"status"}))


def _by_id(names: Sequence[str], rows: Sequence[TableRow]) -> dict[str, TableRow]:
    """Return rows by what variations call them: their SKU, or ``id:`` and their number."""
    results = dict[str, TableRow]()
    for index in [index for index, name in enumerate(names) if name in _IDS]:
        for row in rows:
            if cell := cell_at(row.cells, index).lower():
                results.setdefault(f"id:{cell}" if names[index] == "id" else cell, row)
    return results


def _filled(row: TableRow, first: TableRow, shared: Sequence[int]) -> TableRow:
    cells = [*row.cells, *[""] * (len(first.cells) - len(row.cells))]
    for index in shared:
        if index < len(cells):
            cells[index] = cells[index] or cell_at(first.cells, index)
    return replace(row, cells=tuple(cells))


def _without_default(row: TableRow, values: Sequence[int]) -> TableRow:
    cells = [
        "" if index in values and cell.lower() == _NO_VALUE else cell
        for index, cell in enumerate(row.cells)
    ]
    return replace(row, cells=tuple(cells)) if values else row
