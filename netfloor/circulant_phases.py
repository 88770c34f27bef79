"""The tasks of a circulant search, phase by phase, with progress and a checkpoint."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from foundation.observer import Observer
from netfloor.circulant_checkpoint import write_tasks
from netfloor.circulant_report import spent
from netfloor.circulant_workers import RunTasks
from structure.circulants import CirculantSearch, TaskResult, thinned
from structure.circulants.results import MOST_OPTIMA

#: Least seconds between two writings of the checkpoint, and how many times longer than one writing.
PERIOD_S = 1.0
PERIOD_WRITINGS = 20

Done = dict[int, TaskResult]


@dataclass
class Keeper:
    """Writes finished tasks down now and then."""

    path: Path | None
    search: CirculantSearch
    done: Done
    _next: float = field(default_factory=time.monotonic)
    _held: int = 0

    def add(self, result: TaskResult) -> None:
        """Take a finished task; forget sets that cannot be best where there are too many."""
        self.done[result.task] = result
        self._held += len(result.optima)
        if self._held > 2 * MOST_OPTIMA:
            self._thin()
        self.keep()

    def _thin(self) -> None:
        self.done |= {one.task: one for one in thinned(self.search, self.done.values())}
        self._held = 0

    def keep(self, *, last: bool = False) -> None:
        """Write the checkpoint if it is time, or for the last time."""
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
    """Run the tasks that are not done, until a phase finds something.

    Parameters
    ----------
    share
        Numbers of the tasks to run, those of the first phase.
    asked
        Says whether to end early.
    """
    search, done = keeper.search, keeper.done
    for phase, diameter in enumerate(search.phases):
        first = phase * search.tasks_a_phase
        numbers = [first + number for number in share]
        todo = [number for number in numbers if number not in done]
        if todo:
            bar = _Bar(observer, search, f"circulants of diameter {diameter}", numbers, todo)
            for result in run(search, todo):
                keeper.add(result)
                bar.finished(result.task)
            bar.end()
        if asked() or any(one.found for one in done.values() if one.task // search.tasks_a_phase == phase):
            break
    keeper.keep(last=True)


class _Bar:
    """Progress by the jump sets that the tasks have, with an estimate of the end."""

    def __init__(
        self,
        observer: Observer,
        search: CirculantSearch,
        name: str,
        numbers: Sequence[int],
        todo: Sequence[int],
    ) -> None:
        self._observer, self._search, self._name = observer, search, name
        self._amount, self._count = len(numbers), len(numbers) - len(todo)
        self._left = self._whole = float(sum(map(self._sets, todo)))
        self._began = time.monotonic()
        observer.started(name, self._whole or 1.0)

    def finished(self, number: int) -> None:
        """Move the bar by one task."""
        self._left -= self._sets(number)
        self._count += 1
        part, seconds = self._whole - self._left, time.monotonic() - self._began
        note = f"{self._count} of {self._amount} tasks"
        if part > 0:
            note += f", about {spent(seconds * self._left / part)} left"
        self._observer.advanced(self._name, part, note)

    def end(self) -> None:
        """Take the bar away."""
        self._observer.finished(self._name)

    def _sets(self, number: int) -> int:
        space = self._search.space
        given = space.prefixes[number % self._search.tasks_a_phase]
        if not given:
            return 1
        others = space.others(given[0])
        followers = len(others) - int(others.searchsorted(given[-1], side="right"))
        return math.comb(followers, space.free_jumps - len(given))
