"""Progress is drawn on a terminal and nowhere else."""

import io
import re
import sys
import time
from collections.abc import Callable

import pytest

from netfloor.foundation.observer import Observer, SilentObserver
from netfloor.terminal import progress
from netfloor.terminal.progress import STARTING, BarObserver, LineObserver, left_text, time_left, watching


class Terminal(io.StringIO):
    """A terminal that remembers."""

    def isatty(self) -> bool:
        """Say that this is one."""
        return True


@pytest.mark.parametrize(
    ("terminal", "quiet", "term", "kind"),
    [
        (False, False, "xterm", LineObserver),
        (True, True, "xterm", SilentObserver),
        (True, False, "dumb", LineObserver),
        (False, True, "dumb", SilentObserver),
    ],
)
def test_no_bars_where_they_cannot_be_read(
    terminal: bool, quiet: bool, term: str, kind: type[Observer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe and a dumb terminal get lines, --quiet nothing; what is soon done says nothing."""
    stderr = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setenv("TERM", term)
    with watching(quiet=quiet) as observer:
        assert isinstance(observer, kind)
    assert not stderr.getvalue()


def test_a_pipe_is_told_now_and_then_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines come while the command works, none after its end."""
    stderr = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(progress, "LINE_EVERY_S", 0.01)
    with watching(quiet=False) as observer:
        observer.doing("reading")
        wait_for(lambda: "reading" in stderr.getvalue())
        observer.started("annealing", 200)
        observer.advanced("annealing", 50, "best 12.3 m")
        wait_for(lambda: "annealing, 25 %, best 12.3 m" in stderr.getvalue())
    told = stderr.getvalue()
    time.sleep(0.05)
    assert stderr.getvalue() == told
    assert all(re.match(r"\d+ s: ", line) for line in told.splitlines())


def wait_for(reached: Callable[[], bool]) -> None:
    """Wait until something holds, for a minute at most."""
    for _ in range(6000):
        if reached():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


@pytest.mark.parametrize("colour", [{}, {"NO_COLOR": "1"}])
def test_a_terminal_gets_bars_that_leave_nothing_behind(
    colour: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tasks come and go, of one name too, brackets are no markup, and the cursor is shown again."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in colour.items():
        monkeypatch.setenv(name, value)
    with watching(quiet=False) as observer:
        assert isinstance(observer, BarObserver)
        for _ in range(2):
            observer.started("[red]lps:11,7", 2)
        observer.advanced("[red]lps:11,7", 1, "[b]8 m")
        for _ in range(2):
            observer.finished("[red]lps:11,7")
    text = screen.getvalue()
    assert "[red]lps:11,7" in text
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")
    assert ("\x1b[9" in text) == (not colour)


def test_a_terminal_is_told_what_is_done_between_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first moment something stands there with a clock; each step in place of the one before."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with watching(quiet=False) as observer:
        assert isinstance(observer, BarObserver)

        def shown() -> list[str]:
            return [task.description for task in observer._progress.tasks if task.visible]

        assert shown() == [STARTING]
        observer.doing("[b]lower bound")
        assert shown() == ["[b]lower bound"]
        observer.started("slimfly:13", 4)
        observer.finished("slimfly:13")
        assert shown() == ["slimfly:13"]
        observer.started("slimfly:13", 4)
        observer.doing("choosing parts")
        assert shown() == ["slimfly:13"]
        observer.finished("slimfly:13")
        assert shown() == ["choosing parts"]
        assert all(task.elapsed is not None for task in observer._progress.tasks)


@pytest.mark.parametrize(
    ("done", "reached_s", "elapsed_s", "left_s"),
    [(1, 10, 10, 30), (1, 10, 25, 15), (1, 10, 50, 0), (4, 8, 8, 0), (1, 0.5, 9, None), (0, 9, 9, None)],
)
def test_the_time_left_is_that_of_the_rest_at_the_pace_so_far(
    done: float, reached_s: float, elapsed_s: float, left_s: float | None
) -> None:
    """A quarter in ten seconds leaves thirty, which run down; after a moment alone nothing is said."""
    assert time_left(done, 4, reached_s, elapsed_s) == left_s


def test_the_time_left_is_said_no_more_exactly_than_it_is_known() -> None:
    """In seconds, minutes or hours; nothing where it is not known."""
    said = [left_text(seconds) for seconds in (None, 0.2, 42.4, 610.0, 9000.0)]
    assert said == ["", "about 1 s left", "about 42 s left", "about 10 min left", "about 2.5 h left"]


def test_a_bar_says_how_long_it_still_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the time so far, as soon as some of the task is done."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "SURE_AFTER_S", 0.0)
    with watching(quiet=False) as observer:
        observer.started("slimfly:13", 4)
        observer.advanced("slimfly:13", 3, "8.1 m")
    assert " s left" in screen.getvalue()
