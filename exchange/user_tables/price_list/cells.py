"""Parsing of a price list's cells as values with units; a `ValueError` gives the reason for a failure."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import ceil
from typing import Any

from netfloor.costmodels.catalogue.parts.catalogue import CAGE_FORMS, FIBRE_CONNECTORS
from netfloor.exchange.plug_forms import FORM, form_of
from netfloor.exchange.tables.numbers import (
    currency_of_heading,
    is_unclear_rate,
    parse_gbps,
    parse_length_mm,
    parse_money,
    parse_quantity,
    unit_of_heading,
)
from netfloor.exchange.tables.subject import (
    COUNT,
    DATE,
    DAYS,
    LENGTH,
    MONEY,
    NUMBER,
    RATE,
    TEXT,
    WATTS,
    rate_unit,
)
from netfloor.exchange.tables.tables import BROKEN
from netfloor.exchange.tables.workbook_input import DateCell, NumberCell
from netfloor.exchange.user_tables.price_list.columns.breaks import break_of_heading
from netfloor.exchange.user_tables.price_list.columns.columns import PriceColumn
from netfloor.exchange.user_tables.price_list.headings import (
    PRICE_FIELDS,
    SURCHARGES,
)
from netfloor.exchange.user_tables.price_list.kinds import KINDS
from netfloor.exchange.user_tables.price_list.order_terms import ORDER_FIELDS
from netfloor.exchange.user_tables.price_list.problems import CellFault, PriceProblem, shell_option
from netfloor.exchange.user_tables.price_list.request import (
    FURTHER,
    QUANTITIES_IN,
    TAX_INCLUDED,
    WHOLE_CENTS,
    PriceListRequest,
    is_price,
    reading_of,
)
from netfloor.exchange.user_tables.price_list.terms import (
    arrival_day,
    counted_stock,
    is_on_request,
    parse_day,
    parse_lead,
    parse_stock,
    says_in_stock,
    time_beyond,
)
from netfloor.foundation.tool import current_day
from netfloor.topologies.parameters import shown

#: Maximum values that a catalogue accepts.
_MOST = {MONEY: 10**9, COUNT: 10**6, DAYS: 10**4, NUMBER: 10**5, WATTS: 10**6, RATE: 10**6, LENGTH: 10**8}
#: Fields that every kind of part may have.
_OF_ALL = frozenset(
    {
        "part",
        "currency",
        "name",
        "date",
        "owned",
        "stock",
        "spares",
        "lead_time",
        "supplier",
        "min_order",
        "price_from",
        "pack",
        "unit",
        "price_per",
        "discount",
        "price_basis",
        "valid_until",
        "maker_part",
        *PRICE_FIELDS,
        *SURCHARGES,
        *FURTHER,
    }
)
#: Maximum characters of a cell and of a description; patterns are not applied to longer ones.
LONGEST_CELL, LONGEST_NAME = 200, 2_000
#: Characters read of a description (server descriptions are long) and of a part's name.
DESCRIBED, _NAMED = 600, 200
#: Texts for an empty value in optional columns.
_NOTHING = frozenset({"-", "--", "\u2013", "\u2014", "n/a", "na", "none", "k.a.", "k. a."})
_PIECES = re.compile(
    r"(?:(?:karton|box|beutel|pack(?:ung)?|vpe|pkg|bag|carton|sachet)(?: of| \u00e0| zu| mit"
    r"| de)?\s?:?)?\s?([0-9][0-9.,' ]*)\s?"
    r"(?:er[\s-]?pack|/\s?\w+|st(?:k|\u00fcck|\.)?|pcs|pieces?|pi\u00e8ces?|units?|ea|each|ud|uds|m)?\.?",
    re.IGNORECASE,
)
_ALONE = frozenset(
    {
        "stk",
        "st",
        "st.",
        "st\u00fcck",
        "pc",
        "pcs",
        "ea",
        "each",
        "piece",
        "unit",
        "unit\u00e9",
        "pi\u00e8ce",
        "ud",
        "pezzo",
        "pz",
        "pza",
        "pieza",
        "unidad",
        "stuk",
        "pce",
        "st\u00fcck.",
    }
)
_BASES = {
    "framework": re.compile(
        r"rahmen|framework|contract|kontrakt|vertrag|agreement|cadre|contrat|marco", re.IGNORECASE
    ),
    "spot": re.compile(r"spot|tages|einmal|one[\s-]?time|ponctuel|projekt|project", re.IGNORECASE),
}
_PLUGS = re.compile(
    rf"(?:(?P<near>[248])\s?[x\u00d7]\s?)?(?P<a>{FORM})\s?(?:/|,|;|->|\u2192|\u2013|-|\bto\b|\bauf\b"
    rf"|\bvers\b|\bnaar\b"
    rf"|\ba\b)\s?(?:(?P<far>[248])\s?[x\u00d7]\s?)?(?P<b>{FORM})",
    re.IGNORECASE,
)
_CONNECTORS = {re.sub("[^A-Z0-9+]", "", name.upper()): name for name in (*CAGE_FORMS, *FIBRE_CONNECTORS)}


def taken_by(kind: str) -> frozenset[str]:
    """Return the fields that rows of a kind may have; other cells are ignored."""
    ends = {"connector_a", "connector_b"} if KINDS[kind].table == "cables" else set()
    return frozenset({*KINDS[kind].needs, *KINDS[kind].may, *ends}) | _OF_ALL


class CellReader:
    """Parses the cells of a list by field, with the list's decimal separator and date order."""

    def __init__(
        self,
        request: PriceListRequest,
        decimal: str,
        *,
        is_workbook: bool,
        month_first: bool = False,
        day: dt.date | None = None,
    ) -> None:
        self.request, self.decimal = request, decimal
        self.month_first = month_first
        self._day = day or dt.datetime.now(dt.UTC).date()  # calendar weeks count from this day
        self._is_workbook = is_workbook
        self.has_arrivals = False  # whether a lead time was a date

    def values(
        self, line: str, texts: Sequence[tuple[PriceColumn, str]]
    ) -> tuple[dict[str, Any], list[CellFault]]:
        """Return the values of a row by field, None for unreadable fields, and the faults."""
        values: dict[str, Any] = {}
        faults: list[CellFault] = []
        named = [(column.name, text) for column, text in texts if text]
        for column, text in texts:
            name = column.name
            if name == "kind" or not text:
                continue
            try:
                _refuse_formula(text)
                new = self.read(name, text, self._sign(text), column.spelled)
                if name == "name" and values.get(name):
                    new = _word(name, f"{values[name]}, {text}") if text not in values[name] else {}
                if name in SURCHARGES and values.get(name) is not None:
                    new[name] = new.get(name, 0) + values[name]  # several surcharges on one price
                if name == "lead_time" and values.get(name):
                    new[name] = max(new.get(name) or 0, values[name])  # the longer of two columns
                values |= {item: value for item, value in new.items() if item == name or item not in values}
            except ValueError as error:
                values[name] = None
                way = f"; {shell_option('map', f'{column.heading}=skip')} leaves the column out"
                is_word = text[:1].isalpha() and name in {"stock", "lead_time"}
                what = f"{error}{way if is_word else ''}"
                faults.append(CellFault(line, column.heading, text, what))
        is_in_stock = any(name in {"stock", "lead_time"} and says_in_stock(text) for name, text in named)
        return _with_delivery(values, is_in_stock=is_in_stock), faults

    def _sign(self, text: str) -> str:
        """Return the decimal separator of a cell; numbers of a workbook use a point."""
        if isinstance(text, NumberCell):
            return "."
        if not self._is_workbook or self.decimal == "." or not re.fullmatch(r"[0-9]+\.[0-9]+", text):
            return self.decimal
        if re.fullmatch(r"[0-9]{1,3}\.[0-9]{3}", text):
            raise ValueError(
                "may be thousands or have decimals: format the cells as numbers of two decimals"
            )
        return "."

    def read(self, name: str, text: str, decimal: str, heading: str) -> dict[str, Any]:
        """Parse a cell under its heading as its field; empty if the cell gives no value."""
        reading = reading_of(name)
        if is_price(name) or name in SURCHARGES:
            return {} if is_on_request(text) else self._price(name, text, decimal, heading)
        if reading == TEXT:
            return _word(name, text)
        if text.strip().lower() in _NOTHING:
            return {}
        if name in {"lead_time", "stock"}:
            is_stock = name == "stock" or counted_stock(text) is not None
            delivery = self._stock if is_stock else self._lead_time
            return delivery(text, decimal, heading)
        if reading == DATE:
            return {name: parse_day(text, month_first=self.month_first)}
        number = {LENGTH: _length, RATE: _rate}.get(reading, _quantity)
        return number(name, text, decimal, heading)

    def amount(self, text: str) -> Decimal | None:
        """Return the number in a price or quantity cell, None if it has none."""
        try:
            return parse_money(text, self._sign(text), self.request.currency)[0]
        except ValueError:
            return None

    def _lead_time(self, text: str, decimal: str, heading: str) -> dict[str, Any]:
        today = current_day()
        self.has_arrivals |= (
            arrival_day(text.strip(" .*"), self._day, month_first=self.month_first) is not None
        )
        first, last = parse_lead(
            text, decimal, heading, self._day, month_first=self.month_first, today=today
        )
        days = {} if last is None else {"lead_time": int(_bounded(Decimal(last), DAYS))}
        return days | ({"lead_time_from_days": first} if first is not None and first != last else {})

    def _stock(self, text: str, decimal: str, heading: str) -> dict[str, Any]:
        """Return the pieces in stock and the resupply time: ``Available, ETA 10-15 business days``."""
        if (counted := counted_stock(text)) is not None:
            text = ", ".join(filter(None, counted))
        first, *rest = re.split(r"[;|]\s*|,\s+|\s[-\u2013]\s|\s\(", text.strip(" )."), maxsplit=1)
        try:
            pieces = parse_stock(text if not rest else first, decimal)
        except ValueError:
            if rest or not re.search("[A-Za-z]", text):
                raise
            return self._lead_time(text, decimal, heading)
        result = {} if pieces is None else {"stock": int(_bounded(Decimal(pieces), COUNT))}
        when = rest[0] if rest else text if pieces is None else ""
        when = time_beyond(when) or ("" if pieces else when)  # else the delivery time of these pieces
        if when:
            try:
                return result | self._lead_time(when, decimal, heading)
            except ValueError:
                return result
        return result

    def _price(self, name: str, text: str, decimal: str, heading: str) -> dict[str, Any]:
        amount, result = parse_money(text, decimal, self.request.currency)
        result = result or (text.currency if isinstance(text, NumberCell) else "")
        result = result or currency_of_heading(heading, self.request.currency)
        return {name: _bounded(amount, MONEY)} | ({"price currency": result} if result else {})


