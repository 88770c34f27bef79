"""Stop because somebody asked: Ctrl-C, a signal, a caller in another thread."""

import threading
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Interrupt:
    """Done as soon as `ask` was called."""

    event: threading.Event = field(default_factory=threading.Event)

    def ask(self) -> None:
        """Ask every placer that watches this to come to an end."""
        self.event.set()

    @property
    def asked(self) -> bool:
        """True once somebody asked."""
        return self.event.is_set()

    def progress(self, iterations: int) -> float:  # noqa: ARG002 - the protocol's argument
        """Return 2 once asked, past every end, else 0."""
        return 2.0 if self.asked else 0.0
