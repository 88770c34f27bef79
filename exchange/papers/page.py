"""Pages as positioned marks, before PDF output; coordinates in points from the upper left corner.

The font is Matplotlib's DejaVu Sans, condensed slightly to fit tables.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from netfloor.foundation.spreadsheet_text import one_line

#: Width and height in points.
PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
MM = 72 / 25.4
MARGIN = 20.0
#: Smallest printed type size and the size of most tables, in points.
SMALL, BODY = 6.5, 7.0
PLAIN, BOLD = "NetfloorSans", "NetfloorSansBold"
#: Horizontal scale of letters.
NARROW = 0.82
#: Replacement for characters missing from the font.
UNKNOWN = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True)
class TextMark:
    """A line of text; ``x`` is its left end, or its right end if right-aligned."""

    x: float
    y: float
    text: str
    size: float = BODY
    bold: bool = False
    right: bool = False
    grey: float = 0.0


@dataclass(frozen=True)
class BoxMark:
    """A rectangle filled with a grey from 0 (black) to 1, or outlined with a line of this thickness."""

    x: float
    y: float
    width: float
    height: float
    fill: float | None = None
    stroke: float = 0.0


@dataclass
class PaperPage:
    """The content of one page."""

    about: str = ""  # the part of the plan on the page, such as ``R01C01 to R01C08``, for its header
    texts: list[TextMark] = field(default_factory=list)
    boxes: list[BoxMark] = field(default_factory=list)
    bare: bool = False  # True if the middle of the page takes only its marks, as on label sheets

    def rule(self, x: float, y: float, width: float, thick: float = 0.4, grey: float = 0.0) -> None:
        """Draw a horizontal line."""
        self.boxes.append(BoxMark(x, y, width, thick, fill=grey))


@cache
def font_files() -> tuple[Path, Path]:
    """Return the files of the regular and the bold font."""
    import matplotlib as mpl  # noqa: PLC0415 - for its fonts

    folder = Path(mpl.get_data_path()) / "fonts/ttf"
    return folder / "DejaVuSans.ttf", folder / "DejaVuSans-Bold.ttf"


@cache
def _widths(bold: bool) -> dict[int, float]:
    """Return the width of every character in the font, at 1 point."""
    from reportlab.pdfbase import pdfmetrics  # noqa: PLC0415 - for papers only
    from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415

    for name, file in zip((PLAIN, BOLD), font_files(), strict=True):
        pdfmetrics.registerFont(TTFont(name, str(file)))
    face = pdfmetrics.getFont(BOLD if bold else PLAIN).face
    return {code: width / 1000 for code, width in face.charWidths.items()}


def printable(text: str) -> str:
    """Return text as one line with a mark for every character missing from the font."""
    if text.isascii() and text.isprintable():
        return text
    known = _widths(bold=False)
    return "".join(c if ord(c) in known else UNKNOWN for c in one_line(text))


def width_of(text: str, size: float = BODY, *, bold: bool = False) -> float:
    """Return the width of a text as set, in points."""
    return _unit_width(text, bold) * size * NARROW


@cache
def _unit_width(text: str, bold: bool) -> float:
    known = _widths(bold)
    return sum(known.get(ord(c), 0.6) for c in printable(text))


#: Where a line may break, best first.
_BREAKS = (" / ",), (" ",), ("/",), tuple("-,:;_."), ("+",)


def wrapped(text: str, width: float, size: float = BODY, *, bold: bool = False) -> list[str]:
    """Return lines at most ``width`` points wide, broken between a cable's ends, else after spaces.

    A word longer than a line breaks after a slash, else after another sign; ids and ports joined by ``+``
    stay intact if they fit on a line.
    """
    if width_of(text, size, bold=bold) <= width:
        return [text]
    lines, rest = [], text
    while rest and width_of(rest, size, bold=bold) > width:
        end = _fitting(rest, width, size, bold=bold)
        breaks = (_last_break(rest[:end], signs) for signs in _BREAKS)
        end = next((place for place in breaks if place > end // 3), end)
        lines.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return [*lines, rest] if rest else lines


def _last_break(text: str, signs: Sequence[str]) -> int:
    """Return the length of the text up to the last of some signs; 0 if there is none."""
    return max((at + len(sign) for sign in signs if (at := text.rfind(sign)) >= 0), default=0)


def _fitting(text: str, width: float, size: float, *, bold: bool) -> int:
    """Return how many leading characters fit, at least one."""
    known, total = _widths(bold), 0.0
    for place, sign in enumerate(text):
        total += known.get(ord(sign), 0.6) * size * NARROW
        if total > width:
            return max(place, 1)
    return len(text)


def shortened(text: str, width: float, size: float = BODY, *, bold: bool = False) -> str:
    """Return text that fits; if too wide, its middle is omitted, because both ends distinguish names."""
    if width_of(text, size, bold=bold) <= width:
        return text
    for kept in range(len(text) - 1, 1, -1):
        head = (kept + 1) // 2
        short = f"{text[:head]}…{text[len(text) - (kept - head) :]}"
        if width_of(short, size, bold=bold) <= width:
            return short
    return "…"


def paragraph(
    page: PaperPage, lines: Iterable[str], at: tuple[float, float], width: float, size: float = BODY
) -> float:
    """Set paragraphs below each other and return the position of the next line."""
    x, y = at
    for text in lines:
        for line in wrapped(text, width, size):
            y += size * 1.3
            page.texts.append(TextMark(x, y, line, size))
    return y


def about_of(names: Sequence[str]) -> str:
    """Return ``A to D`` for the cabinets of a page."""
    if not names:
        return ""
    return names[0] if names[0] == names[-1] else f"{names[0]} to {names[-1]}"
