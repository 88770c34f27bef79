"""Colours of pictures on white paper and on dark pages.

Pictures are drawn in the colours for white, which files keep. Within a page, every shape has a class by its
colour (`colour_class`), and the page's style sheet (`dark_rules`) changes it for readers who prefer dark
pages. A test measures the contrast of each colour with its background, by WCAG 2.2.

Lines and markers have the colours of Okabe and Ito (jfly.uni-koeln.de/color, 2008), distinguishable with
any common colour vision, without their yellow, which is invisible on white; pale colours are darkened on
white. `RAMP` is Matplotlib's plasma: from 0.62 down to 0.02 on white, 0.42 up to 0.97 on dark.
"""

from collections.abc import Mapping

from netfloor.foundation.display.charts import COLOURS

#: White paper.
PAPER = "#ffffff"
#: Six steps from low to high, with growing contrast to the page.
RAMP = ("#e56a5d", "#cc4778", "#ab2494", "#8104a7", "#5102a3", "#1b068d")

#: Colours of halls: walls and edges of cabinets, aisles, contents of cabinets, areas, trays.
WALL, COLD, HOT = "#4a4f57", "#d7e8f7", "#f9ddd4"
USED, OCCUPIED, PILLAR = "#9fd6a8", "#b9bcc2", "#30343a"
KEEP_OUT, COOLING, FULL = "#8c7333", "#2680bf", "#c81e1e"
BOTH_MEDIA, COPPER, OPTICAL = "#5b4ca6", "#96500f", "#0a6a6c"

_DARK_COLOURS = ("#1a86c7", "#e06a10", "#12a87c", "#cc79a7", "#e69f00", "#7cc7f2")
_DARK_RAMP = ("#b6308b", "#d24f71", "#e87059", "#f89540", "#febe2a", "#f4ed27")
#: Each colour on a dark page.
DARK: Mapping[str, str] = {
    PAPER: "#14171c",
    **dict(zip(COLOURS, (*_DARK_COLOURS, "#e4e7eb", "#8a909a"), strict=True)),
    **dict(zip(RAMP, _DARK_RAMP, strict=True)),
    WALL: "#a4adb8",
    COLD: "#16304a",
    HOT: "#4a2418",
    USED: "#1f5a2c",
    OCCUPIED: "#4a4f57",
    PILLAR: "#c9ced6",
    KEEP_OUT: "#cdb878",
    COOLING: "#4d96d6",
    FULL: "#ff7d7d",
    BOTH_MEDIA: "#a99cf0",
    COPPER: "#f0a75a",
    OPTICAL: "#3cc9cb",
}
_PROPERTIES = ("fill", "stroke")


def colour_class(name: str, value: str) -> str:
    """Return the class of a shape whose ``fill`` or ``stroke`` is a colour of this file; else empty."""
    return f"{name[0]}-{value[1:]}" if name in _PROPERTIES and value in DARK else ""


def dark_rules() -> str:
    """Return the style rules for a dark page, a rule per colour and property."""
    return "\n".join(
        f"  .{colour_class(name, light)} {{ {name}: {dark}; }}"
        for light, dark in DARK.items()
        for name in _PROPERTIES
    )
