"""Run the tasks of a circulant search phase by phase, with progress and a checkpoint."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from netfloor.foundation.observer import Observer
from netfloor.research.circulants.checkpoint import write_tasks
from netfloor.research.circulants.engine.tasks import MAX_OPTIMA, CirculantSearch, TaskResult, thinned
from netfloor.research.circulants.workers import RunTasks

#: Minimum seconds between two writes of the checkpoint, also as a multiple of the time of a write.
PERIOD_S = 1.0
PERIOD_WRITINGS = 20

Done = dict[int, TaskResult]


@dataclass
class Keeper:
    """Collects finished tasks and writes the checkpoint periodically."""

    path: Path | None
    search: CirculantSearch
    done: Done
    _next: float = field(default_factory=time.monotonic)
    _held: int = 0

    def add(self, result: TaskResult) -> None:
        """Add a finished task; drop sets that cannot be best if there are too many."""
        self.done[result.task] = result
        self._held += len(result.optima)
        if self._held > 2 * MAX_OPTIMA:
            self._thin()
        self.keep()

    def _thin(self) -> None:
        self.done |= {item.task: item for item in thinned(self.search, self.done.values())}
        self._held = 0

    def keep(self, *, last: bool = False) -> None:
        """Write the checkpoint if it is due, or if this is the last call."""
        began = time.monotonic()
        if self.path is None or (began < self._next and not last):
            return
        self._thin()
        write_tasks(self.path, self.search, self.done.values())
        ended = time.monotonic()
        self._next = ended + max(PERIOD_S, PERIOD_WRITINGS * (ended - began))


def run_phases(
    keeper: Keeper, run: RunTasks, observer: Observer, share: range, asked: Callable[[], bool]
) -> None:
    """Run unfinished tasks until a phase finds a set or ``asked`` stops the search.

    ``share`` has the numbers of the tasks to run, counted in the first phase.
    """
    search, done = keeper.search, keeper.done
    for phase, diameter in enumerate(search.phases):
        first = phase * search.tasks_a_phase
        numbers = [first + number for number in share]
        todo = [number for number in numbers if number not in done]
        if todo:
            bar = _Bar(observer, search, f"circulants of diameter {diameter}", len(numbers), todo)
            for result in run(search, todo):
                keeper.add(result)
                bar.finished(result.task)
            observer.finished(bar.name)
        if asked() or any(
            item.found for item in done.values() if item.task // search.tasks_a_phase == phase
        ):
            break
    keeper.keep(last=True)


@dataclass
class _Bar:
    """Progress by number of jump sets, with the estimated remaining time."""

    observer: Observer
    search: CirculantSearch
    name: str
    tasks: int
    todo: Sequence[int]

    def __post_init__(self) -> None:
        self.done = self.tasks - len(self.todo)
        self.left = self.whole = float(sum(map(self._sets, self.todo)))
        self.began = time.monotonic()
        self.observer.started(self.name, self.whole or 1.0)

    def finished(self, number: int) -> None:
        """Advance by one task."""
        self.left -= self._sets(number)
        self.done += 1
        part, seconds = self.whole - self.left, time.monotonic() - self.began
        note = f"{self.done} of {self.tasks} tasks"
        if part > 0:
            note += f", about {spent(seconds * self.left / part)} left"
        self.observer.advanced(self.name, part, note)

    def _sets(self, number: int) -> int:
        space = self.search.space
        given = space.prefixes[number % self.search.tasks_a_phase]
        return math.comb(len(space.followers(given)), space.free_jumps - len(given)) if given else 1


SECONDS_AN_HOUR = 3600


def spent(seconds: float) -> str:
    """Return a duration as text."""
    if seconds < 2 * SECONDS_AN_HOUR:
        return f"{seconds:,.0f} s" if seconds < 600 else f"{seconds / 60:,.0f} minutes"
    hours = seconds / SECONDS_AN_HOUR
    return f"{hours:,.1f} hours" if hours < 100 else f"{hours / 24:,.0f} days"
