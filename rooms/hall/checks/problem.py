"""One thing that is wrong with a hall, and where."""

from dataclasses import dataclass
from typing import Any

from netfloor.rooms.hall.rounding import half_up


@dataclass(frozen=True)
class HallProblem:
    """Something that stands where it cannot: what to look at, ``cabinet A07``, the sentence, and where.

    Attributes
    ----------
    kind
        "overlap", "outside" (the outline), "pillar", "keep_out", "cooling", "door" (in no wall), "swing",
        "blocked_door", "clearance" (of a cabinet) or "aisle".
    width_mm
        Free width of an aisle; None for everything else.
    """

    kind: str
    subject: str
    what: str
    x_mm: int
    y_mm: int
    width_mm: int | None = None

    @property
    def remedy(self) -> str:
        """What to do about it."""
        return "move one of them" if self.kind == "overlap" else "move it"


def problem_at(kind: str, subject: str, what: str, shape: Any) -> HallProblem:
    """Return a problem whose place is inside a shape."""
    spot = shape.representative_point()
    return HallProblem(kind, subject, what, half_up(spot.x), half_up(spot.y))
