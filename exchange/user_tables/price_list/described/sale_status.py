"""Whether a part is still sold, by the cells of its row and the marks in its name."""

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass

from netfloor.exchange.tables.subject import words_of
from netfloor.exchange.user_tables.price_list.terms import DAY_TEXT, parse_day
from netfloor.exchange.user_tables.price_words import ORDERABLE, UNSOLD
from netfloor.foundation.tool import current_day

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
