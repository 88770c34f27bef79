"""The comparison as the short table that a terminal shows."""

from collections.abc import Mapping

from reports.comparison import Baseline, Comparison, Number, Population

HEADINGS = (
    "network", "routers", "radix", "links", "mean m", "paper m", "bound m", "gap",
    "random placed m", "skywalk placed m", "longest m", "electrical", "optical",
    "bisection", "power W", "mW/Gb/s", "cables USD", "mean ns", "max ns",
)  # fmt: skip


def table_rows(comparison: Comparison) -> list[list[str]]:
    """Return one line a network: ours, the printed mean, placed baselines beside it."""
    lines = []
    for row in comparison.rows:
        f = row.figures
        cut = f"{_show(f, 'bisection_lower_links', ',.0f')}-{_show(f, 'bisection_links', ',.0f')}"
        if f["bisection_lower_links"] == f["bisection_links"]:
            cut = f"{_show(f, 'bisection_links', ',.0f')} exact"
        lines.append(
            [
                row.network,
                _show(f, "routers", ",.0f"),
                _show(f, "radix", ".0f"),
                _show(f, "links", ",.0f"),
                _show(f, "mean_cable_m", ".3f"),
                _show(row.published, "mean_cable_m", ".2f"),
                _show(f, "lower_bound_m", ".3f"),
                _show(f, "gap", ".1%"),
                _placed_mean(row.baselines.get("random")),
                _placed_mean(row.baselines.get("skywalk")),
                _show(f, "max_cable_m", ".1f"),
                _show(f, "electrical_links", ",.0f"),
                _show(f, "optical_links", ",.0f"),
                cut,
                _show(f, "power_w", ",.0f"),
                _show(f, "mw_per_gbps", ".1f"),
                _show(f, "cable_cost_usd", ",.0f"),
                _show(f, "mean_latency_ns", ".1f"),
                _show(f, "max_latency_ns", ".1f"),
            ]
        )
    return lines


def _show(figures: Mapping[str, Number | None], key: str, form: str) -> str:
    value = figures.get(key)
    return "-" if value is None else format(value, form)


def _placed_mean(baseline: Baseline | None) -> str:
    population: Population | None = baseline.placed if baseline else None
    if population is None or "mean_cable_m" not in population.figures:
        return "-"
    return f"{population.figures['mean_cable_m'].mean:.3f}"
