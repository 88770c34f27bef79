"""Settings of a simulation: switches, cables, endpoints, and durations."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.topology import IntArray

#: Minimum buffer, that of the dragonfly paper (section 4.2), and limit on buffers, in flits.
FEWEST_FLITS, MAX_FLITS = 16, 1 << 20
#: Limit on steps of a crossbar per cycle, at which it is hardly ever a bottleneck.
MAX_SPEEDUP = 64

Allocation = Literal["parallel", "sequential"]
Injection = Literal["bernoulli", "poisson"]
QueueRule = Literal["credits", "waiting"]


@dataclass(frozen=True)
class SwitchModel:
    """An input-queued switch and the endpoints attached to it.

    Attributes
    ----------
    buffer_flits
        Depth of the buffer of one virtual channel of an input port, in flits; whole packets only.
    packet_flits
        Flits of a packet; longer packets use virtual cut-through.
    speedup
        Flits per cycle that a switch takes from each input port and gives to each output port; with the
        largest it is hardly ever a bottleneck.
    switch_cycles
        Cycles from the head of an input queue to the channel, without contention.
    endpoint_cycles
        Cycles of the channel between an endpoint and its switch.
    credit_cycles
        Cycles until a switch counts an arrived credit.
    allocation
        ``parallel``: decisions in one cycle are independent, the greedy allocation of the dragonfly paper's
        section 4.2; ``sequential``: each sees those before it, and queues include packets that wait for the
        output in the switch itself.
    injection
        How endpoints create packets: a ``bernoulli`` trial in every cycle, or a ``poisson`` process.
    queue_rule
        The queue of an output for UGAL: ``credits``, sent flits with outstanding credits, or ``waiting``,
        flits in the switch that wait for the output.
    """

    buffer_flits: int = 16
    packet_flits: int = 1
    speedup: int = 2
    switch_cycles: int = 1
    endpoint_cycles: int = 1
    credit_cycles: int = 1
    allocation: Allocation = "parallel"
    injection: Injection = "bernoulli"
    queue_rule: QueueRule = "credits"

    def __post_init__(self) -> None:
        for name, value, minimum, maximum in (
            ("buffers", self.buffer_flits, 1, MAX_FLITS),
            ("packet_flits", self.packet_flits, 1, 1 << 12),
            ("speedup", self.speedup, 1, MAX_SPEEDUP),
            ("switch_cycles", self.switch_cycles, 1, 1 << 16),
            ("endpoint_cycles", self.endpoint_cycles, 1, 1 << 16),
            ("credit_cycles", self.credit_cycles, 0, 1 << 16),
        ):
            if not minimum <= value <= maximum:
                raise InputError(setting(name), f"is {value}", f"give {minimum} to {maximum:,}")
        if self.buffer_flits < self.packet_flits:
            what = f"{self.buffer_flits} flits hold no packet of {self.packet_flits}"
            raise InputError(setting("buffers"), what, "give at least the flits of a packet")

    @property
    def buffer_packets(self) -> int:
        """Packets that the buffer of one virtual channel holds."""
        return self.buffer_flits // self.packet_flits

    def credit_round_trips(self, delay: IntArray) -> np.typing.NDArray[np.int64]:
        """Return the cycles from sending a packet over each channel to the use of its credit."""
        idle = self.switch_cycles + self.credit_cycles + self.packet_flits - 1
        return np.asarray(2 * delay.astype(np.int64) + idle)

    def short_buffers(self, delay: IntArray) -> str:
        """Return a sentence on channels that wait for credits even without contention.

        Empty without any.
        """
        trips, room = self.credit_round_trips(delay), self.buffer_packets * self.packet_flits
        if room >= (longest := int(trips.max(initial=0))):
            return ""
        return (
            f"Buffers of {room:,} flits are shorter than the credit round trip of up to {longest:,} cycles "
            f"on {int((trips > room).sum()):,} channels: a virtual channel of the longest carries at most "
            f"{room / longest:.3f} of its rate."
        )


@dataclass(frozen=True)
class SwitchOptions:
    """The user's settings of switches, see `SwitchModel`; None selects the values that the network needs.

    Attributes
    ----------
    buffer_flits
        None for the credit round trip of the longest channel, in whole packets, at least `FEWEST_FLITS`.
    switch_cycles
        None for the default latency of all commands if the time of a cycle is known, otherwise 1.
    """

    buffer_flits: int | None = None
    packet_flits: int = 1
    speedup: int = 2
    switch_cycles: int | None = None
    endpoint_cycles: int = 1
    allocation: Allocation = "parallel"
    injection: Injection = "bernoulli"
    queue_rule: QueueRule = "credits"

    def model(self, delay: IntArray, switch_cycles: int) -> SwitchModel:
        """Return the switches of a network.

        Parameters
        ----------
        delay
            Cycles of every channel, (c,).
        switch_cycles
            Default cycles of a switch.
        """
        given = self.buffer_flits
        model = SwitchModel(
            max(FEWEST_FLITS, self.packet_flits) if given is None else given,
            self.packet_flits,
            self.speedup,
            switch_cycles if self.switch_cycles is None else self.switch_cycles,
            self.endpoint_cycles,
            allocation=self.allocation,
            injection=self.injection,
            queue_rule=self.queue_rule,
        )
        if given is not None:
            return model
        packets = -(-int(model.credit_round_trips(delay).max(initial=0)) // self.packet_flits)
        return replace(
            model, buffer_flits=min(MAX_FLITS, max(model.buffer_flits, packets * self.packet_flits))
        )


@dataclass(frozen=True)
class Watch:
    """Durations of a run.

    Attributes
    ----------
    window
        Cycles of one observation of the warm-up; None for what paths and buffers need (`Task.window`).
    max_warm_up
        Cycles after which an unsteady run is abandoned; at least forty observations are made.
    measured
        Cycles in which packets are labelled.
    max_drain
        Cycles after the measurement in which labelled packets must have arrived.
    """

    window: int | None = None
    max_warm_up: int = 20_000
    measured: int = 3_000
    max_drain: int = 20_000


def read_loads(text: str) -> tuple[float, ...]:
    """Parse a list of loads such as ``0.1,0.2``; raise `InputError` for anything but numbers."""
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError as error:
        what = f"{text[:60]!r} is not a list of numbers"
        raise InputError(setting("load"), what, "give numbers such as 0.1,0.2") from error
