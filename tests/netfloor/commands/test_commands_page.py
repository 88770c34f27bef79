"""The page about the commands is complete."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from netfloor.cli import app

PAGE = (Path(__file__).parents[3] / "docs/commands.md").read_text()


def commands(command: Any, name: str = "netfloor") -> Iterator[tuple[str, Any]]:
    """Yield every command that does something, by its whole name."""
    inner = getattr(command, "commands", None)
    if inner is None:
        yield name, command
    for word, one in (inner or {}).items():
        yield from commands(one, f"{name} {word}")


COMMANDS = dict(commands(typer.main.get_command(app)))
OPTIONS = [
    (name, option)
    for name, command in COMMANDS.items()
    for parameter in command.params
    for option in parameter.opts
    if option.startswith("--") and option != "--help"
]


def section(name: str) -> str:
    """Return the text of a command's section."""
    match = re.search(rf"^## `{name}[^\n]*`\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert match is not None, f"docs/commands.md has no section for {name}"
    return match[1]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_section_with_an_example(name: str) -> None:
    """What cannot be looked up is not there."""
    assert f"```\n{name} " in section(name) or f"\n{name} " in section(name)


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_every_option_stands_in_its_section(name: str, option: str) -> None:
    """Options that every command shares stand at the top of the page."""
    shared = PAGE.split("\n## `")[0]
    assert f"`{option}" in section(name) or f"`{option}`" in shared


@pytest.mark.parametrize("name", COMMANDS)
def test_no_section_names_an_option_that_is_not_there(name: str) -> None:
    """An option that went is gone from the page too."""
    known = {option for parameter in COMMANDS[name].params for option in parameter.opts}
    assert set(re.findall(r"`(--[a-z-]+)", section(name))) <= known


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_takes_json_and_quiet(name: str) -> None:
    """Programs and scripts can rely on both."""
    options = {option for parameter in COMMANDS[name].params for option in parameter.opts}
    assert {"--json", "--quiet"} <= options


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_and_argument_has_help(name: str) -> None:
    """``--help`` leaves nothing unexplained."""
    assert COMMANDS[name].help
    assert all(parameter.help for parameter in COMMANDS[name].params)
