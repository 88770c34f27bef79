"""A progress bar on a terminal; nothing anywhere else."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from netfloor.foundation.observer import Observer, SilentObserver

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


#: What is said to be done while nobody says anything else.
STARTING = "starting"


class BarObserver(Observer):
    """Draws one bar a task with Rich, on stderr; between tasks what is being done, and for how long."""

    def __init__(self, progress: "Progress") -> None:
        self._progress = progress
        self._tasks: dict[str, TaskID] = {}
        self._doing: TaskID | None = None
        self._lock = threading.RLock()
        self.doing(STARTING)

    def doing(self, what: str) -> None:
        """Show what is being done, with a clock, in place of the step before; beside bars if there are."""
        with self._lock:
            if self._doing is not None:
                self._progress.remove_task(self._doing)
            self._doing = self._progress.add_task(what, total=None, note="", visible=not self._tasks)
            for task in self._tasks.values():
                self._progress.update(task, note=what)

    def started(self, task: str, total: float) -> None:
        """Show a new bar, in place of one of the same name."""
        with self._lock:
            self.finished(task)
            self._show_doing(visible=False)
            self._tasks[task] = self._progress.add_task(task, total=total, note="")

    def advanced(self, task: str, done: float, note: str = "") -> None:
        """Move a bar."""
        with self._lock:
            if task in self._tasks:
                self._progress.update(self._tasks[task], completed=done, note=note)

    def finished(self, task: str) -> None:
        """Take a bar away."""
        with self._lock:
            if task in self._tasks:
                self._progress.remove_task(self._tasks.pop(task))
            self._show_doing(visible=not self._tasks)

    def _show_doing(self, *, visible: bool) -> None:
        if self._doing is not None:
            self._progress.update(self._doing, visible=visible)


@contextmanager
def watching(*, quiet: bool) -> Iterator[Observer]:
    """Yield an observer: bars if stderr is a terminal that can draw and nobody asked for quiet."""
    if quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield SilentObserver()
        return
    from rich.console import Console  # noqa: PLC0415 - heavy
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[note]}", markup=False),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield BarObserver(progress)


@contextmanager
def loading(*, quiet: bool) -> Iterator[None]:
    """Say on a terminal that a command is starting, while what it needs is imported."""
    with watching(quiet=quiet):
        yield
