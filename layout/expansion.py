"""Placement of a larger network around an existing one: cable length, and touched old cables.

The cost is the total length in mm plus a weight for every cable of the old network that is removed, moved,
changed in length or in rate. A cable of both networks stays untouched exactly if both its switches stay in
their slots and its length is unchanged. The cost is therefore that of a quadratic assignment problem with
another table of pairs that depends on both places, not on their distance.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from netfloor.foundation.accelerate import lean_kernel
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer, SilentObserver
from netfloor.layout.annealing.annealer import Annealer
from netfloor.layout.annealing.common_kernels import Array, Flow, Index, State
from netfloor.layout.annealing.schedule import Schedule
from netfloor.layout.annealing.swap_kernels import nothing, offers, only_exchange
from netfloor.layout.budget import Budget
from netfloor.layout.placed import ChainResult
from netfloor.layout.placement import Placement
from netfloor.layout.problem import Problem
from netfloor.layout.recheck import recheck, recheck_requirements
from netfloor.layout.result import Result, Status
from netfloor.layout.solve import SolveOptions, solve
from netfloor.rooms.any_room import Room
from netfloor.topologies.topology import Topology

Ints = npt.NDArray[np.int64]
#: Proposed swaps of a weighted search without a budget.
DEFAULT_ITERATIONS = 10_000_000
STAYED, ANEW = "old switches fixed", "all switches free"
WEIGHED = "length and touched cables weighed"
#: First temperatures of the searches from the two placements, as shares of the mean change.
_HOT = {STAYED: 0.05, ANEW: 0.35}


# The cost: length and touched old cables


@dataclass(frozen=True, eq=False, repr=False)
class Growth:
    """The problem of the new network, with the state of the old one."""

    problem: Problem  # the new network in the new room, with fixed switches
    # Current slot in the new room of each switch, (n,) int32, -1 for new switches and for slots that no
    # longer exist.
    home: npt.NDArray[np.int32]
    pairs: npt.NDArray[np.int32]  # linked pairs u < v of both networks, (p, 2) int32
    cables: Ints  # cables of each such pair in both networks, (p,) int64
    length_mm: Ints  # their current length, (p,) int64
    gone: int  # old cables missing from the new network, or with another rate
    weight_mm: int  # cost of a touched cable
    # Whether every old switch keeps its slot if it still exists and requirements allow it.
    stays: bool = False

    @cached_property
    def keepable(self) -> npt.NDArray[np.bool_]:
        """True for each pair whose cables stay untouched if its switches stay, (p,)."""
        item, other = self.home[self.pairs[:, 0]], self.home[self.pairs[:, 1]]
        there = np.minimum(item, other) >= 0
        now_mm = self.problem.lengths.between(np.maximum(item, 0), np.maximum(other, 0))
        return np.asarray(there & (now_mm == self.length_mm), dtype=np.bool_)

    def left_alone(self, slot_of: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Return True for each pair whose cables a placement leaves untouched, (p,)."""
        at_home = slot_of == self.home
        return np.asarray(self.keepable & at_home[self.pairs].all(axis=1), dtype=np.bool_)

    def touched(self, slot_of: npt.NDArray[np.int32]) -> int:
        """Count the old cables that a placement touches."""
        return self.gone + int(self.cables[~self.left_alone(slot_of)].sum())

    @property
    def min_touched(self) -> int:
        """Number of old cables that every placement touches, ignoring fixed switches."""
        return self.gone + int(self.cables[~self.keepable].sum())

    def cost(self, slot_of: npt.NDArray[np.int32]) -> int:
        """Return length plus weighted touched cables, in mm."""
        return self.problem.cost(slot_of) + self.weight_mm * self.touched(slot_of)

    def arc_savings(self) -> Ints:
        """Return the saving of each arc of the flow while both ends stay, in CSR order."""
        flow, (u, v) = self.problem.flow, self.pairs[self.keepable].T.astype(np.int64)
        savings = np.zeros(flow.nnz, dtype=np.int64)
        rows = np.repeat(np.arange(flow.shape[0], dtype=np.int64), np.diff(flow.indptr))
        keys = rows * flow.shape[0] + flow.indices
        for item, other in ((u, v), (v, u)):
            places = np.searchsorted(keys, item * flow.shape[0] + other)
            savings[places] = self.cables[self.keepable] * self.weight_mm
        return savings


# Annealing by a table of lengths and by the switches in their old slots


class Homes(NamedTuple):
    """Lengths, and the cost of switches that leave their old slots.

    ``cabinet`` (S,) uint32 numbers the slots, because here even two slots of a cabinet differ; ``row`` (S,)
    uint32 of each slot in ``table`` (C, C) int64; ``home`` (n,) int64 old slot of each switch, -1 for none;
    ``stays``, an int64 per arc of the flow: the saving while both its switches are in their old slots.
    """

    cabinet: Array
    row: Array
    table: Array
    home: Array
    stays: Array


