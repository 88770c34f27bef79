"""Words for sums and taxes in tables."""

import re

#: Words for sums and taxes below the rows, and words that may accompany them.
_SUM = re.compile(
    r"(?:zwischen|gesamt|end|netto|brutto|rechnungs)?(?:summe|betrag|total)|gesamt(?:preis|wert)?|warenwert"
    r"|(?:sub)?totals?|sum|amount|somme|montant|taxe?s?|vat|tva|mwst|ust|iva|igic|imponible|(?:mehrwert|umsatz)?steuer"
)
_BESIDE = re.compile(
    r"all|and|base|brutto|chf|due|eur|excl|excluding|exkl|gbp|general|g\u00e9n\u00e9ral|grand|gross|ht|hors"
    r"|incl|including|inkl|net|netto|of|ohne|order|plus|price|sous|sub|the|ttc|und|usd|zzgl"
)
_BEGINS = re.compile(r"(?:grand |sub ?|gesamt|zwischen)?(?:total|summe|somme|suma|sum)\b", re.IGNORECASE)


def says_sum(text: str) -> bool:
    """Return whether a text consists only of words for a sum or tax: ``Zwischensumme:``, ``MwSt. 19 %``."""
    plain = re.sub(r"[0-9]+(?:[.,][0-9]+)?\s*%", "", text.lower())
    words = re.findall(r"[^\W\d_]+", plain)
    others = [word for word in words if not _SUM.fullmatch(word)]
    return (
        len(others) < len(words) and all(map(_BESIDE.fullmatch, others)) and not re.search("[0-9]", plain)
    )


def begins_sum(text: str) -> bool:
    """Return whether a text starts with a word for a total."""
    return bool(_BEGINS.match(text))


def is_total(text: str) -> bool:
    """Return whether a row's name is a total, such as ``Total 48`` or ``Summe:``."""
    return says_sum(text[:200]) or (len(text.split()) > 1 and begins_sum(text))
