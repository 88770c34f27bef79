"""The messages of a finite run: destinations and creation times."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError, setting
from netfloor.research.traffic.motifs.schedule import MAX_MESSAGES, MessageSchedule
from netfloor.research.traffic.simulation.run import MAX_STEPS
from netfloor.topologies.topology import IntArray
from netfloor.traffic.patterns.pattern import Pattern

Destinations = Literal["fixed", "redrawn"]
#: Random number streams of a seed: creation times, and destinations.
_TIMES, _DESTINATIONS = range(2)


@dataclass(frozen=True)
class OfferedSettings:
    """The messages of every rank.

    Attributes
    ----------
    destinations
        ``fixed``: a rank draws one destination from the pattern and keeps it; ``redrawn``: it draws a
        destination for every message.
    messages
        Number of messages per rank.
    message_packets, packet_flits, flit_bytes
        Packets of a message, flits of a packet, bytes of a flit.
    """

    destinations: Destinations = "fixed"
    messages: int = 10
    message_packets: int = 16
    packet_flits: int = 1
    flit_bytes: int = 4096

    def __post_init__(self) -> None:
        for name, value, maximum in (
            ("messages", self.messages, 100_000),
            ("message-packets", self.message_packets, 1 << 20),
            ("packet-flits", self.packet_flits, 1 << 12),
            ("flit-bytes", self.flit_bytes, 1 << 20),
        ):
            if not 1 <= value <= maximum:
                raise InputError(setting(name), f"is {value}", f"give 1 to {maximum:,}")

    @property
    def message_flits(self) -> int:
        """Flits of a message."""
        return self.message_packets * self.packet_flits

    @property
    def message_bytes(self) -> int:
        """Bytes of a message."""
        return self.message_flits * self.flit_bytes


def offered_schedule(
    pattern: Pattern, settings: OfferedSettings, load: float, seed: int, most_cycles: int = MAX_STEPS
) -> MessageSchedule:
    """Return the messages of a run; for one seed, times and draws by rank are the same on every network.

    A rank creates its messages by a Poisson process with the load's rate, whether or not earlier ones have
    left: a step for each message, which computes until the message is created, and a last one that waits
    for all messages to the rank.

    Parameters
    ----------
    load
        Flits per cycle of a rank that sends at full rate.
    most_cycles
        Limit on cycles of a run.

    Raises
    ------
    InputError
        If there are too many messages, or the last is created after ``most_cycles``.
    """
    ranks, count = len(pattern.endpoints.rank), settings.messages
    if ranks * (count + 1) > MAX_MESSAGES:
        what = f"{ranks * count:,} messages of {ranks:,} ranks"
        raise InputError(setting("messages"), what, f"give fewer: {MAX_MESSAGES:,} are simulated at most")
    sending = np.flatnonzero(pattern.row[pattern.endpoints.rank] >= 0)
    gaps = np.random.default_rng([seed, _TIMES]).standard_exponential((ranks, count))
    rate = pattern.rate[pattern.endpoints.rank[sending]] * load / settings.message_flits
    created = np.ceil(np.cumsum(gaps[sending], axis=1) / rate[:, np.newaxis])
    if created.max(initial=0) >= most_cycles:
        what = f"the last message is created after {created.max():,.0f} cycles"
        raise InputError(
            setting("load"), what, f"give more load or fewer messages: {most_cycles:,} at most"
        )
    compute = np.zeros((ranks, count + 1), np.int32)
    compute[sending, :count] = np.diff(created, axis=1, prepend=0)
    random = np.random.default_rng([seed, _DESTINATIONS])
    drawn = random.random((ranks, count if settings.destinations == "redrawn" else 1))
    to = np.broadcast_to(drawn_ranks(pattern, sending, drawn[sending]), (len(sending), count))
    return MessageSchedule(
        ranks=ranks,
        steps=count + 1,
        source=np.repeat(sending, count).astype(np.int32),
        step=np.tile(np.arange(count), len(sending)).astype(np.int32),
        destination=to.ravel().astype(np.int32),
        awaited=np.full(to.size, count, np.int32),
        size_bytes=np.full(to.size, settings.message_bytes, np.int64),
        compute=compute,
    )


def drawn_ranks(
    pattern: Pattern, sources: npt.NDArray[np.integer], marks: npt.NDArray[np.float64]
) -> IntArray:
    """Return the destinations that sources (s,) draw with random numbers in [0, 1), (s, draws)."""
    endpoint = pattern.endpoints.rank[sources]
    row, skip = pattern.row[endpoint][:, np.newaxis], pattern.skip[endpoint][:, np.newaxis]
    low = pattern.first[row]
    if len(pattern.cumulative):
        rows = np.repeat(np.arange(len(pattern.first) - 1), np.diff(pattern.first))
        place = np.searchsorted(rows + pattern.cumulative, row + marks, side="right")
        place = np.minimum(place, pattern.first[row + 1] - 1)
    else:
        choices = pattern.first[row + 1] - low - (skip >= 0)
        place = np.minimum((marks * choices).astype(np.int64), choices - 1)
        place = low + place + ((skip >= 0) & (place >= skip))
    return np.asarray(np.searchsorted(pattern.endpoints.rank, pattern.choice[place]), np.int32)
