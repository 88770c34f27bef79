"""The report on networks with failed links as files: HTML, SVG chart, CSV, JSON."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from netfloor.foundation.files import to_json
from netfloor.foundation.wording import count_text, join_words
from netfloor.reports.formats import html
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Table
from netfloor.reports.formats.text import one_line, plain
from netfloor.research.failures.curve import FailureCurve
from netfloor.research.failures.report.chart import failure_svg
from netfloor.research.failures.report.table import METHOD, failure_table

SCHEMA = 2
_NAMES_IN_TITLE = 4
_EXPLAINED = (
    "A random share of the links is deleted, every choice equally likely. Means are over the trials "
    "that stayed connected; the others are counted. Intervals are 95 %."
)


def failure_files(
    curves: Sequence[FailureCurve], notes: Sequence[str], head: ReportHead | None = None
) -> dict[str, str]:
    """Return the text of every file by name; ``curves`` are of at least one network."""
    names = [one_line(curve.network, 40) for curve in curves]
    of = count_text(len(names), "network") if len(names) > _NAMES_IN_TITLE else join_words(names)
    title = f"Link failures of {of}"
    head = replace(head or ReportHead(), title=title, seed=curves[0].options.seed)
    return {
        "report.html": html.page(head, _answer(curves), _sections(curves, notes)),
        "report.json": to_json(failure_document(curves, notes)),
        "failures.svg": failure_svg(curves, "failures-", standalone=True),
        "failures.csv": _csv(curves),
    }


def failure_document(curves: Sequence[FailureCurve], notes: Sequence[str]) -> dict[str, Any]:
    """Return the document of ``report.json`` and of ``topology failures --json``."""
    networks = [curve.to_dict() for curve in curves]
    document = {"schema": SCHEMA, "networks": networks, "method": METHOD, "notes": notes}
    answer: dict[str, Any] = plain(document)
    return answer


def _answer(curves: Sequence[FailureCurve]) -> FirstPage:
    kept = [(one_line(curve.network, 40), _connected_up_to(curve)) for curve in curves]
    sentence = join_words([f"{name} {proportion}" for name, proportion in kept])
    return FirstPage(
        f"Connected in every trial up to these links failed: {sentence}.",
        tuple((f"Connected in every trial up to: {name}", proportion) for name, proportion in kept),
        Chart("Links that fail at random", lambda prefix: failure_svg(curves, prefix)),
    )


def _connected_up_to(curve: FailureCurve) -> str:
    """Return the largest proportion up to which every trial stayed connected."""
    last = "none"
    for point in curve.points:
        if point.disconnected:
            break
        last = f"{100 * point.proportion:g} %"
    return last


def _sections(curves: Sequence[FailureCurve], notes: Sequence[str]) -> tuple[Section, ...]:
    failures = Section(
        anchor="failures",
        heading="Link failures",
        paragraphs=(_EXPLAINED,),
        tables=tuple(map(_table, curves)),
        charts=(),
        listed=tuple(f"{name.replace('_', ' ')}: {text}" for name, text in METHOD.items()),
        list_heading="How the figures were obtained",
    )
    remarks = Section("notes", "Notes and warnings", listed=tuple(map(one_line, notes)))
    return tuple(section for section in (failures, remarks) if not section.is_empty)


def _table(curve: FailureCurve) -> Table:
    caption = f"{one_line(curve.network, 80)}: {curve.routers:,} switches, {curve.links:,} links"
    note = "Interrupted: later proportions are missing." if curve.interrupted else ""
    return replace(failure_table([curve], named=False).for_page(), caption=caption, note=note)


def _csv(curves: Sequence[FailureCurve]) -> str:
    """Return a line per network and proportion; a property's figures are under its name."""
    records = [
        {"network": curve.network, **_flat(point.to_dict())} for curve in curves for point in curve.points
    ]
    return csv_text(list(records[0]) if records else ["network"], records)


def _flat(figures: dict[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in figures.items():
        if isinstance(value, dict):
            flat |= {f"{name}_{key}": part for key, part in value.items()}
        else:
            flat[name] = value
    return flat
