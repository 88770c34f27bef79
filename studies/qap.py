"""One QAPLIB instance solved: what the ``qap`` command runs."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from netfloor.foundation.errors import CheckFailedError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer
from netfloor.foundation.output_files import check_free, never, write_file
from netfloor.layout.budget import Budget, Stopping
from netfloor.layout.dense import Assignment, DenseBound, DenseProblem, lower_bound, search, warm_up
from netfloor.layout.dense.qaplib import Solution, read_instance, solution_text
from netfloor.layout.result import gap_text

DEFAULT_BUDGET = Budget(iterations=1_000_000)
#: No further bound is tried once so much of the time is spent.
BOUND_SHARE = 0.25


@dataclass(frozen=True)
class QapRequest:
    """What the user asked for; see the command's options."""

    instance: Path
    out: Path | None
    budget: Budget
    seed: int
    workers: int


@dataclass(frozen=True)
class QapReport:
    """What came of it; ``seconds`` from the beginning of the bound to the end of the search."""

    request: QapRequest
    best: Assignment
    bound: DenseBound
    seconds: float
    interrupted: bool

    @property
    def gap(self) -> float | None:
        """How far the cost is above the bound, as a share of the bound; None where that means nothing."""
        cost, bound = self.best.cost, self.bound.cost
        if cost == bound:
            return 0.0
        return (cost - bound) / bound if bound > 0 else None

    @property
    def permutation(self) -> list[int]:
        """The location of each facility, counted from 1."""
        return [location + 1 for location in self.best.permutation.tolist()]

    def to_dict(self) -> dict[str, Any]:
        """Return what ``qap --json`` prints."""
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
        """Return the report in a few lines."""
        gap = "no gap to state" if self.gap is None else f"gap {gap_text(self.gap)}"
        status = (" (optimal)" if self.gap == 0 else "") + (" (interrupted)" if self.interrupted else "")
        return "\n".join(
            [
                f"instance     {self.request.instance}: {len(self.permutation)} facilities",
                f"cost         {self.best.cost}{status}",
                f"lower bound  {self.bound.cost} ({self.bound.method}); {gap}",
                f"effort       {self.best.iterations} moves in {self.seconds:.1f} s, "
                f"seed {self.request.seed}",
                *([] if self.request.out is None else [f"solution     {self.request.out}"]),
                " ".join(map(str, self.permutation)),
            ]
        )


def run_qap(request: QapRequest, observer: Observer, interrupt: Interrupt, *, force: bool) -> QapReport:
    """Solve an instance and write its solution file, if one is wanted.

    Raises
    ------
    InputError
        If the instance or the output file are not usable; nothing is written then.
    CheckFailedError
        If cost or bound contradict each other: a bug, never the user's fault.
    """
    if request.out is not None:
        check_free(request.out, never, force=force)
    problem, budget = read_instance(request.instance), request.budget
    if not budget.reproducible:
        warm_up(problem)  # before the clock starts
    began = time.monotonic()
    with interrupt.heeding():
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
    """Recompute the cost facility by facility, and hold it against the bound."""
    place = best.permutation
    if sorted(place.tolist()) != list(range(problem.size)):
        raise CheckFailedError("the search returned no permutation")
    cost = sum(
        int(np.dot(flows, problem.distance[location][place]))
        for flows, location in zip(problem.flow, place.tolist(), strict=True)
    )
    if cost != best.cost:
        raise CheckFailedError(f"the search says {best.cost}, the check {cost}")
    bound.check(cost)
