"""A plan, or one of its networks, with what was found out about it: what every figure is derived from."""

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
    """A placed network, its bisection, latency, traffic and money, as far as they were worked out.

    Attributes
    ----------
    network
        Of a plan of several networks all switches together.
    halves
        Its bisection; None where it was not searched.
    latency_ns
        Mean and maximum between switches with endpoints; None where it is in parts, or nobody asked.
    carries
        `Saturation.figures` of its traffic; empty where nobody asked.
    owned
        Its parts and the cost of owning them; None where no prices are given, or ``refused`` says why it
        has no bill.
    unpriced
        Whether there are no prices at all, so that nothing is said of what can be bought.
    sums
        Devices, cables, watts and rack units; None where nobody asked.
    diameter
        Hops between switches with endpoints at most; None likewise.
    lacks
        Why there is no figure of an aspect of `Figure.of_network`, in words.
    networks
        Each of several networks by name; empty of one.
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
        """Endpoints of its network."""
        return self.network.endpoints

    @property
    def quote(self) -> Quote | None:
        """Its parts."""
        return None if self.owned is None else self.owned.quote

    @property
    def is_complete(self) -> bool:
        """Whether a part is sold for everything."""
        return self.quote is not None and self.quote.is_complete

    @property
    def last_delivered(self) -> BomLine | None:
        """The purchased part with the longest lead time; None where no lead time is known."""
        lines: tuple[Any, ...] = () if self.quote is None else self.quote.lines
        known = [line for line in lines if line.purchase.quantity and line.lead_time_days is not None]
        return max(known, key=lambda line: line.lead_time_days or 0, default=None)

    @property
    def bisection_gbps(self) -> float | None:
        """Bisection bandwidth of the best cut found, at the rate of a link; None where it is not known."""
        gbps = self.network.topology.gbps
        return None if self.halves is None or gbps is None else self.halves.links * gbps
