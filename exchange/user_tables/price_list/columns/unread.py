"""Account of the columns that are not read: one that may bear on money or quantities is a question."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from netfloor.exchange.tables.heading_lines import cell_at, column_letter
from netfloor.exchange.tables.subject import Meaning, words_of
from netfloor.exchange.tables.workbook_input import DateCell
from netfloor.exchange.user_tables.price_list.money.accounts import NO_PRICE, holds_tax_rates
from netfloor.exchange.user_tables.price_list.money.amounts import amount_of
from netfloor.exchange.user_tables.price_list.piece_prices import is_unit, is_unit_of_pack
from netfloor.exchange.user_tables.price_list.problems import shell_option
from netfloor.exchange.user_tables.price_list.request import is_price
from netfloor.exchange.user_tables.price_words import OF_NO_ORDER
from netfloor.topologies.parameters import shown

#: Number of rows used to classify a column, and of its values in a question.
_SAMPLE, _SHOWN = 500, 3
_TIME = re.compile(
    r"(?:[0-9]{1,3}\s?(?:-|to|bis|a)\s?)?[0-9]{1,3}\s?(?:d|w|days?|weeks?|tage?n?|wochen?|jours?|semaines?|dias?"
    r"|semanas?|dagen|weken|giorni|settimane|dni|tygodni\w*)\.?(?:\s\w+)?",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[ T].*)?|[0-9]{1,2}[./-][0-9]{1,2}[./-](?:[0-9]{2}){1,2}"
)
_CODE = re.compile(r"[0-9]{6,18}|[0-9]{4}\.[0-9]{2}(?:\.[0-9]{2,4})*")
_YEARS = range(1990, 2101)
#: Fields whose columns change what is paid, or how much of it is bought.
_OF_ORDERS = frozenset(
    {"discount", "unit", "price_per", "pack", "min_order", "price_from", "stock", "lead_time", "quantity"}
)
_NUMBERS = frozenset({"code", "codes", "number", "no", "nr", "num", "nummer", "numero", "key"})
#: Starts and ends of words that point to a field, most telling first.
_HINTS: Mapping[str, re.Pattern[str]] = {
    "discount": re.compile(r"disc|rabat|remise|kort|dto|descu|scont|upust|nachlass|%"),
    "min_order": re.compile(r"\bmin|moq|mindest"),
    "pack": re.compile(r"pack|vpe|\bcond|embal|confez|verpak|mult|interval|inhalt|conten|opak|colis|lot\b"),
    "stock": re.compile(r"stock|lager|bestand|voorr|avail|dispo|magaz|stan\b|giac|exist|hand"),
    "lead_time": re.compile(r"lead|liefer|delai|plazo|lever|deliver|dni|tage|days|week|woch|ship|consegn"),
    "price_from": re.compile(r"\bfrom|\bab\b|bound|break|staf|vanaf|desde|thresh|partir|tier"),
    "price_per": re.compile(
        r"\bper\b|unit|einheit|eenheid|\bje\b|\bpro\b"
        r"|(?:pri[cjx]|preis|basis|base).*(?:qty|quant|menge|cantid|aantal|pieces|pcs)"
    ),
    "price": re.compile(r"pri[cjx]|preis|prezz|preci|cena|cost|rate|net"),
}
_COUNTED = ("min_order", "pack", "stock", "lead_time", "price_from", "price_per")
_OF_COUNTS = re.compile(
    r"\b(?:qty|quantity|quantite|qte|menge|anzahl|aantal|cantidad|quantita|pieces|pcs)\b"
)
_MEANINGS = {
    "price": "the price",
    "discount": "a discount in per cent, not yet in the price",
    "price_from": "the quantity from which a price counts",
    "pack": "pieces per pack or multiple",
    "min_order": "a minimum order",
    "price_per": "pieces per price",
    "stock": "the stock",
    "lead_time": "the lead time",
    "unit": "the unit of the price",
}
_PRICE_UNITS = frozenset({1, 10, 100, 1000})
_MOST_DAYS, _MOST_PERCENT = 400, 95


class _Cells(NamedTuple):
    """The filled cells of a column in the rows with prices."""

    texts: list[str]
    numbers: list[Decimal]  # of the cells that are numbers

    @property
    def are_whole(self) -> bool:
        return len(self.numbers) == len(self.texts) and all(item == int(item) for item in self.numbers)


def unread_columns(
    headings: Sequence[str],
    body: Sequence[Sequence[str]],
    used: Mapping[int, str],
    meanings: Sequence[Meaning | None],
    *,
    is_chosen: bool,
) -> Iterator[tuple[str, str]]:
    """Yield the name for a map and the question of each unread column that may concern orders.

    That is a column of numbers, times, or units and packs in rows with prices, unless its heading or values
    are of a harmless kind. ``used`` has the field of each column that is read or skipped, and
    ``is_chosen`` says that the user chooses the price, so that no other column is one.
    """
    prices = [index for index, name in used.items() if is_price(name)]
    rows = [row for row in body if any(re.search("[0-9]", cell_at(row, index)) for index in prices)]
    rows = rows[:_SAMPLE]
    read = {index: _numbers([cell_at(row, index) for row in rows]) for index in used}
    for index, heading in enumerate(headings):
        meaning = meanings[index]
        if not heading or index in used or (meaning is not None and meaning.field.name not in _OF_ORDERS):
            continue
        texts = [cell_at(row, index) for row in rows]
        same = {used[other] for other, cells in read.items() if any(texts) and cells == _numbers(texts)}
        own = "" if meaning is None else meaning.field.name
        if holds_tax_rates(heading, texts) or any(is_price(name) or name == own for name in same):
            continue
        cells = _cells(texts)
        if meaning is None and _is_harmless(heading, cells):
            continue
        others = {i: name for i, name in used.items() if own != "quantity" or name != "stock"}
        fields = _options(heading, cells, rows, others)
        fields = [name for name in fields if name != "price" or not is_chosen]
        if fields:
            key = heading if [*headings].count(heading) == 1 else column_letter(index)
            yield key, _question(key, cells, fields, _undiscounted(headings, used))


def _cells(texts: Sequence[str]) -> _Cells:
    filled = [text for text in texts if text.strip()]
    return _Cells(filled, [number for text in filled if (number := amount_of(text)) is not None])


def _numbers(texts: Sequence[str]) -> list[str | Decimal | None]:
    """Return the cells of a column for a comparison with another, numbers without their form."""
    return [text.strip() if (number := amount_of(text)) is None else number for text in texts]


def _is_harmless(heading: str, cells: _Cells) -> bool:
    """Return whether a column's heading or values are of a kind that changes no order."""
    words = words_of(heading)
    is_number = heading.rstrip().endswith("#") or (words and words[-1] in _NUMBERS)
    if {*words} & (OF_NO_ORDER | NO_PRICE) or (is_number and cells.are_whole):
        return True
    if ({*cells.numbers} <= {0, 1}) and len(cells.numbers) == len(cells.texts):
        return True  # flags, or quantities of a single piece
    days = sum(
        isinstance(text, DateCell) or _DAY.fullmatch(text.strip()) is not None for text in cells.texts
    )
    codes = sum(_CODE.fullmatch(text.strip()) is not None for text in cells.texts)
    if 2 * days > len(cells.texts) or 2 * codes > len(cells.texts):
        return True
    if not cells.are_whole:
        return False
    steps = [after - before for before, after in zip(cells.numbers, cells.numbers[1:], strict=False)]
    is_counter = (
        len(steps) > 1 and all(step > 0 for step in steps) and 5 * steps.count(Decimal(1)) >= 4 * len(steps)
    )
    return is_counter or all(number in _YEARS for number in cells.numbers)


