"""Standard output and error that work in every terminal, pipe and locale."""

import contextlib
import io
import os
import sys
from pathlib import Path


def make_streams_safe() -> None:
    """Replace closed streams, and handle characters that the locale cannot encode.

    Pipes and files get UTF-8; a terminal shows a question mark for characters it lacks.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for good
    if isinstance(sys.stdout, io.TextIOWrapper):
        if sys.stdout.isatty():
            sys.stdout.reconfigure(errors="replace")
        else:
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def abandon_stdout() -> None:
    """Discard buffered output, so that Python's final flush raises no error."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(message: str) -> None:
    """Write a line to stderr, ignoring write errors."""
    with contextlib.suppress(OSError):
        sys.stderr.write(message + "\n")
        sys.stderr.flush()


def visible(text: str, keep: str = "\n\t") -> str:
    """Escape control characters, so that a text cannot control the terminal."""
    return "".join(c if c.isprintable() or c in keep else ascii(c)[1:-1] for c in text)
