"""Numbers in cells whose decimal sign is not yet known, for comparisons of columns."""

import re
from decimal import Decimal

from netfloor.exchange.user_tables.price_list.piece_prices import is_unit

_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,3}(?:[.,' ][0-9]{3})+|[0-9]+)(?:[.,][0-9]{1,4})?")
_THOUSANDS = re.compile(r"[.,' ](?=[0-9]{3}(?![0-9]))")
_BESIDE = re.compile(r"%|\u20ac|\$|\u00a3|(?:EUR|USD|GBP|CHF|PLN)(?![A-Za-z])|[-\u2013]$")


def amount_of(text: str) -> Decimal | None:
    """Return the number in a cell that has nothing else but a unit, a currency or a percent sign."""
    plain = _BESIDE.sub(" ", text).strip().removesuffix(",").strip()
    match = _NUMBER.match(plain)
    if match is None:
        return None
    rest = plain[match.end() :].strip()
    if rest and not is_unit(rest):
        return None
    return Decimal(_THOUSANDS.sub("", match[0]).replace(",", ".").lstrip("+"))


def are_numbers(texts: list[str]) -> bool:
    """Return whether the filled cells of a column are mostly numbers."""
    filled = [text for text in texts if text.strip()]
    return 2 * sum(amount_of(text) is not None for text in filled) > len(filled)
