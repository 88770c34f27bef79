"""Errors that end a command, each with its exit code."""

from collections.abc import Iterator
from contextlib import contextmanager


class NetfloorError(Exception):
    """Base of every error that is reported to a user in one message."""

    exit_code = 1


class InputError(NetfloorError):
    """A file, parameter or name from outside is not usable.

    Parameters
    ----------
    where
        The file, line or field: ``room.toml: grid.rows``.
    what
        What is wrong with it.
    expected
        What would be right; may be empty where ``what`` says it already.
    """

    exit_code = 3

    def __init__(self, where: str, what: str, expected: str = "") -> None:
        self.where, self.what, self.expected = where, what, expected
        super().__init__(f"{where}: {what}" + (f"; {expected}" if expected else ""))


@contextmanager
def within(where: str) -> Iterator[None]:
    """Say of what is refused here that it stands in ``where``: a file and its field.

    Raises
    ------
    InputError
        The one from inside, its place after ``where``.
    """
    try:
        yield
    except InputError as error:
        raise InputError(f"{where}: {error.where}", error.what, error.expected) from error


class InfeasibleError(NetfloorError):
    """The request is well formed and cannot be met, such as too few slots."""

    exit_code = 4


class UnplannedStopError(NetfloorError):
    """Memory, disk or a peer program gave out; what was reached is written."""

    exit_code = 5


class CheckFailedError(NetfloorError):
    """A verification found a problem."""

    exit_code = 6
