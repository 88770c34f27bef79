"""Test sheet: every cable once, with boxes and a line for the result of its test."""

from netfloor.exchange.papers.flow import PaperColumn, PaperTable, Row, RowGroup, TableBlock, flow
from netfloor.exchange.papers.page import PaperPage
from netfloor.exchange.papers.site import SitePlan, place_text

TITLE = "Test sheet"
PREFACE = (
    "Every cable once, under the cabinet that it was pulled from, by {unit} and port there; the far end"
    " is cabinet-{unit}:port. Tick pass or fail; the line is for the measured loss, the number of the "
    "tester's record, or what is wrong.",
)


def pages(site: SitePlan) -> list[PaperPage]:
    """Return the pages of all cables, a block a cabinet."""
    columns = (
        PaperColumn(f"{site.unit_word}:port"),
        PaperColumn("far end"),
        PaperColumn("cable"),
        PaperColumn("pass", "box"),
        PaperColumn("fail", "box"),
        PaperColumn("result", "line", 15),
    )
    blocks = []
    for sheet in site.sheets:
        rows: list[tuple[tuple[str, int, str], Row]] = []
        for part in sheet.parts:
            for line in part.lines:
                if line.action != "connect":
                    here = place_text("", line.here.spot, line.here.port)
                    there = place_text(line.there.cabinet, line.there.spot, line.there.port)
                    rows.append((_key(line.here.spot, line.here.port), (here, there, line.id, "", "", "")))
        if rows:
            ordered = tuple(row for _, row in sorted(rows))
            blocks.append(
                TableBlock(site.cabinet_title(sheet.cabinet, sheet.row), (RowGroup("", ordered),))
            )
    return flow(PaperTable(columns, tuple(blocks), site.preface(PREFACE), pitch=8.8), site.imprint.size)


def _key(spot: str, port: str) -> tuple[str, int, str]:
    return spot, int(port) if port.isdecimal() else 0, port
