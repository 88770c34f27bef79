"""Kinds of parts in a price list: the words that people have for them, and what each needs."""

import re
from dataclasses import dataclass

#: Rows of this kind are left out: freight, services, headings between the rows.
SKIP = "skip"


@dataclass(frozen=True)
class PartKind:
    """A kind of part.

    Attributes
    ----------
    table
        Of the catalogue.
    word
        Regular expression of the words that mean it, in small letters.
    needs
        What a row must say of it, besides part number and price.
    may
        What a row may say of it.
    """

    table: str
    word: str
    needs: tuple[str, ...]
    may: tuple[str, ...] = ()


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
_ALSO = {"copper": "DAC", "optical": "AOC", "nic": "adapter", "hca": "adapter", "patch": "cord"}
CHOICES = ("copper (DAC)", *(name for name in KINDS if name != "DAC"), SKIP)


def kind_named(word: str) -> str | None:
    """Return the kind that a user names, ``skip``, or None."""
    small = word.strip().lower()
    by_name = {name.lower(): name for name in (*KINDS, SKIP)}
    return by_name.get(small) or _ALSO.get(small)


def guess_kind(text: str) -> str | None:
    """Return the one kind whose words stand in a text, None for none or several.

    Active cables say what they are made of too: the more special word counts.
    """
    small = text.lower()
    if named := kind_named(small):
        return named
    found = [name for name, kind in KINDS.items() if re.search(kind.word, small)]
    special = [name for name in found if name in {"ACC", "AEC", "AOC"}]
    if special and "DAC" in found:
        found.remove("DAC")
    if len(found) > 1 and special and "cord" in found:
        found.remove("cord")
    return found[0] if len(found) == 1 else None
