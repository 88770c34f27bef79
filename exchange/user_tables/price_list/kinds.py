"""Kinds of parts in a price list: their common words and required fields."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from netfloor.exchange.tables.numbers import CACHED
from netfloor.exchange.user_tables.price_list.optics import optical_names
from netfloor.exchange.user_tables.price_list.plug_forms import forms_in
from netfloor.exchange.user_tables.price_list.port_groups import ports_in

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
        r"\bdac\b|copper|kupfer|cuivre|cobre|twinax|direct[ -]attach|attache(?:ment)? directe?"
        r"|conexi\u00f3n directa|^passive$|cu[0-9](?:[.,][0-9])?m\b"
        r"|base-?c[ru][0-9]{0,2}\b",
        _CABLE,
        _CABLE_MAY,
    ),
    "ACC": PartKind(
        "cables", r"\bacc\b|active copper|aktives? kupfer|cuivre acti", (*_CABLE, "power"), _CABLE_MAY
    ),
    "AEC": PartKind("cables", r"\baec\b|active electric", (*_CABLE, "power"), _CABLE_MAY),
    "AOC": PartKind(
        "cables",
        r"\baoc\b|active optical|active fib(?:er|re)|aktives? optisch|optique acti"
        r"|\u00f3ptic[oa] activ",
        (*_CABLE, "power"),
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
        r"|module optique|\boptics?\b|^optik$",
        ("connector", "gbps", "fibre_connector", "fibre", "fibres", "optics", "reach", "power"),
        ("links",),
    ),
    "cord": PartKind(
        "cords",
        r"\bcord|patch|jumper|jarreti|\blwl\b|glasfaser|fib(?:re|er) cable|fibre optique|latiguillo"
        r"|m[pt][po].*(?:trunk|cable|kabel)|(?:cable|kabel|c\u00e2ble|trunk|rocade).*\bm[pt][po](?![a-z])"
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
        r"\bnic\b|\bhca\b|adapter|netzwerkkarte|carte r\u00e9seau|connectx",
        ("connector", "gbps"),
        ("cages", *_DEVICE_MAY),
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
_UNITS_OF_WORK = {"hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "h", "heure", "heures", "psch"}


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
    r"\bdac\b|\baoc\b|\bacc\b|\baec\b|twinax|direct attach|cable|kabel|c\u00e2ble|cord\b|jumper"
)
_COPPER = re.compile(r"rj-?45|base-?t(?![a-z0-9])|copper|kupfer|cuivre|cobre")
#: Items other than parts: enclosures, panels, tools, accessories of devices.
_NO_PART = re.compile(
    r"\bpanels?\b|panneau|kabelbinder|klett|velcro|cable ties?\b|serre-c\u00e2ble|patchpanel|patchfeld"
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
    r"|poe.?injector|injektor|media ?converter|medienkonverter|surge|\bkvm\b|\bhdmi\b|\busb\b"
    r"|\bpdu\b|\bups\b|\busv\b"
)
_SERVICE = re.compile(
    r"licen[cs]e|lizenz|licencia|subscription|abonnement|support|smartnet|sntc|con-snt|prosupport"
    r"|nx-os|software|warranty|garanti|wartung"
    r"|maintenance|\bcare\b"
    r"|installation|training|schulung|formation|service|consult|inbetriebnahme|mise en service"
    r"|foundation care"
)
#: Certain contracts or licences, whatever they cover: ``SNTC-8X5XNBD Nexus 9300 Series, 32p 400G``.
_SURE_SERVICE = re.compile(
    r"\bsntc\b|smart ?net|\b(?:8|12|24)\s?x\s?[57](?:\s?x\s?\w+)?\b|\bnbd\b|prosupport|foundation care"
    r"|tech ?care|care ?pack|\ba-care\b|(?:extended|additional) warranty|garantieverl|extension de garantie"
    r"|\binstall(?:ation)? services?\b|hardware support|support (?:contract|agreement|service)"
    r"|wartungsvertrag|contrat de (?:maintenance|support)"
    r"|^\W*(?:(?:technical|premium|basic|gold|silver|on-?site|[1-9][ -]?(?:y|yrs?|years?|jahre?|ans?))"
    r"\W+)*"
    r"(?:support|warranty|maintenance|wartung|garantie|service|licen[cs]es?|lizenz(?:en)?|subscription"
    r"|abonnement|installation|montage|training|schulung|formation)\b"
)
#: Part number prefixes of contracts: Cisco, Arista, Juniper.
_SERVICE_PART = re.compile(r"(?:CON|SVC|LIC|SUB)-[A-Z0-9]", re.IGNORECASE)
_FREIGHT = re.compile(
    r"\bfracht|fracht(?:kosten|pauschale)|versand|\bfreight|shipping|\btransport(?:kosten"
    r"|pauschale)?\b|frais de port"
    r"|\bport et|\bportes\b|livraison|porto\b|\bflete|env\u00edo"
    r"|handling|delivery (?:charge|fee|cost)|lieferpauschale|lieferkosten"
)
_FOR_SERVERS = re.compile(r"server[\s-]?(?:adapter|nic\b|karte)")
_COUPLER = re.compile(r"\b(?:lc|sc|mpo|mtp|e2000|st|fc)\b")
_HEIGHT = re.compile(r"(?<![\w.])[1-9][0-9]?\s?(?:R?U|HE)(?![A-Za-z0-9])")
_DEVICES = frozenset({"switch", "server", "adapter"})
#: Number of ports that identifies a switch without the word.
_MANY_PORTS = 8


@lru_cache(CACHED)
def guess_kind(text: str) -> str | None:
    """Return the only kind whose words occur in a text, None for none or several.

    Among words of several kinds, the more specific word decides: active cables and twisted pair also name
    their material, and servers their adapters.
    """
    small = text.lower()
    if named := kind_named(small):
        return named
    results = [name for name, kind in KINDS.items() if re.search(kind.word, small)]
    if is_copper_module(text):
        results = [name for name in results if KINDS[name].table not in {"cables", "cords", "transceivers"}]
    is_cable = _SURELY_CABLE.search(small) is not None
    results = _most_special(results, text, is_cable=is_cable)
    if "adapter" in results and _COUPLER.search(small) and not forms_in(text):
        results.remove("adapter")
    is_device = ("server" in results and _HEIGHT.search(text)) or (_ports(text) and {*results} & _DEVICES)
    if _NO_PART.search(small) and not is_device:
        return None
    if not results:
        return _implied(text, is_cable=is_cable)
    return results[0] if len(results) == 1 else "switch" if "switch" in results and _ports(text) else None


def kind_of_group(group: str, name: str) -> str | None:
    """Return the kind from a product group, or from the name if the group is ambiguous."""
    kind = guess_kind(group)
    return kind if kind is None or kind_named(group) else guess_kind(name) or kind


def _most_special(found: list[str], text: str, *, is_cable: bool) -> list[str]:
    """Return the kinds without those that a more specific kind covers."""
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
    if is_cable and {*forms} == {"RJ45"}:
        return "TP"
    many = not is_cable and _ports(text) >= _MANY_PORTS
    return "switch" if many and not is_copper_module(text) else None


@lru_cache(CACHED)
def is_copper_module(text: str) -> bool:
    """Return whether a text names a twisted-pair module: ``1000BASE-T SFP Copper RJ-45 100m``.

    Catalogues have no such modules: their transceivers are optical.
    """
    small = text.lower()
    if (
        not _COPPER.search(small)
        or _SURELY_CABLE.search(small)
        or re.search(KINDS["switch"].word, small)
        or _ports(text) >= _MANY_PORTS
    ):
        return False
    if optical_names(text):
        return False
    is_caged = any("SFP" in form for form in forms_in(text))
    return _MODULE.search(small) is not None or (is_caged and "base-t" in small)


def is_service(text: str) -> bool:
    """Return whether a text names a licence, support or labour."""
    return _SERVICE.search(text.lower()) is not None


def is_sure_service(part: str, text: str) -> bool:
    """Return whether a part is certainly a contract, licence or labour, whatever its text names."""
    return _SERVICE_PART.match(part) is not None or _SURE_SERVICE.search(text.lower()) is not None


def is_contract(texts: Mapping[str, str]) -> bool:
    """Return whether a row is a contract, licence or labour, by a duration or by its words."""
    months = texts.get("service_months", "").strip()
    is_work = texts.get("unit", "").lower().strip(" .") in _UNITS_OF_WORK
    return is_work or months.isdecimal() or is_sure_service(texts.get("part", ""), texts.get("name", ""))


def is_accessory(text: str) -> bool:
    """Return whether a text names an accessory: an enclosure, a panel, a power supply, a tool."""
    return _NO_PART.search(text.lower()) is not None


#: Bulk cable sold by length and terminated on site.
_BULK = re.compile(
    r"verlegekabel|installationskabel|\bbulk\b|trommel|drum\b|\breel\b|\bspool\b|\bspule\b|bobina|touret"
    r"|couronne|\bring [0-9]{2,4} ?m\b|\brolle\b|meterware"
    r"|au m\u00e8tre|por metro|awg ?2[0-9].*[0-9]{3} ?m\b"
)
_BY_LENGTH = frozenset(
    {"m", "mtr", "lfm", "meter", "metre", "metres", "ml", "rolle", "ring", "trommel", "rng"}
)
#: Cord connectors that no catalogue transceiver has.
_OTHER_ENDS = re.compile(r"(?<![A-Za-z])(?:SC|ST|FC|E2000|LSH|MTRJ|SMA|MU)(?![A-Za-z])")


_ON_ALL_GOODS = re.compile(
    r"(?:kupfer|cu|metall|material|teuerungs|energie)[\s-]?zuschl(?:ag|\u00e4ge)"
    r"|(?:copper|metal|fuel|energy) surcharge"
    r"|(?:suppl\u00e9ment|surcharge) (?:cuivre|m\u00e9tal|carburant)|recargo (?:cobre|metal|combustible)",
    re.IGNORECASE,
)


def not_held(kind: str | None, text: str, unit: str) -> str:
    """Return the reason why catalogues cannot hold a row's part; empty if they can."""
    if _ON_ALL_GOODS.fullmatch(text.strip()):
        return "left out as a surcharge on all goods, which no bill counts"
    if kind in {"TP", "cord"} and (_BULK.search(text.lower()) or unit.strip(" .").lower() in _BY_LENGTH):
        return "left out as cable by the metre, on drums or reels"
    if kind == "cord" and _OTHER_ENDS.search(text):
        return "left out as cords with ends that no transceiver has, such as SC and E2000"
    if kind == "cord" and _MPO.search(text) and (_LC.search(text) or _HARNESS.search(text)):
        return "left out as harnesses: cords with other ends on one side"
    if kind == "transceiver" and is_copper_module(text):
        return COPPER_MODULES
    return ""


