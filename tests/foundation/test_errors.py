"""Errors carry their message and their exit code."""

import pytest

from netfloor.foundation.errors import (
    CheckFailedError,
    InfeasibleError,
    InputError,
    NetfloorError,
    UnplannedStopError,
    setting,
    within,
)


@pytest.mark.parametrize(
    ("kind", "code"), [(InfeasibleError, 4), (UnplannedStopError, 5), (CheckFailedError, 6)]
)
def test_every_planned_end_has_its_exit_code(kind, code):
    """4 infeasible, 5 an unplanned stop, 6 a check failed; all are caught as one."""
    error = kind("why")
    assert isinstance(error, NetfloorError)
    assert (error.exit_code, str(error)) == (code, "why")


def test_input_error_says_where_what_and_what_would_be_right():
    """The parts stand in one sentence and can be read one by one."""
    error = InputError("room.toml: grid.rows", "0 rows", "give at least 1")
    assert str(error) == "room.toml: grid.rows: 0 rows; give at least 1"
    assert (error.where, error.what, error.expected) == (
        "room.toml: grid.rows",
        "0 rows",
        "give at least 1",
    )
    assert error.exit_code == 3


def test_input_error_without_advice_ends_after_what_is_wrong():
    """No dangling semicolon."""
    assert str(InputError("a", "b")) == "a: b"


def test_what_is_refused_inside_a_file_names_the_file():
    """The file and its field come first; what is wrong and what would be right stay."""
    with pytest.raises(InputError) as raised, within("plan.toml: network"):
        raise InputError(":4", "names no family", "known: lps")
    assert str(raised.value) == "plan.toml: network: :4: names no family; known: lps"


def test_a_setting_is_spelled_as_its_reader_gave_it():
    """The library knows settings by name; only the command line writes dashes."""
    error = InputError(setting("reach"), "is negative", f"give {setting('reach')} or {setting('cost-set')}")
    assert str(error) == "reach: is negative; give reach or cost-set"
    assert error.told("--{}".format) == "--reach: is negative; give --reach or --cost-set"
    assert error.spelled("parts.{}".format).where == "parts.reach"