def _options(
    heading: str, cells: _Cells, rows: Sequence[Sequence[str]], used: Mapping[int, str]
) -> list[str]:
    """Return the fields that fit a column, best first by its heading; none for texts."""
    known, filled = {*used.values()}, len(cells.texts)
    units = sum(is_unit_of_pack(text) for text in cells.texts)
    if units and 2 * sum(map(is_unit, cells.texts)) > filled:
        return ["unit"]
    times = sum(_TIME.fullmatch(text.strip()) is not None for text in cells.texts)
    if filled and 2 * times > filled:
        return ["lead_time"] if "lead_time" not in known else []
    if not filled or 3 * len(cells.numbers) < 2 * filled:
        return []
    plain = " ".join([*words_of(heading), "%" * ("%" in heading)])
    high, low = max(cells.numbers), min(cells.numbers)
    fitting = []
    is_counted = any(_HINTS[name].search(plain) for name in _COUNTED) or _OF_COUNTS.search(plain)
    is_share = _HINTS["discount"].search(plain) is not None or not is_counted
    if "discount" not in known and is_share and low >= 0 and high <= _MOST_PERCENT:
        fitting.append("discount")
    if not all(text.strip().endswith("%") for text in cells.texts):
        is_price_likely = not any(map(is_price, known)) or not cells.are_whole
        fitting += ["price"] if low > 0 and is_price_likely else []
        fitting += _counted(plain, cells, rows, used) if cells.are_whole and low >= 0 else []
    likely = [name for name, pattern in _HINTS.items() if name in fitting and pattern.search(plain)]
    return [*likely, *(name for name in fitting if name not in likely)]


def _counted(
    heading: str, cells: _Cells, rows: Sequence[Sequence[str]], used: Mapping[int, str]
) -> Iterator[str]:
    """Yield the fields of quantities and days that fit whole numbers."""
    known = {*used.values()}
    parts = next((index for index, name in used.items() if name == "part"), None)
    names = [] if parts is None else [name for row in rows if (name := cell_at(row, parts))]
    if "price_from" not in known and len({*names}) < len(names):
        yield "price_from"
    yield from (name for name in ("pack", "min_order") if name not in known)
    is_unit_of_price = {*map(int, cells.numbers)} <= _PRICE_UNITS or _HINTS["price_per"].search(heading)
    if "price_per" not in known and is_unit_of_price:
        yield "price_per"
    if "stock" not in known:
        yield "stock"
    if "lead_time" not in known and max(cells.numbers) <= _MOST_DAYS:
        yield "lead_time"


def _undiscounted(headings: Sequence[str], used: Mapping[int, str]) -> str:
    """Return the heading of the only price, which a discount makes a list price; empty for others."""
    prices = [index for index, name in used.items() if is_price(name)]
    is_only = len(prices) == 1 and used[prices[0]] == "price"
    return headings[prices[0]] if is_only else ""


def _question(key: str, cells: _Cells, options: Sequence[str], price: str) -> str:
    values = [*dict.fromkeys(cells.texts)][:_SHOWN]
    have = (
        "has units" if options == ["unit"] else "has times" if options == ["lead_time"] else "has numbers"
    )
    also = {"discount": f",{price}=list_price" if price else ""}
    ways = [
        f"{_MEANINGS[name]}, {shell_option('map', f'{key}={name}' + also.get(name, ''))}"
        for name in options
    ]
    ways.append(f"or none of these, {shell_option('map', f'{key}=skip')}")
    such = ", ".join(map(shown, values))
    return f"{shown(key)!r} {have}, such as {such}, and is not used: is it {'; '.join(ways)}"
