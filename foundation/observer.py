"""Progress reports of the library, which itself never prints."""


class Observer:
    """Receives progress reports and ignores them; the command line's observer displays them."""

    def doing(self, what: str) -> None:
        """Report the current activity, until the next call."""

    def started(self, task: str, total: float) -> None:
        """Report the start of a task of ``total`` units."""

    def advanced(self, task: str, done: float, note: str = "") -> None:
        """Report the total of the task's finished units."""

    def finished(self, task: str) -> None:
        """Report the end of a task."""


class SilentObserver(Observer):
    """Default observer of the library."""


#: Shared default observer.
SILENT = SilentObserver()
