"""Traffic of a network: channel loads, ideal throughput, routes."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from netfloor.api.networks import as_network
from netfloor.exchange.user_tables.traffic_pattern import read_pattern
from netfloor.structure.hops.components import require_connected
from netfloor.topologies.topology import Topology
from netfloor.traffic.channels import channels_of
from netfloor.traffic.load import channel_load as load
from netfloor.traffic.load.channel_load import ChannelLoad
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.patterns.pattern import Pattern
from netfloor.traffic.routing import routing_named
from netfloor.traffic.routing.routes import Routes, routes_of
from netfloor.traffic.throughput import interval
from netfloor.traffic.throughput.edges import edges_of
from netfloor.traffic.throughput.interval import IdealThroughput

if TYPE_CHECKING:
    import networkx as nx


def channel_load(
    source: "str | Topology | nx.Graph[Any]",
    *,
    routing: str = "minimal",
    pattern: str | Path = "uniform",
    ranks: int | None = None,
    split: str = "hop",
    seed: int = 0,
) -> ChannelLoad:
    """Compute the exact load of every channel of a network for a traffic pattern and a routing.

    Parameters
    ----------
    pattern
        A name, or the path of a CSV file of weights.
    ranks
        Ranks of the job; None: as many as the pattern can use.
    split
        ``hop`` or ``path``: traffic is split equally over the candidates of a switch, or over the paths of
        a pair.
    seed
        Seed of the rank allocation and of random permutations.

    Raises
    ------
    InputError
        If the network, routing or pattern is invalid.
    """
    network = _connected(source)
    made = _pattern(network, pattern, ranks, seed)
    return load.channel_load(network, channels_of(network), routing_named(routing), made, split)


def ideal_throughput(
    source: "str | Topology | nx.Graph[Any]",
    *,
    pattern: str | Path = "uniform",
    ranks: int | None = None,
    seed: int = 0,
) -> IdealThroughput:
    """Compute the throughput of a pattern between switches under optimal routing.

    Exact for small networks, else an interval; parameters and errors as for `channel_load`.
    """
    network = _connected(source)
    edges = edges_of(network)
    interval.require_ideal(edges)
    demand = _pattern(network, pattern, ranks, seed).switch_demand(network.routers)
    return interval.ideal_throughput(network, edges, demand)


def routes(
    source: "str | Topology | nx.Graph[Any]",
    *,
    routing: str = "minimal",
    virtual_channels: str | None = None,
) -> Routes:
    """Return tables, paths and virtual channels of a routing, and whether it is deadlock-free.

    Parameters
    ----------
    virtual_channels
        ``by-hop``, ``by-group``, ``dimensions`` or ``one``; None: the routing's own.

    Raises
    ------
    InputError
        If the network or routing is invalid, or the network too large for tables.
    """
    network = _connected(source)
    return routes_of(network, channels_of(network), routing_named(routing), virtual_channels)


def _connected(source: "str | Topology | nx.Graph[Any]") -> Topology:
    network = as_network(source)
    require_connected(network)
    return network


def _pattern(network: Topology, pattern: str | Path, ranks: int | None, seed: int) -> Pattern:
    if isinstance(pattern, Path):
        return read_pattern(pattern, network)
    return pattern_of(network, pattern, ranks, seed)
