"""The definition of a routing: its table of paths, its intermediates, and its decision."""

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
    """How the first switch of a packet chooses between minimal and other paths, by queue lengths.

    With q the waiting packets and H the hops of a path, subscript m for the minimal path and nm for a path
    by a random intermediate, a packet goes minimally if ``q_m H_m <= q_nm H_nm`` (Kim et al. 2008, section
    4.3.1, footnote 8).

    Attributes
    ----------
    queues
        ``local``: the queues of the switch's own outputs; ``global``: those of the group's global channels
        on the two paths, or without groups the fullest of each path.
    by_virtual_channel
        Whether q counts only the virtual channel of each path: ``never``; ``always``, UGAL-L_VC; ``same
        output``, only if both paths start with the same output, UGAL-L_VCH.
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
    """A routing.

    Attributes
    ----------
    name, summary, source
        Name on the command line, a sentence, and the reference that defines it.
    table
        Computes the candidates towards some destinations; raises `InputError` if the routing does not fit
        the network.
    virtual_channels
        Default rule of `virtual_channels.RULES`; ``dimensions`` stands for the one that the lattice needs.
    intermediate
        First target of packets that do not go minimally: ``none``; ``switch``, any switch; ``group``, any
        group.
    decision
        How packets decide; None if all take the same kind of path.
    """

    name: str
    summary: str
    source: str
    table: TableMaker
    virtual_channels: str
    intermediate: Literal["none", "switch", "group"] = "none"
    decision: Decision | None = None

    def destinations(self, topology: Topology) -> IntArray:
        """Return the destination switches of the table: those with endpoints, or all as intermediates."""
        wanted = (topology.endpoints > 0) | (self.intermediate == "switch")
        return np.flatnonzero(wanted).astype(np.int32)
