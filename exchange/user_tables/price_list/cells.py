"""The rows of a price list as values with units; what cannot be read is a problem of its line."""

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil
from typing import Any

from netfloor.costmodels.catalogue.parts.catalogue import CAGE_FORMS, FIBRE_CONNECTORS
from netfloor.exchange.tables.numbers import (
    UnclearNumberError,
    currency_of_heading,
    find_decimal,
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
from netfloor.exchange.tables.totals import says_sum
from netfloor.exchange.tables.workbook_input import DateCell, NumberCell
from netfloor.exchange.user_tables.price_list.kinds import CHOICES, KINDS, SKIP, guess_kind
from netfloor.exchange.user_tables.price_list.request import (
    FURTHER,
    PriceListRequest,
    break_of,
    reading_of,
)
from netfloor.exchange.user_tables.price_list.sheet import PriceSheet
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

#: Most of each, as a catalogue takes them.
_MOST = {MONEY: 10**9, COUNT: 10**6, DAYS: 10**6, NUMBER: 10**5, WATTS: 10**6, RATE: 10**6, LENGTH: 10**8}
#: What every kind of part may have.
_OF_ALL = {
    "part",
    "price",
    "currency",
    "name",
    "date",
    "owned",
    "stock",
    "spares",
    "lead_time",
    "supplier",
    *FURTHER,
}
#: Characters of a cell that is read; no pattern is tried on longer ones.
_LONGEST_CELL = 200
_DAY_FORMS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y")
_CONNECTORS = {re.sub("[^A-Z0-9+]", "", name.upper()): name for name in (*CAGE_FORMS, *FIBRE_CONNECTORS)}


@dataclass(frozen=True)
class PriceProblem:
    """What is wrong: the lines and the column of the user's file, what, and what would be right."""

    line: str
    column: str
    what: str


@dataclass(frozen=True)
class PricedRow:
    """A row that can be a part: its line, kind and values by field; lengths in mm, money in units.

    ``given`` are the fields that the list itself says, without constants; None stands for what cannot be
    read.
    """

    line: str
    kind: str
    values: Mapping[str, Any]
    given: frozenset[str]


def read_rows(sheet: PriceSheet, request: PriceListRequest) -> tuple[list[PricedRow], list[PriceProblem]]:
    """Return every row that can be read, and every problem of the others.

    Raises
    ------
    InputError
        If some numbers have a decimal point and others a decimal comma.
    """
    decimal, problems = (request.decimal, []) if request.decimal else _decimal(sheet, request)
    rows: list[PricedRow] = []
    found_in_cells: list[PriceProblem] = []
    unknown: dict[tuple[str, str], list[str]] = {}
    for line, cells in sheet.rows:
        texts = {(heading, name): _text(cells, sheet.place[heading]) for heading, name in request.columns}
        said = {name: text for (_, name), text in texts.items()}
        too_long = [heading for (heading, _), text in texts.items() if len(text) > _LONGEST_CELL]
        if too_long:
            size = len(_text(cells, sheet.place[too_long[0]]))
            what = f"has {size:,} characters, more than {_LONGEST_CELL}: shorten the cell"
            found_in_cells.append(PriceProblem(line, too_long[0], what))
            continue
        if _is_between_parts(said, [one for one in cells if len(one) <= _LONGEST_CELL], request):
            continue
        word, told_by, kind = _kind(said, request)
        if kind == SKIP:
            continue
        if kind is not None:
            texts = {
                key: text for key, text in texts.items() if key[1] in taken_by(kind) or break_of(key[1])
            }
        values, found = _values(sheet, line, texts, decimal, request)
        found_in_cells += found
        if any(cells[len(sheet.headings) :]):
            what = f"has {len(cells)} cells, the headings {len(sheet.headings)}: is a text not in quotes?"
            found_in_cells.append(PriceProblem(line, "-", what))
        if kind is None and said["part"]:
            unknown.setdefault((word, told_by), []).append(line)
        elif kind is not None:
            rows.append(PricedRow(line, kind, values, frozenset(values)))
    return rows, [*problems, *_unknown_kinds(unknown, request), *found_in_cells]


def taken_by(kind: str) -> set[str]:
    """Return the fields that rows of a kind may have; what else their cells say is not theirs."""
    ends = {"connector_a", "connector_b"} if KINDS[kind].table == "cables" else set()
    return {*KINDS[kind].needs, *KINDS[kind].may, *ends, *_OF_ALL}


def some(lines: list[str]) -> str:
    """Return lines for a message: the first ones, and how many more."""
    numbers = [line.removeprefix("line ").removeprefix("row ") for line in lines]
    more = f" and {len(numbers) - 5:,} more" if len(numbers) > 5 else ""
    word = lines[0].split(" ")[0] + ("s" if len(lines) > 1 else "")
    return f"{word} {', '.join(numbers[:5])}{more}"


def _text(cells: tuple[str, ...], place: int) -> str:
    return cells[place] if place < len(cells) else ""


def _decimal(sheet: PriceSheet, request: PriceListRequest) -> tuple[str, list[PriceProblem]]:
    """Return the decimal sign, and the problem that numbers read both ways, whatever then stands for it."""
    if sheet.is_workbook:
        return ".", []
    names = {heading for heading, name in request.columns if reading_of(name) not in {TEXT, DATE}}
    names -= {heading for heading, name in request.columns if name in {"name", "part"}}
    cells = (
        (f"{line}, column {heading}", text)
        for line, cells in sheet.rows
        for heading in sorted(names)
        if len(text := _text(cells, sheet.place[heading])) <= _LONGEST_CELL
    )
    try:
        return find_decimal(cells), []
    except UnclearNumberError as error:
        line, _, column = error.where.partition(", column ")
        what = f"{error.number!r} may be thousands or have decimals: say --decimal . or --decimal ,"
        return ".", [PriceProblem(line, column, what)]
    except ValueError as error:
        raise InputError(sheet.where, str(error), f"give {setting('decimal')}: . or ,") from error


def _is_between_parts(said: Mapping[str, str], cells: Sequence[str], request: PriceListRequest) -> bool:
    """Return whether a row is a heading between the parts or a sum below them.

    A sum may stand in the column of part numbers, if nothing else says what the part would be.
    """
    if not said["part"]:
        return not said["price"] or any(says_sum(one) or one.lower().startswith("total ") for one in cells)
    texts = {said["part"], said.get("name", ""), said.get("kind", "")} - {""}
    return all(map(says_sum, texts)) and not any(text.lower() in request.kinds for text in texts)


def _kind(said: Mapping[str, str], request: PriceListRequest) -> tuple[str, str, str | None]:
    """Return the word that tells the kind, the field it is from, and the kind, None if it is unknown."""
    constant = next((text for kind, name, text in request.constants if (kind, name) == ("", "kind")), "")
    word = said.get("kind") or constant
    if word:
        return word, "kind", request.kinds.get(word.lower()) or guess_kind(word)
    told_by = "name" if said.get("name") else "part"
    text = said[told_by]
    by_user = [kind for part, kind in request.kinds.items() if part in text.lower()]
    return text, told_by, by_user[0] if by_user else guess_kind(text)


def _unknown_kinds(
    unknown: Mapping[tuple[str, str], list[str]], request: PriceListRequest
) -> Iterator[PriceProblem]:
    hint = ""
    for number, ((word, told_by), lines) in enumerate(unknown.items(), 1):
        column = next(iter(request.headings(told_by)), "-")
        if number == len(unknown):
            words = ",".join(f"{shown(one)}=KIND" for one, _ in list(unknown)[:20])
            hint = f': say --kind "{words}", each KIND one of {", ".join(CHOICES)}'
        yield PriceProblem(some(lines), column, f"{shown(word)!r} is not a known kind{hint}")


def _values(
    sheet: PriceSheet,
    line: str,
    texts: Mapping[tuple[str, str], str],
    decimal: str,
    request: PriceListRequest,
) -> tuple[dict[str, Any], list[PriceProblem]]:
    """Return what a row says, field by field, and what cannot be read."""
    values: dict[str, Any] = {}
    problems: list[PriceProblem] = []
    for (heading, name), text in texts.items():
        if name == "kind":
            continue
        try:
            if text:
                _refuse_formula(text)
                sign = _sign(sheet, text, decimal)
                values |= _read(name, text, sign, request.spelled(heading), request.currency)
            elif name in {"part", "price"}:
                raise ValueError("is empty")  # noqa: TRY301 - said like everything else of this cell
        except ValueError as error:
            said = f"{shown(text)!r} {error}" if text else str(error)
            values[name] = None
            problems.append(PriceProblem(line, heading, said))
    return values, problems + _odd_currency(values, line, request)


def _sign(sheet: PriceSheet, text: str, decimal: str) -> str:
    """Return the decimal sign of a cell: numbers of a workbook come with a point, whatever texts have."""
    if isinstance(text, NumberCell):
        return "."
    if not sheet.is_workbook or decimal == "." or not re.fullmatch(r"[0-9]+\.[0-9]+", text):
        return decimal
    if re.fullmatch(r"[0-9]{1,3}\.[0-9]{3}", text):
        raise ValueError("may be thousands or have decimals: format the cells as numbers of two decimals")
    return "."


def _refuse_formula(text: str) -> None:
    if text.startswith("=") or text in BROKEN:
        raise ValueError("is a formula: save its value")


def _odd_currency(values: dict[str, Any], line: str, request: PriceListRequest) -> list[PriceProblem]:
    """Return the problem of a row whose price is in a currency without a rate, or in two."""
    at_price, in_column = values.pop("price currency", None), values.get("currency")
    heading = (request.headings("currency") if in_column else []) or request.headings("price")
    if at_price and in_column and at_price != in_column:
        return [PriceProblem(line, heading[0], f"the price is in {at_price}, this column says {in_column}")]
    currency = at_price or in_column or request.currency
    values["currency"] = currency
    if currency not in {request.currency, *(rate.currency for rate in request.rates)}:
        what = f'no rate for {currency}: add --rate "{currency}=RATE@YYYY-MM-DD"'
        return [PriceProblem(line, heading[0], what)]
    return []


def _read(name: str, text: str, decimal: str, heading: str, currency: str) -> dict[str, Any]:
    """Return the value of a cell below its heading by its field; `ValueError` with what is wrong."""
    reading = reading_of(name)
    if reading == TEXT:
        return {name: _word(name, text)}
    if reading == DATE:
        return {name: _day(text)}
    if reading == MONEY:
        amount, found = parse_money(text, decimal, currency)
        found = found or currency_of_heading(heading, currency)
        return {name: float(_bounded(amount, MONEY))} | ({"price currency": found} if found else {})
    if reading == LENGTH:
        mm = int(_bounded(Decimal(parse_length_mm(text, decimal, unit_of_heading(heading))), LENGTH))
        if mm < 1:
            raise ValueError("is not a length above 0")
        return {name: mm}
    if reading == RATE:
        unit = rate_unit(heading)
        if not unit and is_unclear_rate(text, decimal):
            plain = heading.strip() or name
            raise ValueError(
                f'may be Mb/s or Gb/s: say --map "{plain}={name} (Mb/s)" or --map "{plain}={name} (Gb/s)"'
            )
        return {name: float(_bounded(Decimal(repr(parse_gbps(text, decimal, unit or "g"))), RATE))}
    number = _bounded(parse_quantity(text, decimal, reading, heading), reading)
    if reading == COUNT and number != int(number):
        raise ValueError("is not a whole number")
    return {name: ceil(number) if reading in {COUNT, DAYS} else float(number)}


def _bounded(number: Decimal, reading: str) -> Decimal:
    if number < 0:
        raise ValueError("is below 0")
    if number > _MOST[reading]:
        raise ValueError("is too large")
    return number


def _word(name: str, text: str) -> str:
    if isinstance(text, DateCell):
        raise ValueError("is a date: format the cells as text")  # noqa: TRY004 - said of a cell
    if len(text) > _LONGEST_CELL or not text.isprintable():
        raise ValueError(f"is not plain text of at most {_LONGEST_CELL} characters")
    if name == "currency":
        code = {"\u20ac": "EUR", "$": "USD", "\u00a3": "GBP", "EURO": "EUR"}.get(text.upper(), text.upper())
        if not re.fullmatch("[A-Z]{3}", code):
            raise ValueError("is not a currency such as EUR")
        return code
    if name.startswith(("connector", "fibre_connector")):
        return _connector(text)
    return text.upper() if name == "fibre" else text


def _connector(text: str) -> str:
    """Return a connector by its usual name, also the one that stands in a longer text."""
    plain = re.sub("[^A-Z0-9+]", "", text.upper())
    if plain in _CONNECTORS:
        return _CONNECTORS[plain]
    words = {re.sub("[^A-Z0-9+]", "", word.upper()) for word in re.split(r"[\s,;()]+", text)}
    found = {_CONNECTORS[word] for word in words if word in _CONNECTORS}
    if len(found) != 1:
        known = ", ".join(_CONNECTORS.values())
        raise ValueError(f"names {len(found)} connectors" if found else f"not a connector; known: {known}")
    return found.pop()


def _day(text: str) -> dt.date:
    plain = text.split(" ", maxsplit=1)[0]
    for form in _DAY_FORMS:
        try:
            return dt.datetime.strptime(plain, form).replace(tzinfo=dt.UTC).date()
        except ValueError:
            continue
    raise ValueError("is not a day such as 2026-11-01 or 01.11.2026")


def constant_values(request: PriceListRequest) -> tuple[dict[tuple[str, str], Any], list[PriceProblem]]:
    """Return what was said of all rows, or of all of a kind, by (kind or empty, field)."""
    values: dict[tuple[str, str], Any] = {}
    problems = []
    for kind, name, text in request.constants:
        try:
            if name != "kind":
                values[kind, name] = _read(name, text, ".", "", request.currency)[name]
        except ValueError as error:
            problems.append(PriceProblem("--constant", name, f"{shown(text)!r} {error}"))
    return values, problems


def completed(row: PricedRow, constants: Mapping[tuple[str, str], Any]) -> PricedRow:
    """Return a row with the constants of all rows, and of its kind, where it says nothing itself."""
    takes = taken_by(row.kind)
    everywhere = {name: value for (kind, name), value in constants.items() if not kind and name in takes}
    of_kind = {name: value for (kind, name), value in constants.items() if kind == row.kind}
    return PricedRow(row.line, row.kind, {**everywhere, **of_kind, **row.values}, row.given)
