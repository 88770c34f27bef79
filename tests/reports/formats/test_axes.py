"""Ticks and lines of charts: natural steps, plain numbers, nothing hidden."""

import numpy as np
import pytest

from netfloor.reports.formats.axes import add_grid, distinct_lines, log_axis, tick_text
from netfloor.reports.formats.svg import drawing


@pytest.mark.parametrize("most", [0.004, 0.93, 7, 15.5, 44, 101, 1500, 2.2e7, 4e12])
def test_ticks_stand_at_natural_steps(most: float) -> None:
    """Steps are 1, 2 or 5 times a power of ten, three to eight in sight, written without an exponent."""
    with drawing(4, 3) as figure:
        axes = figure.subplots()
        axes.plot([0, 1], [0, most])
        add_grid(axes, "y")
        figure.canvas.draw()
        low, high = axes.get_ylim()
        ticks = [tick for tick in axes.get_yticks() if low <= tick <= high]
        texts = [label.get_text() for label in axes.get_yticklabels()]
        assert not axes.yaxis.get_offset_text().get_text()
    step = float(np.diff(ticks).mean())
    assert round(step / 10 ** np.floor(np.log10(step) + 1e-9), 6) in {1, 2, 5}
    assert 3 <= len(ticks) <= 8
    assert all(set(text) <= set("0123456789,.-") for text in texts)


def test_logarithmic_ticks_have_no_exponent() -> None:
    """Neither small nor large numbers of a logarithmic axis are written with an e."""
    with drawing(4, 3) as figure:
        axes = figure.subplots()
        axes.plot([1, 2], [1e-5, 3e7])
        log_axis(axes, "y")
        figure.canvas.draw()
        texts = [label.get_text() for label in axes.get_yticklabels()]
    assert "1 million" in texts
    assert "0.0001" in texts
    assert not any("e" in text.removesuffix(" million") for text in texts)


@pytest.mark.parametrize(("low", "high"), [(520, 950), (900, 1100), (830, 2000), (3, 700)])
def test_a_logarithmic_axis_has_several_ticks(low: float, high: float) -> None:
    """Three ticks at least are in sight and named, however narrow the range is."""
    with drawing(4, 3) as figure:
        axes = figure.subplots()
        axes.plot([1, 2], [low, high])
        log_axis(axes, "y")
        figure.canvas.draw()
        bottom, top = axes.get_ylim()
        pairs = zip(axes.get_yticks(), axes.get_yticklabels(), strict=True)
        texts = [label.get_text() for tick, label in pairs if bottom <= tick <= top]
    assert len(texts) >= 3
    assert all(texts)


def test_a_number_keeps_its_decimals() -> None:
    """What stands at a tick is the number, with thousands, without trailing zeros or a minus zero."""
    assert [tick_text(value) for value in (-0.0, 0.25, 10, 1e6, 123456.5)] == (
        ["0", "0.25", "10", "1,000,000", "123,456.5"]
    )


def test_equal_lines_are_named_together() -> None:
    """Lines that lie on each other are one with both names; a line elsewhere, or shorter, is its own."""
    lines = [[1, 2, np.nan], [1, 2.5, 3], [1, 2.0001, np.nan], [1, 2]]
    assert distinct_lines(["a", "b", "c", "d"], lines) == [("a = c", 0), ("b", 1), ("d", 3)]
