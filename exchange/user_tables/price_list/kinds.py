"""Kinds of parts in a price list: their common words and required fields."""

import re
from dataclasses import dataclass
from functools import lru_cache

from netfloor.exchange.plug_forms import forms_in
from netfloor.exchange.tables.numbers import CACHED
from netfloor.exchange.user_tables.price_list.described.optics import optical_names, why_no_cord
from netfloor.exchange.user_tables.price_list.described.port_groups import ports_in

#: Kind of rows to leave out: freight, services, headings between the rows.
SKIP = "skip"


@dataclass(frozen=True)
class PartKind:
    """A kind of part."""

    table: str  # in the catalogue
    word: str  # regular expression of its words, in lower case
    needs: tuple[str, ...]  # required fields besides part number and price
    may: tuple[str, ...] = ()  # optional fields


_CABLE = ("gbps", "connector", "length")
_CABLE_MAY = ("reach", "power", "links", "tails")
_DEVICE_MAY = ("links_per_cage", "power", "weight")
KINDS: dict[str, PartKind] = {
    "DAC": PartKind(
        "cables",
        r"\bdac\b|copper|kupfer|cuivre|cobre|koper|twinax|direct[ -]attach|attache(?:ment)? directe?"
        r"|conexi\u00f3n directa|^passive$|cu[0-9](?:[.,][0-9])?m\b"
        r"|base-?c[ru][0-9]{0,2}\b",
        _CABLE,
        _CABLE_MAY,
    ),
    "ACC": PartKind(
        "cables",
        r"\bacc\b|active copper|aktives? kupfer|cuivre acti|actie(?:f|ve) koper",
        _CABLE,
        _CABLE_MAY,
    ),
    "AEC": PartKind("cables", r"\baec\b|active electric", _CABLE, _CABLE_MAY),
    "AOC": PartKind(
        "cables",
        r"\baoc\b|active optical|active fib(?:er|re)|aktives? optisch|optique acti|actie(?:f|ve) optisch"
        r"|\u00f3ptic[oa] activ|ottic[oi] attiv",
        _CABLE,
        _CABLE_MAY,
    ),
    "TP": PartKind(
        "cables",
        r"\btp\b|twisted pair|\b[usf]/?[usf]?tp\b|\b[ck]at(?:egory|\.)? ?[5-8][ae]?(?![a-z0-9])",
        _CABLE,
        _CABLE_MAY,
    ),
    "transceiver": PartKind(
        "transceivers",
        r"transceiver|transceptor|\u00e9metteur|tranceiver|optical module|optisches modul"
        r"|module optique|\boptics?\b|^optik$|modulo ottico|ricetrasmett"
        r"|\b[oq]?sfp[\w+-]{0,8} modul[eo]?\b",
        ("connector", "gbps", "fibre_connector", "fibre", "fibres", "optics", "reach"),
        ("links", "power"),
    ),
    "cord": PartKind(
        "cords",
        r"\bcord|patch|jumper|jarreti|bretell[ae]\b"
        r"|\blwl\b|glasfaser|fib(?:re|er) cable|fibre optique|latiguillo"
        r"|fib(?:re|er)[ -]optic (?:\w+ )?(?:cable|assembl)"
        r"|m[pt][po].*(?:trunk|troncal|cable|kabel)|(?:cable|kabel|c\u00e2ble|trunk|troncal|rocade).*\bm[pt][po](?![a-z])"
        r"|\b(?:lc|sc|e2000)\b.*\b(?:om[345]|os2)\b.*(?:cable|kabel)",
        ("fibre_connector", "fibre", "fibres", "length"),
    ),
    "switch": PartKind(
        "switches",
        r"\bswitch|powerswitch|commutat|conmutador",
        ("cages", "connector", "gbps"),
        (*_DEVICE_MAY, "height", "management_port", "other_cages"),
    ),
    "adapter": PartKind(
        "nics",
        r"\bnic\b|\bhca\b|adapter|netzwerkkarte|netwerkkaart|carte r\u00e9seau|connectx|sched[ae] di rete"
        r"|adattator|\badptr\b",
        ("cages", "connector", "gbps"),
        _DEVICE_MAY,
    ),
    "server": PartKind(
        "servers",
        r"\bserver|serveur|servidor|rechner|\bknoten\b|poweredge|proliant",
        (),
        ("nics", "power", "weight", "height"),
    ),
}
#: Further words for kinds in user input.
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
    """Return the kind in user input, ``skip``, or None."""
    small = word.strip().lower()
    by_name = {name.lower(): name for name in (*KINDS, SKIP)}
    return by_name.get(small) or _ALSO.get(small)


