"""A hall inside a plan file, in integer millimetres: models for reading it back.

The models are built from the fields of the parts (`rooms.hall.parts`). pydantic could validate these
dataclasses directly, but its messages for lists, unknown keys and wrong tables are unreadable for users.
"""

from dataclasses import fields, is_dataclass
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import Field, create_model

from netfloor.foundation.models import StrictModel, parse
from netfloor.rooms.hall.fields import MAX_POINTS, MAX_THINGS, Coordinate, Media
from netfloor.rooms.hall.file.shapes import checked_line, checked_polygon
from netfloor.rooms.hall.file.soundness import checked, checked_switch_units
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import LATER, CableRule, Tiles
from netfloor.rooms.hall.rounding import Point

Place = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
Places = Annotated[list[Place], Field(max_length=MAX_POINTS)]
#: Representation of tuple fields in the file.
_LISTS: dict[Any, Any] = {
    Point: Place,
    tuple[Point, ...]: Places,
    tuple[int, ...]: list[int],
    tuple[str, ...]: Media,
}


def _table(name: str, part: Any, **more: Any) -> type[StrictModel]:
    """Build the model of a part's table; all fields are required except those added later."""
    columns = {
        field.name: (_column(field.type), None if field.name in LATER else ...) for field in fields(part)
    }
    return create_model(name, __base__=StrictModel, **more, **columns)  # type: ignore[call-overload,no-any-return]


def _column(kind: Any) -> Any:
    """Return the file representation of a field: lists for tuples, tables for parts."""
    if kind == Tiles | None:
        return _column(Tiles) | None
    part = get_args(kind)[0] if get_origin(kind) is tuple else kind
    if kind in _LISTS or not isinstance(part, type) or not is_dataclass(part):
        return _LISTS.get(kind, kind)
    table: Any = _table(f"{part.__name__.removesuffix('Rule')}Entry", part)
    return table if part is kind else Annotated[list[table], Field(max_length=MAX_THINGS)]


_HALL = _table("Definition", Hall, kind=(Literal["hall"], ...))


def hall_from_definition(table: Any, source: str) -> Hall:
    """Build a hall from the record of `Hall.definition`; raise `InputError` naming ``source``."""
    read = parse(_HALL, table, source).model_dump(exclude={"kind"})
    read["outline_mm"] = checked_polygon(_tuples(read["outline_mm"]), f"{source}.outline_mm")
    read["cable"] = CableRule(**read["cable"])
    if read["tiles"] is not None:
        read["tiles"] = Tiles(**{name: _tuples(value) for name, value in read["tiles"].items()})
    for field in fields(Hall):
        if field.name != "outline_mm" and get_origin(field.type) is tuple:
            part, where = get_args(field.type)[0], f"{source}.{field.name}"
            entries = enumerate(read[field.name])
            read[field.name] = tuple(part(**_checked(entry, f"{where}.{i}")) for i, entry in entries)
    return checked(Hall(**read), source)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value


def _checked(entry: dict[str, Any], where: str) -> dict[str, Any]:
    """Validate the parts of an entry that span several fields or values: shapes, media and units."""
    part = {name: _tuples(value) for name, value in entry.items()}
    if "corners_mm" in part:
        part["corners_mm"] = checked_polygon(part["corners_mm"], f"{where}.corners_mm")
    if "points_mm" in part:
        part["points_mm"] = checked_line(part["points_mm"], f"{where}.points_mm")
        part["media"] = tuple(sorted(set(part["media"])))
    if "switch_units" in part:
        checked_switch_units(part["switch_units"], part["units"], f"{where}.switch_units")
    return part
