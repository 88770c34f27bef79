"""Errors on tables whose headings match no subject: the unknown headings and the options to map them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from netfloor.exchange.tables.heading_lines import cell_at, column_letter, plain
from netfloor.exchange.tables.headings.layout import SKIPPED, Asked, Layout, best_layout
from netfloor.exchange.tables.headings.offered_columns import (
    SAMPLE,
    SENTENCE,
    UnknownColumns,
    is_no_end,
    side_named,
)
from netfloor.exchange.tables.problems import NearNames
from netfloor.exchange.tables.side_words import SIDES, sided_words
from netfloor.exchange.tables.subject import HeadingReader, TableSubject, label, words_of
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

#: Usual columns of a cable list without headings.
_ENDS = ("device_a", "port_a", "device_b", "port_b")


def not_of(tables: Sequence[TextTable], subjects: Sequence[TableSubject], asked: Asked) -> InputError:
    """Return the error that no table has the headings of a subject, for the closest table."""
    results = [
        (len(best.by_key), -number, table, subject)
        for table in tables
        for number, subject in enumerate(subjects)
        if (best := best_layout(table, subject, asked, needed=False)) is not None
    ]
    if not results:
        return lacking(tables[0], subjects[0], asked)
    _, _, table, subject = max(results, key=lambda item: item[:2])
    return lacking(table, subject, asked)


def lacking(table: TextTable, subject: TableSubject, asked: Asked) -> InputError:
    """Return the error that a table lacks headings, with its actual headings and the options."""
    layout = best_layout(table, subject, asked, needed=False)
    head = head_row(table)
    if layout is None:
        where, there = head.where, [cell for cell in head.cells if cell]
        missing = list(subject.needed)
    else:
        where = layout.where
        there = [column.heading for column in layout.columns if column.heading and not column.meaning]
        missing = [key for key in subject.needed if key not in layout.by_key] or [*subject.needed]
    if layout is None and _is_prose(head):
        what = f"there is no row of headings; lines such as {shown(there[0][:40])!r} are sentences"
        remedy = "headings above the rows, a column for each field"
        return InputError(
            where, what, f"{remedy}; a table aligned by blanks as CSV, or with ---- below its headings"
        )
    names = " or ".join(map(label, missing))
    unknown = f"; unknown headings: {', '.join(shown(name) for name in there[:20])}" if there else ""
    what = f"there is no column {names}{unknown}"
    known = ", ".join(label(key) for key in subject.keys[:12])
    at = table.rows.index(head) if head in table.rows else 0
    if subject.needs_both_ends:
        first = at + 1 if layout is None else layout.first
        below = [row for row in table.rows[first:] if not row.is_empty]
        headings = head.cells if layout is None else [column.heading for column in layout.columns]
        remedy = _remedy_of_ends(UnknownColumns(headings, below), subject, layout, there, missing)
        return InputError(where, what, remedy)
    near = NearNames(there).advice(label(missing[0]), "") if there else ""
    options = " ".join(letter_options(replace(table, rows=table.rows[at:]), subject.needed))
    if layout is not None and there:  # the other columns are known
        pairs = _heading_of_each(there, missing)
        options = _options(pairs) if len(pairs) == len(missing) else ""
    assign = f"; or assign the columns, such as {options}" if options else ""
    return InputError(where, what, f"{near + ' ' if near else ''}headings such as {known}{assign}")


def _remedy_of_ends(
    columns: UnknownColumns,
    subject: TableSubject,
    layout: Layout | None,
    there: Sequence[str],
    missing: Sequence[str],
) -> str:
    """Return the options for the ends of cables in columns that may name devices.

    If these are not clear, it is the content of the columns, and the targets of options. ``there``: the
    unknown headings.
    """
    likely = [text for text in there if columns.may_be_devices(text, subject)]
    pairs = {key: text for key in missing if (text := _of_side(likely, key))}
    if len({*pairs.values()}) == len(missing):
        return f"say which with {_options(pairs)}"
    if layout is None:
        options = columns.options(likely, there)
    else:
        pairs = _heading_of_each(likely, missing)
        options = _options(pairs) if len(pairs) == len(missing) == len(likely) else ""
    known = ", ".join(label(key) for key in subject.keys[:12])
    if options:
        return f"headings such as {known}; or assign the columns, such as {options}"
    if [*missing] == ["device_a"] and layout is not None and "port_a" in layout.by_key:
        return f"headings such as {known}; or the near device as a title or the name of the sheet"
    option = f'{setting("map")} "HEADING=TARGET" assigns one, with a target such as {known}'
    return f"{columns.described()}; {option}"


def _options(headings: Mapping[str, str]) -> str:
    """Return the options that assign headings, by key."""
    return " ".join(f'{setting("map")} "{shown(text)}={label(key)}"' for key, text in headings.items())


def _heading_of_each(headings: Sequence[str], keys: Sequence[str]) -> dict[str, str]:
    """Return a heading for each key: the first of its side, or of no side, that no other key has."""
    result: dict[str, str] = {}
    for key in keys:
        side = key.rpartition("_")[2]
        free = [text for text in headings if text not in result.values()]
        own = [text for text in free if side_named(text) == side]
        if alike := own or [text for text in free if not side_named(text)]:
            result[key] = alike[0]
    return result


def _is_prose(row: TableRow) -> bool:
    """Return whether a supposed row of headings is a sentence, or the parts of one between commas."""
    cells = [cell for cell in row.cells if cell]
    return any(len(cell.split()) >= SENTENCE for cell in cells) and cells[-1].rstrip().endswith(
        (".", ":", "!", "?")
    )


def head_row(table: TextTable) -> TableRow:
    """Return the likely row of headings: the first that is about as wide as the rows below it."""
    rows = [row for number, row in enumerate(table.rows) if not row.is_empty and number not in table.titles]
    filled = [sum(map(bool, row.cells)) for row in rows]
    usual = sorted(filled[:SAMPLE])[len(filled[:SAMPLE]) // 2] if filled else 0
    wide = (row for row, count in zip(rows, filled, strict=True) if count * 2 > usual and count > 1)
    return next(wide, rows[0] if rows else TableRow(table.where, ()))


def _of_side(headings: Sequence[str], key: str) -> str:
    """Return the only heading of a key's side with other words beside it, empty for none or several."""
    side = key.rpartition("_")[2]
    results = []
    for heading in headings:
        sided = [(name, rest) for name, rest, _ in sided_words(words_of(heading)) if name]
        if sided and sided[0][0] == side and sided[0][1]:
            results.append(heading)
    return results[0] if len(results) == 1 else ""


