"""What a person sees: data on stdout, remarks and tables of remarks on stderr."""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from foundation.files import to_json


def write(text: str) -> None:
    """Print data."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def write_json(document: Any) -> None:
    """Print one JSON document."""
    sys.stdout.write(to_json(document))


def remark(message: str, *, quiet: bool = False) -> None:
    """Tell a person something that is not data."""
    if not quiet:
        sys.stderr.write(message.rstrip() + "\n")


def remark_all(messages: Iterable[str], *, quiet: bool) -> None:
    """Tell a person several things that are not data."""
    for message in messages:
        remark(f"note: {message}", quiet=quiet)


def write_table(headings: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
    """Print a table; numbers to the right, wide cells folded on a terminal, never in a pipe."""
    from rich import box  # noqa: PLC0415 - heavy
    from rich.console import Console  # noqa: PLC0415 - heavy
    from rich.table import Table  # noqa: PLC0415 - heavy
    from rich.text import Text  # noqa: PLC0415 - heavy

    lines = [list(row) for row in rows]
    table = Table(box=box.SIMPLE_HEAD, title=Text(title) if title else None, title_justify="left")
    for i, heading in enumerate(headings):
        numeric = all(_is_number(line[i]) for line in lines)
        table.add_column(Text(heading), justify="right" if numeric else "left", overflow="fold")
    for line in lines:
        table.add_row(*(Text(cell) for cell in line))
    console = Console() if sys.stdout.isatty() else Console(width=10_000)
    console.print(table)


def write_fields(fields: Iterable[tuple[str, str]]) -> None:
    """Print name and value pairs, aligned."""
    pairs = list(fields)
    width = max((len(name) for name, _ in pairs), default=0)
    write("\n".join(f"{name:<{width}}  {value}" for name, value in pairs))


def _is_number(cell: str) -> bool:
    return not cell.strip(" -") or cell.lstrip("+-~")[:1].isdigit()
