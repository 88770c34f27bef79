"""Where cabinets stand in a grid, told from their names alone."""

import re
from collections.abc import Callable, Iterable, Mapping

from exchange.readers.ports import natural
from foundation.errors import InputError
from rooms.room import Cell
from topologies.parameters import shown

#: Most cells of a grid that names alone ask for.
MOST_CELLS = 100_000
#: Names in one message.
_FEW = 3
Parsed = tuple[int | str, int]


def _letters(text: str) -> int:
    """Return A .. Z, AA .. ZZ as 1 .. 702."""
    number = 0
    for letter in text.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


#: Ways of naming a cabinet by its row and its place there; rows of the last are their prefixes.
_BY_PREFIX = 3
_WAYS: tuple[tuple[re.Pattern[str], Callable[[str], int | str]], ...] = (
    (re.compile(r"R(?:OW)?[-_ ]?([0-9]{1,6})[-_ ./]?C(?:OL)?[-_ ]?([0-9]{1,6})", re.IGNORECASE), int),
    (re.compile(r"([A-Z]{1,2})[-_ ./]?([0-9]{1,3})", re.IGNORECASE), _letters),
    (re.compile(r"([0-9]{1,4})[-_ ./]([0-9]{1,4})"), int),
    (re.compile(r"(|.*[^0-9])([0-9]{1,6})"), str.casefold),
)


def cells_of_names(names: Iterable[str], others: Iterable[str], where: str) -> dict[str, Cell]:
    """Return the cell (row, column), from 0, of each cabinet.

    ``R01C03``, ``A07`` and ``1-07`` name row and place, counted from 1 (from 0 where a name
    says so). In any other name that ends in a number, what stands before it is the row.

    Parameters
    ----------
    names
        Cabinets that hold switches: one way of naming must fit them all.
    others
        Cabinets that are taken in where it fits them too.

    Raises
    ------
    InputError
        If no way fits, or the grid would be too large.
    """
    names = list(dict.fromkeys(names))
    mixed = any(_WAYS[0][0].fullmatch(name.strip()) for name in names)
    for pattern, row_of in _WAYS[:_BY_PREFIX] if mixed else _WAYS:
        matches = {name: match for name in names if (match := pattern.fullmatch(name.strip()))}
        if len(matches) == len(names):
            more = {name: match for name in others if (match := pattern.fullmatch(name.strip()))}
            parsed = {name: (row_of(m[1]), int(m[2])) for name, m in {**matches, **more}.items()}
            return _cells(parsed, where)
    few = ", ".join(shown(name) for name in names[:_FEW]) + (" ..." if len(names) > _FEW else "")
    raise InputError(
        where,
        f"the names of the cabinets, {few}, do not say where they stand",
        "names such as R01C03 or A07 in all, or --room with a room that has these cabinets",
    )


def _cells(parsed: Mapping[str, Parsed], where: str) -> dict[str, Cell]:
    rows = {row for row, _ in parsed.values()}
    columns = {column for _, column in parsed.values()}
    numbers = {row for row in rows if isinstance(row, int)}
    if numbers:
        row_at = _counted(numbers, len(columns))
        column_at = _counted(columns, max(row_at.values()) + 1)
    else:  # a prefix says no distance, and numbers after it may start anywhere
        row_at = {row: index for index, row in enumerate(sorted(map(str, rows), key=natural))}
        first = min(columns)
        column_at = {column: column - first for column in columns}
    cells = {name: (row_at[row], column_at[column]) for name, (row, column) in parsed.items()}
    size = (1 + max(row for row, _ in cells.values())) * (1 + max(column for _, column in cells.values()))
    if size > MOST_CELLS:
        what = f"the names of the cabinets span {size:,} places"
        raise InputError(where, what, f"at most {MOST_CELLS:,}; or --room with a room that has them")
    return cells


def _counted(numbers: set[int], times: int) -> dict[int | str, int]:
    """Return the place from 0 of each number: counted from 1, or from the least if that is 0 or far."""
    first = min(1, *numbers) if max(numbers) * times <= MOST_CELLS else min(numbers)
    return {number: number - first for number in numbers}