def passed_over(
    table: TextTable, subjects: Sequence[TableSubject], asked: Asked, *, is_whole: bool = False
) -> str:
    """Return a note on rows without known headings, with the lines and an option to read them.

    ``is_whole``: whether they are all rows of a sheet. Raises `InputError` if they look like cables.
    """
    if (error := unread_cables(table, subjects, asked, is_whole=is_whole)) is not None:
        raise error
    head, lines = _head_and_lines(table)
    is_skipped = _is_skipped(head, asked)
    example = next((shown(cell) for cell in head.cells if cell), "HEADING")
    places = f"{shown(table.sheet)!r}: skipped, {lines}" if table.sheet else f"{lines}: passed over"
    option = "" if is_skipped else f"; --map '{example}=FIELD' and so on assigns the columns"
    return f"no known headings in {places}{option}"


def unread_cables(
    table: TextTable, subjects: Sequence[TableSubject], asked: Asked, *, is_whole: bool = False
) -> InputError | None:
    """Return the error that rows without known headings look like cables, None for other rows.

    Two headings name the two ends, as *From* and *To* do, and the rows below fill both. Those of a whole
    sheet may also name two ports, or a port and a device. The user may skip one of them.
    """
    head, lines = _head_and_lines(table)
    cables = next((subject for subject in subjects if subject.needs_both_ends), None)
    if cables is None or _is_skipped(head, asked):
        return None
    a, b = (_column_of_end(head.cells, side, cables) for side in SIDES)
    below = [row for row in table.rows if row is not head]
    what = f"no known headings in {lines}, whose rows look like cables"
    option = setting("map")
    if a is not None and b is not None and a != b and any(_fills(row, (a, b)) for row in below):
        names = shown(head.cells[a]), shown(head.cells[b])
        options = " ".join(f'{option} "{name}={side}"' for name, side in zip(names, SIDES, strict=True))
        return InputError(head.where, what, f'{options}, or {option} "{names[0]}={SKIPPED}" to skip it')
    at = table.rows.index(head) if is_whole else len(table.rows)
    first = next(
        (n for n in range(at, min(at + 2, len(table.rows))) if _heads_ends(table, n, cables)), None
    )
    if first is None or _is_skipped(table.rows[first], asked):
        return None
    columns = UnknownColumns(table.rows[first].cells, table.rows[first + 1 :])
    name = next(shown(cell) for cell in head.cells if cell)
    remedy = (
        f"{columns.described()}; {option} HEADING=a for the near devices, b for the far devices, port a "
        f'and port b for their ports; or {option} "{name}={SKIPPED}" to skip it'
    )
    return InputError(table.rows[first].where, what, remedy)


