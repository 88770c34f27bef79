"""A network placed in a room, without prices."""

from dataclasses import dataclass, field
from typing import Self

from netfloor.costmodels.bill import ServerCables
from netfloor.layout.cable_plan import CablePlan
from netfloor.layout.result import relative_gap
from netfloor.plans.by_names import server_cables
from netfloor.plans.plan import Plan
from netfloor.topologies.topology import Topology


@dataclass(frozen=True, eq=False)
class PlacedNetwork:
    """A network with its cables as laid.

    Attributes
    ----------
    inside_mm
        Length of a cable inside a cabinet, also of cables to endpoints without ``servers``.
    bound_mm
        Lower bound on the length of all network cables without detours; None without a proof.
    gap
        (length - bound) / bound of the shortest routes; None without a bound, or for an objective other
        than length.
    servers
        Cables to placed servers, None without any.
    server_count
        Number of placed servers.
    """

    topology: Topology
    cables: CablePlan
    inside_mm: int
    bound_mm: int | None = None
    gap: float | None = None
    servers: ServerCables | None = field(default=None, repr=False)
    server_count: int = 0

    @classmethod
    def of(cls, plan: Plan, bound_mm: int | None = None) -> Self:
        """Return the network of a plan; ``bound_mm`` replaces its bound, for the cables as laid."""
        own = plan.bound.length_mm if bound_mm is None else bound_mm
        gap = plan.gap if bound_mm is None else relative_gap(plan.cables.total_mm, bound_mm)
        return cls(
            topology=plan.topology,
            cables=plan.cables,
            inside_mm=plan.room.inside_mm,
            bound_mm=own,
            gap=gap if plan.solver.objective is None else None,
            servers=server_cables(plan),
            server_count=plan.servers,
        )

    @property
    def endpoints(self) -> int:
        """Endpoints of all switches."""
        return int(self.topology.endpoints.sum())

    @property
    def all_cable_mm(self) -> int | None:
        """Length of all cables, including those to servers; None without placed servers."""
        return None if self.servers is None else self.cables.total_mm + int(self.servers.length_mm.sum())
