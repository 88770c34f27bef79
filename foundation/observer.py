"""How the library tells what it is doing. It never prints."""


class Observer:
    """Hears of progress and does nothing with it; the command line's draws it."""

    def doing(self, what: str) -> None:
        """Note what is being done from now on, until the next such note."""

    def started(self, task: str, total: float) -> None:
        """Note that a task of ``total`` units begins."""

    def advanced(self, task: str, done: float, note: str = "") -> None:
        """Note that ``done`` of the task's units are done in all."""

    def finished(self, task: str) -> None:
        """Note that the task ended."""


class SilentObserver(Observer):
    """The library's default."""


#: The library's own observer.
SILENT = SilentObserver()
