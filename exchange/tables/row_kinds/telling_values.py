"""Values of a table's columns that name rows in ``--map``: ``Status:Cancelled``."""

from collections import Counter
from collections.abc import Mapping, Sequence

#: Maximum characters of a value in an option, and signs that a shell or ``--map`` reads otherwise.
_LONGEST, _SIGNS = 60, frozenset('="$`\\!\n')
#: The cells of a row by the name of their column in ``--map``.
NamedCells = Mapping[str, str]


def telling_values(rows: Sequence[NamedCells], others: Sequence[NamedCells]) -> list[str]:
    """Return for each row a text ``HEADING:VALUE`` that no other row has, empty if there is none.

    Of several, the one that most of the rows have, so that one option names them all.
    """
    taken = {(name, cell) for cells in others for name, cell in cells.items()}
    counts = Counter(item for cells in rows for item in cells.items() if item not in taken)
    results = []
    for cells in rows:
        own = [item for item in cells.items() if item in counts and _is_pasteable(item)]
        best = max(own, key=lambda item: counts[item], default=None)
        results.append("" if best is None else ":".join(best))
    return results


def _is_pasteable(item: tuple[str, str]) -> bool:
    """Return whether heading and value can stand in an option."""
    return all(len(text) <= _LONGEST and text.isprintable() and not _SIGNS & {*text} for text in item)
