"""The layout of a table: its heading row, and the column of each field of a subject."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from netfloor.exchange.tables.columns import (
    TableColumn,
    one_each,
    with_length_units,
    with_rates,
)
from netfloor.exchange.tables.heading_lines import (
    PATH_TARGET,
    cell_at,
    column_letter,
    column_number,
    heading_lines,
    is_letter,
    plain,
    width_asked,
)
from netfloor.exchange.tables.headings.port_owners import with_ports_of_devices
from netfloor.exchange.tables.headings.sides import with_sides
from netfloor.exchange.tables.numbers import is_rate
from netfloor.exchange.tables.row_kinds.nameless import are_links, is_data
from netfloor.exchange.tables.row_kinds.sums import is_total
from netfloor.exchange.tables.row_kinds.totals import is_between_rows
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import (
    HeadingReader,
    Meaning,
    TableField,
    TableSubject,
    compact,
    keys_of,
    label,
    words_of,
)
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

#: Number of rows used to classify a column.
SAMPLE = 2_000
#: Maximum share of cells below a likely heading that do not look like its field.
MOST_ODD = 1 / 3
#: Meaning in ``--map`` of a column to ignore.
SKIPPED = "skip"
_PLAIN_NUMBER = re.compile(r"[0-9.,]{1,20}")
#: Heading words of possible row counters.
_OF_ROWS = frozenset(
    {"item", "items", "asset", "object", "objekt", "element", "component", "line", "entry", "row"}
    | {"no", "nr", "number"}
)
#: Unambiguous cabinet names: ``Rack 7``, ``A01``, ``R01C07``, ``x3000``.
RACK_PATTERN = (
    r"(?i)(?:rack|cabinet|cab|schrank|baie|armario|bastidor)[ ._#-]{0,3}[0-9a-z][0-9a-z._-]{0,11}"
    r"|r(?:ow)?[-_ ]?[0-9]{1,3}[-_ ./]?c(?:ol)?[-_ ]?[0-9]{1,3}|x[0-9]{3,5}"
    r"|(?!r?u[0-9]|he[0-9]|p[0-9]|s[0-9])[a-z]{1,2}[-_.]?[0-9]{1,3}"
)
#: Targets for an end, without and with a suffix: ``a``, ``port b as written``.
_OF_AN_END = re.compile(r"((?:[a-z]{1,20} ){0,2})[ab]((?: (?:as|in|to|without|and) .{1,30})?)")
_COUNTED = re.compile(r"(.{1,100})[_.]([1-9])")


@dataclass(frozen=True)
class Layout:
    """The columns of a table, and its first data row."""

    columns: tuple[TableColumn, ...]
    first: int  # first row below the headings, counted from 0
    where: str  # location of the headings
    problems: tuple[InputError, ...] = ()
    used: frozenset[str] = frozenset()  # names of the user's map that are columns
    is_named: bool = True  # False if columns are identified only by letter
    tells_ends: bool = True  # for cables: whether more than column order identifies the ends

    @property
    def by_key(self) -> dict[str, TableColumn]:
        """The columns of known fields."""
        return {column.key: column for column in self.columns if column.meaning}


#: The user's column mapping: the meaning by heading or letter.
Asked = Mapping[str, str]


def find_layout(table: TextTable, subject: TableSubject, asked: Asked) -> Layout | None:
    """Return the layout with the most known fields, None if none has all required fields."""
    return best_layout(table, subject, asked, needed=True)


def best_layout(table: TextTable, subject: TableSubject, asked: Asked, *, needed: bool) -> Layout | None:
    """Return the layout with the most known fields; ``needed`` requires all required fields."""
    reader, best, maximum = HeadingReader(subject), None, (0, 0)
    fullest = 0  # maximum number of cells in the rows above
    for candidate, columns in heading_lines(table, reader):
        layout = _assigned(table, columns, candidate, reader, asked)
        result, filled = layout.by_key, sum(map(bool, columns))
        is_below, fullest = fullest >= filled, max(fullest, filled)
        if not layout.is_named or (not layout.used and is_data(table, candidate)):
            continue
        if is_below and not layout.used and 2 * len(result) < filled:
            continue  # a data row with a heading word, below unknown headings
        if needed and not {*subject.needed} <= {*result}:
            continue
        score = (len(result), sum(map(bool, columns)))
        if score[0] > maximum[0]:
            best, maximum = layout, score
    if best is None and (letters := _by_letters(table, reader, asked)) is not None:
        complete = {*subject.needed} <= {*letters.by_key}
        best = letters if complete or not needed else None
    return best


def _assigned(
    table: TextTable, texts: Sequence[str], rows: tuple[int, int], reader: HeadingReader, asked: Asked
) -> Layout:
    """Return the columns identified by headings: by the user, by their words, then by their order."""
    headings = [" ".join(text.split()) for text in texts]
    headings += [""] * (width_asked(table.rows[rows[1] :], asked) - len(headings))
    where = table.rows[rows[0]].where
    said, used, by_letter, problems = _asked_meanings(headings, reader, asked, where)
    names = _numbered(headings)
    below = table.rows[rows[1] :]
    meanings: list[Meaning | None] = [
        said[index]
        if index in said
        else None
        if are_links(below[:SAMPLE], index, name)
        else reader.meaning(name)
        for index, name in enumerate(names)
    ]
    is_named = any(meanings[i] and i not in by_letter for i in range(len(headings)))
    if not is_named and by_letter:  # all identified by letter: two heading words are enough
        known = sum(bool(item and not item.by_letter) for item in map(reader.meaning, names))
        is_named = known > 1 and not any(map(_PLAIN_NUMBER.fullmatch, headings))
    if not reader.subject.letters and not any(m and not m.by_letter for m in meanings):
        meanings = [None] * len(meanings)
    body, named = below[:SAMPLE], _named(below, meanings)
    meanings = [
        meaning
        if index in said
        or meaning is None
        or meaning.is_sure
        or (
            not _names_other(meaning.field, names[index], reader.subject, body, index)
            and _fits(meaning.field, named if meaning.field.distinct else below, index, MOST_ODD)
        )
        else None
        for index, meaning in enumerate(_with_places(meanings, names, reader, below, said))
    ]
    meanings = with_length_units(meanings, headings, reader.subject, body, said)
    meanings = with_rates(meanings, headings, reader.subject, body, said)
    meanings = _with_model(meanings, names, reader, body, said)
    meanings = _without_numbering(meanings, names, body, said)
    tells_ends = any(said.values()) or _tells_ends(meanings, headings)
    meanings = _without_numbers_of_devices(meanings, names)
    sided = with_sides(meanings, headings, reader.subject)
    meanings, unclear_ports = with_ports_of_devices(meanings, sided, headings, body, where)
    meanings = _without_labels_of_ends(meanings, headings, body, said)
    columns = [TableColumn(index, *pair) for index, pair in enumerate(zip(headings, meanings, strict=True))]
    chosen, unclear = one_each(columns, body, where, said)
    return Layout(
        columns=tuple(chosen),
        first=rows[1],
        where=where,
        problems=(*problems, *unclear_ports, *unclear),
        used=used,
        is_named=is_named,
        tells_ends=tells_ends,
    )


def _with_places(
    meanings: Sequence[Meaning | None],
    names: Sequence[str],
    reader: HeadingReader,
    rows: Sequence[TableRow],
    said: Mapping[int, object],
) -> list[Meaning | None]:
    """Read a column of racks, units or locations as locations if most cells have both: ``A1-U38``.

    Otherwise read it as racks if every cell is a rack name: ``StartDeviceLocation`` of ``Rack A01``.
    """
    results = [*meanings]
    racks = {meaning.side for meaning in meanings if meaning and meaning.field.name == "rack"}
    for index, name in enumerate(names):
        place = reader.likely(name, "place") if index not in said else None
        if place is None:
            continue
        if _fits(place.field, rows, index, MOST_ODD):
            results[index] = replace(place, is_sure=True)
        elif not ((own := results[index]) and own.is_sure) and place.side not in racks:
            rack = replace(reader.subject.by_name["rack"], pattern=RACK_PATTERN)
            if _fits(rack, rows, index):
                results[index] = Meaning(reader.subject.by_name["rack"], place.side)
    return results


def _with_model(
    meanings: Sequence[Meaning | None],
    names: Sequence[str],
    reader: HeadingReader,
    body: Sequence[TableRow],
    said: Mapping[int, object],
) -> list[Meaning | None]:
    """Read one of several role columns as the model if there is no model column: ``Typ`` and ``Art``."""
    results = [*meanings]
    fields = [meaning.field.name if meaning else "" for meaning in meanings]
    if "model" in fields or fields.count("role") < 2:
        return results
    for index, name in enumerate(names):
        model = reader.likely(name, "model") if fields[index] == "role" and index not in said else None
        cells = [cell for row in body if (cell := cell_at(row.cells, index))]
        if model is not None and 2 * sum(any(map(str.isdigit, cell)) for cell in cells) > len(cells):
            results[index] = replace(model, is_sure=True)
            break
    return results


def _named(rows: Sequence[TableRow], meanings: Sequence[Meaning | None]) -> Sequence[TableRow]:
    """Return the rows that name a device where any field is distinct; below them may be sums."""
    known = [(index, meaning.field) for index, meaning in enumerate(meanings) if meaning]
    at = [index for index, field in known if field.needed]
    if not at or not any(field.distinct for _, field in known):
        return rows
    return [row for row in rows if any(cell_at(row.cells, index) for index in at)]


def _without_numbering(
    meanings: Sequence[Meaning | None],
    names: Sequence[str],
    body: Sequence[TableRow],
    said: Mapping[int, object],
) -> list[Meaning | None]:
    """Drop a row-number column such as ``Item`` if another column names the devices."""
    results = [*meanings]
    devices = [index for index, meaning in enumerate(results) if meaning and meaning.field.needed]
    for index in devices if len(devices) > 1 else ():
        if index in said or not {*words_of(names[index])} <= _OF_ROWS:
            continue
        cells = [cell for row in body if (cell := cell_at(row.cells, index))]
        numbers = [int(cell) for cell in cells if cell.isascii() and cell.isdecimal() and len(cell) < 8]
        if numbers and numbers == [*range(numbers[0], numbers[0] + len(numbers))]:
            results[index] = None
    return results


def _without_numbers_of_devices(
    meanings: Sequence[Meaning | None], names: Sequence[str]
) -> list[Meaning | None]:
    """Drop columns such as ``Device ID`` if two others name the devices of the ends."""
    of_devices = [i for i, item in enumerate(meanings) if item and item.field.needed and item.field.sided]
    named = [index for index in of_devices if meanings[index].is_sure]  # type: ignore[union-attr]
    ids = {index for index in of_devices if index not in named and words_of(names[index])[-1:] == ["id"]}
    return [None if index in ids and len(named) > 1 else item for index, item in enumerate(meanings)]


def _without_labels_of_ends(
    meanings: Sequence[Meaning | None],
    headings: Sequence[str],
    body: Sequence[TableRow],
    said: Mapping[int, object],
) -> list[Meaning | None]:
    """Drop tentative names of cables that are the labels of an end, which stay extra columns.

    They have the same heading as another column of other texts, or every label consists of the device and
    the port of one end and does not name the other device.
    """
    results = [*meanings]
    at = {meaning.key: index for index, meaning in enumerate(results) if meaning}
    ends = [(at.get(f"device_{side}"), at.get(f"port_{side}")) for side in SIDES]
    for index, meaning in enumerate(meanings):
        if index in said or meaning is None or meaning.is_sure or not meaning.field.distinct:
            continue
        alike = [other for other, text in enumerate(headings) if plain(text) == plain(headings[index])]
        texts = [[cell_at(row.cells, other) for row in body] for other in alike]
        if any(text != texts[0] for text in texts) or any(
            _are_labels(body, index, ends[side], ends[1 - side][0]) for side in (0, 1)
        ):
            results[index] = None
    return results


def _are_labels(
    body: Sequence[TableRow], index: int, end: tuple[int | None, int | None], far: int | None
) -> bool:
    """Return whether all cells of a column name the device and the port of one end alone."""
    device, port = end
    if device is None or port is None or far is None:
        return False
    cells = [
        (label.casefold(), *(cell_at(row.cells, at).casefold() for at in (device, port, far)))
        for row in body
        if (label := cell_at(row.cells, index))
    ]
    return bool(cells) and all(
        name and number and label.startswith(name) and label.endswith(number) and other not in label
        for label, name, number, other in cells
    )


def _tells_ends(meanings: Sequence[Meaning | None], headings: Sequence[str]) -> bool:
    """Return whether headings distinguish two ends (by side, owner, kind or ports) or mention cables."""
    known = [meaning for meaning in meanings if meaning]
    sided = [meaning for meaning in known if meaning.field.sided]
    named = [
        plain(text)
        for text, meaning in zip(headings, meanings, strict=True)
        if meaning and meaning.field.sided
    ]
    times = Counter(meaning.field.name for meaning in sided)
    return (
        len({*named}) < len(named)
        or (times["device"] > 1 and times["port"] > 1)
        or any(meaning.side for meaning in sided)
        or len({meaning.of for meaning in sided if meaning.field.needed} - {""}) > 1
        or any(meaning.is_sure and not meaning.field.sided for meaning in known)
    )


def _asked_meanings(
    headings: Sequence[str], reader: HeadingReader, asked: Asked, where: str
) -> tuple[dict[int, Meaning | None], frozenset[str], set[int], list[InputError]]:
    """Return the user's meanings by column, the names that are columns, and the columns given by letter."""
    places: dict[str, list[int]] = defaultdict(list)
    for index, heading in enumerate(headings):
        places[plain(heading)].append(index)
    said: dict[int, Meaning | None] = {}
    problems, used, by_letter = [], set(), set()
    only_letters = all(map(is_letter, asked))
    for name, target in asked.items():
        at = [] if only_letters else places.get(plain(name), [])
        if not at and is_letter(name):
            index = column_number(name.strip())
            is_known = target == SKIPPED or PATH_TARGET.fullmatch(target) or target_meaning(reader, target)
            at = [index] if index < len(headings) and is_known else []  # or of another list
            by_letter |= {*at}
        used |= {name} if at else set()
        if len(at) > 1:
            what = f"{len(at)} columns are called {shown(name)!r}"
            letters = " or ".join(f'{setting("map")} "{column_letter(i)}={target}"' for i in at)
            problems.append(InputError(where, what, letters))
        elif at:
            said[at[0]] = target_meaning(reader, target)
    return said, frozenset(used), by_letter, problems


