"""Report of the interpretation of tables: the meaning of each heading, and unused headings."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import groupby

from netfloor.exchange.tables.problems import shortened, with_short_files
from netfloor.exchange.tables.side_words import sided_words
from netfloor.exchange.tables.subject import compact, label, words_of
from netfloor.foundation.errors import with_options
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

MIN_LIKENESS = 0.78
MAX_UNUSED = 20
_OTHER_SIDE = {"a": "b", "b": "a"}
#: Meaning of a column that is kept under its own heading for later use.
KEPT = "kept as it is"
#: Meaning of a column whose values say which cables are removed, in place or planned.
OF_STATUS = "status of the cable"
#: Extra columns with the colour of a cable, in `compact` form.
COLOR_HEADINGS = frozenset(
    {"color", "colour", "farbe", "couleur", "cablecolor", "cablecolour", "cordcolor", "cordcolour"}
    | {"kabelfarbe", "couleurcable", "couleurducable", "colorcable", "colordelcable", "colorcode"}
)
#: Extra columns used by bills, device types and exports.
USED_LATER = COLOR_HEADINGS | frozenset(
    [
        "status",
        "comments",
        "type",
        "label",
        "function",
        "manufacturer",
        "lengthunit",
        "serial",
        "assettag",
        "role",
        "site",
        "description",
    ]
)


@dataclass(frozen=True)
class Understood:
    """The meaning of a heading, an example, and its number of cells."""

    table: str
    heading: str
    meaning: str  # in the form of ``--map``
    example: str
    count: int
    subject: str


@dataclass(frozen=True)
class Unused:
    """A heading without a field, its number of cells, and the keys without a heading."""

    table: str
    heading: str
    count: int
    lacking: tuple[str, ...]


#: Words of notes on what is not in the plan.
_LEFT_OUT = re.compile(r"left out|passed over|not read|not in the room|ignored|dropped")
#: Two units of length below one heading: ``Cord Length (ft/m)``.
_TWO_UNITS = re.compile(r"\((ft|feet|in|m)\s?(?:/|or)\s?(ft|feet|cm|m)\)", re.IGNORECASE)


@dataclass
class TableReport:
    """The interpretation of all tables read."""

    columns: list[Understood] = field(default_factory=list)
    kept: list[Understood] = field(default_factory=list)  # columns kept under their own headings
    notes: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)  # headings of the user's map that occur in a table
    unused: list[Unused] = field(default_factory=list)
    read: tuple[str, ...] = ()  # all notes, set when reading is complete

    def clear(self) -> None:
        """Drop everything reported, of a file that turned out to be no table."""
        for reported in (self.columns, self.kept, self.notes, self.unused, self.used):
            reported.clear()
        self.read = ()

    def told(self) -> tuple[str, ...]:
        """Return all notes, even if a later step fails."""
        return self.read or tuple(map(with_options, self.ordered(self.notes)))

    def ordered(self, notes: Iterable[str], kept: str = "kept as they are, not read") -> tuple[str, ...]:
        """Return notes on what is left out, then all others, then those on unknown headings, each once.

        A note names a file once. ``kept``: what happens to cells below unknown headings.
        """
        told = [*dict.fromkeys(notes)]
        first = [note for note in told if _LEFT_OUT.search(note)]
        others = [note for note in told if not _LEFT_OUT.search(note)]
        files = {column.table.partition(": sheet ")[0] for column in self.columns}
        every = (*first, *others, *unused_notes(self.unused, kept))
        return tuple(_with_files_once(note, files) for note in every)


def _with_files_once(note: str, files: Iterable[str]) -> str:
    for file in files:
        before, named, after = note.partition(f"{file}: ")
        note = f"{before}{named}{with_short_files(after, [file])}"
    return note


def unused_notes(headings: Sequence[Unused], kept: str = "kept as they are, not read") -> Iterator[str]:
    """Yield notes on the unknown headings of each list, with the options to assign them.

    ``kept``: what happens to their cells.
    """
    in_any_order = sorted(headings, key=lambda heading: heading.table)
    for table, own in groupby(in_any_order, key=lambda entry: entry.table):
        unused = list(own)
        names = [f"{shown(entry.heading)!r} ({count_text(entry.count, 'cell')})" for entry in unused]
        near = [(entry, _near_field(entry.heading, unused[0].lacking)) for entry in unused]
        item, meant = next((pair for pair in near if pair[1]), near[0])
        option = f"--map '{shown(item.heading)}={meant or 'FIELD'}'"
        advice = f"{option} assigns {'it' if len(unused) == 1 else 'one'}"
        advice += "".join(
            f"; {shown(entry.heading)!r} names two units: "
            f"--map '{shown(entry.heading)}=length ({units[1]})' or '... ({units[2]})' says which"
            for entry in unused
            if (units := _TWO_UNITS.search(entry.heading))
        )
        yield f"{table}: {kept}: {shortened(names, MAX_UNUSED)}; {advice}."


def _near_field(heading: str, lacking: Sequence[str]) -> str:
    """Return the field whose name is like a heading, empty if none is.

    A field of an end is never of the other end than the heading names. If it names none, the table has the
    other end's column already.
    """
    side = next((side for side, rest, _ in sided_words(words_of(heading)) if side and rest), "")
    fields = {}
    for key in lacking:
        stem, own = key[:-1], key[-1:] if key[-2:] in {"_a", "_b"} else ""
        is_open = not own or side == own or (not side and f"{stem}{_OTHER_SIDE[own]}" not in lacking)
        if is_open:
            fields[compact(label(key))] = label(key)
    near = get_close_matches(compact(heading), fields, n=1, cutoff=MIN_LIKENESS)
    return fields[near[0]] if near else ""
