"""The throughput of the old and the new network for a routing."""

from dataclasses import dataclass
from typing import Any

from netfloor.topologies.topology import Topology
from netfloor.traffic.load.saturation import (
    analysed_routing,
    carried_text,
    require_analysable,
    said_of,
    saturation,
)


@dataclass(frozen=True)
class CarriedChange:
    """Throughput and Gb/s before and after, by the keys of `Saturation.figures`."""

    routing: str
    before: dict[str, float]
    after: dict[str, float]

    @property
    def note(self) -> str:
        """The definition of the figures."""
        return said_of(self.routing)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures for ``grow --json``."""
        return {"routing": self.routing, "before": self.before, "after": self.after}

    def text(self) -> str:
        """Return the figures as text."""
        both = carried_text(self.before, self.after, when=(" before", " after"))
        return f"{both}; by {self.routing} routing"


def carried_change(old: Topology, new: Topology, routing: str | None) -> CarriedChange | None:
    """Return the throughput of both networks; None without a routing.

    `InputError` if the routing is unknown, decides by queues or does not fit, or a network is too large.
    """
    if routing is None:
        return None
    rule = analysed_routing(routing)
    for item in (old, new):
        require_analysable(item, rule)
    before, after = (saturation(entry, rule).figures(entry) for entry in (old, new))
    return CarriedChange(routing, before, after)
