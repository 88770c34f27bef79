"""Delays of channels in cycles: given, or from the cable lengths of a plan."""

import math
from dataclasses import dataclass

import numpy as np

from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import CABLE_NS_PER_M, MM_PER_M
from netfloor.studies.named_network import FoundNetwork, NetworkRequest
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels

MAX_CHANNEL_CYCLES = 1 << 20


@dataclass(frozen=True)
class Delays:
    """Delays of channels in cycles: given, or from the cable lengths of a plan.

    ``channel`` and ``between_groups`` None mean 1 for a spec and, for a plan, the length of each cable at 5
    ns per metre, in cycles of a flit of ``flit_bytes`` at the rate of a link, rounded up, at least 1.
    """

    channel: int | None = None
    between_groups: int | None = None
    flit_bytes: int = 64

    def check(self) -> None:
        """Raise `InputError` for cycles or bytes out of range."""
        for name, value in (("channel-cycles", self.channel), ("global-cycles", self.between_groups)):
            if value is not None and not 1 <= value <= MAX_CHANNEL_CYCLES:
                raise InputError(setting(name), f"is {value}", f"give 1 to {MAX_CHANNEL_CYCLES:,}")
        if self.flit_bytes < 1:
            raise InputError(setting("flit-bytes"), f"is {self.flit_bytes}", "give 1 or more")


def channel_cycles(delays: Delays, network: FoundNetwork, channels: Channels) -> tuple[IntArray, str]:
    """Return the cycles of every channel, (c,) int32, and a sentence on their source.

    Those of a plan come from its cables.
    """
    topology = network.topology
    if delays.channel is None and network.planned is not None:
        lengths = network.planned.cables.length_mm
        cycle = delays.flit_bytes * 8 / topology.link_gbps
        start = np.concatenate([[0], np.cumsum(topology.multiplicity)])[channels.link]
        same = (np.diff(channels.tail, prepend=-1) == 0) & (np.diff(channels.head, prepend=-1) == 0)
        place = np.arange(channels.count)
        number = place - np.maximum.accumulate(np.where(same, 0, place))
        nanoseconds = lengths[start + number] * (CABLE_NS_PER_M / MM_PER_M)
        cycles = np.maximum(1, np.ceil(np.round(nanoseconds / cycle, 9))).astype(np.int32)
        note = (
            f"Channels take the metres of their cables at {CABLE_NS_PER_M:g} ns per metre (SpectralFly, "
            f"section VII): {_span(cycles)} of {cycle:g} ns, "
            f"a flit of {delays.flit_bytes} bytes at {topology.link_gbps:g} Gb/s."
        )
    else:
        each = 1 if delays.channel is None else delays.channel
        cycles, note = np.full(channels.count, each, np.int32), f"Channels take {_cycles(each)} each."
    if delays.between_groups is not None:
        cycles = np.where(channels.global_, delays.between_groups, cycles).astype(np.int32)
        note += f" Channels between groups take {_cycles(delays.between_groups)}."
    return cycles, note


def cycle_ns(wanted: NetworkRequest, topology: Topology, flit_bytes: int) -> float | None:
    """Return the time of a flit on a link in ns, None for a spec without a rate."""
    if wanted.gbps is None and not wanted.is_plan:
        return None
    return flit_bytes * 8 / topology.link_gbps


def default_switch_cycles(cycle: float | None) -> tuple[int, str]:
    """Return the default cycles of a switch, and a sentence on their source."""
    if cycle is None:
        known = "of a plan, or where links are given a rate, it takes"
        return 1, f"A switch takes 1 cycle; {known} {DEFAULT_SWITCH_NS:g} ns."
    cycles = max(1, math.ceil(round(DEFAULT_SWITCH_NS / cycle, 9)))
    count = _cycles(cycles)
    return (
        cycles,
        f"A switch takes {count} of {cycle:g} ns: {DEFAULT_SWITCH_NS:g} ns, as whatif and compare assume.",
    )


def _span(cycles: IntArray) -> str:
    """Return the range of cycles of the channels as text; 0 without channels."""
    low, high = (int(cycles.min()), int(cycles.max())) if len(cycles) else (0, 0)
    return _cycles(low) if low == high else f"{low:,} to {_cycles(high)}"


def _cycles(count: int) -> str:
    return "1 cycle" if count == 1 else f"{count:,} cycles"
