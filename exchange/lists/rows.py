"""Rows of users' lists, with the ranges in their cells expanded."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NoReturn

from netfloor.exchange.lists.both_ends import NO_PORT
from netfloor.exchange.lists.cells.ranges import expand_ranges, row_texts
from netfloor.exchange.lists.via import expand_via
from netfloor.exchange.tables.heading_lines import column_letter
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.rows import SubjectRow, SubjectTable
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import AS_WRITTEN, PORTS, label, words_of
from netfloor.exchange.tables.tables import LONGEST_CELL, checked_cell
from netfloor.exchange.tables.workbook_input import NumberCell
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: Maximum rows of one kind of list, after expansion.
MAX_ROWS = 1_000_000


def list_rows(
    tables: Sequence[SubjectTable],
    problems: Problems,
    notes: list[str] | None = None,
    *,
    as_built: bool = False,
) -> Iterator[SubjectRow]:
    """Yield a row for each device or cable in the tables, with ranges expanded and cells checked.

    In a list of installed equipment (``as_built``) brackets without a range are part of a name, and cells
    without a heading are noted unless they are beyond all headings of a text file.
    """
    total = 0
    for table in tables:
        dashed, apart = DashedPorts.of(table), list[str]()
        for row in table.rows():
            if row.apart or row.beyond:
                _check_apart(row, problems, apart if as_built else None)
            rows = [row] if _is_plain(row) else expanded_rows(row, dashed, problems, strict=not as_built)
            for item in rows:
                if (total := total + 1) > MAX_ROWS:
                    what = f"the ranges stand for too many {table.subject.what}"
                    problems.add(row.where, what, f"at most {MAX_ROWS:,}")
                    problems.raise_all()
                yield item
        if notes is not None:
            notes += dashed.notes
            if apart:
                many = count_text(len(apart), "row")
                notes.append(f"cells without a heading in {many} are skipped, first at {apart[0]}")


def _check_apart(row: SubjectRow, problems: Problems, noted: list[str] | None) -> None:
    """Report the cells of a row below no heading, or note the row's location in ``noted``."""
    width = len(row.table.layout.columns)
    beyond = list(enumerate(row.beyond, width))
    of_text = beyond if not row.table.table.sheet else []
    if cells := [*row.apart, *beyond] if noted is None else of_text:
        index, cell = cells[0]
        advice = 'a heading for each column; a cell with a comma needs quotes: "leaf[1-3,7]"'
        if index < width or row.table.table.sheet:
            advice = f'a heading for each column, or {setting("map")} "{column_letter(index)}=skip"; '
            advice += 'a cell with a comma needs quotes: "leaf[1-3,7]"'
        problems.add(row.where, f"{shown(cell[:40])!r} has no heading", advice)
    elif noted is not None:
        noted.append(row.where)


def _is_plain(row: SubjectRow) -> bool:
    """Return whether a row certainly has neither a range nor a cell that may be refused."""
    values = row.values
    texts = (*values.values(), *row.further.values())
    joined = " ".join(texts)
    if len(joined) > LONGEST_CELL or not joined.isprintable() or not _UNSURE.isdisjoint(joined):
        return False
    if not all(type(text) is str for text in texts):
        return False  # dates and numbers of workbooks
    if _stated_count(row) > 1:
        return False
    ports = values.get("port_a", ""), values.get("port_b", "")
    if "-" not in joined and "\u2013" not in joined and not any(" " in port for port in ports):
        return True
    return not any(_dashed(port) or _crossed(port) for port in ports)


#: Signs of ranges and of the error values of spreadsheets.
_UNSURE = frozenset("[]{}#")


