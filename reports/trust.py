"""Which figures rest on a coefficient that nobody could source."""

import re

from reports.comparison import MEASURES, PER_ENDPOINT, Comparison, Source

MARK = "†"
UNVERIFIED = "unverified"

_KEYS = (*MEASURES, *PER_ENDPOINT)
MONEY = tuple(key for key in _KEYS if "_usd" in key)
POWER = tuple(key for key in _KEYS if "power_w" in key or key == "mw_per_gbps")
LATENCY = tuple(key for key in _KEYS if key.endswith("_ns"))

TRUST_WORDS = {
    "read": "read in the source named",
    "computed": "computed for this tool",
    "quoted": "quoted by somebody else, original not read",
    UNVERIFIED: f"{MARK} UNVERIFIED: nobody could source it",
}


def unverified_figures(comparison: Comparison) -> frozenset[str]:
    """Return keys of figures, and names of power sets, that an unverified number enters."""
    power_sets = {name for row in comparison.rows for name in row.power_by_set}
    touched: set[str] = set()
    for source in comparison.sources:
        if source.trust == UNVERIFIED:
            touched |= set(source.figures) or _by_unit(source, power_sets)
    return frozenset(touched)


def _by_unit(source: Source, power_sets: set[str]) -> set[str]:
    unit = source.unit.lower()
    power = set(POWER) | power_sets
    if re.search(r"[$€£¥]|usd|eur|gbp|cent|dollar|price|cost", unit):
        return set(MONEY)
    if re.search(r"\bns\b", unit):
        return set(LATENCY)
    if re.search(r"\b[mk]?w\b|watt|\bp?j\b", unit):
        return power
    return set(MONEY) | power


def marked(label: str, key: str, unverified: frozenset[str]) -> str:
    """Return a label, with the mark where its figure rests on an unverified number."""
    return f"{label}\N{NO-BREAK SPACE}{MARK}" if key in unverified else label


def mark_note(keys: list[str], unverified: frozenset[str]) -> str:
    """Return the sentence that explains the mark, or nothing where no key needs it."""
    if not unverified.intersection(keys):
        return ""
    return f"{MARK} Rests on at least one UNVERIFIED coefficient; see Sources before you order by it."
