"""Errors that end a command, each with its exit code."""


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


class InfeasibleError(NetfloorError):
    """The request is well formed and cannot be met, such as too few slots."""

    exit_code = 4


class UnplannedStopError(NetfloorError):
    """Memory, disk or a peer program gave out; what was reached is written."""

    exit_code = 5


class CheckFailedError(NetfloorError):
    """A verification found a problem."""

    exit_code = 6
