"""How the library tells what it is doing. It never prints."""

from typing import Protocol


class Observer(Protocol):
    """Hears of progress; the command line draws it."""

    def started(self, task: str, total: float) -> None:
        """Note that a task of ``total`` units begins."""

    def advanced(self, task: str, done: float, note: str = "") -> None:
        """Note that ``done`` of the task's units are done in all."""

    def finished(self, task: str, note: str = "") -> None:
        """Note that the task ended."""

    def warned(self, message: str) -> None:
        """Pass on what a user should know although the work goes on."""


class SilentObserver:
    """Hears everything and does nothing: the library's default."""

    def started(self, task: str, total: float) -> None:
        """Do nothing."""

    def advanced(self, task: str, done: float, note: str = "") -> None:
        """Do nothing."""

    def finished(self, task: str, note: str = "") -> None:
        """Do nothing."""

    def warned(self, message: str) -> None:
        """Do nothing."""
