"""PDF output of pages, with title, plan and page number on each."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from typing import Any

from netfloor.exchange.papers.page import (
    BOLD,
    MARGIN,
    NARROW,
    PLAIN,
    SMALL,
    BoxMark,
    PaperPage,
    TextMark,
    printable,
    shortened,
    width_of,
    wrapped,
)
from netfloor.foundation.tool import TOOL

#: Digits of a plan's checksum in print, as in the footer of reports.
SHORT_HASH = 12


@dataclass(frozen=True)
class Imprint:
    """The text on every page of every sheet."""

    network: str  # name of the network
    sha256: str  # checksum of the plan
    day: dt.date
    size: tuple[float, float]  # width and height of the paper in points
    warning: str = ""  # problem to resolve before anyone works from the sheet; empty if none

    @property
    def plan(self) -> str:
        """The short name of the plan, suitable for the phone."""
        return self.sha256[:SHORT_HASH]


def to_pdf(title: str, pages: Sequence[PaperPage], imprint: Imprint) -> bytes:
    """Return the pages as a PDF file; the same pages give the same bytes."""
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415 - for papers only

    width_of("x")  # registers the fonts
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=imprint.size, invariant=1, pageCompression=1)
    canvas.setTitle(f"{title}: {printable(imprint.network)}")
    canvas.setSubject(f"plan {imprint.sha256}")
    canvas.setCreator(f"{TOOL['name']} {TOOL['version']}")
    canvas.setAuthor("")
    seen: set[str] = set()
    for number, page in enumerate(pages, 1):
        _imprint(page, title, f"page {number} of {len(pages)}", imprint)
        _draw(canvas, page, imprint.size[1])
        if page.about and page.about not in seen:
            seen.add(page.about)
            canvas.bookmarkPage(f"page{number}")
            canvas.addOutlineEntry(printable(page.about), f"page{number}")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _imprint(page: PaperPage, title: str, number: str, imprint: Imprint) -> None:
    """Set the header and footer of a page; a label sheet combines them in one line."""
    width, height = imprint.size
    left, right = MARGIN, width - MARGIN
    origin = f"plan {imprint.plan}, {imprint.day.isoformat()}"
    if page.bare:
        about = f"{title}, {page.about}: {imprint.network}, {origin}"
        room = right - left - width_of(number, SMALL) - 12
        _upwards(page, about, (left + 6, 18), room, (SMALL, SMALL))
        page.texts.append(TextMark(right - 6, 18, number, SMALL, right=True))
        return
    if imprint.warning:
        text = f"{imprint.warning} Ask the planner before you pull cables."
        page.texts.append(
            TextMark(left, 16, shortened(text, right - left, SMALL, bold=True), SMALL, bold=True)
        )
    page.texts.append(TextMark(left, 30, title, 11, bold=True))
    page.texts.append(TextMark(right, 30, number, 8, bold=True, right=True))
    room = right - left - width_of(title, 11, bold=True) - width_of(number, 8, bold=True) - 28
    _upwards(
        page, page.about, (left + width_of(title, 11, bold=True) + 14, 30), room, (9, SMALL), bold=True
    )
    page.rule(left, 34, right - left, 0.8)
    foot = f"{imprint.network}, {origin}"
    made = f"{TOOL['name']} {TOOL['version']}"
    room = right - left - width_of(made, SMALL) - 14
    page.texts.append(TextMark(left, height - 15, shortened(foot, room, SMALL), SMALL))
    page.texts.append(TextMark(right, height - 15, made, SMALL, right=True))


def _upwards(
    page: PaperPage,
    text: str,
    at: tuple[float, float],
    room: float,
    sizes: tuple[float, float],
    *,
    bold: bool = False,
) -> None:
    """Set a text in one line of the larger size, otherwise in two of the smaller size ending at ``at``."""
    (x, y), (large, small) = at, sizes
    if width_of(text, large, bold=bold) <= room:
        page.texts.append(TextMark(x, y, text, large, bold=bold))
        return
    lines = wrapped(text, room, small, bold=bold)
    lines = [lines[0], shortened(" ".join(lines[1:]), room, small, bold=bold)] if lines[1:] else lines
    for above, line in enumerate(lines, 1 - len(lines)):
        page.texts.append(TextMark(x, y + 7.4 * above, line, small, bold=bold))


def _draw(canvas: Any, page: PaperPage, height: float) -> None:
    """Draw the marks of a page on the canvas: areas, lines, then text."""

    def key(box: BoxMark) -> tuple[bool, float, float]:
        return box.fill is None, -(box.fill or 0.0), box.stroke

    for (framed, _, _), boxes in groupby(sorted(page.boxes, key=key), key=key):
        path = canvas.beginPath()
        for box in boxes:
            path.rect(box.x, height - box.y - box.height, box.width, box.height)
            last = box
        if framed:
            canvas.setLineWidth(last.stroke)
            canvas.drawPath(path, stroke=1, fill=0)
        else:
            canvas.setFillGray(last.fill)
            canvas.drawPath(path, stroke=0, fill=1)
    text = canvas.beginText()
    text.setHorizScale(100 * NARROW)
    style: tuple[bool, float, float] | None = None
    for mark in page.texts:
        if style != (mark.bold, mark.size, mark.grey):
            style = (mark.bold, mark.size, mark.grey)
            text.setFont(BOLD if mark.bold else PLAIN, mark.size)
            text.setFillGray(mark.grey)
        shift = width_of(mark.text, mark.size, bold=mark.bold) if mark.right else 0.0
        text.setTextOrigin(mark.x - shift, height - mark.y)
        text.textOut(printable(mark.text))
    canvas.drawText(text)
