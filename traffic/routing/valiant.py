"""Valiant's routing: first to a random intermediate, then to the destination."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.patterns.pattern import FloatArray
from netfloor.traffic.routing.minimal import all_paths, group_paths, groups_of
from netfloor.traffic.routing.next_channels import LongArray, NextChannels
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.routing.shortest import paths_to_sets

VALIANT = RoutingRule(
    "valiant",
    "through a random switch of the network, with shortest paths to and from it",
    "Valiant (1982); SpectralFly (2022), section V",
    all_paths,
    "by-hop",
    "switch",
)
GROUP_VALIANT = RoutingRule(
    "group-valiant",
    "through a random group of the network, VAL of the dragonfly paper",
    "Kim et al. (2008), section 4.1",
    group_paths,
    "by-group",
    "group",
)


@dataclass(frozen=True, eq=False)
class Intermediates:
    """The areas that packets of Valiant's routing and UGAL visit first: single switches, or groups.

    Loads, deadlock proofs, hop counts and simulations all follow this rule. A packet draws one area, all
    equally likely. If its source or its destination is in that area, the packet takes the direct path of
    the routing's table. Otherwise it follows row a of ``towards``, turns at the switch where it enters area
    a, and takes the table's path from there. Kim et al. (2008, section 4.1) describe groups with one
    channel between any two, where the path by the destination's group is the minimal one; with several
    channels the direct path keeps it so.

    Attributes
    ----------
    towards
        Candidates towards every area: row a ends at the switch where a packet enters area a.
    area
        Area of each switch, (n,) int32: the switch itself, or its group.
    """

    towards: NextChannels
    area: IntArray

    @property
    def count(self) -> int:
        """Number of areas."""
        return len(self.towards.hops)

    def direct_shares(self, destinations: IntArray | LongArray) -> FloatArray:
        """Return the share of direct packets from each switch to each destination, (n, k)."""
        apart = self.area[:, None] != self.area[destinations][None, :]
        return np.asarray((1.0 + apart) / self.count)

    def entering_shares(self, channels: Channels, towards: NextChannels | None = None) -> csr_array:
        """Return the share of packets from each switch that enter an area at each switch, (n at, n from).

        Entry (u, s) is for packets from switch s to the area of u; 0 if s is in that area.

        Parameters
        ----------
        towards
            ``towards`` with other shares of its candidates.
        """
        table = towards or self.towards
        n = table.switches
        if self.count == n:
            return csr_array(1.0 - np.eye(n))
        head = channels.head[table.channel]
        row = np.repeat(np.arange(table.hops.size), np.diff(table.first))
        share = table.share if len(table.share) else 1.0 / np.diff(table.first)[row]
        every = np.arange(n)
        total = csr_array((n, n))
        for area in range(self.count):
            here = slice(int(table.first[area * n]), int(table.first[(area + 1) * n]))
            inside = self.area == area
            step = csr_array((share[here], (head[here], row[here] - area * n)), (n, n))
            step = step + csr_array((inside.astype(np.float64), (every, every)), (n, n))
            state = csr_array(((~inside).astype(np.float64), (every, every)), (n, n))
            for _ in range(int(table.hops[area].max())):
                state = step @ state
            total = total + state
        return total


def intermediates_of(
    rule: RoutingRule, topology: Topology, channels: Channels, table: NextChannels | None = None
) -> Intermediates | None:
    """Return the intermediates of a routing, or None if all its packets go directly.

    Parameters
    ----------
    table
        The routing's table towards all switches, if the caller has it.

    Raises
    ------
    InputError
        If the routing does not fit the network.
    """
    if rule.intermediate == "none":
        return None
    if rule.intermediate == "switch":
        every = np.arange(topology.routers, dtype=np.int32)
        return Intermediates(table or rule.table(topology, channels, every), every)
    groups = groups_of(topology).astype(np.int32)
    members = [np.flatnonzero(groups == group).astype(np.int32) for group in range(int(groups.max()) + 1)]
    return Intermediates(paths_to_sets(channels, members, groups), groups)
