"""Marks of trust beside figures, and coefficients with theirs."""

from collections.abc import Collection

from netfloor.costmodels.catalogue.parts.skus import EXAMPLE, UNVERIFIED
from netfloor.costmodels.sets.coefficient import CoefficientRow, coefficient_label, unit_label
from netfloor.reports.formats.table import Cell, words
from netfloor.reports.formats.text import one_line

MARK = "†"
TRUST_WORDS = {
    "read": "read in the source named",
    "computed": "computed for this tool",
    "quoted": "quoted by another source, original not read",
    UNVERIFIED: f"{MARK} UNVERIFIED: no source was found",
}


def loud(trust: str) -> str:
    """Return how far a number is to be trusted, in capitals where nobody should order by it."""
    return trust.upper() if trust in {EXAMPLE, UNVERIFIED} else trust


def spaced(mark: str) -> str:
    """Return a mark as it stands after a figure, nothing where there is none."""
    return f"\N{NO-BREAK SPACE}{mark}" if mark else ""


def marked(label: str, key: str, unverified: Collection[str]) -> str:
    """Return a label, with the mark where its figure rests on an unverified number."""
    return label + spaced(MARK) if key in unverified else label


def mark_note(keys: Collection[str], unverified: frozenset[str]) -> str:
    """Return the sentence that explains the mark, or nothing where no key needs it."""
    if not unverified.intersection(keys):
        return ""
    return f"{MARK} Rests on at least one UNVERIFIED coefficient; see Sources before you order by it."


def coefficient_cells(row: CoefficientRow, *, mark_name: bool) -> tuple[Cell, ...]:
    """Return name, value, unit, year, source and trust; an unverified value, and its name, are marked."""
    mark = spaced(MARK) if row.trust == UNVERIFIED else ""
    return words(
        coefficient_label(one_line(row.coefficient)) + (mark if mark_name else ""),
        one_line(row.value) + mark,
        unit_label(one_line(row.unit)),
        str(row.year) if row.year else "",
        one_line(row.source),
        TRUST_WORDS.get(row.trust, one_line(row.trust)),
    )
