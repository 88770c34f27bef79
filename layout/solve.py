"""From a problem to a checked result: chains, the best of them, bound, check."""

import time
from dataclasses import dataclass

import numpy as np

from foundation.errors import CheckFailedError
from foundation.observer import Observer, SilentObserver
from foundation.parallel import map_jobs
from layout import check
from layout.bounds import Bound, line_cut_bound
from layout.budget import Budget
from layout.placement import Placement
from layout.placers import PLACERS, Placed, Placer
from layout.problem import Problem, make_problem
from layout.result import Result, Status
from layout.stop import Interrupt, MaxIterations
from rooms.room import Room
from structure.laplacian import ProvedEigenvalue, proved_algebraic_connectivity
from topologies.topology import Topology, normal_links

DEFAULT_PLACER = "anneal"
#: Independent chains of a solve; fixed, so that the result does not depend on the workers.
DEFAULT_CHAINS = 4


@dataclass(frozen=True)
class SolveOptions:
    """How to solve.

    Attributes
    ----------
    placer
        A name in `PLACERS`.
    budget
        Iterations or seconds for all chains together; None: the placer's default.
    seed
        Of the outermost generator.
    chains
        Independent chains; the best one is the result.
    workers
        Chains that run at once. Does not change the result of a budget in iterations.
    """

    placer: str = DEFAULT_PLACER
    budget: Budget | None = None
    seed: int = 0
    chains: int = DEFAULT_CHAINS
    workers: int = 1

    def __post_init__(self) -> None:
        if self.placer not in PLACERS:
            raise ValueError(f"no placer {self.placer!r}; there are {', '.join(PLACERS)}")
        if self.chains < 1 or self.workers < 1:
            raise ValueError("chains and workers are at least 1")

    @property
    def effective_budget(self) -> Budget:
        """The budget, or the placer's default."""
        return self.budget or Budget(iterations=PLACERS[self.placer].iterations)


def solve(
    topology: Topology,
    room: Room,
    options: SolveOptions,
    *,
    eigenvalue: ProvedEigenvalue | None = None,
    observer: Observer | None = None,
    interrupt: Interrupt | None = None,
    task: str = "layout",
) -> Result:
    """Return the best placement that the options' effort finds, bounded and checked.

    Parameters
    ----------
    topology, room
        What to place, and where.
    options
        How, and with how much effort.
    eigenvalue
        Proved lower bound on the network's algebraic connectivity, if the caller has it.
    observer, task
        Who hears of the progress, and under which name.
    interrupt
        Ends the work early with the best placement so far.

    Raises
    ------
    InfeasibleError
        If the room has too few slots.
    CheckFailedError
        If the independent check disagrees: a bug, never the user's fault.
    """
    observer, interrupt = observer or SilentObserver(), interrupt or Interrupt()
    began = time.monotonic()
    problem = make_problem(topology, room)
    observer.started(task, options.chains)
    bound = line_cut_bound(problem, eigenvalue or proved_algebraic_connectivity(topology))
    runs = _run_chains(problem, options, observer, interrupt, task, bound)
    best = min(runs, key=lambda placed: placed.cost_mm)
    recheck(problem, best, bound)
    result = Result(
        placement=Placement(best.slot_of, problem.slots),
        cost_mm=best.cost_mm,
        links=problem.link_count,
        bound=bound,
        status=_status(best.cost_mm, bound, interrupted=interrupt.asked),
        placer=options.placer,
        seed=options.seed,
        chains=options.chains,
        iterations=sum(placed.iterations for placed in runs),
        seconds=time.monotonic() - began,
        history=best.history,
    )
    observer.finished(task)
    return result


def _run_chains(
    problem: Problem,
    options: SolveOptions,
    observer: Observer,
    interrupt: Interrupt,
    task: str,
    bound: Bound,
) -> list[Placed]:
    place = PLACERS[options.placer].place
    if not options.effective_budget.reproducible:
        _warm_up(place)  # before the clock starts
    seeds = np.random.SeedSequence(options.seed).spawn(options.chains)
    shares = [0.0] * options.chains
    best = [np.iinfo(np.int64).max]

    def run(chain: int) -> Placed:
        def listener(progress: float, cost_mm: int) -> None:
            shares[chain] = min(progress, 1.0)
            best[0] = min(best[0], cost_mm)
            links = max(problem.link_count, 1)
            note = f"{best[0] / links / 1000:.3f} m, bound {bound.length_mm / links / 1000:.3f} m"
            observer.advanced(task, sum(shares), note)

        stop = options.effective_budget.start_chain(chain, options.chains, options.workers, interrupt)
        return place(problem, np.random.default_rng(seeds[chain]), stop, listener)

    return map_jobs(run, range(options.chains), options.workers)


def _warm_up(place: Placer) -> None:
    """Load, and at the first use on a machine compile, what a placer needs: three routers in a row."""
    links, multiplicity = normal_links([(0, 1), (1, 2)], routers=3)
    path = Topology("path", "path", {}, 3, links, multiplicity, endpoints=np.zeros(3, np.int32))
    problem = make_problem(path, Room("two cabinets", 1, 2))
    place(problem, np.random.default_rng(0), MaxIterations(1), lambda _share, _cost_mm: None)


def _status(cost_mm: int, bound: Bound, *, interrupted: bool) -> Status:
    if cost_mm == bound.length_mm:
        return "optimal"
    if interrupted:
        return "interrupted"
    return "bounded" if bound.length_mm > 0 else "heuristic"


def recheck(problem: Problem, placed: Placed, bound: Bound) -> None:
    """Recompute a placement's cost with the independent check; raise if it disagrees."""
    u, v, counts = problem.pairs
    network = check.Network(
        problem.routers, tuple(zip(u.tolist(), v.tolist(), strict=True)), tuple(counts.tolist())
    )
    floor = check_floor(problem)
    slot_of = placed.slot_of.tolist()
    problems = check.placement_problems(slot_of, network, floor)
    if not problems:
        cost = check.derive(slot_of, network, floor).total_mm
        if cost != placed.cost_mm:
            problems.append(f"cost: the placer says {placed.cost_mm} mm, the check {cost} mm")
        if bound.length_mm > cost:
            problems.append(f"bound: {bound.length_mm} mm is above the cost of {cost} mm")
    if problems:
        raise CheckFailedError("the independent check disagrees with the placer: " + "; ".join(problems))


def check_floor(problem: Problem) -> check.Floor:
    """Return the floor as the check takes it: one position a slot."""
    lengths = problem.lengths
    return check.Floor(
        tuple(lengths.column_mm[lengths.slot_column].tolist()),
        tuple(lengths.row_mm[lengths.slot_row].tolist()),
        tuple(lengths.slot_cabinet.tolist()),
        tuple(str(cabinet) for cabinet in range(lengths.cabinets)),
        lengths.apart_mm,
        lengths.inside_mm,
    )
