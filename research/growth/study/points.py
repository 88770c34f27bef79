"""The points of a study: every family at every size, with its lengths by every method."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer
from netfloor.foundation.parallel import map_jobs
from netfloor.foundation.sizes import refuse_too_long_a_search
from netfloor.layout.budget import Budget
from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.solve import SolveOptions, solve
from netfloor.research.growth.packaging.cable_classes import cable_classes
from netfloor.research.growth.packaging.floor import PackagingFloor
from netfloor.research.growth.packaging.generated import packaged_layout
from netfloor.research.growth.packaging.length_table import LengthTable, closed_lengths, laid_lengths
from netfloor.research.growth.study.members import GrowthMember, find_member
from netfloor.research.growth.study.places import GrowthRoom
from netfloor.research.growth.study.study_file import FamilyTable, GrowthStudy
from netfloor.rooms.any_room import Room
from netfloor.topologies.topology import Topology

TASK = "networks"
#: Chains of a solve.
_CHAINS = 2


@dataclass(frozen=True, eq=False)
class GrowthPoint:
    """A family at a size in a room: its member, and its lengths by method."""

    room: GrowthRoom
    family: FamilyTable
    member: GrowthMember
    lengths: Mapping[str, LengthTable]


def growth_points(
    study: GrowthStudy,
    rooms: Sequence[GrowthRoom],
    workers: int,
    observer: Observer,
    interrupt: Interrupt,
    scheduler: str | None = None,
) -> tuple[list[GrowthPoint], list[str]]:
    """Return every point, by room, family and size, and a sentence for each missing point.

    Raises
    ------
    InputError
        If the placement exceeds the time budget.
    InfeasibleError
        If there is no member, or none fits in a room.
    """
    jobs, missing = _jobs(study, rooms)
    if "optimised" in study.layout.ways:
        small = sum(job.member.topology.routers <= study.layout.most_switches for job in jobs)
        refuse_too_long_a_search("layout.iterations", small * _CHAINS, study.layout.iterations)
    done = [0]
    observer.started(TASK, len(jobs))

    def work(job: GrowthPoint) -> GrowthPoint:
        lengths: dict[str, LengthTable] = {}
        for way in study.layout.ways:
            table = _lengths(study, job, way, interrupt, scheduler)
            if table is not None:
                lengths[way] = table
        done[0] += 1
        observer.advanced(TASK, done[0], job.member.topology.name)
        return replace(job, lengths=lengths)

    points = map_jobs(work, jobs, workers)
    observer.finished(TASK)
    return points, missing


def _jobs(study: GrowthStudy, rooms: Sequence[GrowthRoom]) -> tuple[list[GrowthPoint], list[str]]:
    """Return every point without lengths, and sentences on missing points."""
    members: list[tuple[FamilyTable, GrowthMember]] = []
    missing: list[str] = []
    for family in study.families:
        for wanted in study.endpoints:
            try:
                members.append((family, find_member(study, family, wanted)))
            except InfeasibleError as error:
                missing.append(str(error))
    if not members:
        raise InfeasibleError(f"families: none reaches any size of the study: {missing[0]}")
    jobs: list[GrowthPoint] = []
    for number, room in enumerate(rooms):
        small = [(room.too_small(member), family, member) for family, member in members]
        missing += [why for why, _, _ in small if why]
        fitting = [GrowthPoint(room, family, member, {}) for why, family, member in small if not why]
        if not fitting:
            advice = "give smaller sizes or a larger room"
            raise InfeasibleError(f"rooms.{number}.room: no network fits: {small[0][0]}; {advice}")
        jobs += fitting
    return jobs, missing


def _lengths(
    study: GrowthStudy, point: GrowthPoint, way: str, interrupt: Interrupt, scheduler: str | None
) -> LengthTable | None:
    """Return a member's lengths by a method; None if it is too large to optimise, or no rule places it.

    A given room has no layout by rule.
    """
    floor, topology, room = point.room.floor, point.member.topology, point.room.room
    if way == "closed":
        return closed_lengths(cable_classes(topology, floor, point.family.packaging))
    if way == "optimised" and topology.routers > study.layout.most_switches:
        return None
    if room is not None:
        return None if way == "generated" else _in_room(study, topology, room, floor, interrupt, scheduler)
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


def _in_room(
    study: GrowthStudy,
    topology: Topology,
    room: Room,
    floor: PackagingFloor,
    interrupt: Interrupt,
    scheduler: str | None,
) -> LengthTable:
    """Return the lengths of a network placed in a given room."""
    budget = Budget(iterations=study.layout.iterations)
    options = SolveOptions("anneal", budget, study.seed, _CHAINS, scheduler=scheduler)
    placement = solve(topology, room, options, interrupt=interrupt, proved=False).placement
    return laid_lengths(make_cable_plan(topology, room, placement), floor.overhead_mm)
