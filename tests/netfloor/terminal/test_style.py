"""Colour goes where a person can see it, and is never the only thing that says something."""

import io
import re
import sys
from pathlib import Path

import pytest

from netfloor.reports.formats.table import Table
from netfloor.terminal import console, style

ROOT = Path(__file__).parents[3]
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


class Screen(io.TextIOWrapper):
    """A stream that may be a terminal."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8")
        self.terminal = terminal

    def isatty(self) -> bool:
        """Say whether this is one."""
        return self.terminal

    def shown(self) -> str:
        """Return what was written."""
        self.flush()
        return self.buffer.getvalue().decode()  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no variable of the machine that tests say anything of colour."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize(
    ("terminal", "variables", "coloured"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
        (False, {"FORCE_COLOR": "1"}, True),
        (True, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (True, {"FORCE_COLOR": "1", "TERM": "dumb"}, False),
    ],
)
def test_who_gets_colour(
    terminal: bool, variables: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Terminals that can, and who asks for it; nobody who refuses it, for text, fields and tables alike."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    screen = Screen(terminal=terminal)
    monkeypatch.setattr(sys, "stdout", screen)
    for print_ in (
        lambda: console.write("verdict  PASS: all figures recomputed independently"),
        lambda: console.write_fields([("verdict", "FAIL: 2 problems")]),
        lambda: console.write_table(Table("", ("what", "verdict"), [["slots", "does not fit"]])),
    ):
        before = screen.shown()
        print_()
        assert ("\x1b" in screen.shown()[len(before) :]) == coloured


def test_colour_adds_nothing_but_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the escapes, and with its rule drawn by dashes, a terminal shows what a pipe gets."""
    shown = []
    for terminal in (False, True):
        screen = Screen(terminal=terminal)
        monkeypatch.setattr(sys, "stdout", screen)
        console.write("total  1.00 USD\nnote: EXAMPLE")
        rows = [["A [b]x[/b]", "EXAMPLE"], ["B-C", "12.50"]]
        console.write_table(Table("", ("part", "price"), rows))
        shown.append(ESCAPES.sub("", screen.shown()).replace("\N{BOX DRAWINGS LIGHT HORIZONTAL}", "-"))
    assert shown[0] == shown[1]


def test_data_for_programs_has_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither JSON nor a graph file, not even where colour is asked for."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    screen = Screen(terminal=True)
    monkeypatch.setattr(sys, "stdout", screen)
    console.write_json({"verdict": "PASS"})
    console.write_data("# EXAMPLE")
    assert "\x1b" not in screen.shown()


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("verdict      PASS: all figures recomputed independently", "good"),
        ("slots for switches   162   198 slots   fits", "good"),
        ("verdict      FAIL: 1 problem", "bad"),
        ("rack units, total    900   800 U       does not fit", "bad"),
        ("12 links not for sale", "bad"),
        ("31.2 m: not purchasable", "bad"),
        ("verdict      PASS, but 1 item could not be checked", "doubt"),
        ("longest route        28.6   30 m      in doubt", "doubt"),
        ("note: Prices are an EXAMPLE", "doubt"),
        ("reach = 7 m  UNVERIFIED", "doubt"),
        ("all links for sale, nothing else", None),
        ("a plan that fits the room is made", None),
    ],
)
def test_what_is_good_bad_or_doubtful_is_told_by_its_words(text: str, mark: str | None) -> None:
    """One kind or none for each line: the words decide, so that they stand there without colour."""
    found = {kind for kind, words in style.MARKS.items() if re.search("|".join(words), text)}
    assert found == ({mark} if mark else set())
