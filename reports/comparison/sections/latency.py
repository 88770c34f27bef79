"""Latency relative to each baseline by switch latency, as in Figure 11 of the SpectralFly paper."""

from functools import partial

import numpy as np

from netfloor.reports.comparison.charts import LatencyRatio, latency_ratio, latency_svg
from netfloor.reports.comparison.classes import TREATMENTS, baseline_kinds, kind_text, population
from netfloor.reports.comparison.types import Comparison
from netfloor.reports.formats.document import Chart, Section
from netfloor.reports.formats.table import Cell, Table, words
from netfloor.reports.formats.text import NOTHING, one_line, ratio_text

#: Switch latencies of the tables (ns); the nearest points of the sweep are shown.
SHOWN_NS = (0, 50, 100, 300, 1000)

_MEANING = (
    "Latency between switches with endpoints on paths of minimum latency, divided by that of the baseline, "
    "by switch latency. Below 1 the network is faster. At 0 ns only cable "
    "length counts, at 1000 ns nearly only the number of hops."
)


def section(comparison: Comparison) -> Section:
    """Return a chart and a table per baseline population."""
    tables, charts = [], []
    for kind in baseline_kinds(comparison.rows):
        for treatment in TREATMENTS:
            ratios = tuple(
                ratio
                for row in comparison.rows
                if (ratio := latency_ratio(row, population(row.baselines.get(kind), treatment)))
            )
            if ratios:
                name = f"{treatment} {kind} ({kind_text(kind)})"
                charts.append(Chart(f"Latency relative to {name}.", partial(latency_svg, ratios)))
                tables.append(_table(ratios, name))
    meaning = (_MEANING,) if charts else ()
    return Section("latency", "Latency relative to the baselines", meaning, tuple(tables), tuple(charts))


def _table(ratios: tuple[LatencyRatio, ...], name: str) -> Table:
    sweep = ratios[0].switch_ns
    places = sorted({int(np.abs(sweep - shown).argmin()) for shown in SHOWN_NS})
    heads = tuple(f"{sweep[place]:g} ns" for place in places)
    rows = tuple(
        (*words(one_line(ratio.network, 80)), *(_cell(ratio, float(sweep[p])) for p in places))
        for ratio in ratios
    )
    caption = f"Average latency relative to {name} by switch latency; maximum latency beneath"
    return Table(caption, ("Network", *heads), rows)


def _cell(ratio: LatencyRatio, switch_ns: float) -> Cell:
    at = np.flatnonzero(ratio.switch_ns == switch_ns)
    if not len(at):
        return Cell(NOTHING)
    return Cell(ratio_text(ratio.mean[at[0]]), (f"max {ratio_text(ratio.maximum[at[0]])}",))