#: A module for a cage, never a cable: named as such, or a cage and a jack in one name.
_MODULE = re.compile(
    r"\bmod[u\u00fa]l[eo]?s?\b|\bx?q?sfp[0-9+]*\b.*\brj-?45"
    r"|\brj-?45.*\bx?q?sfp[0-9+]*\b"
)
_SURELY_CABLE = re.compile(
    r"\bdac\b|\baoc\b|\bacc\b|\baec\b|twinax|direct attach|cable|kabel|c\u00e2ble|cavo|cord\b|jumper"
)
_COPPER = re.compile(r"rj-?45|base-?t(?![a-z0-9])|copper|kupfer|cuivre|cobre|koper")
_ON_TWISTED_PAIR = re.compile(r"rj-?45|base-?t(?![a-z0-9])")
_CU_LENGTH = re.compile(r"cu[0-9](?:[.,][0-9])?m\b|base-?c[ru][0-9]{0,2}\b")
#: Items other than parts: enclosures, panels, tools, accessories of devices.
_NO_PART = re.compile(
    r"\bpanels?\b|panneau|kabelbinder|klett|hook[ -]and[ -]loop|velcro"
    r"|cable ties?\b|serre-c\u00e2ble|patchpanel|patchfeld"
    r"|rangierfeld|rangierpanel|schrank|cabinet|armoire|\bbaie\b"
    r"|loop-?back|\bcoupler|kupplung"
    r"|attenuat|d[\u00e4a]mpfungsglied|\btool|werkzeug|reinig|clean|nettoy|limpia|fault locat|\bvfl\b"
    r"|fehlersucher|microscop|mikroskop|bridas?\b|crimp|rail|schiene|mounting"
    r"|montage|\bkeystone|\bsteckdose|wandler"
    r"|power cords?\b|netzkabel|kaltger[\u00e4a]e?te|cordon (?:secteur|d.alimentation)"
    r"|\bc1[3-9]\b.*\bc(?:14|20)\b"
    r"|netzteil|power supply|\bpsu\b|alimentation|l[\u00fc]fter|\bfan (?:module|tray)|ventilat|dust"
    r"|staub|\bcover|blanking|blend"
    r"|rack mount kit|leerrohr|conduit|kabelkanal"
    r"|\bbandeja|fachb[o\u00f6]den|\bshel(?:f|ves)\b|\btablette"
    r"|k\u00e4figmutter|\bcage nuts?\b|\u00e9crous? (?:cage|prisonnier)|kooimoer"
    r"|poe.?injector|injektor|media ?converter|medienkonverter|surge|\bkvm\b|\bhdmi\b|\busb\b"
    r"|\bpdu\b|\bups\b|\busv\b|pannell|passacav|pulisc|puliz"
)
#: Enclosures, whatever they hold: ``42U server rack``, not ``2U rack server``.
_RACK = re.compile(
    r"\b(?:server|network|netzwerk|wall)[ -]?(?:racks?\b(?![ -]?mount)|cabinets?|bays?\b)"
    r"|\b(?:server|netzwerk|wand)schr[a\u00e4]nke?\b"
    r"|\b(?:1[2-9]|[2-5][0-9])\s?(?:r?u|he)\b.{0,40}\b(?:racks?\b(?![ -]?mount)|rack ?cabinet|gestell)"
    r"|\brack cabinets?\b|splei(?:\u00df|ss)|\bsplice"
)
#: Makers whose names have the word of a medium or a kind.
_BRANDS = re.compile(
    r"\btp[ -]?link\b|\bcable matters\b|\bcables to go\b|\bserver technology\b|\bfib(?:er|re) ?store\b"
    r"|\bsmart ?optics\b|\bcopper ?optics\b",
    re.IGNORECASE,
)
_FREIGHT = re.compile(
    r"\bfracht|vracht|verzend|bezorgkosten|fracht(?:kosten|pauschale)|versand|\bfreight|shipping|\btransport(?:kosten"
    r"|pauschale)?\b|frais de port"
    r"|\bport et|\bportes\b|livraison|porto\b|\bflete|env\u00edo"
    r"|handling|delivery (?:charge|fee|cost)|lieferpauschale|lieferkosten|spese di (?:trasporto|spedizione)"
)
_FOR_SERVERS = re.compile(r"server[\s-]?(?:adapter|nic\b|karte)")
_COUPLER = re.compile(r"\b(?:lc|sc|mpo|mtp|e2000|st|fc)\b")
_HEIGHT = re.compile(r"(?<![\w.])[1-9][0-9]?\s?(?:R?U|HE)(?![A-Za-z0-9])")
_DEVICES = frozenset({"switch", "server", "adapter"})
#: Number of ports that identifies a switch without the word.
_MANY_PORTS = 8


