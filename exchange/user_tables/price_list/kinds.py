"""Kinds of parts in a price list: the words that people have for them, and what each needs."""

import re
from dataclasses import dataclass

#: Rows of this kind are left out: freight, services, headings between the rows.
SKIP = "skip"


@dataclass(frozen=True)
class PartKind:
    """A kind of part."""

    table: str  # of the catalogue
    word: str  # regular expression of the words that mean it, in small letters
    needs: tuple[str, ...]  # what a row must say of it, besides part number and price
    may: tuple[str, ...] = ()  # what a row may say of it


_CABLE = ("gbps", "connector", "length")
_CABLE_MAY = ("reach", "power", "links", "tails")
_DEVICE_MAY = ("links_per_cage", "power", "weight")
KINDS: dict[str, PartKind] = {
    "DAC": PartKind(
        "cables",
        r"\bdac\b|copper|kupfer|cuivre|cobre|twinax|direct attach|^passive$",
        _CABLE,
        _CABLE_MAY,
    ),
    "ACC": PartKind("cables", r"\bacc\b|active copper|aktives? kupfer", (*_CABLE, "power"), _CABLE_MAY),
    "AEC": PartKind("cables", r"\baec\b|active electric", (*_CABLE, "power"), _CABLE_MAY),
    "AOC": PartKind(
        "cables",
        r"\baoc\b|active optical|aktives? optisch|optique acti",
        (*_CABLE, "power"),
        _CABLE_MAY,
    ),
    "TP": PartKind(
        "cables", r"\btp\b|twisted pair|\b[usf]/?[usf]?tp\b|\b[ck]at\.? ?[5-8][ae]?\b", _CABLE, _CABLE_MAY
    ),
    "transceiver": PartKind(
        "transceivers",
        r"transceiver|tranceiver|optical module|optisches modul|module optique|\boptics?\b|^optik$",
        ("connector", "gbps", "fibre_connector", "fibre", "fibres", "optics", "reach", "power"),
        ("links",),
    ),
    "cord": PartKind(
        "cords",
        r"\bcord|patch|jumper|jarreti|\blwl\b|glasfaser|fib(?:re|er) cable|fibre optique",
        ("fibre_connector", "fibre", "fibres", "length"),
    ),
    "switch": PartKind(
        "switches", r"\bswitch|commutat", ("cages", "connector", "gbps"), (*_DEVICE_MAY, "height")
    ),
    "adapter": PartKind(
        "nics",
        r"\bnic\b|\bhca\b|adapter|netzwerkkarte|carte r\u00e9seau|connectx",
        ("connector", "gbps"),
        ("cages", *_DEVICE_MAY),
    ),
    "server": PartKind(
        "servers", r"\bserver|serveur|rechner|\bknoten\b", (), ("nics", "power", "weight", "height")
    ),
}
#: Other words for kinds in what a user writes.
_ALSO = {
    "copper": "DAC",
    "optical": "AOC",
    "twisted pair": "TP",
    "nic": "adapter",
    "hca": "adapter",
    "patch": "cord",
}
CHOICES = ("copper (DAC)", *(name for name in KINDS if name != "DAC"), SKIP)


def kind_named(word: str) -> str | None:
    """Return the kind that a user names, ``skip``, or None."""
    small = word.strip().lower()
    by_name = {name.lower(): name for name in (*KINDS, SKIP)}
    return by_name.get(small) or _ALSO.get(small)


#: A module for a cage, no cable whatever it is made of: named so, or a cage and a jack in one name.
_MODULE = re.compile(r"\bmod[u\u00fa]l[eo]?s?\b|\bx?q?sfp[0-9+]*\b.*\brj-?45|\brj-?45.*\bx?q?sfp[0-9+]*\b")
_SURELY_CABLE = re.compile(r"\bdac\b|\baoc\b|\bacc\b|\baec\b|twinax|direct attach|cable|kabel|c\u00e2ble")


def guess_kind(text: str) -> str | None:
    """Return the one kind whose words stand in a text, None for none or several.

    A module of copper is none: catalogues have optical transceivers alone. Active cables and twisted pair
    say what they are made of too: the more special word counts.
    """
    small = text.lower()
    if named := kind_named(small):
        return named
    found = [name for name, kind in KINDS.items() if re.search(kind.word, small)]
    if _MODULE.search(small) and not _SURELY_CABLE.search(small):
        found = [name for name in found if KINDS[name].table not in {"cables", "cords"}]
    special = [name for name in found if name in {"ACC", "AEC", "AOC", "TP"}]
    if special and "DAC" in found:
        found.remove("DAC")
    if len(found) > 1 and special and "cord" in found:
        found.remove("cord")
    return found[0] if len(found) == 1 else None
