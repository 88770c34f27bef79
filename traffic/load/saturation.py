"""Saturation throughput without simulating: uniform traffic and worst permutations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.observer import SILENT, Observer
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
#: Estimated seconds of the worst permutation beyond which it is left out.
WORST_SECONDS = 30.0
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
        the longest matching.
    worst
        That of the worst permutation of the routing, exactly: as much as the longest matching or less. None
        where finding it would take longer than `WORST_SECONDS` by the estimate.
    """

    routing: str
    uniform: float
    matching: float
    worst: float | None

    def figures(self, topology: Topology) -> dict[str, float]:
        """Return all shares, and the same in Gb/s of all endpoints, each at the rate of a link."""
        gbps = int(topology.endpoints.sum()) * topology.link_gbps
        shares = {"uniform": self.uniform, "worst": self.worst, "matching": self.matching}
        known = {name: share for name, share in shares.items() if share is not None}
        return {f"{name}_throughput": share for name, share in known.items()} | {
            f"{name}_gbps": round(share * gbps, 6) for name, share in known.items()
        }


#: How patterns are named where throughputs stand in a sentence.
PATTERNS = {"uniform": "uniform traffic", "worst": "worst permutation", "matching": "longest matching"}
#: What a network carries in Gb/s; money and power for each Gb/s are named after these.
CARRIED_GBPS = tuple(f"{name}_gbps" for name in PATTERNS)


def shown_patterns(networks: Sequence[Mapping[str, object]]) -> tuple[str, ...]:
    """Return which of `PATTERNS` are shown of networks with these figures.

    The longest matching stands in where the worst permutation of a network is not known, so that all
    have a figure under one pattern; it is not shown where none is missing.
    """
    carrying = [one for one in networks if one.get("uniform_gbps") is not None]
    known = sum(one.get("worst_gbps") is not None for one in carrying)
    left_out = {"worst": known == 0, "matching": known == len(carrying)}
    return tuple(name for name in PATTERNS if not left_out.get(name, False))


def pattern_in(key: str) -> str:
    """Return the pattern that a figure of what is carried is of, by its key."""
    return next(name for name in PATTERNS if f"{name}_" in key)


def note_on_worst(shown: Sequence[str]) -> str:
    """Return what the patterns shown beside uniform traffic are."""
    if "matching" not in shown:
        return "The worst permutation is that of the routing, exactly."
    return (
        "The worst permutation carries as much as the longest matching or less; it is left out where "
        f"finding it would take more than about {WORST_SECONDS:.0f} s."
    )


def for_each_gbps(
    figures: Mapping[str, float], cost: float | None, watts: float | None
) -> dict[str, float]:
    """Return money and mW for each Gb/s carried, of `Saturation.figures`; without what is not known."""
    keys = [key for key in CARRIED_GBPS if key in figures]
    money = {} if cost is None else {f"cost_per_{key}": cost / figures[key] for key in keys}
    power = {} if watts is None else {f"mw_per_{key}": 1000 * watts / figures[key] for key in keys}
    return money | power


def carried_text(*sides: Mapping[str, float], when: Sequence[str] = ("",)) -> str:
    """Return Gb/s and shares under each pattern in words; ``when`` follows each side's figures."""
    parts = [
        f"{PATTERNS[key]} "
        + ", ".join(
            f"{side[f'{key}_gbps']:,.0f} Gb/s ({side[f'{key}_throughput']:.1%}){after}"
            for side, after in zip(sides, when, strict=True)
            if f"{key}_gbps" in side
        )
        for key in shown_patterns(sides)
    ]
    return "; ".join(parts)


def said_of(routing: str) -> str:
    """Return in sentences what the figures of a saturation are."""
    return (
        f"Traffic: exact loads of all channels by {routing} routing, each candidate of a switch the same, "
        "without queues; throughput is 1 / the highest load, as a share of the rate of every "
        "endpoint, which is that of a link. Uniform: every endpoint to any endpoint. Worst permutation: of "
        "all, the one that loads a channel of this routing the most, exactly. Where finding it would "
        f"take more than about {WORST_SECONDS:.0f} s, the longest matching is shown instead, the "
        "permutation of the largest total distance: the worst permutation carries as much or less."
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
    """Return what a network carries under uniform traffic and the worst permutations, exactly.

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
        None if one is None else channel_load(topology, channels, rule, one, observer=observer).throughput
        for one in patterns
    ]
    return Saturation(rule.name, shares[0] or 0.0, shares[1] or 0.0, shares[2])
