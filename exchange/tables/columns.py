"""Columns of a table, and the choice among several candidates for one field."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from netfloor.exchange.tables.heading_lines import cell_at, column_letter, plain
from netfloor.exchange.tables.numbers import IMPERIAL, LENGTH_UNITS, is_rate
from netfloor.exchange.tables.subject import (
    LENGTH,
    RATE,
    Meaning,
    TableField,
    TableSubject,
    compact,
    label,
    words_of,
)
from netfloor.exchange.tables.tables import TableRow
from netfloor.fabric.fabric import PANEL
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import join_words
from netfloor.topologies.parameters import shown


@dataclass(frozen=True)
class TableColumn:
    """One column of a table."""

    index: int
    heading: str
    meaning: Meaning | None = None  # None: an extra column, kept under its heading
    number: int = 1  # index among several length columns

    @property
    def key(self) -> str:
        """The key of its field, empty for an extra column."""
        if not self.meaning:
            return ""
        return self.meaning.key if self.number == 1 else f"{self.meaning.key}#{self.number}"


def give_owners_sides(found: list[Meaning | None], indices: Sequence[int]) -> None:
    """Give columns of an end the side of the device that their headings name, such as ``Panel RU``.

    Those of a panel that is neither end stay extra columns.
    """
    devices = [m for m in found if m and m.field.name == "device" and m.of and m.side]
    times = Counter(device.of for device in devices)  # Host and Server are both servers
    owners = {device.of: device.side for device in devices if times[device.of] == 1}
    taken = {meaning.side for index in indices if (meaning := found[index])}
    for index in indices:
        if (meaning := found[index]) is None or meaning.side or not meaning.of:
            continue
        side = owners.get(meaning.of, "")
        if side and side not in taken:
            found[index] = replace(meaning, side=side)
            taken.add(side)
        elif meaning.of == PANEL and not side:
            found[index] = None


#: Texts in a column of rates that state none, in small letters.
_NO_RATES = frozenset({"-", "--", "---", "\u2013", "\u2014", "n/a", "na", "?", "tbd", "auto", "any"})


def with_rates(
    meanings: Sequence[Meaning | None],
    headings: Sequence[str],
    subject: TableSubject,
    body: Sequence[TableRow],
    said: Mapping[int, object],
) -> list[Meaning | None]:
    """Read a column of cables with an unclear heading as the rate if all cells are rates: ``Connection``.

    Columns that may name the medium too stay extra columns; another column of rates comes first.
    """
    results = [*meanings]
    rates = [item for item in subject.fields if item.reading == RATE and not item.sided]
    if not subject.needs_both_ends or len(rates) != 1:
        return results
    if any(meaning is not None and meaning.field is rates[0] for meaning in results):
        return results
    for index, heading in enumerate(headings):
        meaning = results[index]
        is_clear = meaning is not None and meaning.is_sure
        if index in said or is_clear or not heading or compact(heading) in subject.used_later:
            continue
        cells = {cell for row in body if (cell := cell_at(row.cells, index).strip())} - {heading}
        stated = [cell for cell in cells if cell.lower() not in _NO_RATES]
        if stated and all(map(is_rate, stated)):
            results[index] = Meaning(rates[0])
            break
    return results


#: Heading words of a column of units, and of a length beside them.
_UNIT_WORDS = frozenset(
    {"uom", "unit", "units", "einheit", "einheiten", "masseinheit", "me", "mu", "unite", "unites"}
    | {"unidad", "unidades", "ud", "eenheid", "unita", "um"}
)
_LENGTH_WORDS = frozenset({"length", "len", "lange", "longueur", "longitud", "lengte", "lunghezza"})


def is_unit_of_length(cell: str) -> bool:
    """Return whether a cell is the name of a unit of length alone."""
    return cell.lower().strip(". ()[]") in LENGTH_UNITS


def with_length_units(
    meanings: Sequence[Meaning | None],
    headings: Sequence[str],
    subject: TableSubject,
    body: Sequence[TableRow],
    said: Mapping[int, object],
) -> list[Meaning | None]:
    """Read a column as the units of the lengths if its cells name units, whatever its heading is.

    It has a heading such as ``UOM`` or ``Einheit``, or stands beside the lengths. Below ``Cord Length UOM``
    every cell is a unit, and an unknown one is refused with its row.
    """
    results = [*meanings]
    lengths = [i for i, meaning in enumerate(results) if meaning and meaning.field.reading == LENGTH]
    names = {f"{results[i].field.name}_unit" for i in lengths} & {*subject.by_name}  # type: ignore[union-attr]
    if len(names) != 1 or any(meaning and meaning.field.name in names for meaning in results):
        return results
    field = subject.by_name[names.pop()]
    for index, heading in enumerate(headings):
        if index in said or index in lengths:
            continue
        words = {*words_of(heading)}
        is_named = bool(words & _UNIT_WORDS)
        cells = [cell for row in body if (cell := cell_at(row.cells, index).strip())]
        units = sum(map(is_unit_of_length, cells))
        is_beside = results[index] is None and bool({index - 1, index + 1} & {*lengths})
        if is_named:
            is_unit = 2 * units > len(cells) or (results[index] is None and bool(words & _LENGTH_WORDS))
        else:
            is_unit = is_beside and units == len(cells) > 0
        if is_unit:
            results[index] = Meaning(field)
    return results


def one_each(
    columns: Sequence[TableColumn], body: Sequence[TableRow], where: str, said: Mapping[int, object]
) -> tuple[list[TableColumn], list[InputError]]:
    """Assign each field to one column: the user's, the field's name, or equal columns; otherwise a problem.

    All length columns are kept and numbered.
    """
    groups: dict[str, list[TableColumn]] = defaultdict(list)
    for column in columns:
        if column.meaning:
            groups[column.key].append(column)
    problems: list[InputError] = []
    dropped, numbers = set[int](), dict[int, int]()
    for key, alike in groups.items():
        if len(alike) == 1:
            continue
        if alike[0].meaning.field.several:  # type: ignore[union-attr]
            numbers |= {column.index: number for number, column in enumerate(alike, 1)}
            continue
        chosen = _preferred(key, alike, body, said)
        if chosen is None and alike[0].meaning.field.reading == LENGTH:  # type: ignore[union-attr]
            # metric units first, because others are rounded; the cells are compared
            ordered = sorted(alike, key=is_imperial)
            numbers |= {column.index: number for number, column in enumerate(ordered, 1)}
            continue
        if chosen is None and alike[0].meaning.field.lenient:  # type: ignore[union-attr]
            chosen = alike[0]
        if chosen is None:
            names = [column.heading for column in alike]
            what = f"{join_words([repr(shown(name)) for name in names])} may both be {label(key)}"
            if len({*map(plain, names)}) == 1:
                what = f"two columns are called {label(key)}"
            problems.append(InputError(where, what, map_options(alike)))
            chosen = alike[0]
        dropped |= {column.index for column in alike if column is not chosen}
    kept = [
        replace(
            column,
            meaning=None if column.index in dropped else column.meaning,
            number=numbers.get(column.index, 1),
        )
        for column in columns
    ]
    return kept, problems


def is_imperial(column: TableColumn) -> bool:
    """Return whether a column's heading names feet, inches or yards."""
    return column.meaning is not None and LENGTH_UNITS.get(column.meaning.unit, "") in IMPERIAL


