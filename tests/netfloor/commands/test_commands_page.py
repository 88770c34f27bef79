"""The page about the commands is complete."""

import re
from pathlib import Path

import pytest

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
    """Its section has an example and all its options, and none that went; ``--help`` explains each.

    Options that every command shares stand at the top of the page. Programs can rely on two of them.
    """
    match = re.search(rf"^## `{name}[^\n]*`\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert match is not None, f"docs/commands.md has no section for {name}"
    section, shared = match[1], PAGE.split("\n## `")[0]
    assert f"\n{name} " in section
    options = {option for one in COMMANDS[name].params for option in one.opts if option.startswith("--")}
    assert [one for one in options if f"`{one}" not in section and f"`{one}`" not in shared] == []
    assert set(re.findall(r"`(--[a-z-]+)", section)) <= options
    assert {"--json", "--quiet"} <= options
    assert COMMANDS[name].help
    assert [one.name for one in COMMANDS[name].params if not one.help] == []


def test_pages_name_commands_that_there_are() -> None:
    """What follows `netfloor` in code of README and docs is a command, not a folder or what was renamed."""
    root, known = Path(__file__).parents[3], {name.split()[1] for name in COMMANDS}
    for page in (root / "README.md", *sorted((root / "docs").rglob("*.md"))):
        named = re.findall(r"`netfloor ([a-z][a-z/-]*)", page.read_text())
        assert {word for word in named if word not in known} == set(), page
