"""Differences between stored results and a fresh measurement."""

import math
from collections.abc import Iterator, Mapping

from netfloor.research.fidelity.report.exhibit import Ours
from netfloor.research.fidelity.report.notes import ours_text
from netfloor.research.fidelity.reproduction import Reproduction

#: Relative difference below which two numbers are equal: machines round differently.
SAME = 1e-9


def differences(
    exhibit: Reproduction,
    stored: Mapping[str, Mapping[str, Ours]],
    now: Mapping[str, Mapping[str, Ours]],
) -> Iterator[str]:
    """Yield a sentence for each figure that differs from the stored one."""
    for row in exhibit.printed:
        for column in exhibit.columns:
            old, new = stored.get(row, {}).get(column.name), now.get(row, {}).get(column.name)
            if not _same(old, new):
                texts = ["nothing" if item is None else ours_text(item, column) for item in (old, new)]
                if texts[0] == texts[1]:
                    texts = [repr(item.value) if item else "nothing" for item in (old, new)]
                yield f"{exhibit.key}: {row}, {column.name}: stored {texts[0]}, measured {texts[1]}"


def _same(old: Ours | None, new: Ours | None) -> bool:
    if old is None or new is None:
        return old is new
    pairs = ((old.value, new.value), (old.lower, new.lower), (old.error, new.error))
    return all(_equal(*pair) for pair in pairs)


def _equal(old: float | str | None, new: float | str | None) -> bool:
    if isinstance(old, str) or isinstance(new, str) or old is None or new is None:
        return old == new
    return math.isclose(old, new, rel_tol=SAME)
