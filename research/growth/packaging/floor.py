"""A square floor of cabinets that grows with the endpoints: its side, its cabinets, its fixed lengths."""

import math
from dataclasses import dataclass

from netfloor.foundation.units import MM_PER_M


@dataclass(frozen=True)
class PackagingFloor:
    """What packaging rules know of a floor.

    Attributes
    ----------
    endpoints_per_m2
        Endpoints of a square metre of floor, aisles included.
    endpoints_per_cabinet, switches_per_cabinet
        What a cabinet of endpoints holds, with the switches that they are attached to, and what a
        cabinet of switches alone holds.
    overhead_mm, inside_mm
        Added to every cable between two cabinets, both ends together, and the length of a cable
        inside one.
    given
        Area in mm2 and cabinets of a room that is there; without one the floor grows with the endpoints.
    """

    endpoints_per_m2: float
    endpoints_per_cabinet: int
    switches_per_cabinet: int
    overhead_mm: int
    inside_mm: int
    given: tuple[int, int] | None = None

    def side_mm(self, endpoints: int) -> float:
        """Return E, the side of the floor: the root of endpoints over their density, or of the area."""
        if self.given is not None:
            return math.sqrt(self.given[0])
        return MM_PER_M * math.sqrt(endpoints / self.endpoints_per_m2)

    @property
    def pitch_mm(self) -> float:
        """Side of the square of floor that one cabinet of endpoints has."""
        if self.given is not None:
            return math.sqrt(self.given[0] / self.given[1])
        return self.side_mm(self.endpoints_per_cabinet)

    def switches_beside(self, endpoints_per_switch: int) -> int:
        """Return the switches of a cabinet of endpoints."""
        return max(1, self.endpoints_per_cabinet // max(endpoints_per_switch, 1))
