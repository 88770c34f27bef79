"""A network for simulation: channels with delays, routing tables, virtual channels."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.sizes import BYTES_A_PAIR, WorkEstimate, require_within_budget
from netfloor.research.traffic.simulation.arrays import (
    MINIMAL,
    UGAL_G,
    UGAL_L,
    UGAL_L_CR,
    UGAL_L_VC,
    UGAL_L_VCH,
    VALIANT,
    WORD,
    Rules,
)
from netfloor.research.traffic.simulation.settings import SwitchModel
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels, channels_of
from netfloor.traffic.routing.dependencies import dependencies
from netfloor.traffic.routing.next_channels import NextChannels
from netfloor.traffic.routing.routes import MAX_SWITCHES
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.routing.valiant import Intermediates, intermediates_of
from netfloor.traffic.routing.virtual_channels import VirtualChannels, virtual_channels

#: Limit on steps of a cycle in a message.
_SHOWN = 4


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
        Next channels towards every switch and then, if the routing is by groups, every group.
    groups
        Group of every switch, (n,) int32, all 0 unless the routing is by groups.
    deadlock
        Why packets cannot deadlock.
    """

    topology: Topology
    channels: Channels
    delay: IntArray
    rule: RoutingRule
    virtual: VirtualChannels
    table: NextChannels
    groups: IntArray
    deadlock: str

    @cached_property
    def ways(self) -> npt.NDArray[np.uint32]:
        """Next channels in the form of `Simulated.ways`."""
        from netfloor.research.traffic.simulation.route_kernels import ways_of  # noqa: PLC0415 - a heavy import

        words = -(-int(np.diff(self.channels.first).max(initial=1)) // WORD)
        ways = ways_of(
            self.table.first, self.table.channel, self.channels.first, self.table.switches, words
        )
        return np.asarray(ways)


def network_of(
    topology: Topology, rule: RoutingRule, delay: IntArray | int = 1, virtual_rule: str | None = None
) -> SimulatedNetwork:
    """Return a network with a routing, proven deadlock-free, for simulation.

    Parameters
    ----------
    delay
        Cycles of each channel in the order of `channels_of`, or of all.
    virtual_rule
        A rule of virtual channels; None for the routing's own.

    Raises
    ------
    InputError
        If the routing or the rule does not fit the network, or the rule needs a proof and the network is
        too large for it.
    InfeasibleError
        If packets can deadlock.
    """
    channels, n = channels_of(topology), topology.routers
    words = -(-int(np.diff(channels.first).max(initial=1)) // WORD)
    tables = n * n * (BYTES_A_PAIR + words * np.dtype(np.uint32).itemsize)
    require_within_budget("network", WorkEstimate(f"tables of all pairs of {n:,} switches", memory=tables))
    table = rule.table(topology, channels, np.arange(topology.routers, dtype=np.int32))
    diameter = int(table.hops[rule.destinations(topology)].max())
    virtual = virtual_channels(rule, topology, channels, diameter, virtual_rule)
    intermediates = intermediates_of(rule, topology, channels, table)
    deadlock = _no_deadlock(topology, channels, virtual, table, intermediates, virtual_rule)
    groups = np.zeros(topology.routers, np.int32)
    if intermediates is not None and rule.intermediate == "group":
        groups, table = intermediates.area, _joined(table, intermediates.towards)
    delays = np.broadcast_to(np.asarray(delay, np.int32), channels.count).copy()
    return SimulatedNetwork(
        topology=topology,
        channels=channels,
        delay=delays,
        rule=rule,
        virtual=virtual,
        table=table,
        groups=groups,
        deadlock=deadlock,
    )


def _no_deadlock(
    topology: Topology,
    channels: Channels,
    virtual: VirtualChannels,
    table: NextChannels,
    intermediates: Intermediates | None,
    named: str | None,
) -> str:
    """Return why packets cannot deadlock; raise if they can, or if it is unknown."""
    if virtual.name == "by-hop":
        return "no deadlock: every hop takes a higher virtual channel"
    if topology.routers > MAX_SWITCHES:
        if named is None:
            return f"no deadlock by construction ({virtual.source}); too many switches for a proof"
        what = f"{named} is not proved free of deadlock on {topology.routers:,} switches"
        hint = f"choose by-hop, leave it out, or give at most {MAX_SWITCHES:,} switches"
        raise InputError(setting("virtual-channels"), what, hint)
    proof = dependencies(topology, channels, virtual, table, intermediates)
    if proof.is_acyclic:
        return "no deadlock: the channel dependency graph has no cycle"
    steps = []
    for node in proof.cycle[:_SHOWN]:
        channel, number = divmod(node, virtual.count)
        ends = [topology.label(int(end[channel])) for end in (channels.tail, channels.head)]
        steps.append(f"{ends[0]} > {ends[1]} on {number}")
    more = f" and {len(proof.cycle) - _SHOWN} more" if len(proof.cycle) > _SHOWN else ""
    raise InfeasibleError(
        f"packets can deadlock by the rule {virtual.name}: on {', '.join(steps)}{more};"
        f" give {setting('virtual-channels')} by-hop"
    )


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
    """Return the kernels' number for a routing's decision at the source."""
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


def rules_of(network: SimulatedNetwork, model: SwitchModel, *, scheduled: bool = False) -> Rules:
    """Return the kernels' parameters; ``scheduled`` if messages are sent."""
    by_group, virtual = network.rule.intermediate == "group", network.virtual
    sequential, waiting = model.allocation == "sequential", model.queue_rule == "waiting"
    return Rules(
        switches=network.topology.routers,
        endpoints=int(network.topology.endpoints.sum()),
        channels=network.channels.count,
        vcs=virtual.count,
        buffer=model.buffer_packets,
        flits=model.packet_flits,
        speedup=model.speedup,
        switch_cycles=model.switch_cycles,
        endpoint_cycles=model.endpoint_cycles,
        credit_cycles=model.credit_cycles,
        routing=decision_of(network.rule),
        groups=int(network.groups.max(initial=0)) + 1 if by_group else 0,
        first_level=virtual.minimal_start,
        sequential=int(sequential),
        waiting=int(waiting),
        claims=int(sequential or waiting),
        poisson=int(model.injection == "poisson"),
        axes=int(virtual.axis.max(initial=0) > virtual.axis.min(initial=0)),
        scheduled=int(scheduled),
    )
