"""What a user reads when a field is wrong."""

from typing import Annotated

import pytest
from pydantic import Field, field_validator, model_validator

from netfloor.foundation.errors import InputError
from netfloor.foundation.models import StrictModel, parse


class Inner(StrictModel):
    """A table inside."""

    width: float
    names: list[str] = Field(default_factory=list)


class Outer(StrictModel):
    """A whole file."""

    schema_: Annotated[int, Field(alias="schema")] = 1
    count: Annotated[int, Field(ge=1, le=10**6)]
    inner: Inner = Inner(width=1.0)

    @field_validator("count")
    @classmethod
    def _not_thirteen(cls, count: int) -> int:
        if count == 13:
            raise ValueError("Thirteen is not allowed here")
        return count


def problem_of(table):
    """Return what the user reads."""
    with pytest.raises(InputError) as caught:
        parse(Outer, table, "my.toml")
    return str(caught.value)


def test_what_is_wrong_between_fields_is_told_of_the_file():
    """The message names the fields itself; nobody reads of a top level."""

    class Pair(StrictModel):
        one: int = 0

        @model_validator(mode="after")
        def _never(self):
            raise ValueError("give two instead of one")

    with pytest.raises(InputError) as caught:
        parse(Pair, {"one": 1}, "my.toml")
    assert str(caught.value) == "my.toml: give two instead of one"


def test_a_good_table_is_a_model():
    """Integers are numbers too; nothing else is converted."""
    model = parse(Outer, {"schema": 1, "count": 3, "inner": {"width": 2}}, "my.toml")
    assert (model.count, model.inner.width) == (3, 2.0)


@pytest.mark.parametrize(
    ("table", "field", "part"),
    [
        ({}, "count", "required"),
        ({"count": 0}, "count", "greater than or equal to 1 (got 0)"),
        ({"count": "3"}, "count", "valid integer (got '3')"),
        ({"count": True}, "count", "(got True)"),
        ({"count": 1.0}, "count", "(got 1.0)"),
        ({"count": 1, "inner": {"width": "2"}}, "inner.width", "(got '2')"),
        ({"count": 1, "inner": {"width": True}}, "inner.width", "(got True)"),
        ({"count": 1, "inner": {"width": float("nan")}}, "inner.width", "finite number (got nan)"),
        ({"count": 1, "inner": {"width": float("inf")}}, "inner.width", "finite number (got inf)"),
        ({"count": 1, "inner": {"width": 1.0, "names": ["a", 2]}}, "inner.names.1", "valid string"),
        ({"count": 1, "inner": {"width": 1.0, "wide": 1}}, "inner.wide", "unknown key"),
        ({"count": 13}, "count", "thirteen is not allowed here"),
        ([], "top level", "valid dictionary"),
        (None, "top level", "valid dictionary"),
    ],
)
def test_the_message_names_file_field_and_value(table, field, part):
    """One sentence: where, what is wrong, what was given."""
    message = problem_of(table)
    assert message.startswith(f"my.toml: {field}: ")
    assert part in message


def test_an_unknown_key_is_told_with_the_known_ones_as_the_user_writes_them():
    """The field ``schema_`` is called ``schema`` in a file."""
    message = problem_of({"count": 1, "whole": 2})
    assert message == "my.toml: whole: unknown key; known: schema, count, inner"


def test_an_unknown_key_near_a_known_one_is_told_with_that_one():
    """It stands in for the list of all."""
    assert problem_of({"count": 1, "cuont": 2}) == "my.toml: cuont: unknown key; did you mean count?"


@pytest.mark.parametrize(
    "given", [16**5000, -(16**5000), "x" * 10**6, 1e308], ids=["huge", "far below 0", "long", "float"]
)
def test_a_huge_value_makes_a_short_message(given):
    """Python refuses to write out the largest integers; nobody wants to read them either."""
    assert len(problem_of({"count": given})) < 400


def test_a_list_is_asked_for_as_its_file_writes_it():
    """Planners know no tuples; only TOML has two brackets, and a list of numbers has none."""

    class Listed(StrictModel):
        rows: tuple[Inner, ...] = ()
        names: tuple[str, ...] = ()

    for source, rows in (("a.toml", {"width": 1.0}), ("a.json", {"width": 1.0}), ("a.toml", 3)):
        with pytest.raises(InputError) as caught:
            parse(Listed, {"rows": rows}, source)
        told = {
            ("a.toml", False): "should be a list of tables: write [[rows]] before each entry",
            ("a.json", False): "should be a list",
            ("a.toml", True): "should be a list (got 3)",
        }[source, rows == 3]
        assert str(caught.value) == f"{source}: rows: {told}"
    with pytest.raises(InputError) as caught:
        parse(Listed, {"names": {"a": 1}}, "a.toml")
    assert str(caught.value) == "a.toml: names: should be a list"
