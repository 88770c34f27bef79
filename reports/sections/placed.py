"""The report's lead: each network beside baseline graphs that were placed as it was."""

from functools import partial

from reports.classes import (
    TREATMENTS,
    SizeClass,
    baseline_kinds,
    kind_text,
    population,
    size_classes,
)
from reports.comparison import Comparison, Row
from reports.document import Cell, Chart, Section, Table, words
from reports.overview import overview_svg
from reports.text import (
    NOTHING,
    count_text,
    figure_text,
    head_text,
    one_line,
    ratio,
    ratio_text,
    spread_text,
)

KEY = "mean_cable_m"

_FAIR = (
    "Read the placed columns. They hold the same baseline graphs after the same placer had "
    "the same budget for them; a ratio below 1 means that the network needs less cable per link."
)
_FLATTERED = (
    "The unplaced columns hold baseline graphs that nobody optimised. An optimised network "
    "beside an unplaced one flatters the network: the ratio measures the placer as much as the "
    "network."
)
_ONLY_UNPLACED = (
    "This study placed no baselines, so it holds no fair comparison between the networks and random graphs."
)


def section(comparison: Comparison) -> Section:
    """Return mean cable per size class: placed baselines first, unplaced ones beside them."""
    if not comparison.rows:
        return Section("placed", "Placed against placed")
    tables = tuple(_table(group) for group in size_classes(comparison))
    chart = Chart(
        "Mean cable of every network, with its lower bound and its baselines; whiskers are one "
        "standard deviation.",
        partial(overview_svg, comparison),
    )
    heading = "Placed against placed" if _has(comparison.rows, "placed") else "Mean cable"
    return Section("placed", heading, _paragraphs(comparison), tables, (chart,))


def _paragraphs(comparison: Comparison) -> tuple[str, ...]:
    if not baseline_kinds(comparison.rows):
        return ("This study has no baselines: the networks are compared with each other only.",)
    first = _FAIR if _has(comparison.rows, "placed") else _ONLY_UNPLACED
    return (first, _FLATTERED) if _has(comparison.rows, "unplaced") else (first,)


def _has(rows: tuple[Row, ...], treatment: str) -> bool:
    kinds = baseline_kinds(rows)
    return any(population(row.baselines.get(k), treatment) for row in rows for k in kinds)


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
            *words(one_line(row.network, 80), one_line(row.room, 60)),
            Cell(figure_text(KEY, row.figures.get(KEY))),
            *(_against(row, kind, treatment) for kind, treatment in shown),
        )
        for row in group.rows
    )
    caption = f"Size class {group.label}: mean cable length"
    return Table(caption, ("Network", "Room", "Mean cable (m)", *heads), rows, _note(group))


def _against(row: Row, kind: str, treatment: str) -> Cell:
    found = population(row.baselines.get(kind), treatment)
    spread = found.figures.get(KEY) if found is not None else None
    if spread is None:
        return Cell(NOTHING)
    share = ratio_text(ratio(row.figures.get(KEY), spread.mean))
    lines = (f"ratio {share}", count_text(spread.n, "instance"))
    return Cell(spread_text(KEY, spread.mean, spread.std, spread.n), lines)


def _note(group: SizeClass) -> str:
    if len({row.room for row in group.rows}) < 2:
        return ""
    return (
        "The networks of this class stand in rooms of different size, which is part of "
        "the difference between them."
    )
