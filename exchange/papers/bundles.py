"""Bundle list: pairs of cabinets with several cables, which are laid together."""

from collections import Counter, defaultdict

from netfloor.exchange.papers.flow import PaperColumn, PaperTable, Row, RowGroup, TableBlock, flow
from netfloor.exchange.papers.page import PaperPage
from netfloor.exchange.papers.site import SitePlan
from netfloor.exchange.writers.number_text import metres_up
from netfloor.fabric.fabric import Cable
from netfloor.foundation.wording import count_text
from netfloor.rooms.hall.parts import MEDIA

TITLE = "Bundle list"
PREFACE = ("Cabinet pairs with two or more cables; m is the length as bought, else as routed.",)


def pages(site: SitePlan) -> list[PaperPage]:
    """Return the pages of all bundles, one block per cabinet."""
    joined: dict[int, dict[int, dict[str, Cable]]] = defaultdict(lambda: defaultdict(dict))
    for cable in site.fabric.cables:
        ends = [site.fabric.devices[end.device].cabinet for end in cable.ends]
        known = [end for end in ends if end is not None]
        if len(set(known)) == 2 and not cable.installed:
            joined[min(known)][max(known)].setdefault(cable.in_hand, cable)
    media = (PaperColumn("copper", "number"), PaperColumn("optical", "number")) if site.ordered else ()
    columns = (
        PaperColumn("to cabinet"),
        PaperColumn("cables", "number"),
        *media,
        PaperColumn("m from", "number"),
        PaperColumn("m to", "number"),
    )
    blocks = []
    for item in sorted(joined):
        rows = [
            _row(site, other, [*joined[item][other].values()])
            for other in sorted(joined[item])
            if len(joined[item][other]) > 1
        ]
        cabinet = site.fabric.cabinets[item]
        if rows:
            blocks.append(
                TableBlock(site.cabinet_title(cabinet.name, cabinet.row_name), (RowGroup("", tuple(rows)),))
            )
    singles = sum(len(cables) == 1 for others in joined.values() for cables in others.values())
    single = f"Single cables, between {count_text(singles, 'pair')} of cabinets: see the pull sheet."
    return flow(PaperTable(columns, tuple(blocks), (*PREFACE, single)), site.imprint.size)


def _row(site: SitePlan, other: int, cables: list[Cable]) -> Row:
    lengths = [cable.bought_mm for cable in cables if cable.bought_mm is not None]
    texts = tuple(metres_up(length) for length in (min(lengths), max(lengths))) if lengths else ("", "")
    counts = Counter(cable.medium for cable in cables)
    media = tuple(str(counts[medium]) for medium in MEDIA) if site.ordered else ()
    return (site.fabric.cabinets[other].name, str(len(cables)), *media, *texts)