def target_meaning(reader: HeadingReader, target: str) -> Meaning | None:
    """Parse the right side of ``--map HEADING=meaning``: a field, with its side for an end."""
    if reader.subject.paired and (match := _OF_AN_END.fullmatch(target)):
        target = f"{match[1].strip() or 'device'}{match[2]}"  # a row is of one end
    meaning = None if PATH_TARGET.fullmatch(target) else reader.meaning(target)
    return meaning if meaning and (not meaning.field.sided or meaning.side) else None


def _numbered(headings: Sequence[str]) -> list[str]:
    """Return headings without the suffix that tools add to duplicates: ``Rack_1``."""
    there = {plain(heading) for heading in headings}
    names = []
    for heading in headings:
        match = _COUNTED.fullmatch(heading)
        names.append(match[1] if match and plain(match[1]) in there else heading)
    return names


def _fits(field: TableField, rows: Sequence[TableRow], index: int, most_odd: float = 0) -> bool:
    """Return whether the cells below a likely heading look like its field, but for a share of odd ones.

    Totals, notes and rows of a single text do not count.
    """
    sample = rows if field.distinct else rows[:SAMPLE]
    filled = [(cell, row) for row in sample if (cell := cell_at(row.cells, index)) and not is_total(cell)]
    cells = [cell for cell, _ in filled]
    if field.distinct and 2 * sum(map(is_rate, cells[:SAMPLE])) > len(cells[:SAMPLE]):
        return False
    if field.distinct and len({*cells}) < len(cells):
        cells = [cell for cell, row in filled if not _is_aside(row)]
        if len({*cells}) < len(cells):
            return False
    odd = [row for cell, row in filled[:SAMPLE] if not looks_like(field, cell)]
    aside = sum(map(_is_aside, odd))
    count = min(len(filled), SAMPLE) - aside
    return count > 0 and len(odd) - aside <= most_odd * count


