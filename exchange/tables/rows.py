"""Rows of a table of a subject, with texts, lengths, rates and quantities by field."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property, lru_cache

from netfloor.exchange.tables.columns import TableColumn
from netfloor.exchange.tables.heading_lines import cell_at, column_letter, plain
from netfloor.exchange.tables.headings.layout import Layout, looks_like
from netfloor.exchange.tables.numbers import (
    CACHED,
    FEET_INCHES,
    LENGTH_TEXT,
    LENGTH_UNITS,
    parse_gbps,
    parse_length,
    parse_quantity,
)
from netfloor.exchange.tables.row_kinds.circuits import Circuits
from netfloor.exchange.tables.row_kinds.fill_down import FillDown, names_both_ends
from netfloor.exchange.tables.row_kinds.nameless import decorations, has_word
from netfloor.exchange.tables.row_kinds.sign_offs import SignOffs
from netfloor.exchange.tables.row_kinds.statuses import (
    INSTALLED,
    SKIPPED_ROWS,
    StatusColumn,
    is_to_buy,
    row_status,
    telling_values,
)
from netfloor.exchange.tables.row_kinds.totals import (
    NAMELESS,
    NOTE,
    OF_ENDS,
    Classify,
    TakeOffs,
    ends_at_console,
    free_units,
    no_row,
    placeless_words,
    says_unused,
    unused_ports,
)
from netfloor.exchange.tables.subject import (
    AS_ABOVE,
    AS_WRITTEN,
    LENGTH,
    TableField,
    TableSubject,
    label,
    words_of,
)
from netfloor.exchange.tables.tables import LONGEST_CELL, TableRow, TextTable, checked_cell, is_comment
from netfloor.exchange.tables.workbook_input import NumberCell
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import MAX_GBPS, MIN_GBPS
from netfloor.topologies.parameters import shown

#: Columns of which a row of signatures fills none.
OF_PORTS = ("port_a", "port_b")
#: Above the length of any cable in a hall.
MAX_MM = 1_000_000_000
#: Characters besides lengths in a cell that contains only lengths: ``3m (10ft)``, ``~3 m``.
_BESIDE = frozenset(" ()[]/~\u2248\u00a0=")
#: Words for a cable in a description with its length.
_CABLES = frozenset({"cable", "cables", "kabel", "cord", "patchcord", "dac", "aoc", "jumper", "cordon"})
#: Texts for an empty value.
_NOTHING = frozenset({"-", "--", "---", "\u2013", "\u2014", "n/a", "na", "none", "tbd", "?"})
#: Texts for a rate that the ports agree on by themselves.
_UNKNOWN_RATES = _NOTHING | {"auto", "autoneg", "auto-negotiation", "autonegotiation", "any"}


@dataclass(frozen=True)
class SubjectTable:
    """A table whose columns are known."""

    table: TextTable
    subject: TableSubject
    layout: Layout
    decimal: str = "."
    own_decimals: Mapping[str, str] = field(default_factory=dict)  # of columns that differ, by key
    skipped: frozenset[str] = frozenset()  # headings and letters of columns that the user skips
    listed: frozenset[str] = frozenset()  # listed devices whose names are words for unused ports
    is_joined: bool = False  # of rows of one end each: headings have the end behind them
    statuses: tuple[StatusColumn, ...] = ()  # whose values leave rows out, or take cables as installed

    @cached_property
    def columns(self) -> Mapping[str, TableColumn]:
        """The columns by key."""
        return self.layout.by_key

    def option_name(self, key: str) -> str:
        """Return the name of a column for ``--map``: its heading, or its letter if the heading repeats."""
        return self._option_of(self.columns[key])

    def further_option(self, name: str) -> str:
        """Return the name of an extra column for ``--map``."""
        index = next(index for index, text in self.further if text == name)
        return self._option_of(self.layout.columns[index])

    def _option_of(self, column: TableColumn) -> str:
        heading = column.heading
        if self.is_joined:
            return shown(heading.removesuffix(" a").removesuffix(" b"))
        alike = sum(plain(item.heading) == plain(heading) for item in self.layout.columns)
        return shown(heading) if heading and alike == 1 else column_letter(column.index)

    def has_above(self, key: str, where: str) -> bool:
        """Return whether a column has a cell in a row above a location."""
        first = self._first_filled.get(key, "")
        return bool(first) and _number(first) < _number(where)

    def is_mostly_blank(self, key: str) -> bool:
        """Return whether a column is blank in half of the rows or more, as one of merged cells is."""
        return 2 * len(self._lacking(key)) >= len(self._every_row)

    def telling_values(self, key: str) -> Mapping[str, str]:
        """Return for each row without a field, by location, a value that no row with the field has."""
        if key not in self._telling:
            lacking = self._lacking(key)
            places = {row.where for row in lacking}
            others = [row for row in self._every_row if row.where not in places]
            texts = telling_values([*map(self._named_cells, lacking)], [*map(self._named_cells, others)])
            self._telling[key] = dict(zip((row.where for row in lacking), texts, strict=True))
        return self._telling[key]

    def _lacking(self, key: str) -> list["SubjectRow"]:
        """Return the rows without a field."""
        return [row for row in self._every_row if key not in row.values]

    @cached_property
    def _every_row(self) -> list["SubjectRow"]:
        """All rows, for messages."""
        return [*self.rows()]

    @cached_property
    def _telling(self) -> dict[str, dict[str, str]]:
        """The results of `telling_values`, by key."""
        return {}

    def _named_cells(self, row: "SubjectRow") -> dict[str, str]:
        """Return the cells of a row by the name of their column in ``--map``."""
        times = Counter(plain(column.heading) for column in self.layout.columns)
        alone = {name: cell for name, cell in row.further.items() if times[plain(name)] == 1}
        own = {self.option_name(key): cell for key, cell in row.values.items() if key in self.columns}
        return own | alone

    @cached_property
    def _first_filled(self) -> dict[str, str]:
        """The location of the first cell of each column."""
        below = self.table.rows[self.layout.first :]
        firsts = {
            key: next((row.where for row in below if cell_at(row.cells, column.index)), "")
            for key, column in self.columns.items()
        }
        return {key: where for key, where in firsts.items() if where}

    @cached_property
    def unsure(self) -> Mapping[str, TableField]:
        """The fields of columns that were recognised by most of their cells: other cells are left out."""
        meanings = {key: column.meaning for key, column in self.columns.items()}
        return {
            key: meaning.field
            for key, meaning in meanings.items()
            if meaning and not meaning.is_sure and not meaning.field.distinct
        }

    def odd_cells(self) -> Iterator[tuple[str, TableRow, str]]:
        """Yield the cells that are left out because they do not look like their column: key, row, text."""
        for key, field_ in self.unsure.items():
            for row in self.table.rows[self.layout.first :]:
                cell = cell_at(row.cells, self.columns[key].index)
                if cell and not looks_like(field_, cell) and not says_unused(cell):
                    yield key, row, cell

    @cached_property
    def lengths(self) -> Mapping[str, tuple[str, ...]]:
        """The keys of the columns of each length, metric units first."""
        result: dict[str, tuple[str, ...]] = {}
        for key in sorted(self.columns):
            if self.subject.field_of(key).reading == LENGTH:
                base = key.partition("#")[0]
                result[base] = (*result.get(base, ()), key)
        return result

    @cached_property
    def further(self) -> tuple[tuple[int, str], ...]:
        """Index and heading of each extra column, with duplicate headings made distinct."""
        seen: dict[str, int] = {}
        results = []
        for column in self.layout.columns:
            told = {plain(column.heading), column_letter(column.index)}
            is_further = not column.meaning or column.meaning.field.kept
            if is_further and column.heading and not told & self.skipped:
                seen[column.heading] = seen.get(column.heading, 0) + 1
                times = seen[column.heading]
                results.append((column.index, f"{column.heading} {times}" if times > 1 else column.heading))
        return tuple(results)

    @cached_property
    def _nameless(self) -> tuple[int, ...]:
        """The columns without heading and meaning that the user does not skip."""
        return tuple(
            column.index
            for column in self.layout.columns
            if not column.heading and not column.meaning and column_letter(column.index) not in self.skipped
        )

    @cached_property
    def decorations(self) -> Mapping[int, str]:
        """The columns without a heading that say nothing, such as *to* between two ends, and their cell."""
        needed = [self.columns[key].index for key in self.subject.needed if key in self.columns]
        below = self.table.rows[self.layout.first :] if self._nameless else ()
        cells = (row.cells for row in below if all(cell_at(row.cells, index) for index in needed))
        return decorations(cells, self._nameless)

    def rows(self, dropped: list[str] | None = None) -> Iterator["SubjectRow"]:
        """Yield the rows below the headings, without empty rows, comments, titles, totals and notes.

        Cables to be removed, by a column ``Action`` or ``Status``, ports without a cable and free units are
        left out too; cables in place get yes in the field `INSTALLED`. ``dropped`` receives the location
        and the classification of each other non-empty row.
        """
        needed = [self.columns[key].index for key in self.subject.needed]
        headings = [column.heading for column in self.layout.columns]
        left_out: list[str] = [] if dropped is None else dropped
        width, keys = len(headings), [(key, column.index) for key, column in self.columns.items()]
        named = max((index + 1 for index, head in enumerate(headings) if head), default=0)
        fill_down = FillDown(self.columns)
        bare = [index for index in self._nameless if index not in self.decorations]
        other_columns = self.further
        of_types = [self.columns[key].index for key in ("type_a", "type_b") if key in self.columns]
        takes_installed = INSTALLED in self.subject.by_name and INSTALLED not in self.columns
        of_nothing, unsure = self._test_of_nothing(), self.unsure
        signed = SignOffs([self.columns[key].index for key in OF_PORTS if key in self.columns])
        sums = TakeOffs(self.layout.columns, self.table.rows[self.layout.first :], needed)
        for number in range(self.layout.first, len(self.table.rows)):
            row = self.table.rows[number]
            if row.is_empty:
                continue
            cells = row.cells
            count = len(cells)
            names = [cells[index] if index < count else "" for index in needed]
            if is_comment(cells, is_name=0 in needed):
                if all(names):  # its cells are like those of the other rows
                    left_out.append(self._left_out(row, "a comment"))
                continue
            is_title = number in self.table.titles
            other = "a title" if is_title else no_row(cells, names, self.layout.columns, self.subject)
            if fill_down and not other:
                cells = fill_down.of(cells)
                count = len(cells)
            other = signed.of(cells, other) if other in ("", NOTE) else other
            other = sums.of(number - self.layout.first, cells, other)
            other = other or ("a console cable" if _is_of_console(cells, of_types) else "")
            status = row_status(self.statuses, cells) if self.statuses else ""
            other = other or (status if status != INSTALLED else "")
            is_cut = count < named and ": line " in row.where  # workbooks omit trailing blank cells
            if of_nothing is not None:
                other = other or of_nothing(cells, is_cut)
            values = {
                key: cells[index]
                for key, index in keys
                if index < count
                and cells[index]
                and (key not in unsure or looks_like(unsure[key], cells[index]))
            }
            if takes_installed and self.statuses:
                values |= self._installed(cells, status, values)
            unused = values.pop(other) if other in NAMELESS else ""
            if other and not unused:
                left_out.append(self._left_out(row, other))
                continue
            further = {name: cells[i] for i, name in other_columns if i < count and cells[i]}
            apart = tuple((i, cells[i]) for i in bare if i < count and has_word(cells[i]))
            beyond = tuple(filter(has_word, cells[width:])) if count > width else ()
            yield SubjectRow(row.where, values, further, self, apart, beyond, unused)

    def _installed(self, cells: Sequence[str], status: str, values: Mapping[str, str]) -> dict[str, str]:
        """Return whether the statuses of a row call its cable installed or to buy; empty for neither."""
        if status == INSTALLED:
            return {INSTALLED: "yes"}
        is_of_link = self.table.is_of_links
        to_buy = "via" not in values and is_to_buy(self.statuses, cells, is_of_link=is_of_link)
        return {INSTALLED: "no"} if to_buy else {}

    @cached_property
    def _circuits(self) -> Circuits:
        """Finds the rows that end at no device."""
        return Circuits(self.columns, self.table.rows[self.layout.first :])

    def _test_of_nothing(self) -> Classify | None:
        """Return the test for rows of unused ports or of free units, None for other subjects."""
        if self.subject.needs_both_ends:
            unused, circuits = unused_ports(self.columns, self.listed, self._placeless), self._circuits
            return (
                (lambda cells, is_cut: circuits.of(cells) or unused(cells, is_cut)) if circuits else unused
            )
        return free_units(self.columns) if self.subject.has_free_units else None

    @cached_property
    def _placeless(self) -> frozenset[str]:
        """Words for unused ports that ends in several racks or units are called."""
        return placeless_words(
            self.columns, [row.cells for row in self.table.rows[self.layout.first :]], self.listed
        )

    def _left_out(self, row: TableRow, taken_for: str) -> str:
        """Return the line of a row, its first text and its classification."""
        first = next(cell for cell in row.cells if cell)
        return f"{row.where.removeprefix(f'{self.table.where}: ')} ({shown(first[:40])!r}: {taken_for})"


@dataclass(frozen=True)
class SubjectRow:
    """A row by the fields of its subject; blank cells are left out."""

    where: str
    values: Mapping[str, str]
    further: Mapping[str, str]  # by heading
    table: SubjectTable
    apart: tuple[tuple[int, str], ...] = ()  # cells below an empty heading, with their columns
    beyond: tuple[str, ...] = ()  # cells to the right of all headings
    unused: str = ""  # a word for an unused port in place of a device

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def text(self, key: str) -> str:
        """Return a cell, empty if blank; refuse long cells and spreadsheet errors."""
        value = self.values.get(key)
        if not value:
            return ""
        if isinstance(value, NumberCell):  # its point is the decimal separator, whatever that of texts
            return value
        if type(value) is str and len(value) <= LONGEST_CELL and value[0] != "#" and value.isprintable():
            return value  # needs no further check
        return checked_cell(value, self.where, label(key))

    def needed(self, key: str) -> str:
        """Return a cell that must not be blank."""
        if not (text := self.text(key)):
            if self.unused:
                what = f"{label(key)} is {shown(self.unused)!r}, and the row has an id or a length"
                option = f'{setting("map")} "{self.table.option_name(key)}={label(key)}{AS_WRITTEN}"'
                advice = f"the device's name, or {option} if it is its name"
                raise InputError(self.where, what, f"{advice}{self._skip_option(key)}")
            advice = f"{self.advice_if_empty(key)}{self._skip_option(key)}"
            raise InputError(self.where, f"{label(key)} is empty", advice)
        return text

    def advice_if_empty(self, key: str) -> str:
        """Return advice on a cell that must not be blank."""
        column, advice = self.table.columns.get(key), "a value in every row"
        if column is None or not column.meaning or not column.heading:
            return advice
        if not column.meaning.as_above and self._may_repeat(key):
            option = f'{setting("map")} "{self.table.option_name(key)}={column.meaning.text}{AS_ABOVE}"'
            advice += f", or {option} if it is that of the row above"
        elif key in NAMELESS and not any(f"{name}_{key[-1]}" in self.values for name in OF_ENDS):
            advice = "the device, or spare if the port has no cable"
        return advice

    def _skip_option(self, key: str) -> str:
        """Return the option that leaves out this row and others without a field; empty if no cell tells."""
        named = self.table.telling_values(key).get(self.where, "")
        return f'; {setting("map")} "{named}={SKIPPED_ROWS}" leaves such rows out' if named else ""

    def _may_repeat(self, key: str) -> bool:
        """Return whether a blank cell may be that of the row above: some row above has one to repeat.

        Names are merged cells only in columns that are blank in half of the rows or more.
        """
        columns, own = self.table.columns, self.values
        is_merged = key not in self.table.subject.needed or self.table.is_mostly_blank(key)
        if not is_merged or not self.table.has_above(key, self.where):
            return False
        texts = (*own.values(), *self.further.values())
        return "device_a" not in columns or names_both_ends(own, columns, texts)

    def length_mm(self, key: str) -> int | None:
        """Return a length in mm, with the unit of its cell, unit column or heading; the default is metres.

        Of several columns the first non-blank one counts; contradictions have been reported before.
        """
        result = (self.column_mm(name) for name in self.table.lengths.get(key, ()))
        return next((mm for mm in result if mm is not None), None)

    def column_mm(self, key: str) -> int | None:
        """Return a length in mm from one column."""
        text = self.text(key)
        if not text or text.lower() in _NOTHING:
            return None
        try:
            mm = self._length(key, text)
        except ValueError as error:
            what = f"length {shown(text)!r} {error}"
            raise InputError(self.where, what, "such as 15, 15.00 m, 49.2 ft or 3m (10ft)") from error
        if not 0 <= mm <= MAX_MM:
            limit = f"at most {MAX_MM // 10**6} km"
            raise InputError(self.where, f"length {shown(text)!r} is beyond any cable", limit)
        return round(mm)

    def _length(self, key: str, text: str) -> Decimal:
        """Return a length in mm; raise `ValueError` with the reason if invalid."""
        own = self._unit(key)
        units = "" if own and len(self.table.lengths) > 1 else f"{key.partition('#')[0]}_unit"
        named = self.text(units).lower().strip(". ()[]")
        if named and named not in LENGTH_UNITS:
            raise ValueError(f"has the unit {shown(named)!r}")
        is_asked = self.table.columns[key].heading in self.table.layout.used  # for cells without a unit
        if named and own and not is_asked and LENGTH_UNITS[named] != LENGTH_UNITS.get(own, own):
            raise ValueError(f"is in {shown(named)} by its column of units, and in {own} by its heading")
        unit = named or own
        if units in self.table.columns and not unit and not any(map(str.isalpha, text)):
            heading = self.table.option_name(key)
            of_unit = shown(self.table.columns[units].heading)
            what = f"a length without a unit: its cell in {of_unit!r} is blank"
            option = f'{setting("map")} "{heading}={label(key)} (m)"'
            raise InputError(self.where, what, f"a unit beside each length, or {option} for metres")
        if not _is_length(text):
            raise ValueError("is not a length")
        mm = parse_length(text, self._decimal(text), LENGTH_UNITS[unit] if unit else "m")
        if named and any(map(str.isalpha, text)):
            digits = re.sub(r"[^0-9.,]", "", text)
            if parse_length(digits, self._decimal(text), LENGTH_UNITS[named]) != mm:
                raise ValueError(f"is not in {named}, as the column of units says")
        return mm

    def gbps(self, key: str) -> float | None:
        """Return a rate in Gb/s, with the unit of the cell or the heading; the default is Gb/s."""
        text = self.text(key)
        if not text or text.lower() in _UNKNOWN_RATES:
            return None
        try:
            gbps = parse_gbps(text, self._decimal(text), self.text(f"{key}_unit") or self._unit(key) or "g")
        except (ValueError, KeyError):
            gbps = 0
        if not MIN_GBPS <= gbps <= MAX_GBPS:
            expected = f"such as 100G, 25 Gb/s or 1000M, up to {MAX_GBPS:,} Gb/s"
            raise InputError(self.where, f"rate {shown(text)!r}", expected)
        return gbps

    def amount(self, key: str, highest: float) -> float | None:
        """Return a non-negative quantity in watts or kilograms, depending on its reading."""
        text = self.text(key)
        if not text or text.lower() in _NOTHING:
            return None
        reading = self.table.subject.field_of(key).reading
        heading = self._unit(key)
        try:
            sign = self._decimal(text, key)
            number = float(parse_quantity(text.lower(), sign, reading, heading))
        except ValueError:
            number = -1
        if not 0 <= number <= highest:
            raise InputError(self.where, f"{label(key)} {shown(text)!r}", f"a number from 0 to {highest:,}")
        return number

    def _unit(self, key: str) -> str:
        column = self.table.columns.get(key)
        return column.meaning.unit if column and column.meaning else ""

    def _decimal(self, text: str, key: str = "") -> str:
        """Return the decimal separator of a cell; numbers of a workbook use a point."""
        if isinstance(text, NumberCell):
            return "."
        return self.table.own_decimals.get(key, self.table.decimal)


def _is_of_console(cells: Sequence[str], of_types: Sequence[int]) -> bool:
    """Return whether a type of an end is that of a console."""
    return any(ends_at_console(cells[index]) for index in of_types if index < len(cells))


def _number(where: str) -> int:
    """Return the number of the line or row of a location."""
    digits = where.rpartition(" ")[2]
    return int(digits) if digits.isdecimal() else 0


@lru_cache(CACHED)
def _is_length(text: str) -> bool:
    """Return whether a text is only lengths or a cable with one length; cached because lists repeat them.

    ``3 meter QDR cable`` qualifies; ``2 x 3 m`` may be two cables.
    """
    rest = LENGTH_TEXT.sub("", text)
    if FEET_INCHES.fullmatch(text) or not {*rest} - _BESIDE:
        return True
    results = LENGTH_TEXT.findall(text)
    is_cable = bool({*words_of(rest)} & _CABLES)
    return is_cable and len(results) == 1 and any(map(str.isalpha, results[0]))
