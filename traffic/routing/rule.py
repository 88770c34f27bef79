"""What a routing is: its table of paths, whether it goes by an intermediate, and how it decides."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.routing.next_channels import NextChannels

TableMaker = Callable[[Topology, Channels, IntArray], NextChannels]


@dataclass(frozen=True)
class Decision:
    """How a packet at its first switch is sent minimally or not, by queue lengths.

    With q the packets waiting and H the hops of a path, subscript m for the minimal path and nm for one
    by a random intermediate, a packet goes minimally if ``q_m H_m <= q_nm H_nm`` (Kim et al. 2008,
    section 4.3.1, footnote 8).

    Attributes
    ----------
    queues
        ``local``: the queues of the switch's own outputs; ``global``: those of the group's global channels
        that the two paths take, or without groups the fullest of each path.
    by_virtual_channel
        Whether q counts the virtual channel of each path alone: ``never``; ``always``, UGAL-L_VC;
        ``same output``, only where both paths start with the same output, UGAL-L_VCH.
    credit_delay
        True for UGAL-L_CR (section 4.3.2): an output's credit round trip latency t_crt gives its congestion
        ``t_d(O) = t_crt(O) - t_crt0``, and credits sent upstream wait ``t_d(O) - min t_d`` of their output;
        those sent across a global channel are not delayed.
    """

    queues: Literal["local", "global"]
    by_virtual_channel: Literal["never", "always", "same output"] = "never"
    credit_delay: bool = False


@dataclass(frozen=True)
class RoutingRule:
    """One routing.

    Attributes
    ----------
    name, summary, source
        Name on the command line, one sentence, and where it is defined.
    table
        Makes the candidates towards some destinations; raises `InputError` where the routing does not
        fit the network.
    virtual_channels
        Rule of `virtual_channels.RULES` that it takes unless told otherwise; ``dimensions`` stands for
        the one that the lattice needs.
    intermediate
        Where the packets that do not go minimally go first: ``none``; ``switch``, any switch; ``group``,
        any group.
    decision
        How packets decide; None where all do the same.
    """

    name: str
    summary: str
    source: str
    table: TableMaker
    virtual_channels: str
    intermediate: Literal["none", "switch", "group"] = "none"
    decision: Decision | None = None

    def destinations(self, topology: Topology) -> IntArray:
        """Return the switches that packets follow the table to: with endpoints, or all as intermediates."""
        wanted = (topology.endpoints > 0) | (self.intermediate == "switch")
        return np.flatnonzero(wanted).astype(np.int32)
