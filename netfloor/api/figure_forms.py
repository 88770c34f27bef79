"""Headings and units of the figures of plans, for tables of the library."""

from netfloor.foundation.display.data_table import ColumnForm
from netfloor.reports.figures.table import FIGURES


def figure_forms(currency: str, suffix: str = "") -> dict[str, ColumnForm]:
    """Return heading, unit and number format of every figure by its key; ``suffix`` names differences."""
    more = f", {suffix.strip('_')}" if suffix else ""
    return {
        f"{key}{suffix}": ColumnForm(f"{figure.name}{more}", figure.unit_text(currency), figure.text)
        for key, figure in FIGURES.items()
    }
