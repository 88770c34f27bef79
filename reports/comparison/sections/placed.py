"""The leading section: each network next to baseline graphs placed by the same method."""

from netfloor.foundation.wording import count_text
from netfloor.reports.comparison.classes import (
    MEAN,
    TREATMENTS,
    SizeClass,
    baseline_kinds,
    kind_text,
    network_cell,
    population,
    size_classes,
    spread_of,
)
from netfloor.reports.comparison.types import Comparison, Row
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.table import Cell, Table, words
from netfloor.reports.formats.text import NOTHING, head_text, one_line, ratio, ratio_text

_FAIR = (
    "Compare the placed columns: the same placer optimised these baseline graphs with the same "
    "budget. A ratio below 1 means that the network needs less cable per link."
)
_FLATTERED = (
    "The unplaced columns hold baseline graphs that were not optimised. Comparing an optimised "
    "network with an unoptimised one flatters the first: the ratio measures the placer as much as "
    "the network."
)
_ONLY_UNPLACED = (
    "This study placed no baselines, so it has no fair comparison of the networks with random graphs."
)
_NO_BASELINES = "This study has no baselines: the networks are compared with each other only."
_ROOMS_DIFFER = (
    "The networks of this class are in rooms of different sizes, which explains part of their difference."
)


def section(comparison: Comparison) -> Section:
    """Return mean cable length by size class: placed baselines first, then unplaced ones."""
    tables = tuple(_table(group) for group in size_classes(comparison))
    fair = _has(comparison.rows, "placed")
    paragraphs = [_FAIR if fair else _ONLY_UNPLACED] if baseline_kinds(comparison.rows) else [_NO_BASELINES]
    paragraphs += [_FLATTERED] if _has(comparison.rows, "unplaced") else []
    heading = "Placed against placed" if fair else "Mean cable"
    return Section("placed", heading, tuple(paragraphs), tables)


def _has(rows: tuple[Row, ...], treatment: str) -> bool:
    return any(population(baseline, treatment) for row in rows for baseline in row.baselines.values())


def _table(group: SizeClass) -> Table:
    shown = [
        (kind, treatment)
        for treatment in TREATMENTS
        for kind in baseline_kinds(group.rows)
        if any(population(row.baselines.get(kind), treatment) for row in group.rows)
    ]
    heads = tuple(head_text(f"{kind_text(kind)}, {treatment} (m)") for kind, treatment in shown)
    rows = tuple(
        (
            network_cell(row),
            *words(one_line(row.room, 60)),
            Cell(FIGURES[MEAN].text(row.figures.get(MEAN))),
            *(_against(row, kind, treatment) for kind, treatment in shown),
        )
        for row in group.rows
    )
    caption = f"Size class {group.label}: mean cable length"
    note = _ROOMS_DIFFER if len({row.room for row in group.rows}) > 1 else ""
    return Table(caption, ("Network", "Room", "Mean cable (m)", *heads), rows, note)


def _against(row: Row, kind: str, treatment: str) -> Cell:
    spread = spread_of(row, kind, treatment)
    if spread is None:
        return Cell(NOTHING)
    share = ratio_text(ratio(row.figures.get(MEAN), spread.mean))
    lines = (f"ratio {share}", count_text(spread.n, "instance"))
    return Cell(FIGURES[MEAN].spread_text(spread.mean, spread.std, spread.n), lines)
