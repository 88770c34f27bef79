"""What a user says of a price list: which column is what, which words are which kind, constants, rates."""

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from netfloor.costmodels.catalogue.parts.csv_parts import cell_type
from netfloor.costmodels.catalogue.parts.part_fields import StockPart
from netfloor.costmodels.sets.rates import DatedRate
from netfloor.exchange.user_tables.price_list.kinds import CHOICES, KINDS, kind_named
from netfloor.exchange.user_tables.price_list.numbers import parse_number
from netfloor.foundation.errors import InputError, setting

TEXT, MONEY, LENGTH, RATE, WATTS, COUNT, NUMBER, DAYS, DATE = (
    *("text", "money", "length", "rate", "watts", "count", "number", "days"),
    "date",
)
#: What a column may be, and how its cells are read.
FIELDS: dict[str, str] = {
    **dict.fromkeys(("part", "name", "kind", "currency", "supplier", "optics", "fibre"), TEXT),
    **dict.fromkeys(("connector", "connector_a", "connector_b", "fibre_connector"), TEXT),
    "price": MONEY,
    "date": DATE,
    "length": LENGTH,
    "reach": LENGTH,
    "gbps": RATE,
    "power": WATTS,
    **dict.fromkeys(("links", "tails", "fibres", "cages", "links_per_cage", "height", "nics"), COUNT),
    **dict.fromkeys(("owned", "stock", "spares"), COUNT),
    "lead_time": DAYS,
    "weight": NUMBER,
}
#: Other names for them, those of a catalogue's own fields among them.
_ALIASES = {
    "ports": "cages",
    "speed": "gbps",
    "rate": "gbps",
    "length_m": "length",
    "reach_m": "reach",
    "power_w": "power",
    "weight_kg": "weight",
    "height_u": "height",
    "lead_time_days": "lead_time",
    "price_date": "date",
    "article": "part",
    "description": "name",
}
#: Further fields of every part of a catalogue, under their own names.
FURTHER = {
    name: {int: COUNT, float: NUMBER, dt.date: DATE}.get(cell_type(one.annotation), TEXT)
    for name, one in StockPart.model_fields.items()
    if name not in {*FIELDS, *_ALIASES, "breaks", "price_source"}
}
_NAME = re.compile(r"[\w@]+")
_BREAK = re.compile(r"price@([0-9]{1,9})")


@dataclass(frozen=True)
class PriceListRequest:
    """How a price list is read.

    Attributes
    ----------
    columns
        (Heading, field) pairs; a heading may stand for several fields.
    decimal, separator
        Empty to find out.
    kinds
        Kind by the user's word for it, in small letters.
    constants
        (Kind or empty, field, text) of what no column says.
    source, trust
        Where the prices are from, and how far they are to be trusted.
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

    def headings(self, name: str) -> list[str]:
        """Return the headings of the columns that are a field."""
        return [heading for heading, one in self.columns if one == name]


def parse_columns(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return (heading, field) of ``Artikel=part,Preis=price``; `InputError` for an unknown field."""
    where = setting("map")
    pairs: list[tuple[str, str]] = []
    for text in texts:
        heading, *parts = text.split("=")
        for part in parts:
            name, _, following = part.partition(",")
            pairs.append((heading.strip(), name.strip()))
            heading = following
        if not parts or heading.strip() or not all(pair[0] and _NAME.fullmatch(pair[1]) for pair in pairs):
            raise InputError(where, f"{text[:80]!r} is not a map", 'such as "Artikel=part,Preis=price"')
    columns = tuple((heading, field_named(name, where)) for heading, name in pairs)
    names = [name for _, name in columns]
    for needed in ("part", "price"):
        if needed not in names:
            raise InputError(where, f"no column is the {needed}", f'add "HEADING={needed}"')
    if twice := {name for name in names if names.count(name) > 1}:
        raise InputError(where, f"two columns are the {min(twice)}", "one column each")
    return columns


def field_named(name: str, where: str) -> str:
    """Return the field that a user means."""
    known = _ALIASES.get(name.lower(), name.lower())
    if known in FIELDS or known in FURTHER or _BREAK.fullmatch(known):
        return known
    close = get_close_matches(known, [*FIELDS, *FURTHER], n=1)
    guess = f"did you mean {close[0]!r}? " if close else ""
    raise InputError(
        where, f"{name!r} is nothing that a column can be", f"{guess}known: {', '.join(FIELDS)}"
    )


def break_of(name: str) -> int | None:
    """Return from how many pieces on a field such as ``price@100`` counts; None for other fields."""
    found = _BREAK.fullmatch(name)
    return int(found[1]) if found else None


def reading_of(name: str) -> str:
    """Return how the cells of a field are read."""
    return MONEY if break_of(name) else FIELDS.get(name) or FURTHER[name]


def parse_kinds(texts: Iterable[str]) -> dict[str, str]:
    """Return kinds by the user's words, of ``Kupferkabel=copper,Fracht=skip``."""
    kinds = {}
    for word, name in _pairs(texts, "kind", '"Kupferkabel=copper"'):
        kind = kind_named(name)
        if kind is None:
            raise InputError(setting("kind"), f"{name!r} is not a kind", f"one of {', '.join(CHOICES)}")
        kinds[word.lower()] = kind
    return kinds


def parse_constants(texts: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
    """Return (kind or empty, field, text) of ``gbps=200,AOC.power=4``."""
    constants = []
    for name, text in _pairs(texts, "constant", '"gbps=200,AOC.power=4"'):
        before, dot, after = name.partition(".")
        kind = kind_named(before) if dot else ""
        if kind is None or (kind and kind not in KINDS):
            raise InputError(setting("constant"), f"{before!r} is not a kind", ", ".join(CHOICES))
        constants.append((kind or "", field_named(after if dot else name, setting("constant")), text))
    return tuple(constants)


def parse_rates(texts: Iterable[str]) -> tuple[DatedRate, ...]:
    """Return dated rates of ``USD=0.92@2026-11-01``: what one of it is in the catalogue's currency."""
    rates: dict[str, DatedRate] = {}
    for text in texts:
        where, form = setting("rate"), 'such as "USD=0.92@2026-11-01": with its day'
        found = re.fullmatch(r"([A-Z]{3})=([0-9.,]{1,20})@(\d{4}-\d{2}-\d{2})", text.strip())
        if found is None:
            raise InputError(where, f"{text[:60]!r} is not a dated rate", form)
        try:
            rate = float(parse_number(found[2].replace(",", "."), "."))
            if not rate:
                raise InputError(where, f"{text[:60]!r}: a rate must be above 0", form)
            day = dt.date.fromisoformat(found[3])
            rates[found[1]] = DatedRate(currency=found[1], rate=rate, date=day)
        except ValueError as error:
            raise InputError(where, f"{text[:60]!r} is not a dated rate", form) from error
    return tuple(rates.values())


def _pairs(texts: Iterable[str], name: str, form: str) -> list[tuple[str, str]]:
    pairs = []
    for text in (one for given in texts for one in given.split(",")):
        word, equals, value = (part.strip() for part in text.partition("="))
        if not (word and equals and value):
            raise InputError(setting(name), f"{text[:60]!r} is not clear", f"such as {form}")
        pairs.append((word, value))
    return pairs
