"""Limits of a hall, and the types of its fields in millimetres, watts and degrees."""

from typing import Annotated, Literal

from pydantic import Field

#: Ten kilometres: no hall is larger, and squares of it are exact everywhere.
MAX_MM = 10_000_000
MAX_CABINETS = 10_000
MAX_THINGS = 10_000
MAX_POINTS = 10_000
MAX_UNITS = 100
MAX_SLOTS = 10_000

#: Names go into files of other tools, which agree on this alphabet.
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:/-]*$", max_length=50)]
Title = Annotated[str, Field(max_length=100)]
Angle = Annotated[float, Field(ge=-360, le=360)]
Coordinate = Annotated[int, Field(ge=-MAX_MM, le=MAX_MM)]
Positive = Annotated[int, Field(ge=1, le=MAX_MM)]
Length = Annotated[int, Field(ge=0, le=MAX_MM)]
Limit = Annotated[int, Field(ge=0, le=10_000_000)]
Units = Annotated[int, Field(ge=1, le=MAX_UNITS)]
Swing = Literal["in", "out", "none"]
Manifold = Literal["left", "right"]
Media = Annotated[list[Literal["electrical", "optical"]], Field(min_length=1, max_length=2)]
