"""Network power by every power set of the study, side by side."""

from reports.comparison import Comparison, Row
from reports.document import Section, Table, numbers, words
from reports.text import NOTHING, figure_text, one_line
from reports.trust import mark_note, marked, unverified_figures


def section(comparison: Comparison) -> Section:
    """Return watts per network and power set."""
    sets = list(dict.fromkeys(name for row in comparison.rows for name in row.power_by_set))
    if not sets:
        return Section("power", "Power by power set")
    unverified = unverified_figures(comparison)
    heads = tuple(marked(f"{one_line(name, 60)} (W)", name, unverified) for name in sets)
    rows = tuple(
        (*words(one_line(row.network, 80)), *numbers([_text(row, s, unverified) for s in sets]))
        for row in comparison.rows
    )
    used = one_line(comparison.assumptions.get("power_set", ""), 60)
    saying = f"All other tables use {used}." if used else ""
    note = " ".join(part for part in (saying, mark_note(sets, unverified)) if part)
    table = Table("Network power by coefficient set (W)", ("Network", *heads), rows, note)
    return Section("power", "Power by power set", tables=(table,))


def _text(row: Row, name: str, unverified: frozenset[str]) -> str:
    text = figure_text("power_w", row.power_by_set.get(name))
    return text if text == NOTHING else marked(text, name, unverified)
