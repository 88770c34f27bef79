"""Subjects of tables: each declares its fields with the headings that name them."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from netfloor.exchange.tables.japanese import in_english
from netfloor.exchange.tables.numbers import BEFORE_UNIT, OF_LENGTHS, OF_RATES, UNITS, without_currency
from netfloor.exchange.tables.side_words import SIDES, sided_words
from netfloor.fabric.fabric import PANEL

#: Readings of a field's cells.
TEXT, LENGTH, RATE, WATTS, COUNT, NUMBER, DAYS, DATE, MONEY, PORTS = (
    *("text", "length", "rate", "watts", "count", "number", "days", "date", "money", "ports"),
)
#: Readings of names, without a unit or evidence for the decimal separator.
WORDED = frozenset({TEXT, DATE, PORTS})


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Words without meaning next to a side.
_NOISE = _words(
    "side end seite ende cote lado extremo extremite extremidad termination endpoint fields of the no nr"
    " or ou oder point punkt punto punt zijde kant lato di on at am beeindiging eindpunt terminazione"
    " terminaison terminacion"
)
#: Words that name an end, or its port if another column names the device: NetBox's ``Termination A``.
_MAY_BE_PORT = _words(
    "name nom nombre termination endpoint terminaison terminacion beeindiging eindpunt terminazione"
)
_CABLE_WORDS = _words("cable kabel cord")
#: Texts for units counted from the top: ``HE (von oben)``, ``U from top``, ``unit (top=1)``.
_FROM_TOP = re.compile(
    r"(?<![a-z])(?:(?:from|von|ab|depuis|desde|du)[ _-]{1,3}(?:the |le |la )?(?:top|oben|haut|arriba)"
    r"|(?:top|oben) ?= ?1|1 ?= ?(?:top|oben)|top[ _-]?down)(?![a-z])",
    re.IGNORECASE,
)
#: ``--map`` suffixes: ports, devices or racks as they are; blank cells that repeat the cell above; panels
#: at which cables end; no cables between two ports of a device.
AS_WRITTEN, AS_ABOVE, AS_ENDS, NO_JUMPERS = " as written", " as above", " as ends", " without jumpers"
#: Ports that several rows name are breakouts; devices by any spelling; cables between panels are bought.
AS_BREAKOUTS, ANY_SPELLING, TO_BUY = " as breakouts", " in any spelling", " to buy"
#: Names that the device lists lack are devices.
AS_DEVICES = " as devices"
#: What each sets in a meaning, and of which fields; none for all.
_FLAGS: Mapping[str, tuple[str, frozenset[str]]] = {
    AS_ABOVE: ("as_above", frozenset()),
    AS_ENDS: ("as_ends", frozenset({"device"})),
    NO_JUMPERS: ("no_jumpers", frozenset({"device"})),
    AS_BREAKOUTS: ("as_breakouts", frozenset({"device"})),
    TO_BUY: ("to_buy", frozenset({"device"})),
    AS_DEVICES: ("as_devices", frozenset({"device"})),
    ANY_SPELLING: ("any_spelling", frozenset({"device", "name"})),
    " and port a": ("with_port", frozenset({"device"})),
    " and port b": ("with_port", frozenset({"device"})),
    AS_WRITTEN: ("as_written", frozenset({"port", "device", "rack", "place"})),
}
#: ``--map`` suffixes for the decimal separator of a table, on any of its number columns.
DECIMALS: Mapping[str, str] = {" decimal point": ".", " decimal comma": ","}
#: Signs and words between alternatives in a heading.
_OR = re.compile(r"\s*/\s*|\s+(?:or|ou|oder|o)\s+", re.IGNORECASE)
_FAR_END = re.compile(
    r"(?<![a-z])(?:(?:connect(?:ed|s)|attache(?:d|s)|link(?:ed|s)|cabled|goes) to"
    r"|verbunden mit|angeschlossen an"
    r"|connect\u00e9 \u00e0|conectado a|connected(?= [a-z]))(?![a-z])",
    re.IGNORECASE,
)
#: Words for a device in a heading, with the kind that they imply.
DEVICE_WORDS = _words(
    "device dev item asset switch node host hostname name router server system equipment gerat knoten"
    " rechner appareil equipement noeud commutateur serveur nom equipo dispositivo nodo conmutador servidor"
    " nombre"
)
#: Words for a panel in a heading; a patch is a cord, but for its ports: ``Puerto Patch``.
PANEL_WORDS = _words(
    "panel patchpanel patchfeld rangierfeld spleissbox odf panneau bandeau tiroir drawer pp patch brassage"
    " parcheo paneel patchpaneel pannello"
)
#: Words for a device of any kind; beside a word for a panel, both are below the heading.
_ANY_DEVICE = _words("device equipment gerat appareil equipement equipo dispositivo")
#: Words for a port in a heading.
PORT_WORDS = _words("port ports puerto puertos anschluss buchse prise poort poorten porta")
#: Headings that are a single sign.
_SIGNS = {"#": ["nr"], "\u2116": ["nr"]}
_UMLAUTS = re.compile("([aou])e", re.IGNORECASE)
#: Word starts in a heading without spaces: ``StartPort``, ``ADevice``.
_LETTERS = re.compile(r"(?<=[a-z\u00df-\u00ff])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_WORDS = re.compile(r"[a-z]+|[0-9]+|[\u3040-\u30ff\u3400-\u9fff]+")
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]{0,60})[)\]]")
_RATE_UNIT = re.compile(r"(?<![A-Za-z])[GMTk]b(?:it/s|/s|ps)(?![A-Za-z])", re.IGNORECASE)
#: Maximum length of a heading; longer cells are not searched.
LONGEST_HEADING = 120


@dataclass(frozen=True)
class TableField:
    """A field of a subject.

    Attributes
    ----------
    name
        Name in ``--map``; for a cable's end without the side.
    words
        Headings that name it in any language, separated by commas.
    reading
        Reading of its cells.
    needed
        Whether a table of the subject must have it.
    sided
        Whether each end of a cable has it.
    pattern
        Pattern that cells below a ``likely`` heading must match.
    likely
        Headings that name it only if the cells match ``pattern``, best first.
    distinct
        Whether the cells below a ``likely`` heading must be unique.
    excludes
        Whether a cell below a ``likely`` heading that may name something else names that.
    lenient
        Whether the first of several candidate columns counts and the others stay extra columns.
    several
        Whether several columns may have this field, numbered from left to right.
    kept
        Whether its cells are also kept as an extra column.
    heads, beside
        Words of a heading of several words: at least one of ``heads``, all others of either.
    """

    name: str
    words: str
    reading: str = TEXT
    needed: bool = False
    sided: bool = False
    likely: str = ""
    pattern: str = ""
    distinct: bool = False
    excludes: Callable[[str], bool] | None = None
    lenient: bool = False
    several: bool = False
    kept: bool = False
    heads: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()

    @cached_property
    def compact(self) -> frozenset[str]:
        """Its headings without spaces, capitals and accents."""
        return frozenset(compact(text) for text in (self.name, *self.words.split(",")))

    @cached_property
    def compact_likely(self) -> tuple[str, ...]:
        """The ``likely`` headings in that form, in order."""
        return tuple(compact(text) for text in self.likely.split(",") if text)


@dataclass(frozen=True)
class TableSubject:
    """A kind of table."""

    what: str  # noun for its rows in messages
    fields: tuple[TableField, ...]
    letters: bool = True  # whether a single letter, such as a, may name an end
    paired: str = ""  # for a table of ends, the key whose texts occur in two rows each
    used_later: frozenset[str] = frozenset()  # extra columns that are used later, in `compact` form
    later_use: str = "kept as it is"  # what they are used for
    has_free_units: bool = False  # whether its rows may name free rack units

    @cached_property
    def by_name(self) -> Mapping[str, TableField]:
        """The fields by name."""
        return {item.name: item for item in self.fields}

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Every key of a record: ``port_a`` and ``port_b`` for a field of both ends."""
        return tuple(key for item in self.fields for key in keys_of(item))

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """The required keys of a table."""
        return tuple(key for item in self.fields if item.needed for key in keys_of(item))

    @cached_property
    def needs_both_ends(self) -> bool:
        """Whether a table of the subject must have both ends of a cable."""
        return any(item.needed and item.sided for item in self.fields)

    def field_of(self, key: str) -> TableField:
        """Return the field of a key."""
        name = key.partition("#")[0]
        return self.by_name[name] if name in self.by_name else self.by_name[name[:-2]]