def _with_delivery(values: dict[str, Any], *, is_in_stock: bool) -> dict[str, Any]:
    """Return values whose lead time is that of pieces beyond the stock, with which it is at once.

    Beside a number of pieces in stock, ``in stock`` and 0 days are not lead time of further ones; without
    their number, the lead time is a range from 0 days.
    """
    days, stock = values.get("lead_time"), values.get("stock")
    is_counted = stock is not None and days == 0
    is_stocked = is_in_stock or is_counted or values.get("lead_time_from_days") == 0
    if not is_stocked or days is None:
        return values
    without = {"lead_time_from_days"} if stock or not days else set()
    without |= {"lead_time"} if is_counted else set()
    first = {"lead_time_from_days": 0} if days and not stock else {}
    return {name: value for name, value in (first | values).items() if name not in without}


def _refuse_formula(text: str) -> None:
    if text.startswith("=") or text in BROKEN:
        raise ValueError("is a formula: save its value")


def odd_currency(
    values: dict[str, Any], request: PriceListRequest, headings: Mapping[str, str], line: str
) -> list[CellFault]:
    """Set the currency of a row; return the fault of a missing rate or of two currencies in a row."""
    at_price, in_column = values.pop("price currency", None), values.get("currency")
    heading = headings.get("currency" if in_column else "price", "-")
    if at_price and in_column and at_price != in_column:
        return [CellFault(line, heading, "", f"the price is in {at_price}, this column says {in_column}")]
    currency = at_price or in_column or request.list_currency or request.currency
    values["currency"] = currency
    if currency not in {request.currency, *(rate.currency for rate in request.rates)}:
        what = f'no rate for {currency}: add --rate "{currency}=RATE@YYYY-MM-DD"'
        return [CellFault(line, heading, "", what)]
    return []


