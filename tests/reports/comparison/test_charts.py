"""Charts: bins that hold every cable, ratios that mean something, settings left alone."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given
from hypothesis import strategies as st

from netfloor.reports.comparison import charts
from netfloor.reports.comparison.charts import (
    LatencyRatio,
    histogram_svg,
    latency_ratio,
    latency_svg,
    length_bins,
    overview_svg,
)
from netfloor.reports.comparison.classes import MEAN, spread_of
from netfloor.reports.comparison.types import Comparison, LatencySweep, Population, Row
from netfloor.reports.rooms.floorplan import FloorDrawing


@given(st.lists(st.floats(0, 5000), max_size=50))
def test_bins_hold_every_cable(metres: list[float]) -> None:
    """No cable falls outside the bins, and there are never too many of them."""
    values = np.array(metres, dtype=float)
    edges = length_bins(values)
    assert np.histogram(values, edges)[0].sum() == len(values)
    assert len(edges) < 300


@pytest.mark.parametrize(("longest", "width"), [(5.0, 0.5), (30.0, 0.5), (52.0, 1.0), (180.0, 1.0)])
def test_bins_are_half_a_metre_to_a_metre(longest: float, width: float) -> None:
    """Up to 200 m a bin is half a metre or one metre wide."""
    edges = length_bins(np.array([longest]))
    assert np.allclose(np.diff(edges), width)


def test_histogram_counts_cables_inside_cabinets(drawing_of: Callable[..., FloorDrawing]) -> None:
    """Five used cabinets give five cables inside and ten between, told apart in words."""
    text = histogram_svg(drawing_of(), "Lengths", "h-")
    assert "inside a cabinet (5)" in text
    assert "between cabinets (10)" in text


def test_histogram_of_no_cables(drawing_of: Callable[..., FloorDrawing]) -> None:
    """An empty room has an empty histogram."""
    fromstring(histogram_svg(drawing_of(cables=False), "Lengths", "h-"))


def test_ratio_of_a_population_to_itself_is_one(row_of: Callable[..., Row]) -> None:
    """A network that is as fast as its baseline has the ratio 1 throughout."""
    row = row_of("a", "b", 8.0)
    found = latency_ratio(row, Population({}, row.latency))
    assert found is not None
    assert np.allclose(found.mean, 1)
    assert np.allclose(found.maximum, 1)


def test_ratio_has_ours_on_top(row_of: Callable[..., Row]) -> None:
    """Twice the latency of the baseline is the ratio 2."""
    row = row_of("a", "b", 8.0)
    half = LatencySweep(row.latency.switch_ns, row.latency.mean_ns / 2, row.latency.max_ns / 4)
    found = latency_ratio(row, Population({}, half))
    assert found is not None
    assert np.allclose(found.mean, 2)
    assert np.allclose(found.maximum, 4)


def test_ratio_to_no_latency_is_no_number(row_of: Callable[..., Row]) -> None:
    """Where the baseline has no latency there is no ratio, and no warning."""
    row = row_of("a", "b", 8.0)
    zero = np.zeros_like(row.latency.switch_ns)
    found = latency_ratio(row, Population({}, LatencySweep(row.latency.switch_ns, zero, zero)))
    assert found is not None
    assert np.isnan(found.mean).all()
    fromstring(latency_svg((found,), "l-"))


def test_ratio_needs_common_switch_latencies(row_of: Callable[..., Row]) -> None:
    """Sweeps that do not meet, or are empty, have no ratio."""
    row, empty = row_of("a", "b", 8.0), np.zeros(0)
    apart = LatencySweep(np.array([5000.0]), np.array([1.0]), np.array([1.0]))
    assert latency_ratio(row, Population({}, apart)) is None
    assert latency_ratio(row, Population({}, LatencySweep(empty, empty, empty))) is None


def test_names_in_charts_are_text() -> None:
    """A name with markup, mathematics or a leading underline is drawn as it is."""
    switch = np.array([0.0, 100.0])
    names = ("<b>bold</b>", "$\\frac{1}{", "_hidden")
    ratios = tuple(LatencyRatio(name, "c", switch, switch + 1, switch + 2) for name in names)
    shown = "".join(fromstring(latency_svg(ratios, "l-")).itertext())
    assert all(name in shown for name in names)


def test_overview_shows_every_network(full: Comparison) -> None:
    """Every network and every kind of mark is named in the picture."""
    shown = "".join(fromstring(overview_svg(full, "o-")).itertext())
    assert all(row.network in shown for row in full.rows)
    for mark in ("certified lower bound", "network, as printed", "random regular graph, placed"):
        assert mark in shown


def test_the_overview_has_every_figure_on_the_line_of_its_network(
    full: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ours, bound, print and each population at their means; from the bound to ours, and one deviation."""
    row = replace(full.rows[0], published={MEAN: 7.5})
    bare = replace(full.rows[1], baselines={}, published={}, figures={MEAN: 9.0})
    unplaced = replace(bare, figures={MEAN: None, "lower_bound_m": 6.0}, network="third", size_class="c")
    drawn = list[Any]()
    monkeypatch.setattr(charts, "svg_text", lambda figure, *_, **__: drawn.append(figure))
    overview_svg(replace(full, rows=(row, bare, unplaced)), "o-")
    (axes,) = drawn[0].axes
    names = {one.get_text(): one.get_position()[1] for one in axes.texts}
    points = [(float(one.get_xdata()[0]), round(float(one.get_ydata()[0]))) for one in axes.lines]
    points = [(x, y) for x, y in points if len({x, 0.0, 1.0}) == 3]  # not what parts the groups
    lines = [part for one in axes.collections for part in one.get_segments()]
    spans = sorted((round(float(a[0]), 6), round(float(b[0]), 6)) for a, b in lines)
    bound, mean = row.figures["lower_bound_m"], row.figures[MEAN]
    spreads = [
        spread
        for name in row.baselines
        for treatment in ("unplaced", "placed")
        if (spread := spread_of(row, name, treatment)) is not None
    ]
    place = names[row.network]
    expected = [(x, place) for x in (bound, mean, 7.5, *(one.mean for one in spreads))]
    expected += [(9.0, names[bare.network]), (6.0, names["third"])]
    assert sorted(points) == sorted(expected)
    around = [(one.mean - one.std, one.mean + one.std) for one in spreads if one.n > 1]
    assert spans == sorted((round(a, 6), round(b, 6)) for a, b in [(bound, mean), *around])


def test_drawing_leaves_settings_alone(drawing_of: Callable[..., FloorDrawing]) -> None:
    """A program that uses Matplotlib itself finds its settings as it left them."""
    with mpl.rc_context({"font.size": 33.0, "svg.fonttype": "path"}):
        histogram_svg(drawing_of(), "Lengths", "h-")
        assert (mpl.rcParams["font.size"], mpl.rcParams["svg.fonttype"]) == (33.0, "path")
