"""Pull sheet by row: every cable once, under the cabinet that it is pulled from."""

from collections.abc import Iterator

from netfloor.exchange.papers.flow import PaperColumn, PaperTable, Row, RowGroup, TableBlock, flow
from netfloor.exchange.papers.page import PaperPage
from netfloor.exchange.papers.site import SitePlan
from netfloor.exchange.writers.sheets.pull_sheets import PullSheet, SheetLine

TITLE = "Pull sheet by row"
PREFACE = (
    "Each cable once, under the cabinet it is pulled from: cables within the cabinet first, then by "
    "row of the far end, shortest first. The far end is cabinet-{unit}:port, as on labels. Tick a "
    "cable when both ends are plugged in.",
)


def pages(site: SitePlan) -> list[PaperPage]:
    """Return the pages of all rows."""
    part = (PaperColumn("part"),) if site.ordered else ()
    columns = (
        PaperColumn("cable", "boxed"),
        PaperColumn("m", "number"),
        *part,
        PaperColumn(f"{site.unit_word}:port"),
        PaperColumn("far end"),
    )
    blocks = tuple(_block(site, sheet) for sheet in site.sheets if any(map(_kept, _lines(sheet))))
    return flow(PaperTable(columns, blocks, site.preface(PREFACE, parts=True)), site.imprint.size)


def _lines(sheet: PullSheet) -> Iterator[SheetLine]:
    for part in sheet.parts:
        yield from part.lines


def _kept(line: SheetLine) -> bool:
    return line.action != "connect"


def _block(site: SitePlan, sheet: PullSheet) -> TableBlock:
    """Return the cables pulled from a cabinet, by far row, medium and route."""
    groups: dict[str, list[Row]] = {}
    for part in sheet.parts:
        for line in filter(_kept, part.lines):
            way = f"over {' > '.join(line.trays)}" if line.trays else ""
            title = ", ".join(text for text in (part.title, line.medium, way) if text)
            groups.setdefault(title, []).append(_row(site, line))
    tables = tuple(RowGroup(title, tuple(rows)) for title, rows in groups.items())
    return TableBlock(site.cabinet_title(sheet.cabinet, sheet.row), tables)


def _row(site: SitePlan, line: SheetLine) -> Row:
    here = line.here.text_here
    there = line.there.text
    part = (line.part,) if site.ordered else ()
    return (line.id, line.length_m, *part, here, there)
