"""Run the command line, turning every error into a message and an exit code."""

import os
import sys
from typing import NoReturn

from netfloor.exit_codes import BUG, INTERRUPTED, UNPLANNED_STOP
from netfloor.foundation.errors import (
    SEPARATOR,
    InfeasibleError,
    ManyProblemsError,
    NetfloorError,
    SeveralWaysError,
    UnplannedStopError,
    as_option,
)
from netfloor.foundation.interrupt import Interrupted
from netfloor.foundation.sizes import limit_bytes
from netfloor.process.environment import make_environment_safe
from netfloor.process.signals import end_on_signals
from netfloor.terminal.streams import abandon_stdout, make_streams_safe, visible

#: Maximum characters per problem in a message, which may quote long user texts.
LONGEST_MESSAGE = 2000
FORCE_SIZE = "--force-size"
#: Address space used by libraries before any work; measured with the charts of a small layout.
_MIN_BYTES = 768 << 20


def main() -> None:
    """Prepare the process and run the command line."""
    make_streams_safe()
    make_environment_safe()
    end_on_signals()
    run()


def run() -> None:
    """Run the command line of `sys.argv`; always ends with `SystemExit`."""
    try:
        _run_application()
    except (ManyProblemsError, SeveralWaysError, InfeasibleError) as error:
        _end(error.told(as_option), error.exit_code, SEPARATOR)
    except NetfloorError as error:
        _end(error.told(as_option), error.exit_code)
    except (KeyboardInterrupt, Interrupted):
        _end("interrupted", INTERRUPTED)
    except MemoryError:
        _end("out of memory; nothing was written", UNPLANNED_STOP)
    except OSError as error:
        abandon_stdout()
        _end(f"{error.filename or 'the output'}: {error.strerror or error}", UNPLANNED_STOP)
    except Exception as error:  # noqa: BLE001 - the last line of defence: a bug, said so
        if os.environ.get("NETFLOOR_TRACEBACK"):
            import traceback  # noqa: PLC0415 - only here

            traceback.print_exc()
        hint = "set NETFLOOR_TRACEBACK=1 to see where"
        _end(f"a bug in netfloor: {type(error).__name__}: {error} ({hint})", BUG)


def _run_application() -> None:
    """Run the commands and flush stdout, so that output errors are reported."""
    from netfloor.cli import app  # noqa: PLC0415 - inside, so that its failure is reported too

    words = sys.argv[1:]
    if "--help" not in words:
        _require_memory()
    if FORCE_SIZE in words:  # allowed at any position
        words = [FORCE_SIZE, *(word for word in words if word != FORCE_SIZE)]
    try:
        app(args=words, prog_name="netfloor")
    finally:
        sys.stdout.flush()


def _require_memory() -> None:
    """Raise `UnplannedStopError` if the memory limit is too small for the libraries.

    With less memory they would hang or end the process silently.
    """
    limit = limit_bytes()
    if limit is not None and limit < _MIN_BYTES:
        raise UnplannedStopError(
            f"not enough memory: the limit is {limit >> 20:,} MiB (ulimit -v, ulimit -d), "
            f"but netfloor needs at least {_MIN_BYTES >> 20:,} MiB"
        )


def _end(message: str, code: int, separator: str = "") -> NoReturn:
    """Exit with a message, split into lines at the separator."""
    lines = message.rstrip().split(separator) if separator else [message.rstrip()]
    text = separator.join(_capped(visible(line, keep="")) for line in lines)
    from netfloor.terminal.console import remark  # noqa: PLC0415 - inside, as the commands are

    remark("netfloor: " + text)
    sys.exit(code)


def _capped(line: str) -> str:
    return (
        line if len(line) <= LONGEST_MESSAGE else f"{line[:LONGEST_MESSAGE]}... ({len(line):,} characters)"
    )
