"""The currency of a list's prices: stated in titles, sheets and footers, in headings, or by its cells."""

import re
from collections.abc import Iterator
from dataclasses import replace

from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.numbers import currency_of_heading
from netfloor.exchange.tables.report import TableReport
from netfloor.exchange.tables.workbook_input import NumberCell
from netfloor.exchange.user_tables.price_list.problems import PriceProblem, shell_option
from netfloor.exchange.user_tables.price_list.request import PriceListRequest, is_price
from netfloor.exchange.user_tables.price_list.sheet import PriceSheets, PriceTable, read_price_sheets
from netfloor.foundation.wording import join_words
from netfloor.topologies.parameters import shown

_CODE = (
    r"(?:(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|CAD|AUD|NZD|SGD|HKD|TWD|CNY|JPY|INR)(?![A-Za-z0-9])"
    r"|\u20ac|\u00a3|US\$|\$)"
)
#: Names of currencies in sentences, with their codes.
_NAMES = {
    "EUR": r"euros?",
    "GBP": r"pounds?(?: sterling)?|sterling|livres? sterling|libras esterlinas|britische[ns]? pfund",
    "USD": r"us[ -]dollars?|dollars? (?:us|am\u00e9ricains?)|d\u00f3lares(?: americanos)?",
    "CHF": r"swiss francs?|schweizer franken|francs suisses|francos suizos|zwitserse frank",
}
_ANY = rf"(?P<code>{_CODE}|(?i:\b(?:{'|'.join(_NAMES.values())})\b))"
_PRICE = (
    r"(?i:\b(?:prices?|pricing|quoted|amounts|\w{0,20}preise?n?|werte|betr\u00e4ge|prix|tarifs?|montants|precios?|importes|prezzi"
    r"|\w{0,20}prijzen|bedragen|ceny)\b)"
)
_TITLE = (
    r"(?i:\b(?:price ?lists?|preislisten?|prijslijst|tarif|liste de prix|lista de precios|quotation|quote"
    r"|angebot|devis|oferta|offerte|prices?|preise|prix|precios|prijzen)\b)"
)
#: ``Currency: GBP``; ``all prices in CHF``; ``price list 2026 (EUR)``, not ``offer of 500 EUR``.
_STATED = (
    re.compile(
        rf"(?i:\b(?:currency|w\u00e4hrung|devise|monnaie|moneda|divisa|valuta|waluta|munt)"
        rf"(?:[ -]?code)?)\W{{1,4}}{_ANY}"
    ),
    re.compile(rf"{_PRICE}[^.;:\u20ac$\u00a3]{{0,60}}?\b(?i:in|en)\s{{1,3}}{_ANY}"),
    re.compile(
        rf"(?:^|[.;:]\s{{1,3}}){_ANY}(?=\s{{0,2}}(?:[.;]|$))"  # a sentence of its own
    ),
    re.compile(
        rf"{_TITLE}[^.;:\u20ac$\u00a30-9]{{0,40}}?(?:\s[0-9]{{4}})?\s?[\s(:,/-]\s?{_ANY}(?!\s?[0-9])"
    ),
)
_OTHER_OFFER = re.compile(
    r"on request|auf anfrage|sur demande|op aanvraag|\balso\b|\bauch\b|\baussi\b|available in",
    re.IGNORECASE,
)
_SIGN = re.compile(rf"(?<![A-Za-z]){_CODE}")
_SYMBOLS = {"\u20ac": "EUR", "\u00a3": "GBP", "US$": "USD", "$": "USD"}
_LONGEST = 400
#: The currency with which other problems are found if a list names none.
_ASSUMED = "EUR"


def with_currency(request: PriceListRequest) -> tuple[PriceListRequest, list[PriceProblem]]:
    """Return a request with the list's own currency if the user gives none.

    If the list names none, or several, the other problems are found with an assumed currency, and the
    question is returned.
    """
    if request.currency:
        return request, []
    if request.list_currency:
        return replace(request, currency=request.list_currency), []
    sheets = read_price_sheets(replace(request, report=TableReport()))
    found = {code: place for place, code in _all_named(sheets)}
    if len(found) == 1:
        return replace(request, currency=next(iter(found))), []
    named = "no currency" if not found else join_words([f"{code} ({at})" for code, at in found.items()])
    ways = " or ".join(f"--currency {code}" for code in found) or "--currency CODE, such as EUR for CODE"
    problem = PriceProblem("-", "-", f"the list names {named}: say {ways}")
    return replace(request, currency=next(iter(found), _ASSUMED)), [problem]


