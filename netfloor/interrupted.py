"""Ctrl-C and SIGTERM while there is nothing to keep: the command ends at once."""

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

from netfloor.exit_codes import INTERRUPTED

SHOW_CURSOR = b"\x1b[?25h"
ENDING = (signal.SIGINT, signal.SIGTERM)


class Interrupted(BaseException):
    """Somebody ended the work before it had anything to keep."""


def end_on_signals() -> None:
    """Let SIGINT and SIGTERM end the process at once, and a closed pipe quietly.

    They do not raise: an exception out of a signal is lost where a library calls back.
    """
    for number in ENDING:
        signal.signal(number, _end)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def _end(_number: int, _frame: FrameType | None) -> NoReturn:
    end_at_once("interrupted")


def end_at_once(message: str) -> NoReturn:
    """End the process without another step, the terminal as it was before."""
    if sys.stderr.isatty():  # a progress bar hides the cursor
        os.write(2, SHOW_CURSOR)
    os.write(2, f"netfloor: {message}\n".encode())
    os._exit(INTERRUPTED)
