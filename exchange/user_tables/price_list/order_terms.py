"""Terms of an order in sentences: every amount and percentage has a meaning, or is reported.

An amount's meaning follows from the words next to it: a threshold (``ab``, ``over``, ``unter``) of free
freight, of a surcharge on small orders or of an order at all, or the money that these cost. A percentage is
reported as unread only if it changes the price of every order: a cash discount depends on the payment.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from netfloor.exchange.tables.numbers import UnclearNumberError, find_decimal, parse_money

MIN_VALUE, FREIGHT, FREE_FROM, FEE, FEE_BELOW = (
    *("min_order_value", "freight", "freight_free_from", "small_order_fee", "small_order_below"),
)
ORDER_FIELDS = (MIN_VALUE, FREIGHT, FREE_FROM, FEE, FEE_BELOW)
#: A surcharge on an order below the minimum that its sentence states.
FEE_OTHERWISE = "fee below the minimum"
#: A goods value below which freight is paid.
FREIGHT_BELOW = "freight below"
#: A discount of a whole order as the label of a row; one for early payment is none.
_DISCOUNT_ROW = re.compile(
    r"(?!.*(?:skonto|cash|prompt|early|zahlung|payment|paiement|betaling))"
    r".*(?:discount|rebate|rabat|nachlass|remise|descuento|korting|sconto|desconto|\u5024\u5f15)",
    re.IGNORECASE,
)
_MOST_OF_LABEL = 6
_CURRENCY = (
    r"(?:euros?|pounds?(?: sterling)?|(?:us[ -])?dollars?|francs?|EUR|USD|GBP|CHF|US\$|\u20ac|\$|\u00a3)"
)
#: Codes of currencies by the words that begin their names.
_NAMED_CURRENCIES = {"euro": "EUR", "pound": "GBP", "us dollar": "USD", "us-dollar": "USD", "dollar": "USD"}
_NUMBER = (
    r"[0-9]{1,3}(?:[.,' \u00a0\u202f][0-9]{3})+(?:[.,][0-9]{1,2})?(?![0-9])"
    r"|[0-9]+(?:[.,][0-9]{1,2})?(?![0-9])"
)
_AMOUNT = re.compile(
    rf"(?P<before>{_CURRENCY}\s?)?(?<![\w.,/])(?P<number>{_NUMBER})(?P<behind>\s?(?:{_CURRENCY}(?![A-Za-z])|,-+))?"
    r"(?P<percent>\s?%)?",
    re.IGNORECASE,
)
#: What a number without a currency counts, if it is not money.
_OTHER_UNIT = re.compile(
    r"er\b|\s?(?:[-\u2013/.:][0-9]|[A-Za-z\u00c0-\u017f]{0,12}(?:tage?n?|days?|jours?|d[i\u00ed]as?|dagen"
    r"|weeks?|wochen|semaines?|semanas?|weken|st(?:k|\u00fc?ck|uks)|hours?|stunden|minut\w*)\b"
    r"|(?:pcs|pieces?|uds?|items?|boxes|packs?|pallets?|m|km|kg|x|h|hrs?|uhr|am|pm)\b)",
    re.IGNORECASE,
)
_QUANTITY = re.compile(
    r"quantity|qty|menge|aantal|cantidad|quantit\u00e9|pieces|\bst(?:k|\u00fcck)", re.IGNORECASE
)
#: A number that names a rule, a document or a place, and counts no money.
_REFERENCE = re.compile(
    r"(?:incoterms?|\b(?:clauses?|sections?|paragraphs?|para|\u00a7+|annex(?:e|es)?|appendix|schedules?"
    r"|anlagen?|anhang|ziffer|abschnitt|absatz|artikel|articles?|art\.|bijlage|anexo|version|rev\w*"
    r"|no\.?|nr\.?|n[\u00b0\u00ba]|n\u00fam\w*\.?|num(?:mer|ber|\u00e9ro|ero)|ref\w*\.?|quot\w*|angebot"
    r"|offre|oferta|offerte|devis|sites?|lager|hall[es]?|tel\w*\.?|phone|fax|page|seite))"
    r"[\s:.#-]{0,3}$",
    re.IGNORECASE,
)
#: A word for money right before a whole number: ``Frachtkosten: 15``, ``minimum order value 100``.
_COST_BEFORE = re.compile(
    r"(?:kosten|charges?|fees?|costs?|pauschale|geb\u00fchr(?:en)?|zuschlag|surcharge|suppl\u00e9ment|recargo"
    r"|toeslag|value|wert|waarde|amount|montant|importe|frais(?: de \w+)?|gastos(?: de \w+)?|fracht|freight"
    r"|carriage|porto|flete|minimum(?: order)?)\s?[:=]?\s?$",
    re.IGNORECASE,
)
#: Where a whole number is the amount of its clause, not the first of other words.
_CLAUSE_END = re.compile(
    r"\s?(?:[,;)(]|\.?$|\.\s|(?:per|pro|je|par|por|netto|net|ht|hors|excl|zzgl|plus)\b)", re.IGNORECASE
)
_FREE = (
    r"frei haus|versandkostenfrei\w*|frachtfrei\w*|portofrei\w*|frachtkostenfrei\w*|franko"
    r"|free (?:shipping|freight|delivery|carriage)|free of (?:freight|carriage|charge)|carriage paid"
    r"|franco(?: de port| huis)?|(?:livraison|port|transport) (?:gratuite?|offerte?s?)"
    r"|env[i\u00ed]os? gratis"
    r"|(?:gratuit[oaei]|free|kostenlos|gratuite?s?|gratis) (?:per|for|on|f\u00fcr|pour|para) (?:gli |all )?"
    r"(?:ordin[ie]|orders|bestellungen|(?:les )?commandes|pedidos)"
    r"|portes? pagados?|gratis (?:verzending|levering|versand|lieferung)|kostenlose lieferung"
)
#: Free of something that another word of the sentence names.
_WEAK = (
    r"pagados?|gratis|gratuite?s?|offerte?s?|kostenlos\w*|kostenfrei\w*|kosteloos|vrij|frei|free|inclus|gratuit[oai]"
    r"|incluidos?|waived"
)
#: Words for the freight of an order.
FREIGHT_WORD = (
    r"(?:freight|shipping|postage|delivery) ?(?:&|and|\+) ?(?:handling|packing|insurance)|"
    r"ships?\b|fracht(?!frei|kostenfrei)\w*|versand(?!kostenfrei)\w*|lieferkosten\w*|lieferpauschale"
    r"|transportkosten\w*"
    r"|transportpauschale|porto(?!frei)|shipping|freight|carriage|delivery(?: charge| fee| flat rate)?"
    r"|(?:frais|participation aux frais) (?:de )?(?:port|transport|livraison)|\bport\b|participation"
    r"|gastos de env\u00edo|portes?|flete|env\u00edos?|verzend\w*|vracht\w*|bezorgkosten|leveringskosten"
    r"|(?:spese di )?(?:trasporto|spedizione)|consegna"
)
_SMALL = (
    r"mindermengen?\w*|kleinmengen?\w*|kleinauftr\w*|small[ -]order\w*|handling|bearbeitungs\w*"
    r"|minimum order charge"
    r"|petites? commandes?|frais de (?:traitement|gestion|dossier)|pedidos? peque\u00f1os?"
    r"|gastos de gesti\u00f3n"
    r"|kleine orders?|kleine bestelling\w*|order(?:toeslag|kosten)|kleinordertoeslag|administratiekosten"
    r"|(?<!kupfer)(?<!metall)zuschlag|surcharge|suppl\u00e9ment|recargo|toeslag"
)
_MIN = (
    r"mindest(?:bestell|auftrags)\w*|minimale? (?:bestel|order)\w*|minimum (?:bestel"
    r"|order)\w*(?: value| amount)?"
    r"|min\.? order(?: value| amount)?|minimum order(?: value| amount)?|minimum de (?:commande"
    r"|facturation)"
    r"|commandes? (?:minimum|minimales?|mini)\b|order minimum|minimum (?:purchase|spend)"
    r"|compra m[i\u00ed]nima"
    r"|montant minimum(?: de commande)?|pedido m[i\u00ed]n(?:imo|\.)?|importe m[i\u00ed]nimo"
    r"|ordine minimo|importo minimo"
)
_TOPICS = re.compile(
    rf"(?P<min>\b(?:{_MIN}))|(?P<small>\b(?:{_SMALL}))|(?P<free>(?<!\bnot )\b(?:{_FREE})\b)"
    rf"|(?P<weak>(?<!\bnot )\b(?:{_WEAK})\b)"
    rf"|(?P<freight>\b(?:{FREIGHT_WORD})(?![a-z]))",
    re.IGNORECASE,
)
_EXPRESS = re.compile(
    r"express|eilzust|overnight|saturday|samstag|samedi|s\u00e1bado|zaterdag|\binsel|\bisland|ausland"
    r"|abroad"
    r"|international|\u00e9tranger|extranjero|buitenland|by air|luftfracht|spedition|pallet|palette"
    r"|sperrgut",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"(?:\bab|\bfrom|\bover|\babove|\bexceeding|\bpartire? (?:d[eau]|d.)|\bd[e\u00e8]s|\bdesde|\bvanaf"
    r"|\bboven|\bmore than"
    r"|\bat least|\bmindestens|\bau moins|\bminimum|\bsuperior(?:es)? a|\bsup\u00e9rieure?s? \u00e0"
    r"|\bfor orders (?:of)?"
    r"|>=?|\u2265|\u00fcber)[^0-9,;:]{0,28}$",
    re.IGNORECASE,
)
_OR_MORE = re.compile(
    r"\s?(?:or more|and (?:above|over|up)|und mehr|oder mehr|et plus|y m\u00e1s|o m\u00e1s|en meer"
    r"|of meer|\+)",
    re.IGNORECASE,
)
_BELOW = re.compile(
    r"(?:\bunter(?:halb)?\b|\bbelow|\bunder|\bless than|\bup to|\bbis(?: zu)?|\bjusqu.\u00e0"
    r"|\binf\u00e9rieure?s? \u00e0"
    r"|\bmoins de|\bhasta|\ben dessous de|\bpor debajo de|\bbeneden|\binferior(?:es)? a|\bmenos de"
    r"|\bonder|\btot|\bminder dan|\bkleiner(?: als)?|<=?)"
    r"[^0-9,;:]{0,28}$",
    re.IGNORECASE,
)
_ELSE_WORD = (
    r"\b(?:sinon|otherwise|sonst|ansonsten|anders|else|si no|de lo contrario|en caso contrario"
    r"|below (?:that|this|it)|orders below(?! [^a-z])|(?:smaller|lower) orders"
    r"|kleinere (?:auftr\u00e4ge|bestellungen)|(?:bei|f\u00fcr) unterschreitung"
    r"|if (?:it is )?not (?:reached|met)|failing that|pedidos inferiores(?! a)"
    r"|commandes? inf\u00e9rieures?(?! \u00e0)"
    r"|darunter|en dessous(?! de)|por debajo(?! de)|daaronder|overige|resto|dem\u00e1s|restantes|autres"
    r"|\u00fcbrige)\b"
)
_ELSE = re.compile(_ELSE_WORD, re.IGNORECASE)
#: The same behind the amount: ``25 EUR fee otherwise``.
_ELSE_BEHIND = re.compile(rf"[^0-9,;]{{0,30}}(?:{_ELSE_WORD}|\bbelow\W*$)", re.IGNORECASE)
#: An amount for each item, parcel or weight, which the number of orders does not decide.
_PER_UNIT = re.compile(
    r"\s*(?:per|je|pro|par|por|/)\s+(?!(?:(?:call[ -]?off|single|individual|einzelne\w*|chaque|cada)\s)?"
    r"(?:order|purchase|bestell|auftrag|commande|pedido|sendung|shipment|consignment"
    r"|lieferung|delivery|ordine|consegna|spedizione|envoi|exp[e\u00e9]dition|env[i\u00ed]o|zending|levering))[0-9A-Za-z\u00c0-\u017f]",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\s*;\s*|\n|\s[|\u2022]\s")
#: Words whose point ends no sentence.
_SHORT = re.compile(
    r"(?:\b(?:min|max|m[i\u00ed]n|inkl|incl|zzgl|exkl|excl|ca|approx|env|mind|art|nr|no|stk|st|mwst"
    r"|ust|fr|bzw|z|b|u|d"
    r"|h|p|n|imp|impte|aprox|gem|evtl|netto wert))\.$",
    re.IGNORECASE,
)
_TAX_WORD = re.compile(
    r"\b(?:mwst|ust|mehrwertsteuer|umsatzsteuer|vat|btw|tax(?:es)?|tva|iva|gst)\b", re.IGNORECASE
)
_DISCOUNT = (
    r"rabatt|nachlass|nachl\u00e4sse|discount|rebate|remise|rabais|descuento|rebaja|korting|abz\u00fcglich"
)
#: Words of a percentage that changes a price.
_CHANGES_PRICE = re.compile(
    rf"{_DISCOUNT}|zuschlag|aufschlag|aufpreis|teuerung|erh\u00f6h|surcharge|mark-?up|uplift|increase|\bfees?\b"
    r"|charge[sd]?\b|levy|geb\u00fchr|pauschale|suppl\u00e9ment|majoration|recargo|aumento|incremento|toeslag"
    r"|verhoging|handling|insurance|versicherung|assurance|seguro|verzekering|zuz\u00fcglich|zzgl|\bplus\b"
    rf"|\bless\b|\bminus\b|(?:^|[\s(])[-+\u2212]\s?[0-9]|{FREIGHT_WORD}",
    re.IGNORECASE,
)
_CASH_DISCOUNT = r"skonto|escompte|cash discount|settlement discount|pronto pago|betalingskorting"
_OF_PAYMENT = (
    r"zahl(?:ung|bar|t|en|ziel)|bezahl|vorkasse|vorauskasse|lastschrift|kreditkarte|nachnahme|\bsepa\b"
    r"|\bpay(?:ment|ing|s)?\b|(?<!carriage )\bpaid\b|prepa|direct debit|credit card|\bcash\b"
    r"|\bprompt|\bnet [0-9]|paiement|r\u00e8glement|comptant|\bpago|\bcontado|betal|contant|vooruit"
)
#: Words of a percentage that depends on the payment, or on an event after the order.
_IS_CONDITIONAL = re.compile(
    rf"{_CASH_DISCOUNT}|{_OF_PAYMENT}|verzug|verzinst?|zinsen|\binterest|overdue|\blate\b|r\u00fccks?(?:end|gabe|nahme)"
    r"|retour|return|restock|storn|cancel|annul|devoluci|anzahlung|deposit|acompte|anticipo|aanbetaling"
    r"|upfront|advance|up to|bis zu|jusqu|on request|auf anfrage|sur demande|\bmay\b|\bk(?:ann|\u00f6nn)"
    r"|warrant|garanti|toleran",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
#: Sentences whose amounts change no order: the greatest one, or what prices include.
_WITHOUT_EFFECT = re.compile(
    r"^\W*(?:[0-9]{1,2}[.)]\s*)?(?:maximum (?:order|purchase)|max\.? order|credit limit|kreditlimit"
    r"|h\u00f6chstbestell\w*|commande maximum|pedido m[a\u00e1]ximo|ordine massimo|maximale bestel\w*)"
    r"|^(?:(?!\b(?:not|nicht|non|ne|no|niet|plus|zzgl|zuz\u00fcglich|excl\w*|exkl\w*)\b)[^0-9])*"
    r"\b(?:include[sd]?|including|inkl\w*|incl\w*|enthalten|beinhalten|comprend\w*|compris\w*|incluyen?"
    r"|inclus[oi]|comprensiv[oi]|inclusief)\b(?!\s(?:freight|shipping|fracht|versand|port\b|transport))[^,;0-9]{0,30}"
    r"[0-9]+(?:[.,][0-9]+)?\s?%(?![^,;]*[0-9])",
    re.IGNORECASE,
)
_NO_PERCENT = re.compile(r"(?<![0-9.,])0+(?:[.,]0+)?\s?%")


def is_order_term(text: str) -> bool:
    """Return whether a row of few words is a term of an order: a least value, a surcharge, free freight."""
    return any(item.lastgroup in {"min", "small", "free"} for item in _TOPICS.finditer(text))


@dataclass(frozen=True)
class TermAmount:
    """An amount of a sentence: its field, empty if unknown, and its currency if stated."""

    name: str
    amount: Decimal
    currency: str | None


@dataclass(frozen=True)
class FreightRow:
    """A row of freight among the parts: its line, words, supplier, amount and currency, if stated."""

    line: str
    label: str
    supplier: str
    amount: Decimal
    currency: str


@dataclass(frozen=True)
class ReadTerms:
    """The amounts with a meaning in a text, and its sentences that have others.

    Attributes
    ----------
    unread
        Sentences with an amount of no known meaning, or a percentage that changes the price of an order.
    not_applied
        Sentences with a cash discount, or with a percentage that changes no price of an order for sure.
    """

    known: tuple[TermAmount, ...] = ()
    unread: tuple[str, ...] = ()
    not_applied: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Place:
    """An amount in its sentence, with the texts before and after it, up to its neighbours."""

    text: str
    before: str
    behind: str
    all_before: str
    is_percent: bool
    is_money: bool
    is_last: bool


def terms_of(text: str, currency: str) -> ReadTerms:
    """Return the amounts of a text with a meaning, and its sentences that have others.

    A sentence is understood whole or not at all: half of ``minimum 300, otherwise 15`` is another term.
    """
    known, unread, not_applied = list[TermAmount](), list[str](), list[str]()
    for sentence in _sentences(_NO_PERCENT.sub(" ", text)):
        if _WITHOUT_EFFECT.search(sentence):
            continue
        amounts = [*_amounts(sentence, currency)]
        named = [item for item in amounts if item.name]
        if len(named) == len(amounts) or _is_cash_discount(sentence):
            known += [item for item in named if item.amount or item.name != FREE_FROM]
        else:
            unread.append(sentence)
            continue
        if len(named) < len(amounts) or _has_percentage(sentence):
            not_applied.append(sentence)
    return ReadTerms(tuple(known), tuple(unread), tuple(not_applied))


def fields_of(sentence: str) -> frozenset[str]:
    """Return the terms of an order that a sentence may be about, by its words."""
    topics = {str(item.lastgroup) for item in _TOPICS.finditer(sentence)}
    of_topics = {"min": {MIN_VALUE}, "small": {FEE}, "free": {FREE_FROM}, "freight": {FREIGHT}}
    return frozenset(field for topic in topics for field in of_topics.get(topic, ()))


def _has_percentage(sentence: str) -> bool:
    """Return whether a sentence has a percentage that is not a tax."""
    return not _TAX_WORD.search(sentence) and any(place.is_percent for place in _places(sentence))


def _changes_price(place: _Place, sentence: str) -> bool:
    """Return whether a percentage changes the price of every order.

    The condition of a surcharge is in its clause, that of a discount anywhere in the sentence.
    """
    clause = f"{re.split('[,;]', place.all_before)[-1]}{place.text}{re.split('[,;]', place.behind)[0]}"
    if _CHANGES_PRICE.search(clause) is None:
        clause = sentence
    has_discount = re.search(_DISCOUNT, clause, re.IGNORECASE) is not None
    scope = sentence if has_discount else clause
    return _CHANGES_PRICE.search(clause) is not None and _IS_CONDITIONAL.search(scope) is None


def _is_cash_discount(sentence: str) -> bool:
    """Return whether a sentence grants a discount for a way or a time of payment."""
    words = [rf"{_CASH_DISCOUNT}|{_DISCOUNT}", rf"{_CASH_DISCOUNT}|{_OF_PAYMENT}"]
    return all(re.search(word, sentence, re.IGNORECASE) for word in words)


def _sentences(text: str) -> Iterator[str]:
    pending = ""
    for part in _SENTENCE.split(text):
        if pending and not (_SHORT.search(pending) or _ELSE.match(part)):
            yield pending
            pending = ""
        pending = f"{pending} {part}".strip()
    if pending:
        yield pending


def _amounts(sentence: str, currency: str) -> Iterator[TermAmount]:
    places = [*_places(sentence)]
    names = [_name(place, sentence) for place in places]
    for place, name in zip(places, _sure_names(names), strict=True):
        if place.is_percent:
            if not _TAX_WORD.search(sentence) and _changes_price(place, sentence):
                yield TermAmount("", Decimal(0), None)
        elif name or place.is_money:
            try:
                yield TermAmount(name, *parse_money(place.text, _sign(place.text), currency))
            except ValueError:
                yield TermAmount("", Decimal(0), None)


def _sure_names(names: Sequence[str]) -> list[str]:
    """Return the fields without those of two amounts, and without half of a pair."""
    if FEE_OTHERWISE in names:
        of_fee = {FEE_OTHERWISE: FEE, MIN_VALUE: FEE_BELOW}
        names = [of_fee.get(name, name) for name in names]
    needs = {FEE: FEE_BELOW, FEE_BELOW: FEE, FREIGHT_BELOW: FREIGHT}
    sure = [name if names.count(name) == 1 and needs.get(name, name) in names else "" for name in names]
    return [FREE_FROM if name == FREIGHT_BELOW else name for name in sure]


def _places(sentence: str) -> Iterator[_Place]:
    matches = [
        match
        for match in _AMOUNT.finditer(sentence)
        if match["before"] or match["behind"] or match["percent"] or _is_bare_amount(match, sentence)
    ]
    for number, match in enumerate(matches):
        start = matches[number - 1].end() if number else 0
        end = matches[number + 1].start() if number + 1 < len(matches) else len(sentence)
        text = match[0].strip()
        is_signed = match["before"] or match["behind"] or _COST_BEFORE.search(sentence[: match.start()])
        is_money = bool(is_signed) and not _YEAR.fullmatch(match["number"])
        yield _Place(
            _with_code(text.replace(",-", "")),
            sentence[start : match.start()],
            sentence[match.end() : end],
            sentence[: match.start()],
            bool(match["percent"]),
            is_money,
            number + 1 == len(matches),
        )


def _with_code(text: str) -> str:
    """Return an amount with the code of the currency that it names: ``300 euros``."""
    for name, code in _NAMED_CURRENCIES.items():
        text = re.sub(rf"\b{name}s?(?: sterling)?\b", code, text, flags=re.IGNORECASE)
    return text


def _is_bare_amount(match: re.Match[str], sentence: str) -> bool:
    """Return whether a number without a currency is money: it has two decimals, or stands at its word.

    A whole number is money behind a word for cost, or as the threshold of free freight or of a surcharge.
    A day, a count, a year, a part of a date, and the number of a paragraph, quotation or telephone are not.
    """
    before, behind = sentence[: match.start()], sentence[match.end() :]
    if _OTHER_UNIT.match(behind) or _QUANTITY.search(before[-30:]) or _REFERENCE.search(before[-30:]):
        return False
    if re.search(r"[-/.:+][0-9]{0,4}$|[0-9][-/.: ]$|#\s?$", before):
        return False
    if re.search(r"[.,][0-9]{2}$", match["number"]):
        return bool(before.strip(" (*-"))  # the number of a paragraph begins its sentence
    if _YEAR.fullmatch(match["number"]) or not _CLAUSE_END.match(behind):
        return False
    is_threshold = any(found and not found[0].split()[1:] for found in _thresholds(before))
    return _COST_BEFORE.search(before) is not None or (is_threshold and bool(_topics(sentence)))


def _thresholds(before: str) -> tuple[re.Match[str] | None, re.Match[str] | None]:
    """Return the words before an amount that make it a threshold, from it on and below it."""
    return _FROM.search(before), _BELOW.search(before)


def _topics(sentence: str) -> set[str]:
    """Return the topics of a sentence that an order pays or does not."""
    return {str(item.lastgroup) for item in _TOPICS.finditer(sentence)} & {"free", "weak", "small", "min"}


def _name(place: _Place, sentence: str) -> str:
    """Return the field of an amount by the words before it, behind it, and in its sentence."""
    if place.is_percent or _EXPRESS.search(place.before) or _PER_UNIT.match(place.behind):
        return ""
    topics = {str(item.lastgroup) for item in _TOPICS.finditer(sentence)}
    local = _last_topic(place.before)
    topic = local or _last_topic(place.all_before)
    if _BELOW.search(place.before):
        return FEE_BELOW if "small" in topics else {"freight": FREIGHT_BELOW}.get(topic, "")
    if _FROM.search(place.before) or _OR_MORE.match(place.behind):
        is_free = "free" in topics or {"weak", "freight"} <= topics
        return FREE_FROM if is_free else {"min": MIN_VALUE}.get(local, "")
    if _is_fee_otherwise(place):
        return FEE_OTHERWISE
    if _ELSE.search(place.before):
        return FREIGHT if topics & {"free", "freight"} else ""
    behind = _first_topic(place.behind)
    topic = behind if not local and behind in {"freight", "small"} else topic
    return {"freight": FREIGHT, "small": FEE, "min": MIN_VALUE, "free": FREE_FROM}.get(topic, "")


def _is_fee_otherwise(place: _Place) -> bool:
    """Return whether an amount is paid below a minimum order: ``minimum order 150, otherwise 25``."""
    clause = _ELSE.search(place.before)
    if clause is not None:
        start = len(place.all_before) - len(place.before) + clause.start()
        return _last_topic(place.all_before[:start]) == "min" and "," not in place.before[
            clause.end() :
        ].lstrip(" ,:")
    is_behind = place.is_last and _ELSE_BEHIND.match(place.behind) is not None
    return is_behind and _last_topic(place.all_before) == "min"


def _last_topic(text: str) -> str:
    found = [*_TOPICS.finditer(text)]
    return str(found[-1].lastgroup) if found else ""


def _first_topic(text: str) -> str:
    """Return the topic right behind an amount: ``12,90 EUR Fracht``, ``25 handling fee``."""
    near = " ".join(re.split(r"[,:(]", text)[0].split()[:4])
    match = _TOPICS.search(near)
    return str(match.lastgroup) if match else ""


def _sign(amount: str) -> str:
    """Return the decimal separator of an amount in a sentence; three final digits are thousands."""
    try:
        return find_decimal([("", amount)])
    except UnclearNumberError:
        return "," if "." in amount else "."


def says_discount(text: str) -> bool:
    """Return whether a short text is the label of a discount: ``Sonderrabatt``, ``Trade discount 5 %``."""
    return len(text.split()) <= _MOST_OF_LABEL and _DISCOUNT_ROW.match(text) is not None
