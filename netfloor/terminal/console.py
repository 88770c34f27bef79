"""What a person sees: data on stdout, remarks on stderr."""

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
from netfloor.terminal.table import table_text

if TYPE_CHECKING:
    from netfloor.reports.formats.table import Table

_Found = TypeVar("_Found")
#: A value that has less than this share of the terminal beside its name, and needs more, stands below it.
LEAST_SHARE = 1 / 3


def write_data(text: str) -> None:
    """Print data for programs, as it is."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def write(text: str) -> None:
    """Print text for people: lines that a terminal would break anywhere are broken at blanks."""
    write_data(_readable(visible(text).rstrip("\n"), sys.stdout))


def write_json(document: Any) -> None:
    """Print one JSON document, in ASCII: right in every locale."""
    from json import dumps  # noqa: PLC0415 - keeps --help quick

    write_data(dumps(document, indent=2, allow_nan=False))


def remark(message: str, *, quiet: bool = False) -> None:
    """Tell a person something that is not data."""
    if not quiet:
        say(_readable(visible(message.rstrip()), sys.stderr))


def remark_all(messages: Iterable[str], *, quiet: bool) -> None:
    """Tell a person several things that are not data."""
    for message in messages:
        remark(f"note: {message}", quiet=quiet)


def remark_table(table: "Table", *, quiet: bool) -> None:
    """Tell a person several things in columns; a single one is said by the message that follows."""
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
    """Print a table and notes above the message that a block refuses one of some files with."""
    from netfloor.foundation.errors import InputError  # noqa: PLC0415 - keeps --help quick

    try:
        yield
    except InputError as error:
        is_silent = quiet or not error.where.startswith(tuple(map(str, files)))
        remark_table(table(), quiet=is_silent)
        remark_all(notes(), quiet=is_silent)
        raise


def answer(document: Callable[[], Any], readable: Callable[[], object], *, json: bool) -> None:
    """Print an answer as one JSON document, or let ``readable`` print it for people."""
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
    """Print what was found of each network of a plan, by its name; a single one as `answer` does.

    ``in_all`` returns what several come to together: a sentence, and fields of the JSON document.
    """
    text, fields = ("", {}) if in_all is None or len(found) == 1 else in_all(found)
    if len(found) == 1:
        (only,) = found.values()
        answer(lambda: document(only), lambda: readable(only), json=json)
    elif json:
        networks = {name: document(one) for name, one in found.items()}
        write_json({"schema": 1, **fields, "networks": networks})
    else:
        if text:
            write(text)
        for number, (name, one) in enumerate(found.items()):
            write("\n" * bool(number or text) + f"Network {name}")
            readable(one)


def remark_written(*paths: Path | None, quiet: bool) -> None:
    """Tell which files were written; None is one that nobody wanted."""
    for path in paths:
        if path is not None:
            remark(f"written: {path}", quiet=quiet)


def end_if_interrupted(interrupted: bool, kept: str) -> None:
    """End an interrupted command, and say what is there all the same."""
    if interrupted:
        remark(f"netfloor: interrupted; {kept}")
        raise typer.Exit(INTERRUPTED)


def write_table(table: "Table", spare: int = 0) -> None:
    """Print a table, in a pipe as it is.

    On a terminal its widest texts are folded; the last ``spare`` columns may be left out, and what is
    too wide even so goes on below.
    """
    write_data(_table_text(table, sys.stdout, spare))


def write_tables(tables: "Iterable[Table]") -> None:
    """Print several tables, a blank line between them."""
    for number, table in enumerate(tables):
        if number:
            write_data("")
        write_table(table)


def write_fields(fields: Iterable[tuple[str, str]]) -> None:
    """Print name and value pairs, aligned; long values go on below themselves."""
    pairs = [(name, visible(value, keep="")) for name, value in fields]
    column = max((len(name) for name, _ in pairs), default=0) + 2
    width, paint = terminal_width(), paint_for(sys.stdout)
    lines = (_field(name, value, column, width) for name, value in pairs)
    write_data("\n".join(paint("text", line) for line in lines))


def terminal_width(stream: TextIO | None = None) -> int | None:
    """Return the columns of the terminal, None where the stream (default: stdout) is no terminal."""
    return shutil.get_terminal_size().columns if (stream or sys.stdout).isatty() else None


def _table_text(table: "Table", stream: TextIO, spare: int = 0) -> str:
    """Return a table as lines for a stream."""
    headings, rows = table.texts()
    cells = [[visible(cell, keep="") for cell in row] for row in rows]
    return table_text(headings, cells, terminal_width(stream), spare, paint_for(stream))


def _readable(text: str, stream: TextIO) -> str:
    """Return text as a person reads it on a stream: on a terminal broken at blanks, and coloured."""
    width, paint = terminal_width(stream), paint_for(stream)
    return "\n".join(paint("text", _wrapped(line, width)) for line in text.split("\n"))


def _field(name: str, value: str, column: int, width: int | None) -> str:
    """Return one line of fields; the value stands below its name where it has no room beside it."""
    line = f"{name:<{column}}{value}"
    if width is None or len(line) <= width or width - column >= LEAST_SHARE * width:
        return _wrapped(line, width, column)
    return f"{name}\n{_wrapped(f'    {value}', width, 4)}"


def _wrapped(line: str, width: int | None, indent: int | None = None) -> str:
    """Return a line in pieces of at most ``width``, the later ones indented: below the value of a field."""
    if width is None or len(line) <= width:
        return line
    if indent is None:
        field = field_of(line)
        value = width if field is None else field.start("value")
        indent = value if width - value >= LEAST_SHARE * width else len(line) - len(line.lstrip()) + 2
    return textwrap.fill(
        line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )
