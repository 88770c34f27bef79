"""Matplotlib figures as SVG that lives inside a page: themed, unique ids, the same bytes each time.

Figures are drawn with `INK` for whatever should follow the page's text colour; `svg_text`
turns it into ``currentColor``. Matplotlib's settings are global, so a lock is held while a
figure is made and written: `drawing` takes it.
"""

import base64
import io
import re
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, tostring

from netfloor.reports.formats.text import one_line

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Drawn in this colour, shown in the colour of the text around the picture.
INK = "#0a0b0c"
#: Middle grey with enough contrast on white and on black.
GREY = "#808690"

#: Dots per inch, and colours, of lines too many to draw one by one.
RASTER_DPI = 160
_COLOURS = 64

_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}"
_FONT = "system-ui, 'Helvetica Neue', Arial, sans-serif"
_LOCK = threading.RLock()
_REFERENCE = re.compile(r"(?<=url\(#)[^)]+(?=\))")
_PNG = "data:image/png;base64,"

_SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "netfloor",
    "svg.id": None,
    "text.parse_math": False,
    "text.usetex": False,
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.linewidth": 0.8,
    "axes.unicode_minus": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "legend.frameon": False,
    "hatch.linewidth": 0.8,
    "path.simplify": True,
    **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor"), INK),
    **dict.fromkeys(("xtick.color", "ytick.color", "legend.labelcolor"), INK),
}


@dataclass(frozen=True)
class Words:
    """What a picture is called, and what somebody who cannot see it should know."""

    title: str
    description: str


@contextmanager
def drawing(width_in: float, height_in: float) -> Iterator["Figure"]:
    """Yield an empty figure under this module's settings; make and write it inside the block."""
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    settings: Any = _SETTINGS  # Matplotlib types its keys as one literal each
    with _LOCK, mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update(settings)
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        yield Figure(figsize=(width_in, height_in))


def svg_text(figure: "Figure", words: Words, prefix: str, *, standalone: bool = False) -> str:
    """Return a figure as SVG.

    Parameters
    ----------
    figure
        Drawn under `drawing`, which must still hold.
    prefix
        Put before every id, so that several pictures share a page.
    standalone
        True for a file of its own: name spaces, fixed colours. False for use within HTML:
        nothing in it names an address.
    """
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415

    buffer = io.BytesIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(buffer, format="svg", dpi=RASTER_DPI, metadata=nothing)
    root: Element = fromstring(buffer.getvalue())
    for child in root.findall(f"{_SVG}metadata"):
        root.remove(child)
    _rename_ids(root, prefix)
    for element in root.iter():
        _plain(element, standalone=standalone)
    _describe(root, words, prefix)
    _frame(root, standalone=standalone)
    return tostring(root, encoding="unicode") + "\n"


def _rename_ids(root: Element, prefix: str) -> None:
    """Prefix the ids that something refers to, and drop all others."""
    used = {
        name
        for element in root.iter()
        for key, value in element.attrib.items()
        for name in _references(key, value)
    }
    for element in root.iter():
        for key, value in list(element.attrib.items()):
            if key == "id" and value not in used:
                del element.attrib[key]
            elif key == "id":
                element.set(key, prefix + value)
            elif key.endswith("href") and value.startswith("#"):
                element.set(key, f"#{prefix}{value[1:]}")
            else:
                element.set(key, _REFERENCE.sub(lambda found: prefix + found[0], value))


def _references(key: str, value: str) -> list[str]:
    if key.endswith("href") and value.startswith("#"):
        return [value[1:]]
    return _REFERENCE.findall(value)


def _plain(element: Element, *, standalone: bool) -> None:
    """Take off name spaces, put in the ink and the generic fonts."""
    element.tag = str(element.tag).removeprefix(_SVG)
    for key, value in list(element.attrib.items()):
        name = key.replace(_XLINK, "xlink:" if standalone else "")
        del element.attrib[key]
        element.set(name, _smaller(value) if value.startswith(_PNG) else value)
    style = element.get("style")
    if style:
        style = re.sub(r"'DejaVu Sans'(, sans-serif)?", _FONT, style)
        element.set("style", style.replace(INK, "currentColor"))
    for key in ("fill", "stroke"):
        if element.get(key) == INK:
            element.set(key, "currentColor")


def _smaller(address: str) -> str:
    """Return an embedded picture with a palette: a fifth of the size, no difference to see."""
    from PIL import Image  # noqa: PLC0415

    picture = Image.open(io.BytesIO(base64.b64decode(address.removeprefix(_PNG))))
    buffer = io.BytesIO()
    few = picture.convert("RGBA").quantize(_COLOURS, method=Image.Quantize.FASTOCTREE)
    few.save(buffer, "PNG")
    return _PNG + base64.b64encode(buffer.getvalue()).decode()


def _describe(root: Element, words: Words, prefix: str) -> None:
    root.set("role", "img")
    root.set("aria-labelledby", f"{prefix}title {prefix}desc")
    for place, (tag, text) in enumerate((("title", words.title), ("desc", words.description))):
        element = Element(tag, {"id": f"{prefix}{tag}"})
        element.text = one_line(text)
        root.insert(place, element)


def _frame(root: Element, *, standalone: bool) -> None:
    if standalone:
        root.set("xmlns", "http://www.w3.org/2000/svg")
        root.set("xmlns:xlink", "http://www.w3.org/1999/xlink")
        root.set("style", "color: #1b1f24; background: #ffffff")
        return
    for key in ("width", "height"):
        points = float(root.get(key, "0").removesuffix("pt"))
        root.set(key, f"{points * 4 / 3:.0f}")
    root.attrib.pop("version", None)
