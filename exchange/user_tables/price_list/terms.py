"""Parsing of stock, lead times, prices on request, dates and offer terms."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from math import ceil
from typing import Any

from netfloor.exchange.tables.numbers import parse_number, parse_quantity
from netfloor.exchange.tables.row_kinds.sums import begins_sum, says_sum
from netfloor.exchange.tables.subject import DAYS
from netfloor.exchange.user_tables.price_list.order_terms import (
    FREIGHT_WORD,
    ORDER_FIELDS,
    TermAmount,
    terms_of,
)

_ON_REQUEST = re.compile(
    r"(?:preis )?auf anfrage|a\.? ?a\.?|(?:price )?(?:up)?on (?:request|application)|p\.?o\.?[ar]\.?"
    r"|call(?: for price)?"
    r"|t\.?b\.?[dac]\.?|sur (?:demande|devis)|nous consulter|n\.?c\.?|n/?a|(?:bitte )?anfrag(?:e|en)"
    r"|request(?: quote)?"
    r"|incl(?:uded|\.)?|inkl(?:usive|\.)?|enthalten|inclus|a consultar|consultar|bajo pedido"
    r"|(?:prijs )?op aanvraag"
    r"|contact (?:us|sales)|quote|[-\u2013\u2014]+|\?",
    re.IGNORECASE,
)
_AT_ONCE = re.compile(
    r"(?:sur|de|du) stock|en magasin"
    r"|sofort(?: lieferbar| verf[u\u00fc]gbar)?|(?:ab|auf|an|am) lager|lagernd|lagerware|lieferbar"
    r"|(?:ex |in |from |on )?stock|lager"
    r"|immediate(?:ly)?|available|at once|en stock|disponible|imm[e\u00e9]diat|de suite|inmediat[oa]"
    r"|(?:ships?|shipped|shipping|dispatch(?:ed)?|versand|exp[e\u00e9]di\w{0,4}|env[i\u00ed]o)?\s?"
    r"(?:today|now|same[ -]day|heute|aujourd.hui|hoy|oggi|vandaag)(?: (?:dispatch|shipping|delivery))?"
    r"|ready to ship|(?:op|uit) voorraad|direct leverbaar|w magazynie|na stanie"
    r"|ja|yes|oui|verf[u\u00fc]gbar",
    re.IGNORECASE,
)
_NEXT_DAY = re.compile(
    r"(?:ships?|shipped|dispatch(?:ed)?|delivery)?\s?(?:tomorrow|next[ -](?:working |business )?day|morgen"
    r"|demain|ma\u00f1ana|domani)(?: (?:dispatch|shipping|delivery))?",
    re.IGNORECASE,
)
_UNKNOWN_LEAD = re.compile(
    r"(?:auf|on|sur|bajo|op|su) (?:anfrage|request|demande|pedido|aanvraag|ordinazione|richiesta)"
    r"|t\.?b\.?[dac]\.?|unbekannt|unknown|n/?a"
    r"|[-\u2013\u2014?]+"
    r"|(?:noch )?offen|backorder|r[u\u00fc]ckstand|rupture(?: de stock)?|out of stock|nicht lieferbar"
    r"|on order",
    re.IGNORECASE,
)
_IN_HOURS = re.compile(
    r"([0-9]{1,3})\s?(?:[-\u2013]\s?([0-9]{1,3})\s?)?(?:hrs?|hours?|stunden|std|h|heures?|horas?)\b",
    re.IGNORECASE,
)
_CALENDAR_WEEK = re.compile(
    r"(?:(?:in|ab|bis) )?(?:KW|CW|Kalenderwoche|calendar week)\.?\s?([0-9]{1,2})"
    r"(?:\s?[/.-]\s?([0-9]{4}|[0-9]{2}))?",
    re.IGNORECASE,
)
_LEAD_NOISE = re.compile(
    r"^(?:na zam[o\u00f3]wienie,?"
    r"|ca|circa|approx|about|env(?:iron)?|etwa|ships? in|lieferzeit|levertijd|lead time|delivery"
    r"|d[e\u00e9]lai|versand in|within|innerhalb|sous|eta|available in|verf\u00fcgbar in|lieferbar in"
    r"|(?:in|dans|en|binnen|nach|after)(?=\s(?:ca|circa|approx|about|etwa|env|~|[0-9]))"
    r"|usually|max|bis zu|up to|jusqu'?[a\u00e0]|~|<|\u2264)[\s.:]{0,3}|\s?(?:aro|ab auftrag"
    r"|nach auftragseingang|ex works|\(.*\))$",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"([0-9]+(?:[.,][0-9]+)?)\s?(?:[-\u2013\u2014/]|to|bis|tot|\u00e0|a|hasta)\s?([0-9]+(?:[."
    r",][0-9]+)?)\s?([^\W\d].*)?"
)
_NO_STOCK = re.compile(
    r"no|none|nein|non|0|out of stock|sold out|ausverkauft|nicht (?:lieferbar|verf[u\u00fc]gbar"
    r"|auf lager)|rupture(?: de stock)?|na zam[o\u00f3]wienie"
    r"|indisponible|unavailable|agotado|backorder|on order|bestellt|sur commande|auf bestellung"
    r"|en commande|niet (?:op voorraad|leverbaar)|uitverkocht",
    re.IGNORECASE,
)
_AT_LEAST = re.compile(
    r"(?:>=?|\u2265|over|more than|mehr als|\u00fcber|plus de)?\s?([0-9][0-9.,' ]*)\s?\+?\s?(?:st(?:k"
    r"|\u00fcck|\.)?|pcs|pieces?|pi\u00e8ces?|units?|stuks?)?"
    r"(?:\s?(?:in stock|op voorraad|auf lager|en stock|lagernd|verf[u\u00fc]gbar|available))?",
    re.IGNORECASE,
)
#: Words before the time in which pieces beyond the stock come.
_BEYOND = re.compile(
    r"\b(?:(?:any |for )?(?:more|further|others?|additional|remaining)|(?:there)?after(?:wards)?|then"
    r"|otherwise|else|beyond|restock(?:ed|ing)?|replenish\w*|next|sonst|danach|dann|weitere|mehr|rest(?:liche)?|nachschub"
    r"|nachlieferung|ansonsten|ensuite|puis|sinon|au-del\u00e0|luego|despu[e\u00e9]s|m[a\u00e1]s|resto"
    r"|daarna|anders|meer|lead ?time|lieferzeit|d[e\u00e9]lai|plazo|levertijd|eta)"
    r"\b[\s:,]*(?:in\b|arrive[sd]?\b)?",
    re.IGNORECASE,
)
_STOCK_WORD = (
    r"(?:(?:in|on|ex|from|en|sur|de|du) stock|(?:ab|auf|an|am) (?:zentral)?lager|lagernd|(?:lager)?bestand"
    r"|stock|(?:op|uit) voorraad|en almac[e\u00e9]n|verf[u\u00fc]gbar|available|disponibles?)"
)
_STOCK_PIECES = (
    r"(?P<{0}>>?\s?[0-9][0-9.,']*)"
    r"\s?(?:(?:st(?:k|\u00fcck|uks)?|pcs|pieces?|pi\u00e8ces?|units?|uds?|ea)\b\.?)?"
)
#: Pieces in stock behind words or before them: ``In stock (30), then 3 weeks``, ``480 St\u00fcck ab
#: Lager``.
_COUNTED_STOCK = re.compile(
    rf"(?:{_STOCK_WORD}\s?[:(,]?\s?{_STOCK_PIECES.format('behind')}\)?"
    rf"|{_STOCK_PIECES.format('before')}\s?{_STOCK_WORD}\b)"
    rf"(?=\s*(?:$|[,;/|(\u2013.-]|{_BEYOND.pattern}))[\s,;/|(\u2013.-]*(?P<rest>.*)",
    re.IGNORECASE,
)
_PARTS_OF_DELIVERY = re.compile(r"\s*[,;/|(]\s*|\s[-\u2013]\s")
_HOURS_A_DAY = 24
#: Characters of a text that are read for terms.
LONGEST_TERMS = 2_000
#: Months by the first letters of their names in the languages of lists.
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            *("jan ene gen", "feb fev", "mar mrz maa", "apr avr abr", "may mai mei mag", "jun juin giu"),
            *("jul juil lug", "aug aou ago", "sep set", "oct okt ott", "nov", "dec dez dic"),
        ),
        1,
    )
    for name in names.split()
}
_ISO = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})")
#: A date without signs, ``20261211``.
_COMPACT_DAY = r"20[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"
_DOTTED = re.compile(r"([0-9]{1,2})([./-])\s?([0-9]{1,2})[./-]\s?([0-9]{4}|[0-9]{2})(?![0-9])")
_NAMED = re.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th|er|\.)?[\s-](?:de )?([^\W\d_]{3,10})\.?,?[\s-](?:de )?([0-9]{4})"
    r"|([^\W\d_]{3,10})\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ([0-9]{4})"
)
_MAX_MONTH, _CENTURY = 12, 100
#: A day in a text, for `parse_day`.
DAY_TEXT = rf"(?:{_ISO.pattern}|{_DOTTED.pattern}|{_NAMED.pattern})"
#: A cell with a numeric date.
ONE_DAY = re.compile(
    rf"{_COMPACT_DAY}|[0-9]{{4}}-[0-9]{{1,2}}-[0-9]{{1,2}}(?: 00:00:00)?"
    r"|[0-9]{1,2}([./])[0-9]{1,2}\1(?:[0-9]{4}|[0-9]{2})"
)
_TITLE_DAY = re.compile(
    r"(?<![\w./-])(?:[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[./][0-9]{1,2}[./](?:[0-9]{4}|[0-9]{2})"
    rf"|{_NAMED.pattern})(?![\w/-])"
)
#: A time from a day to a day, in which prices count.
_OF_PERIOD = (
    r"(?:contract|agreement|pricing|price|framework) (?:period|term)|vertragslaufzeit"
    r"|(?:preis|vertrags)periode"
    r"|laufzeit|p[e\u00e9]riode de validit[e\u00e9]|dur[e\u00e9]e du (?:contrat|march[e\u00e9])"
    r"|periodo (?:contrattuale|de vigencia|di validit\u00e0)|contractperiode|looptijd"
)
_LAST_DAY = re.compile(
    r"until|\btill?\b|through|expir|\bfino\b|\btot\b|\bt/m\b|\bt\.?e\.?m\b|guarante|garant|giltig|\u0434\u043e\b|\bbis\b|jusqu|hasta|frist|ablauf|deliver|liefer|livraison|entrega|due|f\u00e4llig"
    rf"|{_OF_PERIOD}",
    re.IGNORECASE,
)
_SOME_DAY = (
    r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}"
    r"|[0-9]{1,2}\.? [^\W\d_]{3,10}\.? [0-9]{4}|[^\W\d_]{3,10}\.? [0-9]{1,2},? [0-9]{4})"
)
_UNTIL = re.compile(
    r"(?:(?:\boffer |\bquot\w* |\bprices? )?(?:valid|good|firm|g(?:u|\u00fc|ue)ltig(?:keit)?"
    r"|valable|validit[e\u00e9]|validez|v[a\u00e1]lid[oa]s?|vigentes?|bindefrist|gebunden|preisbindung|frist|offen|geldig)|expir\w*"
    rf"|{_OF_PERIOD})"
    rf"(?:[^0-9]{{0,40}}?)(?:{_SOME_DAY}[^0-9]{{0,10}}?)?"
    r"(?:until|to|through|thru|bis|jusqu'?au|jusqu\u2019au|hasta|on|le|tot|au"
    rf"|:(?!\s{{0,3}}{_SOME_DAY}\s{{0,3}}(?:until|to|through|thru|bis|au|a|al|hasta|tot|-|\u2013)\s)"
    r"|date|(?<=expires)|(?<=expiry)|(?<=expire)|(?<=expiration)|(?<=expira))"
    r"[^0-9A-Za-z]{0,3}(?:zum |einschl\w* |the |el |le |al |and including |en met )*(?P<day>.{6,24})",
    re.IGNORECASE,
)
#: Prices, or an offer, up to a day: ``Preise bis 31.12.2026 fest``, ``Prezzi fermi fino al 31.12.2026``.
_PRICES_UNTIL = re.compile(
    r"(?:pric(?:es?|ing)|preise?n?|prix|precios?|prij(?:s|zen)|prezz[oi]|pre\u00e7os?|pris(?:er)?\b|tarifs?"
    r"|offer|angebot|offre|oferta|offert[ae]|g(?:u|\u00fc|ue)ltig|geldig|valid[eo]?s?|v[a\u00e1]lid[ao]s?"
    r"|guarante|garant|giltig|g\u00e4ller|\u0434\u0435\u0439\u0441\u0442\u0432)"
    rf"(?:[^0-9]{{0,50}}?)(?:{_SOME_DAY}[^0-9]{{0,10}}?)?(?<![^\W_])"
    r"(?:until|till?|to|through|thru|bis|jusqu['\u2019]?(?:au|\u00e0)|hasta|fino (?:al?|il)|tot|t/m"
    r"|t\.?\s?e\.?\s?m\.?|at\u00e9|\u0434\u043e)(?![^\W_])"
    r"[\s:.]{0,3}(?:(?:zum|einschl\w*|the|el|le|il|al|and including|en met)\s)*"
    rf"(?P<day>[0-9]{{1,2}}-[0-9]{{1,2}}-[0-9]{{4}}|{DAY_TEXT})",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"(?:^(?:datum|date|stand|preisstand|fecha|quote date|quotation date|angebotsdatum|price list as of"
    r"|as of|date d'offre|date du devis|erstellt am|(?:druck|afdruk|print)datum|(?:created|issued) on"
    r"|date de remise de l.offre|date d.\u00e9mission|fecha del? (?:pedido|emisi[o\u00f3]n|presupuesto))"
    r"|\bdata (?:del )?listino|(?<!order )\bdated"
    r"|\beffective(?: date)?|(?<!not )\bvalid (?:from|as of)|\bg(?:u|\u00fc|ue)ltig (?:ab|seit)"
    r"|\bapplicables? (?:au|d[e\u00e8]s|\u00e0 partir du)"
    r"|\bvigente (?:desde|a partir de))"
    r"[^0-9A-Za-z]{0,4}(?:vom |of |du |le |from |as of |dem |the )?(?P<day>.{6,24})",
    re.IGNORECASE,
)
#: The number of days from its date for which an offer is valid.
_FOR_DAYS = re.compile(
    r"(?:valid|g(?:u|\u00fc|ue)ltig(?:keit)?|validit[e\u00e9]|validez|v[a\u00e1]lid[oa]|bindefrist"
    r"|offer expires)"
    r"[^0-9]{0,30}([0-9]{1,3})\s?(days|tage|jours|d[i\u00ed]as|weeks|wochen|semaines|semanas)\b",
    re.IGNORECASE,
)
_FOR_UNITS = {"day": 1, "tag": 1, "jou": 1, "dia": 1, "d\u00eda": 1, "wee": 7, "woc": 7, "sem": 7}
_TAX_WORD = r"(?:mwst|ust|mehrwertsteuer|umsatzsteuer|vat|btw|sales tax|tva|iva|gst)\b"
_PERCENT = r"([0-9]{1,2}(?:[.,][0-9]{1,2})?)\s?%"
_TAX = re.compile(
    rf"\b{_TAX_WORD}[^0-9]{{0,12}}{_PERCENT}|{_PERCENT}[^0-9]{{0,12}}?\b{_TAX_WORD}", re.IGNORECASE
)
_WITH_TAX = re.compile(r"in(?:kl|cl)|ttc|enthalten|compris|incluid|gross|brutto", re.IGNORECASE)
#: A tax that is in the prices: ``inkl. 19 % MwSt.``, ``TTC``, ``VAT included``.
_GROSS = re.compile(
    r"\b(?<!not )(?<!nicht )(?<!non )(?:inkl|incl|einschl|y compris)\w*\.?"
    rf"(?:(?!zzgl|exkl|excl|plus|ohne|hors|without)[^,;]){{0,30}}?\b(?:gesetzliche\w* )?{_TAX_WORD}"
    rf"|\b{_TAX_WORD}\.? (?:is |are |ist |sind |already )?"
    r"(?:incl(?:uded|uding|\.)|inklusive|inbegriffen|enthalten|compris|inclus|incluid)"
    r"|\bt\.?t\.?c\b|\b(?:brutto|gross )(?:preise|prices)\b",
    re.IGNORECASE,
)
_OF_ALL_PRICES = re.compile(
    r"prices?\b|preisen?\b|\bprix\b|\bprecios\b|\btarifs?\b|\ball(?:e|en)?\b", re.IGNORECASE
)
#: Words of one amount that has taxes, not of the prices.
_OF_ONE_AMOUNT = re.compile(
    r"total|gesamt|summe|somme|\bsum\b|betrag|montant|amount|importe|rechnung|invoice|endpreis\b"
    rf"|(?:{FREIGHT_WORD}).{{0,30}}\b(?:in[ck]l|ttc)",
    re.IGNORECASE,
)


def includes_taxes(heading: str) -> bool:
    """Return whether a heading says that taxes are in the prices below it."""
    return _GROSS.search(heading) is not None


def tax_in(text: str) -> Decimal | None:
    """Return the percentage of taxes that a text names."""
    match = _TAX.search(text)
    return None if match is None else Decimal((match[1] or match[2]).replace(",", "."))


def _includes_taxes_everywhere(text: str) -> bool:
    """Return whether a sentence says that taxes are in the prices of a list, not in one sum."""
    match = _GROSS.search(text)
    if match is None or _OF_ONE_AMOUNT.search(text):
        return False
    return _OF_ALL_PRICES.search(text) is not None or not text[: match.start()].strip(" (*-0123456789.)")


@dataclass(frozen=True)
class OfferTerms:
    """The terms of a list and of a whole order."""

    valid_until: dt.date | None = None
    dated: dt.date | None = None
    freight: Decimal | None = None
    freight_free_from: Decimal | None = None
    min_order_value: Decimal | None = None
    small_order_fee: Decimal | None = None
    small_order_below: Decimal | None = None
    unread: tuple[str, ...] = ()  # sentences with an amount of no known meaning
    not_applied: tuple[str, ...] = ()  # sentences with a cash discount, or a percentage of no price
    tax_percent: Decimal | None = None  # added to the prices
    taxes_included: str = ""  # the sentence that says that the prices include taxes
    currencies: tuple[tuple[str, str], ...] = ()  # of amounts with a stated currency, by field
    amounts: tuple[TermAmount, ...] = ()  # every different amount of a sentence

    @property
    def of_order(self) -> dict[str, float]:
        """The supplier's order terms in the catalogue's form."""
        return {name: float(amount) for name in ORDER_FIELDS if (amount := getattr(self, name)) is not None}


def is_on_request(text: str) -> bool:
    """Return whether a price cell means that the price is available on request."""
    return _ON_REQUEST.fullmatch(text.strip(" .()*")) is not None


def parse_lead(
    text: str,
    decimal: str,
    heading: str,
    day: dt.date,
    *,
    month_first: bool = False,
    today: dt.date | None = None,
) -> tuple[int | None, int | None]:
    """Return the minimum and maximum lead time in days; the first is None unless it is a range.

    Both are None for a text without a time, such as ``on request``. A calendar week, ``KW 5``, is the next
    one after ``day``, the list's, up to its Friday; weeks and dates count from ``today``.
    Raises `ValueError` if the text is not a lead time.
    """
    plain = text.strip(" .*")
    if _AT_ONCE.fullmatch(plain):
        return None, 0
    if _NEXT_DAY.fullmatch(plain):
        return None, 1
    if _UNKNOWN_LEAD.fullmatch(plain):
        return None, None
    if (arrival := arrival_day(plain, day, month_first=month_first)) is not None:
        return None, max((arrival - (today or day)).days, 0)
    if hours := _IN_HOURS.search(plain):
        return None, ceil(int(hours[2] or hours[1]) / _HOURS_A_DAY)
    while (shorter := _LEAD_NOISE.sub("", plain).strip(" .")) != plain and shorter:
        plain = shorter
    return _lead_days(plain, decimal, heading)


def _lead_days(plain: str, decimal: str, heading: str) -> tuple[int | None, int | None]:
    """Return the days of a lead time without other words, from 0 days if it is for further pieces."""
    if (span := _RANGE.fullmatch(plain)) is not None:
        ends = [f"{span[number]} {span[3] or ''}".strip() for number in (1, 2)]
        first, last = (ceil(parse_quantity(end, decimal, DAYS, heading)) for end in ends)
        return min(first, last), max(first, last)
    is_at_once = all(_AT_ONCE.fullmatch(part.strip()) for part in re.split("[,;/]", plain))
    if is_at_once:
        return None, 0
    if (further := _BEYOND.match(plain)) is not None:
        return _lead_days(plain[further.end() :].strip(" .)"), decimal, heading)
    stocked, *beyond = _stocked_and_beyond(plain)
    if beyond and _AT_ONCE.fullmatch(stocked):
        longer = None if _UNKNOWN_LEAD.fullmatch(beyond[0]) else _lead_days(beyond[0], decimal, heading)[1]
        return (None, None) if longer is None else (0, longer)
    return None, ceil(parse_quantity(plain, decimal, DAYS, heading))


def _stocked_and_beyond(text: str) -> list[str]:
    """Return the text on pieces in stock, and that on further pieces without its first word, if any.

    ``ex stock, otherwise 4 weeks``, ``ab Lager / 3 Wochen``.
    """
    parts = _PARTS_OF_DELIVERY.split(text.strip(" .)"), maxsplit=1)
    if len(parts) == 1 and (match := _BEYOND.search(text)) is not None:
        parts = [text[: match.start()], text[match.start() :]]
    beyond = [_BEYOND.sub("", part, count=1).strip(" .)") for part in parts[1:]]
    return [parts[0].strip(), *filter(None, beyond)]


def says_in_stock(text: str) -> bool:
    """Return whether a delivery cell says, among other things, that the part is in stock."""
    return _AT_ONCE.fullmatch(_stocked_and_beyond(text.strip(" .*"))[0]) is not None


def time_beyond(text: str) -> str:
    """Return the time in which pieces beyond the stock come, empty if a text behind a stock says none."""
    match = _BEYOND.search(text)
    return "" if match is None else f"{text[: match.start()]} {text[match.end() :]}".strip(" .,;:)")


def counted_stock(text: str) -> tuple[str, str] | None:
    """Return the number beside words of stock, and the text behind both; None for other texts."""
    match = _COUNTED_STOCK.fullmatch(text.strip(" .*"))
    return None if match is None else (match["behind"] or match["before"], match["rest"])


def arrival_day(text: str, day: dt.date, *, month_first: bool) -> dt.date | None:
    """Return the day of a date, or the last of a calendar week after a day; None for other texts."""
    if week := _CALENDAR_WEEK.fullmatch(text):
        return _friday(int(week[1]), week[2] or "", day)
    return parse_day(text, month_first=month_first) if ONE_DAY.fullmatch(text) else None


def _friday(week: int, year: str, day: dt.date) -> dt.date:
    """Return the Friday of a calendar week; without a year, the next such week from a day on."""
    own = int(year) + (2000 if len(year) == 2 else 0) if year else day.year
    try:
        friday = dt.date.fromisocalendar(own, week, 5)
        if not year and friday < day:
            friday = dt.date.fromisocalendar(own + 1, week, 5)
    except ValueError as error:
        raise ValueError("is not a calendar week") from error
    if friday < day:
        raise ValueError(f"is before the day of the prices, {day}")
    return friday


def parse_stock(text: str, decimal: str) -> int | None:
    """Return the pieces in stock, None for a text without a number; ``>100`` counts as 100.

    Raises `ValueError` if the text is not a stock.
    """
    plain = text.strip(" .*")
    if _NO_STOCK.fullmatch(plain):
        return 0
    if (
        _AT_ONCE.fullmatch(plain)
        or _UNKNOWN_LEAD.fullmatch(plain)
        or plain.lower() in {"low", "wenig", "knapp"}
    ):
        return None
    match = _AT_LEAST.fullmatch(plain)
    if match is None:
        raise ValueError("is not a number of pieces")
    number = parse_number(match[1].strip(), decimal)
    if number < 0 or number != int(number):
        raise ValueError("is not a whole number")
    return int(number)


def parse_day(text: str, *, month_first: bool = False) -> dt.date:
    """Parse a date: ``2026-11-01``, ``01.11.2026``, ``1 Nov 2026``; ``month_first``: US order.

    Raises `ValueError` if the text is not a date.
    """
    wrong = "is not a day such as 2026-11-01 or 01.11.2026"
    plain = text.strip()
    if re.fullmatch(_COMPACT_DAY, plain):
        plain = f"{plain[:4]}-{plain[4:6]}-{plain[6:]}"
    if iso := _ISO.match(plain):
        year, month, day = (int(iso[number]) for number in (1, 2, 3))
    elif dotted := _DOTTED.match(plain):
        day, month, year = int(dotted[1]), int(dotted[3]), int(dotted[4])
        is_american = dotted[2] == "/" and month_first and day <= _MAX_MONTH
        if is_american or (month > _MAX_MONTH >= day):
            day, month = month, day
        year += 2000 if year < _CENTURY else 0
    elif named := _NAMED.match(plain):
        name = str(named[2] or named[4])
        day, year = int(named[1] or named[5]), int(named[3] or named[6])
        folded = name.lower().replace("\u00e9", "e").replace("\u00fb", "u").replace("\u00e4", "a")
        month = _MONTHS.get(folded[:4], _MONTHS.get(folded[:3], 0))
    else:
        raise ValueError(wrong)
    try:
        return dt.date(year, month, day)
    except ValueError as error:
        raise ValueError(wrong) from error


def offer_terms(
    texts: Iterable[str], currency: str, *, month_first: bool, dated: dt.date | None = None
) -> OfferTerms:
    """Return the terms in titles and closing notes, the last of each kind.

    ``dated`` is the date of the prices if the texts give none.
    """
    terms = OfferTerms(dated=dated)
    days = None
    for text in texts:
        for result in _stated(text[:400], month_first=month_first):
            terms = replace(terms, **result)
        terms = _with_amounts(terms, text[:LONGEST_TERMS], currency)
        if match := _FOR_DAYS.search(text[:400]):
            days = int(match[1]) * _FOR_UNITS[match[2].lower()[:3]]
    if days and terms.dated and terms.valid_until is None:
        terms = replace(terms, valid_until=terms.dated + dt.timedelta(days=days))
    return terms


def day_of_titles(texts: Iterable[str], *, month_first: bool) -> dt.date | None:
    """Return the only date in titles, regardless of the words around it, except expiry dates."""
    days = set()
    for text in texts:
        for match in re.finditer(_TITLE_DAY, text[:400]):
            if _LAST_DAY.search(text[: match.start()]) is None:
                try:
                    days.add(parse_day(match[0], month_first=month_first))
                except ValueError:
                    continue
    return days.pop() if len(days) == 1 else None


def _with_amounts(terms: OfferTerms, text: str, currency: str) -> OfferTerms:
    """Return terms with the amounts of a text, and with its sentences that have others."""
    found = terms_of(text, currency)
    amounts: dict[str, Any] = {item.name: item.amount for item in found.known}
    written = tuple(pair for pair in terms.currencies if pair[0] not in amounts)
    written += tuple((item.name, item.currency) for item in found.known if item.currency)
    is_sum = begins_sum(text) or says_sum(re.sub("[0-9.,]", "", text))
    sentences: dict[str, Any] = {
        name: tuple(dict.fromkeys((*getattr(terms, name), *(() if is_sum else getattr(found, name)))))
        for name in ("unread", "not_applied")
    }
    every = tuple(dict.fromkeys((*terms.amounts, *found.known)))
    return replace(terms, **amounts, **sentences, currencies=written, amounts=every)


def _stated(text: str, *, month_first: bool) -> Iterator[dict[str, Any]]:
    for name, pattern in (("valid_until", _PRICES_UNTIL), ("valid_until", _UNTIL), ("dated", _DATED)):
        if (match := pattern.search(text)) is not None:
            try:
                yield {name: parse_day(match["day"].strip(), month_first=month_first)}
            except ValueError:
                continue
    if (tax := tax_in(text)) is not None and _WITH_TAX.search(text) is None:
        yield {"tax_percent": tax}
    if _includes_taxes_everywhere(text):
        yield {"taxes_included": text.strip()}
