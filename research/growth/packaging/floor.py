"""A square floor of cabinets that grows with the endpoints: side, cabinets, fixed lengths."""

import math
from dataclasses import dataclass

from netfloor.foundation.units import MM_PER_M


@dataclass(frozen=True)
class PackagingFloor:
    """The parameters of a floor for packaging rules.

    Attributes
    ----------
    endpoints_per_m2
        Endpoints per square metre of floor, including aisles.
    endpoints_per_cabinet, switches_per_cabinet
        Capacity of a cabinet of endpoints with their switches, and of a cabinet of switches only.
    overhead_mm, inside_mm
        Length added to every cable between two cabinets, both ends together, and length of a cable inside a
        cabinet.
    given
        Area in mm2 and number of cabinets of a given room; without one the floor grows with the endpoints.
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
        """Side of the square of floor per cabinet of endpoints."""
        if self.given is not None:
            return math.sqrt(self.given[0] / self.given[1])
        return self.side_mm(self.endpoints_per_cabinet)

    def switches_beside(self, endpoints_per_switch: int) -> int:
        """Return the switches in a cabinet of endpoints."""
        return max(1, self.endpoints_per_cabinet // max(endpoints_per_switch, 1))
