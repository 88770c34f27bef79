"""Input models: pydantic checks the fields, the user reads where and what."""

from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from foundation.errors import InputError


class StrictModel(BaseModel):
    """A table from a user: unknown keys, NaN and infinity are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, strict=True)


Model = TypeVar("Model", bound=BaseModel)


def parse(model: type[Model], table: Any, source: str | Path) -> Model:
    """Return the model, or raise an `InputError` that names file and field."""
    try:
        return model.model_validate(table)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "top level"
        raise InputError(f"{source}: {field}", _explain(first, model)) from error


def _explain(problem: Any, model: type[BaseModel]) -> str:
    if problem["type"] == "extra_forbidden":
        known = ", ".join(model.model_fields) if len(problem["loc"]) == 1 else ""
        return "unknown key" + (f"; known here: {known}" if known else "")
    message = str(problem["msg"]).removeprefix("Value error, ")
    given = problem.get("input")
    shown = f" (got {given!r})" if isinstance(given, str | int | float | bool) else ""
    return message[:1].lower() + message[1:] + shown
