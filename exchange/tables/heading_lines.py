"""Candidate heading rows of a table: one line, or two lines of which the upper groups the lower."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from netfloor.exchange.tables.numbers import UNITS
from netfloor.exchange.tables.report import USED_LATER
from netfloor.exchange.tables.side_words import sided_words
from netfloor.exchange.tables.subject import HeadingReader, compact, words_of
from netfloor.exchange.tables.tables import TableRow, TextTable

#: ``--map`` targets for the columns of panels and cords on the way of a link, which no layout reads.
PATH_TARGET = re.compile(r"panel [1-9][0-9]?(?: (?:in|out|port|rack|unit))?|cord [1-9][0-9]? (?:id|length)")
#: Number of rows searched for headings.
MAX_ABOVE = 50
#: Number of columns searched for groups of repeated headings.
_MAX_GROUPED = 128


def plain(text: str) -> str:
    """Return a heading in normalised form for comparison."""
    words = text.replace("\u00a0", " ").split()
    named = " ".join(words).lstrip("# ")  # a sign alone is a heading itself, unlike a blank cell
    return (named or "".join(words)).casefold()


def heading_lines(table: TextTable, reader: HeadingReader) -> Iterator[tuple[tuple[int, int], list[str]]]:
    """Yield candidate heading rows, alone and joined with the next: (first, row after), texts."""
    filled = [number for number, row in enumerate(table.rows[: MAX_ABOVE * 2]) if not row.is_empty]
    for number in filled[:MAX_ABOVE]:
        top = table.rows[number].cells
        below = table.rows[number + 1].cells if number + 1 < len(table.rows) else ()
        width = max(_filled_width(top), _filled_width(below))
        upper, lower = ([cell_at(cells, index) for index in range(width)] for cells in (top, below))
        if any(below) and all(not cell or cell.strip("()[] ").lower() in UNITS for cell in below):
            units = [cell.strip("()[] ") for cell in lower]
            yield (
                (number, number + 2),
                [f"{text} ({unit})" if unit else text for text, unit in zip(upper, units, strict=True)],
            )
            continue
        is_head = number not in table.titles and sum(map(bool, top)) > 1
        if is_head and _are_headings(below, reader):
            yield (number, number + 2), _joined(upper, lower, reader, sided=True)
        groups = _carried(upper, lower) if is_head and any(below) else []
        if not (groups and _are_below_groups(groups, lower, reader)):
            yield (number, number + 1), list(top)
        pairs = zip(groups, lower, strict=True) if groups else ()
        if any(above and reader.meaning(_both(above, cell)) for above, cell in pairs):
            yield (number, number + 2), _joined(groups, lower, reader, sided=False)


def _filled_width(cells: Sequence[str]) -> int:
    """Return the number of cells up to the last filled one; workbooks pad rows with blank cells."""
    return max((index + 1 for index, cell in enumerate(cells) if cell), default=0)


def cell_at(cells: Sequence[str], index: int) -> str:
    """Return a cell of a row, empty beyond its last cell."""
    return cells[index] if index < len(cells) else ""


def _are_headings(cells: Sequence[str], reader: HeadingReader) -> bool:
    """Return whether all texts of a row are headings of different fields, or units below headings."""
    filled = [cell for cell in cells if cell]
    names = [meaning.field.name for cell in filled if (meaning := reader.meaning(cell))]
    units = sum(cell.strip("()[] ").lower() in UNITS and not reader.meaning(cell) for cell in filled)
    return len(filled) > 1 and len({*names}) == len(names) == len(filled) - units and bool(names)


def _are_below_groups(groups: Sequence[str], below: Sequence[str], reader: HeadingReader) -> bool:
    """Return whether a row holds the headings of groups above it, most of them known, of several fields."""
    filled = [cell for cell in below if cell]
    spans = Counter(above for above, cell in zip(groups, below, strict=True) if above and cell)
    names = [meaning.field.name for cell in filled if (meaning := reader.meaning(cell))]
    has_group = max(spans.values(), default=0) > 1 and len({*filled} - {*spans}) > 1
    return has_group and len({*names}) > 1 and 2 * len(names) >= len(filled)


def _joined(top: Sequence[str], below: Sequence[str], reader: HeadingReader, *, sided: bool) -> list[str]:
    """Join two heading lines; if a joined text has no meaning, either text alone.

    ``sided`` also allows a single text that both ends of a cable have. The lower text of a column for later
    use stays alone: ``Kabel`` above ``Kabeltyp``.
    """
    texts, later = [], reader.subject.used_later | USED_LATER
    for above, cell in zip(top, below, strict=True):
        both = _both(above, cell)
        if not reader.meaning(both) and compact(both) not in later:
            if compact(cell) in later and not any(side for side, *_ in sided_words(words_of(above))):
                texts.append(cell)
                continue
            alone = [(text, result) for text in (cell, above) if text and (result := reader.meaning(text))]
            known = (text for text, result in alone if result.is_sure and (sided or not result.field.sided))
            both = next(known, both)
        texts.append(both)
    return texts


def _both(above: str, cell: str) -> str:
    """Return the texts of two lines as one heading."""
    return above if above == cell else f"{above} {cell}".strip()


def _carried(top: Sequence[str], below: Sequence[str]) -> list[str]:
    """Return the upper heading line with each text repeated over all columns of its group.

    Where the lower line repeats (Device, Port, Device, Port), each repetition is one group. Otherwise a
    text covers the columns up to the next text, or all columns that repeat it, as in merged cells.
    """
    blocks = _repeated_blocks(top, below)
    carried, last = [], ""
    for index, text in enumerate(top):
        block = next((item for item in blocks if index in item), None)
        if block is not None:
            carried.append(next(top[at] for at in block if top[at]))
            last = ""
            continue
        is_whole = not text and index > 1 and top[index - 1] == top[index - 2] == last
        last = "" if is_whole else text or last  # a text in each of its columns ends with them
        carried.append(last)
    return carried if blocks else _without_tails(carried, top, below)


def _repeated_blocks(top: Sequence[str], below: Sequence[str]) -> tuple[range, ...]:
    """Return the columns of two adjacent groups with equal lower headings, each under one text."""
    names = [compact(text) for text in below[:_MAX_GROUPED]]
    text_at, other_at = _texts_after(top[: len(names)])
    for width in range(len(names) // 2, 0, -1):
        alike = 0  # consecutive columns whose heading recurs one group further on
        for end in range(1, len(names) - width + 1):
            alike = alike + 1 if names[end - 1] and names[end - 1] == names[end - 1 + width] else 0
            if alike < width:
                continue
            blocks = range(end - width, end), range(end, end + width)
            if all(text_at[block.start] < block.stop <= other_at[block.start] for block in blocks):
                return blocks
    return ()


def _texts_after(top: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return for each column the index of the next text, and of the next different text."""
    count = len(top)
    text_at, other_at = [count] * (count + 1), [count] * (count + 1)
    for index in range(count - 1, -1, -1):
        following = text_at[index + 1]
        text_at[index] = index if top[index] else following
        is_new = top[index] and following < count and top[following] != top[index]
        other_at[index] = following if is_new else other_at[index + 1]
    return text_at, other_at


