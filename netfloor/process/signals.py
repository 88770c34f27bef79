"""Handling of Ctrl-C and SIGTERM: end at once, or keep the results found so far."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from netfloor.exit_codes import INTERRUPTED
from netfloor.foundation.interrupt import Interrupt, writing
from netfloor.foundation.observer import Observer
from netfloor.terminal.progress import watching

SHOW_CURSOR = b"\x1b[?25h"
ENDING = (signal.SIGINT, signal.SIGTERM)


#: Seconds within which the main thread handles a signal, unless it is blocked in a library.
HEARS_WITHIN_S = 1.0
#: Time at which the main thread last handled a signal, and the signals answered in its place.
_heard_at = [float("-inf")]
_answered: list[int] = []
Answer = Callable[[], None]
_answers: list[Answer] = []


def end_on_signals() -> None:
    """Let SIGINT and SIGTERM end the process at once, and a closed pipe end it silently.

    The handlers do not raise: an exception from a signal is lost in library callbacks. If the main thread
    is blocked in a library, a separate thread answers.
    """
    for number in ENDING:
        signal.signal(number, _hear)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    receiver, tells = os.pipe()
    os.set_blocking(tells, False)
    signal.set_wakeup_fd(tells, warn_on_full_buffer=False)
    os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))
    threading.Thread(target=_answer_for_the_main_thread, args=(receiver,), daemon=True).start()


def _hear(number: int, _frame: FrameType | None) -> None:
    _heard_at[0] = time.monotonic()
    if number in _answered:
        _answered.remove(number)
    else:
        _answer()


def _answer() -> None:
    (_answers[-1] if _answers else _end)()


def _answer_for_the_main_thread(receiver: int) -> None:
    """Answer each signal that the main thread has not handled in time; both receive it."""
    while number := os.read(receiver, 1):
        came = time.monotonic()
        time.sleep(HEARS_WITHIN_S)
        if number[0] in ENDING and _heard_at[0] < came - HEARS_WITHIN_S:
            _answered.append(number[0])
            _answer()


def _end() -> None:
    if not writing():
        end_at_once("interrupted")


def end_at_once(message: str) -> NoReturn:
    """Exit at once, restoring the terminal."""
    if sys.stderr.isatty():  # a progress bar hides the cursor
        os.write(2, SHOW_CURSOR)
    os.write(2, f"netfloor: {message}\n".encode())
    os._exit(INTERRUPTED)


@contextmanager
def working(*, quiet: bool) -> Iterator[tuple[Observer, Interrupt]]:
    """Yield a progress observer, and the interrupt triggered by the first SIGINT or SIGTERM.

    A signal ends the process at once if there is nothing to keep, and so does a second signal, since a
    thread in a long step cannot be stopped. Files being written are completed.
    """
    interrupt = Interrupt()

    def answer() -> None:
        if writing():
            return
        if interrupt.asked or not interrupt.heeded:
            end_at_once("interrupted twice" if interrupt.asked else "interrupted")
        interrupt.ask()

    before = {number: signal.signal(number, _hear) for number in ENDING}
    _answers.append(answer)
    try:
        with watching(quiet=quiet) as observer:
            yield observer, interrupt
    finally:
        _answers.remove(answer)
        for number, handler in before.items():
            signal.signal(number, handler)
