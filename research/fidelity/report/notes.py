"""Notes on exhibits: figures and counts are filled in from results, and claims are checked against them.

In a note's text ``{{row; column}}`` is our figure, and ``{{key@row; column}}`` that of a named exhibit.
``{{count; rows; column; test; value}}`` is the number of measured rows that pass a test, such as "5 of 6",
and ``{{count; key@rows; column; test; value}}`` that of a named exhibit.
``{{all; rows; column; test; value}}`` leaves no text and claims that every measured row passes. Rows may
have wildcards; a test is "is", "above" or "below"; a value is a number or another column of the row.
"""

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from operator import eq, gt, lt

from netfloor.research.fidelity.report.exhibit import FigureColumn, MeasuredExhibit, Ours

_PLACE = re.compile(r" ?\{\{(all; .+?)\}\}|\{\{(.+?)\}\}")
_TESTS = {"is": eq, "above": gt, "below": lt}
_UNKNOWN = "(not measured)"


def filled(notes: str, measured: Sequence[MeasuredExhibit]) -> str:
    """Return the notes with every placeholder replaced; a claim leaves nothing.

    Raises
    ------
    ValueError
        If a placeholder names no row, column or test of the exhibits.
    """

    def text(place: re.Match[str]) -> str:
        return "" if place[1] else _text(place[2], measured)

    return _PLACE.sub(text, notes)


def contradicted(measured: MeasuredExhibit) -> Iterator[str]:
    """Yield a sentence for each claim in the notes of an exhibit that our figures contradict."""
    for place in _PLACE.finditer(measured.notes):
        if place[1]:
            known, passing = _tested(place[1], measured)
            for row in known:
                if row not in passing:
                    yield f"{measured.exhibit.key}: {row} contradicts the notes: {place[1]}"


def _text(place: str, measured: Sequence[MeasuredExhibit]) -> str:
    if place.startswith("count; "):
        key, _, rest = place.removeprefix("count; ").rpartition("@")
        (only,) = [item for item in measured if key in ("", item.exhibit.key)]
        known, passing = _tested(f"count; {rest}", only)
        return f"{len(passing)} of {len(known)}"
    where, _, name = place.partition("; ")
    key, _, row = where.rpartition("@")
    for entry in measured:
        if key not in ("", entry.exhibit.key):
            continue
        columns = {column.name: column for column in entry.exhibit.columns}
        if row in entry.exhibit.printed and name in columns:
            ours = entry.ours.get(row, {}).get(name)
            return _UNKNOWN if ours is None else ours_text(ours, columns[name])
    if not measured:
        return _UNKNOWN
    raise ValueError(f"the notes of {measured[0].exhibit.key} name no figure: {place}")


def _tested(place: str, measured: MeasuredExhibit) -> tuple[list[str], list[str]]:
    """Return the measured rows that a count or claim is about, and those of them that pass."""
    exhibit = measured.exhibit
    try:
        _, rows, name, test, value = place.split("; ")
        passes = _TESTS[test]
    except (ValueError, KeyError) as error:
        raise ValueError(f"the notes of {exhibit.key} count nothing: {place}") from error
    named = [row for row in exhibit.printed if fnmatchcase(row, rows)]
    columns = [column.name for column in exhibit.columns]
    if not named or name not in columns or not (value in columns or _is_number(value)):
        raise ValueError(f"the notes of {exhibit.key} count nothing: {place}")
    known: list[str] = []
    passing: list[str] = []
    for row in named:
        ours = measured.ours.get(row, {})
        other = ours.get(value) if value in columns else Ours(float(value))
        if name in ours and other is not None:
            known.append(row)
            if passes(ours[name].value, other.value):
                passing.append(row)
    return known, passing


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def ours_text(ours: Ours, column: FigureColumn) -> str:
    """Format our figure, with its lower bound if it is not exact, and its standard error."""
    if isinstance(ours.value, str):
        return ours.value
    text = number_text(ours.value, column.digits)
    if ours.lower is not None and ours.lower != ours.value:
        text = f"{number_text(ours.lower, column.digits)} to {text}"
    return text if ours.error is None else f"{text} ± {ours.error:.2g}"


def number_text(value: float, digits: int) -> str:
    """Format a number with thousands separators."""
    return f"{value:,.{digits}f}"
