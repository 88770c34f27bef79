"""The entry point: runs a command and turns every error into one message and a code."""

import os
import sys
import traceback

from foundation.errors import NetfloorError
from netfloor.exit_codes import BUG, INTERRUPTED, UNPLANNED_STOP


def main() -> None:
    """Run the command line; end with one of the documented exit codes."""
    # we run solves side by side; threads inside the linear algebra would only wait for them
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from netfloor.cli import app  # noqa: PLC0415 - inside, so that its failure is reported too

    try:
        app()
    except NetfloorError as error:
        _end(f"netfloor: {error}", error.exit_code)
    except KeyboardInterrupt:
        _end("netfloor: interrupted", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNPLANNED_STOP)
    except MemoryError:
        _end("netfloor: out of memory; nothing was written", UNPLANNED_STOP)
    except Exception as error:  # noqa: BLE001 - the last line of defence: a bug, said so
        if os.environ.get("NETFLOOR_TRACEBACK"):
            traceback.print_exc()
        hint = "set NETFLOOR_TRACEBACK=1 to see where"
        _end(f"netfloor: a bug in netfloor: {type(error).__name__}: {error} ({hint})", BUG)


def _end(message: str, code: int) -> None:
    sys.stderr.write(message.rstrip() + "\n")
    sys.exit(code)


if __name__ == "__main__":
    main()
