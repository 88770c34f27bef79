"""Account of the columns of money: one that is not used is a question, and net prices are checked."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from typing import Any

from netfloor.exchange.tables.heading_lines import cell_at, column_letter
from netfloor.exchange.tables.numbers import (
    UnclearNumberError,
    currency_of_heading,
    find_decimal,
    parse_money,
    without_currency,
)
from netfloor.exchange.tables.subject import MONEY, Meaning, words_of
from netfloor.exchange.tables.tables import TableRow
from netfloor.exchange.user_tables.price_list.headings import PRICE_FIELDS, says_surcharge
from netfloor.exchange.user_tables.price_list.problems import CellFault, shell_option
from netfloor.exchange.user_tables.price_words import LIST_WORDS, PRICE_WORDS
from netfloor.topologies.parameters import shown

#: Number of rows used to classify a column.
_SAMPLE = 200
_AMOUNT = re.compile(r"[0-9][0-9.,' ]*[.,][0-9]{2,4}")
_SIGNED = re.compile(r"[\u20ac$\u00a3]|\b(?:EUR|USD|GBP|CHF)\b|,-$", re.IGNORECASE)
_PERCENT = re.compile(r"-?[0-9]{1,2}(?:[.,][0-9]{1,2})?\s?%")
#: Words of money that is not a price of a piece.
NO_PRICE = frozenset(
    {"total", "gesamt", "value", "wert", "importe", "montant", "bedrag", "amount", "old", "alt", "compare"}
)
#: Words of a heading of tax rates, and of the rate in it.
_TAXES = frozenset({"vat", "mwst", "ust", "mehrwertsteuer", "umsatzsteuer", "iva", "tva", "btw", "gst"})
_OF_RATES = frozenset(
    {"rate", "satz", "aliquota", "taux", "tipo", "tarief", "percent", "prozent", "de", "di", "in", "code"}
)
_TAX_RATE = re.compile(r"[0-3]?[0-9](?:[.,][0-9]{1,2})?\s?%?")
_UNITS_OF_PRICE = frozenset({"1", "10", "100", "1000"})
_CENT = Decimal("0.01")


def holds_money(heading: str, cells: Sequence[str]) -> bool:
    """Return whether cells are amounts of money, by their heading, their signs or their decimals."""
    filled = [cell for cell in cells if cell]
    amounts = [cell for cell in filled if _is_amount(cell)]
    if {*filled} <= _UNITS_OF_PRICE or 2 * len(amounts) < len(filled):
        return False
    is_named = (
        bool({*words_of(heading)} & PRICE_WORDS) or without_currency(heading).strip() != heading.strip()
    )
    sure = [cell for cell in amounts if _SIGNED.search(cell) or _AMOUNT.fullmatch(cell.strip())]
    return is_named or 3 * len(sure) >= 2 * len(filled)


def _is_amount(cell: str) -> bool:
    for decimal in ".,":
        try:
            parse_money(cell, decimal, "")
        except ValueError:
            continue
        return True
    return False


def holds_percent(cells: Sequence[str]) -> bool:
    """Return whether a column's cells are percentages with their sign."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(_PERCENT.fullmatch(cell.strip()) for cell in filled)


def holds_tax_rates(heading: str, cells: Sequence[str]) -> bool:
    """Return whether a column has rates of taxes in percent, such as ``VAT rate`` with ``8.10``."""
    spelled = ({*words_of(heading)}, {*re.findall("[a-z]+", heading.lower())})
    is_tax = any(words & _TAXES and words <= _TAXES | _OF_RATES for words in spelled)
    filled = [cell.strip() for cell in cells if cell.strip()]
    return is_tax and bool(filled) and all(map(_TAX_RATE.fullmatch, filled))


def tax_sentences(
    headings: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]], skipped: Set[str]
) -> Iterator[tuple[str, str]]:
    """Yield first line and sentence of each column whose cells all have one rate of taxes."""
    for index, heading in enumerate(headings):
        cells = [cell_at(row, index) for _, row in rows]
        if heading not in skipped and holds_tax_rates(heading, cells):
            texts = (cell.strip().rstrip("% ").replace(",", ".") for cell in cells if cell.strip())
            if len(rates := {Decimal(text).normalize() for text in texts}) == 1:
                yield rows[0][0], f"VAT {rates.pop():f} %"


