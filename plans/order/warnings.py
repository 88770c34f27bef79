"""Warnings about a plan and its order, shown at the head of pages, workbooks, bills and worksheets."""

import datetime as dt
from collections.abc import Iterator, Sequence

from netfloor.costmodels.buying.ownership import PARTS, Ownership
from netfloor.costmodels.catalogue.bom import Bom, BomLine
from netfloor.costmodels.catalogue.gaps import EXPIRED, NOT_COUNTED
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import EXAMPLE, UNVERIFIED, formula_text
from netfloor.foundation.spreadsheet_text import one_line
from netfloor.foundation.tool import current_day
from netfloor.foundation.units import money_text
from netfloor.foundation.wording import count_text, join_words, percent_text
from netfloor.plans.laid import TOO_SHORT, LaidFabric
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.trays import recorded_tray_fill, worst_segment
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.cables.fill import TrayFill

#: First words of the warning on prices by formula.
NOT_FOR_ORDERS = "Not for orders"
#: First words of the warning on cables that do not fit: the plan cannot be built as it is.
OVERFULL_TRAYS = "Overfull trays"
#: Limit on part numbers in a sentence.
_MAX_NAMED = 5


def plan_warnings(
    parts: OrderedParts, fill: TrayFill | None = None, day: dt.date | None = None
) -> tuple[str, ...]:
    """Return the warnings of a plan and its order as sentences, worst first; empty without any.

    Expired prices, overfull trays, orders below the minimum, figures without a source, missing watts and
    prices.

    Parameters
    ----------
    fill
        The tray fill if known; otherwise it is computed from the plan.
    day
        Date of the order, by which prices may have expired; None: today.
    """
    return (
        *expired_warnings(parts.bom, day),
        *unread_terms(parts.bom),
        *unknown_taxes(parts.bom),
        *tray_warnings(parts, overfull_trays(parts, fill)),
        *_too_short(parts.plan),
        *(formula_warnings(parts.catalogue) or _unsure_warnings(parts.bom)),
    )


def _too_short(plan: Plan | LaidFabric) -> Iterator[str]:
    """Yield the note on listed cables that are shorter than their routes."""
    for note in plan.fabric.notes if isinstance(plan, LaidFabric) else ():
        if note.startswith(TOO_SHORT):
            yield f"{note} Orders and sheets keep listed lengths."


def formula_warnings(catalogue: Catalogue) -> tuple[str, ...]:
    """Return a sentence on the limits of prices by formula; empty for a catalogue of parts."""
    formula = catalogue.formula
    if formula is None:
        return ()
    rows = formula.coefficients()
    unsure = sum(row.trust == UNVERIFIED for row in rows)
    doubt = f"; {unsure:,} of {count_text(len(rows), 'number')} UNVERIFIED" if unsure else ""
    return (
        f"{NOT_FOR_ORDERS}: prices from the {formula_text(catalogue)}, without part numbers, watts, stock "
        f"or lead times{doubt}.",
    )


def part_warnings(bom: Bom) -> Iterator[str]:
    """Yield the warnings of a bill's parts: expired prices, small orders, figures without a source."""
    yield from expired_warnings(bom)
    yield from unread_terms(bom)
    yield from unknown_taxes(bom)
    yield from _unsure_warnings(bom)


def _unsure_warnings(bom: Bom) -> Iterator[str]:
    yield from _small_orders(bom)
    yield from _prices(bom.lines, bom.currency)
    yield from _figures(bom.lines)
    yield from _missing(bom)


def tray_warnings(parts: OrderedParts, state: str) -> tuple[str, ...]:
    """Return the state of overfull trays (see `overfull_trays`) with a remedy; empty without any."""
    reroutes = isinstance(parts.plan, Plan) and not parts.plan.detours
    around = "reroute cables (reroute = true in [trays]), " if reroutes else ""
    advice = f"The cables do not fit: add trays or capacity, {around}or move switches."
    return (f"{state} {advice}",) if state else ()


def overfull_trays(parts: OrderedParts, fill: TrayFill | None = None) -> str:
    """Return the number of overfull tray segments and the worst one; empty without any."""
    fill = recorded_tray_fill(parts) if fill is None else fill
    worst = None if fill is None or not fill.overfull else worst_segment(parts.plan.room, fill)
    if fill is None or worst is None:
        return ""
    ends = " to ".join(f"({x:.2f}, {y:.2f}) m" for x, y in worst["ends_m"])
    return (
        f"{OVERFULL_TRAYS}: {len(fill.overfull):,} of {len(fill.cables):,} segments. The worst, tray "
        f"{one_line(worst['tray'])} from {ends}, is at {worst['percent']:,.0f} % of its capacity."
    )


def ownership_warnings(ownership: Ownership) -> tuple[str, ...]:
    """Return the share of a cost of ownership that depends on terms without a source, or nothing."""
    doubtful_cents = unverified_running_cents(ownership)
    if not doubtful_cents:
        return ()
    share, rows = _share(doubtful_cents, ownership.total_cents), ownership.assumptions
    unsure = sum(row.trust == UNVERIFIED for row in rows)
    return (
        f"{share} of the cost of ownership depends on UNVERIFIED figures: {unsure:,} of {len(rows):,}, for "
        f"labour, electricity, replacement parts and support ({money_text(doubtful_cents)} of "
        f"{money_text(ownership.total_cents)} {ownership.currency}). Replace them with your own figures.",
    )


