"""Terminal colours, which only repeat information in the text."""

import os
import re
from collections.abc import Callable
from typing import TextIO

#: A function that styles a text by its kind.
Paint = Callable[[str, str], str]

#: Rich styles by kind, in the sixteen standard colours only.
STYLES = {
    "heading": "bold",
    "rule": "dim",
    "name": "dim",
    "answer": "bold",
    "good": "bold green",
    "bad": "bold red",
    "doubt": "yellow",
}
#: Fields that answer a command's question.
ANSWERS = ("answer", "recommended", "verdict", "total", "cost", "cable", "mean cable", "bound", "in all")
#: Words that mark good, bad or doubtful results in a line.
MARKS = {
    "good": (
        r"\bPASS\b(?!, but)",
        r"(?<=\s)fits$",
        r"ready to order",
        r"nothing stands against it",
    ),
    "bad": (
        r"\bFAIL\b",
        r"\bdoes not fit\b",
        r"\bINFEASIBLE\b",
        r"(?<!or )\bcannot be bought\b",
        r"\bcould not be bought\b",
        r"[1-9][\d,]* links? not for sale\b",
        r": not purchasable\b",
        r"^problem(?=\s{2,})",
        r"^netfloor:",
    ),
    "doubt": (
        r"\bPASS, but\b",
        r"\bEXAMPLES?\b",
        r"\bUNVERIFIED\b",
        r"\bincomplete\b",
        r"\bin doubt\b",
        r"\bnot known\b",
        r"^unchecked(?=\s{2,})",
        r"^note:",
    ),
}
_FIELD = re.compile(r"(?P<name>\S(?:.{0,60}?\S)?) {2,}(?P<value>\S.*)", re.DOTALL)
_MARKS = {kind: re.compile("|".join(marks), re.MULTILINE) for kind, marks in MARKS.items()}


def takes_colour(stream: TextIO) -> bool:
    """Return True if a stream takes colour: a capable terminal, or anything with FORCE_COLOR.

    NO_COLOR (no-color.org) overrides both; either counts if not empty.
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def field_of(line: str) -> re.Match[str] | None:
    """Match the ``name`` and ``value`` of a line with a field."""
    return _FIELD.match(line)


def plain(_kind: str, text: str) -> str:
    """Return the text unchanged."""
    return text


def paint_for(stream: TextIO) -> Paint:
    """Return the function that styles text for a stream, by kind.

    ``heading``, ``rule``, ``row`` or ``text``.

    Without colour it returns texts unchanged.
    """
    if not takes_colour(stream):
        return plain
    from rich.console import Console  # noqa: PLC0415 - only where there is colour
    from rich.text import Text  # noqa: PLC0415

    console = Console(file=stream, force_terminal=True, highlight=False)

    def paint(kind: str, text: str) -> str:
        if kind == "rule" and console.encoding.startswith("utf"):
            text = text.replace("-", "\N{BOX DRAWINGS LIGHT HORIZONTAL}")
        styled = Text(text, STYLES.get(kind, ""))
        field = field_of(text) if kind == "text" else None
        if field is not None:
            styled.stylize(STYLES["name"], *field.span("name"))
            if field["name"] in ANSWERS:
                styled.stylize(STYLES["answer"], *field.span("value"))
        for mark, words in _MARKS.items():
            if kind in {"row", "text"}:
                styled.highlight_regex(words, STYLES[mark])
        with console.capture() as painted:
            console.print(styled, soft_wrap=True, end="")
        return painted.get()

    return paint
