"""The parts of the report for people, in reading order; one file each."""

from collections.abc import Callable

from reports.comparison import Comparison
from reports.document import Section
from reports.sections import (
    assumptions,
    baselines,
    bounds,
    endpoints,
    floors,
    latency,
    measures,
    notes,
    placed,
    power,
    provenance,
    sources,
)

SECTIONS: tuple[Callable[[Comparison], Section], ...] = (
    placed.section,
    measures.section,
    baselines.section,
    bounds.section,
    endpoints.section,
    power.section,
    latency.section,
    floors.section,
    notes.section,
    assumptions.section,
    sources.section,
    provenance.section,
)


def sections(comparison: Comparison) -> tuple[Section, ...]:
    """Return every section that has something to show."""
    made = (make(comparison) for make in SECTIONS)
    return tuple(section for section in made if not section.is_empty)