def unverified_running_cents(ownership: Ownership) -> int:
    """Return the cost besides parts if a figure behind it is UNVERIFIED, otherwise 0."""
    if not any(row.trust == UNVERIFIED for row in ownership.assumptions):
        return 0
    return ownership.total_cents - ownership.sum_cents(item=PARTS)


def unsourced_cents(lines: Sequence[BomLine]) -> int:
    """Return the cost of parts whose price has no source."""
    return sum(line.purchase.total_cents for line in lines if _is_unsourced(line))


def _is_unsourced(line: BomLine) -> bool:
    return line.sku.buying.price_from.trust in {EXAMPLE, UNVERIFIED}


def _small_orders(bom: Bom) -> Iterator[str]:
    """Yield the orders below their supplier's minimum."""
    for order in bom.orders:
        if not order.is_large_enough:
            name, goods, minimum = order.terms.name, order.goods_cents, order.terms.min_cents
            yield (
                f"NOT DELIVERED: the order from {one_line(name)} is {money_text(goods)} {bom.currency}, "
                f"BELOW its minimum of {money_text(minimum)}: add {money_text(minimum - goods)}, or "
                "buy these parts from another supplier."
            )


def unread_terms(bom: Bom) -> Iterator[str]:
    """Yield the suppliers' terms with amounts that the bill does not count."""
    for order in bom.orders:
        for text in order.terms.unread if order.pieces else ():
            yield f"{NOT_COUNTED}: terms of {one_line(order.terms.name)}: {one_line(text)}"


def unknown_taxes(bom: Bom) -> Iterator[str]:
    """Yield the suppliers without a stated tax rate, and laying, if the bill has taxes of others."""
    if bom.is_laying_untaxed:
        what = f"{NOT_COUNTED}: taxes of laying, on {money_text(bom.laying_cents or 0)} {bom.currency}"
        yield f"{what}: their rate is unknown. Write tax_percent into the catalogue."
    cents = sum(order.total_cents for order in bom.orders if order.terms.name in bom.untaxed)
    if cents:
        names = join_words([one_line(name) for name in bom.untaxed])
        what = f"{NOT_COUNTED}: taxes of {names}, on {money_text(cents)} {bom.currency}"
        yield f"{what}: their rate is unknown. Write tax_percent into their [[suppliers]]."


def expired_warnings(bom: Bom, day: dt.date | None = None) -> Iterator[str]:
    """Yield the number of prices expired on the date of the order (None: today)."""
    today, lines = day or current_day(), bom.lines
    late = [
        line
        for line in lines
        if line.purchase.quantity and (end := line.sku.buying.valid_until) is not None and end < today
    ]
    if late:
        last = max(line.sku.buying.valid_until or today for line in late).isoformat()
        bought = sum(bool(line.purchase.quantity) for line in lines)
        names = _named([line.sku.part for line in late])
        on = "" if day is None else f" on {day.isoformat()}"
        many = f"{EXPIRED}: {len(late):,} of {bought:,} prices have expired{on}"
        yield f"{many}, the last on {last} ({names}): get new quotes."


def _prices(lines: Sequence[BomLine], currency: str) -> Iterator[str]:
    unsourced = [line for line in lines if _is_unsourced(line)]
    if not unsourced:
        return
    trusts = join_words(sorted({line.sku.buying.price_from.trust.upper() for line in unsourced}))
    cents, total = unsourced_cents(lines), sum(line.purchase.total_cents for line in lines)
    yield (
        f"{trusts} prices for {len(unsourced):,} of {count_text(len(lines), 'part number')}: "
        f"{money_text(cents)} {currency}, {_share(cents, total)} of the cost of parts. Get quotes before "
        "you order."
    )


def _figures(lines: Sequence[BomLine]) -> Iterator[str]:
    if unsure := sum(line.sku.figures_from.trust == UNVERIFIED for line in lines):
        count = count_text(len(lines), "part number")
        yield f"UNVERIFIED reach, power or weight for {unsure:,} of {count}."


def bill_gaps(parts: OrderedParts) -> Iterator[str]:
    """Yield the gaps of the catalogue for a bill's parts: watts and lead times.

    Nothing for prices by formula: a warning says that they have neither.
    """
    if parts.catalogue.formula is not None:
        return
    bom = parts.bom
    yield from missing_watts(bom)
    bought = [line for line in bom.lines if line.purchase.quantity]
    late = [line.sku.part for line in bought if line.lead_time_days is None]
    if late and len(late) < len(bought):
        yield f"{_named(late)}: no lead time and not enough stock in the catalogue."
    elif late:
        yield "The catalogue has no lead times and not enough stock: delivery dates are unknown."


def missing_watts(bom: Bom) -> Iterator[str]:
    """Yield the parts of a bill without watts."""
    if dark := [line.sku.part for line in bom.without_watts]:
        of_all = f"{len(dark):,} of {count_text(len(bom.powered), 'part')} that draw power"
        yield f"No watts in the catalogue for {of_all} ({_named(dark)}): power and electricity are unknown."


def _missing(bom: Bom) -> Iterator[str]:
    yield from missing_watts(bom)
    free = [line.sku.part for line in bom.lines if not line.sku.buying.price_cents]
    if free:
        yield f"The catalogue price of {_named(free)} is 0, and the bill uses it."


def _named(parts: Sequence[str]) -> str:
    more = len(parts) - _MAX_NAMED
    return join_words([*parts[:_MAX_NAMED], *([f"{more:,} more"] if more > 0 else [])])


def _share(cents: int, total: int) -> str:
    return percent_text(cents / total, 0) if total else "all"
