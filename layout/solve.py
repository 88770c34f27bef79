"""Solve a placement problem: run chains, take the best, bound and check it."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer, SilentObserver
from netfloor.foundation.units import figure_text
from netfloor.layout.blocks import with_blocks
from netfloor.layout.bounds import EVERY, Bound, bound_of, pairs_proof
from netfloor.layout.bounds.spectral import TOO_LARGE, is_too_large
from netfloor.layout.budget import Budget
from netfloor.layout.chains.checkpoint import Checkpoint
from netfloor.layout.chains.portfolio import (
    MANY_ROUTERS,
    PORTFOLIO,
    STARTS_ALONE,
    chain_placers,
    default_chains,
    default_iterations,
    known_placers,
)
from netfloor.layout.chains.run import Effort, ImproveFor, PlaceByName, Work, run_chains, run_on_cluster
from netfloor.layout.lengths import PricedLengths
from netfloor.layout.objective import (
    BoundedByPairs,
    MakeObjective,
    Objective,
    PricedByLink,
    SumOverLinks,
    not_purchasable,
    rank,
)
from netfloor.layout.placed import NULL_JOURNAL, ChainResult, Journal
from netfloor.layout.placement import Placement
from netfloor.layout.placers.dense import place_all, refuse_too_many
from netfloor.layout.problem import Problem, make_problem
from netfloor.layout.recheck import recheck, recheck_requirements
from netfloor.layout.requirements import OF_SLOTS, Requirement, closed_with
from netfloor.layout.result import ObjectiveResult, Result, Status
from netfloor.layout.starts import random_start
from netfloor.rooms.any_room import Room
from netfloor.rooms.routed_lengths import RoutedLengths
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue
from netfloor.topologies.topology import Topology

DEFAULT_PLACER = PORTFOLIO
#: A joint search that places switches and other devices, with all its chains; reports progress like
#: `run_chains`.
PlaceTogether = Callable[[Problem, Effort, Callable[[float, int], None]], ChainResult]
#: Method name of a known placement passed to a solve.
KNOWN = "another plan of the run"
NOT_PROVED = Bound(0, "nothing proved", 0.0, 0, 0, 0)


@dataclass(frozen=True)
class SolveOptions:
    """Options of a solve.

    Attributes
    ----------
    placer
        A name in `known_placers`.
    budget
        Iterations or seconds for all chains together; None: the placer's default. An objective other than
        length gets the same number of iterations again, or half of the seconds.
    seed
        Seed of the outermost generator.
    chains
        Number of independent chains, of which the best counts. None: `default_chains`.
    workers
        Chains run at once. Does not change the result of a budget in iterations.
    objective
        Objective to minimise after length; None: length alone.
    fixed
        Slot of each fixed switch, -1 for the others, (n,) int32.
    closed
        True for slots that stay empty, (S,); None: none.
    requirements
        Requirements on the placement.
    begin
        A known placement of the same network in the same room, (n,) int32: the result is no worse, and the
        search for an objective continues from it if it is better than the shortest.
    scheduler
        Address of a Dask scheduler for the chains; None: local threads.
    together
        Places the switches together with other devices, such as servers, instead of the placer and the
        search for an objective. None: only the network's own cables count.
    """

    placer: str = DEFAULT_PLACER
    budget: Budget | None = None
    seed: int = 0
    chains: int | None = None
    workers: int = 1
    objective: MakeObjective | None = None
    fixed: npt.NDArray[np.int32] | None = None
    closed: npt.NDArray[np.bool_] | None = None
    scheduler: str | None = None
    begin: npt.NDArray[np.int32] | None = None
    requirements: tuple[Requirement, ...] = ()
    together: PlaceTogether | None = None

    @property
    def tries_all(self) -> bool:
        """True if every placement in the slots open by requirements is tried."""
        free = self.fixed is None and self.closed is None and self.together is None
        free = free and not any(requirement.closes for requirement in self.requirements)
        return (
            self.placer == "exact"
            and free
            and {requirement.kind for requirement in self.requirements} <= {*OF_SLOTS}
        )

    def __post_init__(self) -> None:
        if self.placer not in known_placers():
            raise ValueError(f"no placer {self.placer!r}; there are {', '.join(known_placers())}")
        if self.chains == 0 or self.workers < 1:
            raise ValueError("chains and workers are at least 1")

    @property
    def effective_budget(self) -> Budget:
        """The budget, or the placer's default."""
        return self.budget or Budget(iterations=default_iterations(self.placer))

    @property
    def phase_budget(self) -> Budget:
        """The budget of each of the two searches, for length and for another objective."""
        budget = self.effective_budget
        if self.objective is None or budget.seconds is None:
            return budget
        return Budget(seconds=budget.seconds / 2)


