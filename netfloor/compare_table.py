"""The comparison as the two short tables that a terminal shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reports.comparison import Baseline, Comparison, Number, Row


@dataclass(frozen=True)
class Table:
    """Headings, which may hold line breaks, and one line a network."""

    headings: tuple[str, ...]
    rows: list[list[str]]


def tables(comparison: Comparison) -> tuple[Table, Table]:
    """Return two tables: how long the cables are, and what that costs."""
    return _lengths(comparison.rows), _costs(comparison)


def _lengths(rows: Sequence[Row]) -> Table:
    """Mean length beside its bound, the printed mean and the placed baselines."""
    columns = [
        ("network", [row.network for row in rows]),
        ("\nrouters", _column(rows, "routers", ",.0f")),
        ("\nradix", _column(rows, "radix", ".0f")),
        ("mean\nm", _column(rows, "mean_cable_m", ".3f")),
        ("bound\nm", _column(rows, "lower_bound_m", ".3f")),
        ("\ngap", _column(rows, "gap", ".1%")),
        ("random\nplaced m", [_placed_mean(row.baselines.get("random")) for row in rows]),
        ("skywalk\nplaced m", [_placed_mean(row.baselines.get("skywalk")) for row in rows]),
        ("longest\nm", _column(rows, "max_cable_m", ".1f")),
    ]
    printed = [_show(row.published, "mean_cable_m", ".2f") for row in rows]
    if any(row.published for row in rows):
        columns.insert(4, ("paper\nm", printed))
    return _table(columns)


def _costs(comparison: Comparison) -> Table:
    rows = comparison.rows
    currency = str(comparison.assumptions.get("currency", "USD"))
    columns = [
        ("network", [row.network for row in rows]),
        ("electr.\nlinks", _column(rows, "electrical_links", ",.0f")),
        ("optical\nlinks", _column(rows, "optical_links", ",.0f")),
        ("bisection\nlinks", [_cut(row.figures) for row in rows]),
        ("power\nW", _column(rows, "power_w", ",.0f")),
        ("mW per\nGb/s", _column(rows, "mw_per_gbps", ",.1f")),
        (f"cables\n{currency}", _column(rows, "cable_cost_usd", ",.0f")),
        ("mean\nns", _column(rows, "mean_latency_ns", ",.1f")),
        ("max\nns", _column(rows, "max_latency_ns", ",.1f")),
    ]
    return _table(columns)


def _table(columns: Sequence[tuple[str, list[str]]]) -> Table:
    cells = [list(row) for row in zip(*(values for _, values in columns), strict=True)]
    return Table(tuple(heading for heading, _ in columns), cells)


def _column(rows: Sequence[Row], key: str, form: str) -> list[str]:
    return [_show(row.figures, key, form) for row in rows]


def _show(figures: Mapping[str, Number | None], key: str, form: str) -> str:
    value = figures.get(key)
    return "-" if value is None else format(value, form)


def _cut(figures: Mapping[str, Number | None]) -> str:
    """Return the bisection: one number where it is exact, else the proved interval."""
    low, high = (_show(figures, key, ".0f") for key in ("bisection_lower_links", "bisection_links"))
    return f"={high}" if low == high else f"{low}-{high}"


def _placed_mean(baseline: Baseline | None) -> str:
    if baseline is None or baseline.placed is None or "mean_cable_m" not in baseline.placed.figures:
        return "-"
    return f"{baseline.placed.figures['mean_cable_m'].mean:.3f}"
