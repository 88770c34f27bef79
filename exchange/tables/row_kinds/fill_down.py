"""Blank cells that repeat the cell above, filled only in rows that have content of their own."""

from collections.abc import Mapping, Sequence

from netfloor.exchange.tables.columns import TableColumn
from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.row_kinds.totals import OF_ENDS, says_free_port, says_unused
from netfloor.exchange.tables.side_words import SIDES


class FillDown:
    """Fills the blank cells of the columns that the user reads as above, row by row."""

    def __init__(self, columns: Mapping[str, TableColumn]) -> None:
        self._columns = columns
        self._filled = {
            key: column.index
            for key, column in columns.items()
            if column.meaning and column.meaning.as_above
        }
        self._above: dict[int, str] = {}

    def __bool__(self) -> bool:
        return bool(self._filled)

    def of(self, cells: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cells of a row, with blanks filled from the last row above if they may repeat it."""
        own = {key: cell for key, column in self._columns.items() if (cell := cell_at(cells, column.index))}
        may_repeat = self._may_repeat(own, cells)
        results = [*cells, *[""] * (max(self._filled.values()) + 1 - len(cells))]
        for index in self._filled.values():
            if results[index]:
                self._above[index] = results[index]
            elif may_repeat:
                results[index] = self._above.get(index, "")
        return tuple(results)

    def _may_repeat(self, own: Mapping[str, str], cells: Sequence[str]) -> bool:
        if "device_a" in self._columns:
            return names_both_ends(own, self._columns, cells)
        return any(key not in self._filled for key in own)


def names_both_ends(
    own: Mapping[str, str], columns: Mapping[str, TableColumn], texts: Sequence[str]
) -> bool:
    """Return whether a row is a cable although the device of an end is blank.

    The row states something of each end that has a column of ports, or the far device with its port or
    place; otherwise the blank end is unused. An end without ports may be blank, unless a word such as
    ``spare`` in any column calls it unused.

    ``own``: the filled cells of known columns by key; ``texts``: all cells of the row.
    """
    stated = [
        any(not says_unused(own.get(f"{name}_{side}", "-")) for name in ("device", *OF_ENDS))
        for side in SIDES
    ]
    needed = [f"port_{side}" in columns for side in SIDES]
    far = [not says_unused(own.get(f"{name}_b", "-")) for name in ("device", *OF_ENDS)]
    if all(stated) or (far[0] and any(far[1:]) and not any(map(says_free_port, texts))):
        return True
    return (
        any(stated)
        and not any(need and not item for need, item in zip(needed, stated, strict=True))
        and not any(map(says_free_port, texts))
    )
