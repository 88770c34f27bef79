"""The tasks of a circulant search, phase by phase with the same prefixes, and their results."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from netfloor.foundation.observer import Observer, SilentObserver
from netfloor.research.circulants.engine.incumbent import Known, quick_incumbent
from netfloor.research.circulants.engine.tables import min_diameter
from netfloor.research.circulants.space import Jumps, SearchSpace

#: Limit on the optima that are kept, first in lexicographic order.
MAX_OPTIMA = 100_000


@dataclass(frozen=True)
class CirculantSearch:
    """A search space and the incumbent, which was given or found by a quick descent."""

    space: SearchSpace
    incumbent: Known

    @classmethod
    def begin(
        cls,
        space: SearchSpace,
        observer: Observer | None = None,
        asked: Callable[[], bool] = lambda: False,
    ) -> "CirculantSearch":
        """Return the search with its incumbent.

        It depends only on the space unless ``asked`` stops early.
        """
        return cls(space, quick_incumbent(space, observer or SilentObserver(), asked))

    @cached_property
    def phases(self) -> range:
        """The diameters to try, in order."""
        return range(min_diameter(self.space), self.incumbent.diameter + 1)

    @property
    def tasks_a_phase(self) -> int:
        """Tasks of a phase; task t of phase p has number ``p tasks_a_phase + t``."""
        return len(self.space.prefixes)

    @property
    def max_tasks(self) -> int:
        """Number of tasks in all phases."""
        return len(self.phases) * self.tasks_a_phase


@dataclass(frozen=True)
class TaskResult:
    """The result of one task.

    Attributes
    ----------
    total
        Least sum of distances from a switch; that of the incumbent, or 0, if nothing was found.
    optima
        Jump sets that reach it, canonical, one per class, sorted.
    examined
        Number of tested sets.
    complete
        False if more best sets exist than are kept.
    """

    task: int
    total: int
    optima: tuple[Jumps, ...]
    examined: int
    complete: bool = True

    @property
    def found(self) -> bool:
        """True if there are best sets, listed or not."""
        return bool(self.optima) or not self.complete


@dataclass(frozen=True)
class SearchResult:
    """The best result of several tasks.

    Attributes
    ----------
    diameter, total
        Of the optima, or of the incumbent if no task found a better set.
    optima
        Jump sets below n / 2, canonical, sorted; empty if no task found any.
    by_phase
        (diameter, tested sets) of each phase that was needed.
    tasks, missing
        Number of tasks of those phases, and number of missing ones.
    complete
        False if more optima exist than are kept.
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
        """Sets tested in the needed phases; a set tested in two phases counts twice."""
        return sum(sets for _, sets in self.by_phase)


def merge(search: CirculantSearch, results: Iterable[TaskResult]) -> SearchResult:
    """Return the best result of several tasks, in any order.

    Phases after the first that found a set are left out.
    """
    phases = _by_phase(search, results)
    last = next((p for p, phase in enumerate(phases) if any(task.found for task in phase)), len(phases) - 1)
    best = [task for task in _thinned(phases[last]) if task.found]
    needed, known = phases[: last + 1], search.incumbent
    tasks = len(needed) * search.tasks_a_phase
    return SearchResult(
        diameter=search.phases[last] if best else known.diameter,
        total=best[0].total if best else known.total,
        optima=tuple(sorted({jumps for task in best for jumps in task.optima})),
        by_phase=tuple(
            (search.phases[p], sum(task.examined for task in phase)) for p, phase in enumerate(needed)
        ),
        missing=tasks - sum(map(len, needed)),
        tasks=tasks,
        complete=all(task.complete for task in best),
    )


def thinned(search: CirculantSearch, results: Iterable[TaskResult]) -> list[TaskResult]:
    """Drop sets that a merge would leave out: not best of their phase, or too many.

    The merged result does not depend on when results were thinned.
    """
    return [task for phase in _by_phase(search, results) for task in _thinned(phase)]


def _by_phase(search: CirculantSearch, results: Iterable[TaskResult]) -> list[list[TaskResult]]:
    phases: list[list[TaskResult]] = [[] for _ in search.phases]
    for task in results:
        phases[task.task // search.tasks_a_phase].append(task)
    return phases


def _thinned(phase: list[TaskResult]) -> list[TaskResult]:
    """Return the results of one phase; tasks without a best set become empty."""
    minimum = min((task.total for task in phase if task.found), default=0)
    best = [
        task
        if not task.found or task.total == minimum
        else replace(task, total=0, optima=(), complete=True)
        for task in phase
    ]
    every = {jumps for task in best for jumps in task.optima}
    if len(every) <= MAX_OPTIMA:
        return best
    last = sorted(every)[MAX_OPTIMA - 1]
    return [_up_to(task, last) for task in best]


def _up_to(task: TaskResult, last: Jumps) -> TaskResult:
    optima = tuple(jumps for jumps in task.optima if jumps <= last)
    return replace(task, optima=optima, complete=task.complete and len(optima) == len(task.optima))
