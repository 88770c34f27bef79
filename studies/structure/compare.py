"""The comparison of networks by graph properties, as in SpectralFly's Table I and Fig. 4."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from netfloor.foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.foundation.parallel import map_jobs
from netfloor.foundation.tool import TOOL
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Table
from netfloor.reports.structure.facts import network_facts
from netfloor.reports.structure.report import structure_document, structure_files
from netfloor.reports.structure.table import cut_columns, network_table, structure_columns
from netfloor.reports.structure.types import StructureComparison
from netfloor.studies.named_network import find_network, networks_wanted
from netfloor.studies.structure.feasible import feasible, listing_families
from netfloor.topologies.topology import Topology

TASK = "structure"
#: Maximum switches of family members drawn. For larger networks the limit rises to their size, up to the
#: second number: HyperX has millions of members with up to 100,000 switches.
SIZES, MAX_SIZES = 10_000, 20_000
#: Maximum links per switch of the members drawn, unless a compared network has more.
RADIX = 100


@dataclass(frozen=True)
class StructureRequest:
    """The options of the command; a report always has bisections, and a plan gives its networks."""

    specs: tuple[str, ...]
    with_bisection: bool
    out: Path | None
    seed: int
    workers: int
    head: ReportHead = field(default_factory=ReportHead)
    plan_network: str | None = None


@dataclass(frozen=True)
class ComparedStructure:
    """The comparison, and the files written."""

    comparison: StructureComparison
    files: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``topology compare --json``."""
        return structure_document(self.comparison)

    @property
    def table(self) -> Table:
        """Graph properties and, if requested, bisection of each network."""
        rows = self.comparison.rows
        columns = {**structure_columns(rows), **cut_columns(rows)}
        return network_table("Structure of the networks", rows, columns)


def compare_structure(request: StructureRequest, observer: Observer, *, force: bool) -> ComparedStructure:
    """Measure every network in the order of the specs, and write the report if requested.

    `InputError` if a spec or the folder is not usable, or a network is not connected; nothing is written
    then.
    """
    if request.out is not None:
        check_output_folder(request.out, force=force)
    wanted = networks_wanted(request.specs, request.plan_network, seed=request.seed)
    topologies = [find_network(item).topology for item in wanted]
    comparison = _comparison(request, _measured(topologies, request, observer))
    files = {} if request.out is None else structure_files(comparison, request.head)
    if request.out is not None:  # the folder is written atomically
        with defer_interrupts(), output_folder(request.out, force=force) as folder:
            for name, text in files.items():
                write_atomic(folder / name, text)
    return ComparedStructure(comparison, tuple(files))


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


def _comparison(request: StructureRequest, rows: tuple[dict[str, Any], ...]) -> StructureComparison:
    largest = max((row["routers"] for row in rows), default=0)
    maximum = min(max(SIZES, largest), MAX_SIZES)
    radix = max(RADIX, *(row["radix"] for row in rows))
    families = dict.fromkeys(row["family"] for row in rows if row["family"] in listing_families())
    return StructureComparison(
        rows=rows,
        sizes=feasible(tuple(families), maximum, radix).sizes() if request.out is not None else (),
        max_routers=maximum,
        max_radix=radix,
        notes=tuple(dict.fromkeys(f"{row['network']}: {note}" for row in rows for note in row["notes"])),
        provenance={"tool": f"{TOOL['name']} {TOOL['version']}", "seed": request.seed},
    )