@dataclass
class DashedPorts:
    """Ports of a table such as ``Eth1/1-8``, which may be ranges without brackets."""

    named: frozenset[tuple[str, str]] = frozenset()  # devices and stems with such port names
    sides: tuple[str, ...] = tuple(SIDES)  # sides whose ports may be ranges
    ranges: list[str] = field(default_factory=list)  # locations of ports read as ranges
    numbered: list[str] = field(default_factory=list)  # locations of ids that represent several cables
    example: str = ""
    modules: list[str] = field(default_factory=list)  # locations of ports such as 1-2 read as a single port
    module: str = ""

    @classmethod
    def of(cls, table: SubjectTable) -> "DashedPorts":
        """Find ports that are names: spans that do not ascend on any device, or overlap on one."""
        spans: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
        columns = {side: table.columns[key] for side in SIDES if (key := f"port_{side}") in table.columns}
        sides = tuple(
            side for side, column in columns.items() if column.meaning and not column.meaning.as_written
        )
        at = [columns[side].index for side in sides]
        cells = (row.cells[index] for row in table.table.rows for index in at if index < len(row.cells))
        for row in table.rows() if any(map(_dashed, cells)) else ():
            for side in sides:
                if span := _dashed(row.values.get(f"port_{side}", "")):
                    spans[row.values.get(f"device_{side}", ""), span[0]].append(span[1:3])
        stems = {
            stem for (_, stem), result in spans.items() if any(first >= last for first, last in result)
        }
        named = (key for key, result in spans.items() if key[1] in stems or not _are_apart(result))
        return cls(frozenset(named), sides)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the ports read as ranges."""
        results = []
        if self.ranges:
            many = count_text(len(self.ranges), "row")
            results.append(
                f"{many} with ports such as {self.example}, read as ranges in step, first {self.ranges[0]}"
            )
        if self.modules:
            many = count_text(len(self.modules), "row")
            results.append(
                f"{many} with ports such as {self.module}, read as one port of a module each, first "
                f"{self.modules[0]}; [{self.module}] is a range, and so is {self.module} below 'Ports'"
            )
        if self.numbered:
            many = count_text(len(self.numbered), "row")
            results.append(
                f"{many} of several cables with one id, first {self.numbered[0]}: "
                "its cables are numbered, such as K8-1 and K8-2"
            )
        return tuple(results)

    def expand(self, row: SubjectRow, cells: dict[str, tuple[str, ...]]) -> None:
        """Expand such ports in place if the other end has the same number; otherwise report a problem.

        Raises `InputError` if the other end has a different number of ports or devices.
        """
        for side in self.sides:
            if _crossed(port := row.values.get(f"port_{side}", "")):
                self._ask(
                    row, f"port_{side}", f"{shown(port)!r} may be ports of two cards", "a row for each"
                )
        spans = {
            f"port_{side}": span
            for side in self.sides
            if (span := _dashed(row.values.get(f"port_{side}", "")))
            and (row.values.get(f"device_{side}", ""), span[0]) not in self.named
        }
        counts = {key: last - first + 1 for key, (_, first, last) in spans.items()}
        others = {len(texts) for key, texts in cells.items() if key not in spans and len(texts) > 1}
        if not others and len(counts) == 1:
            others = {_stated_count(row)} - {1}
        for key, (stem, first, last) in [*spans.items()]:
            rest = {count for other, count in counts.items() if other != key} | others
            is_module = not stem and not _RANGE_WORD.search(row.values[key])
            if rest != {counts[key]} and is_module and not _names_ports(row.table.columns[key].heading):
                del spans[key]  # 1-2 without a stem is module and port
                self.modules.append(row.where)
                self.module = self.module or shown(row.values[key])
            elif rest != {counts[key]}:
                port = shown(row.values[key])
                what = f"{port!r} may be {counts[key]:,} ports, and the other end has not as many"
                remedy = f"ranges in brackets at both ends, {shown(stem)}[{first}-{last}]"
                self._ask(row, key, what, remedy)
        for key, (stem, first, last) in spans.items():
            cells[key] = expand_ranges(
                f"{stem.replace('[', '').replace(']', '')}[{first}-{last}]", row.where
            )
            self.example = self.example or shown(row.values[key])
        if spans:
            self.ranges.append(row.where)

    def _ask(self, row: SubjectRow, key: str, what: str, remedy: str) -> NoReturn:
        """Refuse a port that may be several, with the option that makes it a single port."""
        heading = row.table.option_name(key)
        item = f'{setting("map")} "{heading}={label(key)}{AS_WRITTEN}" if it is one port'
        raise InputError(row.where, f"{label(key)} {what}", f"{remedy}; or {item}")


#: Words between the first and the last of several in the languages of lists: ``1 to 12``, ``1 \u00e0 12``.
_TO = r"to|through|thru|bis|\u00e0|au|a|al|hasta|tot|t/m|tot en met|t\.?e\.?m\.?"
_RANGE_WORD = re.compile(rf"(?<=[0-9])\s{{1,3}}(?:{_TO})\s{{1,3}}(?=\S)", re.IGNORECASE)
#: The stem, or its end, may precede either number: ``25.1-25.4``, ``Eth49/1-49/2``.
_DASHED = re.compile(
    r"(|.{0,80}[^0-9-]|.{0,79}[^\W\d_]-)([0-9]{1,5})\s?[-\u2013]\s?(|.{0,80}?[^0-9-]|.{0,79}?[^\W\d_]-)([0-9]{1,5})"
)
#: Spans whose numbers differ before the last one: ``Eth49/1-50/1``.
_CROSSED = re.compile(
    r"[^0-9]{0,80}([0-9]{1,5}(?:[/.:][0-9]{1,5}){1,4})\s?[-\u2013]\s?([0-9]{1,5}(?:[/.:][0-9]{1,5}){1,4})"
)


def _dashed(text: str) -> tuple[str, int, int] | None:
    """Return stem, first and last number of ``Eth1/1-8`` or ``1 to 8``."""
    if " " in text and len(text) <= LONGEST_CELL and _RANGE_WORD.search(text):
        text = "-".join(_RANGE_WORD.split(text, 1))
    if not _has_dash(text):
        return None
    match = _DASHED.fullmatch(text)
    if match is None or not _ends_with(match[1], match[3]):
        return None
    return match[1], int(match[2]), int(match[4])


def _has_dash(text: str) -> bool:
    has_sign = "-" in text or "\u2013" in text
    return has_sign and text[-1].isdecimal() and len(text) <= LONGEST_CELL


def _names_ports(heading: str) -> bool:
    """Return whether a heading is in the plural or a range: ``SourcePorts``, ``Port Range``."""
    return bool({*words_of(heading)} & {"ports", "range", "portrange", "puertos", "anschlusse", "bereich"})


def _ends_with(stem: str, again: str) -> bool:
    """Return whether the text before the second number is the end of the stem, with whole numbers."""
    before = stem[: len(stem) - len(again)][-1:]
    return stem.endswith(again) and not (before.isdecimal() and again[:1].isdecimal())


def _crossed(text: str) -> bool:
    """Return whether a port may be a span across two cards: ``Eth49/1-50/1``."""
    match = _CROSSED.fullmatch(text) if _has_dash(text) else None
    if match is None or _dashed(text) is not None:
        return False
    first, last = (re.split("[/.:]", numbers) for numbers in match.groups())
    return len(first) == len(last)


def _are_apart(spans: Sequence[tuple[int, int]]) -> bool:
    """Return whether spans of numbers are disjoint."""
    return all(before[1] < after[0] for before, after in pairwise(sorted(spans)))


def expanded_rows(
    row: SubjectRow, dashed: DashedPorts, problems: Problems, *, strict: bool = True
) -> Iterator[SubjectRow]:
    """Yield a row for each text of its ranges; unreadable cells count as blank.

    Without ``strict``, brackets without a number are part of a name.
    """
    cells: dict[str, tuple[str, ...]] = {}
    further: dict[str, str] = {}
    unreadable = set()
    for key, cell in row.values.items():
        try:
            cells[key] = _cell_texts(row, key, cell, strict=strict)
        except InputError as error:
            problems.include(error)
            unreadable.add(key)
    for name, cell in row.further.items():
        with problems.collecting() if strict else suppress(InputError):
            further[name] = checked_cell(cell, row.where, name)
    if unreadable & {*row.table.subject.needed}:
        return
    try:
        if not unreadable:
            dashed.expand(row, cells)
        count = row_texts({label(key): texts for key, texts in cells.items()}, row.where)
        count = _counted(row, cells, count)
    except InputError as error:
        problems.include(error)
        needed = row.table.subject.needed
        cells = {key: cells[key] for key in needed if len(needed) == 1 and key in cells}
        count = max((len(texts) for texts in cells.values()), default=0)
    others = (text for key, text in row.values.items() if key != "id")
    if count == 1 and "id" in cells and not any("[" in text for text in others):
        cells["id"] = (row.values["id"].strip(),)  # the brackets are printed on the cable
    if count > 1 and len(cells.get("id", ())) == 1:
        cells["id"] = _ids_of_several(cells["id"][0], count, row.where, dashed)
    kept = {name: _in_step(text, count, row.where) for name, text in further.items()}
    for index in range(count):
        yield replace(
            row,
            values={key: texts[index % len(texts)] for key, texts in cells.items()},
            further={name: texts[index % len(texts)] for name, texts in kept.items()},
        )


def _stated_count(row: SubjectRow) -> int:
    """Return the number of cables that a row states in a column, 1 if it states none."""
    text = row.values.get("count", "")
    return int(text) if text.isascii() and text.isdecimal() and 0 < len(text) < 7 else 1


def _counted(row: SubjectRow, cells: dict[str, tuple[str, ...]], count: int) -> int:
    """Return the number of cables of a row, and drop a stated count that its ports or ids agree with.

    Raises `InputError` if the ranges of its ports are another number of cables.
    """
    stated = _stated_count(row)
    has_ports = any(row.values.get(f"port_{side}", "").lower() not in NO_PORT for side in SIDES)
    if stated == 1 or (count == 1 and has_ports):
        return count
    if has_ports and stated != count:
        what = f"count {stated:,}, but the ranges of the row are {count:,} cables"
        raise InputError(row.where, what, f"count {count}, or ranges of {count_text(stated, 'port')}")
    if has_ports or (count == 1 and _ids_in(cells.get("id", ("",))[0], stated)):
        del cells["count"]
        return stated
    return count


#: First and last id of several cables: ``C-009..C-012``, ``ISL-1 to ISL-4``.
_SPAN_OF_IDS = re.compile(
    r"(\S{1,80}[0-9])(?:\s{0,3}(?:\.{2,3}|\u2026|\u2013|\u2192)\s{0,3}"
    rf"|\s{{1,3}}(?:{_TO})\s{{1,3}})(\S{{0,80}}[0-9])",
    re.IGNORECASE,
)


def _ids_of_several(text: str, count: int, where: str, dashed: DashedPorts) -> tuple[str, ...]:
    """Return an id for each cable of a row: those of ``K-017 - K-020`` if as many, else numbered."""
    text = text.strip()
    if ids := _ids_in(text, count):
        return ids
    dashed.numbered.append(where)
    return tuple(f"{text}-{number}" for number in range(1, count + 1))


def _ids_in(text: str, count: int) -> tuple[str, ...]:
    """Return the ids of a span such as ``K-017 - K-020`` if it has so many, else none."""
    text = text.strip()
    if (between := _SPAN_OF_IDS.fullmatch(text[:LONGEST_CELL])) is not None:
        text = f"{between[1]} - {between[2]}"
    span = _dashed(text) if text else None
    if span is None or span[2] - span[1] + 1 != count:
        return ()
    stem, first, last = span
    width = len(text[len(stem) :]) - len(text[len(stem) :].lstrip("0123456789"))
    return tuple(f"{stem}{number:0{width}}" for number in range(first, last + 1))


def _cell_texts(row: SubjectRow, key: str, cell: str, *, strict: bool) -> tuple[str, ...]:
    """Return the texts of a cell's ranges; the point of a workbook's number stays its decimal separator."""
    if isinstance(cell, NumberCell):
        return (cell,)
    text = _BRACES.sub(r"[\1-\2]", checked_cell(cell, row.where, label(key)))
    is_range = ("[" in text or "]" in text) if strict else _RANGE.search(text)
    is_whole = row.table.subject.field_of(key).reading == PORTS  # ports of one device
    expand = expand_via if key == "via" else expand_ranges
    return expand(text, row.where) if is_range and not is_whole else (text,)


_RANGE = re.compile(r"\[(?:[0-9]|[A-Za-z0-9_.]{1,40},)")
#: A range in shell syntax: ``HSN {0..3}``.
_BRACES = re.compile(r"\{([0-9]{1,9})\.\.([0-9]{1,9})\}")


def _in_step(text: str, count: int, where: str) -> tuple[str, ...]:
    """Expand an extra column's ranges if they match the row's count, otherwise keep its text."""
    if count > 1:
        try:
            texts = expand_ranges(text, where)
        except InputError:
            return (text,)  # brackets in a comment
        if len(texts) == count:
            return texts
    return (text,)
