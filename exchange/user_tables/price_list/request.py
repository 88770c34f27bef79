"""The user's options for a price list: columns, kinds, constants, exchange rates."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from netfloor.costmodels.catalogue.parts.csv_parts import cell_type
from netfloor.costmodels.catalogue.parts.part_fields import StockPart
from netfloor.costmodels.sets.rates import DatedRate
from netfloor.exchange.tables.numbers import parse_number
from netfloor.exchange.tables.report import TableReport
from netfloor.exchange.tables.subject import COUNT, DATE, MONEY, NUMBER, TEXT, HeadingReader
from netfloor.exchange.user_tables.price_list.headings import (
    FIELDS,
    IGNORED,
    PRICE_FIELDS,
    PRICES,
    STEP_PIECES,
    STEP_PRICE,
    SURCHARGES,
)
from netfloor.exchange.user_tables.price_list.kinds import CHOICES, SKIP, kind_named
from netfloor.exchange.user_tables.price_list.order_terms import ORDER_FIELDS
from netfloor.exchange.user_tables.price_list.problems import PriceProblem, shell_option, some_lines
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import meant_text
from netfloor.topologies.parameters import shown

_READER = HeadingReader(PRICES)
#: Optional fields of every catalogue part, under their own names.
FURTHER = {
    name: {int: COUNT, float: NUMBER, dt.date: DATE}.get(cell_type(model_field.annotation), TEXT)
    for name, model_field in StockPart.model_fields.items()
    if name not in {"breaks", "price_source"} and _READER.meaning(name) is None
}
#: Meaning in a map of a column to ignore.
SKIPPED = "skip"
#: Word for all rows of unknown kind.
EVERY_OTHER = "*"
#: The constant that says of which percentage of taxes the prices of a list are.
TAX_INCLUDED = "tax_included"
#: The constant that says how prices with a fraction of a cent are rounded, with its values.
WHOLE_CENTS, ROUNDINGS = "whole_cents", ("nearest", "up")
#: The constant that says what quantities of parts priced per pack count, with its values.
QUANTITIES_IN, PIECES, PACKS = "quantities_in", "pieces", "packs"
QUANTITY_UNITS = (PIECES, PACKS)
_LISTED_WORDS, _NAMED_WORDS = 10, 5
#: Characters of a word of a kind in a remedy.
LONGEST_WORD = 60
_MONEY = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,2})?")
_NAME = re.compile(r"[\w@ /()]{1,60}")
_UNIT = re.compile(r"(.{1,40}?)\s?\(([^()]{1,20})\)")
_BREAK = re.compile(r"price@([0-9]{1,9})")


@dataclass(frozen=True)
class PriceListRequest:
    """The options for reading a price list.

    Attributes
    ----------
    columns
        (Heading, field) pairs; a heading may have several fields. All other columns are identified by
        their headings.
    decimal, separator
        Empty for automatic detection.
    kinds
        Kind by the user's word for it, in lower case; `EVERY_OTHER` sets the kind of all other rows.
    constants
        (Kind, part number in lower case or empty, field, text) of values in neither a column nor a
        description.
    skip_incomplete
        Whether incomplete rows are left out and counted instead of being problems.
    source, trust
        Source of the prices, and its trust level.
    date
        Of the prices; None for the day of the file.
    """

    file: Path
    columns: tuple[tuple[str, str], ...]
    currency: str
    decimal: str = ""
    separator: str = ""
    kinds: dict[str, str] = field(default_factory=dict)
    constants: tuple[tuple[str, str, str], ...] = ()
    rates: tuple[DatedRate, ...] = ()
    title: str = ""
    source: str = ""
    trust: str = "read"
    date: dt.date | None = None
    skip_incomplete: bool = False
    list_currency: str = ""  # of prices without one in row, cell or heading; empty for ``currency``
    units: Mapping[str, str] = field(default_factory=dict)  # by heading, as the user gives them
    report: TableReport = field(default_factory=TableReport, compare=False)

    @property
    def tax_included(self) -> Decimal | None:
        """The taxes in the prices in percent, as the user says: 0 for none."""
        text = next((text for _, name, text in self.constants if name == TAX_INCLUDED), None)
        return None if text is None else Decimal(text)

    @property
    def order_terms(self) -> dict[str, Decimal]:
        """The terms of an order that the user states, by field."""
        return {name: Decimal(text) for _, name, text in self.constants if name in ORDER_FIELDS}

    @property
    def quantities_in(self) -> str:
        """What quantities of parts priced per pack count, of `QUANTITY_UNITS`; empty for no answer."""
        return next((text for _, name, text in self.constants if name == QUANTITIES_IN), "")

    @property
    def whole_cents(self) -> str:
        """The rounding of prices with a fraction of a cent, of `ROUNDINGS`; empty if the user must say."""
        said = next((text for _, name, text in self.constants if name == WHOLE_CENTS), "")
        return said or (ROUNDINGS[0] if self.tax_included else "")


#: The blank of a constant that the user is to fill in.
UNKNOWN = "?"


def parse_columns(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Parse ``Artikel=part,Preis=price`` into (heading, field); raise `InputError` for an unknown field."""
    where = setting("map")
    columns = tuple((heading, field_named(name, where)) for heading, name in _column_pairs(texts))
    names = [name for _, name in columns]
    if twice := {
        name for name in names if names.count(name) > 1 and name not in {SKIPPED, "name", *SURCHARGES}
    }:
        raise InputError(where, f"two columns are the {min(twice)}", "one column each")
    return columns


