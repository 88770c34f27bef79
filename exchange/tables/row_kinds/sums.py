"""Words for sums and taxes in tables."""

import re

#: Words for sums and taxes below the rows, and words that may accompany them.
_SUM = re.compile(
    r"(?:zwischen|gesamt|end|netto|brutto|rechnungs)?(?:summe|betrag|total)|gesamt(?:preis|wert)?|warenwert"
    r"|(?:sub)?total(?:e?s?|en)|totaux|(?:sub|eind)?tota(?:al|len|li)|subtotale|som|suma|sum|amount|somme|montant|taxe?s?|vat|tva|mwst|ust|iva|igic|imponible|(?:mehrwert|umsatz)?steuer"
)
_BESIDE = re.compile(
    r"all|and|base|brutto|chf|due|eur|excl|excluding|exkl|gbp|general|g\u00e9n\u00e9ral|grand|gross|ht|hors"
    r"|incl|including|inkl|net|netto|of|ohne|order|plus|price|sous|sub|the|ttc|und|usd|zzgl"
)
_BEGINS = re.compile(
    r"(?:grand |sub ?|gesamt|zwischen|eind)?(?:totale?s?|totaal|totaux|summe|somme|suma|sum)\b",
    re.IGNORECASE,
)

#: A total of something, with the word for it at either end.
_OF_SUM = re.compile(
    r"(?:totale?s?|totaal|totaux|summe|somme|suma|sum)(?: [^\W\d_]+){1,3} ?:?|gesamt[^\W\d_]+ ?:?"
    r"|(?:[^\W\d_]+ ){1,3}(?:totale?s?|totaal) ?:?",
    re.IGNORECASE,
)


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


def names_sum(text: str) -> bool:
    """Return whether a text of few words is that of a sum: ``Longueur totale``, ``Gesamtl\u00e4nge``."""
    return says_sum(text[:200]) or bool(_OF_SUM.fullmatch(text[:60].strip()))


def is_total(text: str) -> bool:
    """Return whether a row's name is a total, such as ``Total 48`` or ``Summe:``."""
    return says_sum(text[:200]) or (len(text.split()) > 1 and begins_sum(text))
