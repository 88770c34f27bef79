"""Columns of intermediate panels and of cords in lists of links: numbered, or by their position."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from netfloor.exchange.lists.subjects import CABLES, DESCRIPTION_HEADINGS, MEDIA_HEADINGS
from netfloor.exchange.tables.heading_lines import cell_at, plain
from netfloor.exchange.tables.headings.layout import Asked, Layout
from netfloor.exchange.tables.numbers import is_rate
from netfloor.exchange.tables.report import USED_LATER
from netfloor.exchange.tables.row_kinds.statuses import is_status_heading
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import DEVICE_WORDS, PANEL_WORDS, HeadingReader, compact, words_of
from netfloor.exchange.tables.tables import TableRow

#: The number of the far end on a path, after those of all panels.
OUTER = 1_000
#: Rows used to tell names from other texts.
_SAMPLE = 200
_NUMBER = re.compile(r"[1-9][0-9]?")
_LONGEST = 120
#: Two panels, each with a cord of its own.
_PAIR = 2
#: A column beyond all others.
_BEYOND = 1 << 30


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Words for a panel on the way; a patch is a cord.
_PANELS = PANEL_WORDS - _words("patch pp brassage parcheo") | _words("hop")
#: Words for any device on the way, if other columns name the ends.
_STOPS = _words("via objekt object objet objeto oggetto zwischenobjekt etape tussenpunt")
_CORDS = _words(
    "cord cable patch patchcord jumper kabel patchkabel leitung cordon jarretiere latiguillo cavo snoer"
)
#: Words for the fixed cable between two panels.
_TRUNKS = _words("trunk rocade backbone stammkabel verlegekabel dorsale troncal")
#: Words for the side of a panel where a cord arrives, and for the one where the path goes on.
_IN = _words("in input eingang entree entrada ingresso ingang near")
_OUT = _words("out output exit ausgang sortie salida uscita uitgang far")
#: Words that say nothing beside these.
_BESIDE = _words("name end nr no of the port") | DEVICE_WORDS
#: Cord columns in the new rows, by a word of the original heading.
_IDS = _words("id name number label nr no nummer numero bezeichnung beschriftung repere etiquette ref")
_LENGTHS = _words("length lange longueur longitud lengte lunghezza")
_ID, _LENGTH = "Cable ID", "Length"
#: Fields of a panel, besides its name, that the cords at it have.
_OF_PANELS = ("port", "rack", "unit")


@dataclass(frozen=True)
class InnerColumns:
    """The columns of a panel, or of the near and the far panel of a hop."""

    device: int
    port: int | None
    far: int
    far_port: int | None
    rack: int | None = None
    unit: int | None = None

    def of_row(self, cells: Sequence[str]) -> tuple[str, str, str, str, str, str]:
        """Return near panel and port, far panel and port, rack and unit of a row."""
        name, port, far, far_port, rack, unit = (
            "" if index is None else cell_at(cells, index)
            for index in (self.device, self.port, self.far, self.far_port, self.rack, self.unit)
        )
        if not far or self.far == self.device:
            port, far_port = port or far_port, far_port or port
        return name, port, far or name, far_port if far else port, rack, unit


@dataclass
class PathColumns:
    """The column numbers of the panels and cords of a path."""

    near: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    far: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    cords: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    others: set[int] = field(default_factory=set)  # further data of panels
    is_numbered: bool = True
    is_either: bool = False  # whether a row may name the panel of an end instead of its device
    headings: tuple[str, ...] = ()
    taken: set[int] = field(default_factory=set)  # columns without a number, by their position
    ports_of_ends: dict[str, int] = field(default_factory=dict)

    @property
    def columns(self) -> set[int]:
        """All numbered columns."""
        groups = (*self.near.values(), *self.far.values(), *self.cords.values())
        return {index for group in groups for index in group.values()} | self.others

    @property
    def names(self) -> list[int]:
        """The columns with the names of panels."""
        return [group["device"] for group in self.near.values() if "device" in group]

    @property
    def cord_names(self) -> tuple[str, ...]:
        """The headings of the columns of cords."""
        return tuple(dict.fromkeys(name for _, cord in sorted(self.cords.items()) for name in cord))

    @property
    def free_ports(self) -> set[int]:
        """Columns of ports without a number or a side, if the panels have no columns of ports."""
        if any("port" in group for group in (*self.near.values(), *self.far.values())):
            return set()
        return {index for index, text in enumerate(self.headings) if _port_word(text)}

    def inner(self) -> list[InnerColumns]:
        """Return the columns of each panel, or pair of panels, in the order of the path."""
        results = []
        for number in sorted(self.near):
            near, far = self.near[number], self.far.get(number, {})
            if "device" in near:
                own = near.get("port"), far.get("device", near["device"]), far.get("port")
                results.append(InnerColumns(near["device"], *own, near.get("rack"), near.get("unit")))
        return results

    def with_ends(self, keys: Mapping[str, int], layout: Layout) -> bool:
        """Return whether other columns than those of panels name the ends for certain."""
        ends = [layout.by_key[key].meaning for key in ("device_a", "device_b")]
        is_sure = all(meaning is not None and meaning.is_sure for meaning in ends)
        return self.is_numbered or (is_sure and not {*keys.values()} & {*self.names})

    def take_ports(self, first: int, last: int) -> bool:
        """Give columns of ports, and repeated ones of cords, to the devices that they stand between.

        ``first`` and ``last``: the columns of the ends. Returns whether panels got any.
        """
        stops = [first, *(group.device for group in self.inner()), last]
        in_order = stops == sorted(stops)
        ordered, ports = sorted(stops), sorted(self.free_ports)
        if not any(ordered[0] < index for index in ports) or len(ports) < len(stops) - 2:
            return False
        of_stop: dict[int, dict[str, int]] = defaultdict(dict)
        for before, after in zip((-1, *ordered), (*ordered, _BEYOND), strict=True):
            gap = [index for index in ports if before < index < after][:2]
            words = [_port_word(self.headings[index]) for index in gap]
            is_left = _are_left(words, is_last=after == _BEYOND, are_after=ports[-1] > ordered[-1])
            for index, word, left in zip(gap, words, is_left, strict=True):
                own = before >= 0 and (left or not in_order)
                is_in = not own or word == "in" or (index == gap[0] and words[1:] == ["out"])
                of_stop[before if own else after].setdefault("in" if is_in else "out", index)
        if not any(of_stop[device] for device in stops[1:-1]):
            return False
        self._set_ports(of_stop, stops)
        self.taken |= {index for own in of_stop.values() for index in own.values()}
        if in_order:
            self._take_cords(stops)
        return True

    def _set_ports(self, of_stop: Mapping[int, Mapping[str, int]], stops: Sequence[int]) -> None:
        """Set the columns of ports of the panels and of the ends."""
        numbers = [number for number in sorted(self.near) if "device" in self.near[number]]
        for number, device in zip(numbers, stops[1:-1], strict=True):
            own = of_stop.get(device, {})
            if own:
                self.near[number]["port"] = next(own[side] for side in ("in", "out") if side in own)
            if len(own) > 1:
                self.far[number]["port"] = own["out"]
        for side, device in (("a", stops[0]), ("b", stops[-1])):
            if own := of_stop.get(device, {}):
                self.ports_of_ends[side] = min(own.values())

    def number_cords(self, trunks: Mapping[str, int]) -> None:
        """Give two cords, and the trunk between two panels, the numbers of their places on the path."""
        if len(self.names) == _PAIR and {*self.cords} == {1, _PAIR}:
            self.cords[_PAIR + 1] = self.cords.pop(_PAIR)
            self.cords |= {_PAIR: dict(trunks)} if trunks else {}

    def _take_cords(self, stops: Sequence[int]) -> None:
        """Take columns with one heading between several devices as those of the cords there."""
        reader = HeadingReader(CABLES)
        gaps = dict(enumerate(pairwise(stops), 1))
        free = {
            (number, index): self.headings[index]
            for number, (before, after) in gaps.items()
            for index in range(before + 1, after)
            if self.headings[index] and index not in self.columns | self.taken
        }
        times = Counter(plain(text) for text in free.values())
        for (number, index), text in free.items():
            if times[plain(text)] > 1:
                self.cords[number].setdefault(_cord_name(words_of(text), reader) or text, index)

    def outer_names(
        self, cells: Sequence[str], below: Sequence[TableRow], asked: Asked
    ) -> tuple[int, int] | None:
        """Return the columns of names before and after numbered panels, None if there are none."""
        if not (self.is_numbered and any(words & _PANELS for words in self._said())):
            return None
        said = {plain(name) for name in asked}
        names = sorted(self.names)
        known = [index for index, cell in enumerate(cells) if cell and index not in self.columns]
        free = [i for i in known if plain(cells[i]) in said or _holds_names(cells[i], below, i)]
        before = [index for index in free if index < names[0]]
        after = [index for index in free if index > names[-1]]
        return (before[0], after[0]) if before and after else None

    def _said(self) -> list[set[str]]:
        return [{*words_of(self.headings[index][:_LONGEST])} for index in self.names]


def path_columns(cells: Sequence[str], below: Sequence[TableRow]) -> PathColumns | None:
    """Return the columns of intermediate panels and cords in a row of headings; None without panels."""
    reader = HeadingReader(CABLES)
    path, trunks = PathColumns(headings=tuple(cells)), dict[str, int]()
    for index, cell in enumerate(cells):
        words = words_of(cell[:_LONGEST])
        numbers = [word for word in words if _NUMBER.fullmatch(word)]
        if {*words} & _TRUNKS and not numbers:
            trunks[_cord_name([word for word in words if word not in _TRUNKS], reader) or _ID] = index
        if len(numbers) != 1:
            continue
        number, rest = int(numbers[0]), [word for word in words if word != numbers[0]]
        if {*rest} & (_PANELS | _STOPS):
            _add_panel(path, number, index, rest, reader)
        elif {*rest} & _CORDS:
            bare = [word for word in rest if word not in _CORDS]
            name = _cord_name(bare, reader) if bare else _name_of_cells(below, index)
            path.cords[number].setdefault(name or " ".join(bare).capitalize(), index)
    if path.names:
        path.number_cords(trunks)
        return path
    return _without_numbers(cells, below, reader)


def _without_numbers(
    cells: Sequence[str], below: Sequence[TableRow], reader: HeadingReader
) -> PathColumns | None:
    """Return the columns of panels beside the devices of their ends, ``Panel A``, or of a single panel."""
    path = PathColumns(headings=tuple(cells), is_numbered=False)
    numbers = {"a": 1, "": 2, "b": 3}
    for index, cell in enumerate(cells):
        words = words_of(cell[:_LONGEST])
        if not {*words} & (_PANELS - {"hop"}):
            continue
        side = next((side for side, own in SIDES.items() for word in words if word in own), "")
        rest = [word for word in words if word not in SIDES.get(side, ())]
        _add_panel(path, numbers[side], index, rest, reader)
    if not path.names or not all(_holds_names("", below, index) for index in path.names):
        return None
    path.is_either = bool({*path.near} & {1, 3})
    return path


def _add_panel(
    path: PathColumns, number: int, index: int, words: Sequence[str], reader: HeadingReader
) -> None:
    """Add a column of a panel: its name, port, rack or unit, or further data."""
    bare = [word for word in words if word not in PANEL_WORDS | _PANELS | _STOPS]
    is_far = bool({*bare} & (_OUT | {"b"}))
    rest = [word for word in bare if word not in _IN | _OUT | {"a", "b"}]
    result = reader.meaning(" ".join(rest)) if rest else None
    is_known = result is not None and result.is_sure and result.field.name in _OF_PANELS
    name = result.field.name if result is not None and is_known else ""
    if not name and {*rest} <= _BESIDE:
        is_port = not rest and {*bare} & (_IN | _OUT) and "hop" not in words
        name = "port" if is_port or "port" in rest else "device"
    group = (path.far if is_far and name in ("device", "port") else path.near)[number]
    if not name or group.setdefault(name, index) != index:
        path.others.add(index)


def _cord_name(words: Sequence[str], reader: HeadingReader) -> str:
    """Return the heading of a column of a cord with its id or length, else empty."""
    for word in words:
        if word in _IDS | _LENGTHS:
            return _ID if word in _IDS else _LENGTH
    result = reader.meaning(" ".join(words)) if words else None
    name = result.field.name if result else ""
    return {"id": _ID, "length": _LENGTH}.get(name, "")


def _name_of_cells(below: Sequence[TableRow], index: int) -> str:
    """Return the heading of a column that names only a cord: its ids or its kind."""
    cells = [cell for row in below[:_SAMPLE] if (cell := cell_at(row.cells, index))]
    are_ids = len({*cells}) == len(cells) and all(any(map(str.isdigit, cell)) for cell in cells)
    return _ID if are_ids and not all(map(is_rate, cells)) else "Cable"


def _port_word(heading: str) -> str:
    """Return ``in``, ``out`` or ``port`` for the heading of a port without number or side, else empty."""
    words = words_of(heading[:_LONGEST])
    if not words or any(word.isdecimal() for word in words):
        return ""
    for name, own in (("in", _IN), ("out", _OUT)):
        if {*words} & own and {*words} <= own | _BESIDE:
            return name
    result = HeadingReader(CABLES).meaning(heading)
    return "port" if result is not None and result.field.name == "port" and not result.side else ""


def _are_left(words: Sequence[str], *, is_last: bool, are_after: bool) -> list[bool]:
    """Return which ports between two devices are of the first one: of two, the first, or both in and out.

    ``are_after``: whether ports stand behind their devices, as the last one does.
    """
    if len(words) > 1:
        return [True, is_last or [*words] == ["in", "out"]]
    return [is_last or are_after or word != "in" for word in words]


def _holds_names(heading: str, below: Sequence[TableRow], index: int) -> bool:
    """Return whether most cells of a column of unknown or of no heading look like names of devices."""
    later = USED_LATER | MEDIA_HEADINGS | DESCRIPTION_HEADINGS
    if heading:
        meaning = HeadingReader(CABLES).meaning(heading)
        is_other = (meaning is not None and meaning.field.name != "device") or _port_word(heading)
        if is_other or is_status_heading(heading) or compact(heading) in later:
            return False
    cells = [cell for row in below[:_SAMPLE] if (cell := cell_at(row.cells, index))]
    names = [
        cell
        for cell in cells
        if len(cell) <= 60
        and ">" not in cell
        and any(map(str.isalpha, cell))
        and any(map(str.isdigit, cell))
    ]
    return bool(cells) and 2 * len(names) > len(cells) and not all(map(is_rate, names))