def keys_of(table_field: TableField) -> tuple[str, ...]:
    """Return the keys of a field, one per end."""
    return (
        tuple(f"{table_field.name}_{side}" for side in SIDES) if table_field.sided else (table_field.name,)
    )


@cache
def label(key: str) -> str:
    """Return a key as shown to users and in ``--map``: ``port a``."""
    name = key.partition("#")[0]
    return name.removeprefix("device_").replace("_", " ") if name != "device" else name


@dataclass(frozen=True)
class Meaning:
    """The meaning of a heading."""

    field: TableField
    side: str = ""  # a or b, empty if it names neither
    unit: str = ""
    of: str = ""  # switch, server or panel if the heading names the owner
    is_sure: bool = True  # False for a ``TableField.likely`` heading
    by_letter: bool = False
    may_be_port: bool = False  # of a device: becomes the port column if another column names devices
    from_top: bool = False  # of units: 1 is the uppermost
    as_written: bool = False  # see ``AS_WRITTEN``
    as_above: bool = False  # blank cells repeat the last cell above
    as_ends: bool = False  # of a device: cables may end at panels without a continuation
    no_jumpers: bool = False  # of a device: cables between two of its ports are left out
    as_breakouts: bool = False  # of a device: cables that share a port are one breakout cable
    any_spelling: bool = False  # of a device: see ``ANY_SPELLING``
    to_buy: bool = False  # of a device: see ``TO_BUY``
    as_devices: bool = False  # of a device: see ``AS_DEVICES``
    with_port: bool = False  # of a device: its cells name the port too
    decimal: str = ""  # decimal separator, if given

    @property
    def key(self) -> str:
        """Its key, once a required side is set."""
        return f"{self.field.name}_{self.side}" if self.field.sided else self.field.name

    @property
    def text(self) -> str:
        """Its ``--map`` notation: ``length (ft)``, ``unit a from top``."""
        unit = f" ({self.unit})" if self.unit else ""
        how = " from top" if self.from_top else AS_WRITTEN if self.as_written else ""
        sign = next((words for words, decimal in DECIMALS.items() if decimal == self.decimal), "")
        more = f"{AS_ENDS if self.as_ends else ''}{NO_JUMPERS if self.no_jumpers else ''}"
        more = f"{f' and port {self.side}' if self.with_port else ''}{more}"
        more += f"{AS_BREAKOUTS if self.as_breakouts else ''}{ANY_SPELLING if self.any_spelling else ''}"
        more += f"{TO_BUY if self.to_buy else ''}{AS_DEVICES if self.as_devices else ''}"
        return f"{label(self.key)}{unit}{how}{sign}{more}{AS_ABOVE if self.as_above else ''}"


