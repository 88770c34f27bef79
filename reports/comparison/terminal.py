"""The comparison as short tables for the terminal."""

from collections.abc import Callable, Sequence

from netfloor.reports.comparison.classes import baseline_kinds, spread_of
from netfloor.reports.comparison.types import Comparison, Row
from netfloor.reports.figures.lookup import grouped, leading
from netfloor.reports.figures.table import CARRIED, FIGURES, SIZES, STUDY
from netfloor.reports.formats.table import Cell, Table, words
from netfloor.reports.formats.text import NOTHING, number_text
from netfloor.traffic.load.saturation import pattern_in, shown_patterns

#: Heading of a column, and the function that makes its cells.
_Column = tuple[str, Callable[[Row], str]]


def tables(comparison: Comparison) -> tuple[Table, ...]:
    """Return the tables of lengths, then of cost, power and latency, then of traffic if requested."""
    rows, heading = comparison.rows, comparison.table.short_heading
    lengths = [(heading(key), _text(key)) for key in grouped()[SIZES] if FIGURES[key].short]
    if any(row.published for row in rows):
        printed = ("paper\nm", lambda row: number_text(row.published.get("mean_cable_m")))
        lengths = _after(heading("mean_cable_m"), printed, lengths)
    lengths += [(f"{kind}\nplaced m", _placed_mean(kind)) for kind in baseline_kinds(rows)]
    costs = [(heading(key), _text(key)) for key in leading(STUDY)]
    costs = _after(heading("optical_links"), ("bisection\nlinks", _cut), costs)
    shown = [_table("network", lengths, rows), _table("network", costs, rows)]
    if comparison.has_traffic:
        patterns = shown_patterns([row.figures for row in rows])
        keys = [key for key in grouped()[CARRIED] if pattern_in(key) in patterns]
        by = f"carried by\n{comparison.assumptions.get('traffic_routing', '')} routing"
        shown.append(_table(by, [(heading(key), _text(key)) for key in keys], rows))
    return tuple(shown)


def _after(head: str, column: _Column, columns: Sequence[_Column]) -> list[_Column]:
    """Insert a column after the one with the given heading."""
    place = [name for name, _ in columns].index(head) + 1
    return [*columns[:place], column, *columns[place:]]


def _table(head: str, columns: Sequence[_Column], rows: Sequence[Row]) -> Table:
    lines = [(*words(row.network), *(Cell(of(row)) for _, of in columns)) for row in rows]
    return Table("", (head, *(name for name, _ in columns)), lines)


def _text(key: str) -> Callable[[Row], str]:
    return lambda row: FIGURES[key].text(row.figures.get(key))


def _cut(row: Row) -> str:
    """Return the bisection: a single number if exact, else the proven interval."""
    low, high = (
        number_text(row.figures.get(key), ".0f") for key in ("bisection_lower_links", "bisection_links")
    )
    return f"={high}" if low == high else f"{low}-{high}"


def _placed_mean(kind: str) -> Callable[[Row], str]:
    def text(row: Row) -> str:
        spread = spread_of(row, kind, "placed")
        return NOTHING if spread is None else FIGURES["mean_cable_m"].text(spread.mean)

    return text
