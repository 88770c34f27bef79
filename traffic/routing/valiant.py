"""Valiant's routing: first to an intermediate chosen at random, then to the destination."""

import numpy as np
from scipy.sparse import csr_array

from netfloor.topologies.topology import IntArray
from netfloor.traffic.channels import Channels
from netfloor.traffic.routing.minimal import all_paths, group_paths
from netfloor.traffic.routing.next_channels import NextChannels
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.routing.shortest import paths_to_sets

VALIANT = RoutingRule(
    "valiant",
    "by a switch chosen at random, any switch of the network, both parts over shortest paths",
    "Valiant (1982); SpectralFly (2022), section V",
    all_paths,
    "by-hop",
    "switch",
)
GROUP_VALIANT = RoutingRule(
    "group-valiant",
    "by a group chosen at random, any group of the network, VAL of the dragonfly paper",
    "Kim et al. (2008), section 4.1",
    group_paths,
    "by-group",
    "group",
)


def towards_groups(channels: Channels, groups: IntArray) -> NextChannels:
    """Return the candidates towards every group: row i leads to group i and ends where it is entered."""
    members = [np.flatnonzero(groups == group).astype(np.int32) for group in range(int(groups.max()) + 1)]
    return paths_to_sets(channels, members, groups)


def entering_shares(channels: Channels, table: NextChannels) -> csr_array:
    """Return the share of what each switch sends that enters a group at each, (n at, n from).

    Every group is as likely, also that of the switch, where the packet is there already.

    Parameters
    ----------
    table
        Of `towards_groups`.
    """
    n, groups = table.switches, len(table.hops)
    head = channels.head[table.channel]
    row = np.repeat(np.arange(table.hops.size), np.diff(table.first))
    share = table.share if len(table.share) else 1.0 / np.diff(table.first)[row]
    every = np.arange(n)
    total = csr_array((n, n))
    for group in range(groups):
        here = slice(int(table.first[group * n]), int(table.first[(group + 1) * n]))
        arrived = (table.hops[group] == 0).astype(np.float64)
        step = csr_array((share[here], (head[here], row[here] - group * n)), (n, n))
        step = step + csr_array((arrived, (every, every)), (n, n))
        state = csr_array((np.ones(n), (every, every)), (n, n))
        for _ in range(int(table.hops[group].max())):
            state = step @ state
        total = total + state
    return total * (1.0 / groups)
