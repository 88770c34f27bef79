"""QR codes of cabinets: plain text that says which plan and which cabinet."""

from functools import cache

from netfloor.exchange.papers.page import BoxMark, PaperPage
from netfloor.exchange.papers.pdf import SHORT_HASH
from netfloor.foundation.spreadsheet_text import one_line


def cabinet_text(sha256: str, cabinet: str) -> str:
    """Return what the code of a cabinet says."""
    return f"netfloor plan {sha256[:SHORT_HASH]} cabinet {one_line(cabinet)}"


@cache
def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the dark places of a text's code row by row, without the quiet border; UTF-8, level M."""
    from reportlab.graphics.barcode import qrencoder  # noqa: PLC0415 - for papers only

    code = qrencoder.QRCode(None, qrencoder.QRErrorCorrectLevel.M)
    code.addData(qrencoder.QR8bitByte(text.encode()))
    code.make()
    return tuple(tuple(map(bool, row)) for row in code.modules)


def draw(page: PaperPage, text: str, at: tuple[float, float], edge: float) -> None:
    """Draw the code of a text into a square, its quiet border included."""
    rows = modules(text)
    unit = edge / (len(rows) + 8)
    for down, row in enumerate(rows):
        start = None
        for across, dark in enumerate((*row, False)):
            if dark and start is None:
                start = across
            elif not dark and start is not None:
                x, y = at[0] + (start + 4) * unit, at[1] + (down + 4) * unit
                page.boxes.append(BoxMark(x, y, (across - start) * unit, unit, fill=0.0))
                start = None
