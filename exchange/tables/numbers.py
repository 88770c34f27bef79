"""Parsers of numbers, prices, lengths, rates and other quantities in tables."""

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from math import floor

#: Maximum characters of a cell parsed as a number.
_LONGEST = 60
_BLANKS = "\u00a0\u202f\u2009"
_GROUPING = {".": ",", ",": "."}
_APART = "[.,'\u2019 \u00a0\u202f\u2009]"
_NUMBER_TEXT = rf"(?:[0-9]{{1,3}}(?:{_APART}[0-9]{{3}})+(?![0-9])(?:[.,][0-9]+)?|[0-9]+(?:[.,][0-9]+)?)"
_MM = {
    "mm": Decimal(1),
    "cm": Decimal(10),
    "m": Decimal(1000),
    "km": Decimal(1_000_000),
    "ft": Decimal("304.8"),
    "in": Decimal("25.4"),
    "yd": Decimal("914.4"),
    "mi": Decimal(1_609_344),
}
#: Units that are rounded if the metric length is given too: ``3m (10ft)``.
IMPERIAL = frozenset({"ft", "in", "yd"})
#: Relative tolerance between two lengths of one cell.
_SAME_LENGTH = Decimal("0.03")
_HALF_FOOT_MM = 153
#: Words for units of length, with the unit.
LENGTH_UNITS = {
    **dict.fromkeys(("mm", "millimeter", "millimetre", "millimeters", "millimetres"), "mm"),
    **dict.fromkeys(("cm", "centimeter", "centimetre", "centimeters", "centimetres", "zentimeter"), "cm"),
    **dict.fromkeys(("m", "mtr", "meter", "metre", "meters", "metres", "m\u00e8tre", "m\u00e8tres"), "m"),
    **dict.fromkeys(("metro", "metros", "mts"), "m"),
    **dict.fromkeys(("km", "kilometer", "kilometre", "kilometers", "kilometres"), "km"),
    **dict.fromkeys(
        ("ft", "feet", "foot", "fu\u00df", "fuss", "pied", "pieds", "pies", "'", "\u2032"), "ft"
    ),
    **dict.fromkeys(("in", "inch", "inches", "zoll", "pouce", "pouces", '"', "\u2033"), "in"),
    **dict.fromkeys(("yd", "yard", "yards"), "yd"),
    **dict.fromkeys(("mi", "mile", "miles"), "mi"),
}
#: Words next to a length in a heading, on how it is known.
OF_LENGTHS = frozenset(
    {"planned", "plan", "measured", "actual", "real", "estimated", "calculated", "installed"}
    | {"nominal", "physical", "as", "built", "route", "geplant", "geplante", "soll", "ist"}
    | {"gemessen", "gemessene", "berechnet", "berechnete", "geschatzt", "tatsachlich"}
    | {"tatsachliche", "verlegt", "verlegte", "prevue", "mesuree", "reelle", "estimee"}
    | {"estimada", "medida", "planificada", "calculada"}
)
#: Words next to a rate in a heading, on how it is known, or of what it is.
OF_RATES = frozenset(
    {"configured", "negotiated", "current", "actual", "operational", "oper", "admin", "nominal"}
    | {"maximum", "max", "interface", "port", "line", "link", "konfigurierte", "konfiguriert"}
    | {"aktuelle", "ausgehandelte", "configuree", "negociee", "configurada", "negociada"}
)
#: Words between a heading and its unit: ``Lange in cm``, ``longueur en m``.
BEFORE_UNIT = frozenset({"in", "en"})
#: Gb/s per unit of rate, by its first letter.
_GBPS = {"k": Decimal("0.000001"), "m": Decimal("0.001"), "g": Decimal(1), "t": Decimal(1000)}
#: Gb/s per lane of InfiniBand by speed name, as marketed (4x NDR is 400 Gb/s).
LANE_GBPS = {
    "SDR": 2.5,
    "DDR": 5.0,
    "QDR": 10.0,
    "FDR10": 10.0,
    "FDR": 14.0,
    "EDR": 25.0,
    "HDR": 50.0,
    "NDR": 100.0,
    "XDR": 200.0,
}
_LANES = re.compile(rf"(?:(1|2|4|8|12)\s?x\s?)?({'|'.join(LANE_GBPS)})", re.IGNORECASE)
#: Lanes of a link if only its speed is given.
_USUAL_LANES = 4
_RATE_TAILS = ("b/s", "bps", "bit/s", "bits/s", "bit", "be", "e", "ig", "b", "base", "")
_RATE_UNITS = {f"{letter}{tail}": gbps for letter, gbps in _GBPS.items() for tail in _RATE_TAILS}
_SYMBOLS = {
    "\u20ac": "EUR",
    "euro": "EUR",
    "$": "USD",
    "us$": "USD",
    "c$": "CAD",
    "a$": "AUD",
    "\u00a3": "GBP",
    "\u00a5": "JPY",
    "fr.": "CHF",
    "sfr": "CHF",
    "z\u0142": "PLN",
    "\u20b9": "INR",
}
_DOLLARS = {"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD"}
#: Currencies that a heading may name; other three-letter words are not currencies.
_CODES = {
    *_SYMBOLS.values(),
    *_DOLLARS,
    "SEK",
    "NOK",
    "DKK",
    "CZK",
    "HUF",
    "RON",
    "CNY",
    "KRW",
    "BRL",
    "MXN",
    "ZAR",
}
_CURRENCY_WORDS = "|".join(map(re.escape, sorted({*_SYMBOLS, *_CODES}, key=len, reverse=True)))
_CURRENCY = re.compile(rf"(?<![\w$])(?:{_CURRENCY_WORDS})(?![\w$])", re.IGNORECASE)
_IN_CURRENCY = re.compile(rf"(?<!\w)(?:in|en)\s{{1,9}}(?={_CURRENCY.pattern})", re.IGNORECASE)
_PIECE = re.compile(
    r"\s*(?:/|per|pro|je)\s*(?:st(?:k|ck|\u00fcck)?|pcs?|each|ea|unit|piece|pi\u00e8ce)\.?$", re.IGNORECASE
)
_UNIT_WORDS = "|".join(map(re.escape, LENGTH_UNITS))
_LENGTH = re.compile(rf"(?<![\w.,])({_NUMBER_TEXT})\s*({_UNIT_WORDS})(?!\w)", re.IGNORECASE)
#: Feet and inches: ``9'10"``, ``9 ft 10 in``.
FEET_INCHES = re.compile(
    r"([0-9]{1,4})\s?(?:'|\u2032|ft\.?|feet)\s?-?\s?([0-9]{1,2})\s?(?:\"|''|\u2033|in\.?|inch(?:es)?)"
)
#: A length, or a bare number.
LENGTH_TEXT = re.compile(rf"{_NUMBER_TEXT}\s*(?:(?:{_UNIT_WORDS})(?!\w))?", re.IGNORECASE)
_PORTS = "(?:[0-9]+\\s*[x\u00d7]\\s*)?"
_RATE_WORD = r"(g|t|m(?=b|ig))(?:b(?:/s|ps|its?/s|it|e|ase)?|e|ig)?"
_MEGABITS = re.compile(rf"({_NUMBER_TEXT})\s*m", re.IGNORECASE)
#: Ethernet by its standard's name: ``1000BASE-T``.
_BASE = re.compile(r"(10{1,3})\s?BASE-?[A-Z][A-Z0-9-]{0,8}", re.IGNORECASE)
#: Gigabit Ethernet without a number, and with one: ``GbE``, ``Gigabit Ethernet``, ``10 GigE``.
_GIGABIT = re.compile(r"(?:([0-9]{1,4})\s?-?)?(?:GbE|GigE|GE|Gigabit(?:[ -]?Ethernet)?|Gig)", re.IGNORECASE)
#: Fibre Channel: ``32GFC``, ``FC32``, ``16G FC``.
_FIBRE_CHANNEL = re.compile(
    r"([0-9]{1,3})\s?G(?:b|bit)?\s?FC|FC[ -]?([0-9]{1,3})(?:\s?Gb?)?", re.IGNORECASE
)
#: InfiniBand by the rate of its port: ``NDR200``, ``HDR100``.
_PORT_LANES = re.compile(r"(?:EDR|HDR|NDR|XDR)[ -]?(100|200|400|800)", re.IGNORECASE)
#: A port that negotiates its rate in Mb/s: ``10/100/1000``.
_NEGOTIATED = re.compile(r"10/100(/1000)?(?:\s?M(?:b/s|bps|bit/s)?)?(?:\s?BASE-?TX?)?", re.IGNORECASE)
_RATE = re.compile(rf"(?<![\w.,]){_PORTS}({_NUMBER_TEXT})\s*{_RATE_WORD}(?![^\W_])", re.IGNORECASE)