#: Reason to leave out twisted-pair modules.
COPPER_MODULES = "left out as modules for twisted pair, which catalogues do not hold"


#: Cords from MPO to LC, or from one MPO to several: catalogues hold cords with equal ends.
_MPO = re.compile(r"(?<![a-z])m[pt][po](?![a-z])", re.IGNORECASE)
_LC = re.compile(r"(?<![a-z])lc(?![a-z])", re.IGNORECASE)
_HARNESS = re.compile(
    r"break[\s-]?out|fan[\s-]?out|harness|harnais|hydra|\u00e9clat|conversion|\b[248]\s?x\s?m[pt][po]",
    re.IGNORECASE,
)
#: Words of parts that are no longer sold, and of parts sold while stocks last.
_GONE = re.compile(
    r"end[ -]of[ -](?:life|sale)\b|\beo[ls]\b|discontinued|obsolete\b|withdrawn|phased out"
    r"|no longer (?:available|sold|made|in production)|nicht mehr (?:lieferbar|verf\u00fcgbar|im programm)"
    r"|abgek\u00fcndigt|ausgelaufen|eingestellt|fin de (?:vie|commercialisation)|arr\u00eat\u00e9"
    r"|supprim\u00e9|plus (?:disponible|fabriqu\u00e9|suivi|au catalogue)|descatalogad[oa]|obsoleto"
    r"|fin de vida|vervallen|uit productie",
    re.IGNORECASE,
)
_ENDING = re.compile(
    r"auslauf|while stocks? last|last time buy|phas(?:e|ing)[ -]out|fin de s\u00e9rie"
    r"|jusqu.\u00e0 \u00e9puisement|solange (?:der )?vorrat|hasta fin de existencias|fin de existencias",
    re.IGNORECASE,
)
_AT_MARK = re.compile(r"(?:^|[(\[*!\u2013]|\s-\s)\s*([^()\[\]*!]{0,60})")
_LONGEST_STATUS = 80
DISCONTINUED, PHASED_OUT = "left out as discontinued", "phased out"


#: Before the word: another part is gone. Behind it, a year: the part is sold until then.
_OTHER_PART = re.compile(
    r"replac|substitut|success|ersatz|ersetzt|nachfolg|remplac|sustitu|\bnot\b", re.IGNORECASE
)
_YEAR = re.compile(r"20[0-9]{2}")


def sale_status(name: str, others: Iterable[str]) -> str:
    """Return `DISCONTINUED`, `PHASED_OUT` or nothing, by a row's remarks and the marks in its name.

    A part with a last year of sale is phased out.
    """
    texts = [text for text in others if len(text) <= _LONGEST_STATUS and text != name]
    texts += [mark for mark in _AT_MARK.findall(name) if _GONE.match(mark) or _ENDING.match(mark)]
    results = [(text, match) for text in texts if (match := _GONE.search(text))]
    gone = [(text, match) for text, match in results if not _OTHER_PART.search(text[: match.start()])]
    if any(not _YEAR.search(text[match.end() :]) for text, match in gone):
        return DISCONTINUED
    return PHASED_OUT if gone or any(map(_ENDING.search, texts)) else ""


def is_freight(text: str) -> bool:
    """Return whether a text means the freight of an order."""
    return _FREIGHT.search(text.lower()) is not None
