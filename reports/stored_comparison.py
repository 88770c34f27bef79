"""A comparison as a JSON document that loses nothing, and back."""

import json
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any

import numpy as np

from foundation.errors import InputError
from reports.comparison import Comparison, FloorDrawing, LatencySweep


@dataclass(frozen=True)
class StoredComparison:
    """A comparison as a results file holds it, by which study, and when it was written."""

    run_id: int
    written_utc: str
    study: str
    comparison: Comparison


def comparison_text(comparison: Comparison) -> str:
    """Return a comparison as JSON, every number as Python writes it."""
    return json.dumps(_plain(comparison), separators=(",", ":"))


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def comparison_of(text: str, where: str) -> Comparison:
    """Return the comparison that `comparison_text` wrote; ``where`` is what a message names.

    Raises
    ------
    InputError
        If it is none.
    """
    try:
        found: Comparison = _read(Comparison, json.loads(text))
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise InputError(where, "holds no comparison", "the file was changed") from error
    return found


def _read(kind: Any, value: Any) -> Any:
    """Return a JSON value as the type of a field; an error where it is of another type."""
    if is_dataclass(kind):
        return _record(typing.cast("type", kind), value)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return _either(arguments, value)
    if origin is None:
        return value if kind is Any else _of((int, float) if kind is float else kind, value)
    return _several(origin, arguments, value)


def _several(origin: Any, arguments: tuple[Any, ...], value: Any) -> Any:
    """Return an array, a tuple or a mapping."""
    if origin is np.ndarray:
        return np.array(_of(list, value), dtype=typing.get_args(arguments[1])[0])
    if origin is tuple:
        return tuple(_read(arguments[0], part) for part in _of(list, value))
    return {key: _read(arguments[1], part) for key, part in _of(dict, value).items()}


def _record(kind: type, value: Any) -> Any:
    hints, parts = typing.get_type_hints(kind), dict(_of(dict, value))
    read = {}
    for one in fields(kind):
        if one.name in parts or one.default is one.default_factory is MISSING:
            read[one.name] = _read(hints[one.name], parts.pop(one.name))
    if parts:
        raise ValueError(f"{kind.__name__} has no field {min(parts)}")
    made = kind(**read)
    _check_shapes(made)
    return made


def _either(kinds: tuple[Any, ...], value: Any) -> Any:
    """Return a value of one of several types: nothing, a number, or the one record there is."""
    if value is None and type(None) in kinds:
        return None
    kinds = tuple(kind for kind in kinds if kind is not type(None))
    return _read(kinds[0], value) if len(kinds) == 1 else _of(kinds, value)


def _of(kinds: Any, value: Any) -> Any:
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise TypeError(f"{type(value).__name__} is of another type")
    return value


def _check_shapes(made: Any) -> None:
    """Refuse arrays that do not fit each other."""
    if isinstance(made, LatencySweep):
        fits = made.switch_ns.ndim == 1 and made.switch_ns.shape == made.mean_ns.shape == made.max_ns.shape
    elif isinstance(made, FloorDrawing):
        cabinets, cables = len(made.cabinets), len(made.cables)
        fits = made.cabinets.shape == (cabinets, 2) and made.occupied.shape == (cabinets,)
        fits &= made.cables.shape in ((cables, 2), (0,)) and made.length_mm.shape == (cables,)
        fits &= bool(((made.cables >= 0) & (made.cables < cabinets)).all())
    else:
        return
    if not fits:
        raise ValueError("arrays do not fit each other")
