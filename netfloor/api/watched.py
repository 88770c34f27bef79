"""A search that a notebook watches: bars or lines while it runs, and Ctrl-C keeps the best."""

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
    """Yield who hears of a search, and what ends it early.

    With ``progress`` that is a bar on stderr, and a first Ctrl-C asks the interrupt; a second one raises
    `KeyboardInterrupt`. Without it nothing is drawn and no signal heard.
    """
    ends = interrupt or Interrupt()
    if not progress:
        yield observer, ends
        return
    with watching(quiet=False) as drawn, _asking(ends):
        yield drawn, ends


@contextmanager
def _asking(interrupt: Interrupt) -> Iterator[None]:
    """Let Ctrl-C ask an interrupt; a thread other than the main one hears no signals."""
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
