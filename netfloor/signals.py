"""Ctrl-C and SIGTERM ask for an end; the second time they insist."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from layout.stop import Interrupt


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Yield an interrupt that the first SIGINT or SIGTERM asks; the next one raises."""
    interrupt = Interrupt()

    def handle(_number: int, _frame: FrameType | None) -> None:
        if interrupt.asked:
            raise KeyboardInterrupt
        interrupt.ask()

    old = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield interrupt
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
