"""Interruption of work by Ctrl-C, a signal, or a caller in another thread."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Interrupted(BaseException):
    """The work was interrupted before there was anything to keep."""


class Interrupt:
    """A flag that stops the work once `ask` is called.

    It installs no signal handlers: the owner of the process decides when signals call `ask`, by `heeded`
    and `writing`.
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self._heeded = False

    def ask(self) -> None:
        """Request a stop."""
        self._event.set()

    @property
    def asked(self) -> bool:
        """True once a stop was requested."""
        return self._event.is_set()

    @property
    def heeded(self) -> bool:
        """True while there are results to keep and `ask` ends the work with them."""
        return self._heeded

    @contextmanager
    def handle_interrupts(self) -> Iterator["Interrupt"]:
        """Mark the block in which a stop request keeps the results so far."""
        self._heeded = True
        try:
            yield self
        finally:
            self._heeded = False

    def progress(self, iterations: int) -> float:  # noqa: ARG002 - the protocol's argument
        """Return 2, beyond any end, once a stop was requested, else 0."""
        return 2.0 if self.asked else 0.0


_undisturbed = [0]
_counting = threading.Lock()


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Defer interrupts while results are written."""
    with _counting:
        _undisturbed[0] += 1
    try:
        yield
    finally:
        with _counting:
            _undisturbed[0] -= 1


def writing() -> bool:
    """Test whether results are being written."""
    return _undisturbed[0] > 0