def price_currency(
    sheets: PriceSheets, request: PriceListRequest
) -> tuple[PriceListRequest, list[PriceProblem]]:
    """Return a request with the currency of prices that have none themselves, and a contradiction to it.

    A list in another currency is converted if its rate is given.
    """
    stated = {code: place for place, code in reversed([*_stated(sheets)])}
    currency = request.list_currency or request.currency
    if not stated or currency in stated or not any(map(_has_bare_price, sheets.tables)):
        return request, []
    rated = [code for code in stated if code in {rate.currency for rate in request.rates}]
    if len(stated) == 1 and rated and not request.list_currency:
        return replace(request, list_currency=rated[0]), []
    code, place = next(iter(stated.items()))
    keep = shell_option("rate", f"{code}=RATE@YYYY-MM-DD")
    what = f"the list names {join_words(list(stated))}, not {currency}"
    remedy = f"--currency {code} writes its prices as they are, {keep} keeps {request.currency}"
    return request, [PriceProblem(place, "-", f"{what}: {remedy}")]


def _all_named(sheets: PriceSheets) -> Iterator[tuple[str, str]]:
    """Yield place and code of every currency that a list names, also by headings and cells of prices."""
    yield from _stated(sheets)
    for table in sheets.tables:
        for column in table.columns:
            if column.name == "currency":
                for line, cells in table.rows:
                    if re.fullmatch(_CODE, cell := cell_at(cells, column.index).strip()):
                        yield line, _code(cell)
            if not is_price(column.name):
                continue
            if (code := currency_of_heading(column.heading, "")) is not None:
                yield f"column {shown(column.heading)!r}", code
            for line, cells in table.rows:
                if code := _code_of(cell_at(cells, column.index)):
                    yield line, code


def _stated(sheets: PriceSheets) -> Iterator[tuple[str, str]]:
    """Yield place and code of each statement in titles, names of sheets, other sheets and footers."""
    for place, text in _sentences(sheets):
        if _OTHER_OFFER.search(text[:_LONGEST]):
            continue
        for pattern in _STATED:
            for match in pattern.finditer(text[:_LONGEST]):
                yield place, _code(match["code"])
    for table in sheets.tables:
        for sign in _SIGN.findall(table.title):
            yield f"sheet {shown(table.title)!r}", _code(sign)


def _sentences(sheets: PriceSheets) -> Iterator[tuple[str, str]]:
    yield from sheets.texts
    for table in sheets.tables:
        yield from table.above
        prices = [column.index for column in table.columns if is_price(column.name)]
        for line, cells in table.rows:
            if not any(cell_at(cells, index) for index in prices):
                yield line, " ".join(filter(None, cells))


def _has_bare_price(table: PriceTable) -> bool:
    """Return whether a price has no currency in its row, cell or heading."""
    if table.column("currency") is not None:
        return False
    return any(
        any(map(str.isdigit, cell := cell_at(cells, column.index))) and not _code_of(cell)
        for column in table.columns
        if is_price(column.name) and currency_of_heading(column.heading, "") is None
        for _, cells in table.rows
    )


def _code_of(cell: str) -> str:
    """Return the currency of a price cell by its text or its number format, empty for none."""
    if isinstance(cell, NumberCell):
        return cell.currency
    match = _SIGN.search(cell[:_LONGEST]) if any(map(str.isdigit, cell)) else None
    return _code(match[0]) if match else ""


def _code(text: str) -> str:
    """Return the code of a currency's code, sign or name."""
    by_name = (code for code, names in _NAMES.items() if re.fullmatch(names, text, re.IGNORECASE))
    return _SYMBOLS.get(text) or next(by_name, text)
