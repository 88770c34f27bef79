"""Matplotlib figures as SVG, for pages and files: unique ids, reproducible bytes.

Figures use the colours of `palette`. Their looks are in attributes, which every viewer reads, instead of a
style sheet. Matplotlib's settings are global, so `drawing` holds a lock while a figure is made and written.
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

import numpy as np

from netfloor.foundation.display.charts import INK
from netfloor.reports.formats.palette import PAPER, colour_class
from netfloor.reports.formats.text import one_line

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.transforms import Bbox

#: Dots per inch of lines that are too many to draw as vectors; `_COLOURS` is their palette.
RASTER_DPI = 160
#: Space around parts that extend beyond a figure.
_MARGIN_IN = 0.04
_COLOURS = 64

_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}"
_FONT = "system-ui, 'Helvetica Neue', Arial, sans-serif"
#: Style, weight and size in a combined font property.
_SHORT_FONT = re.compile(r"(?:(italic|oblique) )?(?:(bold|\d+) )?([\d.]+px) ")
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
    """The title of a picture and its description for readers who cannot see it."""

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
    """Return a figure made under `drawing`, which must still be active, as SVG.

    ``prefix`` goes before every id, so that several pictures can share a page. A ``standalone`` file has
    name spaces and a white background; SVG for use within HTML has neither, and every colour of `palette`
    is a class that the page may change.
    """
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415

    buffer = io.BytesIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(buffer, format="svg", dpi=RASTER_DPI, metadata=nothing, bbox_inches=_whole(figure))
    root: Element = fromstring(buffer.getvalue())
    for child in (*root.findall(f"{_SVG}metadata"), *root.findall(f"{_SVG}defs[{_SVG}style]")):
        root.remove(child)
    _rename_ids(root, prefix)
    for element in root.iter():
        _plain(element, standalone=standalone)
    _describe(root, words, prefix)
    _frame(root, standalone=standalone)
    return tostring(root, encoding="unicode") + "\n"


def _whole(figure: "Figure") -> "Bbox | None":
    """Return an area in inches that includes all labels and legends; None if they fit the figure."""
    from matplotlib.transforms import Bbox  # noqa: PLC0415

    drawn, own = figure.get_tightbbox(), figure.bbox_inches
    if drawn.x0 >= own.x0 and drawn.y0 >= own.y0 and drawn.x1 <= own.x1 and drawn.y1 <= own.y1:
        return None
    margin = np.array([[-_MARGIN_IN, -_MARGIN_IN], [_MARGIN_IN, _MARGIN_IN]])
    return Bbox.union([own, Bbox(drawn.get_points() + margin)])


def _rename_ids(root: Element, prefix: str) -> None:
    """Prefix the ids that are referred to, and drop all others."""
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
                element.set(key, _REFERENCE.sub(lambda result: prefix + result[0], value))


def _references(key: str, value: str) -> list[str]:
    if key.endswith("href") and value.startswith("#"):
        return [value[1:]]
    return _REFERENCE.findall(value)


def _plain(element: Element, *, standalone: bool) -> None:
    """Remove name spaces, and turn style properties into attributes."""
    element.tag = str(element.tag).removeprefix(_SVG)
    for key, value in list(element.attrib.items()):
        name = key.replace(_XLINK, "xlink:" if standalone else "")
        del element.attrib[key]
        element.set(name, _smaller(value) if value.startswith(_PNG) else value)
    for name, value in _declarations(element.attrib.pop("style", "")):
        element.set(name, value)
    if not standalone:
        classes = [colour_class(name, element.get(name, "")) for name in ("fill", "stroke")]
        if any(classes):
            element.set("class", " ".join(filter(None, classes)))


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    """Yield name and value of each property; the combined font property is split into attributes."""
    for declaration in filter(str.strip, style.split(";")):
        name, value = (part.strip() for part in declaration.split(":", 1))
        font = _SHORT_FONT.match(value) if name == "font" else None
        if font is None:
            yield name, value
        else:
            names = ("font-style", "font-weight", "font-size", "font-family")
            parts = zip(names, (*font.groups(), _FONT), strict=True)
            yield from ((key, text) for key, text in parts if text)


def _smaller(address: str) -> str:
    """Return an embedded picture with a palette: a fifth of the size, with no visible difference."""
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
    root.set("stroke-linejoin", "round")
    if standalone:
        root.set("xmlns", "http://www.w3.org/2000/svg")
        root.set("xmlns:xlink", "http://www.w3.org/1999/xlink")
        _, _, width, height = root.get("viewBox", "0 0 0 0").split()
        root.insert(2, Element("rect", {"width": width, "height": height, "fill": PAPER}))
        return
    for key in ("width", "height"):
        points = float(root.get(key, "0").removesuffix("pt"))
        root.set(key, f"{points * 4 / 3:.0f}")
    root.attrib.pop("version", None)