def solve(  # noqa: PLR0913 - one keyword each, all optional
    topology: Topology,
    room: Room,
    options: SolveOptions,
    *,
    eigenvalue: ProvedEigenvalue | None = None,
    observer: Observer | None = None,
    interrupt: Interrupt | None = None,
    task: str = "layout",
    checkpoint: Checkpoint | None = None,
    proved: bool = True,
) -> Result:
    """Return the best placement found within the budget, bounded and checked.

    Parameters
    ----------
    eigenvalue
        Proved eigenvalue of the network, if the caller has it.
    observer, task
        Receives the progress under this name.
    interrupt
        Ends the work early with the best placement so far.
    checkpoint
        File that saves progress and resumes from it.
    proved
        False skips the lower bounds, for a placement used only in comparisons.

    Raises
    ------
    CheckFailedError
        If the independent check disagrees: a bug.
    """
    observer, interrupt = observer or SilentObserver(), interrupt or Interrupt()
    began = time.monotonic()
    observer.doing("distances of the room")
    problem = make_problem(topology, room, options.fixed, options.closed, options.requirements)
    if options.objective is not None and options.placer == "exact":
        refuse_too_many(problem, "for an objective other than length ")
    chains = options.chains or (1 if options.placer == "exact" else default_chains(problem.routers))
    bound = NOT_PROVED
    if proved:
        observer.doing("lower bound on the cable")
        bound = bound_of(topology, problem, eigenvalue, interrupt)
    search = _Search(
        problem=problem,
        options=options,
        chains=chains,
        observer=observer,
        interrupt=interrupt,
        task=task,
        checkpoint=checkpoint,
        bound=bound,
    )
    known = []
    if options.begin is not None:
        known = [ChainResult(options.begin, problem.cost(options.begin), 0, (), KNOWN)]
    runs = [*(search.by_length() if options.together is None else [search.together()]), *known]
    best, reached = min(runs, key=lambda placed: placed.cost), None
    if proved and options.tries_all and best.proof:
        bound = Bound(best.cost, best.proof, 0.0, 0, 0, 0)
        search = replace(search, bound=bound)
    recheck(problem, best, bound)
    if options.objective is not None:
        objective = options.objective(topology, room, problem)
        start = min((best, *known), key=lambda placed: rank(objective, placed.slot_of))
        improved = [] if options.together else search.by_objective(objective, start)
        shortest = min((best, *improved), key=lambda placed: problem.cost(placed.slot_of))
        best = min((start, *improved), key=lambda placed: rank(objective, placed.slot_of))
        runs += improved
        recheck(problem, replace(best, cost=problem.cost(best.slot_of)), bound)
        value, by_length = objective.value(best.slot_of), objective.value(shortest.slot_of)
        missing = not_purchasable(objective, best.slot_of), not_purchasable(objective, shortest.slot_of)
        every = options.tries_all and missing[0] is None and EVERY in {item.proof for item in improved}
        named, slots = (objective.name, objective.unit), tuple(shortest.slot_of.tolist())
        minimum = ObjectiveBound(value, EVERY) if every and proved else ObjectiveBound()
        if proved and not every:
            minimum = objective_bound(objective, problem, bound, interrupt)
        certificate = minimum.bound_method, minimum.proof
        reached = ObjectiveResult(
            *named, value, by_length, minimum.lower_bound, *missing, *certificate, slots
        )
    observer.doing("checking the placement")
    closed = closed_beside(options, problem.slots)
    recheck_requirements(options.requirements, topology, room, problem, best, closed)
    return search.result(best, runs, reached, time.monotonic() - began)


