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

#: Latin letters with their accents, Greek and Cyrillic ones, and digits.
_LETTERS = r"A-Za-z0-9\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F\u0370-\u03FF\u0400-\u04FF"
#: Characters allowed in names, which people write on doors.
NAME = re.compile(rf"[{_LETTERS}](?:[{_LETTERS}._:/#()+& -]{{0,48}}[{_LETTERS}._:/#()+&-])?")


def _checked_name(text: str) -> str:
    if NAME.fullmatch(text) is None:
        raise ValueError(
            "a name is letters, digits, blanks and . _ : / # ( ) + & -, first a letter or digit"
        )
    return text


Name = Annotated[
    str,
    Field(max_length=50, json_schema_extra={"pattern": f"^{NAME.pattern}$"}),
    AfterValidator(_checked_name),
]
#: Maximum characters of the name of a hall.
LONGEST_TITLE = 100
Title = Annotated[OneLine, Field(max_length=LONGEST_TITLE)]
Angle = Annotated[float, Field(ge=-360, le=360)]
Coordinate = Annotated[int, Field(ge=-MAX_MM, le=MAX_MM)]
Positive = Annotated[int, Field(ge=1, le=MAX_MM)]
Length = Annotated[int, Field(ge=0, le=MAX_MM)]
Limit = Annotated[int, Field(ge=0, le=10_000_000)]
Units = Annotated[int, Field(ge=1, le=MAX_UNITS)]
Swing = Literal["in", "out", "none"]
Manifold = Literal["left", "right"]
Media = Annotated[list[Literal["electrical", "optical"]], Field(min_length=1, max_length=2)]
