"""A network as a simulation sees it: channels with delays, ways through them, virtual channels."""

from dataclasses import dataclass

import numpy as np

from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels, channels_of
from netfloor.traffic.routing.next_channels import NextChannels
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.routing.valiant import towards_groups
from netfloor.traffic.routing.virtual_channels import VirtualChannels, virtual_channels
from netfloor.traffic.simulation.arrays import (
    MINIMAL,
    UGAL_G,
    UGAL_L,
    UGAL_L_CR,
    UGAL_L_VC,
    UGAL_L_VCH,
    VALIANT,
    Rules,
)
from netfloor.traffic.simulation.settings import SwitchModel


@dataclass(frozen=True, eq=False)
class SimulatedNetwork:
    """Channels with delays, the table of a routing and its virtual channels.

    Attributes
    ----------
    topology, channels
        The network.
    delay
        Cycles that a flit spends on each channel, (c,) int32, at least 1.
    rule, virtual
        The routing and its virtual channels.
    table
        Next channels towards every switch and then, if the routing goes by groups, every group.
    groups
        Group of every switch, (n,) int32, all 0 where the routing does not go by groups.
    """

    topology: Topology
    channels: Channels
    delay: IntArray
    rule: RoutingRule
    virtual: VirtualChannels
    table: NextChannels
    groups: IntArray


def network_of(topology: Topology, rule: RoutingRule, delay: IntArray | int = 1) -> SimulatedNetwork:
    """Return a network ready to be simulated with a routing.

    Parameters
    ----------
    delay
        Cycles of each channel in the order of `channels_of`, or of all.

    Raises
    ------
    InputError
        If the routing does not fit the network.
    """
    channels = channels_of(topology)
    table = rule.table(topology, channels, np.arange(topology.routers, dtype=np.int32))
    virtual = virtual_channels(rule, topology, channels, table.diameter)
    groups = np.zeros(topology.routers, np.int32)
    if rule.intermediate == "group" and topology.groups is not None:
        groups = topology.groups.astype(np.int32)
        table = _joined(table, towards_groups(channels, groups))
    delays = np.broadcast_to(np.asarray(delay, np.int32), channels.count).copy()
    return SimulatedNetwork(topology, channels, delays, rule, virtual, table, groups)


def _joined(switches: NextChannels, groups: NextChannels) -> NextChannels:
    """Return the table towards switches and then groups."""
    return NextChannels(
        switches.switches,
        np.concatenate([switches.destinations, len(switches.destinations) + groups.destinations]),
        np.concatenate([switches.hops, groups.hops]),
        np.concatenate([switches.first, switches.first[-1] + groups.first[1:]]),
        np.concatenate([switches.channel, groups.channel]),
        switches.share,
    )


def decision_of(rule: RoutingRule) -> int:
    """Return the decision of a routing at the source as the kernels number it."""
    decision = rule.decision
    if rule.intermediate == "none":
        return MINIMAL
    if decision is None:
        return VALIANT
    if decision.queues == "global":
        return UGAL_G
    if decision.credit_delay:
        return UGAL_L_CR
    return {"never": UGAL_L, "always": UGAL_L_VC, "same output": UGAL_L_VCH}[decision.by_virtual_channel]


def rules_of(network: SimulatedNetwork, model: SwitchModel) -> Rules:
    """Return the numbers that the kernels work with."""
    by_group = network.rule.intermediate == "group"
    return Rules(
        switches=network.topology.routers,
        endpoints=int(network.topology.endpoints.sum()),
        channels=network.channels.count,
        vcs=network.virtual.count,
        buffer=model.buffer_packets,
        flits=model.packet_flits,
        speedup=model.speedup,
        switch_cycles=model.switch_cycles,
        endpoint_cycles=model.endpoint_cycles,
        credit_cycles=model.credit_cycles,
        routing=decision_of(network.rule),
        groups=int(network.groups.max(initial=0)) + 1 if by_group else 0,
        first_level=network.virtual.minimal_start,
        sequential=int(model.allocation == "sequential"),
        poisson=int(model.injection == "poisson"),
    )