@lean_kernel
def move_change(u: Index, other: Index, a: Index, b: Index, homes: Homes, state: State, flow: Flow) -> Any:
    """Return the change of cost if u moves from slot a to b, without its links to ``other``."""
    here, there = homes.row[a], homes.row[b]
    leaves, returns = homes.home[u] == np.int64(a), homes.home[u] == np.int64(b)
    change = np.int64(0)
    for at in range(flow.indptr[u], flow.indptr[u + np.uint64(1)]):
        w = flow.indices[at]
        if w != other:
            place = state.slot_of[w]
            cabinet = homes.row[place]
            change += flow.counts[at] * (homes.table[there, cabinet] - homes.table[here, cabinet])
            if leaves != returns and homes.home[w] == np.int64(place):
                change += homes.stays[at] if leaves else -homes.stays[at]
    return change


@lean_kernel
def whole_change(u: Index, v: Index, a: Index, b: Index, tables: Homes, state: State, flow: Flow) -> Any:
    """Return the change of cost if u in slot a and v (-1: none) in b swap."""
    change = move_change(u=u, other=v, a=a, b=b, homes=tables, state=state, flow=flow)
    if v < 0:
        return change
    w = np.uint64(v)
    change += move_change(u=w, other=np.int64(u), a=b, b=a, homes=tables, state=state, flow=flow)
    before = tables.home[u] == np.int64(a) and tables.home[w] == np.int64(b)
    after = tables.home[u] == np.int64(b) and tables.home[w] == np.int64(a)
    if before != after:
        for at in range(flow.indptr[u], flow.indptr[u + np.uint64(1)]):
            if flow.indices[at] == w:
                change += tables.stays[at] if before else -tables.stays[at]
    return change


offers(Homes, cheap_change=nothing, rest_of_change=whole_change, carry_out=only_exchange)


class GrowthAnnealer(Annealer):
    """Annealer for `Growth.cost`."""

    max_slice = 1 << 15
    twice = True

    def __init__(self, growth: Growth, slot_of: npt.NDArray[np.int32], rng: np.random.Generator):
        super().__init__(growth.problem, slot_of, rng)
        lengths = growth.problem.lengths
        self.cost = growth.cost(slot_of)
        self.tables = Homes(
            np.arange(growth.problem.slots, dtype=np.uint32),
            lengths.slot_cabinet.astype(np.uint32),
            lengths.by_cabinet(),
            growth.home.astype(np.int64),
            growth.arc_savings(),
        )

    def refresh(self) -> None:
        """Do nothing: no table depends on the placement."""


# The search: from the old placement, and from scratch


@dataclass(frozen=True)
class Grown:
    """The placement of the lowest cost, its search, and the old cables it touches.

    ``anew_*`` are length and touched cables of a new placement of everything; ``stayed_*`` are those with
    all old switches in place, except where requirements separate them; None if not computed or impossible.
    ``found_by`` is `STAYED`, `ANEW` or `WEIGHED`.
    """

    result: Result
    growth: Growth
    found_by: str
    touched: int
    replaced_mm: int | None
    replaced_touched: int | None
    unmoved_mm: int | None
    unmoved_touched: int | None


