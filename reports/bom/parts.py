"""The parts of a bill by part number: pieces used, spare, owned and bought, price and supplier.

One declaration serves the terminal, the page, JSON and the sheets *Parts*, *Sources* and *Order ...*. In a
workbook quantities, prices and spares may be changed; all sums follow, those of the other sheets too.
"""

from collections.abc import Iterable
from dataclasses import replace

from netfloor.costmodels.catalogue.bom import Bom, BomLine
from netfloor.costmodels.catalogue.parts.skus import EXAMPLE, UNVERIFIED
from netfloor.reports.formats.listing import EVERYWHERE, Listing, RowColumn, Where, json_column
from netfloor.reports.formats.marks import MARK, loud, spaced
from netfloor.reports.formats.table import (
    Cell,
    Formula,
    Ref,
    Table,
    Value,
    count_column,
    length_column,
    money_column,
    number_column,
    text_column,
)
from netfloor.reports.formats.text import one_line

#: Caption of the sheet that others read from, and the order of parts whose supplier nobody named.
PARTS, NO_SUPPLIER = "Parts", "supplier not named"
#: Stands at a price that has no source.
EXAMPLE_MARK = "\N{DOUBLE DAGGER}"
MARKS = {EXAMPLE: EXAMPLE_MARK, UNVERIFIED: MARK}
_ROUNDED_UP = "ROUNDUP(ROUND({0} * {1} / 100, 6), 0)"
_TO_BUY = "MAX(0, {0} + {1} - {2} + {3})"
_SHARE = "IF({2} = 0, 0, ROUND({0} * {1} / {2}, 2))"


def trust_of(line: BomLine) -> str:
    """Return the trust label of a part's price."""
    return line.sku.buying.price_from.trust


def part_listing(bom: Bom) -> Listing[BomLine]:
    """Return the parts of a bill in the catalogue's order."""
    columns = (
        *_quantity_columns(bom),
        *_price_columns(one_line(bom.currency)),
        *_columns_for_programs(),
    )
    note = "Coloured cells may be changed; all sums follow, on the other sheets too."
    if any(line.sku.buying.breaks for line in bom.lines):
        note += " Unit prices apply to these quantities; others may reach another price break."
    return Listing(PARTS, columns, bom.lines, note)


def _maker_columns(lines: Iterable[BomLine], where: Where) -> list[RowColumn[BomLine]]:
    """Return the column of the maker's part numbers, if the catalogue gives any."""
    if not any(line.sku.buying.maker_part for line in lines):
        return []
    return [RowColumn(text_column("maker's part"), _maker_part, where=where)]


def _used_where(is_used: bool) -> Where:
    """Return the formats that show a quantity: terminals only if some part has it."""
    return EVERYWHERE if is_used else Where.PAGE | Where.SHEET


def _quantity_columns(bom: Bom) -> tuple[RowColumn[BomLine], ...]:
    """Return the columns of name and quantities: used, spare, owned and bought."""
    length = replace(length_column("length"), form="g")
    used = count_column("used", to_change=True)
    for_servers = count_column("for servers", to_change=True)
    share = number_column("spare share", "%", to_change=True)
    spares = count_column("spares", to_change=True)
    owned = count_column("owned", to_change=True)
    has_spares, has_owned = any(map(_spares, bom.lines)), any(line.from_stock for line in bom.lines)
    extra = count_column("beyond need", to_change=True)
    return (
        RowColumn(text_column("part"), lambda line: line.sku.part, "part"),
        RowColumn(text_column("name"), lambda line: line.sku.name, "name", page_cell=_with_reason),
        RowColumn(text_column("kind"), lambda line: line.sku.kind, "kind", Where.PAGE | Where.SHEET),
        RowColumn(text_column("supplier"), _supplier, "supplier", Where.SHEET),
        *_maker_columns(bom.lines, Where.SHEET),
        RowColumn(length, lambda line: line.sku.length_mm, "length_m", short="m"),
        RowColumn(used, lambda line: line.used, "used"),
        RowColumn(for_servers, lambda line: line.for_servers, "for_servers", Where.SHEET),
        RowColumn(share, lambda line: line.spares_percent or None, where=Where.SHEET),
        RowColumn(spares, _spares, "spares", _used_where(has_spares), short="spare"),
        RowColumn(owned, lambda line: line.from_stock, "from_stock", _used_where(has_owned)),
        RowColumn(extra, lambda line: line.purchase.extra, "bought_beyond_need", Where.SHEET),
        RowColumn(count_column("to buy"), _to_buy, "to_buy", short="buy"),
    )


