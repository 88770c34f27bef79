"""A record of dataclasses as a JSON document that loses nothing, and back."""

import json
import types
import typing
from collections.abc import Callable
from dataclasses import MISSING, asdict, dataclass, fields, is_dataclass
from typing import Any

import numpy as np


def document_text(record: Any) -> str:
    """Return a record as JSON, every number as Python writes it."""
    return json.dumps(asdict(record), separators=(",", ":"), default=lambda array: array.tolist())


def _nothing(record: Any) -> None:
    del record


@dataclass(frozen=True)
class RecordReader:
    """Reads what `document_text` wrote as the types of a dataclass's fields.

    ``check`` is called for every record and refuses those whose parts do not fit each other.
    """

    check: Callable[[Any], None] = _nothing

    def read(self, kind: Any, value: Any) -> Any:
        """Return a JSON value as a type; `TypeError`, `ValueError` or `KeyError` where it is of another."""
        if is_dataclass(kind):
            return self._record(typing.cast("type", kind), value)
        origin, arguments = typing.get_origin(kind), typing.get_args(kind)
        if origin in (types.UnionType, typing.Union):
            return self._either(arguments, value)
        if origin is typing.Literal:
            return arguments[arguments.index(value)]
        if origin is None:
            return value if kind is Any else _of((int, float) if kind is float else kind, value)
        return self._several(origin, arguments, value)

    def _several(self, origin: Any, arguments: tuple[Any, ...], value: Any) -> Any:
        """Return an array, a tuple or a mapping."""
        if origin is np.ndarray:
            return np.array(_of(list, value), dtype=typing.get_args(arguments[1])[0])
        if origin is tuple:
            parts = _of(list, value)
            kinds = arguments[:1] * len(parts) if arguments[-1] is Ellipsis else arguments
            return tuple(self.read(kind, part) for kind, part in zip(kinds, parts, strict=True))
        return {key: self.read(arguments[1], part) for key, part in _of(dict, value).items()}

    def _record(self, kind: type, value: Any) -> Any:
        hints, parts = typing.get_type_hints(kind), dict(_of(dict, value))
        read = {}
        for field in fields(kind):
            if field.name in parts or field.default is field.default_factory is MISSING:
                read[field.name] = self.read(hints[field.name], parts.pop(field.name))
        if parts:
            raise ValueError(f"{kind.__name__} has no field {min(parts)}")
        record = kind(**read)
        self.check(record)
        return record

    def _either(self, kinds: tuple[Any, ...], value: Any) -> Any:
        """Return a value of one of several types: nothing, a number, or the one record there is."""
        if value is None and type(None) in kinds:
            return None
        kinds = tuple(kind for kind in kinds if kind is not type(None))
        return self.read(kinds[0], value) if len(kinds) == 1 else _of(kinds, value)


def _of(kinds: Any, value: Any) -> Any:
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
        raise TypeError(f"{type(value).__name__} is of another type")
    return value