def _names_other(
    field: TableField, heading: str, subject: TableSubject, rows: Sequence[TableRow], index: int
) -> bool:
    """Return whether cells below a heading of extra columns too, such as ``Cable``, are of these."""
    is_of_both = field.excludes is not None and compact(heading) in subject.used_later
    return is_of_both and any(map(field.excludes, (cell_at(row.cells, index) for row in rows)))  # type: ignore[arg-type]


def looks_like(field: TableField, cell: str) -> bool:
    """Return whether a cell below a likely heading looks like its field."""
    return re.fullmatch(field.pattern, cell.strip()[:40]) is not None


def _is_aside(row: TableRow) -> bool:
    """Return whether a row is a total or a note, or has a single text."""
    filled = [cell for cell in row.cells if cell]
    return len(filled) < 2 or is_between_rows(filled, len(row.cells))


def _by_letters(table: TextTable, reader: HeadingReader, asked: Asked) -> Layout | None:
    """Return the layout of a table without known headings by its column letters."""
    said = {
        column_number(name.strip()): meaning
        for name, target in asked.items()
        if is_letter(name) and (meaning := target_meaning(reader, target))
    }
    ends = [index for index, meaning in said.items() if meaning.field.needed]
    first = next(
        (
            n
            for n, row in enumerate(table.rows)
            if not row.is_empty and all(cell_at(row.cells, i) for i in ends)
        ),
        None,
    )
    if not said or first is None:
        return None
    row = table.rows[first]
    width = max(len(row.cells), max(said) + 1)
    below = table.rows[first + 1 : first + SAMPLE]
    # headings do not recur below, and contain no numbers
    again = any(
        cell and cell == cell_at(item.cells, i) for item in below for i, cell in enumerate(row.cells)
    )
    is_data = again or any(map(_PLAIN_NUMBER.fullmatch, row.cells))
    headings = [column_letter(index) if is_data else cell_at(row.cells, index) for index in range(width)]
    columns = tuple(TableColumn(index, heading, said.get(index)) for index, heading in enumerate(headings))
    used = frozenset(name for name in asked if is_letter(name))
    return Layout(columns, first + (not is_data), row.where, used=used)


def all_keys(subject: TableSubject) -> list[str]:
    """Return the meanings that ``--map`` accepts for a subject."""
    return [label(key) for field in subject.fields for key in keys_of(field)]
