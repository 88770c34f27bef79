"""A comparison as a JSON document that loses nothing, and back."""

import json
import re
import types
import typing
from dataclasses import MISSING, asdict, dataclass, fields, is_dataclass
from typing import Any

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.reports.comparison.types import Comparison, LatencySweep
from netfloor.reports.rooms.floorplan import FloorDrawing

_OLD_KEY = re.compile(r"cable_cost_usd|(host_cable|cable|switch|total)_cost_usd_per_endpoint")


@dataclass(frozen=True)
class StoredComparison:
    """A comparison as a results file holds it, by which study, and when it was written."""

    run_id: int
    written_utc: str
    study: str
    comparison: Comparison


def comparison_text(comparison: Comparison) -> str:
    """Return a comparison as JSON, every number as Python writes it."""
    return json.dumps(asdict(comparison), separators=(",", ":"), default=lambda array: array.tolist())


def comparison_of(text: str, where: str) -> Comparison:
    """Return the comparison that `comparison_text` wrote; ``where`` is what a message names.

    Raises
    ------
    InputError
        If it is none.
    """
    try:
        document = json.loads(text)
        if "currency" not in document:
            document = _from_version_2(document)
        found: Comparison = _read(Comparison, document)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise InputError(where, "holds no comparison", "the file was changed") from error
    return found


def _from_version_2(document: Any) -> Any:
    """Return the document of an older netfloor, which called money USD whatever its currency was."""
    renamed = _without_usd(document)
    return {**renamed, "currency": renamed["assumptions"].get("currency", "USD")}


def _without_usd(value: Any) -> Any:
    if isinstance(value, dict):
        return {_renamed(key): _without_usd(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_without_usd(part) for part in value]
    return _renamed(value)


def _renamed(value: Any) -> Any:
    """Return the present key of a figure, anything else as it is."""
    known = isinstance(value, str) and _OLD_KEY.fullmatch(value)
    return value.replace("_usd", "") if known else value


def _read(kind: Any, value: Any) -> Any:
    """Return a JSON value as the type of a field; an error where it is of another type."""
    if is_dataclass(kind):
        return _record(typing.cast("type", kind), value)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return _either(arguments, value)
    if origin is typing.Literal:
        return arguments[arguments.index(value)]
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
    for field in fields(kind):
        if field.name in parts or field.default is field.default_factory is MISSING:
            read[field.name] = _read(hints[field.name], parts.pop(field.name))
    if parts:
        raise ValueError(f"{kind.__name__} has no field {min(parts)}")
    record = kind(**read)
    _check_shapes(record)
    return record


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


def _check_shapes(record: Any) -> None:
    """Refuse arrays that do not fit each other."""
    if isinstance(record, LatencySweep):
        fits = (
            record.switch_ns.ndim == 1
            and record.switch_ns.shape == record.mean_ns.shape == record.max_ns.shape
        )
    elif isinstance(record, FloorDrawing):
        cabinets, cables = len(record.cabinets), len(record.cables)
        fits = record.cabinets.shape == (cabinets, 2) and record.occupied.shape == (cabinets,)
        fits &= record.cables.shape in ((cables, 2), (0,)) and record.length_mm.shape == (cables,)
        fits &= bool(((record.cables >= 0) & (record.cables < cabinets)).all())
        fits &= record.centres_mm is None or record.centres_mm.shape == (cabinets, 2)
    else:
        return
    if not fits:
        raise ValueError("arrays do not fit each other")
