"""The points of a study: every family at every size, with its lengths by every way."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from netfloor.costmodels.packaging.cable_classes import cable_classes
from netfloor.costmodels.packaging.floor import PackagingFloor
from netfloor.costmodels.packaging.generated import packaged_layout
from netfloor.costmodels.packaging.length_table import LengthTable, closed_lengths, laid_lengths
from netfloor.foundation.checkpoint import CheckpointKind
from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.foundation.files import to_json, write_atomic
from netfloor.foundation.interrupt import Interrupt, undisturbed
from netfloor.foundation.observer import Observer
from netfloor.foundation.parallel import map_jobs
from netfloor.layout.budget import Budget
from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.solve import SolveOptions, solve
from netfloor.studies.growth.members import GrowthMember, find_member
from netfloor.studies.growth.study_file import FamilyTable, GrowthStudy

TASK = "networks"
#: Chains of a solve.
_CHAINS = 2
_KIND = CheckpointKind(
    "growth-checkpoint",
    1,
    ("is not a checkpoint of netfloor growth", "give another file"),
    ("belongs to another study", "give another file, or remove this one"),
)


@dataclass(frozen=True, eq=False)
class GrowthPoint:
    """A family at a size: its member, and its lengths by way."""

    family: FamilyTable
    member: GrowthMember
    lengths: Mapping[str, LengthTable]


class GrowthCheckpoint:
    """Lengths that are finished, in a JSON file; nothing is kept without one."""

    def __init__(self, path: Path | None, study: GrowthStudy) -> None:
        self._path, self._lock = path, threading.Lock()
        self._inputs = study.model_dump(mode="json", exclude={"cost_sets", "power", "sensitivity", "title"})
        self._done: dict[str, Any] = {}
        if path is not None and path.exists():
            document = _KIND.document(path)
            _KIND.require_same(path, document.get("inputs"), self._inputs)
            try:
                self._done = dict(document["lengths"])
                for table in self._done.values():
                    LengthTable.from_dict(table)
            except (KeyError, TypeError, ValueError) as error:
                raise InputError(str(path), "is damaged", "remove it") from error

    def get(self, key: str) -> LengthTable | None:
        """Return the lengths of a finished point."""
        table = self._done.get(key)
        return None if table is None else LengthTable.from_dict(table)

    def put(self, key: str, table: LengthTable) -> None:
        """Write the lengths of a point down."""
        if self._path is None:
            return
        with self._lock, undisturbed():
            self._done[key] = table.to_dict()
            ordered = {name: self._done[name] for name in sorted(self._done)}
            write_atomic(self._path, to_json({**_KIND.head, "inputs": self._inputs, "lengths": ordered}))


def growth_points(
    study: GrowthStudy,
    checkpoint: GrowthCheckpoint,
    workers: int,
    observer: Observer,
    interrupt: Interrupt,
    scheduler: str | None = None,
) -> tuple[list[GrowthPoint], list[str]]:
    """Return every point, family by family and size by size, and a sentence for each that has no member.

    Raises
    ------
    InfeasibleError
        If there is no member at all.
    """
    jobs: list[tuple[FamilyTable, GrowthMember]] = []
    missing: list[str] = []
    for family in study.families:
        for wanted in study.endpoints:
            try:
                jobs.append((family, find_member(study, family, wanted)))
            except InfeasibleError as error:
                missing.append(str(error))
    if not jobs:
        raise InfeasibleError(f"no family reaches any size of the study: {missing[0]}")
    floor, done = study.floor.floor, [0]
    observer.started(TASK, len(jobs))

    def work(job: tuple[FamilyTable, GrowthMember]) -> GrowthPoint:
        family, member = job
        lengths: dict[str, LengthTable] = {}
        for way in study.layout.ways:
            key = f"{member.family}/{member.topology.name}/{way}"
            table = checkpoint.get(key)
            if table is None:
                table = _lengths(study, family, member, floor, way, interrupt, scheduler)
                if table is None:
                    continue
                checkpoint.put(key, table)
            lengths[way] = table
        done[0] += 1
        observer.advanced(TASK, done[0], member.topology.name)
        return GrowthPoint(family, member, lengths)

    points = map_jobs(work, jobs, workers)
    observer.finished(TASK)
    return points, missing


def _lengths(
    study: GrowthStudy,
    family: FamilyTable,
    member: GrowthMember,
    floor: PackagingFloor,
    way: str,
    interrupt: Interrupt,
    scheduler: str | None,
) -> LengthTable | None:
    """Return a member's lengths by a way; None where it is too large to optimise."""
    topology = member.topology
    if way == "closed":
        return closed_lengths(cable_classes(topology, floor, family.packaging))
    if way == "optimised" and topology.routers > study.layout.most_switches:
        return None
    laid = packaged_layout(topology, floor)
    placement = laid.placement
    if way == "optimised":
        options = SolveOptions(
            "anneal",
            Budget(iterations=study.layout.iterations),
            study.seed,
            _CHAINS,
            fixed=np.where(laid.stays, placement.slot_of, -1).astype(np.int32)
            if laid.stays.any()
            else None,
            closed=laid.closed if laid.closed.any() else None,
            begin=placement.slot_of,
            scheduler=scheduler,
        )
        placement = solve(topology, laid.room, options, interrupt=interrupt, proved=False).placement
    overhead = floor.overhead_mm // 2 * 2
    return laid_lengths(make_cable_plan(topology, laid.room, placement), overhead)
