"""Links with intermediate panels per row (dcTrack's ``Hop 1: Near End Panel Name``), split into cords."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from string import ascii_uppercase

from netfloor.exchange.lists.subjects import CABLES
from netfloor.exchange.tables.heading_lines import MAX_ABOVE, cell_at, plain
from netfloor.exchange.tables.layout import Asked, Layout, find_layout
from netfloor.exchange.tables.subject import words_of
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.fabric.links import other_side, side_of
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_NUMBER = re.compile(r"[1-9][0-9]?")
_HOPS = frozenset({"hop", "panel", "patchpanel"})
_CORDS = frozenset({"cord", "cable", "patch", "patchcord", "jumper"})
_FAR = frozenset({"far", "b", "exit", "out"})
_DEVICE_WORDS = frozenset({"panel", "device", "item", "name", "patchpanel"})
#: Heading words for panel data other than the name.
_NO_NAMES = frozenset(
    {"location", "site", "room", "rack", "cabinet", "unit", "position", "type", "model", "make"}
)
#: Cord columns in the new rows, by a word of the original heading.
_OF_CORD = {
    "id": "Cable ID",
    "name": "Cable ID",
    "number": "Cable ID",
    "label": "Cable ID",
    "length": "Length",
}
#: A device and its port, by column.
_End = tuple[int, int | None]
#: A device and the label of its port.
_Stop = tuple[str, ...]
#: The ends of a link that is one cable.
_ONE_CABLE = 2


@dataclass
class _Path:
    """The column numbers of the panels and cords of a path."""

    near: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    far: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    cords: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))

    @property
    def columns(self) -> set[int]:
        """All columns."""
        groups = (*self.near.values(), *self.far.values(), *self.cords.values())
        return {index for group in groups for index in group.values()}

    def ends(self) -> Iterator[tuple[_End, _End]]:
        """Yield the incoming and the outgoing end for each panel or pair of panels."""
        for number in sorted(self.near):
            near = self.near[number]
            if "device" not in near:
                continue
            far = self.far.get(number, {})
            come = near["device"], near.get("port")
            yield come, (far["device"], far.get("port")) if "device" in far else come


def tables_of_cords(table: TextTable, notes: list[str], asked: Asked) -> list[TextTable]:
    """Return the cords of a link table with columns of intermediate panels; empty for other tables.

    Columns that the user names in ``asked`` are not of panels. Raises `InputError` if a link through panels
    has one length, which does not give those of its pieces.
    """
    said = {plain(heading) for heading in asked}
    for first, row in enumerate(table.rows[:MAX_ABOVE]):
        path = _path(["" if plain(cell) in said else cell for cell in row.cells])
        if not any("device" in item for item in path.near.values()):
            continue
        bare = tuple("" if index in path.columns else cell for index, cell in enumerate(row.cells))
        layout = find_layout(
            replace(table, rows=(*table.rows[:first], replace(row, cells=bare), *table.rows[first + 1 :])),
            CABLES,
            asked,
        )
        if layout is None or not _is_heading(table, layout, first):
            continue  # a row of data may name a device ``panel-1``
        keys = {key: column.index for key, column in layout.by_key.items()}
        made = _Cords(path, keys, bare)
        rows = [cord for item in table.rows[first + 1 :] if not item.is_empty for cord in made.of(item)]
        notes.append(
            f"{row.where}: panels on the way, such as below {shown(row.cells[min(path.columns)])!r}: "
            f"{count_text(made.links, 'link')} of {count_text(len(rows), 'cord')}; the cord after a panel "
            "begins behind it, unless a column names the far panel"
        )
        head = replace(row, cells=made.headings)
        return [replace(table, rows=(*table.rows[:first], head, *rows), titles=frozenset())]
    return []


def _is_heading(table: TextTable, layout: Layout, number: int) -> bool:
    """Return whether a row is one of the heading lines of a layout."""
    first = next(at for at, row in enumerate(table.rows) if row.where == layout.where)
    return first <= number < layout.first


class _Cords:
    """Makes cord rows from link rows."""

    def __init__(self, path: _Path, keys: Mapping[str, int], headings: Sequence[str]) -> None:
        self.links = 0
        self._keys, self._ends = keys, list(path.ends())
        self._width, self._apart = len(headings), path.columns
        self._cords = path.cords
        self._names = list(dict.fromkeys(name for _, cord in sorted(path.cords.items()) for name in cord))
        self.headings = (*headings, *self._names)
        self._sided = {index: key[-1] for key, index in keys.items() if key[-2:] in {"_a", "_b"}}

    def of(self, row: TableRow) -> Iterator[TableRow]:
        """Yield a row for each cord of a link."""
        self.links += 1
        cells = ["" if at in self._apart else cell_at(row.cells, at) for at in range(self._width)]
        start, end = (
            tuple(
                cell_at(row.cells, self._keys[key]) if key in self._keys else ""
                for key in (f"device_{side}", f"port_{side}")
            )
            for side in "ab"
        )
        stops = [(start, start)]
        for come, leave in self._ends:
            ways = [
                tuple("" if at is None else cell_at(row.cells, at) for at in item) for item in (come, leave)
            ]
            if ways[0][0]:
                stops.append(_through(stops[-1][1], ways[0], ways[1] if ways[1][0] else ways[0]))
        stops.append((end, end))
        self._refuse_length(row, len(stops))
        letters = iter(ascii_uppercase)
        for number, ((_, near), (far, _)) in enumerate(pairwise(stops), 1):
            own = list(cells)
            for index, side in self._sided.items():
                is_inner = (side == "a" and number > 1) or (side == "b" and number < len(stops) - 1)
                if is_inner:
                    own[index] = ""
            for side, (name, port) in (("a", near), ("b", far)):
                own[self._keys[f"device_{side}"]] = name
                if (at := self._keys.get(f"port_{side}")) is not None:
                    own[at] = port
            if (at := self._of_link("id")) is not None and len(stops) > _ONE_CABLE and own[at]:
                is_fixed = 1 < number < len(stops) - 1 and "f" not in {side_of(near[1]), side_of(far[1])}
                own[at] = "" if is_fixed else f"{own[at]}-{next(letters)}"
            cord = self._cords.get(number, {})
            more = ["" if name not in cord else cell_at(row.cells, cord[name]) for name in self._names]
            yield TableRow(row.where, (*own, *more))

    def _of_link(self, key: str) -> int | None:
        """Return the column with the id or length of a whole link; None if cords have columns for it."""
        name = {"id": "Cable ID", "length": "Length"}[key]
        return None if name in self._names else self._keys.get(key)

    def _refuse_length(self, row: TableRow, stops: int) -> None:
        at = self._of_link("length")
        if at is not None and stops > _ONE_CABLE and cell_at(row.cells, at):
            heading, length = shown(self.headings[at]), shown(cell_at(row.cells, at))
            what = f"{heading} {length} of a link through panels, which is several cables"
            remedy = f'columns Cord 1 Length, Cord 2 Length and so on, or {setting("map")} "{heading}=skip"'
            raise InputError(row.where, what, remedy)


def _through(last: _Stop, come: _Stop, leave: _Stop) -> tuple[_Stop, _Stop]:
    """Return where a cord ends at a panel and the next one starts.

    A single port with a side continues on the other side; a cord from the rear of a panel ends at the rear.
    """
    if come != leave or not (side := side_of(come[1])):
        return come, leave
    other = come[0], other_side(come[1])
    return (other, come) if side == "f" and side_of(last[1]) == "r" else (come, other)


def _path(cells: Sequence[str]) -> _Path:
    """Return the columns of intermediate panels and cords in a row of headings."""
    path = _Path()
    for index, cell in enumerate(cells):
        words = words_of(cell[:120])
        numbers = [word for word in words if _NUMBER.fullmatch(word)]
        if len(numbers) != 1:
            continue
        number, said = int(numbers[0]), {*words} - {numbers[0]}
        if said & _HOPS:
            group = (path.far if said & _FAR else path.near)[number]
            what = "port" if "port" in said else "device" if said & _DEVICE_WORDS else ""
            if what and not said & _NO_NAMES:
                group.setdefault(what, index)
        elif said & _CORDS and len(said) > 1:
            rest = next((word for word in words if word in _OF_CORD), "")
            name = (
                _OF_CORD.get(rest)
                or " ".join(word for word in words if word not in {numbers[0], *_CORDS}).capitalize()
            )
            path.cords[number].setdefault(name, index)
    return path
