"""The page about the commands is complete."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from netfloor.commands.examples import EXAMPLES, pasteable
from tests.fixtures.commands import every_command

PAGE = (Path(__file__).parents[3] / "docs/commands.md").read_text()
#: Every command that does something, by its whole name.
COMMANDS = {
    " ".join(("netfloor", *words)): command
    for words, command in every_command()
    if not hasattr(command, "commands")
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_can_be_looked_up(name: str) -> None:
    """The page names it; its help and the generated reference explain each option.

    Programs can rely on two of them.
    """
    assert PAGE.count(f"`{name}`") == 1
    options = {option for one in COMMANDS[name].params for option in one.opts if option.startswith("--")}
    assert {"--json", "--quiet"} <= options
    assert COMMANDS[name].help
    assert [one.name for one in COMMANDS[name].params if not one.help] == []


def test_pages_name_commands_that_there_are() -> None:
    """What follows `netfloor` in code of README and docs is a command, not a folder or what was renamed."""
    root, known = Path(__file__).parents[3], {name.split()[1] for name in COMMANDS}
    for page in (root / "README.md", *sorted((root / "docs").rglob("*.md"))):
        named = re.findall(r"`netfloor ([a-z][a-z/-]*)", page.read_text())
        assert {word for word in named if word not in known} == set(), page


def test_every_help_ends_with_lines_that_can_be_pasted() -> None:
    """As they are folded; `tests.test_document_lines` runs them."""
    assert {f"netfloor {words}" for words in EXAMPLES} == set(COMMANDS)
    for lines in EXAMPLES.values():
        assert lines
        for line in lines:
            folded = pasteable(line, 78)
            assert shlex.split(" ".join(row.removesuffix("\\") for row in folded)) == shlex.split(line)
            assert all(row.endswith(" \\") for row in folded[:-1])


def test_what_a_command_does_is_read_at_a_glance(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal of 80 columns the list of commands cuts nothing off, and stands below headings."""
    monkeypatch.setenv("COLUMNS", "80")
    text = cli("--help").out
    headings = re.findall(r"^(\w+):$", text, re.MULTILINE)
    assert headings == [
        *("Options", "Plan", "Cost", "Compare", "Build", "Change", "Exchange", "Research"),
    ]
    assert not [
        row
        for row in text.splitlines()
        if row.endswith("...") and not {"BookSim", "Usage:"} & {*re.findall(r"[\w:]+", row)}
    ]
