"""Limits of a hall, and the types of its fields in millimetres, watts and degrees."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from netfloor.foundation.models import OneLine

#: 10 km: larger than any hall, and squares of it are exact.
MAX_MM = 10_000_000
MAX_CABINETS = 10_000
MAX_THINGS = 10_000
MAX_POINTS = 10_000
MAX_UNITS = 100
MAX_SLOTS = 10_000

#: Characters allowed in names: those accepted by most tools, and blanks inside.
NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._:/ -]{0,48}[A-Za-z0-9._:/-])?")


def _checked_name(text: str) -> str:
    if NAME.fullmatch(text) is None:
        raise ValueError("a name is letters, digits, blanks and . _ : / -, first a letter or digit")
    return text


Name = Annotated[
    str,
    Field(max_length=50, json_schema_extra={"pattern": f"^{NAME.pattern}$"}),
    AfterValidator(_checked_name),
]
Title = Annotated[OneLine, Field(max_length=100)]
Angle = Annotated[float, Field(ge=-360, le=360)]
Coordinate = Annotated[int, Field(ge=-MAX_MM, le=MAX_MM)]
Positive = Annotated[int, Field(ge=1, le=MAX_MM)]
Length = Annotated[int, Field(ge=0, le=MAX_MM)]
Limit = Annotated[int, Field(ge=0, le=10_000_000)]
Units = Annotated[int, Field(ge=1, le=MAX_UNITS)]
Swing = Literal["in", "out", "none"]
Manifold = Literal["left", "right"]
Media = Annotated[list[Literal["electrical", "optical"]], Field(min_length=1, max_length=2)]
