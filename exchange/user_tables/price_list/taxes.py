"""Prices with taxes in them: whether a list has such is asked, and they are taken out as the user says."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from netfloor.exchange.user_tables.price_list.headings import PRICE_FIELDS
from netfloor.exchange.user_tables.price_list.problems import PriceProblem
from netfloor.exchange.user_tables.price_list.request import TAX_INCLUDED, PriceListRequest, is_price
from netfloor.exchange.user_tables.price_list.rows import ListedRows, PricedRow
from netfloor.exchange.user_tables.price_list.sheet import PriceSheets
from netfloor.exchange.user_tables.price_list.terms import includes_taxes, tax_in
from netfloor.topologies.parameters import shown

_CENT, _OF_PIECE = Decimal("0.01"), Decimal("0.0001")


def tax_questions(
    found: ListedRows, sheets: PriceSheets, request: PriceListRequest
) -> Iterator[PriceProblem]:
    """Yield the question whether prices include taxes, where the list says so and the user does not."""
    if request.tax_included is not None:
        return
    texts = [one for one in _price_headings(sheets) if includes_taxes(one)]
    if found.terms.taxes_included:
        texts.append(found.terms.taxes_included)
    if texts:
        percent = next((f"{tax:f}" for text in texts if (tax := tax_in(text)) is not None), "PERCENT")
        what = f"{shown(texts[0])!r}: prices include taxes; a catalogue's are before taxes"
        out = f'--constant "{TAX_INCLUDED}={percent}" takes them out'
        yield PriceProblem("-", "-", f'{what}; {out}, "{TAX_INCLUDED}=0" keeps the prices as they are')


def before_taxes(found: ListedRows, request: PriceListRequest) -> tuple[ListedRows, tuple[str, ...]]:
    """Return prices and terms without the taxes that the user says are in them, and a note of it."""
    if not request.tax_included:
        return found, ()
    with_taxes = 1 + request.tax_included / 100

    def net(amount: Decimal | None) -> Decimal | None:
        return None if amount is None else (amount / with_taxes).quantize(_CENT, ROUND_HALF_UP)

    terms = replace(
        found.terms,
        freight=net(found.terms.freight),
        freight_free_from=net(found.terms.freight_free_from),
        min_order_value=net(found.terms.min_order_value),
        tax_percent=request.tax_included,
    )
    rows = [replace(row, values=_net_values(row, with_taxes)) for row in found.priced]
    freight = {name: net(amount) or Decimal(0) for name, amount in found.freight.items()}
    note = (
        f"taxes of {request.tax_included:f} % taken out of all prices and terms: divided by {with_taxes:f}"
    )
    return replace(found, priced=rows, freight=freight, terms=terms), (note,)


def _net_values(row: PricedRow, with_taxes: Decimal) -> dict[str, Any]:
    return {
        name: float((Decimal(repr(value)) / with_taxes).quantize(_OF_PIECE, ROUND_HALF_UP))
        if is_price(name) and value is not None
        else value
        for name, value in row.values.items()
    }


def _price_headings(sheets: PriceSheets) -> Iterator[str]:
    """Yield the headings of the prices that count: the list's own only where there is no other."""
    for table in sheets.tables:
        names = {one.name for one in table.columns}
        unused = {name for number, name in enumerate(PRICE_FIELDS) if names & {*PRICE_FIELDS[:number]}}
        yield from (one.heading for one in table.columns if is_price(one.name) and one.name not in unused)
