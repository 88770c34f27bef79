"""The orders of a bill, one per supplier: goods, freight, total and delivery time.

In a workbook goods follow the order sheets, and freight follows the goods; terms may be changed.
"""

from collections.abc import Iterator, Sequence

from netfloor.costmodels.buying.supplier_orders import SupplierOrder
from netfloor.costmodels.catalogue.bom import Bom
from netfloor.foundation.units import money_text
from netfloor.foundation.wording import count_text, join_words
from netfloor.reports.bom.parts import NO_SUPPLIER, order_caption
from netfloor.reports.formats.listing import Listing, RowColumn, Where
from netfloor.reports.formats.table import (
    EVERY_ROW,
    Formula,
    Ref,
    count_column,
    money_column,
    number_column,
    text_column,
)
from netfloor.reports.formats.text import one_line

ORDERS = "Suppliers"
_FREIGHT = 'IF({0} = 0, 0, IF(AND({1} <> "", {0} >= {1}), 0, {2}))'
_FEE, _BELOW = "surcharge on small orders", "no surcharge from"
_NO_FREIGHT = "IF({0} = 0, 0, {1})"


def order_listing(bom: Bom) -> Listing[SupplierOrder]:
    """Return the orders of a bill by supplier."""
    currency = one_line(bom.currency)
    goods, freight = (money_column(head, currency, total=True) for head in ("goods", "freight"))
    minimum, asked, free = (
        money_column(head, currency, to_change=True)
        for head in ("minimum order", "freight of an order", "freight free from")
    )
    fee, below = (money_column(head, currency, to_change=True) for head in (_FEE, _BELOW))
    with_fees = any(order.terms.small_fee_cents for order in bom.orders)
    fees: tuple[RowColumn[SupplierOrder], ...] = (
        RowColumn(fee, lambda item: item.terms.small_fee_cents or None, "small_order_fee", Where.SHEET),
        RowColumn(
            below, lambda item: item.terms.small_below_cents or None, "small_order_below", Where.SHEET
        ),
    )
    total, days = money_column("total", currency, total=True), count_column("lead time", "days")
    taxes, several = number_column("taxes", "%", to_change=True), len(bom.tax_percents) > 1
    columns: tuple[RowColumn[SupplierOrder], ...] = (
        RowColumn(text_column("supplier"), lambda item: item.terms.name or NO_SUPPLIER, "supplier"),
        RowColumn(count_column("part numbers"), lambda item: item.part_numbers, "part_numbers"),
        RowColumn(count_column("pieces"), lambda item: item.pieces, "pieces"),
        RowColumn(goods, _goods, "goods"),
        RowColumn(minimum, lambda item: item.terms.min_cents or None, "minimum_order", Where.SHEET),
        RowColumn(asked, lambda item: item.terms.freight_cents or None, "freight_of_an_order", Where.SHEET),
        RowColumn(free, lambda item: item.terms.free_from_cents, "freight_free_from", Where.SHEET),
        *(fees if with_fees else ()),
        RowColumn(freight, _freight, "freight"),
        RowColumn(total, _total, "total"),
        *([RowColumn(taxes, lambda item: _tax_percent(bom, item), "tax_percent")] * several),
        RowColumn(days, lambda item: item.lead_time_days, "lead_time_days"),
        RowColumn(text_column("remark"), _remark, "remark"),
    )
    return Listing(
        ORDERS, columns, bom.orders, "Before taxes. A supplier without terms asks no freight here."
    )


def _tax_percent(bom: Bom, order: SupplierOrder) -> float | None:
    """Return the tax rate of an order, None for an unknown one."""
    return None if order.terms.name in bom.untaxed else bom.tax_percent_of(order.terms.name)


def _goods(order: SupplierOrder) -> Formula:
    prices = Ref("price", order_caption(order.terms.name), EVERY_ROW)
    return Formula("ROUND(SUM({0}), 2)", (prices,), order.goods_cents)


def _freight(order: SupplierOrder) -> Formula:
    refs: tuple[Ref, ...] = (Ref("goods"), Ref("freight of an order"))
    text = _NO_FREIGHT
    if order.terms.free_from_cents is not None:
        refs, text = (refs[0], Ref("freight free from"), refs[1]), _FREIGHT
    if order.terms.small_fee_cents:
        places = [f"{{{len(refs) + number}}}" for number in range(2)]
        text += f" + IF(AND({{0}} > 0, {{0}} < {places[0]}), {places[1]}, 0)"
        refs = (*refs, Ref(_BELOW), Ref(_FEE))
    return Formula(text, refs, order.freight_cents)


def _total(order: SupplierOrder) -> Formula:
    return Formula("{0} + {1}", (Ref("goods"), Ref("freight")), order.total_cents)


def _remark(order: SupplierOrder) -> str | None:
    """Return the remark on a supplier: why it cannot deliver, buys more, or charges no freight."""
    return "; ".join(_remarks(order)) or None


def _remarks(order: SupplierOrder) -> Iterator[str]:
    if order.surplus_pieces:
        more = f"{count_text(order.surplus_pieces, 'piece')} more than needed"
        yield f"{more} for {money_text(order.surplus_cents)}, so that {order.surplus_why}"
    if rest := _terms_remark(order):
        yield rest


def _terms_remark(order: SupplierOrder) -> str:
    terms = order.terms
    if not order.is_large_enough:
        return f"BELOW the minimum order of {money_text(terms.min_cents)}: not delivered"
    if order.goods_cents and order.goods_cents < terms.small_below_cents:
        less = money_text(terms.small_below_cents)
        return f"with {money_text(terms.small_fee_cents)} for an order below {less}"
    if terms.freight_cents and not order.freight_cents:
        return f"free from {money_text(terms.free_from_cents or 0)} on"
    return ""


def tax_text(percents: Sequence[float]) -> str:
    """Return the rates of a bill's taxes as text: ``19 % taxes``, ``7 and 19 % taxes``."""
    return f"{join_words([f'{percent:g}' for percent in percents])} % taxes"


def with_orders(bom: Bom) -> bool:
    """Return True if orders by supplier add information: several suppliers, or freight."""
    return len(bom.orders) > 1 or any(not order.terms.is_plain for order in bom.orders)