def _price_columns(currency: str) -> tuple[RowColumn[BomLine], ...]:
    """Return the columns of cost, supplier and lead time."""
    unit = money_column("unit price", currency, to_change=True)
    extended = money_column("extended price", currency, total=True)
    share = money_column("of that for servers", currency, total=True)
    days = count_column("lead time", "days")
    return (
        RowColumn(
            unit, lambda line: line.purchase.unit_cents, "unit_price", short="unit", page_cell=_marked
        ),
        RowColumn(extended, _extended_price, "extended_price", short="extended", page_cell=_marked),
        RowColumn(share, _server_share, where=Where.SHEET),
        RowColumn(text_column("price date"), _price_date, "price_date", Where.SHEET),
        RowColumn(text_column("price trust"), trust_of, "price_trust", Where.SHEET, wording=loud),
        RowColumn(text_column("price source"), _price_source, "price_source", Where.SHEET),
        RowColumn(
            text_column("price from"),
            lambda line: f"{loud(trust_of(line))} {_price_date(line)}",
            where=Where.TERMINAL | Where.PAGE,
            short="price from",
            page_cell=_with_source,
        ),
        RowColumn(days, lambda line: line.lead_time_days, "lead_time_days", Where.SHEET),
        RowColumn(text_column("why more"), lambda line: line.purchase.why, "why_more", Where.SHEET),
    )


def _columns_for_programs() -> tuple[RowColumn[BomLine], ...]:
    """Return the columns that only JSON has."""
    return (
        json_column("order_number", _order_number),
        json_column("maker_part", _maker_part),
        json_column("example_price", lambda line: line.sku.buying.is_example),
        json_column("supplier_stock", lambda line: line.sku.buying.stock),
        json_column("min_order", lambda line: line.sku.buying.min_order),
        json_column("pack", lambda line: line.sku.buying.pack),
        json_column("power_w_each", _power_each, decimals=3),
        json_column("figures_trust", _figures_trust),
        json_column("figures_source", lambda line: line.sku.figures_from.text),
        json_column("unverified", lambda line: _figures_trust(line) == UNVERIFIED),
    )


def _power_each(line: BomLine) -> int | None:
    """Return the power of a piece in mW, None if unknown."""
    return None if line.sku.lacks_watts else line.sku.power_mw


def source_sheet(parts: Listing[BomLine]) -> Table:
    """Return the sources of each part's price, reach, power and weight."""
    columns = (
        *parts.only("part", "name", "price_trust", "price_source"),
        RowColumn(text_column("figures trust"), _figures_trust, wording=loud),
        RowColumn(text_column("figures source"), lambda line: line.sku.figures_from.text),
    )
    return Listing("Sources", columns, parts.rows, "Figures are reach, power and weight.").sheet()


def order_sheets(bom: Bom, parts: Listing[BomLine]) -> dict[str, Table]:
    """Return an order for each supplier by name, parts without a supplier last.

    Parts with quantity 0 are included, because the buyer may change it on the sheet of parts.
    """
    suppliers = sorted({line.sku.buying.supplier for line in bom.lines}, key=lambda name: (not name, name))
    note = "Before taxes. Quantities and prices come from the sheet Parts: change them there."
    orders = {}
    for number, supplier in enumerate(suppliers, 1):
        mine = [line for line in bom.lines if line.sku.buying.supplier == supplier]
        columns = _order_columns(bom, parts, mine)
        orders[f"order_{number}"] = Listing(order_caption(supplier), columns, mine, note).sheet()
    return orders