@dataclass(frozen=True)
class ObjectiveBound:
    """A lower bound on an objective, None if unknown."""

    lower_bound: float | None = None
    bound_method: str | None = None  # None: the method of the bound on the length
    proof: Mapping[str, Any] | None = None  # terms by pairs of cabinets (`structure.relaxation`)


def objective_bound(
    objective: Objective, problem: Problem, bound: Bound, interrupt: Interrupt | None = None
) -> ObjectiveBound:
    """Return the best lower bound on an objective, from the length bound or from pairs of cabinets."""
    by_length = objective.least(bound)
    if not isinstance(objective, BoundedByPairs):
        return ObjectiveBound(by_length)
    by_pairs, proof = pairs_proof(problem, objective.pair_sum, interrupt)
    if proof is None or (by_length is not None and by_length >= by_pairs):
        return ObjectiveBound(by_length)
    return ObjectiveBound(by_pairs, proof=proof.to_dict())


def _only_price(objective: Objective) -> PricedLengths | None:
    """Return the price of a link between two slots, if the objective is a single price."""
    return objective.only_price if isinstance(objective, PricedByLink) else None


@dataclass(frozen=True)
class _Search:
    """The chains of a solve."""

    problem: Problem
    options: SolveOptions
    chains: int
    observer: Observer
    interrupt: Interrupt
    task: str
    checkpoint: Checkpoint | None
    bound: Bound

    def by_length(self) -> list[ChainResult]:
        """Run the placer of every chain."""
        names = chain_placers(self.options.placer, self.problem, self.chains)
        if not self.options.effective_budget.reproducible:
            _warm_up(self.problem)  # before the clock starts
        links = max(self.problem.link_count, 1)
        minimum = self.bound.length_mm / links / 1000

        def note(cost: int) -> str:
            return f"{cost / links / 1000:.3f} m, bound {minimum:.3f} m"

        whole = self.options.placer == "exact"  # it handles all blocks itself
        problems = (self.problem,) * self.chains if whole else with_blocks(self.problem, self.chains)
        return self._run("length", 0, PlaceByName(problems, names), note)

    def by_objective(self, objective: Objective, start: ChainResult) -> list[ChainResult]:
        """Improve a placement for another objective, each chain with its own method."""
        work, price = ImproveFor(self.problem, objective, start), _only_price(objective)
        if self.options.placer == "exact" and price is not None:
            return [place_all(replace(self.problem, lengths=price))]
        some_unsold = isinstance(objective, SumOverLinks) and not objective.all_sold

        def note(cost: int) -> str:
            if some_unsold:
                # search costs include links that cannot be bought: not a figure to show
                return objective.name
            return f"{objective.name} {figure_text(cost * objective.step, objective.unit)}"

        return self._run(objective.name, 1, work, note)

    def together(self) -> ChainResult:
        """Place the switches together with the caller's other devices."""
        search, options = self.options.together, self.options
        assert search is not None  # noqa: S101 - for the type checker
        seeds = np.random.SeedSequence([options.seed, 2]).spawn(self.chains)
        effort = Effort(tuple(seeds), options.effective_budget, options.workers, self.interrupt)
        task = f"{self.task}: placing switches and servers"
        self.observer.started(task, self.chains)
        try:
            return search(self.problem, effort, lambda done, _: self.observer.advanced(task, done, ""))
        finally:
            self.observer.finished(task)

    def result(
        self, best: ChainResult, runs: list[ChainResult], reached: ObjectiveResult | None, seconds: float
    ) -> Result:
        """Build the result from the best placement of all runs."""
        problem, options, bound = self.problem, self.options, self.bound
        cost_mm = problem.cost(best.slot_of)
        return Result(
            placement=Placement(best.slot_of, problem.slots),
            cost_mm=cost_mm,
            links=problem.link_count,
            bound=bound,
            status=_status(cost_mm, bound, interrupted=self.interrupt.asked),
            placer=options.placer,
            seed=options.seed,
            chains=self.chains,
            iterations=sum(placed.iterations for placed in runs),
            seconds=seconds,
            history=best.history,
            found_by=best.found_by,
            reached=reached,
            fixed=_fixed_pairs(problem),
            together=options.together is not None,
            requirements=tuple(requirement.text for requirement in options.requirements),
            closed=closed_beside(options, problem.slots),
            groups=next(
                (
                    requirement.group_of
                    for requirement in options.requirements
                    if requirement.value and requirement.group_of
                ),
                (),
            ),
            weaker=self.weaker(),
        )

    def weaker(self) -> tuple[str, ...]:
        """List notes on weaker searches or bounds due to the size of the problem."""
        options, routed = self.options, isinstance(self.problem.lengths, RoutedLengths)
        starts = (
            options.placer == PORTFOLIO and not options.together and self.problem.routers > MANY_ROUTERS
        )
        bounded = self.bound is not NOT_PROVED and (routed or options.objective is not None)
        unbounded = bounded and is_too_large(self.problem)
        return (*([STARTS_ALONE] if starts else []), *([TOO_LARGE] if unbounded else []))

    def _run(self, phase: str, number: int, work: Work, note: Callable[[int], str]) -> list[ChainResult]:
        options = self.options
        entropy = [options.seed, number] if number else options.seed
        seeds = np.random.SeedSequence(entropy).spawn(self.chains)
        effort = Effort(tuple(seeds), options.phase_budget, options.workers, self.interrupt)

        def heard(done: float, cost: int) -> None:
            self.observer.advanced(task, done, note(cost))

        def journal_of(chain: int) -> Journal:
            return NULL_JOURNAL if self.checkpoint is None else self.checkpoint.journal(f"{phase}/{chain}")

        task = f"{self.task}: placing for {phase}"
        self.observer.started(task, self.chains)
        try:
            if options.scheduler is not None:
                return run_on_cluster(options.scheduler, work, effort, heard)
            return run_chains(work, effort, journal_of, heard)
        finally:
            self.observer.finished(task)