@lru_cache(CACHED)
def guess_kind(text: str) -> str | None:
    """Return the only kind whose words occur in a text, None if there are none or several.

    Among words of several kinds, the more specific word decides: active cables and twisted pair also name
    their material, and servers their adapters.
    """
    text = _BRANDS.sub(" ", text)
    small = text.lower()
    if named := kind_named(small):
        return named
    if _RACK.search(small):
        return None
    results = [name for name, kind in KINDS.items() if re.search(kind.word, small)]
    if is_copper_module(text):
        results = [name for name in results if KINDS[name].table not in {"cables", "cords", "transceivers"}]
    is_cable = _SURELY_CABLE.search(small) is not None
    if (
        "DAC" in results
        and not is_cable
        and _ON_TWISTED_PAIR.search(small)
        and not _CU_LENGTH.search(small)
    ):
        results.remove("DAC")  # copper alone: the medium of a jack, not a cable with plugs
    results = _most_special(results, text, is_cable=is_cable)
    if "adapter" in results and _COUPLER.search(small) and not forms_in(text):
        results.remove("adapter")
    is_device = ("server" in results and _HEIGHT.search(text)) or (_ports(text) and {*results} & _DEVICES)
    if _NO_PART.search(small) and not is_device:
        return None
    if not results:
        return _implied(text, is_cable=is_cable)
    return results[0] if len(results) == 1 else "switch" if "switch" in results and _ports(text) else None


def _most_special(found: list[str], text: str, *, is_cable: bool) -> list[str]:
    """Return the kinds that no more specific kind covers."""
    if found == ["cord"] and {*forms_in(text)} == {"RJ45"}:
        return ["TP"]
    special = [name for name in found if name in {"ACC", "AEC", "AOC", "TP"}]
    if special and "DAC" in found:
        found.remove("DAC")
    if len(found) > 1 and special and "cord" in found:
        found.remove("cord")
    if "server" in found and "adapter" in found:
        found.remove("server" if _FOR_SERVERS.search(text.lower()) else "adapter")
    if "switch" in found and len(found) > 1 and (is_cable or not _ports(text)):
        found.remove("switch")  # a cable or module for a switch
    if len(found) > 1 and "transceiver" in found:
        return [name for name in found if (name == "transceiver") != is_cable]
    return found


def _ports(text: str) -> int:
    """Return the number of ports of a known form factor or rate in a text."""
    return sum(group.count for group in ports_in(text).groups if group.form or group.gbps)


def _implied(text: str, *, is_cable: bool) -> str | None:
    """Return the kind implied by an optical standard or by many ports, for a text without a kind's word."""
    forms = forms_in(text)
    if optical_names(text) and forms and not is_cable:
        return "transceiver"
    if is_cable and forms and ({*forms} == {"RJ45"} or re.search("passi(?:v|f|ef)", text.lower())):
        return "TP" if {*forms} == {"RJ45"} else "DAC"
    many = not is_cable and _ports(text) >= _MANY_PORTS
    return "switch" if many and not is_copper_module(text) else None


@lru_cache(CACHED)
def is_copper_module(text: str) -> bool:
    """Return whether a text names a twisted-pair module: ``1000BASE-T SFP Copper RJ-45 100m``.

    Catalogues have no such modules: their transceivers are optical.
    """
    small = text.lower()
    others = (_SURELY_CABLE.search(small), re.search(KINDS["switch"].word, small), optical_names(text))
    if not _COPPER.search(small) or any(others) or _ports(text) >= _MANY_PORTS:
        return False
    is_caged = any("SFP" in form for form in forms_in(text))
    return _MODULE.search(small) is not None or (is_caged and "base-t" in small)


