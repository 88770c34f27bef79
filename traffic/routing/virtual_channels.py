"""Virtual channels: the rules by which packets choose them so that no deadlock can occur."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.routing.dimension_order import coordinates, dimensions_for
from netfloor.traffic.routing.minimal import groups_of
from netfloor.traffic.routing.rule import RoutingRule


@dataclass(frozen=True, eq=False)
class VirtualChannels:
    """A rule by which packets change virtual channel.

    A packet that arrives on virtual channel v of channel i and leaves on channel o takes virtual channel
    ``v + raises[i]`` of o if ``axis[i] == axis[o]``, otherwise 0.

    Attributes
    ----------
    name, source
        Name of the rule, and the reference that defines it.
    count
        Virtual channels per channel.
    minimal_start, start
        Virtual channel of the first channel of direct packets, and of packets with an intermediate.
    raises
        Increment at each channel, (c,) int32, 0 or 1.
    axis
        Dimension of each channel, (c,) int32, 0 for all without dimensions.
    note
        Why it is not the routing's own rule, empty if it is or the user named it.
    """

    name: str
    source: str
    count: int
    minimal_start: int
    start: int
    raises: IntArray
    axis: IntArray
    note: str = ""


def _by_hop(rule: RoutingRule, _network: Topology, channels: Channels, diameter: int) -> VirtualChannels:
    """Increment at every hop: d + 1 for minimal routing, 2 d + 1 via an intermediate, diameter d."""
    each, flat = np.ones(channels.count, np.int32), np.zeros(channels.count, np.int32)
    count = diameter + 1 if rule.intermediate == "none" else 2 * diameter + 1
    return VirtualChannels(
        name="by-hop",
        source="SpectralFly (2022), section V-A",
        count=count,
        minimal_start=0,
        start=0,
        raises=each,
        axis=flat,
    )


def _by_group(rule: RoutingRule, network: Topology, channels: Channels, _diameter: int) -> VirtualChannels:
    """Increment after every global channel; with UGAL minimal packets start on 1, others on 0."""
    groups_of(network)
    flat = np.zeros(channels.count, np.int32)
    raises = channels.global_.astype(np.int32)
    source = "Kim et al. (2008), Figure 7"
    if rule.intermediate == "none":
        return VirtualChannels(
            name="by-group",
            source=source,
            count=2,
            minimal_start=0,
            start=0,
            raises=raises,
            axis=flat,
        )
    return VirtualChannels(
        name="by-group",
        source=source,
        count=3,
        minimal_start=int(rule.decision is not None),
        start=0,
        raises=raises,
        axis=flat,
    )


def _dimensions(
    _rule: RoutingRule, network: Topology, channels: Channels, _diameter: int
) -> VirtualChannels:
    """Use a second channel after the link that closes a ring, the first again in the next dimension."""
    dimensions = dimensions_for(network)
    places = coordinates(dimensions, network.routers)
    differs = places[:, channels.tail] != places[:, channels.head]
    axis = np.argmax(differs, axis=0).astype(np.int32)
    along = np.arange(channels.count)
    step = places[axis, channels.tail] - places[axis, channels.head]
    sizes = np.array([part.size if part.kind == "ring" else 0 for part in dimensions])[axis]
    raises = ((sizes > 0) & (np.abs(step) == sizes - 1))[along].astype(np.int32)
    count = 2 if raises.any() else 1
    return VirtualChannels(
        name="dimensions",
        source="Dally, Seitz (1987)",
        count=count,
        minimal_start=0,
        start=0,
        raises=raises,
        axis=axis,
    )


def _one(_rule: RoutingRule, _network: Topology, channels: Channels, _diameter: int) -> VirtualChannels:
    flat = np.zeros(channels.count, np.int32)
    return VirtualChannels(
        name="one",
        source="a single channel",
        count=1,
        minimal_start=0,
        start=0,
        raises=flat,
        axis=flat,
    )


#: Bits of a word in the proof; more virtual channels than any switch has.
MAX_VIRTUAL = 62
#: All rules, by name.
RULES: dict[str, Callable[[RoutingRule, Topology, Channels, int], VirtualChannels]] = {
    "by-hop": _by_hop,
    "by-group": _by_group,
    "dimensions": _dimensions,
    "one": _one,
}


def virtual_channels(
    rule: RoutingRule, topology: Topology, channels: Channels, diameter: int, name: str | None = None
) -> VirtualChannels:
    """Return the virtual channels of a routing on a network.

    Parameters
    ----------
    diameter
        Maximum hops of a path of the routing's table.
    name
        A key of `RULES`; None for the routing's own, or ``by-hop`` if the own rule can deadlock.

    Raises
    ------
    InputError
        If the rule is unknown, needs groups or dimensions that the network lacks, or more than
        `MAX_VIRTUAL` virtual channels.
    """
    own, note = name or rule.virtual_channels, ""
    if name is None and own == "by-group" and not _groups_are_complete(topology):
        own, note = "by-hop", "by-group can deadlock here because groups are not complete graphs"
    if own not in RULES:
        known = f"known: {', '.join(RULES)}"
        raise InputError(setting("virtual-channels"), f"unknown rule {own[:60]!r}", known)
    result = RULES[own](rule, topology, channels, diameter)
    if result.count > MAX_VIRTUAL:
        needs = f"{own} needs {result.count:,} virtual channels on {topology.name}"
        what = f"{needs}, and {MAX_VIRTUAL} is the most"
        hint = (
            "choose a routing that needs fewer, such as dimension-order on tori, or a network of fewer hops"
        )
        raise InputError(setting("virtual-channels"), what, hint)
    return replace(result, note=note)


def _groups_are_complete(network: Topology) -> bool:
    """Return True if all switches of a group are joined to each other."""
    groups = groups_of(network)
    ends = groups[network.links]
    sizes = np.bincount(groups)
    inside = np.bincount(ends[ends[:, 0] == ends[:, 1], 0], minlength=len(sizes))
    return bool((inside == sizes * (sizes - 1) // 2).all())
