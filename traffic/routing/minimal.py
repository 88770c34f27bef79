"""Minimal routing: over all shortest paths, over one per pair, and with one change of group."""

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.routing.next_channels import NextChannels
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.routing.shortest import one_of_each, shortest_paths


def all_paths(_topology: Topology, channels: Channels, destinations: IntArray) -> NextChannels:
    """Return all shortest paths of the graph."""
    return shortest_paths(channels, destinations)


def one_path(_topology: Topology, channels: Channels, destinations: IntArray) -> NextChannels:
    """Return one shortest path of the graph for every pair."""
    return one_of_each(shortest_paths(channels, destinations))


def group_paths(topology: Topology, channels: Channels, destinations: IntArray) -> NextChannels:
    """Return the shortest paths that change group at most once.

    Raises
    ------
    InputError
        If the network has no groups, or two groups are not joined to each other.
    """
    return shortest_paths(channels, destinations, groups_of(topology))


def groups_of(topology: Topology) -> IntArray:
    """Return the group of each switch.

    Raises
    ------
    InputError
        If the network has no groups.
    """
    if topology.groups is None:
        what = f"routes by groups, and {topology.name} has none"
        raise InputError(setting("routing"), what, "choose minimal, valiant, ugal-l or ugal-g")
    return topology.groups


MINIMAL = RoutingRule(
    "minimal",
    "all shortest paths, one of the candidates at every switch",
    "SpectralFly (2022), section V",
    all_paths,
    "by-hop",
)
SINGLE_PATH = RoutingRule(
    "single-path",
    "one shortest path for each pair of switches, from a table",
    "chosen by the number of the destination",
    one_path,
    "by-hop",
)
GROUP_MINIMAL = RoutingRule(
    "group-minimal",
    "a shortest path with at most one global channel, MIN of the dragonfly paper",
    "Kim et al. (2008), section 4.1",
    group_paths,
    "by-group",
)
