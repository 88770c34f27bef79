"""The schemas of ``--json`` in the documentation are those of what commands print."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.netfloor.interface.json_schemas import (
    DIALECT,
    FOLDER,
    commands_with_json,
    file_of,
    head,
    learned,
    merged,
    read,
)


@pytest.mark.parametrize("command", commands_with_json())
def test_every_command_with_json_has_a_schema(command: str) -> None:
    """A valid one, with its own title."""
    schema = read(command)
    assert schema, f"{command} has no schema: see json_schemas.py"
    Draft202012Validator.check_schema({**head(command), **schema})
    assert f"netfloor {command} --json" in file_of(command).read_text(encoding="utf-8")
    assert DIALECT in file_of(command).read_text(encoding="utf-8")


def test_no_schema_is_left_of_a_command_that_went() -> None:
    """Files and commands are the same."""
    assert {file_of(command).name for command in commands_with_json()} == {
        one.name for one in FOLDER.iterdir()
    }


@pytest.mark.parametrize(
    "words",
    [
        ("topology", "show", "slimfly:5"),
        ("topology", "list"),
        ("verify", "grid.json"),
        ("cost", "grid.json"),
        ("power", "hall.json"),
        ("latency", "grid.json"),
        ("compare", "grid.json", "hall.json"),
        ("explain", "grid.json"),
        ("room", "show", "grid:3x4"),
        ("traffic", "load", "slimfly:5", "--endpoints", "2"),
    ],
    ids=" ".join,
)
def test_what_commands_print_fits_their_schemas(cli, plan_folder: Path, words: Sequence[str]) -> None:
    """On plans of a grid and a hall."""
    called = [str(plan_folder / word) if word.endswith(".json") else word for word in words]
    document = cli(*called, "--json").json()
    command = " ".join(words[:2]) if " ".join(words[:2]) in commands_with_json() else words[0]
    Draft202012Validator(read(command)).validate(document)


def test_a_schema_is_that_of_all_samples() -> None:
    """What one lacks is not required, a type that one has is allowed, names of users are no keys."""
    schema = merged(map(learned, [{"a": 1, "b": None, "by": {"R01 C": 2}}, {"a": 1.5, "c": [], "by": {}}]))
    check = Draft202012Validator(schema).is_valid
    assert check({"a": 2, "by": {"anything": 7}})
    assert not check({"a": "2", "by": {}})
    assert not check({"b": None, "by": {}})
    assert not check({"a": 2, "by": {"x": "y"}})
