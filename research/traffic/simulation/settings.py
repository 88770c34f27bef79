"""What a simulation assumes of switches, cables and endpoints, and how long it watches."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.topology import IntArray

#: Shallowest buffer that is assumed, that of the dragonfly paper (section 4.2), and the deepest there is.
FEWEST_FLITS, MOST_FLITS = 16, 1 << 20
#: Steps of a crossbar in a cycle at most: with so many it hardly limits anything.
MOST_SPEEDUP = 64

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
        Flits of a packet; more than one are sent by virtual cut-through.
    speedup
        Flits a cycle that a switch takes from each input port and gives to each output port; the largest
        hardly limits anything.
    switch_cycles
        Cycles from the head of an input queue to the channel, without contention.
    endpoint_cycles
        Cycles of the channel between an endpoint and its switch.
    credit_cycles
        Cycles a switch takes to count a credit that has arrived.
    allocation
        ``parallel``: packets decided in one cycle do not know of each other, the greedy allocation of the
        dragonfly paper's section 4.2; ``sequential``: each sees those before it, and queues include packets
        that wait for the output in the switch itself.
    injection
        How endpoints create packets: a ``bernoulli`` trial in every cycle, or a ``poisson`` process.
    queue_rule
        What UGAL counts as the queue of an output: ``credits``, flits sent whose credits are not back, or
        ``waiting``, flits in the switch that wait for the output.
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
        for name, value, least, most in (
            ("buffers", self.buffer_flits, 1, MOST_FLITS),
            ("packet_flits", self.packet_flits, 1, 1 << 12),
            ("speedup", self.speedup, 1, MOST_SPEEDUP),
            ("switch_cycles", self.switch_cycles, 1, 1 << 16),
            ("endpoint_cycles", self.endpoint_cycles, 1, 1 << 16),
            ("credit_cycles", self.credit_cycles, 0, 1 << 16),
        ):
            if not least <= value <= most:
                raise InputError(setting(name), f"is {value}", f"give {least} to {most:,}")
        if self.buffer_flits < self.packet_flits:
            what = f"{self.buffer_flits} flits hold no packet of {self.packet_flits}"
            raise InputError(setting("buffers"), what, "give the flits of a packet or more")

    @property
    def buffer_packets(self) -> int:
        """Packets that the buffer of one virtual channel holds."""
        return self.buffer_flits // self.packet_flits

    def credit_round_trips(self, delay: IntArray) -> np.typing.NDArray[np.int64]:
        """Return the cycles from sending a packet over each channel to the use of its credit."""
        idle = self.switch_cycles + self.credit_cycles + self.packet_flits - 1
        return np.asarray(2 * delay.astype(np.int64) + idle)

    def short_buffers(self, delay: IntArray) -> str:
        """Return which channels wait for credits even where nothing else does; empty without any."""
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
    """What the user says of switches, as `SwitchModel` has it; None takes what the network needs.

    Attributes
    ----------
    buffer_flits
        None for the credit round trip of the longest channel, in whole packets, at least `FEWEST_FLITS`.
    switch_cycles
        None for the latency that all commands assume, where the time of a cycle is known, else for 1.
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
            Cycles of a switch where the user gives none.
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
            model, buffer_flits=min(MOST_FLITS, max(model.buffer_flits, packets * self.packet_flits))
        )


@dataclass(frozen=True)
class Watch:
    """How long a run goes on.

    Attributes
    ----------
    window
        Cycles of one observation of the warm-up; None for what paths and buffers need (`Task.window`).
    most_warm_up
        Cycles after which a run that is not steady is given up; forty observations are made at least.
    measured
        Cycles in which packets are labelled.
    most_drain
        Cycles after the measurement in which labelled packets must have left.
    """

    window: int | None = None
    most_warm_up: int = 20_000
    measured: int = 3_000
    most_drain: int = 20_000


def read_loads(text: str) -> tuple[float, ...]:
    """Return the loads of a list such as ``0.1,0.2``; `InputError` if one is not a number."""
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError as error:
        what = f"{text[:60]!r} is not a list of numbers"
        raise InputError(setting("load"), what, "give numbers such as 0.1,0.2") from error
