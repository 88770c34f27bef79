"""Costs of a bill by purpose: first sheet of the workbook, table of the page, figures in JSON.

In the workbook all amounts follow the sheet of parts; the taxes and the rate of exchange may be changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from netfloor.costmodels.catalogue.bom import Bom
from netfloor.costmodels.catalogue.parts.skus import EXAMPLE, POWER_CORD
from netfloor.foundation.units import cents_to_money
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.warnings import bill_gaps
from netfloor.reports.bom.limits import proof_sentence
from netfloor.reports.bom.orders import ORDERS
from netfloor.reports.bom.parts import NO_SUPPLIER, PARTS
from netfloor.reports.bom.text import power_text
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.listing import Listing, RowColumn, Where
from netfloor.reports.formats.table import (
    EVERY_ROW,
    Cell,
    Formula,
    Ref,
    Table,
    money_column,
    number_column,
    text_column,
)
from netfloor.reports.formats.text import one_line

SUMMARY = "Summary"
#: Rows whose amounts others follow.
_SERVERS, _POWER_CORDS, _WORKS, _NET, _FREIGHT, _TAXES = 1, 2, 3, 4, 5, 6
_TO_CHANGE = "Edit the coloured cells (tax rate, exchange rate); all sums follow."


@dataclass(frozen=True)
class MoneyLine:
    """A line of the sum: label, remark, and amount if any.

    ``key`` names the amount in JSON; ``rate`` is a figure that a buyer may change.
    """

    item: str
    remark: str
    amount: Formula | None = None
    key: str = ""
    rate: float | None = None


def money_figures(bom: Bom) -> dict[str, float]:
    """Return the amounts for JSON, by their keys."""
    return {
        line.key: round(cents_to_money(line.amount.value or 0), 2)
        for line in _money_lines(bom)
        if line.amount is not None and line.key
    }


def money_table(bom: Bom) -> Table:
    """Return the table of a page, without lines of zero freight, taxes or example prices."""
    idle = set() if any(bom.tax_percents) else {"tax_cost"}
    idle |= {"freight_cost"} if not bom.freight_cents else set()
    idle |= {"total_cost"} if len(idle) == 2 and bom.laying_cents is None else set()
    idle |= {"power_cord_cost"} if not bom.power_cord_cents else set()
    kept = [
        line
        for line in _money_lines(bom)
        if line.key not in idle and (line.key or line.amount is None or line.amount.value)
    ]
    return replace(_listing(kept, bom.currency).page(), caption="Total of the bill")


def summary_sheet(bill: OrderedParts, head: ReportHead, notes: Sequence[str]) -> Table:
    """Return the costs as formulas over the sheet of parts, then the quantities behind them."""
    lines = [*_money_lines(bill.bom)]
    exchange = Ref("rate", SUMMARY, len(lines))
    lines.append(MoneyLine("Rate of exchange", f"of your currency for 1 {bill.bom.currency}", rate=1.0))
    lines += _orders(bill.bom)
    lines.append(MoneyLine("Choice", proof_sentence(bill)))
    lines += [MoneyLine("Missing", text) for text in (*bill.missing, *bill_gaps(bill))]
    lines += [MoneyLine(name, text) for name, text in _about(bill, head)]
    sheet = _listing(lines, bill.bom.currency, exchange).sheet()
    return replace(sheet, note="\n".join([_TO_CHANGE, *map(one_line, notes)]))


def _money_lines(bom: Bom) -> tuple[MoneyLine, ...]:
    """Return the lines from network cost to the total with taxes, then the share of example prices."""
    example = EXAMPLE.upper()
    works = () if bom.laying_cents is None else (_amount(_WORKS),)
    untaxed_of = (_amount(_NET), _amount(_FREIGHT), *works)
    untaxed_sum = " + ".join(f"{{{place}}}" for place in range(len(untaxed_of)))
    net = untaxed_of[0]
    trust, price = _of_parts("price trust"), _of_parts("extended price")
    for_servers = _of_parts("of that for servers")
    kinds = {line.sku.kind for line in bom.lines}
    untaxed = "" if any(bom.tax_percents) else "; the catalogue states no taxes"
    return (
        MoneyLine(
            "Network",
            "switches, cables, transceivers" if "switch" in kinds else "cables, transceivers",
            Formula(
                "ROUND({0} - {1} - {2}, 2)",
                (net, _amount(_SERVERS), _amount(_POWER_CORDS)),
                bom.net_cents - bom.server_cents - bom.power_cord_cents,
            ),
            "network_cost",
        ),
        MoneyLine(
            "Servers",
            "with adapters and their cables" if "server" in kinds else "cables to servers and storage",
            Formula("ROUND(SUM({0}), 2)", (for_servers,), bom.server_cents),
            "server_cost",
        ),
        MoneyLine(
            "Power cords",
            "from devices to PDUs",
            Formula(
                f'SUMIF({{0}}, "{POWER_CORD}", {{1}})', (_of_parts("kind"), price), bom.power_cord_cents
            ),
            "power_cord_cost",
        ),
        _works(bom),
        MoneyLine(
            "Parts, before taxes",
            f"all of these{untaxed}",
            Formula("ROUND(SUM({0}), 2)", (price,), bom.net_cents),
            "parts_cost",
        ),
        MoneyLine(
            "Freight, before taxes",
            _freight_remark(bom),
            Formula("ROUND(SUM({0}), 2)", (Ref("freight", ORDERS, EVERY_ROW),), bom.freight_cents),
            "freight_cost",
        ),
        _taxes(bom, untaxed_sum, untaxed_of),
        MoneyLine(
            "Sum with taxes",
            "",
            Formula(
                f"{untaxed_sum} + {{{len(untaxed_of)}}}", (*untaxed_of, _amount(_TAXES)), bom.total_cents
            ),
            "total_cost",
        ),
        MoneyLine(
            "of which example prices, before taxes",
            example,
            Formula(f'SUMIF({{0}}, "{example}", {{1}})', (trust, price), bom.example_cents),
        ),
    )


def _taxes(bom: Bom, untaxed_sum: str, untaxed_of: tuple[Ref, ...]) -> MoneyLine:
    """Return the line of taxes: one rate for everything, or a rate per supplier."""
    if len(bom.tax_percents) == 1:
        remark = f"per cent of parts{', laying' * (len(untaxed_of) > 2)} and freight"
        sums = f"ROUND(({untaxed_sum}) * {{{len(untaxed_of)}}} / 100, 2)"
        taxes = Formula(sums, (*untaxed_of, Ref("rate")), bom.tax_cents)
        return MoneyLine("Taxes", remark, taxes, "tax_cost", float(bom.tax_percents[0]))
    refs, sums = [Ref("total", ORDERS, EVERY_ROW), Ref("taxes", ORDERS, EVERY_ROW)], "SUMPRODUCT({0}, {1})"
    if bom.laying_cents:
        sums, refs = f"{sums} + {{2}} * {float(bom.tax_percent)}", [*refs, _amount(_WORKS)]
    taxes = Formula(f"ROUND(({sums}) / 100, 2)", tuple(refs), bom.tax_cents)
    return MoneyLine("Taxes", "by supplier, each at its own rate", taxes, "tax_cost")


def _orders(bom: Bom) -> list[MoneyLine]:
    """Return the order of each supplier, as sorted on the sheet of suppliers."""
    return [
        MoneyLine(
            f"Order, {order.terms.name or NO_SUPPLIER}",
            "goods and freight, before taxes"
            + ("" if order.is_large_enough else "; BELOW its minimum order: not delivered"),
            Formula("{0}", (Ref("total", ORDERS, number),), order.total_cents),
        )
        for number, order in enumerate(bom.orders)
    ]


def _works(bom: Bom) -> MoneyLine:
    """Return the cost of laying cables if the catalogue prices it, otherwise the items excluded."""
    if bom.laying_cents is not None:
        inside, between = bom.laid
        remark = f"{inside:,} cables inside cabinets, {between:,} between two; no other installation"
        amount = Formula(f"{cents_to_money(bom.laying_cents):.2f}", (), bom.laying_cents)
        return MoneyLine("Laying, before taxes", remark, amount, "laying_cost")
    if all(order.terms.is_plain for order in bom.orders):
        return MoneyLine("Works and freight", "excludes laying, installation and freight")
    return MoneyLine("Works", "excludes laying and installation")


def _freight_remark(bom: Bom) -> str:
    """Return the orders that include freight."""
    silent = [order.terms.name or NO_SUPPLIER for order in bom.orders if order.terms.is_plain]
    if len(silent) == len(bom.orders):
        return "the catalogue states no freight"
    return f"by the orders of suppliers; not stated: {', '.join(silent)}" if silent else "by supplier"


def _of_parts(head: str) -> Ref:
    return Ref(head, PARTS, EVERY_ROW)


def _amount(row: int) -> Ref:
    return Ref("amount", SUMMARY, row)


def _listing(lines: Sequence[MoneyLine], currency: str, exchange: Ref | None = None) -> Listing[MoneyLine]:
    """Return the table of some lines; ``exchange`` is the cell of a sheet with the rate of exchange."""

    def exchanged(line: MoneyLine) -> Formula | None:
        if line.amount is None or exchange is None:
            return None
        return Formula("ROUND({0} * {1}, 2)", (Ref("amount"), exchange), line.amount.value)

    columns: tuple[RowColumn[MoneyLine], ...] = (
        RowColumn(text_column("item"), lambda line: line.item, page_cell=_with_rate),
        RowColumn(money_column("amount", one_line(currency)), lambda line: line.amount),
        RowColumn(money_column("in your currency", ""), exchanged, where=Where.SHEET),
        RowColumn(number_column("rate", to_change=True), lambda line: line.rate, where=Where.SHEET),
        RowColumn(text_column("remark"), lambda line: line.remark),
    )
    return Listing(SUMMARY, columns, lines)


def _with_rate(line: MoneyLine, cell: Cell) -> Cell:
    return cell if line.rate is None else replace(cell, text=f"{cell.text}, {line.rate:g} %")


def _power(bom: Bom) -> str:
    return power_text(bom.stated_power_mw / 1000, len(bom.without_watts), len(bom.powered))


def _about(bill: OrderedParts, head: ReportHead) -> list[tuple[str, str]]:
    catalogue, plan = bill.catalogue, bill.plan
    return [
        ("Topology", bill.name),
        ("Room", plan.room.summary),
        ("Criterion", bill.criterion.name),
        (
            "Power of parts ordered",
            "not known" if catalogue.formula else _power(bill.bom),
        ),
        ("Price date", catalogue.price_date.isoformat()),
        *(("Warning", text) for text in head.warnings),
        *head.rows(),
    ]
