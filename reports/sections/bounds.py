"""How far from the best possible: certified lower bounds and how each layout ended."""

from reports.comparison import Comparison
from reports.document import Section, Table, numbers, words
from reports.text import figure_text, one_line

_KEYS = ("mean_cable_m", "lower_bound_m", "gap")

_MEANING = (
    "The lower bound is proven: in this room no placement of this network, by whatever method, "
    "has a shorter mean cable. The gap is (mean - bound) / bound. The best possible mean lies "
    "between the bound and ours, so the gap is the most that a better placer could still save "
    "relative to the bound, and much of it may be slack in the bound."
)


def section(comparison: Comparison) -> Section:
    """Return mean, bound, gap, status and time of every network."""
    if not comparison.rows:
        return Section("bounds", "Lower bounds and gaps")
    rows = tuple(
        (
            *words(one_line(row.network, 80)),
            *numbers([figure_text(key, row.figures.get(key)) for key in _KEYS]),
            *words(one_line(row.status, 40)),
            *numbers([f"{row.seconds:,.1f}"]),
        )
        for row in comparison.rows
    )
    heads = ("Network", "Mean cable (m)", "Lower bound (m)", "Gap", "Status", "Seconds")
    table = Table("Placement against its certified lower bound", heads, rows)
    return Section("bounds", "Lower bounds and gaps", (_MEANING,), (table,))
