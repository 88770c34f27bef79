"""A plan, or one of its networks, with the facts from which all figures are derived."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.assessment.owned import Owned
from netfloor.plans.assessment.quote import Quote
from netfloor.plans.sums import FabricSums
from netfloor.structure.bisection.halves import Halves


@dataclass(frozen=True, eq=False)
class Assessed:
    """A placed network with its bisection, latency, traffic and cost, where computed.

    Attributes
    ----------
    network
        All switches together in a plan of several networks.
    halves
        Its bisection; None if not searched.
    latency_ns
        Mean and maximum between switches with endpoints; None if disconnected or not requested.
    carries
        `Saturation.figures` of its traffic; empty if not requested.
    owned
        Its parts and cost of ownership; None without prices, or if ``refused`` says why there is no bill.
    unpriced
        Whether there are no prices, so that nothing is reported about purchases.
    sums
        Devices, cables, watts and rack units; None if not requested.
    diameter
        Maximum hops between switches with endpoints; None if not requested.
    lacks
        The reason for a missing aspect of `Figure.of_network`, as text.
    networks
        Each of several networks by name; empty for a single network.
    """

    network: PlacedNetwork
    halves: Halves | None = None
    latency_ns: tuple[float, float] | None = None
    carries: Mapping[str, float] = field(default_factory=dict)
    owned: Owned | None = None
    refused: str = ""
    unpriced: bool = False
    sums: FabricSums | None = None
    diameter: int | None = None
    lacks: Mapping[str, str] = field(default_factory=dict)
    networks: Mapping[str, "Assessed"] = field(default_factory=dict)

    @property
    def endpoints(self) -> int:
        """Number of endpoints."""
        return self.network.endpoints

    @property
    def quote(self) -> Quote | None:
        """Its parts."""
        return None if self.owned is None else self.owned.quote

    @property
    def is_complete(self) -> bool:
        """Whether every item has a part on sale."""
        return self.quote is not None and self.quote.is_complete

    @property
    def last_delivered(self) -> BomLine | None:
        """The purchased part with the longest lead time; None without known lead times."""
        lines: tuple[Any, ...] = () if self.quote is None else self.quote.lines
        known = [line for line in lines if line.purchase.quantity and line.lead_time_days is not None]
        return max(known, key=lambda line: line.lead_time_days or 0, default=None)

    @property
    def bisection_gbps(self) -> float | None:
        """Bisection bandwidth of the best cut found, at the rate of a link; None if unknown."""
        gbps = self.network.topology.gbps
        return None if self.halves is None or gbps is None else self.halves.links * gbps
