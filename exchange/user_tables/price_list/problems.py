"""Problems of a price list by line and column; equal faults of several lines are merged."""

import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from netfloor.topologies.parameters import shown

_NAMED_LINES, _NAMED_CELLS = 5, 3


@dataclass(frozen=True)
class PriceProblem:
    """A problem: lines and column in the user's file, the fault, and the remedy.

    ``lines`` is the number of affected lines.
    """

    line: str
    column: str
    what: str
    lines: int = 1


@dataclass(frozen=True)
class CellFault:
    """The fault of one cell; its text is empty for an empty cell.

    A constant of `EACH_PART` in ``what`` becomes one for the part of each row.
    """

    line: str
    column: str
    cell: str
    what: str
    part: str = ""


#: The column of a question about whole sheets.
SHEETS = "sheets"
#: In a fault's constants: the part number of each of its rows.
EACH_PART = "{part}"


def shell_option(name: str, text: str) -> str:
    """Return an option of the command, quoted so that it can be pasted into a shell."""
    is_plain = re.search(r'["$`\\!]', text) is None
    return f'--{name} "{text}"' if is_plain else f"--{name} {shlex.quote(text)}"


def some_lines(lines: Sequence[str]) -> str:
    """Return the first lines for a message, with the number of further lines."""
    lines = [*dict.fromkeys(lines)]
    more = f" and {len(lines) - _NAMED_LINES:,} more" if len(lines) > _NAMED_LINES else ""
    word = lines[0].split(" ")[0]
    named = [line.removeprefix(f"{word} ").partition(" of ") for line in lines[:_NAMED_LINES]]
    sheets = list(dict.fromkeys(sheet for _, _, sheet in named))
    texts = [
        ", ".join(number for number, _, of in named if of == sheet) + (f" of {sheet}" if sheet else "")
        for sheet in sheets
    ]
    return f"{word}{'s' * (len(lines) > 1)} {', '.join(texts)}{more}"


def grouped_faults(faults: Iterable[CellFault]) -> list[PriceProblem]:
    """Return one problem per column and fault, with the affected lines and the first cells."""
    groups: dict[tuple[str, str], list[CellFault]] = {}
    for fault in faults:
        groups.setdefault((fault.column, fault.what), []).append(fault)
    return [
        PriceProblem(some_lines([item.line for item in alike]), column, _told(alike), len(alike))
        for (column, _), alike in groups.items()
    ]


def _told(alike: Sequence[CellFault]) -> str:
    texts = list(dict.fromkeys(shown(item.cell) for item in alike if item.cell))
    parts = [*dict.fromkeys(item.part for item in alike)]
    what = re.sub(
        rf"{re.escape(EACH_PART)}(\.\w+=[\w?]+)",
        lambda match: ",".join(f"{part}{match[1]}" for part in parts),
        alike[0].what,
    )
    if not texts:
        return what
    more = f" and {len(texts) - _NAMED_CELLS:,} more" if len(texts) > _NAMED_CELLS else ""
    return f"{', '.join(map(repr, texts[:_NAMED_CELLS]))}{more} {what}"
