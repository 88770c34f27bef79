"""What a report on networks' structure holds: their figures and their families' sizes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from netfloor.topologies.family import Instance

#: Radix and routers, or ports and endpoints.
Point = tuple[int, int]


@dataclass(frozen=True)
class FamilySizes:
    """The networks that a family has to offer, each size once, sorted.

    ``routers`` are (network radix, routers), ``endpoints`` (ports of a router, endpoints in all) with
    the endpoints that are recommended, none where nobody recommends any.
    """

    family: str
    routers: tuple[Point, ...]
    endpoints: tuple[Point, ...]

    @classmethod
    def of(cls, family: str, instances: Iterable[Instance]) -> "FamilySizes":
        """Return the sizes of some members."""
        routers, endpoints = set(), set()
        for instance in instances:
            routers.add((instance.radix, instance.routers))
            if instance.total_ports is not None and instance.total_endpoints is not None:
                endpoints.add((instance.total_ports, instance.total_endpoints))
        return cls(family, tuple(sorted(routers)), tuple(sorted(endpoints)))


@dataclass(frozen=True)
class StructureComparison:
    """Several networks side by side, as graphs alone; ``rows`` are what ``topology show --json`` prints.

    The sizes of their families are listed up to ``most_routers`` and ``most_radix``, network radix.
    """

    rows: tuple[Mapping[str, Any], ...]
    sizes: tuple[FamilySizes, ...] = ()
    most_routers: int = 0
    most_radix: int = 0
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] | None = None

    @property
    def bisected(self) -> bool:
        """True if the networks' bisections were looked for."""
        return any("bisection_links" in row for row in self.rows)
