"""Differences between JSON values are found, and only they."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.plans.check.differences import differences

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda parts: st.lists(parts) | st.dictionaries(st.text(), parts),
    max_leaves=12,
)


@given(value=VALUES)
def test_a_value_does_not_differ_from_itself(value: Any) -> None:
    """Equal values have no differences."""
    assert list(differences(value, value, "x")) == []


@given(one=VALUES, other=VALUES)
def test_unequal_values_differ(one: Any, other: Any) -> None:
    """There is a difference exactly if Python says so, or where true stands for 1."""
    found = list(differences(one, other, "x"))
    assert found or one == other
    assert bool(found) == bool(list(differences(other, one, "x")))


@pytest.mark.parametrize(
    ("claimed", "right", "message"),
    [
        ({"a": 1}, {"a": 2}, "x.a: the plan says 1, derived 2"),
        ({}, {"a": 2}, "x.a: is missing"),
        ({"a": 1}, {}, "x.a: a plan has no such field"),
        ([1, 2], [1, 3], "x[1]: the plan says 2, derived 3"),
        ([1], [1, 2], "x: the plan says a list of 1, derived a list of 2"),
        (1, True, "x: the plan says 1, derived True"),
        ("y" * 500, "", "x: the plan says 'yyy"),
    ],
)
def test_messages_name_the_place(claimed: Any, right: Any, message: str) -> None:
    """A person finds the field, and what it should hold."""
    (found,) = differences(claimed, right, "x")
    assert found.startswith(message)
    assert len(found) < 200
