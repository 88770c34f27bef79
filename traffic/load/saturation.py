"""Saturation throughput by analysis: uniform traffic and worst permutations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.wording import percent_text
from netfloor.structure.hops.components import require_connected
from netfloor.topologies.topology import Topology
from netfloor.traffic.channels import channels_of
from netfloor.traffic.load.channel_load import channel_load
from netfloor.traffic.load.worst_permutation import worst_within
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.patterns.longest import MOST
from netfloor.traffic.routing import ROUTINGS, routing_named
from netfloor.traffic.routing.rule import RoutingRule

#: Seconds of both patterns on `MOST` switches: 2,500 of a torus take 4, and a matching grows with the cube.
_SECONDS_AT_MOST = 10.0
#: Estimated seconds of the worst permutation above which it is skipped.
WORST_SECONDS = 30.0
#: Arrays with a number for each pair of ends in memory at once.
_ARRAYS = 4


@dataclass(frozen=True)
class Saturation:
    """Throughput of a network, by one routing, at which the first channel is full.

    Attributes
    ----------
    routing
        Name of the routing.
    uniform, matching
        Throughput as a share of the rate of every endpoint, at most 1: under uniform traffic, and under the
        longest matching.
    worst
        Exact throughput of the worst permutation of the routing: at most that of the longest matching. None
        if its estimated time exceeds `WORST_SECONDS`.
    """

    routing: str
    uniform: float
    matching: float
    worst: float | None

    def figures(self, topology: Topology) -> dict[str, float]:
        """Return all shares, and the same in Gb/s over all endpoints, each at the rate of a link."""
        gbps = int(topology.endpoints.sum()) * topology.link_gbps
        shares = {"uniform": self.uniform, "worst": self.worst, "matching": self.matching}
        known = {name: share for name, share in shares.items() if share is not None}
        return {f"{name}_throughput": share for name, share in known.items()} | {
            f"{name}_gbps": round(share * gbps, 6) for name, share in known.items()
        }


#: Names of patterns in sentences on throughput.
PATTERNS = {"uniform": "uniform traffic", "worst": "worst permutation", "matching": "longest matching"}
#: Keys of throughput in Gb/s; cost and power per Gb/s are named after these.
CARRIED_GBPS = tuple(f"{name}_gbps" for name in PATTERNS)


def shown_patterns(networks: Sequence[Mapping[str, object]]) -> tuple[str, ...]:
    """Return the `PATTERNS` to show for networks with these figures.

    The longest matching is added if the worst permutation of some network is unknown, so that all networks
    have a figure under a common pattern; otherwise it is not shown.
    """
    carrying = [network for network in networks if network.get("uniform_gbps") is not None]
    known = sum(item.get("worst_gbps") is not None for item in carrying)
    left_out = {"worst": known == 0, "matching": known == len(carrying)}
    return tuple(name for name in PATTERNS if not left_out.get(name, False))


def pattern_in(key: str) -> str:
    """Return the pattern of a throughput figure by its key."""
    return next(name for name in PATTERNS if f"{name}_" in key)


def note_on_worst(shown: Sequence[str]) -> str:
    """Return a sentence on the shown patterns besides uniform traffic."""
    if "matching" not in shown:
        return "The worst permutation is exact for the routing."
    return (
        "The worst permutation carries as much as the longest matching or less; it is left out where "
        f"finding it would take more than about {WORST_SECONDS:.0f} s."
    )


def for_each_gbps(
    figures: Mapping[str, float], cost: float | None, watts: float | None
) -> dict[str, float]:
    """Return cost and mW per Gb/s carried, by `Saturation.figures`; unknown figures are left out."""
    keys = [key for key in CARRIED_GBPS if key in figures]
    money = {} if cost is None else {f"cost_per_{key}": cost / figures[key] for key in keys}
    power = {} if watts is None else {f"mw_per_{key}": 1000 * watts / figures[key] for key in keys}
    return money | power


def carried_text(*sides: Mapping[str, float], when: Sequence[str] = ("",)) -> str:
    """Return Gb/s and shares under each pattern as text; ``when`` follows each side's figures."""
    parts = [
        f"{PATTERNS[key]} "
        + ", ".join(
            f"{side[f'{key}_gbps']:,.0f} Gb/s ({percent_text(side[f'{key}_throughput'])}){after}"
            for side, after in zip(sides, when, strict=True)
            if f"{key}_gbps" in side
        )
        for key in shown_patterns(sides)
    ]
    return "; ".join(parts)


def said_of(routing: str) -> str:
    """Return sentences that define the figures of a saturation."""
    return (
        f"Traffic: exact loads of all channels by {routing} routing, each candidate of a switch the same, "
        "without queues; throughput is 1 / the highest load, as a share of the rate of every "
        "endpoint, which is that of a link. Uniform: every endpoint to any endpoint. Worst permutation: of "
        "all, the one that loads a channel of this routing the most, exactly. Where finding it would "
        f"take more than about {WORST_SECONDS:.0f} s, the longest matching is shown instead, the "
        "permutation of the largest total distance: the worst permutation carries as much or less."
    )


def analysed_routing(name: str) -> RoutingRule:
    """Return a routing whose loads do not depend on queues.

    Raises
    ------
    InputError
        If it is unknown, or depends on queues.
    """
    known = ", ".join(key for key, rule in ROUTINGS.items() if rule.decision is None)
    if name in ROUTINGS and ROUTINGS[name].decision is not None:
        what = f"{name} decides by queue lengths, which exist only in a simulation"
        raise InputError(setting("traffic"), what, f"known here: {known}")
    return routing_named(name, asked_by="traffic")


def require_analysable(topology: Topology, rule: RoutingRule) -> None:
    """Refuse a network that is too large, carries no traffic, or does not fit the routing.

    Raises
    ------
    InputError
        With an estimate, if there are more than 3,000 switches (with unequal endpoints per switch:
        endpoints); if the network is disconnected or has fewer than two switches with endpoints; from the
        routing.
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
    """Return the exact throughput of a network under uniform traffic and the worst permutations.

    Raises
    ------
    InputError
        If the routing does not fit the network, or the network is too large (`require_analysable`).
    """
    require_analysable(topology, rule)
    channels = channels_of(topology)
    worst = worst_within(topology, channels, rule, WORST_SECONDS, observer)
    patterns = pattern_of(topology, "uniform"), pattern_of(topology, "longest-matching"), worst
    shares = [
        None
        if pattern is None
        else channel_load(topology, channels, rule, pattern, observer=observer).throughput
        for pattern in patterns
    ]
    return Saturation(rule.name, shares[0] or 0.0, shares[1] or 0.0, shares[2])
