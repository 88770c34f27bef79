"""The chart of failing links: every network and every disconnection is there to see."""

import re
from dataclasses import replace

import pytest
from defusedxml.ElementTree import fromstring

from netfloor.foundation.display.charts import COLOURS
from netfloor.research.failures.curve import FailureCurve, FailureOptions, FailurePoint
from netfloor.research.failures.report.chart import PANELS, SHARE, failure_svg
from netfloor.research.failures.trial_statistics import ConnectedMean, share_interval


def mean_of(value: float, connected: int) -> ConnectedMean:
    """Return a property over ten trials, some of them connected."""
    if not connected:
        return ConnectedMean(None, None, None, 10, 0, 1, None, rule_met=False)
    interval = (0.9 * value, 1.1 * value) if connected > 1 else None
    return ConnectedMean(value, None, interval, 10, connected, 1, 0.0, rule_met=True)


def curve_of(network: str, *connected: int) -> FailureCurve:
    """Return a curve with so many of ten trials connected at 0 %, 10 %, 20 %, ..."""
    proportions = tuple(step / 10 for step in range(len(connected)))
    points = tuple(
        FailurePoint(
            proportion=proportion,
            links_failed=round(100 * proportion),
            trials=10,
            disconnected=10 - left,
            disconnected_ci95=share_interval(10 - left, 10),
            certainly_disconnected=False,
            diameter=mean_of(3 + place, left),
            mean_distance=mean_of(2 + place / 2, left),
            bisection_links=mean_of(50 - 9 * place, left),
        )
        for place, (proportion, left) in enumerate(zip(proportions, connected, strict=True))
    )
    return FailureCurve(network, 20, 100, FailureOptions(proportions), points)


def marks(svg: str, colour: str) -> tuple[int, int]:
    """Return how many filled and how many open marks of a colour a picture has."""
    uses = [element for element in fromstring(svg).iter() if element.tag == "use"]
    mine = [use for use in uses if use.get("stroke") == colour]
    filled = sum(use.get("fill") == colour for use in mine)
    return filled, len(mine) - filled


def test_every_network_and_panel_is_named() -> None:
    """Networks stand in the legend, properties above their panels."""
    shown = "".join(fromstring(failure_svg((curve_of("a:1", 10), curve_of("b:2", 10)), "f-")).itertext())
    assert all(word in shown for word in ("a:1", "b:2", SHARE, *PANELS.values()))


@pytest.mark.parametrize(
    ("connected", "filled", "open_"), [((10, 10), 9, 0), ((10, 7), 6, 3), ((10, 1), 6, 3), ((10, 0), 6, 0)]
)
def test_means_without_the_disconnected_are_open(
    connected: tuple[int, int], filled: int, open_: int
) -> None:
    """Three panels show an open mark for some disconnected trials and none for nothing connected.

    Filled marks besides: the shares of both points, and the legend's.
    """
    svg = failure_svg((curve_of("a:1", *connected),), "f-")
    assert marks(svg, COLOURS[0]) == (filled, open_)
    assert "nan" not in svg.lower()


def test_words_say_where_a_network_falls_apart() -> None:
    """Who cannot see the picture hears from which proportion on trials were disconnected."""
    svg = failure_svg((curve_of("a:1", 10, 10, 8), curve_of("b:2", 10, 10, 10)), "f-")
    (words,) = [element.text for element in fromstring(svg).iter() if element.tag == "desc"]
    assert words is not None
    assert "a:1 first disconnects at 20 %." in words
    assert "b:2 first" not in words
    assert "No trial was disconnected" in failure_svg((curve_of("b:2", 10),), "f-")


def test_nothing_to_draw() -> None:
    """No network, and a network of which no point is finished, are pictures too."""
    fromstring(failure_svg((), "f-"))
    fromstring(failure_svg((curve_of("a:1"),), "f-"))


def test_names_are_text() -> None:
    """A name with markup, mathematics or a leading underline is drawn as it is."""
    names = ("<b>bold</b>", "$\\frac{1}{", "_hidden")
    shown = "".join(fromstring(failure_svg([curve_of(name, 10, 9) for name in names], "f-")).itertext())
    assert all(name in shown for name in names)


def test_the_same_curves_give_the_same_bytes() -> None:
    """Nothing of the time or the process is in the picture."""
    curves = [curve_of(f"n:{i}", 10, 10 - i) for i in range(9)]
    assert failure_svg(curves, "f-") == failure_svg(curves, "f-")


def test_ids_carry_the_prefix() -> None:
    """Several pictures share a page."""
    ids = re.findall(r'\bid="([^"]*)"', failure_svg((curve_of("a:1", 10, 4),), "one-"))
    assert ids
    assert all(name.startswith("one-") for name in ids)


def test_a_file_of_its_own_has_its_name_space() -> None:
    """Standalone pictures open in a browser; they differ from those within a page."""
    curve = replace(curve_of("a:1", 10, 4), interrupted=True)
    assert 'xmlns="http://www.w3.org/2000/svg"' in failure_svg((curve,), "f-", standalone=True)
    assert "http" not in failure_svg((curve,), "f-")