def _without_tails(carried: Sequence[str], top: Sequence[str], below: Sequence[str]) -> list[str]:
    """Remove carried texts from the last columns of a group that are blank above and unique to the group.

    This applies only if another group shares some headings, so both describe ends of a cable.
    """
    groups: dict[str, set[str]] = defaultdict(set)
    for above, cell in zip(carried, below, strict=True):
        groups[above].add(compact(cell))
    results = [*carried]
    for index in range(len(results) - 1, -1, -1):
        own = carried[index]
        others = [
            names for above, names in groups.items() if above and above != own and names & groups[own]
        ]
        is_last = index + 1 == len(results) or results[index + 1] != own
        if (
            others
            and is_last
            and not top[index]
            and not any(compact(below[index]) in item for item in others)
        ):
            results[index] = ""
    return results


def column_number(letters: str) -> int:
    """Return the number from 0 of a column by its spreadsheet letters."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def column_letter(number: int) -> str:
    """Return the letters of a column by its number from 0."""
    letters, number = "", number + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


#: Letters of a column in the user's map.
_LETTERS = re.compile(r"[A-Z]{1,2}")


def is_letter(name: str) -> bool:
    """Return whether a name of the user's map may be a column's letter."""
    return _LETTERS.fullmatch(name.strip()) is not None


def width_asked(rows: Sequence[TableRow], asked: Iterable[str]) -> int:
    """Return the number of columns up to the last one that the user gives by letter and some row fills."""
    at = [column_number(name.strip()) for name in asked if is_letter(name)]
    filled = (index + 1 for index in at if any(cell_at(row.cells, index) for row in rows))
    return max(filled, default=0)
