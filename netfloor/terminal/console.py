"""Console output: data on stdout, notes on stderr."""

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import typer

from netfloor.exit_codes import INTERRUPTED
from netfloor.terminal.streams import say, visible
from netfloor.terminal.style import field_of, paint_for
from netfloor.terminal.table import count_fitting_columns, table_text

if TYPE_CHECKING:
    from netfloor.reports.formats.table import Table

_Found = TypeVar("_Found")
#: A value whose space beside its name is less than this share of the terminal, and too small, goes below
#: it.
LEAST_SHARE = 1 / 3
#: Rows of a table, and notes, without --verbose.
MAX_ROWS, MAX_NOTES = 6, 2


def write_data(text: str) -> None:
    """Print data for programs unchanged."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def write(text: str) -> None:
    """Print text for people, wrapped at blanks."""
    write_data(_readable(visible(text).rstrip("\n"), sys.stdout))


def write_json(document: Any) -> None:
    """Print a JSON document in ASCII, valid in every locale."""
    from json import dumps  # noqa: PLC0415 - keeps --help quick

    write_data(dumps(document, indent=2, allow_nan=False))


def remark(message: str, *, quiet: bool = False) -> None:
    """Print a message on stderr."""
    if not quiet:
        say(_readable(visible(message.rstrip()), sys.stderr))


def remark_all(messages: Iterable[str], *, quiet: bool, most: int | None = None) -> None:
    """Print notes on stderr, with settings written as options; at most ``most`` of them."""
    from netfloor.foundation.errors import with_options  # noqa: PLC0415 - keeps --help quick

    notes = list(messages)
    for message in notes[:most]:
        remark(f"note: {with_options(message)}", quiet=quiet)
    if most is not None and len(notes) > most:
        more = "1 more note" if len(notes) == most + 1 else f"{len(notes) - most:,} more notes"
        remark(f"{more}: --verbose", quiet=quiet)


def remark_table(table: "Table", *, quiet: bool) -> None:
    """Print a table with several rows on stderr; a single row is covered by the message that follows."""
    if not quiet and len(table.rows) > 1:
        say(_table_text(table, sys.stderr) + "\n")


@contextmanager
def remark_if_refused(
    table: "Callable[[], Table]",
    notes: Callable[[], Iterable[str]],
    files: Iterable[Path | str],
    *,
    quiet: bool,
) -> Iterator[None]:
    """Print a table and notes before an error message about one of some files."""
    from netfloor.foundation.errors import InputError  # noqa: PLC0415 - keeps --help quick

    try:
        yield
    except InputError as error:
        is_silent = quiet or not error.where.startswith(tuple(map(str, files)))
        remark_table(table(), quiet=is_silent)
        remark_all(notes(), quiet=is_silent)
        raise


def answer(document: Callable[[], Any], readable: Callable[[], object], *, json: bool) -> None:
    """Print an answer as JSON, or let ``readable`` print it for people."""
    if json:
        write_json(document())
    else:
        readable()


def answer_each(
    found: Mapping[str, _Found],
    document: Callable[[_Found], Any],
    readable: Callable[[_Found], object],
    *,
    json: bool,
    in_all: Callable[[Mapping[str, _Found]], tuple[str, Mapping[str, Any]]] | None = None,
) -> None:
    """Print results for each network of a plan under its name; for a single network like `answer`.

    ``in_all`` returns the totals: a sentence, and fields of the JSON document.
    """
    text, fields = ("", {}) if in_all is None or len(found) == 1 else in_all(found)
    if len(found) == 1:
        (only,) = found.values()
        answer(lambda: document(only), lambda: readable(only), json=json)
    elif json:
        networks = {name: document(entry) for name, entry in found.items()}
        write_json({"schema": 1, **fields, "networks": networks})
    else:
        if text:
            write(text)
        for number, (name, item) in enumerate(found.items()):
            write("\n" * bool(number or text) + f"Network {name}")
            readable(item)


def remark_written(*paths: Path | None, quiet: bool) -> None:
    """Print the names of written files, ignoring None."""
    for path in paths:
        if path is not None:
            remark(f"written: {path}", quiet=quiet)


def end_if_interrupted(interrupted: bool, kept: str) -> None:
    """End an interrupted command, printing what was kept."""
    if interrupted:
        remark(f"netfloor: interrupted; {kept}")
        raise typer.Exit(INTERRUPTED)


def write_table(table: "Table", spare: int = 0) -> None:
    """Print a table; in a pipe without wrapping.

    On a terminal the widest texts are folded; the last ``spare`` columns may be omitted, and columns that
    still do not fit continue below.
    """
    write_data(_table_text(table, sys.stdout, spare))


def write_top(table: "Table", noun: str, *, most: int = MAX_ROWS) -> list[str]:
    """Print the first rows of a table in the columns that fit; return the omitted counts as texts.

    ``noun`` names a row, as in ``14 more networks``.
    """
    from netfloor.foundation.wording import count_text  # noqa: PLC0415 - keeps --help quick

    headings, rows = table.texts()
    cells = [[visible(cell, keep="") for cell in row] for row in rows[:most]]
    width, shown = terminal_width(), len(headings)
    if width is not None:
        shown = count_fitting_columns(headings, cells, width)
    kept = [row[:shown] for row in cells]
    write_data(table_text(headings[:shown], kept, width, 0, paint_for(sys.stdout)))
    counts = (len(rows) - len(cells), noun), (len(headings) - shown, "column")
    return [count_text(count, f"more {name}") for count, name in counts if count]


def remark_left(left: Iterable[str], *, quiet: bool) -> None:
    """Print the parts that a brief answer omits, if any."""
    if texts := list(left):
        remark(f"{', '.join(texts)}: --verbose", quiet=quiet)


def write_tables(tables: "Iterable[Table]") -> None:
    """Print several tables, separated by blank lines."""
    for number, table in enumerate(tables):
        if number:
            write_data("")
        write_table(table)


def write_fields(fields: Iterable[tuple[str, str]]) -> None:
    """Print aligned name and value pairs, wrapping long values."""
    pairs = [(name, visible(value, keep="")) for name, value in fields]
    column = max((len(name) for name, _ in pairs), default=0) + 2
    width, paint = terminal_width(), paint_for(sys.stdout)
    lines = (_field(name, value, column, width) for name, value in pairs)
    write_data("\n".join(paint("text", line) for line in lines))


def terminal_width(stream: TextIO | None = None) -> int | None:
    """Return the width of the terminal; None if the stream (default: stdout) is not a terminal."""
    return shutil.get_terminal_size().columns if (stream or sys.stdout).isatty() else None


def _table_text(table: "Table", stream: TextIO, spare: int = 0) -> str:
    """Format a table as lines for a stream."""
    headings, rows = table.texts()
    cells = [[visible(cell, keep="") for cell in row] for row in rows]
    return table_text(headings, cells, terminal_width(stream), spare, paint_for(stream))


def _readable(text: str, stream: TextIO) -> str:
    """Format text for a stream: on a terminal, wrapped at blanks and coloured."""
    width, paint = terminal_width(stream), paint_for(stream)
    return "\n".join(paint("text", _wrapped(line, width)) for line in text.split("\n"))


def _field(name: str, value: str, column: int, width: int | None) -> str:
    """Format a field; a long value goes below its name."""
    line = f"{name:<{column}}{value}"
    if width is None or len(line) <= width or width - column >= LEAST_SHARE * width:
        return _wrapped(line, width, column)
    return f"{name}\n{_wrapped(f'    {value}', width, 4)}"


def _wrapped(line: str, width: int | None, indent: int | None = None) -> str:
    """Wrap a line to ``width``, indenting continuation lines below the value of a field."""
    if width is None or len(line) <= width:
        return line
    if indent is None:
        field = field_of(line)
        value = width if field is None else field.start("value")
        indent = value if width - value >= LEAST_SHARE * width else len(line) - len(line.lstrip()) + 2
    return textwrap.fill(
        line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )
