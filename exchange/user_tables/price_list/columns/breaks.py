"""Price breaks by their headings: ``Menge 1, Preis 1``, ``ab 10 Stk``, ``Price (100+)``."""

import re
from collections.abc import Mapping, Sequence

from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.numbers import without_currency
from netfloor.exchange.tables.subject import compact, words_of
from netfloor.exchange.user_tables.price_list.columns.amounts import amount_of
from netfloor.exchange.user_tables.price_list.headings import STEP_PIECES, STEP_PRICE
from netfloor.exchange.user_tables.price_words import PRICE_WORDS

_STEP = re.compile(
    r"(.{1,40}?)[\s_#.-]{0,3}([1-9])((?:\s(?:qty|quantity|menge|qte|cantidad|price|preis|prix|precio)\.?)?)",
    re.IGNORECASE,
)
#: A heading of a series, with its number: ``LOWER_BOUND1``, ``Price 2 net``.
_NUMBERED = re.compile(r"([^0-9]{2,60}?)[\s_#.-]{0,3}([1-9])((?:[\s_.-][^0-9]{1,20})?)")
_STEP_COUNTS = frozenset({"qty", "quantity", "menge", "quantite", "qte", "cantidad", "aantal"})
_OF_PRICES = PRICE_WORDS | {
    *("unit", "staffel", "staffelpreis", "staffelpreise", "mengenpreis", "each", "ea", "per", "pro", "je"),
    *("tier", "volume", "break", "staffelprijs", "par"),
}
_OF_PIECES = frozenset(
    [
        *("ab", "from", "qty", "menge", "quantity", "quantite", "qte", "par", "pour", "partir", "de", "a"),
        *("stk", "st", "stuck", "pcs", "pieces", "piece", "units", "unites", "and", "up", "plus", "more"),
        *("mehr", "desde", "uds", "x", "at", "the", "des", "et", "y", "en", "und", "or", "oder", "ou", "o"),
        *("mas", "meer", "above", "over", "upwards", "onwards", "vanaf", "aantal", "stuks", "cantidad"),
        *("cant", "unidades", "ud", "piezas", "to", "bis", "al", "hasta", "tot", "hoger"),
        *("au", "ht", "dela", "hoher", "daruber", "superior", "mayor", "greater", "higher"),
    ]
)
_PRICES_ALONE = frozenset(
    {"preis", "price", "prix", "precio", "net", "netto", "staffelpreis", "einzelpreis"}
)
_SIGNED = re.compile(
    r"(?:\bab\b|\bfrom\b|\bd[e\u00e8]s\b|\bdesde\b|\bvanaf\b|partir|@|>=|\u2265|[0-9]\s*\+"
    r"|[0-9]\s*(?:[-\u2013]|\u00e0|\ba\b|\bto\b|\bbis\b|\bt/?m\b|\btot\b|\bal?\b|\bhasta\b)\s*[0-9]"
    r"|[0-9]\s*(?:et|y|en|und|and|or|oder|ou|o)\s*(?:\+|plus|m[a\u00e1]s|meer|mehr|more|above|over|up|hoger)"
    r"|\bx\s?[0-9]"
    r"|qty|menge|quant|qt[e\u00e9]|st(?:k|\u00fc?ck|uks)|pcs|pieces?|pi\u00e8ces?|units?|aantal|\buds?\b)",
    re.IGNORECASE,
)
#: A number of pieces up to which a price counts.
_UP_TO = re.compile(
    r"(?:(?<![0-9] )\bbis(?: zu)?|\bup to|\bjusqu\W?[a\u00e0]|(?<![0-9] )\bhasta|(?<![0-9] )\btot"
    r"|\bunter|\bunder|\bbelow|<=?|\u2264)\s?(?=[0-9])",
    re.IGNORECASE,
)
#: A number of pieces above which a price counts.
_MORE_THAN = re.compile(
    r"(?:>(?!=)|\b(?:more|greater|higher) than|\bover|\babove|\bmehr als|\b\u00fcber|\bplus de"
    r"|\bm[a\u00e1]s de|\bmeer dan|\bboven)\s?(?=[0-9])",
    re.IGNORECASE,
)
_THROUGH = re.compile(r"(?<=[0-9])\s?\bt/?m\b\s?(?=[0-9])", re.IGNORECASE)
_NUMBERS = re.compile(r"[0-9]{1,7}")
_YEARS = range(1990, 2101)
#: Lower bare numbers only count prices, such as ``Preis 1``.
_FEWEST_PIECES = 5


def steps_of_headings(headings: Sequence[str]) -> dict[int, str]:
    """Return the fields of ``Menge 1, Preis 1, Menge 2, Preis 2`` by column index."""
    result: dict[int, str] = {}
    for index, heading in enumerate(headings):
        match = _STEP.fullmatch(without_currency(heading).strip())
        words = {*words_of(f"{match[1]} {match[3]}")} if match else set()
        if match and words and words <= _OF_PRICES | _OF_PIECES:
            is_price = bool(words & _PRICES_ALONE) and not words & _STEP_COUNTS
            result[index] = f"{STEP_PRICE if is_price else STEP_PIECES}{match[2]}"
    pairs = {name.partition("#")[2] for name in result.values() if name.startswith(STEP_PIECES)}
    pairs &= {name.partition("#")[2] for name in result.values() if name.startswith(STEP_PRICE)}
    if len(pairs) < 2:
        return {}
    return {index: name for index, name in result.items() if name.partition("#")[2] in pairs}


def steps_of_values(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[int, str]:
    """Return the fields of two series of columns that differ by a number, by their cells.

    ``LOWER_BOUND1, NET_CUSTOMER1, LOWER_BOUND2, NET_CUSTOMER2``: whole numbers that rise from column to
    column, and beside them amounts that do not.
    """
    series: dict[str, dict[str, int]] = {}
    for index, heading in enumerate(headings):
        if (match := _NUMBERED.fullmatch(heading.strip())) is not None:
            series.setdefault(compact(f"{match[1]} {match[3]}"), {})[match[2]] = index
    several = {stem: places for stem, places in series.items() if stem and len(places) > 1}
    pairs = [
        (counts, prices)
        for counts in several.values()
        for prices in several.values()
        if counts is not prices and [*counts] == [*prices] and _are_steps(counts, prices, rows)
    ]
    if len(pairs) != 1:
        return {}
    ((counts, prices),) = pairs
    return {
        index: f"{name}{number}"
        for name, places in ((STEP_PIECES, counts), (STEP_PRICE, prices))
        for number, index in places.items()
    }


def _are_steps(counts: Mapping[str, int], prices: Mapping[str, int], rows: Sequence[Sequence[str]]) -> bool:
    """Return whether counts rise and prices fall in every row with prices, in some from step to step."""
    several = 0
    for row in rows:
        steps = [(cell_at(row, counts[number]), cell_at(row, prices[number])) for number in counts]
        steps = [step for step in steps if any(step)]
        if not all(_NUMBERS.fullmatch(pieces) for pieces, _ in steps):
            return False
        amounts = [amount_of(price) for _, price in steps]
        numbers = [int(pieces) for pieces, _ in steps]
        if None in amounts or numbers != sorted({*numbers}):
            return False
        falling = [amount for amount in amounts if amount is not None]
        if falling != sorted(falling, reverse=True):
            return False
        several += len(steps) > 1
    return several > 0


def break_of_heading(heading: str) -> int | None:
    """Return the minimum quantity of the prices under a heading, None if it is not a price break.

    ``ab 10 Stk``, ``Price (100+)``, ``10-49``, ``Prix par 10``, ``bis 9``; ``Preis 2026`` is a year. More
    than 50, ``> 50``, are 51.
    """
    text = re.sub(r"(?<=[0-9])[.'\u2019](?=[0-9]{3}(?![0-9]))", "", without_currency(heading))
    text = _THROUGH.sub("-", text)
    numbers = [int(item) for item in _NUMBERS.findall(text)]
    text, limits = _UP_TO.subn(" ", text)
    text, beyond = _MORE_THAN.subn(" ", text)
    words = [word for word in words_of(text) if not word.isdecimal()]
    if not numbers or len(numbers) > 2 or not {*words} <= _OF_PRICES | _OF_PIECES:
        return None
    if limits:
        if any(number in _YEARS for number in numbers):
            return None
        return 1 if len(numbers) == 1 else numbers[0] or None
    if beyond:
        return numbers[0] + 1
    is_signed = _SIGNED.search(text) is not None
    if not is_signed and (not {*words} & _OF_PRICES or numbers[0] in _YEARS or numbers[0] < _FEWEST_PIECES):
        return None
    return numbers[0] or None