def compact(text: str) -> str:
    """Return a heading without spaces, capitals, accents and signs."""
    return "".join(words_of(text))


def words_of(text: str) -> list[str]:
    """Return the words and numbers of a heading in lower case, ``StartPort`` as two words."""
    text = in_english(text[:LONGEST_HEADING])
    folded = unicodedata.normalize(
        "NFKD", _LETTERS.sub(" ", text).replace("\u00df", "ss").replace("\u0153", "oe")
    )
    return _WORDS.findall("".join(item for item in folded if not unicodedata.combining(item)).lower())


def rate_unit(heading: str) -> str:
    """Return the unit of rate in a heading, ``Speed (Mb/s)``, empty if none."""
    match = _RATE_UNIT.search(heading[:LONGEST_HEADING])
    return match[0].lower() if match else ""


@dataclass
class HeadingReader:
    """Interprets headings of a subject, caching each text."""

    subject: TableSubject
    _known: dict[str, Meaning | None] = field(default_factory=dict)

    def meaning(self, text: str) -> Meaning | None:
        """Return the meaning of a heading, None if unknown."""
        if len(text) > LONGEST_HEADING:
            return None
        if text not in self._known:
            plain = self._read(text)
            numbered = self._read(text.replace("#", " no ")) if "#" in text and words_of(text) else None
            is_plain = numbered is None or (  # ``#ID`` is an id, ``Cable #`` a number
                not numbered.is_sure and plain is not None and plain.is_sure and not plain.field.sided
            )
            result = (plain if is_plain else numbered) or self._transliterated(text) or self._either(text)
            self._known[text] = _of_any_owner(result, text)
        return self._known[text]

    def likely(self, text: str, name: str) -> Meaning | None:
        """Return the meaning of a heading as a tentative name of a field, even if it names another."""
        field = self.subject.by_name.get(name)
        if field is None or len(text) > LONGEST_HEADING:
            return None
        for side, rest, _ in sided_words(words_of(text)) if field.sided else [("", words_of(text), False)]:
            kept = [word for word in rest if word not in _NOISE]
            bare = _without_owner(kept)
            if any("".join(words) in field.compact_likely for words in (rest, kept, bare)):
                return Meaning(field, side, is_sure=False)
        return None

    def _either(self, text: str) -> Meaning | None:
        """Return the meaning that all parts of a heading have: ``Device / Drawer``, ``Gerät oder Feld``."""
        parts = [part for part in _OR.split(text) if part]
        results = [self._read(part) or self._transliterated(part) for part in parts if len(parts) > 1]
        known = [result for result in results if result is not None]
        if not known or len(known) < len(parts) or len({result.field.name for result in known}) > 1:
            return None
        sides = {result.side for result in known} - {""}
        first = max(known, key=lambda result: (bool(result.side), result.is_sure))
        return replace(first, is_sure=any(result.is_sure for result in known)) if len(sides) < 2 else None

    def _transliterated(self, text: str) -> Meaning | None:
        """Return the meaning of a heading with transliterated umlauts: ``Laenge``, ``Geraet``."""
        plain = _UMLAUTS.sub(r"\1", text)
        return self._read(plain) if plain != text else None

    def _read(self, text: str) -> Meaning | None:
        """Return the meaning of a heading, including its unit and other qualifiers."""
        for said, (flag, fields) in _FLAGS.items():
            if text.endswith(said):
                result = self._read(text.removesuffix(said))
                is_of_side = result is not None and (flag != "with_port" or result.side == said[-1])
                if result is None or not is_of_side or (fields and result.field.name not in fields):
                    return None
                flags: dict[str, Any] = {flag: True}
                return replace(result, **flags)
        for said, sign in DECIMALS.items():
            if text.endswith(said):
                result = self._plain(text.removesuffix(said))
                is_number = result is not None and result.field.reading not in WORDED
                return replace(result, decimal=sign) if result and is_number else None
        if _FROM_TOP.search(text):
            result = self._plain(_FROM_TOP.sub(" ", text))
            return replace(result, from_top=True) if result and result.field.name == "unit" else None
        return self._plain(text)

    def _plain(self, text: str) -> Meaning | None:
        unit, text = "", _FAR_END.sub(" far ", text)
        if (
            any(item.reading == MONEY for item in self.subject.fields)
            and (bare := without_currency(text)) != text
        ):
            result = self._plain(bare)  # only a price has a currency
            return result if result is not None and result.field.reading == MONEY else None
        if match := _RATE_UNIT.search(text):
            unit, text = match[0].lower(), text.replace(match[0], " ")
        for inner in _IN_BRACKETS.findall(text):
            named = inner.strip(" .").lower()
            if named in UNITS:
                unit, text = named, text.replace(f"({inner})", " ").replace(f"[{inner}]", " ")
        words = words_of(text) or _SIGNS.get(text.strip(), [])
        if not words:
            rates = [item for item in self.subject.fields if item.reading == RATE and not item.sided]
            return Meaning(rates[0], unit=unit) if len(rates) == 1 and rate_unit(unit) else None
        for rest, tail in ((words, ""), (words[:-1], words[-1])):
            if tail and (tail not in UNITS or not rest):
                continue
            named = rest[:-1] if tail and rest[-1] in BEFORE_UNIT and len(rest) > 1 else rest
            result = self._sided(named)
            if result is not None and (not tail or result.field.reading in UNITS[tail]):
                return replace(result, unit=unit or tail)
        return None

    def _sided(self, words: list[str]) -> Meaning | None:
        """Return the meaning of words without a unit, trying each word as the side."""
        plain = self._field("".join(words), sided=False) or self._qualified(words)
        plain = plain or self._composed(words)
        if plain is not None:
            return Meaning(plain[0], is_sure=plain[1])
        if not any(item.sided for item in self.subject.fields):
            return self._repeated(words)
        for side, rest, by_letter in sided_words(words):
            kept = [word for word in rest if word not in _NOISE]
            bare = [word for word in kept if len(word) < 2 or word not in SIDES.get(side, ())]
            for tried in (rest, kept, bare):
                if (result := self._end(tried, side)) is not None:
                    name, is_sure, of = result
                    may_be_port = bool({*rest} & _MAY_BE_PORT) and {*rest} <= _MAY_BE_PORT | _NOISE
                    return Meaning(
                        name, side, of=of, is_sure=is_sure, by_letter=by_letter, may_be_port=may_be_port
                    )
        return None

    def _qualified(self, words: list[str]) -> tuple[TableField, bool] | None:
        """Return the field of words with a qualifier: ``Measured length``, ``Configured speed``.

        ``Cable 1 ID`` means the first cable of a path, usually the only one.
        """
        if len(words) > 2 and words[0] in _CABLE_WORDS and words[1] == "1":
            return self._field("".join((words[0], *words[2:])), sided=False)
        for reading, beside in ((LENGTH, OF_LENGTHS), (RATE, OF_RATES)):
            rest = "".join(word for word in words if word not in beside)
            result = self._field(rest, sided=False) if rest else None
            if result and result[0].reading == reading:
                return result[0], result[1] and reading == LENGTH
        return None

    def _composed(self, words: list[str]) -> tuple[TableField, bool] | None:
        """Return the field that knows all words of a heading of several: ``Prijs per stuk excl. btw``."""
        several = {*words}
        for item in self.subject.fields if len(words) > 1 else ():
            if several & item.heads and several <= item.heads | item.beside:
                return item, True
        return None

    def _repeated(self, words: list[str]) -> Meaning | None:
        """Return the field that each of several words names, as in headings of two lines."""
        results = [self._field(word, sided=False) for word in words]
        sure = {item[0].name for item in results if item and item[1]}
        return Meaning(results[0][0]) if results[0] and len(sure) == 1 and all(results) else None

    def _end(self, words: list[str], side: str) -> tuple[TableField, bool, str] | None:
        """Return the field of an end, whether it is certain, and its owner."""
        if not words:
            return (self.subject.by_name["device"], True, "") if side else None
        of = _whose(words)
        if (result := self._field("".join(words), sided=True)) is not None:
            return (*result, of)
        without = _without_owner(words)
        if not without:
            return self.subject.by_name["device"], of != PANEL, of
        if without == ["id"]:  # openDCIM's SourceDeviceID; a number if another column has names
            return self.subject.by_name["device"], False, of
        result = self._field("".join(without), sided=True)
        return None if result is None else (*result, of)

    def _field(self, text: str, *, sided: bool) -> tuple[TableField, bool] | None:
        for item in self.subject.fields:
            if item.sided == sided and text in item.compact:
                return item, True
        for item in self.subject.fields:
            if item.sided == sided and text in item.compact_likely:
                return item, False
        return None