def _length(name: str, text: str, decimal: str, heading: str) -> dict[str, Any]:
    """Return a length in mm."""
    mm = int(_bounded(Decimal(parse_length_mm(text, decimal, unit_of_heading(heading))), LENGTH))
    if mm < 1:
        raise ValueError("is not a length above 0")
    return {name: mm}


def _rate(name: str, text: str, decimal: str, heading: str) -> dict[str, Any]:
    """Return a rate in Gb/s."""
    unit = rate_unit(heading)
    if not unit and is_unclear_rate(text, decimal):
        plain = heading.strip() or name
        raise ValueError(
            f"may be Mb/s or Gb/s: say {shell_option('map', f'{plain}={name} (Mb/s)')}"
            f" or {shell_option('map', f'{plain}={name} (Gb/s)')}"
        )
    return {name: float(_bounded(Decimal(repr(parse_gbps(text, decimal, unit or "g"))), RATE))}


def _quantity(name: str, text: str, decimal: str, heading: str) -> dict[str, Any]:
    """Return a quantity in the catalogue's unit."""
    reading = reading_of(name)
    if name == "price_from" and (pieces := break_of_heading(text)) is not None:
        return {name: pieces}
    if name in {"pack", "min_order", "price_per"}:
        if text.strip().lower() in _ALONE:
            return {name: 1}
        if (match := _PIECES.fullmatch(text.strip())) is not None:
            text = match[1].strip()
    if name == "discount":
        return {name: _percent(text, decimal)}
    number = _bounded(parse_quantity(text, decimal, reading, heading), reading)
    if reading == COUNT and number != int(number):
        raise ValueError("is not a whole number")
    if name in {"pack", "min_order", "price_per"}:
        number = max(number, Decimal(1))
    return {name: ceil(number) if reading in {COUNT, DAYS} else float(number)}


