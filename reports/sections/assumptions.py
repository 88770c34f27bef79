"""What was assumed, and the rules by which things were counted."""

from collections.abc import Mapping
from typing import Any

from reports.comparison import Comparison
from reports.document import Section, Table, words
from reports.text import NOTHING, one_line

_WORDS = {
    "cost_set": "Cost coefficients",
    "power_set": "Power coefficients",
    "electrical_reach_m": "Electrical reach (m)",
    "switch_ns": "Switch latency (ns)",
    "link_gbps": "Link rate (Gb/s, each direction)",
}


def section(comparison: Comparison) -> Section:
    """Return the assumptions as a table and the rules as sentences."""
    tables = (named_values("Assumptions", "Assumption", comparison.assumptions),)
    rules = tuple(one_line(rule) for rule in comparison.rules)
    shown = tables if comparison.assumptions else ()
    return Section("assumptions", "Assumptions and rules", (), shown, listed=rules, list_heading="Rules")


def named_values(caption: str, head: str, values: Mapping[str, Any]) -> Table:
    """Return a table of two columns: what, and its value."""
    rows = tuple(words(_WORDS.get(key, one_line(key)), value_text(values[key])) for key in values)
    return Table(caption, (head, "Value"), rows)


def value_text(value: Any) -> str:
    """Return a value in words: lists with commas, tables as ``key = value``."""
    if value is None:
        return NOTHING
    if isinstance(value, Mapping):
        return "; ".join(f"{one_line(key)} = {value_text(value[key])}" for key in value)
    if isinstance(value, list | tuple):
        return ", ".join(value_text(part) for part in value)
    return one_line(value)