def split_by_file(texts: Iterable[str], file: Path, files: Sequence[Path]) -> tuple[list[str], list[str]]:
    """Return the values of an option for all files, and those of one: ``prices.csv:Lead=lead_time``."""
    of_all, own = list[str](), list[str]()
    for text in texts:
        named = [(item, f"{name}:") for item in files for name in (str(item), item.name)]
        of = [(item, prefix) for item, prefix in named if text.startswith(prefix)]
        if not of:
            of_all.append(text)
        elif file in {item for item, _ in of}:
            own.append(text[max(len(prefix) for _, prefix in of) :])
    return of_all, own


def parse_units(texts: Iterable[str]) -> dict[str, str]:
    """Return the units that a map assigns to headings: ``Speed=gbps (Mb/s)``."""
    pairs = _column_pairs(texts)
    return {heading: match[2].strip() for heading, name in pairs if (match := _UNIT.fullmatch(name))}


def _column_pairs(texts: Iterable[str]) -> list[tuple[str, str]]:
    """Return both sides of each part of a map; a heading may contain commas."""
    pairs: list[tuple[str, str]] = []
    for text in texts:
        heading, *parts = text.split("=")
        for part in parts:
            name, _, following = part.partition(",")
            pairs.append((heading.strip(), name.strip()))
            heading = following
        if not parts or heading.strip() or not all(pair[0] and _NAME.fullmatch(pair[1]) for pair in pairs):
            what = f"{text[:80]!r} is not a map"
            raise InputError(setting("map"), what, 'such as "Artikel=part,Preis=price"')
    return pairs


def field_named(name: str, where: str) -> str:
    """Return the field that a user means, by its name or by one of its headings."""
    match = _UNIT.fullmatch(name.strip())
    known = (match[1] if match else name).strip().lower()
    if known in FIELDS or known in FURTHER or known == SKIPPED or _BREAK.fullmatch(known):
        return known
    if (meaning := _READER.meaning(known)) is not None:
        return meaning.field.name
    guess = meant_text(known, [*FIELDS, *FURTHER])
    raise InputError(
        where,
        f"{name!r} is not a meaning of a column",
        f"{guess}known: {', '.join(item for item in FIELDS if item not in IGNORED)}, {SKIPPED}",
    )


def break_of(name: str) -> int | None:
    """Return the minimum quantity of a field such as ``price@100``, None for other fields."""
    match = _BREAK.fullmatch(name)
    return int(match[1]) if match else None


def is_price(name: str) -> bool:
    """Return whether the cells of a field are prices."""
    return name in PRICE_FIELDS or name.startswith(STEP_PRICE) or break_of(name) is not None


def is_of_price(name: str) -> bool:
    """Return whether the cells of a field are prices, or quantities of a price break."""
    return is_price(name) or name.startswith(STEP_PIECES)


def reading_of(name: str) -> str:
    """Return the reading of a field's cells."""
    if name.startswith(STEP_PIECES):
        return COUNT
    return MONEY if is_price(name) else FIELDS.get(name) or FURTHER[name]


def parse_kinds(texts: Iterable[str]) -> dict[str, str]:
    """Parse ``Kupferkabel=copper,Fracht=skip`` into kinds by the user's words."""
    kinds = {}
    for word, name in _kind_pairs(texts):
        kind = kind_named(name)
        if kind is None:
            raise InputError(setting("kind"), f"{name!r} is not a kind", f"one of {', '.join(CHOICES)}")
        kinds[word.lower()] = kind
    return kinds


