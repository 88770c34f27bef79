"""Pull sheet by tray: the cables in each tray, by entry and exit point."""

from netfloor.exchange.papers.flow import PaperColumn, PaperTable, Row, RowGroup, TableBlock, flow
from netfloor.exchange.papers.page import PaperPage
from netfloor.exchange.papers.site import SitePlan
from netfloor.exchange.writers.sheets.pull_sheets import TraySheet, tray_sheets
from netfloor.foundation.wording import count_text

TITLE = "Pull sheet by tray"
PREFACE = (
    "Cables in each tray, in order along it, listed where they enter; 'to m' and 'at' are where they "
    "leave. Metres count from the tray's first point in the room file. The pull "
    "sheet by row has the rest.",
)


def pages(site: SitePlan) -> list[PaperPage]:
    """Return the pages of all trays; none in a room without trays."""
    if site.trays is None:
        return []
    blocks = tuple(_block(sheet) for sheet in tray_sheets(site.fabric, site.trays, site.form))
    around = [site.fabric.cables[index].id for index in site.trays.around]
    missing = (
        (f"Not listed because they are routed around full trays: {', '.join(around)}.",) if around else ()
    )
    columns = (PaperColumn("cable", "boxed"), PaperColumn("to m", "number"), PaperColumn("at"))
    since = (site.since,) if site.since else ()
    return flow(PaperTable(columns, blocks, (*since, *PREFACE, *missing)), site.imprint.size)


def _block(sheet: TraySheet) -> TableBlock:
    groups: dict[str, list[Row]] = {}
    changes: dict[str, None] = {}
    for line in sheet.lines:
        title = f"{line.start.at_m} m, {line.start.what}"
        crosses = line.start == line.end
        other = ("", "crosses") if crosses else (line.end.at_m, _short(line.end.what))
        groups.setdefault(title, []).append((line.id, *other))
        changes.update(
            (f"{spot.at_m} m {spot.what}", None) for spot in (line.start, line.end) if _changes(spot.what)
        )
    note = f"{sheet.what}; {count_text(len({line.in_hand for line in sheet.lines}), 'cable')}"
    note += f"; → is a change of tray: {', '.join(sorted(changes, key=_metres))}" if changes else ""
    tables = tuple(RowGroup(title, tuple(rows)) for title, rows in groups.items())
    return TableBlock(f"Tray {sheet.tray}", tables, note)


def _changes(what: str) -> bool:
    return not what.startswith("cabinet ")


def _short(what: str) -> str:
    """Return a cabinet's bare name, or the next tray after an arrow."""
    return f"→ {what.rpartition('tray ')[2]}" if _changes(what) else what.removeprefix("cabinet ")


def _metres(change: str) -> tuple[float, str]:
    return float(change.split(" ", 1)[0]), change
