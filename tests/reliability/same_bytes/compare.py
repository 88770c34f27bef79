"""Compares two recordings, and names every file that differs with its first differing line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

#: Most characters of a line that are shown.
SHOWN = 160


@dataclass(frozen=True)
class Difference:
    """A file that is not the same on both sides.

    Attributes
    ----------
    file
        Its path below both recordings.
    line
        Number of the first line that differs, from 1; 0 where one side does not have the file.
    old, new
        That line on each side; None where a side has no such line or file.
    """

    file: str
    line: int
    old: str | None
    new: str | None

    def __str__(self) -> str:
        if self.line == 0:
            return f"{self.file}: only in the {'new' if self.old is None else 'old'} recording"
        sides = (f"  {side} {_shown(text)}" for side, text in (("-", self.old), ("+", self.new)))
        return "\n".join([f"{self.file}: line {self.line}", *sides])


@dataclass(frozen=True)
class Compared:
    """What came of a comparison: how many files, which differ, which intended rules changed nothing."""

    files: int
    differences: tuple[Difference, ...]
    idle: tuple[str, ...]


def compare(old: Path, new: Path, intended: Sequence[tuple[str, str, str]] = ()) -> Compared:
    """Compare all files of two recordings; `intended` is applied to the old side, see `intended.py`."""
    sides = [
        {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()} for root in (old, new)
    ]
    if not all(sides):
        raise FileNotFoundError(f"{old if not sides[0] else new} holds no recording")
    used: set[int] = set()
    found = []
    for name in sorted(sides[0] | sides[1]):
        if not all(name in side for side in sides):
            there = name in sides[0]
            found.append(Difference(name, 0, "" if there else None, None if there else ""))
            continue
        before = _as_intended((old / name).read_bytes(), intended, used)
        if (after := (new / name).read_bytes()) != before:
            found.append(_first_difference(name, before, after))
    idle = tuple(rule[0] for number, rule in enumerate(intended) if number not in used)
    return Compared(len(sides[0] | sides[1]), tuple(found), idle)


def _as_intended(data: bytes, intended: Sequence[tuple[str, str, str]], used: set[int]) -> bytes:
    text = data.decode("utf-8", "surrogateescape")
    for number, (pattern, replacement, _) in enumerate(intended):
        text, times = re.subn(pattern, replacement, text, flags=re.MULTILINE)
        if times:
            used.add(number)
    return text.encode("utf-8", "surrogateescape")


def _first_difference(name: str, old: bytes, new: bytes) -> Difference:
    pairs = zip_longest(old.split(b"\n"), new.split(b"\n"))
    for number, (before, after) in enumerate(pairs, start=1):
        if before != after:
            return Difference(name, number, _text(before), _text(after))
    raise AssertionError(f"{name} does not differ")


def _text(line: bytes | None) -> str | None:
    return None if line is None else line.decode("utf-8", "backslashreplace")


def _shown(text: str | None) -> str:
    if text is None:
        return "(the file has ended)"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}... ({len(text):,} characters)"