def closed_beside(options: SolveOptions, slots: int) -> tuple[int, ...]:
    """Return the slots closed for other reasons, if a requirement depends on which slots are filled."""
    kinds = {requirement.kind for requirement in options.requirements}
    closed = closed_with(options.requirements, options.closed, slots)
    if closed is None or not kinds & {"contiguous", "groups-together"}:
        return ()
    return tuple(np.flatnonzero(closed).tolist())


def _fixed_pairs(problem: Problem) -> tuple[tuple[int, int], ...]:
    if problem.fixed is None:
        return ()
    return tuple(
        (router, int(problem.fixed[router])) for router in np.flatnonzero(problem.fixed >= 0).tolist()
    )


def _warm_up(problem: Problem) -> None:
    """Load the annealing kernels for this problem, compiling them at first use on a machine."""
    from netfloor.layout.annealing import make_annealer  # noqa: PLC0415 - imports Numba

    rng = np.random.default_rng(0)
    annealer = make_annealer(problem, random_start(problem, rng), rng)
    annealer.mean_change()
    annealer.anneal(0, 1.0)
    annealer.descend_some(0, 0)


def _status(cost_mm: int, bound: Bound, *, interrupted: bool) -> Status:
    if cost_mm == bound.length_mm:
        return "optimal"
    if interrupted:
        return "interrupted"
    return "bounded" if bound.length_mm > 0 else "heuristic"
