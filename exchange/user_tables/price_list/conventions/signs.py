"""Number and date formats of a price list: decimal separator, date order, and the list's date."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.numbers import UnclearNumberError, find_decimal
from netfloor.exchange.tables.subject import COUNT, DATE, DAYS, TEXT
from netfloor.exchange.tables.workbook_input import NumberCell
from netfloor.exchange.user_tables.price_list.cells import LONGEST_CELL
from netfloor.exchange.user_tables.price_list.columns.columns import PriceColumn
from netfloor.exchange.user_tables.price_list.problems import PriceProblem
from netfloor.exchange.user_tables.price_list.request import PriceListRequest, reading_of
from netfloor.exchange.user_tables.price_list.sheet import PriceSheets, PriceTable
from netfloor.exchange.user_tables.price_list.terms import ONE_DAY, counted_stock
from netfloor.foundation.tool import current_day

_SLASHED_DAY = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/[0-9]{2,4}")
_MAX_MONTH = 12
#: A number that is whole or has three decimals.
_GROUPED = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?P<sign>[.,])(?P<part>[0-9]{3})(?![0-9.,])")


def day_of_file(path: Path) -> dt.date:
    """Return the modification date of a file."""
    return dt.datetime.fromtimestamp(path.stat().st_mtime, tz=dt.UTC).date()


def day_or_question(day: dt.date, request: PriceListRequest) -> tuple[dt.date | None, list[PriceProblem]]:
    """Return the day of a title as that of the prices; one to come may be their first or their last."""
    if day <= current_day():
        return day, []
    if request.date is not None or any(name == "valid_until" for _, name, _ in request.constants):
        return None, []
    ways = f'--date {day} if the prices count from then on, --constant "valid_until={day}" if until then'
    return None, [
        PriceProblem("-", "-", f"the list names a day to come, {day}, and not what it is: {ways}")
    ]


def month_first(sheets: PriceSheets, request: PriceListRequest) -> bool:
    """Return whether months precede days, by the numbers or else by the currency."""
    votes = Counter[bool]()
    for table in sheets.tables:
        dated = [column.index for column in table.columns if reading_of(column.name) in {DATE, DAYS}]
        texts = [
            *(text for _, text in table.above),
            *(cell_at(cells, index) for _, cells in table.rows for index in dated),
        ]
        for text in texts:
            for item, other in _SLASHED_DAY.findall(text[:LONGEST_CELL]):
                votes[True] += int(other) > _MAX_MONTH
                votes[False] += int(item) > _MAX_MONTH
    return votes[True] > votes[False] if votes[True] != votes[False] else request.currency == "USD"


def decimal_sign(sheets: PriceSheets, problems: list[PriceProblem], unclear: set[str]) -> str:
    """Return the decimal separator; add a problem if numbers are ambiguous, and use a fallback.

    If no other number shows it, numbers of pieces do: ``1,204 in stock`` are not parts of a piece.
    """
    cells = [
        (f"{line}, column {column.heading}", text, column.name)
        for table in sheets.tables
        for column in _numeric(table)
        for line, cells in table.rows
        if len(text := cell_at(cells, column.index)) <= LONGEST_CELL and not isinstance(text, NumberCell)
        if not ONE_DAY.fullmatch(text)
    ]
    try:
        return find_decimal((where, text) for where, text, _ in cells)
    except UnclearNumberError as error:
        if sign := _sign_of_pieces(text for _, text, name in cells if _counts_pieces(name, text)):
            return sign
        line, _, column = error.where.partition(", column ")
        what = f"{error.number!r} may be thousands or have decimals: say --decimal . or --decimal ,"
        problems.append(PriceProblem(line, column, what))
        return "."
    except ValueError as error:
        problems.append(PriceProblem("-", "-", f"{error}: say --decimal . or --decimal ,"))
        unclear |= {item.heading for table in sheets.tables for item in _numeric(table)}
        return "."


def _counts_pieces(name: str, text: str) -> bool:
    return reading_of(name) == COUNT or (name == "lead_time" and counted_stock(text) is not None)


def _sign_of_pieces(texts: Iterable[str]) -> str:
    """Return the decimal separator that whole pieces leave, empty if they leave both.

    ``5,000`` may be five pieces with three decimals, as ERP systems print them.
    """
    grouped = {
        match["sign"] for text in texts for match in _GROUPED.finditer(text) if match["part"] != "000"
    }
    return {".": ",", ",": "."}[grouped.pop()] if len(grouped) == 1 else ""


def _numeric(table: PriceTable) -> list[PriceColumn]:
    """Return the columns whose numbers show the decimal separator."""
    worded = {column.index for column in table.columns if column.name in {"name", "part", "maker_part"}}
    return [
        column
        for column in table.columns
        if column.index not in worded and reading_of(column.name) not in {TEXT, DATE}
    ]