def _heads_ends(table: TextTable, number: int, cables: TableSubject) -> bool:
    """Return whether headings name two ports, or a port and a device, above at least two rows."""
    reader = HeadingReader(cables)
    meanings = [reader.meaning(cell) for cell in table.rows[number].cells]
    fields = [item.field.name if item else "" for item in meanings]
    ends = [index for index, name in enumerate(fields) if name in ("device", "port")]
    filled = sum(any(cell_at(row.cells, index) for index in ends) for row in table.rows[number + 1 :])
    return "port" in fields and len(ends) > 1 and filled > 1


def _head_and_lines(table: TextTable) -> tuple[TableRow, str]:
    """Return the first row of several texts, and the lines from there to the last one."""
    head = head_row(table)
    several = [row for row in table.rows if sum(map(bool, row.cells)) > 1]
    rows = several[several.index(head) :] if head in several else [head]
    first, last = (row.where.removeprefix(f"{table.where}: ") for row in (rows[0], rows[-1]))
    lines = first if first == last else f"{first.replace(' ', 's ', 1)} to {last.rpartition(' ')[2]}"
    return rows[0], lines


def _is_skipped(head: TableRow, asked: Asked) -> bool:
    headings = {*map(plain, head.cells)}
    return any(target == SKIPPED and plain(name) in headings for name, target in asked.items())


def _column_of_end(headings: Sequence[str], side: str, cables: TableSubject | None) -> int | None:
    """Return the first column of unknown meaning whose heading names an end of a cable."""
    if cables is None:
        return None
    reader = HeadingReader(cables)
    named = (index for index, text in enumerate(headings) if _names_side(text, side))
    return next((index for index in named if reader.meaning(headings[index]) is None), None)


def _names_side(heading: str, side: str) -> bool:
    """Return whether a heading has a word for an end of a cable: ``From Component and Port``."""
    return any(len(word) > 1 and word in SIDES[side] for word in words_of(heading))


def _fills(row: TableRow, columns: Sequence[int]) -> bool:
    """Return whether some cells of a row have letters, as names and ports do."""
    return all(any(map(str.isalpha, cell_at(row.cells, index))) for index in columns)


def letter_options(table: TextTable, needed: Sequence[str]) -> Iterator[str]:
    """Yield options that map the columns of a table without headings by letter.

    Columns with the same text in all rows, such as a kind of row, are left out.
    """
    rows = [row.cells for row in table.rows if not row.is_empty][:SAMPLE]
    width = max(map(len, rows), default=0)
    texts = [{cell_at(cells, index) for cells in rows} for index in range(width)]
    telling = [index for index in range(width) if len(rows) == 1 or len(texts[index]) > 1]
    telling = [index for index in telling if not is_no_end(table.rows, index)]
    if len(telling) < len(needed):
        return
    keys = [*_ENDS] if {*needed} <= {*_ENDS} and len(telling) >= len(_ENDS) else [*needed]
    if len(telling) > len(keys) == len(_ENDS) and len(texts[telling[len(keys)]]) == len(rows):
        keys.append("id")
    for index, key in zip(telling, keys, strict=False):
        yield f'{setting("map")} "{column_letter(index)}={label(key)}"'