def _of_any_owner(meaning: Meaning | None, text: str) -> Meaning | None:
    """Return the meaning of a heading of devices of several kinds, ``Device / Panel``, without an owner."""
    if meaning is None or not meaning.of or meaning.field.name != "device":
        return meaning
    parts = _OR.split(text)
    return replace(meaning, of="") if len({_whose(words_of(part)) for part in parts}) > 1 else meaning


def _whose(words: list[str]) -> str:
    """Return whether words name a switch, a server or a panel, empty for none or several."""
    said = {*words}
    owners = {
        "switch": said & {"switch", "router", "commutateur", "conmutador", "leaf", "spine"},
        "server": said & {"server", "host", "serveur", "servidor", "rechner"},
        PANEL: said & PANEL_WORDS if said & PORT_WORDS else (said & PANEL_WORDS) - {"patch"},
    }
    if said & _ANY_DEVICE:  # a device or panel
        return ""
    named = [owner for owner, found in owners.items() if found]
    return named[0] if len(named) == 1 else ""


def _without_owner(words: list[str]) -> list[str]:
    """Return the words of a heading that do not name the device: ``port`` for ``Patch Panel Port``."""
    is_of_panel = _whose(words) == PANEL or (_ANY_DEVICE & {*words} and PANEL_WORDS & {*words})
    owner = DEVICE_WORDS | PANEL_WORDS if is_of_panel else DEVICE_WORDS
    return [word for word in words if word not in owner]
