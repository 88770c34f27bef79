"""What tasks of a circulant search found, and what they found together."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from structure.circulants.space import Jumps
from structure.circulants.tasks import CirculantSearch

#: Optima that are kept in all, the least in lexicographic order: a spreadsheet of them, and memory for it.
MOST_OPTIMA = 100_000


@dataclass(frozen=True)
class TaskResult:
    """What one task found.

    Attributes
    ----------
    task
        Its number.
    total
        Least sum of distances from a router; that of the incumbent, or 0 for none, if nothing was found.
    optima
        Jump sets that reach it, canonical, each class once, sorted.
    examined
        Sets weighed, one by one or together.
    complete
        False if there were more best sets than are kept.
    """

    task: int
    total: int
    optima: tuple[Jumps, ...]
    examined: int
    complete: bool = True

    @property
    def found(self) -> bool:
        """True where there were best sets, listed here or not."""
        return bool(self.optima) or not self.complete


@dataclass(frozen=True)
class Found:
    """The best of several tasks.

    Attributes
    ----------
    diameter, total
        Of the optima, or of the incumbent where no task found better.
    optima
        Jump sets below n / 2, canonical, sorted; empty if no task found one.
    by_phase
        (diameter, sets weighed) of each phase that was needed.
    missing
        Tasks of those phases that are not there.
    tasks
        All tasks of those phases.
    complete
        False if there are more optima than are kept.
    """

    diameter: int
    total: int
    optima: tuple[Jumps, ...]
    by_phase: tuple[tuple[int, int], ...]
    missing: int
    tasks: int
    complete: bool

    @property
    def examined(self) -> int:
        """Sets weighed in the phases that were needed; one that is weighed in two phases counts twice."""
        return sum(sets for _, sets in self.by_phase)


def merge(search: CirculantSearch, results: Iterable[TaskResult]) -> Found:
    """Return the best of several tasks together, in whatever order they come.

    Phases after the first one that found a set are not needed, and left out.
    """
    phases: list[list[TaskResult]] = [[] for _ in search.phases]
    for one in results:
        phases[one.task // search.tasks_a_phase].append(one)
    needed = next((p for p, phase in enumerate(phases) if any(one.found for one in phase)), len(phases) - 1)
    best = [one for one in _thinned(phases[needed]) if one.found]
    tasks, known = (needed + 1) * search.tasks_a_phase, search.incumbent
    return Found(
        search.phases[needed] if best else known.diameter,
        best[0].total if best else known.total,
        tuple(sorted({jumps for one in best for jumps in one.optima})),
        tuple(
            (search.phases[p], sum(one.examined for one in phase))
            for p, phase in enumerate(phases[: needed + 1])
        ),
        tasks - sum(map(len, phases[: needed + 1])),
        tasks,
        all(one.complete for one in best),
    )


def thinned(search: CirculantSearch, results: Iterable[TaskResult]) -> list[TaskResult]:
    """Return results without sets that a merge would leave out: not best of their phase, or too many.

    What remains of all tasks does not depend on what was thinned before the last of them came.
    """
    phases: dict[int, list[TaskResult]] = defaultdict(list)
    for one in results:
        phases[one.task // search.tasks_a_phase].append(one)
    return [one for phase in phases.values() for one in _thinned(phase)]


def _thinned(phase: list[TaskResult]) -> list[TaskResult]:
    """Return the results of one phase, those that are not best as if they had found nothing."""
    least = min((one.total for one in phase if one.found), default=0)
    best = [
        one if not one.found or one.total == least else replace(one, total=0, optima=(), complete=True)
        for one in phase
    ]
    every = {jumps for one in best for jumps in one.optima}
    if len(every) <= MOST_OPTIMA:
        return best
    last = sorted(every)[MOST_OPTIMA - 1]
    return [_up_to(one, last) for one in best]


def _up_to(one: TaskResult, last: Jumps) -> TaskResult:
    optima = tuple(jumps for jumps in one.optima if jumps <= last)
    return replace(one, optima=optima, complete=one.complete and len(optima) == len(one.optima))
