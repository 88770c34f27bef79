"""Stop because somebody asked: Ctrl-C, a signal, a caller in another thread."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Interrupted(BaseException):
    """Somebody ended the work before it had anything to keep."""


class Interrupt:
    """Done as soon as `ask` was called.

    Nothing here hears signals: whoever owns the process decides what they ask, by `heeded`
    and `writing`.
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self._heeded = False

    def ask(self) -> None:
        """Ask whatever watches this to come to an end."""
        self._event.set()

    @property
    def asked(self) -> bool:
        """True once somebody asked."""
        return self._event.is_set()

    @property
    def heeded(self) -> bool:
        """True while there is something to keep, and an `ask` ends the work with it."""
        return self._heeded

    @contextmanager
    def heeding(self) -> Iterator["Interrupt"]:
        """Look at it from here on: what was found so far is kept."""
        self._heeded = True
        try:
            yield self
        finally:
            self._heeded = False

    def progress(self, iterations: int) -> float:  # noqa: ARG002 - the protocol's argument
        """Return 2 once asked, past every end, else 0."""
        return 2.0 if self.asked else 0.0


_undisturbed = [0]
_counting = threading.Lock()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Mark that what was found is being written: nothing ends the process for this moment."""
    with _counting:
        _undisturbed[0] += 1
    try:
        yield
    finally:
        with _counting:
            _undisturbed[0] -= 1


def writing() -> bool:
    """Return True while something is written that is wanted whole."""
    return _undisturbed[0] > 0
