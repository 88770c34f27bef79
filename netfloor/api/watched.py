"""Progress display and Ctrl-C handling for searches in notebooks and scripts."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer
from netfloor.terminal.progress import watching


@contextmanager
def watched(
    observer: Observer, interrupt: Interrupt | None, *, progress: bool
) -> Iterator[tuple[Observer, Interrupt]]:
    """Yield the observer and the interrupt of a search.

    With ``progress`` the observer draws a bar on stderr and the first Ctrl-C triggers the interrupt; a
    second one raises `KeyboardInterrupt`. Otherwise nothing is drawn and signals are not handled.
    """
    ends = interrupt or Interrupt()
    if not progress:
        yield observer, ends
        return
    with watching(quiet=False) as drawn, _asking(ends):
        yield drawn, ends


@contextmanager
def _asking(interrupt: Interrupt) -> Iterator[None]:
    """Let Ctrl-C trigger an interrupt, in the main thread only."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def hear(_number: int, _frame: FrameType | None) -> None:
        if interrupt.asked:
            raise KeyboardInterrupt
        interrupt.ask()

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
