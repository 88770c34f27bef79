"""The basis of the figures: warnings, assumptions, rules, sources of coefficients, provenance."""

from collections.abc import Mapping
from typing import Any

from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.reports.comparison.classes import class_baselines, size_classes
from netfloor.reports.comparison.types import Comparison
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.marks import MARK, coefficient_cells
from netfloor.reports.formats.table import Table, words
from netfloor.reports.formats.text import NOTHING, one_line

_WORDS = {
    "cost_set": "Cost coefficients",
    "power_set": "Power coefficients",
    "electrical_reach_m": "Copper reach (m)",
    "switch_ns": "Switch latency (ns)",
    "link_gbps": "Link rate (Gb/s, each direction)",
}


def notes_section(comparison: Comparison) -> Section:
    """Return each warning once, with the name of its network or baseline."""
    items = [f"{one_line(row.network, 80)}: {one_line(n)}" for row in comparison.rows for n in row.notes]
    for group in size_classes(comparison):
        for baseline, _ in class_baselines(group.rows):
            items += [f"{one_line(baseline.spec, 80)}: {one_line(note)}" for note in baseline.notes]
    return Section("notes", "Notes and warnings", listed=tuple(dict.fromkeys(items)))


def assumptions_section(comparison: Comparison) -> Section:
    """Return the assumptions as a table and the counting rules as sentences."""
    tables = named_values("Assumptions", "Assumption", comparison.assumptions)
    rules = tuple(map(one_line, comparison.rules))
    return Section("assumptions", "Assumptions and rules", (), tables, listed=rules, list_heading="Rules")


def sources_section(comparison: Comparison) -> Section:
    """Return every coefficient with its source; unverified ones are marked."""
    sources = comparison.sources
    if not sources:
        return Section("sources", "Sources")
    heads = ("Coefficient", "Value", "Unit", "Year", "Source", "Trust")
    rows = [coefficient_cells(source, mark_name=True) for source in sources]
    doubtful = sum(source.trust == UNVERIFIED for source in sources)
    warning = (
        f"{doubtful} of {len(sources)} coefficients {'is' if doubtful == 1 else 'are'} UNVERIFIED. "
        f"Figures that depend on such a coefficient carry {MARK} in every table.",
    )
    table = Table("Coefficients and their sources", heads, rows)
    return Section("sources", "Sources", warning if doubtful else (), (table,))


def provenance_section(values: Mapping[str, Any]) -> Section:
    """Return version, seed and budget of the run that made the report."""
    return Section(
        "provenance", "Provenance", tables=named_values("What produced this report", "Item", values)
    )


def named_values(caption: str, head: str, values: Mapping[str, Any]) -> tuple[Table, ...]:
    """Return a table of names and values; nothing if there are none."""
    rows = [words(_WORDS.get(key, one_line(key)), value_text(values[key])) for key in values]
    return (Table(caption, (head, "Value"), rows),) if rows else ()


def value_text(value: Any) -> str:
    """Return a value as text: lists with commas, tables as ``key = value``."""
    if value is None:
        return NOTHING
    if isinstance(value, Mapping):
        return "; ".join(f"{one_line(key)} = {value_text(value[key])}" for key in value)
    if isinstance(value, list | tuple):
        return ", ".join(value_text(part) for part in value)
    return one_line(value)
