"""Links through panels of a plan made from lists, as sentences and as a table."""

from collections.abc import Iterator

from netfloor.fabric.fabric import End, Fabric
from netfloor.fabric.links import Link, trace_links
from netfloor.foundation.units import CABLE_NS_PER_M, MM_PER_M, mm_to_metres
from netfloor.foundation.wording import count_text
from netfloor.reports.formats.table import Column, Table, count_column, length_column, number_column


def panel_links(fabric: Fabric) -> list[Link]:
    """Return the links that consist of several cables."""
    return [link for link in trace_links(fabric).links if len(link.pieces) > 1]


def panel_sentences(fabric: Fabric) -> Iterator[str]:
    """Yield how many cables are already installed, and how many links go through panels."""
    installed = [cable.length_mm or 0 for cable in fabric.cables if cable.installed]
    if installed:
        cables = count_text(len(installed), "cable")
        are = "is" if len(installed) == 1 else "are"
        yield f"{cables}, {mm_to_metres(sum(installed)):,.1f} m, {are} already installed."
    lengths = [link.length_mm or 0 for link in panel_links(fabric)]
    if lengths:
        through = count_text(len(lengths), "link")
        go = "goes" if len(lengths) == 1 else "go"
        yield f"{through} {go} through panels, the longest {mm_to_metres(max(lengths)):,.2f} m."


def panel_table(fabric: Fabric) -> Table:
    """Return the links through panels: both ends, panels, length and delay."""
    rows = []
    for link in panel_links(fabric):
        length_mm = link.length_mm or 0
        fronts = dict.fromkeys(
            fabric.devices[end.device].name for piece in link.pieces for end in piece.ends[1:]
        )
        ends = [_end(fabric, end) for end in (link.a, link.b)]
        panels = " > ".join([*fronts][:-1])
        ids = " ".join(piece.id for piece in link.pieces)
        rows.append((*ends, panels, link.gbps, len(link.pieces), length_mm, _delay_ns(length_mm), ids))
    columns = (
        *(Column("A"), Column("B"), Column("Panels"), number_column("Rate", "Gb/s")),
        *(count_column("Cables"), length_column("Length"), number_column("Delay", "ns"), Column("Ids")),
    )
    return Table("Links through panels", columns, rows, "Length and delay are of all cables of a link.")


def _delay_ns(length_mm: int) -> float:
    return round(length_mm * CABLE_NS_PER_M / MM_PER_M, 1)


def _end(fabric: Fabric, end: End) -> str:
    return f"{fabric.devices[end.device].name} {end.port_text}"
