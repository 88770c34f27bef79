"""Markdown pages: titles, tables, sentences."""

import re
from collections.abc import Sequence

from netfloor.reports.formats.document import FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Cell, Table
from netfloor.reports.formats.text import one_line

#: Characters that Markdown or a code host reads as markup anywhere in a line.
_MARKUP = re.compile(r"([\\`*_\[\]|~$#])")
#: Markup at the beginning of a line: lists, rules, quotes.
_LEADING = re.compile(r"^([-+=:]|\d+(?=[.)]\s))")


def page(head: ReportHead, first: FirstPage | str, parts: Sequence[Section]) -> str:
    """Return any report as Markdown: opening, head, then the sections without pictures.

    A plain text as ``first`` is an opening without figures.
    """
    first = FirstPage(first) if isinstance(first, str) else first
    figures = "\n".join(f"- {escape(name)}: {escape(value)}" for name, value in first.figures)
    heading = escape(one_line(head.title, 200)) or "Comparison of networks"
    made = "\n".join(f"- {escape(name)}: {escape(text)}" for name, text in head.rows())
    blocks = [
        f"# {heading}",
        *map(escape, head.warnings),
        escape(first.text),
        figures,
        made,
        *map(_section, parts),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def escape(text: str) -> str:
    """Return text as Markdown that reads the same and contains no markup."""
    safe = _MARKUP.sub(r"\\\1", text.replace("&", "&amp;"))
    safe = safe.replace("<", "&lt;").replace(">", "&gt;")
    return _LEADING.sub(lambda result: f"{result[0]}\\" if result[0].isdigit() else f"\\{result[0]}", safe)


def _section(part: Section) -> str:
    """Return a section as Markdown, empty if it has only charts."""
    if not (part.tables or part.listed or part.paragraphs) or (part.charts and not part.tables):
        return ""
    blocks = [f"## {escape(part.heading)}", *map(escape, part.paragraphs)]
    blocks += map(_table, part.tables)
    if part.listed:
        blocks += [f"### {escape(part.list_heading)}"] if part.list_heading else []
        blocks.append("\n".join(f"- {escape(item)}" for item in part.listed))
    return "\n\n".join(blocks)


def _table(table: Table) -> str:
    """Return a table padded to line up in a terminal."""
    grid = [list(map(escape, table.heads)), *(list(map(_cell, row)) for row in table.cells)]
    numeric = list(table.numeric)
    widths = [max(3, *(len(row[i]) for row in grid)) for i in range(len(table.columns))]
    rule = ["-" * (w - 1) + (":" if right else "-") for w, right in zip(widths, numeric, strict=True)]
    lines = [_line(row, widths, numeric) for row in (grid[0], rule, *grid[1:])]
    blocks = [f"**{escape(table.caption)}**", "\n".join(lines)]
    return "\n\n".join([*blocks, escape(table.note)] if table.note else blocks)


def _cell(cell: Cell) -> str:
    details = escape(", ".join(cell.details))
    return f"{escape(cell.text)} ({details})" if details else escape(cell.text)


def _line(cells: list[str], widths: list[int], numeric: list[bool]) -> str:
    padded = (
        text.rjust(width) if right else text.ljust(width)
        for text, width, right in zip(cells, widths, numeric, strict=True)
    )
    return f"| {' | '.join(padded)} |"
