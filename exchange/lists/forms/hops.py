"""Links with intermediate panels per row (dcTrack's ``Hop 1: Near End Panel Name``), split into cords."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from string import ascii_uppercase

from netfloor.exchange.lists.forms.path_columns import OUTER, PathColumns, path_columns
from netfloor.exchange.lists.subjects import CABLES
from netfloor.exchange.tables.heading_lines import (
    MAX_ABOVE,
    PATH_TARGET,
    cell_at,
    column_letter,
    heading_lines,
    is_letter,
    plain,
)
from netfloor.exchange.tables.headings.layout import Asked, Layout, find_layout
from netfloor.exchange.tables.kinds import kind_of_name
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.subject import HeadingReader
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.fabric.fabric import PANEL
from netfloor.fabric.links import other_side, side_of
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: The ends of a link that is one cable.
_ONE_CABLE = 2
#: Rows from which the kinds of panels are taken.
_SAMPLE = 200
#: Columns in a note.
_NAMED = 6


def tables_of_cords(table: TextTable, notes: list[str], asked: Asked) -> list[TextTable]:
    """Return the cords of a link table with columns of intermediate panels; empty for other tables.

    ``asked`` may name these columns (``panel 1``); others that it names are not of panels. Raises
    `InputError` if a link through panels has one length, which does not give those of its pieces, and if
    the columns of its ends are not known.
    """
    refused: InputError | None = None
    for candidate, first in _candidates(table):
        row, below = candidate.rows[first], candidate.rows[first + 1 :]
        path = path_columns(_as_asked(row.cells, asked), below)
        if path is None:
            continue
        layout = _layout(candidate, first, path, asked)
        if layout is None or not _is_heading(candidate, layout, first):
            own = find_layout(table, CABLES, asked)
            is_head = own is None or _is_heading(table, own, first)
            if refused is None and candidate is table and is_head:
                refused = _unknown_ends(row, below, path, asked)
            continue  # a row of data may name a device ``panel-1``
        keys = {key: column.index for key, column in layout.by_key.items()}
        if path.with_ends(keys, layout):
            return [_table_of_cords(candidate, first, _Cords(path, keys, row.cells, below, asked), notes)]
    if refused is not None:
        raise refused
    return []


def _candidates(table: TextTable) -> Iterator[tuple[TextTable, int]]:
    """Yield a table with each row that may hold its headings, then with two lines of headings as one."""
    yield from ((table, first) for first in range(min(MAX_ABOVE, len(table.rows))))
    for (first, end), texts in heading_lines(table, HeadingReader(CABLES)):
        if end - first > 1:
            head = replace(table.rows[first], cells=tuple(texts))
            yield replace(table, rows=(*table.rows[:first], head, *table.rows[end:])), first


def _table_of_cords(table: TextTable, first: int, made: "_Cords", notes: list[str]) -> TextTable:
    """Return the cords of the rows below a row of headings, with notes on them."""
    row, below = table.rows[first], table.rows[first + 1 :]
    rows = [cord for item in below if not item.is_empty for cord in made.of(item)]
    notes.append(
        f"{row.where}: panels on the way, such as below {shown(row.cells[min(made.path.names)])!r}: "
        f"{count_text(made.links, 'link')} of {count_text(made.pieces, 'cord')}; the cord after a "
        f"panel begins behind it, unless a column names the far panel{_not_read(row, below, made.path)}"
    )
    if made.numbered:
        panels = shortened([shown(name) for name in made.numbered], _NAMED)
        notes.append(f"{row.where}: no column has the ports of panels: numbered by row, on {panels}")
    head = replace(row, cells=made.headings)
    return replace(table, rows=(*table.rows[:first], head, *rows), titles=frozenset(), is_of_links=True)


def _as_asked(cells: Sequence[str], asked: Asked) -> list[str]:
    """Return headings as the user reads them: the columns of panels and cords, others blank."""
    by_name = {plain(name): target for name, target in asked.items()}
    by_letter = {name.strip(): target for name, target in asked.items() if is_letter(name)}
    results = []
    for index, cell in enumerate(cells):
        target = by_name.get(plain(cell)) or by_letter.get(column_letter(index))
        results.append(cell if target is None else target if PATH_TARGET.fullmatch(target) else "")
    return results


def _layout(table: TextTable, first: int, path: PathColumns, asked: Asked) -> Layout | None:
    """Return the layout of the columns that are not of panels; None without those of both ends."""
    row = table.rows[first]
    for columns in (path.columns | path.free_ports, path.columns):
        bare = tuple("" if index in columns else cell for index, cell in enumerate(row.cells))
        rows = (*table.rows[:first], replace(row, cells=bare), *table.rows[first + 1 :])
        layout = find_layout(replace(table, rows=rows), CABLES, asked)
        if layout is None or path.free_ports.isdisjoint(columns):
            return layout
        ends = [layout.by_key[key].index for key in ("device_a", "device_b")]
        if path.take_ports(*ends):
            return layout
    return None


def _not_read(row: TableRow, below: Sequence[TableRow], path: PathColumns) -> str:
    """Return the filled columns with further data of panels, for a note."""
    filled = [at for at in sorted(path.others) if any(cell_at(item.cells, at) for item in below)]
    names = [repr(shown(row.cells[index])) for index in filled]
    return f"; not read: {shortened(names, _NAMED)}" if names else ""


def _is_heading(table: TextTable, layout: Layout, number: int) -> bool:
    """Return whether a row is one of the heading lines of a layout."""
    first = next(at for at, row in enumerate(table.rows) if row.where == layout.where)
    return first <= number < layout.first


def _unknown_ends(
    row: TableRow, below: Sequence[TableRow], path: PathColumns, asked: Asked
) -> InputError | None:
    """Return the error that columns of names on both sides of numbered panels are not read as ends."""
    outer = path.outer_names(row.cells, below, asked)
    if outer is None:
        return None
    names = [
        shown(row.cells[index]) if row.cells.count(row.cells[index]) == 1 else column_letter(index)
        for index in outer
    ]
    option, panels = (
        setting("map"),
        [shown(row.cells[index]) for index in (min(path.names), max(path.names))],
    )
    ends = " ".join(f'{option} "{name}={side}"' for name, side in zip(names, "ab", strict=True))
    skip = " ".join(f'{option} "{name}={side}"' for name, side in zip(panels, "ab", strict=True))
    what = f"{panels[0]!r} is a panel on the way, and the columns of its two ends are not known"
    remedy = f"if they are {names[0]!r} and {names[1]!r}: {ends}"
    if len(path.names) > 1:
        remedy += f"; or {skip} if each row is one cable between panels"
    return InputError(row.where, what, remedy)


@dataclass(frozen=True)
class _Stop:
    """A device on a path, or a pair of panels: where a cord arrives, where the next starts, the place."""

    at: int  # its number on the path
    name: str
    come: str
    onward: str  # the device where the next cord starts, and its port
    leave: str
    rack: str = ""
    unit: str = ""

    def through(self, last: "_Stop") -> "_Stop":
        """Return the stop with the sides of a single port that names one.

        The path continues on the other side; a cord from the rear of a panel ends at the rear.
        """
        if (self.name, self.come) != (self.onward, self.leave) or not (side := side_of(self.come)):
            return self
        other = other_side(self.come)
        if side == "f" and side_of(last.leave) == "r":
            return replace(self, come=other)
        return replace(self, leave=other)


class _Cords:
    """Makes cord rows from link rows."""

    def __init__(
        self,
        path: PathColumns,
        keys: Mapping[str, int],
        headings: Sequence[str],
        below: Sequence[TableRow],
        asked: Asked,
    ) -> None:
        self.links = self.pieces = 0
        self.path, self._keys, self._width = path, dict(keys), len(headings)
        self._inner = path.inner()
        self._apart = path.columns | ({*path.taken} - {*path.ports_of_ends.values()})
        names = dict.fromkeys(name for _, cord in sorted(path.cords.items()) for name in cord)
        self._names = [*names]
        own = [*headings]
        said = {plain(name) for name in asked}
        for index in self._apart:
            if plain(own[index]) not in said:
                own[index] = ""
        for side, index in path.ports_of_ends.items():
            self._keys[f"port_{side}"], own[index] = index, f"Port {side.upper()}"
        self.numbered: dict[str, int] = {}  # links through each panel without a column of ports
        self._has_ports = any(stop.port is not None or stop.far_port is not None for stop in self._inner)
        more = [name for name in ("rack", "unit") if any(getattr(stop, name) for stop in self._inner)]
        if not all(self._is_panel(row) for row in below[:_SAMPLE]):
            more.append("type")
        more.append("port")
        for name in more:
            for side in "ab":
                if f"{name}_{side}" not in self._keys:
                    self._keys[f"{name}_{side}"] = len(own) + len(self._names)
                    self._names.append(f"{name.capitalize()} {side.upper()}")
        self._types = "type" in more
        self.headings = (*own, *self._names)
        self._sided = {index: key[-1] for key, index in self._keys.items() if key[-2:] in {"_a", "_b"}}

    def _is_panel(self, row: TableRow) -> bool:
        """Return whether the names of all panels of a row say so themselves."""
        names = (cell_at(row.cells, stop.device) for stop in self._inner)
        return all(kind_of_name(name) == PANEL for name in names if name)

    def of(self, row: TableRow) -> Iterator[TableRow]:
        """Yield a row for each cord of a link."""
        stops = self._stops(row)
        if stops is None:
            yield row  # a title, a total or a note
            return
        self.links += 1
        self._refuse_length(row, len(stops))
        cells = ["" if at in self._apart else cell_at(row.cells, at) for at in range(self._width)]
        cells += [""] * len(self._names)
        letters = iter(ascii_uppercase)
        last = len(stops) - 1
        for number, (near, far) in enumerate(pairwise(stops), 1):
            self.pieces += 1
            own = list(cells)
            self._set_ends(own, near, far)
            if (at := self._of_link("id")) is not None and len(stops) > _ONE_CABLE and own[at]:
                is_fixed = 1 < number < last and "f" not in {side_of(near.leave), side_of(far.come)}
                own[at] = "" if is_fixed else f"{own[at]}-{next(letters)}"
            for name in self.path.cord_names:
                at = self._width + self._names.index(name)
                own[at] = next(filter(None, self._cells_of_cord(row, name, near, far)), "")
            yield TableRow(row.where, tuple(own))

    def _set_ends(self, own: list[str], near: _Stop, far: _Stop) -> None:
        """Set the devices, ports and places of the ends of a cord."""
        for index, side in self._sided.items():
            if (side == "a" and near.at != 0) or (side == "b" and far.at != OUTER):
                own[index] = ""
        for side, stop, device, port in (
            ("a", near, near.onward, near.leave),
            ("b", far, far.name, far.come),
        ):
            is_inner = stop.at not in (0, OUTER)
            texts = {"device": device, "port": port}
            if is_inner:
                texts |= {"rack": stop.rack, "unit": stop.unit, "type": PANEL if self._types else ""}
            for name, text in texts.items():
                if (at := self._keys.get(f"{name}_{side}")) is not None and (text or name != "type"):
                    own[at] = text

    def _cells_of_cord(self, row: TableRow, name: str, near: _Stop, far: _Stop) -> Iterator[str]:
        """Yield the cells of the columns of cords between two stops of a path."""
        end = len(self._inner) + 1 if far.at == OUTER else far.at
        for number in range(near.at + 1, max(end, near.at + 1) + 1):
            index = self.path.cords.get(number, {}).get(name)
            if index is not None:
                yield cell_at(row.cells, index)

    def _stops(self, row: TableRow) -> list[_Stop] | None:
        """Return the devices on the path of a row; None if it names fewer than two."""
        ends = [
            [
                cell_at(row.cells, self._keys[key]) if key in self._keys else ""
                for key in (f"device_{side}", f"port_{side}")
            ]
            for side in "ab"
        ]
        start, end = _Stop(0, *ends[0], *ends[0]), _Stop(OUTER, *ends[1], *ends[1])
        stops = [start]
        for number, columns in enumerate(self._inner, 1):
            stop = _Stop(number, *columns.of_row(row.cells))
            if stop.name and (stop.name, stop.come) not in {(start.name, start.come), (end.name, end.come)}:
                stops.append(self._with_port(stop).through(stops[-1]))
        stops.append(end)
        named = [stop for stop in stops if stop.name]
        if len(named) < _ONE_CABLE:
            return None
        inner = len(stops) - 2
        drop = inner > 1 if not (start.name or end.name) else bool(inner) and self.path.is_either
        return named if drop else stops

    def _with_port(self, stop: _Stop) -> _Stop:
        """Return a panel with a port of its own for the link, if the list has none."""
        if self._has_ports or stop.name != stop.onward:
            return stop
        number = self.numbered[stop.name] = self.numbered.get(stop.name, 0) + 1
        return replace(stop, come=str(number), leave=str(number))

    def _of_link(self, key: str) -> int | None:
        """Return the column with the id or length of a whole link; None if cords have columns for it."""
        name = {"id": "Cable ID", "length": "Length"}[key]
        return None if name in self.path.cord_names else self._keys.get(key)

    def _refuse_length(self, row: TableRow, stops: int) -> None:
        at = self._of_link("length")
        if at is not None and stops > _ONE_CABLE and cell_at(row.cells, at):
            heading, length = shown(self.headings[at]), shown(cell_at(row.cells, at))
            what = f"{heading} {length} of a link through panels, which is several cables"
            remedy = f'columns Cord 1 Length, Cord 2 Length and so on, or {setting("map")} "{heading}=skip"'
            raise InputError(row.where, what, remedy)
