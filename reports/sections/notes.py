"""Warnings that belong to a network or to a baseline."""

from reports.classes import class_baselines, size_classes
from reports.comparison import Comparison
from reports.document import Section
from reports.text import one_line


def section(comparison: Comparison) -> Section:
    """Return each warning once, with the name of whom it concerns."""
    items = [f"{one_line(row.network, 80)}: {one_line(n)}" for row in comparison.rows for n in row.notes]
    for group in size_classes(comparison):
        for baseline, _ in class_baselines(group.rows):
            items += [f"{one_line(baseline.spec, 80)}: {one_line(note)}" for note in baseline.notes]
    return Section("notes", "Notes and warnings", listed=tuple(dict.fromkeys(items)))
