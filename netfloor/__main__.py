"""Entry point: handles signals before anything else is imported, then runs the command line."""

import os
import signal

from netfloor.exit_codes import INTERRUPTED


def main() -> None:
    """Run the command line; always ends with `SystemExit`."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    from netfloor.command_line import main as run  # noqa: PLC0415 - takes longer than a signal may wait

    run()


def _end(_number: int, _frame: object) -> None:
    """Exit before the command line has installed its own signal handlers."""
    os.write(2, b"netfloor: interrupted\n")
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
