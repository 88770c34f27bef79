"""Input models: pydantic checks the fields, the user reads where and what; arrays as fields of records."""

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

#: Characters of a text, or bits of an integer, that a message repeats.
MAX_SHOWN = 200
#: Problems of one table that are listed.
MAX_LISTED = 50


class StrictModel(BaseModel):
    """A table from a user: unknown keys, NaN and infinity are errors."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, allow_inf_nan=False, strict=True, defer_build=True
    )


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("holds a control character or several lines: give one line of text")
    return text


#: A text that every screen and label can show.
OneLine = Annotated[str, AfterValidator(_one_line)]
Model = TypeVar("Model", bound=BaseModel)


def parse(model: type[Model], table: Any, source: str | Path) -> Model:
    """Return the model of a table from ``source``, or raise an `InputError` that names all wrong fields."""
    try:
        return model.model_validate(table)
    except ValidationError as error:
        found = input_errors(error, model, source)
        if len(found) == 1:
            raise found[0] from error
        lines = tuple(dict.fromkeys(one.message.removeprefix(f"{source}: ") for one in found))
        raise ManyProblemsError(str(source), lines[:MAX_LISTED], len(lines[MAX_LISTED:])) from error


def input_errors(error: ValidationError, model: type[BaseModel], source: str | Path) -> list[InputError]:
    """Return everything that is wrong with a table, each naming source and field."""
    is_toml = Path(source).suffix == ".toml"
    return [
        InputError(f"{source}{_where(one)}", _no_list(one, model, is_toml=is_toml) or _explain(one, model))
        for one in error.errors()
    ]


def _where(problem: Any) -> str:
    """Return the field; nothing for what is wrong between several, whose message names them."""
    if not problem["loc"] and problem["type"] == "value_error":
        return ""
    return f": {'.'.join(map(str, problem['loc'])) or 'top level'}"


def _no_list(problem: Any, model: type[BaseModel], *, is_toml: bool) -> str:
    """Return how a list is written where something else is, nothing for other problems."""
    if problem["type"] not in {"tuple_type", "list_type"}:
        return ""
    value, names = problem.get("input"), problem["loc"]
    if is_toml and isinstance(value, dict) and _holds_tables(model, names):
        return f"one table where a list of tables belongs: write [[{'.'.join(names)}]] before each entry"
    shown = f" (got {_short(value)})" if isinstance(value, str | int | float) else ""
    return f"should be a list{shown}"


def _holds_tables(model: type[BaseModel], names: tuple[str | int, ...]) -> bool:
    """Return whether a field, named from the top, is a table or holds tables."""
    return bool(_tables_at(model, names))


def _tables_at(model: type[BaseModel], names: Sequence[object]) -> list[type[BaseModel]]:
    """Return the tables that may stand at a field, named from the top."""
    kinds = [model]
    for name in names:
        fields = [kind.model_fields.get(str(name)) for kind in kinds]
        if any(fields):  # else a place in a list, or a name that the user gives a table
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
        return f"{what}; {meant}" if meant else f"{what}; known here: {', '.join(known)}" if known else what
    message = str(problem["msg"]).removeprefix("Value error, ")
    value = problem.get("input")
    shown = f" (got {_short(value)})" if isinstance(value, str | int | float) else ""
    return message[:1].lower() + message[1:] + shown


def _short(value: str | float) -> str:
    """Return what was given, a long text cut; Python refuses to write out the largest integers."""
    if isinstance(value, int) and value.bit_length() > MAX_SHOWN:
        return f"an integer of {value.bit_length()} bits"
    if isinstance(value, str) and len(value) > MAX_SHOWN:
        return f"{value[:MAX_SHOWN]!r}..."
    return repr(value)


def _reader(kind: Any) -> Callable[[Any], npt.NDArray[Any]]:
    """Return what reads a list, or keeps an array, of one type; ValueError for anything else."""

    def read(value: Any) -> npt.NDArray[Any]:
        if not isinstance(value, list | np.ndarray):
            raise ValueError("no list of numbers")  # noqa: TRY004 - pydantic reports ValueErrors
        try:
            return np.array(value, dtype=kind)
        except (TypeError, OverflowError) as error:
            raise ValueError("no list of numbers") from error

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
    """Return a list of files under one name, as `files_of` takes it."""
    is_list = isinstance(value, list) and value and all(isinstance(one, str) for one in value)
    return " + ".join(value) if is_list else value


#: A field of a file: the name of one file, or a list of several.
FileNames = Annotated[str, BeforeValidator(_joined)]