def is_accessory(text: str) -> bool:
    """Return whether a text names an accessory: an enclosure, a panel, a power supply, a tool."""
    return any(pattern.search(text.lower()) for pattern in (_NO_PART, _RACK))


#: Bulk cable sold by length and terminated on site.
_BULK = re.compile(
    r"verlegekabel|installationskabel|\bbulk\b|trommel|drum\b|\breel\b|\bspool\b|\bspule\b|bobina|touret"
    r"|couronne|\bring [0-9]{2,4} ?m\b|\brolle\b|meterware"
    r"|au m\u00e8tre|por metro|al metro|awg ?2[0-9].*[0-9]{3} ?m\b"
    r"|\b(?:per|pro|je|par) ?m(?:et(?:er|re)|\u00e8tre)?\b|/ ?m\b|installation(?:\s\w+){0,2} cable"
)
_BY_LENGTH = frozenset(
    {"m", "mtr", "lfm", "meter", "metre", "metres", "ml", "rolle", "ring", "trommel", "rng"}
)
_BY_METRE = "left out as cable by the metre, on drums or reels"
_PIGTAIL = re.compile(r"\bpig-?tails?\b|faserpigtail", re.IGNORECASE)
_FIBRE_CABLE = re.compile(
    r"harness|harnais|break[\s-]?out|fan[\s-]?out|hydra|trunk|cable|kabel|c\u00e2ble|cavo|cord\b",
    re.IGNORECASE,
)
_CASSETTE = re.compile(r"cassett|kassett|\bmodul|panel", re.IGNORECASE)
#: Cord connectors that no catalogue transceiver has.
_OTHER_ENDS = re.compile(
    r"(?:(?<![A-Za-z])|(?<=[0-9][x\u00d7]))(?:SC|ST|FC|E2000|LSH|MTRJ|SMA|MU)(?![A-Za-z])"
)


_ON_ALL_GOODS = re.compile(
    r"(?:kupfer|cu|metall|material|teuerungs|energie)[\s-]?zuschl(?:ag|\u00e4ge)"
    r"|(?:copper|metal|fuel|energy) surcharge"
    r"|(?:suppl\u00e9ment|surcharge) (?:cuivre|m\u00e9tal|carburant)|recargo (?:cobre|metal|combustible)",
    re.IGNORECASE,
)


def not_held(kind: str | None, text: str, unit: str) -> str:
    """Return the reason why catalogues cannot hold a row's part; empty if they can."""
    if _ON_ALL_GOODS.fullmatch(text.strip()):
        return "left out as a surcharge on all goods, which bills do not count"
    if kind in {"TP", "cord"} and (_BULK.search(text.lower()) or unit.strip(" .").lower() in _BY_LENGTH):
        return _BY_METRE
    if kind in {None, "cord"} and _PIGTAIL.search(text):
        return "left out as pigtails, which have a connector at one end only"
    if kind == "cord" and _OTHER_ENDS.search(text):
        return "left out as cords with ends that no transceiver has, such as SC and E2000"
    if kind == "cord" and (why := why_no_cord(text)):
        return why
    is_jack = kind == "transceiver" and _ON_TWISTED_PAIR.search(text.lower()) and not optical_names(text)
    is_module = is_jack or (kind in {"transceiver", "DAC"} and is_copper_module(text))
    return COPPER_MODULES if is_module else ""


def why_no_cord_part(text: str) -> str:
    """Return why a fibre cable of unknown kind is not a part of a catalogue, empty for other texts."""
    if not _FIBRE_CABLE.search(text) or _CASSETTE.search(text):
        return ""
    return _BY_METRE if _BULK.search(text.lower()) else why_no_cord(text)


#: Reason to leave out twisted-pair modules.
COPPER_MODULES = "left out as modules for twisted pair, which catalogues do not hold"


def is_freight(text: str) -> bool:
    """Return whether a text means the freight of an order."""
    return _FREIGHT.search(text.lower()) is not None
