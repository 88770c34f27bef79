"""The solution of a QAPLIB instance, for the ``qap`` command."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from netfloor.foundation.errors import CheckFailedError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.foundation.wording import count_text
from netfloor.layout.budget import Budget, Stopping
from netfloor.layout.dense import Assignment, DenseBound, DenseProblem, lower_bound, search, warm_up
from netfloor.layout.dense.qaplib import Solution, read_instance, solution_text
from netfloor.layout.result import gap_text

DEFAULT_BUDGET = Budget(iterations=1_000_000)
#: Share of the time after which no further bound is tried.
BOUND_SHARE = 0.25


@dataclass(frozen=True)
class QapRequest:
    """The options of the command."""

    instance: Path
    out: Path | None
    budget: Budget
    seed: int
    workers: int


@dataclass(frozen=True)
class QapReport:
    """The result; ``seconds`` include bound and search."""

    request: QapRequest
    best: Assignment
    bound: DenseBound
    seconds: float
    interrupted: bool

    @property
    def gap(self) -> float | None:
        """Relative gap of the cost to the bound; None if the bound is not positive."""
        cost, bound = self.best.cost, self.bound.cost
        if cost == bound:
            return 0.0
        return (cost - bound) / bound if bound > 0 else None

    @property
    def permutation(self) -> list[int]:
        """Location of each facility, counted from 1."""
        return [location + 1 for location in self.best.permutation.tolist()]

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``qap --json``."""
        return {
            "schema": 1,
            "n": len(self.permutation),
            "cost": self.best.cost,
            "lower_bound": self.bound.cost,
            "gap": self.gap,
            "permutation": self.permutation,
            "seconds": self.seconds,
        }

    def text(self) -> str:
        """Return the result in a few lines."""
        gap = "no gap" if self.gap is None else f"gap {gap_text(self.gap)}"
        status = (" (optimal)" if self.gap == 0 else "") + (" (interrupted)" if self.interrupted else "")
        return "\n".join(
            [
                f"cost         {self.best.cost}{status}",
                f"lower bound  {self.bound.cost} ({self.bound.method}); {gap}",
                f"permutation  {' '.join(map(str, self.permutation))}",
                f"instance     {self.request.instance}: {len(self.permutation)} facilities",
                f"effort       {count_text(self.best.iterations, 'move')} in {self.seconds:.1f} s, "
                f"seed {self.request.seed}",
                *([] if self.request.out is None else [f"solution     {self.request.out}"]),
            ]
        )


def run_qap(request: QapRequest, observer: Observer, interrupt: Interrupt, *, force: bool) -> QapReport:
    """Solve an instance and write its solution file, if requested.

    `InputError` if the instance or the output file are not usable; nothing is written then.
    `CheckFailedError` if cost and bound contradict each other, which is a bug.
    """
    if request.out is not None:
        check_free(request.out, foreign_files, force=force)
    problem, budget = read_instance(request.instance), request.budget
    if not budget.reproducible:
        warm_up(problem)  # before the clock starts
    began = time.monotonic()
    with interrupt.handle_interrupts():
        stop = budget.start_chain(0, 1, 1, interrupt)
        bound = lower_bound(problem, lambda: stop.progress(0) > BOUND_SHARE)
        best = _search(problem, request, stop, bound, observer)
        _check(problem, best, bound)
        if request.out is not None:
            write_file(request.out, solution_text(Solution(best.cost, best.permutation)))
    return QapReport(request, best, bound, time.monotonic() - began, interrupt.asked)


def _search(
    problem: DenseProblem, request: QapRequest, stop: Stopping, bound: DenseBound, observer: Observer
) -> Assignment:
    task = request.instance.name
    observer.started(task, 1.0)

    def listener(progress: float, cost: int) -> None:
        gap = f", gap {gap_text((cost - bound.cost) / bound.cost)}" if bound.cost > 0 else ""
        observer.advanced(task, progress, f"cost {cost}, bound {bound.cost}{gap}")

    rng = np.random.default_rng(request.seed)
    best = search(problem, rng, stop, listener, workers=request.workers, target=bound.cost)
    observer.finished(task)
    return best


def _check(problem: DenseProblem, best: Assignment, bound: DenseBound) -> None:
    """Recompute the cost facility by facility, and compare it with the bound."""
    place = best.permutation
    if sorted(place.tolist()) != list(range(problem.size)):
        raise CheckFailedError("the search returned no permutation")
    cost = sum(
        int(np.dot(flows, problem.distance[location][place]))
        for flows, location in zip(problem.flow, place.tolist(), strict=True)
    )
    if cost != best.cost:
        raise CheckFailedError(f"the search reports {best.cost}, the check {cost}")
    bound.check(cost)
