"""Limits and field types that hall files and plans share."""

from typing import Annotated

from pydantic import Field

#: Ten kilometres: no hall is larger, and squares of it are exact everywhere.
MAX_MM = 10_000_000
MAX_M = MAX_MM / 1000
MAX_CABINETS = 10_000
MAX_THINGS = 10_000
MAX_POINTS = 10_000
MAX_UNITS = 100
MAX_SLOTS = 10_000

#: Names go into files of other tools, which agree on this alphabet.
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:/-]*$", max_length=50)]
Title = Annotated[str, Field(max_length=100)]
Angle = Annotated[float, Field(ge=-360, le=360)]
