"""What a simulation assumes of switches, cables and endpoints, and how long it watches."""

from dataclasses import dataclass
from typing import Literal

from netfloor.foundation.errors import InputError, setting

#: Steps of a crossbar in a cycle at most: with so many it hardly limits anything.
MOST_SPEEDUP = 64

Allocation = Literal["parallel", "sequential"]
Injection = Literal["bernoulli", "poisson"]


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
    """

    buffer_flits: int = 16
    packet_flits: int = 1
    speedup: int = 2
    switch_cycles: int = 1
    endpoint_cycles: int = 1
    credit_cycles: int = 1
    allocation: Allocation = "parallel"
    injection: Injection = "bernoulli"

    def __post_init__(self) -> None:
        for name, value, least, most in (
            ("buffers", self.buffer_flits, 1, 1 << 20),
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