#: Unit words by reading, with the value in days, watts, kilograms or pieces. A month counts as the longest
#: month, five working days as a week.
_WORDS = {
    "days": {
        "d day days tag tage tagen jour jours d\u00eda d\u00edas dia dias giorno giorni gg dag dagen"
        " dzie\u0144 dni": "1",
        "w wk wks week weeks wo woche wochen semaine semaines sem": "7",
        "semana semanas settimana settimane weken tydzie\u0144 tygodnie tygodni": "7",
        "month months monat monate monaten mois mes meses mese mesi maand maanden": "31",
        "business working at wd arbeitstag arbeitstage arbeitstagen werktag werktage werktagen"
        " werkdag werkdagen": "1.4",
        "ouvr\u00e9 ouvr\u00e9s ouvres ouvrable ouvrables h\u00e1bil h\u00e1biles habiles laborable"
        " laborables lavorativo lavorativi robocze roboczych": "1.4",
    },
    "watts": {"w watt watts": "1", "kw": "1000", "mw": "0.001"},
    "number": {"kg": "1", "g gr gramm gram grams": "0.001", "lb lbs": "0.45359237", "t": "1000"},
    "count": {"stk st pcs pc u he pieces stuk stuks ud uds unidad unidades pi\u00e8ces st\u00fcck": "1"},
}
_FACTORS = {
    reading: {word: Decimal(factor) for words, factor in units.items() for word in words.split()}
    for reading, units in _WORDS.items()
}
_UNIT_TABLES: dict[str, Iterable[str]] = {**_FACTORS, "length": LENGTH_UNITS, "rate": _RATE_UNITS}
#: Every unit that a heading may name, with its possible readings.
UNITS: dict[str, frozenset[str]] = {
    word: frozenset(reading for reading, units in _UNIT_TABLES.items() if word in set(units))
    for word in {word for units in _UNIT_TABLES.values() for word in units}
}


