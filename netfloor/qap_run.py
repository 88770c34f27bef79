"""One QAPLIB instance solved: what the ``qap`` command runs."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from foundation.errors import CheckFailedError
from foundation.observer import Observer
from layout.budget import Budget
from layout.dense import DenseBound, DenseProblem, Found, lower_bound, search, warm_up
from layout.qaplib import Solution, read_instance, solution_text
from layout.stop import FirstOf, Interrupt, MaxIterations, MaxSeconds, Stopping
from netfloor.output_files import check_free, never, write_file
from netfloor.progress import watching
from netfloor.signals import interruptible

DEFAULT_ITERATIONS = 1_000_000
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
    """What came of it.

    Attributes
    ----------
    seconds
        From the beginning of the bound to the end of the search.
    """

    request: QapRequest
    found: Found
    bound: DenseBound
    seconds: float
    interrupted: bool

    @property
    def gap(self) -> float | None:
        """How far the cost is above the bound, as a share of the bound; None where that means nothing."""
        cost, bound = self.found.cost, self.bound.cost
        if cost == bound:
            return 0.0
        return (cost - bound) / bound if bound > 0 else None

    def to_dict(self) -> dict[str, Any]:
        """Return what ``qap --json`` prints; the permutation counts from 1."""
        return {
            "schema": 1,
            "n": len(self.found.permutation),
            "cost": self.found.cost,
            "lower_bound": self.bound.cost,
            "gap": self.gap,
            "permutation": (self.found.permutation + 1).tolist(),
            "seconds": self.seconds,
        }

    def text(self) -> str:
        """Return the report in a few lines."""
        gap = "no gap to state" if self.gap is None else f"gap {self.gap:.2%}"
        status = " (interrupted)" if self.interrupted else ""
        lines = [
            f"instance     {self.request.instance}: {len(self.found.permutation)} facilities",
            f"cost         {self.found.cost}{' (optimal)' if self.gap == 0 else ''}{status}",
            f"lower bound  {self.bound.cost} ({self.bound.method}); {gap}",
            f"effort       {self.found.iterations} moves in {self.seconds:.1f} s, seed {self.request.seed}",
        ]
        if self.request.out is not None:
            lines.append(f"solution     {self.request.out}")
        return "\n".join([*lines, " ".join(str(k + 1) for k in self.found.permutation.tolist())])


def run_qap(request: QapRequest, *, force: bool, quiet: bool) -> QapReport:
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
    problem = read_instance(request.instance)
    if not request.budget.reproducible:
        warm_up(problem)  # before the clock starts
    began = time.monotonic()
    with interruptible() as interrupt:
        with watching(quiet=quiet) as observer:
            stop = _stopping(request.budget, began, interrupt)
            bound = lower_bound(problem, lambda: stop.progress(0) > BOUND_SHARE)
            found = _search(problem, request, stop, bound, observer)
        _check(problem, found, bound)
        if request.out is not None:
            write_file(request.out, solution_text(Solution(found.cost, found.permutation)))
    return QapReport(request, found, bound, time.monotonic() - began, interrupt.asked)


def _stopping(budget: Budget, began: float, interrupt: Interrupt) -> Stopping:
    if budget.iterations is not None:
        return FirstOf((MaxIterations(budget.iterations), interrupt))
    return FirstOf((MaxSeconds(budget.seconds or 0.0, began), interrupt))


def _search(
    problem: DenseProblem, request: QapRequest, stop: Stopping, bound: DenseBound, observer: Observer
) -> Found:
    task = request.instance.name
    observer.started(task, 1.0)

    def listener(progress: float, cost: int) -> None:
        gap = f", gap {(cost - bound.cost) / bound.cost:.2%}" if bound.cost > 0 else ""
        observer.advanced(task, progress, f"cost {cost}, bound {bound.cost}{gap}")

    rng = np.random.default_rng(request.seed)
    found = search(problem, rng, stop, listener, workers=request.workers, target=bound.cost)
    observer.finished(task)
    return found


def _check(problem: DenseProblem, found: Found, bound: DenseBound) -> None:
    """Recompute the cost facility by facility, and hold it against the bound."""
    place = found.permutation
    if sorted(place.tolist()) != list(range(problem.size)):
        raise CheckFailedError("the search returned no permutation")
    cost = sum(
        int(np.dot(flows, problem.distance[location][place]))
        for flows, location in zip(problem.flow, place.tolist(), strict=True)
    )
    if cost != found.cost:
        raise CheckFailedError(f"the search says {found.cost}, the check {cost}")
    bound.check(cost)
