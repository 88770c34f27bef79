"""Valiant's routing: first to an intermediate chosen at random, then to the destination."""

import numpy as np

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
