"""Colour for people at a terminal; what it says stands in the words too."""

import os
import re
from collections.abc import Callable
from typing import TextIO

#: A kind of text, and the text: returns it as it is to be written.
Paint = Callable[[str, str], str]

#: What is printed how, by Rich's names of styles; the sixteen colours of every terminal only.
STYLES = {
    "heading": "bold",
    "rule": "dim",
    "name": "dim",
    "answer": "bold",
    "good": "bold green",
    "bad": "bold red",
    "doubt": "yellow",
}
#: The fields that a command is asked for.
ANSWERS = ("answer", "recommended", "verdict", "total", "cost", "cable", "mean cable", "bound", "in all")
#: What is good, bad or to be doubted in any line, by the words that say so.
MARKS = {
    "good": (
        r"\bPASS\b(?!, but)",
        r"(?<=\s)fits$",
        r"nothing stops an order",
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
    """Return True where colour may go: a terminal that is not dumb, or anywhere by FORCE_COLOR.

    NO_COLOR (no-color.org) rules over both; either counts if it is not empty.
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def field_of(line: str) -> re.Match[str] | None:
    """Return the groups ``name`` and ``value`` of a line that holds both, with blanks between them."""
    return _FIELD.match(line)


def plain(_kind: str, text: str) -> str:
    """Return the text as it is."""
    return text


def paint_for(stream: TextIO) -> Paint:
    """Return what colours text for a stream: a ``heading``, ``rule`` or ``row`` of a table, or ``text``.

    Where the stream takes no colour, text stays as it is.
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