def _percent(text: str, decimal: str) -> Decimal:
    """Return a discount in percent: ``35 %``, ``-35``; 0.35 in a workbook cell is 35 %."""
    plain = text.strip().removesuffix("%").strip().lstrip("-\u2013")
    number = _bounded(parse_quantity(plain, decimal, NUMBER, ""), NUMBER)
    number = number * 100 if isinstance(text, NumberCell) and number <= 1 else number
    if number > 100:
        raise ValueError("is a discount above 100 %")
    return number


def _bounded(number: Decimal, reading: str) -> Decimal:
    if number < 0:
        raise ValueError("is below 0")
    if number > _MOST[reading]:
        raise ValueError("is too large")
    return number


def _word(name: str, text: str) -> dict[str, Any]:
    if isinstance(text, DateCell):
        raise ValueError("is a date: format the cells as text")  # noqa: TRY004 - said of a cell
    if name == "maker_part" and text.strip().lower() in _NOTHING:
        return {}
    if name == "name":
        text = " ".join(text.split())
        text = text if len(text) <= _NAMED else f"{text[: _NAMED - 3]}..."
    if not text.isprintable():
        raise ValueError("holds a control character")
    if name == "currency":
        code = {"\u20ac": "EUR", "$": "USD", "\u00a3": "GBP", "EURO": "EUR"}.get(text.upper(), text.upper())
        if not re.fullmatch("[A-Z]{3}", code):
            raise ValueError("is not a currency such as EUR")
        return {name: code}
    if name == "price_basis":
        basis = next((basis for basis, pattern in _BASES.items() if pattern.search(text)), None)
        return {name: basis} if basis else {}
    if name.startswith(("connector", "fibre_connector")) or name == "management_port":
        both = _both_plugs(text) if name == "connector" else {}
        return both or {name: _connector(text)}
    return {name: text.upper() if name == "fibre" else text}


def _both_plugs(text: str) -> dict[str, Any]:
    """Return the ends of a cable in one cell, ``QSFP28 / 4x SFP28``, empty for a text of one plug."""
    match = _PLUGS.fullmatch(text.strip())
    if match is None:
        return {}
    ends = (match["near"], form_of(match["a"])), (match["far"], form_of(match["b"]))
    (several, a), (count, b) = sorted(ends, key=lambda end: end[0] is not None)
    if several or (a == b and not count):
        return {}
    tails = int(count or 1)
    return {"connector_a": a, "connector_b": b} | ({"links": tails, "tails": tails} if tails > 1 else {})


def _connector(text: str) -> str:
    """Return a connector's usual name, also if it is part of a longer text."""
    plain = re.sub("[^A-Z0-9+]", "", text.upper())
    if plain in _CONNECTORS:
        return _CONNECTORS[plain]
    words = {re.sub("[^A-Z0-9+]", "", word.upper()) for word in re.split(r"[\s,;()]+", text)}
    results = {_CONNECTORS[word] for word in words if word in _CONNECTORS}
    if len(results) != 1:
        known = ", ".join(_CONNECTORS.values())
        raise ValueError(
            f"names {len(results)} connectors" if results else f"not a connector; known: {known}"
        )
    return results.pop()


def constant_values(request: PriceListRequest) -> tuple[dict[tuple[str, str], Any], list[PriceProblem]]:
    """Return the user's constants by (kind, part number or empty, field), and their problems."""
    reader = CellReader(request, ".", is_workbook=False)
    values: dict[tuple[str, str], Any] = {}
    problems = []
    for kind, name, text in request.constants:
        try:
            if name not in {"kind", TAX_INCLUDED, WHOLE_CENTS, QUANTITIES_IN, *ORDER_FIELDS}:
                values |= {
                    (kind, field): value for field, value in reader.read(name, text, ".", "").items()
                }
        except ValueError as error:
            problems.append(PriceProblem("--constant", name, f"{shown(text)!r} {error}"))
    return values, problems
