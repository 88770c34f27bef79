"""Several networks' structure side by side: SpectralFly's Table I, Figs. 4 and 5 for any networks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from netfloor.foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import Interrupt, undisturbed
from netfloor.foundation.observer import Observer
from netfloor.foundation.parallel import map_jobs
from netfloor.foundation.tool import TOOL
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.structure.facts import network_facts
from netfloor.reports.structure.report import structure_document, structure_files
from netfloor.reports.structure.table import (
    HEADINGS,
    cells,
    cut_columns,
    failure_cells,
    structure_columns,
    unmet_notes,
)
from netfloor.reports.structure.types import StructureComparison
from netfloor.structure.failures.curve import FailureCurve
from netfloor.structure.failures.run import link_failures
from netfloor.studies.structure.failures import failure_options
from netfloor.studies.structure.feasible import feasible, listing_families
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

TASK = "structure"
#: Members of the networks' families that are drawn have up to so many routers. For larger networks
#: it is as many as theirs, up to the second number: HyperX of 100,000 routers are millions.
SIZES, MOST_SIZES = 10_000, 20_000
#: Nor have they more links a router, unless a network that is compared has.
RADIX = 100
PROPORTIONS = "0,0.1,0.2,0.3,0.4,0.5,0.6"
MAX_TRIALS = 100

HeadedRows = tuple[Sequence[str], list[list[str]]]


@dataclass(frozen=True)
class StructureRequest:
    """What the user asked for: failures as proportions of links in a text; a report has bisections."""

    specs: tuple[str, ...]
    with_bisection: bool
    failures: str | None
    max_trials: int
    out: Path | None
    seed: int
    workers: int
    head: ReportHead = field(default_factory=ReportHead)


@dataclass(frozen=True)
class ComparedStructure:
    """What came of it, the files that were written, and whether somebody ended the trials early."""

    comparison: StructureComparison
    files: tuple[str, ...]
    interrupted: bool

    def to_dict(self) -> dict[str, Any]:
        """Return what ``topology compare --json`` prints."""
        return structure_document(self.comparison)

    def tables(self) -> list[HeadedRows]:
        """Return headings and rows: the networks, and what is left of them under failing links."""
        rows, curves = self.comparison.rows, self.comparison.curves
        columns = (*structure_columns(rows), *cut_columns(rows))
        headings = ("network", *(heading for _, heading, _ in columns))
        tables: list[HeadedRows] = [(headings, [[row["network"], *cells(row, columns)] for row in rows])]
        if curves:
            failed = [[curve.network, *failure_cells(point)] for curve in curves for point in curve.points]
            tables.append((("network", *HEADINGS), failed))
        return tables


def compare_structure(
    request: StructureRequest, observer: Observer, interrupt: Interrupt, *, force: bool
) -> ComparedStructure:
    """Measure every network, in the order of the specs; write the report where one is asked for.

    Raises
    ------
    InputError
        If a spec, the proportions or the folder are not usable, or a network is not connected;
        nothing is written then.
    """
    options = None
    if request.failures is not None:
        options = failure_options(request.failures, request.seed, request.max_trials)
    if request.out is not None:
        check_output_folder(request.out, force=force)
    topologies = [build(spec, seed=request.seed) for spec in request.specs]
    rows = _measured(topologies, request, observer)
    with interrupt.heeding():
        curves: list[FailureCurve] = []
        for topology in topologies if options else ():
            curves.append(
                link_failures(
                    topology,
                    options,
                    workers=request.workers,
                    observer=observer,
                    stop=lambda: interrupt.asked,
                )
            )
            if interrupt.asked:
                break
        broken_off = len(curves) < len(rows) or any(curve.interrupted for curve in curves)
        interrupted = options is not None and broken_off
        comparison = _comparison(request, rows, tuple(curves), interrupted=interrupted)
        files = {} if request.out is None else structure_files(comparison, request.head)
        if request.out is not None:  # a folder that appears as a whole
            with undisturbed(), output_folder(request.out, force=force) as folder:
                for name, text in files.items():
                    write_atomic(folder / name, text)
    return ComparedStructure(comparison, tuple(files), interrupted)


def _measured(
    topologies: Sequence[Topology], request: StructureRequest, observer: Observer
) -> tuple[dict[str, Any], ...]:
    with_bisection = request.with_bisection or request.out is not None
    observer.started(TASK, len(topologies))
    done = [0]

    def look(topology: Topology) -> dict[str, Any]:
        facts = network_facts(topology, with_bisection=with_bisection, seed=request.seed)
        done[0] += 1
        observer.advanced(TASK, done[0], topology.name)
        return {key: value for key, value in facts.items() if key != "schema"}

    rows = map_jobs(look, topologies, request.workers)
    observer.finished(TASK)
    return tuple(rows)


def _comparison(
    request: StructureRequest,
    rows: tuple[dict[str, Any], ...],
    curves: tuple[FailureCurve, ...],
    *,
    interrupted: bool,
) -> StructureComparison:
    largest = max((row["routers"] for row in rows), default=0)
    most = min(max(SIZES, largest), MOST_SIZES)
    radix = max(RADIX, *(row["radix"] for row in rows))
    families = dict.fromkeys(row["family"] for row in rows if row["family"] in listing_families())
    return StructureComparison(
        rows=rows,
        sizes=feasible(tuple(families), most, radix).sizes() if request.out is not None else (),
        most_routers=most,
        most_radix=radix,
        curves=curves,
        notes=tuple(dict.fromkeys(_notes(rows, curves, interrupted=interrupted))),
        provenance={"tool": f"{TOOL['name']} {TOOL['version']}", "seed": request.seed},
    )


def _notes(
    rows: Sequence[dict[str, Any]], curves: Sequence[FailureCurve], *, interrupted: bool
) -> Iterator[str]:
    for row in rows:
        yield from (f"{row['network']}: {note}" for note in row["notes"])
    for curve in curves:
        yield from (f"{curve.network}: {note}" for note in unmet_notes(curve))
    if interrupted:
        whole = sum(not curve.interrupted for curve in curves)
        yield f"INTERRUPTED: the link failures of {whole} of {len(rows)} networks are complete"
