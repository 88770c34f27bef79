"""The kind of a row: every text of the row has to agree with the word that names the kind."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from netfloor.exchange.plug_forms import FORM, forms_in, rates_in
from netfloor.exchange.user_tables.price_list.described.descriptions import described, lengths_in
from netfloor.exchange.user_tables.price_list.described.optics import optical_names
from netfloor.exchange.user_tables.price_list.described.port_groups import ports_in
from netfloor.exchange.user_tables.price_list.kinds import (
    KINDS,
    guess_kind,
    is_accessory,
    is_copper_module,
    kind_named,
)

#: Fields whose cells describe a part beside its name.
_DESCRIBING = ("connector", "connector_a", "connector_b", "gbps", "fibre_connector", "fibre", "optics")
_LONGEST_TITLE = 80
#: Between the kinds of a title, ``Adapters & switches``; not within words, ``DAC/AOC`` counts.
_JOINTS = re.compile(r"\s*[&+,;/|]\s*|\s(?:and|und|et|y|en|e|or|oder|ou|o)\s", re.IGNORECASE)
#: A part with one cage inside another: ``QSFP28 to SFP28 adapter``, ``QSA28``, ``cable module``.
_TO = r"\s?(?:\bto\b|\bauf\b|\bzu\b|\bnach\b|\bvers\b|\ba\b|\bnaar\b|->|\u2192)\s?"
_CONVERTER = re.compile(
    rf"\bqsa[0-9]{{0,3}}\b|\b(?:cable|cage|port|plug|module|modul|kabel) ?(?:module|adapter|converter)\b"
    rf"|\b(?:{FORM}|usb[ -]?[a-c]?|lc|sc|hdmi){_TO}(?:a |an )?(?:{FORM}|usb[ -]?[a-c]?)(?![0-9])",
    re.IGNORECASE,
)
#: Cables with plugs, whatever their ends.
_SURE_CABLE = re.compile(
    r"\b(?:dac|aoc|acc|aec)\b|twinax|direct[ -]attach|active (?:optical|copper|fib(?:er|re)|electric)",
    re.IGNORECASE,
)
_PLUG = re.compile(
    r"\b(?:plugs?|steckers?|jacks?|buchsen?|connectors?|fiches?|connecteurs?|conector(?:es)?|spin[ae]"
    r"|connettor[ei]|connector(?:en)?|stekkers?|prises?|tomas?)\b"
)
_CABLE_WORD = re.compile(
    r"cable|kabel|c\u00e2ble|cord|patch|jumper|\bleads?\b|leitung|cavo|latiguillo|jarreti|bretella|trunk|troncal"
)
_BREAKOUT = re.compile(r"break[\s-]?out|split|fan[\s-]?out|\b[248]\s?[x\u00d7]", re.IGNORECASE)
_SURE_CONVERTER = re.compile(r"\bqsa[0-9]{0,3}\b|cable module", re.IGNORECASE)
#: Words of network adapters that no other part has.
_SURE_ADAPTER = re.compile(
    r"\bnic\b|\bhca\b|netzwerk|network|netwerk|r\u00e9seau|\bred\b|connect-?x|ethernet|infiniband"
    r"|\bpcie?\b|\bocp\b|adapter card|server[\s-]?adapter|bluefield|\bdpu\b"
    r"|host (?:channel )?(?:bus )?adapter",
    re.IGNORECASE,
)
#: Personal computers, which no network of this kind has as servers or adapters.
_STRANGER = re.compile(
    r"laptop|notebook|ordinateur portable|port\u00e1til|desktop|tablet\b|smartphone|\bmonitor\b|drucker"
    r"|printer|imprimante|\bpens?\b|tastatur|keyboard|clavier",
    re.IGNORECASE,
)
#: Parts inside of servers, which no catalogue holds.
_COMPONENT = re.compile(
    r"\b(?:u?r?dimms?|so-?dimms?|ddr[2-6](?:-[0-9]+)?|ssds?|hdds?|nvme|ram|ecc)\b|\bmemory\b|arbeitsspeicher"
    r"|speichermodul|festplatte|hard (?:disk|drive)|disque dur|m\u00e9moire|memoria|geheugen|disco duro"
    r"|harde schijf|\bcpus?\b|prozessor|processo?r|procesador|processeur",
    re.IGNORECASE,
)
COMPONENTS = "left out as memory, disks or processors, which are parts of servers"
_SERVICE = re.compile(
    r"licen[cs]e|lizenz|licencia|subscription|abonnement|support|smartnet|sntc|con-snt|prosupport"
    r"|nx-os|software|warranty|garanti|wartung"
    r"|maintenance|\bcare\b"
    r"|installation|training|schulung|formation|service|consult|inbetriebnahme|mise en service"
    r"|foundation care|\blabou?r\b|arbeitszeit|main.d..?uvre|mano de obra|manodopera|certificazion"
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
_UNITS_OF_WORK = {"hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "h", "heure", "heures", "psch"}
CONVERTERS = "left out as converters between plugs and cages, which catalogues do not hold"


def is_service(text: str) -> bool:
    """Return whether a text names a licence, support or labour."""
    return _SERVICE.search(text.lower()) is not None


def is_sure_service(part: str, text: str) -> bool:
    """Return True if a part is certainly a contract, licence or labour, even if its text names hardware."""
    return _SERVICE_PART.match(part) is not None or _SURE_SERVICE.search(text.lower()) is not None


def is_contract(texts: Mapping[str, str]) -> bool:
    """Return whether a row is a contract, licence or labour, by a duration or by its words."""
    months = texts.get("service_months", "").strip()
    is_work = texts.get("unit", "").lower().strip(" .") in _UNITS_OF_WORK
    return is_work or months.isdecimal() or is_sure_service(texts.get("part", ""), texts.get("name", ""))


def is_component(text: str) -> bool:
    """Return whether a text names memory, a disk or a processor."""
    return _COMPONENT.search(text) is not None


@dataclass(frozen=True)
class RowWords:
    """The texts of a row that tell its kind."""

    texts: Mapping[str, str]  # by field
    title: str = ""  # above the row

    @property
    def own(self) -> str:
        """Its description without its maker, or its part number if it has none."""
        name, maker = self.texts.get("name", ""), self.texts.get("maker", "").strip()
        without = re.sub(rf"(?<!\w){re.escape(maker)}(?!\w)", " ", name) if maker else name
        return without.strip() or name or self.texts.get("part", "")

    @property
    def whole(self) -> str:
        """Its description with the cells of plugs, rates and fibres."""
        cells = (self.texts.get(field, "") for field in _DESCRIBING)
        return ", ".join([self.own, *(cell for cell in dict.fromkeys(cells) if cell)])

    @property
    def has_length(self) -> bool:
        """Whether a cell or the description gives a length."""
        return bool(self.texts.get("length")) or lengths_in(self.own) != []

    @property
    def is_converter(self) -> bool:
        """Whether it connects a cage or plug to another, and is neither cable nor network adapter."""
        text = self.whole
        if _BREAKOUT.search(text) or optical_names(text) or self.has_length or _SURE_CABLE.search(text):
            return False
        if _SURE_ADAPTER.search(self.own):
            return _SURE_CONVERTER.search(text) is not None
        several = len({*forms_in(self.own)}) > 1 and not ports_in(self.own).groups
        return _CONVERTER.search(text) is not None or (several and "adapt" in self.own.lower())

    @property
    def is_plug(self) -> bool:
        """Whether it is a plug or jack without a cable: ``RJ45 plug Cat.6A, field-terminable``."""
        text = self.own.lower()
        return _PLUG.search(text) is not None and not (_CABLE_WORD.search(text) or self.has_length)

    def kind(self, word: str, own_kind: str | None) -> str | None:
        """Return the kind by the row's own texts, by its group or by the title, if the row agrees.

        ``word`` is the cell of a column of kinds; ``own_kind`` is the user's kind for it.
        """
        if own_kind:
            return own_kind
        if (exact := kind_named(word)) is not None:
            is_other = exact in {"adapter", "transceiver"} and self.is_converter
            is_other |= exact in {"TP", "cord"} and self.is_plug
            return None if is_other or (exact in KINDS and _STRANGER.search(self.own)) else exact
        if self.is_converter:
            return None
        if (own := guess_kind(self.whole)) is not None:
            if own in {"TP", "cord"} and self.is_plug:
                return None
            return own if self._has_sure_word(own) or self._agrees(own) else None
        return self._kind_of_group(word)

    def _kind_of_group(self, word: str) -> str | None:
        """Return the kind of a row whose own texts tell none."""
        if any(is_other(self.whole) for is_other in (is_copper_module, is_service, is_accessory)):
            return None
        number = self.texts.get("maker_part") or self.texts.get("part", "")
        kinds = (
            *(kind_of_title(word), guess_kind(f"{word} {self.whole}"), kind_of_title(self.title)),
            guess_kind(f"{self.whole}, {number}"),
        )
        return next((kind for kind in kinds if kind is not None and self._agrees(kind)), None)

    def _has_sure_word(self, kind: str) -> bool:
        if kind == "server":
            return self._agrees(kind)
        return kind != "adapter" or _SURE_ADAPTER.search(self.whole) is not None

    def _agrees(self, kind: str) -> bool:
        """Return whether the row states a plug, ports, a fibre or a length, like every part of its kind."""
        text = self.whole
        if kind not in KINDS:
            return not _STRANGER.search(text)
        if kind == "server":
            facts = described(text, kind)
            is_device = "height" in facts or "nics" in facts or ports_in(text).groups
            return bool(is_device) and not _STRANGER.search(text)
        if _STRANGER.search(text) or self.is_converter:
            return False
        if kind in {"cord", "TP"}:
            return self.has_length or bool(self.texts.get("fibre_connector") or forms_in(text))
        has_plug = bool(forms_in(text) or ports_in(text).groups)
        if kind == "adapter":
            return has_plug
        return has_plug or bool(rates_in(text) or optical_names(text) or self.has_length)


def kind_columns(columns: Sequence[Sequence[str]], names: Iterable[str], known: Iterable[str]) -> list[int]:
    """Return which columns of kinds have words of kinds, or of the user's ``known`` words.

    Where none has, such as WooCommerce's ``simple`` and ``variation``, the words of all are kinds that the
    user may name, unless the names of parts tell their kinds.
    """
    words = [{*filter(None, cells)} for cells in columns]
    mine = [
        number
        for number, cells in enumerate(words)
        if any(kind_of_title(word) is not None or word.lower() in {*known} for word in cells)
    ]
    if mine or any(guess_kind(name) is not None for name in names if name):
        return mine
    return [*range(len(words))]


def kind_of_title(title: str) -> str | None:
    """Return the kind in a title or a group's name, None if there are none or several kinds."""
    if not title or len(title) > _LONGEST_TITLE:
        return None
    each = {kind for part in _JOINTS.split(title) if (kind := guess_kind(part)) is not None}
    if len(each) > 1:
        return None
    return guess_kind(title)
