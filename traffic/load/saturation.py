"""Saturation throughput without simulating: uniform traffic, and the longest matching."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.observer import SILENT, Observer
from netfloor.structure.hops.components import require_connected
from netfloor.topologies.topology import Topology
from netfloor.traffic.channels import channels_of
from netfloor.traffic.load.channel_load import channel_load
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.patterns.longest import MOST
from netfloor.traffic.routing import ROUTINGS, routing_named
from netfloor.traffic.routing.rule import RoutingRule

#: Seconds of both patterns on `MOST` switches: 2,500 of a torus take 4, and a matching grows with the cube.
_SECONDS_AT_MOST = 10.0
#: Arrays of a number for each pair of ends that are held at once.
_ARRAYS = 4


@dataclass(frozen=True)
class Saturation:
    """What a network carries at most before a channel is full, by one routing.

    Attributes
    ----------
    routing
        Its name.
    uniform, matching
        Throughput as a share of the rate of every endpoint, at most 1: under uniform traffic, and under
        the longest matching. The worst permutation of all carries as much as the longest matching or less.
    """

    routing: str
    uniform: float
    matching: float

    def figures(self, topology: Topology) -> dict[str, float]:
        """Return both shares, and the same in Gb/s of all endpoints, each at the rate of a link."""
        gbps = int(topology.endpoints.sum()) * topology.link_gbps
        return {
            "uniform_throughput": self.uniform,
            "matching_throughput": self.matching,
            "uniform_gbps": round(self.uniform * gbps, 6),
            "matching_gbps": round(self.matching * gbps, 6),
        }


#: What a network carries in Gb/s; money and power for each Gb/s are named after these.
CARRIED_GBPS = ("uniform_gbps", "matching_gbps")


def for_each_gbps(
    figures: Mapping[str, float], cost: float | None, watts: float | None
) -> dict[str, float]:
    """Return money and mW for each Gb/s carried, of `Saturation.figures`; without what is not known."""
    money = {} if cost is None else {f"cost_per_{key}": cost / figures[key] for key in CARRIED_GBPS}
    power = {} if watts is None else {f"mw_per_{key}": 1000 * watts / figures[key] for key in CARRIED_GBPS}
    return money | power


#: How patterns are named where throughputs stand in a sentence.
_PATTERNS = {"uniform": "uniform traffic", "matching": "longest matching"}


def carried_text(*sides: Mapping[str, float], when: Sequence[str] = ("",)) -> str:
    """Return Gb/s and shares under both patterns in words; ``when`` follows each side's figures."""
    parts = [
        f"{words} "
        + ", ".join(
            f"{side[f'{key}_gbps']:,.0f} Gb/s ({side[f'{key}_throughput']:.1%}){after}"
            for side, after in zip(sides, when, strict=True)
        )
        for key, words in _PATTERNS.items()
    ]
    return "; ".join(parts)


def said_of(routing: str) -> str:
    """Return in sentences what the figures of a saturation are."""
    return (
        f"Traffic: exact loads of all channels by {routing} routing, each candidate of a switch the same, "
        "without queues; throughput is 1 / the highest load, as a share of the rate of every "
        "endpoint, which is that of a link. Uniform: every endpoint to any endpoint. Longest matching: the "
        "permutation of the largest total distance; the worst permutation carries as much or less."
    )


def analysed_routing(name: str) -> RoutingRule:
    """Return a routing whose loads no queue decides.

    Raises
    ------
    InputError
        If it is unknown, or decides by queues.
    """
    known = ", ".join(key for key, rule in ROUTINGS.items() if rule.decision is None)
    if name in ROUTINGS and ROUTINGS[name].decision is not None:
        what = f"{name} decides by the queues, which only a simulation has"
        raise InputError(setting("traffic"), what, f"known here: {known}")
    return routing_named(name, asked_by="traffic")


def require_analysable(topology: Topology, rule: RoutingRule) -> None:
    """Refuse a network whose loads take too long, that carries nothing, or that the routing does not fit.

    Raises
    ------
    InputError
        With an estimate, if there are more than 3,000 switches, or endpoints where switches have unequally
        many; if the network is in parts or has fewer than two switches with endpoints; by the routing.
    """
    require_connected(topology)
    counts = topology.endpoints[topology.endpoints > 0]
    name = f"network {topology.name}"
    if len(counts) < 2:
        what = f"{len(counts)} of its switches have endpoints: there is no traffic between switches"
        raise InputError(name, what, f"leave out {setting('traffic')}, or give it {setting('endpoints')}")
    even = bool((counts == counts[0]).all())
    largest = max(len(counts) if even else int(counts.sum()), topology.routers)
    if largest > MOST:
        minutes = _SECONDS_AT_MOST * (largest / MOST) ** 3 / 60
        gigabytes = _ARRAYS * 8 * largest**2 / 1e9
        ends = "switches" if even or largest == topology.routers else "endpoints"
        what = (
            f"the loads of {largest:,} {ends} "
            f"would take about {np.ceil(minutes):,.0f} minutes and {gigabytes:.1f} GB"
        )
        raise InputError(name, what, f"leave out {setting('traffic')}: it is for at most {MOST:,}")
    try:
        rule.table(topology, channels_of(topology), np.zeros(1, np.int32))
    except InputError as error:
        what = f"{rule.name} routing does not fit {topology.name}: {error.what}"
        raise InputError(setting("traffic"), what, "choose minimal or valiant") from error


def saturation(topology: Topology, rule: RoutingRule, observer: Observer = SILENT) -> Saturation:
    """Return what a network carries under uniform traffic and the longest matching, exactly.

    Raises
    ------
    InputError
        If the routing does not fit the network, or the network is too large (`require_analysable`).
    """
    require_analysable(topology, rule)
    channels = channels_of(topology)
    shares = [
        channel_load(topology, channels, rule, pattern_of(topology, name), observer=observer).throughput
        for name in ("uniform", "longest-matching")
    ]
    return Saturation(rule.name, *shares)
