"""The comparison as the short tables that a terminal shows."""

from collections.abc import Sequence

from netfloor.reports.comparison.classes import spread_of
from netfloor.reports.comparison.types import MEASURES, Comparison, Row
from netfloor.reports.formats.table import Column, Table, Value
from netfloor.traffic.load.saturation import shown_patterns


def tables(comparison: Comparison) -> tuple[Table, ...]:
    """Return two tables, how long the cables are and what that costs, and what networks carry if asked."""
    carried = (_carried(comparison),) if any(row.traffic for row in comparison.rows) else ()
    return _lengths(comparison.rows), _costs(comparison), *carried


def _lengths(rows: Sequence[Row]) -> Table:
    """Mean length beside its bound, the printed mean and the placed baselines."""
    columns: list[tuple[Column, Sequence[Value]]] = [
        (Column("network"), [row.network for row in rows]),
        (Column("switch\ncount", form=",.0f"), _figures(rows, "routers")),
        (Column("\nradix", form=".0f"), _figures(rows, "radix")),
        (Column("mean\nm", form=".3f"), _figures(rows, "mean_cable_m")),
        (Column("bound\nm", form=".3f"), _figures(rows, "lower_bound_m")),
        (Column("\ngap"), [MEASURES["gap"].text(row.figures.get("gap")) for row in rows]),
        *(
            (Column(f"{kind}\nplaced m", form=".3f"), [_placed_mean(row, kind) for row in rows])
            for kind in ("random", "skywalk")
        ),
        (Column("longest\nm", form=".1f"), _figures(rows, "max_cable_m")),
    ]
    if any(row.published for row in rows):
        printed = [row.published.get("mean_cable_m") for row in rows]
        columns.insert(4, (Column("paper\nm", form=".2f"), printed))
    return _table(columns)


def _costs(comparison: Comparison) -> Table:
    rows = comparison.rows
    return _table(
        [
            (Column("network"), [row.network for row in rows]),
            (Column("copper\nlinks", form=",.0f"), _figures(rows, "electrical_links")),
            (Column("optical\nlinks", form=",.0f"), _figures(rows, "optical_links")),
            (Column("bisection\nlinks"), [_cut(row) for row in rows]),
            (Column("power\nW", form=",.0f"), _figures(rows, "power_w")),
            (Column("mW per\nGb/s", form=",.1f"), _figures(rows, "mw_per_gbps")),
            (Column(f"cables\n{comparison.currency}", form=",.0f"), _figures(rows, "cable_cost")),
            (Column("mean\nns", form=",.1f"), _figures(rows, "mean_latency_ns")),
            (Column("max\nns", form=",.1f"), _figures(rows, "max_latency_ns")),
        ]
    )


def _carried(comparison: Comparison) -> Table:
    money = f"{comparison.currency}/(Gb/s)"
    shown = {
        "throughput": ("throughput", ".1%"),
        "gbps": ("Gb/s", ",.0f"),
        "cost_per": (money, ",.2f"),
        "mw_per": ("mW/(Gb/s)", ",.1f"),
    }
    rows = comparison.rows
    routing = comparison.assumptions.get("traffic_routing", "")
    columns: list[tuple[Column, Sequence[Value]]] = [
        (Column(f"carried by\n{routing} routing"), [row.network for row in rows])
    ]
    for what, (head, form) in shown.items():
        for pattern in shown_patterns([row.traffic for row in rows]):
            key = f"{what}_{pattern}_gbps" if what.endswith("per") else f"{pattern}_{what}"
            columns.append(
                (Column(f"{pattern}\n{head}", form=form), [row.traffic.get(key) for row in rows])
            )
    return _table(columns)


def _table(columns: Sequence[tuple[Column, Sequence[Value]]]) -> Table:
    heads, values = zip(*columns, strict=True)
    return Table("", heads, list(zip(*values, strict=True)))


def _figures(rows: Sequence[Row], key: str) -> list[Value]:
    return [row.figures.get(key) for row in rows]


def _cut(row: Row) -> str:
    """Return the bisection: one number where it is exact, else the proved interval."""
    whole = Column("", form=".0f")
    low, high = (whole.text(row.figures.get(k)) for k in ("bisection_lower_links", "bisection_links"))
    return f"={high}" if low == high else f"{low}-{high}"


def _placed_mean(row: Row, kind: str) -> float | None:
    spread = spread_of(row, kind, "placed")
    return None if spread is None else spread.mean
