"""Records of a report on graph properties: figures of networks and sizes of families."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from netfloor.topologies.family import Instance

#: Radix and switches, or ports and endpoints.
Point = tuple[int, int]


@dataclass(frozen=True)
class FamilySizes:
    """The distinct sizes of the networks in a family, sorted."""

    family: str
    routers: tuple[Point, ...]  # (network radix, switches)
    # (ports of a switch, all endpoints) at the recommended number per switch; empty if there is no
    # recommendation
    endpoints: tuple[Point, ...]

    @classmethod
    def of(cls, family: str, instances: Iterable[Instance]) -> "FamilySizes":
        """Return the sizes of some members of a family."""
        routers, endpoints = set(), set()
        for instance in instances:
            routers.add((instance.radix, instance.routers))
            if instance.total_ports is not None and instance.total_endpoints is not None:
                endpoints.add((instance.total_ports, instance.total_endpoints))
        return cls(family, tuple(sorted(routers)), tuple(sorted(endpoints)))


@dataclass(frozen=True)
class StructureComparison:
    """Networks side by side as graphs."""

    rows: tuple[Mapping[str, Any], ...]  # documents of ``topology show --json``
    sizes: tuple[FamilySizes, ...] = ()  # up to ``max_routers`` and ``max_radix``
    max_routers: int = 0
    max_radix: int = 0  # network radix
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] | None = None

    @property
    def bisected(self) -> bool:
        """True if the bisections were searched."""
        return any("bisection_links" in row for row in self.rows)