def map_options(alike: Sequence[TableColumn]) -> str:
    """Return the options that select one of the columns, by letter if their headings are equal."""
    names = [column.heading for column in alike]
    if len({*map(plain, names)}) < len(names):
        names = [column_letter(column.index) for column in alike]
    meanings = [column.meaning.text if column.meaning else "" for column in alike]
    options = (f'{setting("map")} "{name}={text}"' for name, text in zip(names, meanings, strict=True))
    return " or ".join(options)


def _preferred(
    key: str, alike: Sequence[TableColumn], body: Sequence[TableRow], said: Mapping[int, object]
) -> TableColumn | None:
    by_user = [column for column in alike if column.index in said]
    if by_user:
        return by_user[0] if len(by_user) == 1 else None
    field = alike[0].meaning.field  # type: ignore[union-attr]
    sure = [column for column in alike if column.meaning and column.meaning.is_sure]
    if field.distinct and len(sure) == 1 and _numbers_rows(sure[0], body):
        printed = [column for column in alike if compact(column.heading) in _PRINTED]
        if len(printed) == 1 and _is_mostly_text(printed[0], body):
            return printed[0]
    if len(sure) == 1 and (field.sided or not field.needed):
        return sure[0]
    if not sure and not field.needed and field.reading != LENGTH:
        return min(alike, key=lambda column: _rank(column, field))
    return _best_filled(key, alike, body)


#: Headings of what is printed on a cable, in `compact` form.
_PRINTED = frozenset({"label", "cablelabel", "cordlabel"})


def _numbers_rows(column: TableColumn, body: Sequence[TableRow]) -> bool:
    """Return whether a column called ID has the numbers of a database alone."""
    cells = [cell for row in body if (cell := cell_at(row.cells, column.index))]
    return compact(column.heading) == "id" and all(cell.isascii() and cell.isdecimal() for cell in cells)


def _is_mostly_text(column: TableColumn, body: Sequence[TableRow]) -> bool:
    cells = [cell_at(row.cells, column.index) for row in body]
    return 2 * sum(bool(cell) and not cell.isdecimal() for cell in cells) > sum(map(bool, cells))


def _best_filled(key: str, alike: Sequence[TableColumn], body: Sequence[TableRow]) -> TableColumn | None:
    """Return the column with the field's own name, the only filled column, or any if all are equal."""
    field = alike[0].meaning.field  # type: ignore[union-attr]
    names = {compact(key), compact(label(key))}
    own = [column for column in alike if compact(column.heading) in names]
    if len(own) == 1 and field.reading != LENGTH:
        return own[0]
    filled = [column for column in alike if any(cell_at(row.cells, column.index) for row in body)]
    if len(filled) == 1:
        return filled[0]
    if field.needed:
        rows = [row for row in body if any(cell_at(row.cells, column.index) for column in alike)]
        complete = [column for column in filled if all(cell_at(row.cells, column.index) for row in rows)]
        if len(complete) == 1:
            return complete[0]
    cells = [[cell_at(row.cells, column.index) for row in body] for column in alike]
    return (
        alike[0]
        if all(cell == cells[0] for cell in cells) and len({c.heading for c in alike}) > 1
        else None
    )


def _rank(column: TableColumn, field: TableField) -> int:
    """Return the rank of a column's heading among the possible headings of a field."""
    name = compact(column.heading)
    return field.compact_likely.index(name) if name in field.compact_likely else len(field.compact_likely)