# Over 35 lines: two calls need a line per argument.
def grow(
    topology: Topology,
    room: Room,
    growth: Growth,
    options: SolveOptions,
    observer: Observer | None = None,
    interrupt: Interrupt | None = None,
) -> Grown:
    """Return the cheapest of: all old switches fixed, all placed again, and searches from both.

    With ``growth.stays``, old switches are fixed and the other searches run only if that is impossible.
    Each of the up to four searches has the whole budget of ``options``. The cost is never above that of
    ``solve`` with the same options and ``growth.problem.fixed``, nor above that of fixed old switches: with
    weight 0 the result is as cheap as a new placement, with a huge weight no cable is touched
    unnecessarily. In between it is a heuristic.

    Raise `InfeasibleError` if the room has too few slots, and `CheckFailedError` (a bug) if the independent
    check disagrees.
    """
    observer, interrupt = observer or SilentObserver(), interrupt or Interrupt()
    fixed = growth.problem.fixed

    def placed(name: str, where: np.ndarray | None) -> Result:
        return solve(
            topology,
            room,
            replace(options, fixed=where),
            observer=observer,
            interrupt=interrupt,
            task=name,
        )

    results = {} if growth.stays else {ANEW: placed(ANEW, fixed)}
    with suppress(InfeasibleError):  # requirements may leave room only in slots of old switches
        results[STAYED] = placed(STAYED, _staying(growth))
    if not results:
        results[ANEW] = placed(ANEW, fixed)
    best = min(results, key=lambda name: growth.cost(results[name].placement.slot_of))
    result, found_by = results[best], best
    if replaced := results.get(ANEW):
        result = replace(result, fixed=replaced.fixed)
        if growth.weight_mm and len(growth.problem.movers):
            for weighed in _weigh(growth, results, options, observer, interrupt):
                if weighed.cost < growth.cost(result.placement.slot_of):
                    result, found_by = _as_result(growth, replaced, weighed, interrupt), WEIGHED
        result = _tidied(growth, result)
    chain_result = ChainResult(result.placement.slot_of, result.cost_mm, result.iterations)
    recheck(growth.problem, chain_result, result.bound)
    recheck_requirements(options.requirements, topology, room, growth.problem, chain_result)
    stayed = results.get(STAYED)
    return Grown(
        result=result,
        growth=growth,
        found_by=found_by,
        touched=growth.touched(result.placement.slot_of),
        replaced_mm=None if replaced is None else replaced.cost_mm,
        replaced_touched=None if replaced is None else growth.touched(replaced.placement.slot_of),
        unmoved_mm=None if stayed is None else stayed.cost_mm,
        unmoved_touched=None if stayed is None else growth.touched(stayed.placement.slot_of),
    )


def _staying(growth: Growth) -> npt.NDArray[np.int32]:
    """Return the slot of each old switch that stays, (n,), -1 for others and for pairs to be separated."""
    problem, stays = growth.problem, growth.home.copy()
    fixed = np.full_like(stays, -1) if problem.fixed is None else problem.fixed
    if problem.apart is not None:
        pairs = problem.apart.pairs
        near = problem.apart.clashing(stays) & (stays[pairs] >= 0).all(axis=1)
        stays[pairs[near]] = -1
    return np.where(fixed >= 0, fixed, stays).astype(np.int32)


def _weigh(
    growth: Growth,
    results: dict[str, Result],
    options: SolveOptions,
    observer: Observer,
    interrupt: Interrupt,
) -> Iterator[ChainResult]:
    """Yield the results of weighted searches from each of the two placements."""
    seeds = np.random.SeedSequence([options.seed, 2]).spawn(len(results))
    observer.started(WEIGHED, len(results))
    for number, (name, seed) in enumerate(zip(results, seeds, strict=True)):
        annealer = GrowthAnnealer(
            growth, results[name].placement.slot_of.copy(), np.random.default_rng(seed)
        )
        budget = options.budget or Budget(iterations=DEFAULT_ITERATIONS)
        stop = budget.start_chain(0, 1, 1, interrupt)
        start = results[name].placement.slot_of.copy()
        scale = annealer.mean_change()
        annealer.put_back(start, growth.cost(start), int(annealer.state.random[0]))

        def heard(share: float, cost: int, number: int = number) -> None:
            observer.advanced(WEIGHED, number + share, f"{cost / 1000:,.0f} m with weights")

        yield annealer.run(scale, Schedule(hot=_HOT[name]), stop, heard)
    observer.finished(WEIGHED)


def _tidied(growth: Growth, result: Result) -> Result:
    """Reduce touched cables by swaps without extra length, steered by 1 mm per cable."""
    slot_of = result.placement.slot_of
    before = growth.cost(slot_of), growth.touched(slot_of)
    if not len(growth.problem.movers) or before[1] == growth.min_touched:
        return result
    steered = replace(growth, weight_mm=growth.weight_mm + 1)
    annealer = GrowthAnnealer(steered, slot_of.copy(), np.random.default_rng(0))
    annealer.descend()
    after = growth.cost(annealer.slot_of), growth.touched(annealer.slot_of)
    if not (after < before and growth.problem.cost(annealer.slot_of) == result.cost_mm):
        return result
    return replace(result, placement=Placement(annealer.slot_of, growth.problem.slots))


def _as_result(growth: Growth, replaced: Result, weighed: ChainResult, interrupt: Interrupt) -> Result:
    cost_mm = growth.problem.cost(weighed.slot_of)
    status: Status = (
        "interrupted" if interrupt.asked else "bounded" if replaced.bound.length_mm else "heuristic"
    )
    return replace(
        replaced,
        placement=Placement(weighed.slot_of, growth.problem.slots),
        cost_mm=cost_mm,
        status="optimal" if cost_mm == replaced.bound.length_mm else status,
        iterations=replaced.iterations + weighed.iterations,
        history=(),
        found_by=WEIGHED,
    )
