"""The schemas of ``--json`` in the documentation are those of what commands print."""

from collections.abc import Sequence
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.netfloor.interface.json_schemas import (
    CHECKED,
    DIALECT,
    FOLDER,
    checked_samples,
    commands_with_json,
    file_of,
    head,
    learned,
    merged,
    read,
)

COMMANDS = commands_with_json()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_with_json_has_a_schema(command: str) -> None:
    """A valid one, with its own title."""
    schema = read(command)
    assert schema, f"{command} has no schema: see json_schemas.py"
    Draft202012Validator.check_schema({**head(command), **schema})
    assert f"netfloor {command} --json" in file_of(command).read_text(encoding="utf-8")
    assert DIALECT in file_of(command).read_text(encoding="utf-8")


def test_no_schema_is_left_of_a_command_that_went() -> None:
    """Files and commands are the same."""
    assert {file_of(command).name for command in COMMANDS} == {one.name for one in FOLDER.iterdir()}


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    """Return what some commands print, on plans of two networks in grids."""
    return dict(checked_samples())


@pytest.mark.parametrize("words", CHECKED, ids=" ".join)
def test_what_commands_print_fits_their_schemas(printed: dict[str, Any], words: Sequence[str]) -> None:
    """No field that is always there is missing, and none is of another type."""
    command = " ".join(words[:2]) if " ".join(words[:2]) in COMMANDS else words[0]
    Draft202012Validator(read(command)).validate(printed[command])


def test_a_schema_is_that_of_all_samples() -> None:
    """What one lacks is not required, a type that one has is allowed, names of users are no keys."""
    schema = merged(map(learned, [{"a": 1, "b": None, "by": {"R01 C": 2}}, {"a": 1.5, "c": [], "by": {}}]))
    check = Draft202012Validator(schema).is_valid
    assert check({"a": 2, "by": {"anything": 7}})
    assert not check({"a": "2", "by": {}})
    assert not check({"b": None, "by": {}})
    assert not check({"a": 2, "by": {"x": "y"}})