def _kind_pairs(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield words and kinds; a word may contain commas and end with ``=``, as Cisco's part numbers do."""
    for text in texts:
        place = 0
        for match in re.finditer(r"(.+?)=([^=,]+)(?:,|$)", text):
            if match.start() != place:
                break
            place = match.end()
            yield match[1].strip(), match[2].strip()
        if place < len(text.rstrip(", ")) or not text.strip():
            what = f"{text[place : place + 60]!r} is not clear"
            raise InputError(setting("kind"), what, 'such as "Kupferkabel=copper"')


def parse_constants(texts: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
    """Parse ``gbps=200,AOC.power=4,QDD-9.fibres=16`` into (kind, part number or empty, field, text)."""
    constants = []
    for name, text in _pairs(texts, "constant", '"gbps=200,AOC.power=4"'):
        before, dot, after = name.rpartition(".")
        kind = (kind_named(before) or before.lower()) if dot else ""
        if text.strip() == UNKNOWN:
            what = f"{name}={UNKNOWN} has no value"
            raise InputError(setting("constant"), what, f"write the value for {UNKNOWN}, or leave it out")
        if kind == SKIP:
            raise InputError(setting("constant"), f"{before!r} is not a kind", ", ".join(CHOICES))
        if name == TAX_INCLUDED:
            if not re.fullmatch(r"[0-9]{1,2}(?:\.[0-9]{1,2})?", text):
                raise InputError(
                    setting("constant"), f"{name}={text} is not a percentage", f"such as {name}=19"
                )
            constants.append(("", name, text))
            continue
        if name in ORDER_FIELDS:
            if not _MONEY.fullmatch(text):
                what = f"{name}={text} is not an amount"
                raise InputError(setting("constant"), what, f"such as {name}=12.50")
            constants.append(("", name, text))
            continue
        if name in {WHOLE_CENTS, QUANTITIES_IN}:
            known = ROUNDINGS if name == WHOLE_CENTS else QUANTITY_UNITS
            if text not in known:
                what = f"{name}={text} is not a value of {name}"
                raise InputError(setting("constant"), what, f"one of {', '.join(known)}")
            constants.append(("", name, text))
            continue
        constants.append((kind, field_named(after, setting("constant")), text))
    return tuple(constants)


def parse_rates(texts: Iterable[str]) -> tuple[DatedRate, ...]:
    """Parse ``USD=0.92@2026-11-01`` into dated rates: the value of one unit in the catalogue's currency."""
    rates: dict[str, DatedRate] = {}
    for text in texts:
        where, form = setting("rate"), 'such as "USD=0.92@2026-11-01": with its day'
        match = re.fullmatch(r"([A-Z]{3})=([0-9.,]{1,20})@(\d{4}-\d{2}-\d{2})", text.strip())
        if match is None:
            raise InputError(where, f"{text[:60]!r} is not a dated rate", form)
        try:
            rate = float(parse_number(match[2].replace(",", "."), "."))
            if not rate:
                raise InputError(where, f"{text[:60]!r}: a rate must be above 0", form)
            day = dt.date.fromisoformat(match[3])
            rates[match[1]] = DatedRate(currency=match[1], rate=rate, date=day)
        except ValueError as error:
            raise InputError(where, f"{text[:60]!r} is not a dated rate", form) from error
    return tuple(rates.values())


def _pairs(texts: Iterable[str], name: str, form: str) -> list[tuple[str, str]]:
    """Return words and values; a word may contain commas, as part numbers do: ``LC-2,5.price_per=1``."""
    pairs = []
    for given in texts:
        before = ""
        for item in given.split(","):
            text = f"{before},{item}" if before else item
            word, equals, value = (part.strip() for part in text.partition("="))
            before = "" if equals else text
            if equals and not (word and value):
                raise InputError(setting(name), f"{text[:60]!r} is not clear", f"such as {form}")
            if equals:
                pairs.append((word, value))
        if before or not given:
            raise InputError(setting(name), f"{before[:60]!r} is not clear", f"such as {form}")
    return pairs


def unknown_kinds(unknown: Mapping[tuple[str, str], Sequence[str]]) -> Iterator[PriceProblem]:
    """Yield the words of unknown kind: each if they are few, otherwise the first ones and their number."""
    skip = f'--kind "{EVERY_OTHER}={SKIP}" leaves all such rows out'
    if len(unknown) > _LISTED_WORDS:
        lines = [line for at in unknown.values() for line in at]
        first = ", ".join(repr(shown(word)) for word, _ in list(unknown)[:_NAMED_WORDS])
        heading = next(iter(unknown))[1]
        what = f"{len(unknown):,} texts are of no known kind, such as {first}: {skip}"
        yield PriceProblem(some_lines(lines), heading, what, len(lines))
        return
    hint = ""
    for number, ((word, heading), at) in enumerate(unknown.items(), 1):
        if number == len(unknown):
            cut = {item: item.strip()[:LONGEST_WORD].rstrip() for item, _ in unknown}
            alike = [*cut.values()]
            keys = [short if alike.count(short) == 1 else item.strip() for item, short in cut.items()]
            words = ",".join(f"{key}=KIND" for key in keys)
            hint = f": say {shell_option('kind', words)}, each KIND one of {', '.join(CHOICES)}; or {skip}"
        yield PriceProblem(some_lines(at), heading, f"{shown(word)!r} is not a known kind{hint}", len(at))
