"""Several networks' structure side by side: SpectralFly's Table I for any networks."""

from typing import Any

from foundation.observer import Observer
from foundation.parallel import map_jobs
from netfloor.facts import network_facts
from topologies.spec import build

TASK = "structure"
COLUMNS = (
    ("routers", "routers", ",d"),
    ("radix", "radix", "d"),
    ("links", "links", ",d"),
    ("diameter", "diameter", "d"),
    ("mean_distance", "mean\ndistance", ".4f"),
    ("girth", "girth", "d"),
    ("mu1", "mu1", ".4f"),
)
CUT_COLUMNS = (
    ("bisection_lower_links", "bisection\nat least", ",d"),
    ("bisection_links", "bisection\nat most", ",d"),
    ("normalised_bisection", "share of\nall links", ".4f"),
)


def compare_structure(
    specs: list[str], *, with_bisection: bool, seed: int, workers: int, observer: Observer
) -> dict[str, Any]:
    """Return the structure of every network as one document, in the order of the specs."""
    observer.started(TASK, len(specs))
    done = [0]

    def look(spec: str) -> dict[str, Any]:
        facts = network_facts(build(spec, seed=seed), with_bisection=with_bisection, seed=seed)
        done[0] += 1
        observer.advanced(TASK, done[0], spec)
        return {key: value for key, value in facts.items() if key != "schema"}

    rows = map_jobs(look, specs, workers)
    observer.finished(TASK)
    return {"schema": 1, "rows": rows}


def structure_columns(document: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the columns that this document has."""
    cut = any("bisection_links" in row for row in document["rows"])
    return [*COLUMNS, *(CUT_COLUMNS if cut else ())]


def structure_rows(document: dict[str, Any]) -> list[list[str]]:
    """Return the networks as the rows of a table."""
    columns = structure_columns(document)
    return [
        [row["network"], *(_cell(row[key], form) for key, _, form in columns)] for row in document["rows"]
    ]


def _cell(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)
