"""The sheets that a buyer reckons with: the sum, an order for each supplier, and every part.

Quantities, prices, spares, taxes and the rate of exchange may be changed; all sums follow.
"""

from functools import partial

from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.catalogue.parts.skus import EXAMPLE
from netfloor.plans.order.parts_list import PartsList
from netfloor.reports.bom.document import notes
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.marks import loud
from netfloor.reports.formats.table import (
    EVERY_ROW,
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

#: Captions of the sheets that others read from, and what stands for a supplier whom nobody named.
SUMMARY, PARTS, NO_SUPPLIER = "Summary", "Parts", "supplier not named"
#: Rows of the sum, in this order, before those that say what it is the sum of.
_NETWORK, _SERVERS, _NET, _TAXES, _TOTAL, _EXAMPLES = (0, 1, 3, 4, 5, 6)
_of_part = partial(Ref, sheet=PARTS, row=EVERY_ROW)


def summary_sheet(bill: PartsList, head: ReportHead) -> Table:
    """Return the money, which follows the sheet of parts, then what it is the money of."""
    bom = bill.bom
    example = "price trust", "extended price"
    money: list[tuple[str, Value, Value, str]] = [
        ("Network", _difference(bom.net_cents - bom.server_cents), None, "switches, cables, transceivers"),
        ("Servers", _sum("of that for servers", bom.server_cents), None, "with adapters and their cables"),
        ("Works", None, None, "laying and installation are not in this bill"),
        ("Parts, before taxes", _sum("extended price", bom.net_cents), None, "network and servers"),
        ("Taxes", _taxes(bom.tax_cents), float(bom.tax_percent), "per cent of the parts; change the rate"),
        ("Sum with taxes", _total(bom.total_cents), None, ""),
        (
            "of which example prices, before taxes",
            Formula(
                f'SUMIF({{0}}, "{EXAMPLE.upper()}", {{1}})',
                tuple(map(_of_part, example)),
                bom.example_cents,
            ),
            None,
            EXAMPLE.upper(),
        ),
    ]
    rate = len(money)
    rows: list[tuple[Value, ...]] = [
        (item, amount, _exchanged(amount, rate), figure, remark) for item, amount, figure, remark in money
    ]
    rows.append(("Rate of exchange", None, None, 1.0, f"of your currency for 1 {bom.currency}; change it"))
    rows += [(name, None, None, None, text) for name, text in _about(bill, head)]
    columns = (
        text_column("item"),
        money_column("amount", bom.currency),
        money_column("in your currency", ""),
        number_column("rate", to_change=True),
        text_column("remark"),
    )
    return Table(SUMMARY, columns, rows, "\n".join(map(one_line, notes(bill))))


def _about(bill: PartsList, head: ReportHead) -> list[tuple[str, str]]:
    catalogue, plan = bill.catalogue, bill.plan
    return [
        ("Topology", plan.topology.name),
        ("Room", plan.room.summary),
        ("Criterion", bill.criterion.name),
        ("Power", f"{bill.bom.power_mw / 1000:,.0f} W"),
        ("Price date", catalogue.price_date.isoformat()),
        *(("Warning", text) for text in head.warnings),
        *head.rows(),
    ]


def _sum(column: str, cents: int) -> Formula:
    return Formula("ROUND(SUM({0}), 2)", (_of_part(column),), cents)


def _amount(row: int) -> Ref:
    return Ref("amount", row=row, sheet=SUMMARY)


def _difference(cents: int) -> Formula:
    return Formula("ROUND({0} - {1}, 2)", (_amount(_NET), _amount(_SERVERS)), cents)


def _taxes(cents: int) -> Formula:
    return Formula("ROUND({0} * {1} / 100, 2)", (_amount(_NET), Ref("rate")), cents)


def _total(cents: int) -> Formula:
    return Formula("{0} + {1}", (_amount(_NET), _amount(_TAXES)), cents)


def _exchanged(amount: Value, rate: int) -> Value:
    """Return an amount in the buyer's own currency, at the rate of the sheet: 1 until it is set."""
    if not isinstance(amount, Formula):
        return None
    return Formula("ROUND({0} * {1}, 2)", (Ref("amount"), Ref("rate", SUMMARY, rate)), amount.value)


def order_sheets(bill: PartsList) -> dict[str, Table]:
    """Return an order for each supplier by name, parts without a supplier last.

    Parts of which nothing is bought stand there too: the buyer may change that on the sheet of parts.
    """
    lines = list(enumerate(bill.bom.lines))
    suppliers = sorted({line.sku.buying.supplier for _, line in lines}, key=lambda name: (not name, name))
    orders = {}
    for number, supplier in enumerate(suppliers, 1):
        mine = [(place, line) for place, line in lines if line.sku.buying.supplier == supplier]
        caption = f"Order {supplier}" if supplier else f"Order, {NO_SUPPLIER}"
        orders[f"order_{number}"] = _order(caption, mine, bill.bom.currency)
    return orders


def _order(caption: str, lines: list[tuple[int, BomLine]], currency: str) -> Table:
    columns = (
        text_column("part"),
        text_column("name"),
        length_column("length"),
        count_column("quantity"),
        money_column("unit price", currency),
        money_column("price", currency, total=True),
        count_column("lead time", "days"),
        text_column("price date"),
        text_column("price trust"),
        text_column("supplier"),
    )
    rows = []
    for place, line in lines:
        buying, purchase = line.sku.buying, line.purchase
        rows.append(
            (
                line.sku.part,
                line.sku.name,
                line.sku.length_mm,
                Formula("{0}", (Ref("to buy", PARTS, place),), purchase.quantity),
                Formula("{0}", (Ref("unit price", PARTS, place),), purchase.unit_cents),
                Formula("ROUND({0} * {1}, 2)", (Ref("quantity"), Ref("unit price")), purchase.total_cents),
                line.lead_time_days,
                buying.price_date.isoformat(),
                loud(buying.price_from.trust),
                buying.supplier,
            )
        )
    note = "Before taxes. Quantities and prices are those of the sheet Parts: change them there."
    return Table(caption, columns, rows, note)


def parts_sheet(bill: PartsList) -> Table:
    """Return every part number with what is needed, spare, owned and bought, and whose price it is."""
    currency = bill.bom.currency
    columns = (
        text_column("part"),
        text_column("name"),
        text_column("kind"),
        text_column("supplier"),
        length_column("length"),
        count_column("used", to_change=True),
        count_column("for servers", to_change=True),
        number_column("spare share", "%", to_change=True),
        count_column("spares", to_change=True),
        count_column("owned", to_change=True),
        count_column("beyond need", to_change=True),
        count_column("to buy"),
        money_column("unit price", currency, to_change=True),
        money_column("extended price", currency, total=True),
        money_column("of that for servers", currency, total=True),
        text_column("price date"),
        text_column("price trust"),
        text_column("price source"),
        count_column("lead time", "days"),
        text_column("why more"),
    )
    note = "Coloured cells may be changed; all sums follow, also those of the other sheets."
    if any(line.sku.buying.breaks for line in bill.bom.lines):
        note += " Unit prices are those of these quantities; others may reach another price break."
    return Table(PARTS, columns, [_part_row(line) for line in bill.bom.lines], note)


def _part_row(line: BomLine) -> tuple[Value, ...]:
    sku, buying, purchase = line.sku, line.sku.buying, line.purchase
    spares: Value = line.spares
    if line.spares_percent:
        text = "ROUNDUP(ROUND({0} * {1} / 100, 6), 0)"
        spares = Formula(text, (Ref("used"), Ref("spare share")), line.spares)
    return (
        sku.part,
        sku.name,
        sku.kind,
        buying.supplier,
        sku.length_mm,
        line.used,
        line.for_servers or None,
        line.spares_percent or None,
        spares,
        line.from_stock,
        purchase.extra,
        Formula(
            "MAX(0, {0} + {1} - {2} + {3})",
            (Ref("used"), Ref("spares"), Ref("owned"), Ref("beyond need")),
            purchase.quantity,
        ),
        purchase.unit_cents,
        Formula("ROUND({0} * {1}, 2)", (Ref("to buy"), Ref("unit price")), purchase.total_cents),
        _server_share(line),
        buying.price_date.isoformat(),
        loud(buying.price_from.trust),
        buying.price_from.text,
        line.lead_time_days,
        purchase.why,
    )


def _server_share(line: BomLine) -> Value:
    if not line.for_servers:
        return None
    refs = Ref("extended price"), Ref("for servers"), Ref("used")
    return Formula("IF({2} = 0, 0, ROUND({0} * {1} / {2}, 2))", refs, line.server_cents)