def order_caption(supplier: str) -> str:
    """Return the title of the sheet of a supplier's order."""
    return f"Order {supplier}" if supplier else f"Order, {NO_SUPPLIER}"


def _order_columns(
    bom: Bom, parts: Listing[BomLine], mine: Iterable[BomLine]
) -> tuple[RowColumn[BomLine], ...]:
    """Return the columns of an order: quantities and prices are read from the sheet of parts."""
    place = {line.sku.part: number for number, line in enumerate(bom.lines)}
    currency = one_line(bom.currency)

    def quantity(line: BomLine) -> Formula:
        return Formula("{0}", (Ref("to buy", PARTS, place[line.sku.part]),), line.purchase.quantity)

    def unit_price(line: BomLine) -> Formula:
        return Formula("{0}", (Ref("unit price", PARTS, place[line.sku.part]),), line.purchase.unit_cents)

    def price(line: BomLine) -> Formula:
        return _product("quantity", line)

    return (
        RowColumn(text_column("part"), _order_number),
        *_maker_columns(mine, EVERYWHERE),
        *parts.only("name", "length_m"),
        RowColumn(count_column("quantity"), quantity),
        RowColumn(money_column("unit price", currency), unit_price),
        RowColumn(money_column("price", currency, total=True), price),
        *parts.only("lead_time_days", "price_date", "price_trust", "supplier"),
    )


def _supplier(line: BomLine) -> str | None:
    return line.sku.buying.supplier or None


def _order_number(line: BomLine) -> str:
    """Return the supplier's order number of a part."""
    return line.sku.buying.order_number or line.sku.part


def _maker_part(line: BomLine) -> str | None:
    return line.sku.buying.maker_part or None


def _price_date(line: BomLine) -> str:
    return line.sku.buying.price_date.isoformat()


def _price_source(line: BomLine) -> str:
    return line.sku.buying.price_from.text


def _figures_trust(line: BomLine) -> str:
    return line.sku.figures_from.trust


def _spares(line: BomLine) -> Value:
    if not line.spares_percent:
        return line.spares
    return Formula(_ROUNDED_UP, (Ref("used"), Ref("spare share")), line.spares)


def _to_buy(line: BomLine) -> Formula:
    refs = Ref("used"), Ref("spares"), Ref("owned"), Ref("beyond need")
    return Formula(_TO_BUY, refs, line.purchase.quantity)


def _extended_price(line: BomLine) -> Formula:
    return _product("to buy", line)


def _product(pieces: str, line: BomLine) -> Formula:
    """Return the cost of the pieces of a column."""
    return Formula("ROUND({0} * {1}, 2)", (Ref(pieces), Ref("unit price")), line.purchase.total_cents)


def _server_share(line: BomLine) -> Formula:
    return Formula(_SHARE, (Ref("extended price"), Ref("for servers"), Ref("used")), line.server_cents)


def _marked(line: BomLine, cell: Cell) -> Cell:
    """Return an amount with the mark of a doubtful price."""
    return replace(cell, text=cell.text + spaced(MARKS.get(trust_of(line), "")))


def _with_reason(line: BomLine, cell: Cell) -> Cell:
    """Return a name, and below it why more pieces are bought than needed."""
    return replace(cell, details=(one_line(line.purchase.why),) if line.purchase.why else ())


def _with_source(line: BomLine, cell: Cell) -> Cell:
    """Return trust and date of a price, and below them supplier and source."""
    texts = line.sku.buying.supplier, _price_source(line)
    return replace(cell, details=tuple(one_line(text) for text in texts if text))
