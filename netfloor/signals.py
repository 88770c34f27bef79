"""Ctrl-C and SIGTERM while there is something to keep: asked once, then insisted on."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from layout.stop import Interrupt
from netfloor.interrupted import ENDING, end_at_once

Handler = Callable[[int, FrameType | None], None] | signal.Handlers


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Yield an interrupt that the first SIGINT or SIGTERM asks; the next one ends the process.

    At once: a thread in a long step cannot be waited for. Whatever is written inside is
    written `undisturbed`.
    """
    interrupt = Interrupt()

    def handle(_number: int, _frame: FrameType | None) -> None:
        if interrupt.asked:
            end_at_once("interrupted twice")
        interrupt.ask()

    with _handled_by(handle):
        yield interrupt


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ignore SIGINT and SIGTERM while what was found is written, which takes a moment."""
    with _handled_by(signal.SIG_IGN):
        yield


@contextmanager
def _handled_by(handler: Handler) -> Iterator[None]:
    old = {number: signal.signal(number, handler) for number in ENDING}
    try:
        yield
    finally:
        for number, before in old.items():
            signal.signal(number, before)
