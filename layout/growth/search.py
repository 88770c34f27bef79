"""The search for a place of a grown network: from the old machine as it is, and from nothing."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer, SilentObserver
from netfloor.layout.annealing.schedule import Schedule
from netfloor.layout.budget import Budget
from netfloor.layout.growth.annealer import GrowthAnnealer
from netfloor.layout.growth.objective import Growth
from netfloor.layout.placed import Placed
from netfloor.layout.placement import Placement
from netfloor.layout.recheck import recheck, recheck_requirements
from netfloor.layout.result import Result, Status
from netfloor.layout.solve import SolveOptions, solve
from netfloor.rooms.any_room import AnyRoom
from netfloor.topologies.topology import Topology

#: Proposed swaps of a weighing search where nobody sets a budget.
DEFAULT_ITERATIONS = 10_000_000
STAYED, ANEW, WEIGHED = "old switches stay", "all placed again", "length and touch weighed"
#: First temperatures of the searches that begin at the two placements, as shares of the mean change.
_HOT = {STAYED: 0.05, ANEW: 0.35}


@dataclass(frozen=True)
class Grown:
    """The placement of least cost, what weighed it, and the old cables that it touches.

    Beside it stand length and touched cables of the network placed anew, the kept cabinets as
    they are, and of the old routers where they stand, but for those that requirements part; None
    where no placement leaves them there. ``found_by`` is one of `STAYED`,
    `ANEW` and `WEIGHED`.
    """

    result: Result
    growth: Growth
    found_by: str
    touched: int
    anew_mm: int
    anew_touched: int
    stayed_mm: int | None
    stayed_touched: int | None


# beyond 35 lines: two of the calls take a line for every argument
def grow(
    topology: Topology,
    room: AnyRoom,
    growth: Growth,
    options: SolveOptions,
    observer: Observer | None = None,
    interrupt: Interrupt | None = None,
) -> Grown:
    """Return the cheapest of: all old routers fixed, placed anew, and searches from both.

    Each of the up to four searches has the whole budget of ``options``. The cost is never above that of
    ``solve`` with the same options and ``growth.problem.fixed``, nor above that of the old
    routers fixed: with no weight nothing is dearer than placing anew, with a huge one nothing
    is touched that need not be. Between them it is a heuristic.

    Raises
    ------
    InfeasibleError
        If the room has too few slots.
    CheckFailedError
        If the independent check disagrees: a bug.
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

    results = {ANEW: placed(ANEW, fixed)}
    with suppress(InfeasibleError):  # what is required may have room only where old switches stand
        results[STAYED] = placed(STAYED, _staying(growth))
    best = min(results, key=lambda name: growth.cost(results[name].placement.slot_of))
    result, found_by = replace(results[best], fixed=results[ANEW].fixed), best
    if growth.weight_mm and len(growth.problem.movers):
        for weighed in _weigh(growth, results, options, observer, interrupt):
            if weighed.cost < growth.cost(result.placement.slot_of):
                result, found_by = _as_result(growth, results[ANEW], weighed, interrupt), WEIGHED
    result = _tidied(growth, result)
    found = Placed(result.placement.slot_of, result.cost_mm, result.iterations)
    recheck(growth.problem, found, result.bound)
    recheck_requirements(options.requirements, topology, room, growth.problem, found)
    anew, stayed = results[ANEW], results.get(STAYED)
    return Grown(
        result,
        growth,
        found_by,
        growth.touched(result.placement.slot_of),
        anew.cost_mm,
        growth.touched(anew.placement.slot_of),
        None if stayed is None else stayed.cost_mm,
        None if stayed is None else growth.touched(stayed.placement.slot_of),
    )


def _staying(growth: Growth) -> npt.NDArray[np.int32]:
    """Return the slot of each old router that stays, -1 for others: requirements part some, (n,) int32."""
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
) -> Iterator[Placed]:
    """Yield what searches for both together find from each of the two placements."""
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
    """Return a placement no longer that touches less, by swaps; a millimetre a cable steers them."""
    slot_of = result.placement.slot_of
    before = growth.cost(slot_of), growth.touched(slot_of)
    if not len(growth.problem.movers) or before[1] == growth.least_touched:
        return result
    steered = replace(growth, weight_mm=growth.weight_mm + 1)
    annealer = GrowthAnnealer(steered, slot_of.copy(), np.random.default_rng(0))
    annealer.descend()
    after = growth.cost(annealer.slot_of), growth.touched(annealer.slot_of)
    if not (after < before and growth.problem.cost(annealer.slot_of) == result.cost_mm):
        return result
    return replace(result, placement=Placement(annealer.slot_of, growth.problem.slots))


def _as_result(growth: Growth, anew: Result, weighed: Placed, interrupt: Interrupt) -> Result:
    cost_mm = growth.problem.cost(weighed.slot_of)
    status: Status = (
        "interrupted" if interrupt.asked else "bounded" if anew.bound.length_mm else "heuristic"
    )
    return replace(
        anew,
        placement=Placement(weighed.slot_of, growth.problem.slots),
        cost_mm=cost_mm,
        status="optimal" if cost_mm == anew.bound.length_mm else status,
        iterations=anew.iterations + weighed.iterations,
        history=(),
        found_by=WEIGHED,
    )
