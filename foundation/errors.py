"""Errors that end a command, each with its exit code."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

#: Separator between the problems of `ManyProblemsError`.
SEPARATOR = "\n  "
#: Line above the problems that come once those before it are solved.
NEXT = "with the first option of each, these come next:"
#: Marks around a setting's name in a message, with characters that do not occur in texts.
_SETTING = re.compile("\ue000(.*?)\ue001")


def setting(name: str) -> str:
    """Mark a setting's name in a message; the command line shows it as ``--name``."""
    return f"\ue000{name}\ue001"


def as_option(name: str) -> str:
    """Write a setting's name as an option: ``--most-cycles``."""
    return f"--{name.replace('_', '-')}"


def with_options(text: str) -> str:
    """Return a note with its settings written as options: plans and pages keep notes as texts."""
    return _spelled(text, as_option)


class NetfloorError(Exception):
    """Base class of errors reported to a user in a single message, in which settings are marked by name."""

    exit_code = 1

    def __init__(self, message: str = "") -> None:
        super().__init__(_spelled(message, str))
        self._message = message

    def told(self, spell: Callable[[str], str]) -> str:
        """Return the message with settings spelled for its reader."""
        return _spelled(self._message, spell)


class InputError(NetfloorError):
    """An external file, parameter or name is invalid.

    Parameters
    ----------
    where
        File, line or field: ``room.toml: grid.rows``.
    what
        Description of the problem.
    expected
        Remedy; empty if ``what`` already implies it.
    """

    exit_code = 3

    def __init__(self, where: str, what: str, expected: str = "") -> None:
        self._parts = where, what, expected
        self.where, self.what, self.expected = (_spelled(part, str) for part in self._parts)
        super().__init__(f"{where}: {what}" + (f"; {expected}" if expected else ""))

    def __reduce__(self) -> tuple[type["InputError"], tuple[str, ...]]:
        return type(self), self._parts

    @property
    def parts(self) -> tuple[str, str, str]:
        """Place, problem and remedy, with marked settings."""
        return self._parts

    @property
    def message(self) -> str:
        """Whole text, with marked settings."""
        return self._message

    @property
    def about_a_setting(self) -> bool:
        """True if the problem is in a caller's setting."""
        return _SETTING.search(self._parts[0]) is not None

    def spelled(self, spell: Callable[[str], str]) -> "InputError":
        """Return the same error with its settings spelled out."""
        return InputError(*(_spelled(part, spell) for part in self._parts))

    def inside(self, where: str) -> "InputError":
        """Return the same error with its place prefixed: a file and its field."""
        place, what, expected = self._parts
        return InputError(f"{where}: {place}", what, expected)

    def advising(self, expected: str) -> "InputError":
        """Return the same error with another remedy."""
        return InputError(*self._parts[:2], expected)


class SeveralWaysError(InputError):
    """A file that needs another command first; the message lists the command lines to continue with."""

    def __init__(self, where: str, what: str, ways: tuple[str, ...]) -> None:
        self._ways = ways
        super().__init__(where, what, SEPARATOR.join(("one of these", *ways)))

    def __reduce__(self) -> tuple[type["SeveralWaysError"], tuple[Any, ...]]:
        return type(self), (*self._parts[:2], self._ways)


def _spelled(text: str, spell: Callable[[str], str]) -> str:
    return _SETTING.sub(lambda result: spell(result[1]), text)


@contextmanager
def within(where: str) -> Iterator[None]:
    """Prefix the place of any `InputError` raised inside with ``where``: a file and its field."""
    try:
        yield
    except InputError as error:
        raise error.inside(where) from error


class InfeasibleError(NetfloorError):
    """The request is valid but impossible, such as too few slots."""

    exit_code = 4


class UnplannedStopError(NetfloorError):
    """Memory, disk or a peer program failed; results so far are written."""

    exit_code = 5


class EndedEarlyError(NetfloorError):
    """The user ended the work early; results so far are written."""

    exit_code = 130


class CheckFailedError(NetfloorError):
    """A verification found a problem."""

    exit_code = 6


class ManyProblemsError(InputError):
    """Several problems in a user's files, each on its own line of the message.

    ``later``: problems that come once the first option of each is given.
    """

    def __init__(
        self, where: str, problems: tuple[str, ...], more: int = 0, later: tuple[str, ...] = ()
    ) -> None:
        self.problems, self.more = tuple(_spelled(problem, str) for problem in problems), more
        self._as_given, self._later = problems, later
        lines = [*problems, *([f"{more:,} more"] if more else [])]
        lines += [NEXT, *later] if later else []
        count = len(problems) + more + len(later)
        super().__init__(where, f"{count:,} problems{SEPARATOR}" + SEPARATOR.join(lines))

    @property
    def lines(self) -> tuple[str, ...]:
        """The problems, with marked settings."""
        return self._as_given

    def __reduce__(self) -> tuple[type["ManyProblemsError"], tuple[Any, ...]]:
        return type(self), (self.where, self._as_given, self.more, self._later)
