"""How long a command may take, and what ends one that takes longer."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

#: Seconds of processor time that a bad file may take.
PATIENCE_S = 5


class TooLongError(BaseException):
    """A command took longer than it may; no `except Exception` catches it."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """End what takes longer, in seconds of this process, so that a busy machine changes nothing."""

    def end(_number: int, _frame: object) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
