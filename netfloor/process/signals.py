"""Ctrl-C and SIGTERM: they end a command at once, or, where something was found, it is kept."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from netfloor.exit_codes import INTERRUPTED
from netfloor.foundation.interrupt import Interrupt, writing
from netfloor.foundation.observer import Observer
from netfloor.terminal.progress import watching

SHOW_CURSOR = b"\x1b[?25h"
ENDING = (signal.SIGINT, signal.SIGTERM)


def end_on_signals() -> None:
    """Let SIGINT and SIGTERM end the process at once, and a closed pipe quietly.

    They do not raise: an exception out of a signal is lost where a library calls back.
    """
    for number in ENDING:
        signal.signal(number, _end)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def _end(_number: int, _frame: FrameType | None) -> None:
    if not writing():
        end_at_once("interrupted")


def end_at_once(message: str) -> NoReturn:
    """End the process without another step, the terminal as it was before."""
    if sys.stderr.isatty():  # a progress bar hides the cursor
        os.write(2, SHOW_CURSOR)
    os.write(2, f"netfloor: {message}\n".encode())
    os._exit(INTERRUPTED)


@contextmanager
def working(*, quiet: bool) -> Iterator[tuple[Observer, Interrupt]]:
    """Yield who hears of progress, and the interrupt that the first SIGINT or SIGTERM asks.

    A signal ends the process at once while there is nothing to keep, and so does a second one:
    a thread in a long step cannot be waited for. What is being written is written whole.
    """
    interrupt = Interrupt()

    def handle(_number: int, _frame: FrameType | None) -> None:
        if writing():
            return
        if interrupt.asked or not interrupt.heeded:
            end_at_once("interrupted twice" if interrupt.asked else "interrupted")
        interrupt.ask()

    before = {number: signal.signal(number, handle) for number in ENDING}
    try:
        with watching(quiet=quiet) as observer:
            yield observer, interrupt
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
