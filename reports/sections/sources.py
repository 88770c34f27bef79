"""Every coefficient: value, unit, year, where it comes from, how far it is trusted."""

from reports.comparison import Comparison, Source
from reports.document import Cell, Section, Table, words
from reports.text import one_line
from reports.trust import MARK, TRUST_WORDS, UNVERIFIED


def section(comparison: Comparison) -> Section:
    """Return the table of sources; what is unverified says so in every line."""
    if not comparison.sources:
        return Section("sources", "Sources")
    heads = ("Coefficient", "Value", "Unit", "Year", "Source", "Trust")
    table = Table("Coefficients and their sources", heads, tuple(map(_row, comparison.sources)))
    return Section("sources", "Sources", _warning(comparison.sources), (table,))


def _warning(sources: tuple[Source, ...]) -> tuple[str, ...]:
    doubtful = sum(source.trust == UNVERIFIED for source in sources)
    if not doubtful:
        return ()
    return (
        f"{doubtful} of {len(sources)} coefficients {'is' if doubtful == 1 else 'are'} UNVERIFIED. "
        f"Figures that such a coefficient enters carry {MARK} in every table.",
    )


def _row(source: Source) -> tuple[Cell, ...]:
    mark = f"\N{NO-BREAK SPACE}{MARK}" if source.trust == UNVERIFIED else ""
    return words(
        one_line(source.coefficient) + mark,
        one_line(source.value) + mark,
        one_line(source.unit),
        str(source.year) if source.year else "",
        one_line(source.source),
        TRUST_WORDS.get(source.trust, one_line(source.trust)),
    )
