"""Marks of trust next to figures, and table cells of coefficients."""

from collections.abc import Collection

from netfloor.costmodels.catalogue.parts.skus import EXAMPLE, UNVERIFIED
from netfloor.costmodels.sets.coefficient import CoefficientRow, coefficient_label, unit_label
from netfloor.reports.formats.table import Cell, words
from netfloor.reports.formats.text import one_line

MARK = "†"
TRUST_WORDS = {
    "read": "read in the named source",
    "computed": "computed for this tool",
    "quoted": "quoted by another source, original not read",
    UNVERIFIED: f"{MARK} UNVERIFIED: no source was found",
}


def loud(trust: str) -> str:
    """Return the trust level; in capitals if the number is not fit for orders."""
    return trust.upper() if trust in {EXAMPLE, UNVERIFIED} else trust


def spaced(mark: str) -> str:
    """Return a mark with a no-break space before it; empty for no mark."""
    return f"\N{NO-BREAK SPACE}{mark}" if mark else ""


def marked(label: str, key: str, unverified: Collection[str]) -> str:
    """Return a label, marked if its figure depends on an unverified number."""
    return label + spaced(MARK) if key in unverified else label


def mark_note(keys: Collection[str], unverified: frozenset[str]) -> str:
    """Return the explanation of the mark; empty if no key needs it."""
    if not unverified.intersection(keys):
        return ""
    return f"{MARK} Based on at least one UNVERIFIED coefficient; see Sources before ordering."


def coefficient_cells(row: CoefficientRow, *, mark_name: bool) -> tuple[Cell, ...]:
    """Return name, value, unit, year, source and trust; unverified values are marked.

    ``mark_name`` marks the name too.
    """
    mark = spaced(MARK) if row.trust == UNVERIFIED else ""
    return words(
        coefficient_label(one_line(row.coefficient)) + (mark if mark_name else ""),
        one_line(row.value) + mark,
        unit_label(one_line(row.unit)),
        str(row.year) if row.year else "",
        one_line(row.source),
        TRUST_WORDS.get(row.trust, one_line(row.trust)),
    )
