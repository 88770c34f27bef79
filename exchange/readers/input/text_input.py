"""Text from outside, line by line, with limits on its size."""

from collections.abc import Iterator
from pathlib import Path

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.foundation.sizes import TEXT_LINES, refuse_too_slow
from netfloor.topologies.files.graph import split_lines
from netfloor.topologies.parameters import printable

#: 10,000 switches with 160,000 cables between them take 64 MiB; this much is held in 1 GiB of memory.
MOST_BYTES = 80 << 20
MOST_LINE = 10_000


def source_name(path: Path) -> str:
    """Return a file's name for messages."""
    return printable(str(path))


def numbered_lines(path: Path, what: str) -> Iterator[tuple[int, str]]:
    """Yield (number from 1, line) of a UTF-8 file, line ends of any kind removed.

    Raises
    ------
    InputError
        If it is no text, or the file or a line is too long.
    """
    return lines_of(checked_text(path, what), source_name(path))


def checked_text(path: Path, what: str) -> str:
    """Return a UTF-8 file's text; `InputError` if it is none, or too long."""
    refuse_too_large(path, what)
    text = read_text(path, what)
    refuse_too_slow(source_name(path), text.count("\n"), TEXT_LINES)
    return text


def lines_of(text: str, where: str) -> Iterator[tuple[int, str]]:
    """Yield (number from 1, line) of a text; `InputError` for an endless line."""
    for number, line in enumerate(split_lines(text), start=1):
        if len(line) > MOST_LINE:
            raise InputError(
                f"{where}: line {number}", f"has {len(line):,} characters", f"at most {MOST_LINE:,}"
            )
        yield number, line


def refuse_too_large(path: Path, what: str) -> None:
    """Refuse a file larger than any that makes sense."""
    try:
        size = path.stat().st_size
    except (OSError, ValueError):
        return  # said better where it is read
    if size > MOST_BYTES:
        raise InputError(
            source_name(path), f"this {what} has {size >> 20:,} MiB", f"at most {MOST_BYTES >> 20}"
        )
