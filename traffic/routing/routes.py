"""A routing on one network: its table, virtual channels, paths and deadlock proof."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from netfloor.foundation.display.charts import bar_chart
from netfloor.foundation.display.data_table import DataTable, Tabular
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.topology import Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.patterns.pattern import FloatArray
from netfloor.traffic.routing.dependencies import Dependencies, dependencies
from netfloor.traffic.routing.next_channels import NextChannels
from netfloor.traffic.routing.path_counts import path_counts
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.routing.valiant import Intermediates, intermediates_of
from netfloor.traffic.routing.virtual_channels import virtual_channels

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Limit on switches whose tables of all pairs are written: 9 million lines.
MAX_SWITCHES = 3_000

#: Pairs below this number are rounding errors.
_NOISE = 1e-6


@dataclass(frozen=True, eq=False, repr=False)
class Routes(Tabular):
    """A routing on one network.

    Attributes
    ----------
    table
        Candidates towards all destination switches: all switches, or for trees and without intermediate
        switches those with endpoints.
    intermediates
        Intermediates of packets that do not go directly, None if all do.
    paths
        Paths of the table from each switch to each destination, (k, n) float64, exact up to 2^53.
    proof
        Virtual channels and dependencies, with a proof that they are acyclic, or a cycle.
    hops
        Ordered pairs of different switches with endpoints by the hops of minimal packets; if all packets
        have an intermediate, by their mean hops.
    longest
        Maximum hops of any packet, including intermediates.
    """

    topology: Topology
    channels: Channels
    rule: RoutingRule
    table: NextChannels
    intermediates: Intermediates | None
    paths: FloatArray
    proof: Dependencies
    hops: FloatArray
    longest: int

    def __repr__(self) -> str:
        verdict = "deadlock-free" if self.proof.is_acyclic else "can deadlock"
        return f"Routes({self.rule.name} on {self.topology.name}: {self.mean_hops:.4f} hops, {verdict})"

    def to_table(self) -> DataTable:
        """Return the number of ordered pairs of different switches with endpoints by hops."""
        columns = {"hops": list(range(len(self.hops))), "pairs": self.hops.tolist()}
        return DataTable(columns, f"Hops by {self.rule.name} on {self.topology.name}")

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Plot the number of pairs of switches by hops; return Matplotlib's axes."""
        return bar_chart(ax, range(len(self.hops)), self.hops, "hops", "ordered pairs of switches")

    @property
    def mean_hops(self) -> float:
        """Mean hops over these pairs."""
        return float(np.arange(len(self.hops)) @ self.hops / self.hops.sum())

    @property
    def pairs(self) -> FloatArray:
        """Paths of each ordered pair of different switches with endpoints, (pairs,) float64."""
        rows, columns = _pairs(self.topology, self.table)
        return self.paths[rows, columns]


def routes_of(
    topology: Topology, channels: Channels, rule: RoutingRule, virtual: str | None = None
) -> Routes:
    """Return tables, paths, virtual channels and dependencies of a routing on a network.

    Parameters
    ----------
    virtual
        A rule of virtual channels; None for the routing's own.

    Raises
    ------
    InputError
        If the routing or the rule does not fit the network, or its tables would be too large.
    """
    n = topology.routers
    if n > MAX_SWITCHES:
        what = f"{n:,} switches have tables of {n * n:,} pairs"
        raise InputError(f"network {topology.name}", what, f"give at most {MAX_SWITCHES:,} switches")
    if (topology.endpoints > 0).sum() < 2:
        what = "has fewer than two switches with endpoints"
        raise InputError(f"network {topology.name}", what, f"give {setting('endpoints')}")
    table = rule.table(topology, channels, rule.destinations(topology))
    intermediates = intermediates_of(rule, topology, channels, table)
    chosen = virtual_channels(rule, topology, channels, table.diameter, virtual)
    proof = dependencies(topology, channels, chosen, table, intermediates)
    every = _hop_histogram(topology, channels, table, intermediates)
    hops = every if rule.decision is None else _hop_histogram(topology, channels, table, None)
    longest = int(np.flatnonzero(every > _NOISE)[-1])
    paths = path_counts(table, channels)
    return Routes(
        topology=topology,
        channels=channels,
        rule=rule,
        table=table,
        intermediates=intermediates,
        paths=paths,
        proof=proof,
        hops=hops,
        longest=longest,
    )


def _pairs(topology: Topology, table: NextChannels) -> tuple[np.typing.NDArray[np.int64], ...]:
    """Return row and switch of every ordered pair of different switches with endpoints."""
    sends = topology.endpoints > 0
    wanted = sends[table.destinations][:, None] & sends[None, :]
    wanted[np.arange(len(table.destinations)), table.destinations] = False
    return np.nonzero(wanted)


def _hop_histogram(
    topology: Topology, channels: Channels, table: NextChannels, intermediates: Intermediates | None
) -> FloatArray:
    """Return pairs by hops; each path of a pair counts by its share of packets."""
    rows, columns = _pairs(topology, table)
    direct = table.hops[rows, columns]
    if intermediates is None:
        return np.bincount(direct).astype(np.float64)
    sends, area, count = topology.endpoints > 0, intermediates.area, intermediates.count
    share = intermediates.entering_shares(channels).toarray() / count
    first = intermediates.towards.hops[area]  # from each switch (column) to the entry of an area (row)
    result = np.zeros(int(first.max()) + table.diameter + 1)
    chance = intermediates.direct_shares(table.destinations).T[rows, columns]
    result[: table.diameter + 1] = np.bincount(direct, chance, table.diameter + 1)
    onward = np.zeros((table.diameter + 1, topology.routers))  # destinations by distance from each
    back = np.full((topology.routers, topology.routers), -1)
    back[:, table.destinations] = table.hops.T
    ends = sends[table.destinations]
    for hops in range(table.diameter + 1):
        apart = area[table.destinations][:, None] != area[None, :]
        onward[hops] = (ends[:, None] & apart & (table.hops == hops)).sum(axis=0)
    for item in range(int(first.max()) + 1):
        weight = np.where((first == item) & sends[None, :], share, 0.0)
        for other in range(table.diameter + 1):
            to_itself = (weight * (back == other)).sum()
            result[item + other] += weight.sum(axis=1) @ onward[other] - to_itself
    return result
