"""Kinds of parts in a price list: their common words and required fields."""

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from netfloor.exchange.plug_forms import forms_in
from netfloor.exchange.tables.numbers import CACHED
from netfloor.exchange.tables.subject import words_of
from netfloor.exchange.user_tables.price_list.described.optics import optical_names, why_no_cord
from netfloor.exchange.user_tables.price_list.described.port_groups import ports_in
from netfloor.exchange.user_tables.price_list.terms import DAY_TEXT, parse_day
from netfloor.exchange.user_tables.price_words import ORDERABLE, UNSOLD
from netfloor.foundation.tool import current_day

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
        r"|\u00f3ptic[oa] activ",
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
        r"|module optique|\boptics?\b|^optik$",
        ("connector", "gbps", "fibre_connector", "fibre", "fibres", "optics", "reach"),
        ("links", "power"),
    ),
    "cord": PartKind(
        "cords",
        r"\bcord|patch|jumper|jarreti|\blwl\b|glasfaser|fib(?:re|er) cable|fibre optique|latiguillo"
        r"|fib(?:re|er)[ -]optic (?:\w+ )?(?:cable|assembl)"
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
        r"\bnic\b|\bhca\b|adapter|netzwerkkarte|netwerkkaart|carte r\u00e9seau|connectx",
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
    r"|\bpdu\b|\bups\b|\busv\b"
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
_PIGTAIL = re.compile(r"\bpig-?tails?\b|faserpigtail", re.IGNORECASE)
_FIBRE_CABLE = re.compile(
    r"harness|harnais|break[\s-]?out|fan[\s-]?out|hydra|trunk|cable|kabel|c\u00e2ble|cord\b", re.IGNORECASE
)
_CASSETTE = re.compile(r"cassett|kassett|\bmodul|panel", re.IGNORECASE)
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
        return "left out as a surcharge on all goods, which bills do not count"
    if kind in {"TP", "cord"} and (_BULK.search(text.lower()) or unit.strip(" .").lower() in _BY_LENGTH):
        return "left out as cable by the metre, on drums or reels"
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
    return why_no_cord(text) if _FIBRE_CABLE.search(text) and not _CASSETTE.search(text) else ""


#: Reason to leave out twisted-pair modules.
COPPER_MODULES = "left out as modules for twisted pair, which catalogues do not hold"


#: Words of parts that are no longer sold, and of parts sold while stocks last.
_GONE = re.compile(
    r"end[ -]of[ -](?:life|sale)\b|discontinued|obsolete\b|withdrawn|phased out"
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
#: Short for end of life and of sale, and the name of an operating system.
_SHORT = re.compile(r"\beo[ls]\b", re.IGNORECASE)
_AT_MARK = re.compile(r"(?:^|[(\[*!\u2013]|\s-\s)\s*([^()\[\]*!]{0,60})")
_LONGEST_STATUS = 80
DISCONTINUED, PHASED_OUT = "left out as discontinued", "phased out"
#: Before the word, in its sentence: another part is gone.
_OTHER_PART = re.compile(
    r"replac(?:es|ing)\b|(?:replacement|substitute) (?:for|of)\b|supersedes"
    r"|success(?:or|eur) (?:to|of|de)\b"
    r"|ersatz f\u00fcr|(?<!wird )\bersetzt (?!durch\b|von\b)|nachfolger (?:von|f\u00fcr)|remplace\b"
    r"|remplacement (?:de|pour)\b|sustituye|vervangt\b|opvolger van",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.;]\s")
_NOT = re.compile(r"\b(?:not|never|nicht|non|no|pas|niet)(?: yet| noch| encore)?\s$", re.IGNORECASE)
_NO_BEHIND = re.compile(r"\s?[:=?]\s?(?:no|n|nein|non|nee|false|falsch|0)\b", re.IGNORECASE)
#: What follows names another part.
_SEE = re.compile(
    r"\b(?:see|siehe|voir|use|replac|ersetz|ersatz|nachfolg|success|remplac|sustitu|vervang|alternativ)",
    re.IGNORECASE,
)
#: The part is gone from the first day of a period on, not only behind it.
_SINCE = re.compile(
    r"\b(?:since|as of|from|seit|ab|depuis|d[e\u00e8]s|desde|sinds|vanaf)\W{0,3}$", re.IGNORECASE
)
_YEAR = "((?:19|20)[0-9]{2})"
_PERIOD = re.compile(
    rf"(?<![\w.-])(?:(?P<day>{DAY_TEXT})|Q(?P<q1>[1-4])[ /-]?(?P<y1>{_YEAR})"
    rf"|(?P<y2>{_YEAR})[ /-]?Q(?P<q2>[1-4])"
    rf"|(?P<m1>0?[1-9]|1[0-2])[/.-](?P<y3>{_YEAR})|(?P<y4>{_YEAR})[/-](?P<m2>0[1-9]|1[0-2])"
    rf"|(?P<named>[^\W\d_]{{3,10}})\.?[ -](?P<y5>{_YEAR})|(?P<y6>{_YEAR}))(?![\w-]|[./][0-9])",
    re.IGNORECASE,
)
_YEARS = tuple(f"y{number}" for number in range(1, 7))
_BESIDE = (
    r"(?:\W|\b(?:date|datum|day|since|from|on|ab|seit|zum|am|is|status|flag|yes|no|ja|nein|y|n"
    r"|parts?|items?|products?|articles?|artikel|produkte?)\b)*"
)
#: Headings of columns with yes, no or a day.
_HEADED = re.compile(
    rf"{_BESIDE}(?:{_GONE.pattern}|{_SHORT.pattern}|{_ENDING.pattern})(?:artikel|produkte?|teile?)?{_BESIDE}",
    re.IGNORECASE,
)
_YES_CELLS = frozenset({"yes", "y", "ja", "j", "oui", "o", "si", "s\u00ed", "true", "wahr", "x", "1"})
_NO_CELLS = frozenset(
    {"no", "n", "nein", "non", "nee", "false", "falsch", "0", "-", "\u2013", "n/a", "none"}
)
_STATUS_WORDS = (
    *("status", "statut", "remark", "comment", "note", "bemerk", "anmerk", "hinweis", "lifecycle", "life"),
    *("plc", "info", "kommentar", "zustand", "etat", "state", "estado", "observ", "opmerk", "verfug"),
    *("avail", "dispo", "lebenszyklus", "phase", "eol", "eos", "auslauf", "discontinu"),
)


@dataclass(frozen=True)
class Remark:
    """A cell of a row that may say whether its part is still sold."""

    heading: str
    text: str
    is_name: bool = False  # only marks count, such as ``(discontinued)``


@dataclass(frozen=True)
class SaleStatus:
    """Whether a part is discontinued or phased out, empty for neither, and the cell that says so."""

    status: str = ""
    heading: str = ""
    cell: str = ""


def sale_status(remarks: Iterable[Remark], *, month_first: bool = False) -> SaleStatus:
    """Return the status of a part by a row's cells and the marks in its name.

    A part with a last day of sale is phased out up to that day, and discontinued afterwards.
    """
    results: dict[str, SaleStatus] = {}
    for remark in remarks:
        texts = [remark.text]
        if remark.is_name:
            words = (_GONE, _SHORT, _ENDING)
            texts = [mark for mark in _AT_MARK.findall(remark.text) if any(w.match(mark) for w in words)]
        for text in texts:
            heading = "" if remark.is_name else remark.heading
            status = (
                _status_of(text, heading, month_first=month_first) if len(text) <= _LONGEST_STATUS else ""
            )
            results.setdefault(status, SaleStatus(status, remark.heading, text.strip()))
    return results.get(DISCONTINUED) or results.get(PHASED_OUT) or SaleStatus()


def _status_of(text: str, heading: str, *, month_first: bool) -> str:
    """Return the status that a cell below a heading gives."""
    small, results = text.strip(" .").lower(), set[str]()
    if _HEADED.fullmatch(heading[:_LONGEST_STATUS]):
        if small in _NO_CELLS:
            return ""
        if small in _YES_CELLS:
            return PHASED_OUT if _ENDING.search(heading) else DISCONTINUED
        if (period := _PERIOD.fullmatch(text.strip())) is not None:
            return _status_by_day(_days_of(period, month_first=month_first), is_since=False)
    is_status = any(word.startswith(_STATUS_WORDS) or "status" in word for word in words_of(heading))
    is_order = not ORDERABLE.isdisjoint(words_of(heading))
    is_unsold = (is_status and small in UNSOLD) or (is_order and small in _NO_CELLS)
    is_alone = _PERIOD.sub("", _SHORT.sub("", text)).strip(" *!()[]-:.,") == ""
    for pattern in (_GONE, _ENDING, *([_SHORT] if is_status or is_alone else [])):
        for match in pattern.finditer(text):
            before, behind = text[: match.start()], text[match.end() :]
            if _NO_BEHIND.match(behind) or _NOT.search(before):
                continue
            if _OTHER_PART.search(_SENTENCE_END.split(before)[-1]):
                continue
            results.add(
                _status_by_text(before, behind, is_ending=pattern is _ENDING, month_first=month_first)
            )
    return DISCONTINUED if is_unsold or DISCONTINUED in results else PHASED_OUT if results else ""


def _status_by_text(before: str, behind: str, *, is_ending: bool, month_first: bool) -> str:
    """Return the status by the day after the word, or directly before it."""
    behind = _SEE.split(behind, maxsplit=1)[0]
    periods = [(match, behind) for match in _PERIOD.finditer(behind)]
    periods += [
        (match, before) for match in _PERIOD.finditer(before) if not before[match.end() :].strip(" :-,(")
    ]
    for match, text in periods:
        if (days := _days_of(match, month_first=month_first)) is not None:
            is_since = _SINCE.search(text[: match.start()] + (match["named"] or "")) is not None
            return PHASED_OUT if is_ending and is_since else _status_by_day(days, is_since=is_since)
    return PHASED_OUT if is_ending else DISCONTINUED


def _status_by_day(days: tuple[dt.date, dt.date] | None, *, is_since: bool) -> str:
    return PHASED_OUT if days is not None and days[not is_since] >= current_day() else DISCONTINUED


def _days_of(match: re.Match[str], *, month_first: bool) -> tuple[dt.date, dt.date] | None:
    """Return the first and the last day of a day, month, quarter or year; None if there is no such day."""
    if match["day"]:
        try:
            day = parse_day(match["day"], month_first=month_first)
        except ValueError:
            return None
        return day, day
    year = int(next(text for text in match.group(*_YEARS) if text))
    month, quarter = match["m1"] or match["m2"], match["q1"] or match["q2"]
    if match["named"]:
        try:
            month = parse_day(f"1 {match['named']} {year}").month
        except ValueError:
            if "-" in match[0]:
                return None  # a part number, QSFP-2030
            month = None  # another word before the year
    first, months = (3 * int(quarter) - 2, 3) if quarter else (int(month), 1) if month else (1, 12)
    later = dt.date(year + (first + months - 1) // 12, (first + months - 1) % 12 + 1, 1)
    return dt.date(year, first, 1), later - dt.timedelta(1)


def is_freight(text: str) -> bool:
    """Return whether a text means the freight of an order."""
    return _FREIGHT.search(text.lower()) is not None
