"""Contrast on white and on dark pages, worked out from the style sheet and the palette (WCAG 2.2, AA)."""

import re
from itertools import product
from pathlib import Path

import pytest

from netfloor.foundation.display.charts import COLOURS, GREY, INK
from netfloor.reports.formats import palette
from netfloor.reports.formats.palette import COLD, DARK, HOT, OCCUPIED, PAPER, RAMP, USED

#: Least contrast of text, and of what a picture is made of (1.4.3 and 1.4.11).
TEXT, GRAPHICS = 4.5, 3.0
CSS = (Path(__file__).parents[3] / "reports/templates/report.css").read_text()
AREAS = (palette.KEEP_OUT, palette.COOLING, palette.PILLAR)
TRAYS = (palette.BOTH_MEDIA, palette.COPPER, palette.OPTICAL, palette.FULL)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(colour: str, below: str, share: float) -> str:
    """Return a colour of some opacity on another one."""
    pairs = ((int(colour[at : at + 2], 16), int(below[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(share * own + (1 - share) * other):02x}" for own, other in pairs)


def both_ways(*colours: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return colours as they are on white, and on dark pages."""
    return colours, tuple(DARK[colour] for colour in colours)


@pytest.mark.parametrize("block", range(3), ids=["light", "dark", "print"])
def test_the_page_can_be_read(block: int) -> None:
    """Every text of the style sheet has 4.5 on the page and on bands, in each of its sets of colours."""
    blocks = re.findall(r":root \{([^}]*)\}", CSS)
    assert len(blocks) == 3
    colours = dict(re.findall(r"--(\w+): (#\w{6});", blocks[block]))
    for text, below in product(("text", "quiet", "accent"), ("page", "band")):
        assert contrast(colours[text], colours[below]) >= TEXT, (text, below)
    assert set(re.findall(r"(?<![-\w])color: (?:var\(--)?(\w+)", CSS)) <= {"text", "quiet", "accent"}


def test_pictures_lie_on_the_page() -> None:
    """The style sheet's page is the palette's paper, light and dark."""
    assert re.findall(r"--page: (#\w{6});", CSS)[:2] == [PAPER, DARK[PAPER]]


def test_lines_and_markers_show() -> None:
    """Whatever a chart or a floor is drawn with has 3 on the page."""
    for shown in both_ways(*COLOURS, *RAMP, *AREAS, *TRAYS, palette.WALL):
        page = PAPER if INK in shown else DARK[PAPER]
        assert min(contrast(colour, page) for colour in shown) >= GRAPHICS


def test_halls_show() -> None:
    """Trays and the edges of cabinets have 3 on every aisle and on every fill that they lie on."""
    fills_of, lines_of = both_ways(COLD, HOT, USED, OCCUPIED, PAPER), both_ways(*TRAYS, palette.WALL)
    for fills, lines in zip(fills_of, lines_of, strict=True):
        assert min(contrast(fill, line) for fill, line in product(fills, lines)) >= GRAPHICS


def test_names_can_be_read() -> None:
    """Names in cabinets and areas have 4.5 on every fill there is."""
    for dark in (False, True):
        shade = DARK.__getitem__ if dark else str
        page, ink = shade(PAPER), shade(INK)
        fills = [shade(fill) for fill in (COLD, HOT, USED, OCCUPIED)]
        fills += [mixed(shade(palette.KEEP_OUT), page, 0.15), mixed(shade(palette.COOLING), page, 0.35)]
        fills += [mixed(shade(GREY), page, 0.5)]
        assert min(contrast(ink, fill) for fill in fills) >= TEXT


def test_the_ramp_rises_away_from_the_page() -> None:
    """More is darker on white and brighter on dark, step by step."""
    on_white, on_dark = ([luminance(colour) for colour in colours] for colours in both_ways(*RAMP))
    assert on_white == sorted(on_white, reverse=True)
    assert on_dark == sorted(on_dark)


def test_dark_rules_name_what_pictures_hold() -> None:
    """Each colour has a rule for fills and one for strokes; nothing else has a class."""
    rules = dict(re.findall(r"\.([fs]-\w+) \{ \w+: (#\w{6}); \}", palette.dark_rules()))
    assert len(rules) == 2 * len(DARK)
    assert rules[palette.colour_class("stroke", INK)] == DARK[INK]
    assert palette.colour_class("fill", "#123456") == palette.colour_class("id", INK) == ""
