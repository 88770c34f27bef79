"""The parts of a report on networks' structure, in reading order."""

from collections.abc import Mapping, Sequence
from typing import Any

from reports.bisection_chart import bisection_svg
from reports.document import Chart, Section, Table, numbers, words
from reports.failure_chart import failure_svg
from reports.failure_table import HEADINGS, METHOD, failure_cells
from reports.sections.assumptions import named_values
from reports.size_chart import sizes_svg
from reports.structure_comparison import StructureComparison
from reports.structure_table import COLUMNS, Column, cells, cut_columns
from reports.text import one_line
from structure.failure_curve import FailureCurve

_STRUCTURE = (
    "Routers and links alone, wherever they stand. Radix is the largest number of links of a router, "
    "endpoints not counted; distances are in hops between different routers; mu1 is (radix - lambda) / "
    "radix, lambda the largest magnitude of an adjacency eigenvalue other than plus or minus the radix."
)
_BISECTION = (
    "The fewest links between two halves of a network lie between a certified lower bound and the best "
    "exactly balanced cut found. Two normalisations are in use and differ widely: the share of all links "
    "(of nk/2 for n routers of radix k), and the share of half the endpoints, 100 % of which is called "
    "full bisection. The endpoints' bisection halves the endpoints; it differs from the other "
    "in trees, whose upper switches have none."
)
_SIZES = (
    "Every member of the families of these networks with up to {routers:,} routers of network radix up to "
    "{radix:,}, by closed forms. Families with free parameters, such as random networks, have every "
    "size and are not drawn."
)
_FAILURES = (
    "A proportion of the links, every choice of them equally likely, is deleted. Means are over the trials "
    "that stayed connected; the others are counted. Intervals are 95 %."
)


def structure_sections(comparison: StructureComparison) -> tuple[Section, ...]:
    """Return every section that has something to show."""
    made = (
        _structure(comparison),
        _bisection(comparison),
        _sizes(comparison),
        _failures(comparison),
        Section("notes", "Notes and warnings", listed=tuple(map(one_line, comparison.notes))),
        _provenance(comparison),
    )
    return tuple(section for section in made if not section.is_empty)


def _structure(comparison: StructureComparison) -> Section:
    table = _table("Structure of the networks", comparison.rows, COLUMNS)
    return Section("structure", "Structure", (_STRUCTURE,), (table,))


def _bisection(comparison: StructureComparison) -> Section:
    if not comparison.bisected:
        return Section("bisection", "Bisection")
    rows = comparison.rows
    chart = Chart("Bisection, raw and normalised", lambda prefix: bisection_svg(rows, prefix))
    table = _table("Bisection in links, and what it is a share of", rows, cut_columns(rows))
    return Section("bisection", "Bisection", (_BISECTION,), (table,), (chart,))


def _sizes(comparison: StructureComparison) -> Section:
    if not comparison.sizes:
        return Section("sizes", "Feasible sizes")
    sizes, rows = comparison.sizes, comparison.rows
    chart = Chart("Feasible sizes", lambda prefix: sizes_svg(sizes, prefix, marked=rows))
    text = _SIZES.format(routers=comparison.most_routers, radix=comparison.most_radix)
    return Section("sizes", "Feasible sizes", (text,), charts=(chart,))


def _failures(comparison: StructureComparison) -> Section:
    curves = comparison.curves
    if not curves:
        return Section("failures", "Link failures")
    chart = Chart("Links that fail at random", lambda prefix: failure_svg(curves, prefix))
    return Section(
        "failures",
        "Link failures",
        (_FAILURES,),
        tuple(map(_failure_table, curves)),
        (chart,),
        tuple(f"{name.replace('_', ' ')}: {text}" for name, text in METHOD.items()),
        "How the figures came about",
    )


def _provenance(comparison: StructureComparison) -> Section:
    values = comparison.provenance
    tables = (named_values("What produced this report", "Item", values),) if values else ()
    return Section("provenance", "Provenance", tables=tables)


def _table(caption: str, rows: Sequence[Mapping[str, Any]], columns: Sequence[Column]) -> Table:
    heads = ("network", *(_head(heading) for _, heading, _ in columns))
    body = tuple((*words(one_line(row["network"], 80)), *numbers(cells(row, columns))) for row in rows)
    return Table(caption, heads, body)


def _failure_table(curve: FailureCurve) -> Table:
    rows = tuple(numbers(failure_cells(point)) for point in curve.points)
    caption = f"{one_line(curve.network, 80)}: {curve.routers:,} routers, {curve.links:,} links"
    note = "Interrupted: later proportions are missing." if curve.interrupted else ""
    return Table(caption, tuple(map(_head, HEADINGS)), rows, note)


def _head(heading: str) -> str:
    return heading.replace("\n", " ")
