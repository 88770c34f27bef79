"""Lists that state each cable from both ends: pairing of rows, and columns for one end only."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeVar

from netfloor.exchange.lists.subjects import LANE_HEADINGS
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.rows import SubjectRow, SubjectTable
from netfloor.exchange.tables.side_words import sided_words
from netfloor.exchange.tables.subject import compact, keys_of, label, words_of
from netfloor.foundation.errors import setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: Maximum number of columns and rows named in a note.
_NAMED = 10
#: Extra column with the id that the row from the other end gives the same cable.
OTHER_ID = "id b"
#: Fields of the cage at each end, which stay extra columns of the cable.
FORMS = ("form_a", "form_b")

#: Texts that lists use for an unknown port.
NO_PORT = frozenset(
    {"", "-", "--", "---", "\u2013", "\u2014", "n/a", "n.a.", "na", "none", "any", "tbd", "tba", "?"}
)
_LONGEST_PORT = 60
_LONGEST_NO_PORT = max(map(len, NO_PORT))
_Record = TypeVar("_Record")


#: Prefixes of switch ports, in the abbreviations that devices use for their own and neighbours' ports.
_PORT_WORDS = {
    "eth": "et eth ethernet",
    "fa": "fa fas fastethernet",
    "gi": "gi gig gigabitethernet",
    "te": "te ten tengige tengigabitethernet",
    "twe": "twe twentyfivegige",
    "fo": "fo for fortygige fortygigabitethernet",
    "hu": "hu hundredgige hundredgigabitethernet",
    "fh": "fh fourhundredgige",
    "po": "po port-channel",
}
_SHORT = {word: short for short, words in _PORT_WORDS.items() for word in words.split()}
_BEGINS = re.compile(r"([a-z-]{2,30}) ?([0-9][0-9/.:]{0,30})", re.IGNORECASE)


@lru_cache(1 << 16)
def port_key(port: str) -> str:
    """Return a key for a port that is independent of abbreviations: ``Ethernet1/1`` matches ``Eth1/1``."""
    match = _BEGINS.fullmatch(port) if len(port) <= _LONGEST_PORT else None
    short = _SHORT.get(match[1].lower()) if match else None
    return f"{short}{match[2]}" if match and short else port


class StatedEnds(NamedTuple):
    """The ends of a cable, as far as the rows from both ends state them equally.

    A port is empty if the table has no column for the far port.
    """

    a: str
    port_a: str
    b: str
    port_b: str
    id: str = ""

    @property
    def mirrored(self) -> "StatedEnds":
        """The same cable, stated from its other end."""
        return StatedEnds(self.b, self.port_b, self.a, self.port_a, self.id)


class EndColumns:
    """The columns of a table for each end, and the columns that it has for one end only."""

    def __init__(self, table: SubjectTable) -> None:
        columns = table.columns
        self._has_ports = "port_a" in columns and "port_b" in columns
        self._has_one_slot = ("slot_a" in columns) != ("slot_b" in columns)
        id_meaning = columns["id"].meaning if "id" in columns else None
        self._has_id = id_meaning is not None and id_meaning.is_sure
        named = {key: columns[key].meaning for key in ("device_a", "device_b") if key in columns}
        meanings = {key: meaning for key, meaning in named.items() if meaning is not None}
        #: What the user said of all cables of the table, and the options that would say it.
        self.as_ends = any(meaning.as_ends for meaning in meanings.values())
        self.lanes = next((name for _, name in table.further if compact(name) in LANE_HEADINGS), "")
        is_said = any(meaning.as_breakouts for meaning in meanings.values())
        #: Whether rows that share a port are one breakout cable: the user says so, or lanes are numbered.
        self.as_breakouts = is_said or bool(self.lanes)
        self.to_buy = any(meaning.to_buy for meaning in meanings.values())
        self.without_jumpers = any(meaning.no_jumpers for meaning in meanings.values())
        self.options = {
            key: f'{setting("map")} "{table.option_name(key)}={meaning.text}'
            for key, meaning in meanings.items()
        }
        ends = [keys_of(item) for item in table.subject.fields if item.sided]
        self.partners = {
            **_partners([name for _, name in table.further]),
            **{label(key): label(other) for a, b in (*ends, FORMS) for key, other in ((a, b), (b, a))},
        }

    def half_stated(self, row: SubjectRow) -> StatedEnds | None:
        """Return the ends of a row that states only one end in full, None for a row that states both.

        A row without ports counts as half-stated: only another row can show that both are one cable.
        """
        values = row.values
        port_a, port_b = _port(values.get("port_a", "")), _port(values.get("port_b", ""))
        if self._has_ports and (port_a or port_b):
            slots = values.get("slot_a", "") or values.get("slot_b", "")
            if not (self._has_one_slot and slots and port_a and port_b):
                return None
        elif self._has_ports or not (port_a and port_b):
            port_a = port_b = ""
        id_ = values.get("id", "") if self._has_id else ""
        return StatedEnds(values.get("device_a", ""), port_a, values.get("device_b", ""), port_b, id_)


@dataclass
class BothEnds:
    """Findings on rows that state a cable again, for the notes."""

    repeated: list[str] = field(default_factory=list)  # locations of the second rows
    of_one_end: dict[str, int] = field(default_factory=dict)  # cables per differing column
    in_order: list[str] = field(default_factory=list)  # locations of rows that are paired by order

    def joined(
        self, known: Mapping[str, str], again: Mapping[str, str], columns: EndColumns, *, mirrored: bool
    ) -> tuple[dict[str, str], list[str]]:
        """Merge the extra columns of two rows of a cable; also return the contradicting columns.

        In a row from the other end, a column without a side that differs belongs to that end.
        """
        result, contradicting = dict(known), list[str]()
        for heading, text in again.items():
            name = columns.partners.get(heading, heading) if mirrored else heading
            if f"{name} a" in result and name not in result:
                name = f"{name} {'b' if mirrored else 'a'}"
            old = result.setdefault(name, text)
            if old == text:
                continue
            if mirrored and name not in columns.partners:
                del result[name]
                result |= {f"{name} a": old, f"{name} b": text}
                self.of_one_end[name] = self.of_one_end.get(name, 0) + 1
            else:
                contradicting.append(name)
        return result, contradicting

    def notes(self) -> Iterator[str]:
        """Yield notes on the merged rows and the criterion used."""
        if self.repeated:
            yield (
                f"{count_text(len(self.repeated), 'row')} about a cable that another row states, "
                f"first {self.repeated[0]}: each is one cable"
            )
        if self.of_one_end:
            names = [
                f"{shown(name)!r} (of {count_text(many, 'cable')})"
                for name, many in self.of_one_end.items()
            ]
            example = shown(next(iter(self.of_one_end)))
            yield (
                f"the two ends of a cable differ in {shortened(names, _NAMED)}: "
                f"kept by end, as {example + ' a'!r} and {example + ' b'!r}"
            )
        if self.in_order:
            yield (
                f"{count_text(len(self.in_order), 'row')} of parallel cables, first {self.in_order[0]}: "
                "which port leads to which is taken from the order of the rows"
            )


def _port(text: str) -> str:
    return "" if len(text) <= _LONGEST_NO_PORT and text.lower() in NO_PORT else port_key(text)


def mirrored_pairs(stated: Sequence[StatedEnds]) -> tuple[dict[int, int], list[int]]:
    """Pair half-stated rows; return the second row of each cable, and first rows paired by order.

    Rows without ports are paired only if they all state every pair of devices equally often from both ends;
    otherwise a row may be a separate cable.
    """
    groups: dict[StatedEnds, list[int]] = defaultdict(list)
    for number, ends in enumerate(stated):
        groups[ends].append(number)
    balanced = {
        ends
        for ends, rows in groups.items()
        if ends.a != ends.b and len(groups.get(ends.mirrored, ())) == len(rows)
    }
    if any(not ends.port_a and ends not in balanced for ends in groups):
        balanced = {ends for ends in balanced if ends.port_a}
    pairs: dict[int, int] = {}
    in_order: list[int] = []
    for ends, first in groups.items():
        second = groups[ends.mirrored] if ends in balanced else []
        if second and first[0] < second[0]:
            pairs |= dict(zip(first, second, strict=True))
            in_order += first if len(first) > 1 else []
    return pairs, in_order


def in_row_order(records: Sequence[_Record], before: Sequence[int]) -> list[_Record]:
    """Return records with the last ones moved to row order: each after the given number of others."""
    first = len(records) - len(before)
    order = sorted(range(len(records)), key=lambda at: (at, 1) if at < first else (before[at - first], 0))
    return [records[at] for at in order]


def _partners(headings: Iterable[str]) -> dict[str, str]:
    """Return the paired headings for the two ends: Blade and Remote Blade."""
    by_rest: dict[tuple[str, ...], dict[str, str]] = defaultdict(dict)
    for heading in headings:
        for side, rest, _ in sided_words(words_of(heading)):
            if rest:
                by_rest[tuple(rest)].setdefault(side, heading)
    result: dict[str, str] = {}
    for sides in by_rest.values():
        a, b = sides.get("a", sides.get("", "")), sides.get("b", sides.get("", ""))
        if a and b and a != b and not {a, b} & {*result}:
            result |= {a: b, b: a}
    return result
