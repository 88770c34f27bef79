"""A report on graph properties as files: HTML, an SVG per chart, CSV, JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from netfloor.foundation.files import to_json
from netfloor.foundation.wording import count_text, join_words
from netfloor.reports.comparison.sections.basis import provenance_section
from netfloor.reports.formats import html
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Table
from netfloor.reports.formats.text import one_line, plain
from netfloor.reports.structure.charts import bisection_svg, sizes_svg
from netfloor.reports.structure.table import FigureColumns, cut_columns, network_table, structure_columns
from netfloor.reports.structure.types import StructureComparison

SCHEMA = 1
_NAMES_IN_TITLE = 4
_ONE_VALUE = (str, int, float, bool, type(None))


def structure_files(comparison: StructureComparison, head: ReportHead | None = None) -> dict[str, str]:
    """Return the text of every non-empty file by name."""
    names = [one_line(row["network"], 40) for row in comparison.rows]
    many = len(names) > _NAMES_IN_TITLE
    of = count_text(len(names), "network") if many or not names else join_words(names)
    title = f"Structure of {of}" if names else "Structure"
    seed = (comparison.provenance or {}).get("seed")
    head = replace(head or ReportHead(), title=title, seed=seed if isinstance(seed, int) else None)
    files = {
        "report.html": html.page(head, _answer(comparison), structure_sections(comparison)),
        "report.json": to_json(structure_document(comparison)),
        "networks.csv": _networks_csv(comparison),
    }
    if comparison.bisected:
        files["bisection.svg"] = bisection_svg(comparison.rows, "bisection-", standalone=True)
    if comparison.sizes:
        marked = comparison.rows
        files["sizes.svg"] = sizes_svg(comparison.sizes, "sizes-", marked=marked, standalone=True)
        records = [
            {"family": sizes.family, "radix": radix, "routers": routers}
            for sizes in comparison.sizes
            for radix, routers in sizes.routers
        ]
        files["sizes.csv"] = csv_text(("family", "radix", "routers"), records)
    return files


def structure_document(comparison: StructureComparison) -> dict[str, Any]:
    """Return the content of ``report.json``, which ``topology compare --json`` prints."""
    document = {"schema": SCHEMA, "rows": comparison.rows, "notes": comparison.notes}
    answer: dict[str, Any] = plain({**document, "provenance": comparison.provenance or {}})
    return answer


def _answer(comparison: StructureComparison) -> FirstPage:
    """Return the opening: main results, three figures and a chart."""
    rows = comparison.rows
    if not rows:
        return FirstPage("No networks.")
    nearest = min(rows, key=lambda row: row["mean_distance"])
    name = one_line(nearest["network"], 40)
    sentences = [f"Shortest mean distance: {name}, {nearest['mean_distance']:.3f} hops."]
    figures = [(f"Shortest mean distance: {name}", f"{nearest['mean_distance']:.3f} hops")]
    chart = None
    if comparison.bisected:
        chart = Chart("Bisection, raw and normalised", lambda prefix: bisection_svg(rows, prefix))
        widest = max(rows, key=lambda row: row["normalised_bisection"])
        name, share = one_line(widest["network"], 40), 100 * widest["normalised_bisection"]
        sentences.append(
            f"Largest bisection relative to links (best cuts found): {name}, {share:.1f} % of nk/2."
        )
        figures.append((f"Largest bisection relative to links: {name}", f"{share:.1f} % of nk/2"))
    minimum = min(rows, key=lambda row: row["diameter"])
    figures.append(
        (f"Smallest diameter: {one_line(minimum['network'], 40)}", f"{minimum['diameter']} hops")
    )
    return FirstPage(sentences[0], tuple(figures), chart, more=tuple(sentences[1:]))


def _networks_csv(comparison: StructureComparison) -> str:
    """Return a line per network; lists and tables of values are only in the JSON document."""
    records = [
        {key: value for key, value in row.items() if isinstance(value, _ONE_VALUE)}
        for row in comparison.rows
    ]
    return csv_text(list(dict.fromkeys(key for record in records for key in record)), records)


_STRUCTURE = (
    "Switches and links only, before placement. Radix is the largest number of links of a switch, "
    "endpoints not counted; diameter and mean distance are in hops between different switches with "
    "endpoints, between all where a network has no endpoints; mu1 is (radix - lambda) / radix, lambda the "
    "largest magnitude of an adjacency eigenvalue other than plus or minus the radix."
)
_BISECTION = (
    "The fewest links between two halves of a network lie between a certified lower bound and the best "
    "exactly balanced cut found. Two normalisations are in use and differ widely: the share of all links "
    "(of nk/2 for n switches of radix k), and the share of half the endpoints, 100 % of which is called "
    "full bisection. The endpoints' bisection halves the endpoints; it differs from the other "
    "in trees, whose upper switches have none."
)
_SIZES = (
    "Every member of the families of these networks with up to {routers:,} switches of network radix up to "
    "{radix:,}, by closed forms. Families with free parameters, such as random networks, have every "
    "size and are not drawn."
)


def structure_sections(comparison: StructureComparison) -> tuple[Section, ...]:
    """Return every section with content."""
    networks = _table("Structure of the networks", comparison.rows, structure_columns(comparison.rows))
    parts = (
        Section("structure", "Structure", (_STRUCTURE,), (networks,)),
        *([_bisection(comparison)] if comparison.bisected else []),
        *([_sizes(comparison)] if comparison.sizes else []),
        Section("notes", "Notes and warnings", listed=tuple(map(one_line, comparison.notes))),
        provenance_section(comparison.provenance or {}),
    )
    return tuple(section for section in parts if not section.is_empty)


def _bisection(comparison: StructureComparison) -> Section:
    rows = comparison.rows
    table = _table("Bisection in links, and its shares", rows, cut_columns(rows))
    return Section("bisection", "Bisection", (_BISECTION,), (table,))


def _sizes(comparison: StructureComparison) -> Section:
    sizes, rows = comparison.sizes, comparison.rows
    chart = Chart("Feasible sizes", lambda prefix: sizes_svg(sizes, prefix, marked=rows))
    text = _SIZES.format(routers=comparison.max_routers, radix=comparison.max_radix)
    return Section("sizes", "Feasible sizes", (text,), charts=(chart,))


def _table(caption: str, rows: Sequence[Mapping[str, Any]], columns: FigureColumns) -> Table:
    short = [{**row, "network": one_line(row["network"], 80)} for row in rows]
    return network_table(caption, short, columns).for_page()
