"""Suppliers of a price list, with the terms of their orders from sentences, rows and the user."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from netfloor.exchange.user_tables.price_list.listed_rows import ListedRows
from netfloor.exchange.user_tables.price_list.money.supplier_name import named_supplier
from netfloor.exchange.user_tables.price_list.order_terms import (
    FREIGHT,
    ORDER_FIELDS,
    FreightRow,
    fields_of,
)
from netfloor.exchange.user_tables.price_list.problems import PriceProblem, some_lines
from netfloor.exchange.user_tables.price_list.request import PriceListRequest
from netfloor.exchange.user_tables.price_list.terms import OfferTerms
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import join_words
from netfloor.topologies.parameters import printable, shown


def with_supplier(
    found: ListedRows, request: PriceListRequest, head: Sequence[Sequence[str]]
) -> ListedRows:
    """Set the supplier of rows without one: the user's, that of the head of the list, or the file's name.

    The file's name is only needed for terms of orders.
    """
    by_user = next((text for of, name, text in request.constants if name == "supplier" and not of), "")
    has_terms = (
        request.order_terms
        or found.terms.of_order
        or found.unread_terms
        or any(not row.supplier for row in found.freight)
    )
    name = by_user or named_supplier(head) or (printable(request.file.stem) if has_terms else "")
    if not name:
        return found
    rows = [
        row if row.values.get("supplier") else replace(row, values={**row.values, "supplier": name})
        for row in found.priced
    ]
    freight = [replace(row, supplier=row.supplier or name) for row in found.freight]
    unpriced = [replace(item, supplier=item.supplier or name) for item in found.unpriced]
    return replace(found, priced=rows, freight=freight, unpriced=unpriced)


def settle_terms(found: ListedRows, request: PriceListRequest) -> tuple[ListedRows, tuple[str, ...]]:
    """Return the rows with one amount for each term of an order, and notes; ask where two differ.

    A row of freight is that of one quotation: a row of 0 leaves a stated rule as it is, and another amount
    than the rule's is a question. A row of a supplier among several is that supplier's own.
    """
    user = request.order_terms
    for name in ORDER_FIELDS:
        amounts = [item for item in found.terms.amounts if item.name == name]
        found.problems += _differing(name, [(item.amount, "") for item in amounts], user)
    stated = tuple(pair for pair in found.terms.currencies if pair[0] not in user)
    changed: dict[str, Any] = {**user, "currencies": stated}
    unread = [
        pair
        for pair in found.unread_terms
        if not 0 < len(fields_of(pair[1])) <= len(fields_of(pair[1]) & {*user})
    ]
    terms = replace(found.terms, **changed, unread=tuple(sentence for _, sentence in unread))
    found = replace(found, unread_terms=unread)
    if FREIGHT in user:
        return replace(found, terms=terms, freight=[]), ()
    suppliers = {row.values.get("supplier") or "" for row in found.priced}
    kept, notes = list[FreightRow](), list[str]()
    for supplier in dict.fromkeys(row.supplier for row in found.freight):
        rows = [row for row in found.freight if row.supplier == supplier]
        own = OfferTerms() if len(suppliers) > 1 else terms
        zeros = [row for row in rows if not row.amount]
        if own.freight_free_from is not None and zeros:
            rows = [row for row in rows if row.amount]
            notes += [_zero_note(row, own) for row in zeros]
        rule = [] if own.freight is None else [(own.freight, "")]
        found.problems += _differing(FREIGHT, [*rule, *((row.amount, row.line) for row in rows)], user)
        kept += rows[:1]
    if terms.freight_free_from is not None and terms.freight is None and not kept:
        below = f"{terms.freight_free_from:,f}"
        what = f"NOT COUNTED: freight below {below}, which the list does not state"
        notes.append(f'{what}; --constant "{FREIGHT}=AMOUNT" adds it')
    return replace(found, terms=terms, freight=kept), tuple(notes)


def _zero_note(row: FreightRow, rule: OfferTerms) -> str:
    """Return the note that a free quotation does not make other orders free."""
    what = f"{row.line}: {shown(row.label)} 0 is of this quotation alone"
    return f"{what}; orders are free from {rule.freight_free_from:,f} on, as stated in the list"


def _differing(
    name: str, amounts: Sequence[tuple[Decimal, str]], user: dict[str, Decimal]
) -> Iterator[PriceProblem]:
    """Yield the question which of several amounts of a term counts; each has its line, if known."""
    values = list(dict.fromkeys(amount for amount, _ in amounts))
    if name in user or len(values) < 2:
        return
    lines = [line for _, line in amounts if line]
    ways = " or ".join(f'--constant "{name}={value:f}"' for value in values)
    what = f"the list states {name.replace('_', ' ')} of {join_words([f'{value:f}' for value in values])}"
    yield PriceProblem(some_lines(lines) if lines else "-", "-", f"{what}: {ways}")


def suppliers_of(
    found: ListedRows, names: Sequence[str], request: PriceListRequest
) -> list[dict[str, Any]]:
    """Return each supplier's order terms in the catalogue's currency, from the list's text and freight row.

    An amount without a currency is in the currency of the prices.
    """
    in_prices = {str(row.values.get("currency")) for row in found.priced if row.values.get("currency")}
    usual = in_prices.pop() if len(in_prices) == 1 else request.currency
    written = dict(found.terms.currencies)
    general = {
        name: _converted(name, amount, written.get(name, usual), request)
        for name, amount in found.terms.of_order.items()
    }
    freight = {
        row.supplier: _converted(FREIGHT, float(row.amount), row.currency or usual, request)
        for row in found.freight
    }
    unread = {"unread_terms": list(found.terms.unread)} if found.terms.unread else {}
    terms = {
        name: general | ({FREIGHT: freight[name]} if name in freight else {}) | unread
        for name in dict.fromkeys([*names, *freight])
    }
    return [{"name": name, **asked} for name, asked in terms.items() if asked]


def _converted(name: str, amount: float, currency: str, request: PriceListRequest) -> float:
    """Return an amount in the catalogue's currency, to the cent."""
    if currency == request.currency:
        return amount
    rate = next((item.rate for item in request.rates if item.currency == currency), None)
    if rate is None:
        what = f"{name.replace('_', ' ')} of {amount:g} {currency}: no rate for {currency}"
        raise InputError(str(request.file), what, f'add --rate "{currency}=RATE@YYYY-MM-DD"')
    return round(amount * rate, 2)
