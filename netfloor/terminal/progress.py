"""Progress display: bars with the remaining time on a terminal, periodic lines in a file or pipe."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from netfloor.foundation.observer import Observer, SilentObserver
from netfloor.terminal.streams import say

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


#: Step shown before the first one is reported.
STARTING = "starting"
#: No remaining time is shown before this many seconds and this share of the task are done.
SURE_AFTER_S, SURE_FROM = 1.0, 0.005
#: Seconds between two lines of progress in a file or pipe.
LINE_EVERY_S = 10.0


def time_left(done: float, total: float, reached_s: float, elapsed_s: float) -> float | None:
    """Estimate the remaining seconds of a task from its pace; None while that is too uncertain.

    Parameters
    ----------
    done, total
            In units of the task.
    reached_s
            Seconds after which ``done`` was reached.
    elapsed_s
            Seconds so far, at least ``reached_s``.
    """
    if total <= 0 or reached_s < SURE_AFTER_S or done / total < SURE_FROM:
        return None
    return max(0.0, reached_s * (total - done) / done - (elapsed_s - reached_s))


def left_text(seconds: float | None) -> str:
    """Format a remaining time with limited precision; empty if unknown."""
    if seconds is None:
        return ""
    if seconds < 60:
        return f"about {max(round(seconds), 1)} s left"
    if seconds < 3600:
        return f"about {round(seconds / 60)} min left"
    return f"about {seconds / 3600:.1f} h left"


class BarObserver(Observer):
    """Draws a bar per task with Rich on stderr, and between tasks the current step with its duration."""

    def __init__(self, progress: "Progress") -> None:
        self._progress = progress
        self._tasks: dict[str, TaskID] = {}
        self._doing: TaskID | None = None
        self._lock = threading.RLock()
        self.doing(STARTING)

    def doing(self, what: str) -> None:
        """Show the current step with a clock in place of the previous one; with bars, as their note."""
        with self._lock:
            if self._doing is not None:
                self._progress.remove_task(self._doing)
            self._doing = self._progress.add_task(
                what, total=None, note="", reached=0.0, visible=not self._tasks
            )
            for name, task in self._tasks.items():
                self._progress.update(task, note="" if what == name else what)

    def started(self, task: str, total: float) -> None:
        """Show a new bar, replacing one of the same name; its name is the step until the next one."""
        with self._lock:
            self.finished(task)
            self.doing(task)
            self._show_doing(visible=False)
            self._tasks[task] = self._progress.add_task(task, total=total, note="", reached=0.0)

    def advanced(self, task: str, done: float, note: str = "") -> None:
        """Move a bar."""
        with self._lock:
            if task in self._tasks:
                bar = self._tasks[task]
                reached = next((item.elapsed for item in self._progress.tasks if item.id == bar), None)
                self._progress.update(bar, completed=done, note=note, reached=reached or 0.0)

    def finished(self, task: str) -> None:
        """Remove a bar."""
        with self._lock:
            if task in self._tasks:
                self._progress.remove_task(self._tasks.pop(task))
            self._show_doing(visible=not self._tasks)

    def _show_doing(self, *, visible: bool) -> None:
        if self._doing is not None:
            self._progress.update(self._doing, visible=visible)


class LineObserver(Observer):
    """Prints a line with step and progress on stderr every ten seconds."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._step, self._step_began = STARTING, self._began
        self._tasks: dict[str, _Task] = {}
        self._lock, self._over = threading.Lock(), threading.Event()
        self._teller = threading.Thread(target=self._tell, daemon=True, name="progress")
        self._teller.start()

    def doing(self, what: str) -> None:
        """Record the current step."""
        with self._lock:
            self._step, self._step_began = what, time.monotonic()

    def started(self, task: str, total: float) -> None:
        """Record a task, replacing one of the same name."""
        with self._lock:
            self._tasks[task] = _Task(total, time.monotonic())

    def advanced(self, task: str, done: float, note: str = "") -> None:
        """Record the progress of a task."""
        with self._lock:
            if task in self._tasks:
                self._tasks[task].reach(done, note)

    def finished(self, task: str) -> None:
        """Remove a task."""
        with self._lock:
            self._tasks.pop(task, None)

    def line(self, now: float) -> str:
        """Format the progress line at a time of the clock."""
        with self._lock:
            tasks = [f"{name}, {task.text(now)}" for name, task in self._tasks.items()]
            is_first = round(now - self._step_began) >= round(now - self._began)
            spent = "" if is_first else f", {now - self._step_began:.0f} s so far"
            messages = tasks or [f"{self._step}{spent}"]
        return f"{now - self._began:.0f} s: {'; '.join(messages)}"

    def end(self) -> None:
        """Stop printing."""
        self._over.set()
        self._teller.join()

    def _tell(self) -> None:
        while not self._over.wait(LINE_EVERY_S):
            say(self.line(time.monotonic()))


class _Task:
    """Progress of a task."""

    def __init__(self, total: float, began: float) -> None:
        self.total, self.began, self.reached, self.done, self.note = total, began, began, 0.0, ""

    def reach(self, done: float, note: str) -> None:
        """Record units done."""
        self.done, self.note, self.reached = done, note, time.monotonic()

    def text(self, now: float) -> str:
        """Format the share done, the note and the remaining time."""
        share = f"{100 * self.done / self.total:.0f} %" if self.total > 0 else ""
        left = time_left(self.done, self.total, self.reached - self.began, now - self.began)
        return ", ".join(filter(None, (share, self.note, left_text(left))))


@contextmanager
def watching(*, quiet: bool) -> Iterator[Observer]:
    """Yield an observer: bars on a capable terminal, else lines; a silent one with --quiet."""
    if quiet:
        yield SilentObserver()
        return
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        lines = LineObserver()
        try:
            yield lines
        finally:
            lines.end()
        return
    with _bars() as progress:
        yield BarObserver(progress)


def _bars() -> "Progress":
    """Create bars for stderr, as wide as the terminal: name, bar, note, elapsed and remaining time."""
    from rich.console import Console  # noqa: PLC0415 - heavy
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn  # noqa: PLC0415
    from rich.table import Column  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    class Times(ProgressColumn):
        def render(self, task: Task) -> Text:
            elapsed = task.elapsed or 0.0
            left = time_left(task.completed, task.total or 0.0, task.fields["reached"], elapsed)
            return Text(", ".join(filter(None, (f"{elapsed:.0f} s", left_text(left)))))

    whole = Column(no_wrap=True, overflow="ellipsis")
    return Progress(
        TextColumn("{task.description}", markup=False, table_column=whole),
        BarColumn(bar_width=20),
        TextColumn("{task.fields[note]}", markup=False, table_column=whole),
        Times(table_column=Column(no_wrap=True)),
        console=Console(stderr=True),
        transient=True,
    )


@contextmanager
def loading(what: str = STARTING, *, quiet: bool) -> Iterator[None]:
    """Show a short step on a terminal, such as the imports at the start of a command."""
    with watching(quiet=quiet) as observer:
        observer.doing(what)
        yield
