"""What produced the report: version, seed, budget."""

from reports.comparison import Comparison
from reports.document import Section
from reports.sections.assumptions import named_values


def section(comparison: Comparison) -> Section:
    """Return the provenance as a table."""
    if not comparison.provenance:
        return Section("provenance", "Provenance")
    table = named_values("What produced this report", "Item", comparison.provenance)
    return Section("provenance", "Provenance", tables=(table,))
