"""Input models checked by pydantic, with errors that name the place and problem.

Array fields of records.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

import numpy as np
import numpy.typing as npt
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
    PlainValidator,
    ValidationError,
)

from netfloor.foundation.errors import InputError, ManyProblemsError
from netfloor.foundation.wording import meant_text

#: Characters of a text, or bits of an integer, to repeat in a message.
MAX_SHOWN = 200
#: Problems to list per table.
MAX_LISTED = 50


class StrictModel(BaseModel):
    """A table from a user's file: unknown keys, NaN and infinity are errors."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, allow_inf_nan=False, strict=True, defer_build=True
    )


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("has a control character or several lines: give one line of text")
    return text


#: Text without control characters, for screens and labels.
OneLine = Annotated[str, AfterValidator(_one_line)]
Model = TypeVar("Model", bound=BaseModel)


def parse(model: type[Model], table: Any, source: str | Path) -> Model:
    """Validate a table from ``source``; `InputError` names all invalid fields."""
    try:
        return model.model_validate(table)
    except ValidationError as error:
        result = input_errors(error, model, source)
        if len(result) == 1:
            raise result[0] from error
        lines = tuple(dict.fromkeys(item.message.removeprefix(f"{source}: ") for item in result))
        raise ManyProblemsError(str(source), lines[:MAX_LISTED], len(lines[MAX_LISTED:])) from error


def input_errors(error: ValidationError, model: type[BaseModel], source: str | Path) -> list[InputError]:
    """Return every problem of a table, each with source and field."""
    is_toml = Path(source).suffix == ".toml"
    return [
        InputError(
            f"{source}{_where(item)}", _no_list(item, model, is_toml=is_toml) or _explain(item, model)
        )
        for item in error.errors()
    ]


def _where(problem: Any) -> str:
    """Return the field of a problem.

    Empty for a problem between several fields, which its message names.
    """
    if not problem["loc"] and problem["type"] == "value_error":
        return ""
    return f": {'.'.join(map(str, problem['loc'])) or 'top level'}"


def _no_list(problem: Any, model: type[BaseModel], *, is_toml: bool) -> str:
    """Explain how to write a list if a field needs one and has something else; empty for other problems."""
    if problem["type"] not in {"tuple_type", "list_type"}:
        return ""
    value, names = problem.get("input"), problem["loc"]
    if is_toml and isinstance(value, dict) and _holds_tables(model, names):
        return f"should be a list of tables: write [[{'.'.join(names)}]] before each entry"
    shown = f" (got {_short(value)})" if isinstance(value, str | int | float) else ""
    return f"should be a list{shown}"


def _holds_tables(model: type[BaseModel], names: tuple[str | int, ...]) -> bool:
    """Test whether a field, by its path from the top, is a table or contains tables."""
    return bool(_tables_at(model, names))


def _tables_at(model: type[BaseModel], names: Sequence[object]) -> list[type[BaseModel]]:
    """Return the models of tables allowed at a field, by its path from the top."""
    kinds = [model]
    for name in names:
        fields = [kind.model_fields.get(str(name)) for kind in kinds]
        if any(fields):  # otherwise an index in a list, or a table's name chosen by the user
            kinds = [kind for field in fields if field for kind in _models_in(field.annotation)]
    return kinds


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)


def _explain(problem: Any, model: type[BaseModel]) -> str:
    if problem["type"] == "extra_forbidden":
        given = [str(step) for step in problem["loc"]]
        known = [
            field.alias or name
            for table in _tables_at(model, given[:-1])
            for name, field in table.model_fields.items()
        ]
        what, meant = "unknown key", meant_text(given[-1], known).strip()
        return f"{what}; {meant}" if meant else f"{what}; known: {', '.join(known)}" if known else what
    message = str(problem["msg"]).removeprefix("Value error, ")
    value = problem.get("input")
    if problem["type"] in {"too_long", "too_short"} and isinstance(value, str):
        message = f"{message.partition(' item')[0]} characters"  # of a text that is checked first
    shown = f" (got {_short(value)})" if isinstance(value, str | int | float) else ""
    return message[:1].lower() + message[1:] + shown


def _short(value: str | float) -> str:
    """Shorten a given value; Python refuses to print very large integers."""
    if isinstance(value, int) and value.bit_length() > MAX_SHOWN:
        return f"an integer of {value.bit_length()} bits"
    if isinstance(value, str) and len(value) > MAX_SHOWN:
        return f"{value[:MAX_SHOWN]!r}..."
    return repr(value)


def _reader(kind: Any) -> Callable[[Any], npt.NDArray[Any]]:
    """Return a reader of lists or arrays of a single type; it raises ValueError for anything else."""

    def read(value: Any) -> npt.NDArray[Any]:
        if not isinstance(value, list | np.ndarray):
            raise ValueError("not a list of numbers")  # noqa: TRY004 - pydantic reports ValueErrors
        try:
            return np.array(value, dtype=kind)
        except (TypeError, OverflowError) as error:
            raise ValueError("not a list of numbers") from error

    return read


def _listed(array: npt.NDArray[Any]) -> list[Any]:
    listed: list[Any] = array.tolist()
    return listed


FloatArray = Annotated[
    npt.NDArray[np.float64], PlainValidator(_reader(np.float64)), PlainSerializer(_listed)
]
Int32Array = Annotated[npt.NDArray[np.int32], PlainValidator(_reader(np.int32)), PlainSerializer(_listed)]
Int64Array = Annotated[npt.NDArray[np.int64], PlainValidator(_reader(np.int64)), PlainSerializer(_listed)]


def _joined(value: Any) -> Any:
    """Join a list of files into a single name, as `files_of` expects."""
    is_list = isinstance(value, list) and value and all(isinstance(item, str) for item in value)
    return " + ".join(value) if is_list else value


#: Field for a file name or a list of file names.
FileNames = Annotated[str, BeforeValidator(_joined)]
