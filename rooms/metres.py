"""Conversion of a room file's metres to millimetres."""

from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.foundation.models import StrictModel
from netfloor.foundation.units import metres_to_mm

#: Fields that must be at least a millimetre.
SIZES = {"row_pitch_m", "column_pitch_m", "pitch_m", "width_m", "depth_m", "size_m", "access_m"}


def in_mm(metres: Any, where: str, least: int | None = None) -> Any:
    """Convert a coordinate, a point or points to integer millimetres; refuse finer or too small values."""
    if isinstance(metres, list):
        return tuple(in_mm(part, f"{where}.{i}", least) for i, part in enumerate(metres))
    length = metres_to_mm(abs(metres), where)
    if least is not None and length < least:
        raise InputError(where, f"{metres} m is below a millimetre")
    return length if metres >= 0 else -length


def fields_in_mm(table: StrictModel, where: str) -> dict[str, Any]:
    """Return the fields of a table, with fields in metres converted to millimetres and renamed."""
    fields: dict[str, Any] = {}
    for name, value in table:
        if not name.endswith("_m"):
            fields[name] = value
        elif value is not None:
            fields[f"{name}m"] = in_mm(value, f"{where}.{name}", 1 if name in SIZES else None)
    return fields
