"""Results of static routings for reports: combinations of network, routing and placement."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from netfloor.research.traffic.static.bandwidth import EffectiveBandwidth
from netfloor.research.traffic.static.forwarding import Forwarding
from netfloor.research.traffic.static.lanes import Lanes
from netfloor.topologies.topology import Topology
from netfloor.traffic.patterns.pattern import FloatArray


@dataclass(frozen=True, eq=False)
class RoutedNetwork:
    """A network with the tables of a routing.

    Attributes
    ----------
    source
        Source of the routing's definition, or the program that computed the tables.
    ports
        Port of each channel, (c,) int32.
    lanes
        Of the routing; its paths can deadlock if ``cycle`` is not empty.
    stated
        Lanes that another program states; None if unstated, and for netfloor's own.
    """

    topology: Topology
    tables: Forwarding
    source: str
    ports: np.typing.NDArray[np.int32]
    lanes: Lanes
    stated: int | None = None

    @property
    def cycle(self) -> tuple[str, ...]:
        """Channels of a cycle by the names of their switches."""
        channels, label = self.tables.channels, self.topology.label
        return tuple(
            f"{label(int(channels.tail[item]))} > {label(int(channels.head[item]))}"
            for item in self.lanes.cycle
        )

    @property
    def needed(self) -> int:
        """Required lanes, as stated by another program, or by netfloor's cycle breaking."""
        return self.lanes.needed if self.stated is None else self.stated


@dataclass(frozen=True, eq=False)
class StaticCombination:
    """One combination, and its bandwidth.

    Attributes
    ----------
    name
        Display name.
    number
        Number of its tables in the report, from 1.
    bandwidths
        Of jobs from the smallest to the largest.
    shares
        Heat map, (ranks, ranks), nan on the diagonal.
    network_cents
        Price of switches and the cables between them; None without prices.
    """

    name: str
    routed: RoutedNetwork
    number: int
    placement: str
    bandwidths: tuple[EffectiveBandwidth, ...]
    shares: FloatArray
    network_cents: int | None = None

    @property
    def full(self) -> EffectiveBandwidth:
        """Bandwidth of the largest job."""
        return self.bandwidths[-1]

    @property
    def carried_gbps(self) -> float:
        """Mean rate of all ranks of the largest job together."""
        return self.full.mean * self.full.ranks * self.routed.topology.link_gbps

    @property
    def cents_per_gbps(self) -> float | None:
        """Price of the network per Gb/s that it carries."""
        return None if self.network_cents is None else self.network_cents / self.carried_gbps

    @property
    def map_mean(self) -> float:
        """Mean share of the heat map."""
        return float(np.nanmean(self.shares))

    @property
    def map_least(self) -> float:
        """Least share of the heat map."""
        return float(np.nanmin(self.shares))


@dataclass(frozen=True, eq=False)
class StaticReport:
    """All combinations.

    Attributes
    ----------
    message_kib
        Size of a message; ``large`` if it takes the long paths of routings that have them.
    lanes_there
        Virtual lanes of the switches.
    currency
        Currency of the prices; empty without any.
    prices
        Description of the price list for reports.
    """

    title: str
    combinations: tuple[StaticCombination, ...]
    message_kib: float
    large: bool
    lanes_there: int
    seed: int
    currency: str = ""
    prices: Mapping[str, object] | None = None
    interrupted: bool = False

    @property
    def routed(self) -> dict[int, RoutedNetwork]:
        """Every network with its tables, once, by number."""
        return {combination.number: combination.routed for combination in self.combinations}

    @property
    def can_deadlock(self) -> bool:
        """True if the paths of some combination form a cycle on a lane."""
        return any(combination.routed.lanes.cycle for combination in self.combinations)

    @property
    def best(self) -> StaticCombination:
        """The combination with the largest share for its largest job."""
        return max(self.combinations, key=lambda combination: combination.full.mean)
