"""The chart of bisections: every interval is there, raw and by both normalisations."""

from typing import Any

import pytest
from defusedxml.ElementTree import fromstring

from netfloor.foundation.display.charts import COLOURS
from netfloor.reports.structure.charts import bisection_svg


def row_of(network: str, family: str, **changes: Any) -> dict[str, Any]:
    """Return a network with its bisection."""
    return {
        "network": network, "family": family, "routers": 100, "radix": 10, "links": 500, "ports": 14,
        "bisection_links": 120, "bisection_lower_links": 100, "endpoint_bisection_links": None,
        "endpoint_bisection_lower_links": None, "endpoint_bisection_share": None, **changes,
    }  # fmt: skip


KNOWN = {
    "endpoint_bisection_links": 120, "endpoint_bisection_lower_links": 100, "endpoint_bisection_share": 0.6,
}  # fmt: skip
ONE = row_of("lps:11,7", "lps")
TWO = row_of("lps:23,11", "lps", routers=660, radix=24, links=7920, bisection_links=2828)
OTHER = row_of("slimfly:9", "slimfly", bisection_links=100)


def text_of(svg: str) -> str:
    """Return all text of a picture."""
    return " ".join("".join(fromstring(svg).itertext()).split())


def marks(svg: str, colour: str) -> int:
    """Return how many marks of a colour a picture has, that of the legend among them, bands not."""
    uses = [element for element in fromstring(svg).iter() if element.tag == "use"]
    return sum(use.get("fill") == colour and use.get("fill-opacity") is None for use in uses)


def test_every_panel_names_its_normalisation() -> None:
    """Links, share of all links, and where it is known share of half the endpoints."""
    without, with_ = text_of(bisection_svg((ONE,), "b-")), text_of(bisection_svg(({**ONE, **KNOWN},), "b-"))
    for shown in (without, with_):
        assert "Bisection (links)" in shown
        assert "Share of all links (%, of nk/2)" in shown
    assert "Share of half the endpoints (%)" in with_
    assert "endpoints" not in without


def test_a_family_shares_a_colour_and_a_name() -> None:
    """Two LPS graphs are one entry of the legend, a network alone in its family goes by its name."""
    svg = bisection_svg((ONE, TWO, OTHER), "b-")
    assert marks(svg, COLOURS[0]) == 2 * 2 + 1
    assert marks(svg, COLOURS[1]) == 2 * 1 + 1
    legend = text_of(svg).split("certified lower bound")[-1].split()
    assert legend == ["lps", "slimfly:9"]


def test_endpoints_of_some_networks_alone() -> None:
    """A network without endpoints is missing from their panel, and from no other."""
    svg = bisection_svg((ONE, {**OTHER, **KNOWN}), "b-")
    assert marks(svg, COLOURS[0]) == 2 + 1
    assert marks(svg, COLOURS[1]) == 3 + 1


def test_words_tell_exact_bisections_from_intervals() -> None:
    """Who cannot see the picture hears every interval."""
    words = text_of(bisection_svg((ONE, OTHER), "b-"))
    assert "lps:11,7 100 to 120 links" in words
    assert "slimfly:9 100 links exactly" in words


@pytest.mark.parametrize(
    "rows",
    [
        (),
        (
            row_of(
                "torus:1", "torus", routers=1, radix=0, links=0, bisection_links=0, bisection_lower_links=0
            ),
        ),
        (row_of("<b>&$x$_", "file", bisection_lower_links=0),),
    ],
)
def test_little_or_odd_things_to_draw(rows: tuple[dict[str, Any], ...]) -> None:
    """No network, one without links, a bound of 0 on a logarithmic axis and markup in a name."""
    svg = bisection_svg(rows, "b-")
    assert all(row["network"] in text_of(svg) for row in rows)
    assert "nan" not in svg.lower()
    assert svg == bisection_svg(rows, "b-")