def unused_money(
    headings: Sequence[str],
    body: Sequence[TableRow],
    used: Mapping[int, str],
    meaning: Callable[[str], Meaning | None],
    currency: str,
) -> Iterator[tuple[int, str, str]]:
    """Yield the index, the name for a map and the question of each column of money that is not used.

    ``used`` has the field of each column that is read or skipped.
    """
    prices = [index for index, name in used.items() if name in PRICE_FIELDS]
    rows = body[:_SAMPLE]
    width = max([len(headings), *(len(row.cells) for row in rows)], default=0)
    for index in range(width):
        heading = cell_at(headings, index)
        if index in used or says_surcharge(heading) or {*words_of(heading)} & NO_PRICE:
            continue
        read = meaning(heading) if heading else None
        if read is not None and read.field.reading != MONEY:
            continue
        if (own := currency_of_heading(heading, currency)) is not None and own != currency:
            continue  # the same prices in another currency
        cells = [cell_at(row.cells, index) for row in rows]
        if holds_tax_rates(heading, cells):
            continue
        if any(cells == [cell_at(row.cells, other) for row in rows] for other in prices):
            continue
        key = heading if heading and [*headings].count(heading) == 1 else column_letter(index)
        if holds_money(heading, cells):
            yield (
                index,
                key,
                _question(key, next(filter(None, cells)), [headings[other] for other in prices]),
            )
        elif holds_percent(cells) and "discount" not in used.values():
            ways = (shell_option("map", f"{key}={field}") for field in ("discount", "skip"))
            what = f"{shown(key)!r} holds percentages and is not used: is it a discount?"
            yield index, key, f"{what} {' or '.join(ways)}"


def _question(key: str, cell: str, prices: Sequence[str]) -> str:
    what = f"{shown(key)!r} holds money, such as {shown(cell)}, and is not used"
    instead = f" and {shown(prices[0])!r} is" if prices else ""
    price, out, added = (shell_option("map", f"{key}={field}") for field in ("price", "skip", "surcharge"))
    adds = "" if {*words_of(key)} & (PRICE_WORDS | LIST_WORDS) else f"; {added} adds it"
    return f"{what}{instead}: which price do you pay? {price}, or {out}{adds}"


def unclear_net(
    line: str, values: Mapping[str, Any], headings: Mapping[str, str], mapped: set[str]
) -> Iterator[CellFault]:
    """Yield the question which price counts if the list price less the discount is not the net price."""
    if mapped & {"price", "list_price", "discount"}:
        return
    net, listed, discount = (values.get(name) for name in ("price", "list_price", "discount"))
    if net is None or listed is None or discount is None:
        return
    percent = Decimal(discount)
    digits = min(int(percent.as_tuple().exponent), 0)
    tolerance = listed * Decimal(5).scaleb(digits - 3) + _CENT  # half of the discount's last digit
    if abs(listed * (100 - percent) / 100 - net) > tolerance:
        heading = headings["price"]
        this, other = (shell_option("map", f"{heading}={field}") for field in ("price", "skip"))
        less = f"{shown(headings['list_price'])!r} less {shown(headings['discount'])!r}"
        yield CellFault(
            line, heading, "", f"is not {less}: which do you pay? {this}, or {other} for the latter"
        )


def sum_of_list_price(row: TableRow, places: Mapping[str, int]) -> bool | None:
    """Return whether a row's sum is its discounted price, None if it is inconclusive."""
    numbers = {}
    for name in ("price", "discount", "quantity", "total"):
        text = cell_at(row.cells, places[name]) if name in places else ""
        if not text:
            return None
        try:
            sign = find_decimal([("", text)])
        except UnclearNumberError:
            sign = "," if "." in text else "."
        except ValueError:
            return None
        try:
            numbers[name] = parse_money(text.replace("%", "").lstrip("-"), sign, "")[0]
        except ValueError:
            return None
    per = cell_at(row.cells, places["price_per"]) if "price_per" in places else ""
    pieces = re.match("[0-9]+", per)
    full = numbers["price"] * numbers["quantity"] / max(int(pieces[0]) if pieces else 1, 1)
    less = full * (100 - numbers["discount"]) / 100
    if full == less:
        return None
    total, near = numbers["total"], full / 200
    return True if abs(total - less) <= near else False if abs(total - full) <= near else None