def _number_patterns(decimal: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of digit grouping and of a number with a decimal separator."""
    apart = f"[{re.escape(_GROUPING[decimal])}'\u2019 {_BLANKS}]"
    grouped = rf"[0-9]{{1,3}}({apart})[0-9]{{3}}(?:\1[0-9]{{3}})*"
    number = rf"[+-]?(?:{grouped}|[0-9]+)(?:{re.escape(decimal)}[0-9]+)?"
    return re.compile(apart), re.compile(number)


_NUMBERS = {decimal: _number_patterns(decimal) for decimal in _GROUPING}
#: Number of cached parses: lists repeat texts.
CACHED = 1 << 16


class UnclearNumberError(ValueError):
    """A number that is ambiguous between thousands and decimals, with its location."""

    def __init__(self, number: str, where: str) -> None:
        self.number, self.where = number, where
        super().__init__(f"{number} ({where}) may be thousands or have decimals")


@lru_cache(CACHED)
def parse_number(text: str, decimal: str) -> Decimal:
    """Parse a number with a decimal point or comma, with or without thousands grouping.

    Groups have three digits, separated by the other of point and comma, a space or an apostrophe. ``12,-``
    is 12. Raises `ValueError` if the text is not a number.
    """
    cleaned = text.strip().strip(_BLANKS)
    cleaned = re.sub(r"[.,][-\u2013\u2014]{1,2}$", "", cleaned)
    apart, pattern = _NUMBERS[decimal]
    if len(cleaned) > _LONGEST or not pattern.fullmatch(cleaned):
        raise ValueError("is not a number")
    return Decimal(apart.sub("", cleaned).replace(decimal, "."))


def find_decimal(texts: Iterable[tuple[str, str]]) -> str:
    """Return the decimal separator of the numbers in some cells, a point if none shows it.

    ``texts``: (location, text) of each cell.

    Raises `UnclearNumberError` if all relevant cells are ambiguous: ``1.234``; `ValueError` if cells
    contradict each other.
    """
    votes: dict[str, str] = {}
    unclear: UnclearNumberError | None = None
    for where, text in texts:
        for number in re.findall(_NUMBER_TEXT, text):
            sign = _sign_of(number)
            if sign == "?":
                unclear = unclear or UnclearNumberError(number, where)
            elif sign:
                votes.setdefault(sign, f"{number} ({where})")
    if len(votes) == 2:
        raise ValueError(f"{votes['.']} has a decimal point, {votes[',']} a decimal comma")
    if unclear and not votes:
        raise unclear
    return next(iter(votes), ".")


def _sign_of(number: str) -> str:
    """Return the decimal separator of a number, empty if it has none, ``?`` if it is ambiguous."""
    signs = [sign for sign in ".," if sign in number]
    if not signs:
        return ""
    last = max(signs, key=number.rindex)
    if len(signs) == 2:
        return last
    if number.count(last) > 1:
        return _GROUPING[last]
    whole, part = re.sub(f"['\u2019 {_BLANKS}]", "", number).split(last)
    return "?" if len(part) == 3 and len(whole) <= 3 and whole != "0" else last


def parse_money(text: str, decimal: str, currency: str) -> tuple[Decimal, str | None]:
    """Parse a price and its currency; None for other texts: ``1.234,50 EUR``, ``$1,234.50``.

    ``$`` is the dollar of ``currency`` if that is a dollar, otherwise the US dollar. Raises `ValueError` if
    the text is not a price.
    """
    rest, result = _PIECE.sub("", text.strip()), None
    for pattern in (r"^(?P<sign>[^0-9+\-.,]+)", r"(?P<sign>[^0-9.,\-\u2013\u2014]+)$"):
        if match := re.search(pattern, rest):
            sign = match["sign"].strip().strip(_BLANKS)
            code = _SYMBOLS.get(sign.lower(), sign.upper())
            if sign and (result or not re.fullmatch("[A-Z]{3}", code)):
                raise ValueError("is not a price")
            result = result or code if sign else result
            rest = rest.replace(match["sign"], "", 1).strip()
            if sign == "$" and currency in _DOLLARS:
                result = currency
    try:
        amount = parse_number(rest, decimal)
    except ValueError as error:
        raise ValueError("is not a price") from error
    if amount < 0:
        raise ValueError("is below 0")
    return amount, result


def currency_of_heading(heading: str, currency: str) -> str | None:
    """Return the only currency in a heading: ``Price (USD)``, ``Preis in €``.

    ``$`` is the dollar of ``currency`` as in `parse_money`.
    """
    words = {result.lower() for result in _CURRENCY.findall(heading)}
    codes = {_SYMBOLS.get(word, word.upper()) for word in words}
    if words == {"$"} and currency in _DOLLARS:
        codes = {currency}
    return codes.pop() if len(codes) == 1 else None


def without_currency(heading: str) -> str:
    """Return a heading without its currencies and the words that introduce them."""
    heading = _IN_CURRENCY.sub(" ", heading)
    return re.sub(r"[(\[]\s{0,9}[)\]]", " ", _CURRENCY.sub(" ", heading))


def parse_length_mm(text: str, decimal: str, unit: str = "m") -> int:
    """Return a length in mm, rounded down; see `parse_length`."""
    return floor(parse_length(text, decimal, unit))


@lru_cache(CACHED)
def parse_length(text: str, decimal: str, unit: str = "m") -> Decimal:
    """Parse a length in mm: ``3 m``, ``3m``, ``300 cm``, ``10 ft``, or 3 in ``unit``.

    A longer text must contain one length. Of two lengths in different units, ``3m (10ft)``, the metric one
    counts if both agree within 3 % or within their last digit. Raises `ValueError` if there is no length,
    several, or two that contradict each other.
    """
    if feet := FEET_INCHES.fullmatch(text.strip()):
        return int(feet[1]) * _MM["ft"] + int(feet[2]) * _MM["in"]
    try:
        return parse_number(text, decimal) * _MM[unit]
    except ValueError:
        results = {(number, LENGTH_UNITS[word.lower()]) for number, word in _LENGTH.findall(text)}
    if len(results) == 2:
        return _agreed_length([(parse_number(number, decimal), item) for number, item in results])
    if len(results) != 1:
        raise ValueError(f"names {len(results)} lengths" if results else "is not a length")
    number, unit = results.pop()
    return parse_number(number, decimal) * _MM[unit]


def _agreed_length(lengths: list[tuple[Decimal, str]]) -> Decimal:
    """Return the metric one of two equal lengths; raise `ValueError` if they differ."""
    (metric, metric_unit), (other, unit) = sorted(lengths, key=lambda pair: pair[1] in IMPERIAL)
    mm, other_mm = metric * _MM[metric_unit], other * _MM[unit]
    half_digit = Decimal(1).scaleb(int(other.as_tuple().exponent)) / 2 * _MM[unit]
    if abs(mm - other_mm) <= max(_SAME_LENGTH * mm, half_digit if unit in IMPERIAL else Decimal(0)):
        return mm
    raise ValueError(
        f"names two lengths: {metric_unit} and {unit} differ by {abs(mm - other_mm) / 1000:.2f} m"
    )


def lengths_agree(lengths: Iterable[int], *, rounded: bool) -> bool:
    """Return whether lengths in mm agree; ``rounded``: some column is in feet or inches."""
    known = [*lengths]
    tolerance = max(int(_SAME_LENGTH * max(known)), _HALF_FOOT_MM) if rounded and known else 0
    return max(known, default=0) - min(known, default=0) <= tolerance


def parse_quantity(text: str, decimal: str, reading: str, heading: str) -> Decimal:
    """Return a number in the catalogue's unit, using the unit in its cell or else in its heading.

    ``12 weeks``, or 12 below "Lead time (weeks)", is 84 days. Raises `ValueError` if the text is not a
    number, or its unit is unknown.
    """
    factors = _FACTORS[reading]
    number, unit = re.fullmatch(r"([^a-z]*[0-9])?(.*)", text.strip().lower(), re.DOTALL).groups()  # type: ignore[union-attr]
    own = re.findall(r"[^\W\d_]+", unit or "")
    if own and number is not None:
        if unknown := [word for word in own if word not in factors]:
            raise ValueError(f"is not a number: {unknown[0]!r} is not a unit")
        return parse_number(number, decimal) * max(factors[word] for word in own)
    above = [factors[word] for word in re.findall(r"[^\W\d_]+", heading.lower()) if word in factors]
    return parse_number(text, decimal) * max(above, default=Decimal(1))


def unit_of_heading(heading: str) -> str:
    """Return the unit of length in a column's heading, ``Length (cm)``, default metres."""
    words = re.findall(r"[a-z\u00df\u00e8]+", heading.lower())
    return next((LENGTH_UNITS[word] for word in reversed(words) if word in LENGTH_UNITS), "m")


#: Bare rates from this value on may be in Mb/s, except those sold in Gb/s.
_UNCLEAR_RATE, _SOLD_GBPS = Decimal(1000), frozenset({Decimal(1600), Decimal(3200)})


def is_unclear_rate(text: str, decimal: str) -> bool:
    """Return whether a rate without a unit may be in Mb/s or Gb/s: 1000, 25000."""
    try:
        number = parse_number(text, decimal)
    except ValueError:
        return False
    return number >= _UNCLEAR_RATE and number not in _SOLD_GBPS


_NEGATIVE = re.compile(r"\s{0,9}[-\u2212]\s{0,9}[0-9]")


@lru_cache(CACHED)
def _named_gbps(text: str) -> float | None:
    """Return the rate that a name of Ethernet, Fibre Channel or InfiniBand gives, None for others."""
    if match := _BASE.fullmatch(text):
        return int(match[1]) / 1000
    if match := _GIGABIT.fullmatch(text):
        return float(match[1] or 1)
    if match := _FIBRE_CHANNEL.fullmatch(text):
        return float(match[1] or match[2])
    if match := _PORT_LANES.fullmatch(text):
        return float(match[1])
    if match := _NEGOTIATED.fullmatch(text):
        return 1.0 if match[1] else 0.1
    return None


def is_rate(text: str) -> bool:
    """Return whether a text is only a rate with its unit or name: ``100GbE``, ``GbE``, ``NDR``."""
    text = text.strip()[:_LONGEST]
    return bool(_LANES.fullmatch(text) or _RATE.fullmatch(text)) or _named_gbps(text) is not None


def parse_gbps(text: str, decimal: str, unit: str = "g") -> float:
    """Parse a rate in Gb/s: ``200G``, ``25 Gb/s``, ``1.6T``, ``1000M``, ``4x HDR``, or in ``unit``.

    A longer text must contain one rate. Raises `ValueError` if there is none, several, or a negative one.
    """
    if _NEGATIVE.match(text):
        raise ValueError("is negative")
    if lanes := _LANES.fullmatch(text.strip()):
        return int(lanes[1] or _USUAL_LANES) * LANE_GBPS[lanes[2].upper()]
    if (named := _named_gbps(text.strip())) is not None:
        return named
    try:
        return float(parse_number(text, decimal) * _RATE_UNITS[unit.lower()])
    except ValueError:
        alone = _MEGABITS.fullmatch(text.strip())
        results = {(number, size.lower()) for number, size in _RATE.findall(text)}
        results |= {(alone[1], "m")} if alone else set()
    if len(results) != 1:
        raise ValueError(f"names {len(results)} rates" if results else "is not a rate such as 200G")
    number, size = results.pop()
    return float(parse_number(number, decimal) * _GBPS[size])
