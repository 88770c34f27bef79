"""The chain of messages that a motif's end waited for, and where its time went."""

from dataclasses import dataclass

from netfloor.research.traffic.motifs.schedule import MessageSchedule
from netfloor.research.traffic.simulation.arrays import (
    BEGUN,
    COMPUTING,
    FIRST_LEFT,
    LAST_CABLES,
    LAST_HOPS,
    LAST_NUMBER,
    RECEIVED,
    RELEASED_BY,
    Messages,
)
from netfloor.research.traffic.simulation.settings import SwitchModel


@dataclass(frozen=True)
class PathMessage:
    """A message of the critical path; its times in cycles add up to the time since the one before arrived.

    Attributes
    ----------
    source, destination, step
        Ranks that send and receive it, and the step of the source.
    size_bytes, channels
        Of the message; channels between switches that its last packet crossed.
    computing
        Of the source before it may send.
    queued
        Behind earlier messages of the source.
    serialisation
        Flits of the message one after the other.
    hops
        Switches and cables on the way, without any queue.
    waiting
        For credits and in queues, at the source and in switches.
    received
        Cycle at the end.
    """

    source: int
    destination: int
    step: int
    size_bytes: int
    channels: int
    computing: int
    queued: int
    serialisation: int
    hops: int
    waiting: int
    received: int


#: What the time of a critical path is split into.
PARTS = ("computing", "queued", "serialisation", "hops", "waiting")


def critical_path(
    schedule: MessageSchedule, messages: Messages, model: SwitchModel, last: int
) -> tuple[PathMessage, ...]:
    """Return the messages that the end waited for, the first one first.

    Parameters
    ----------
    messages
        As a run has left them.
    last
        Rank that ended last.
    """
    legs: list[PathMessage] = []
    before = 0
    for message in _chain(schedule, messages, last):
        source, step = int(schedule.source[message]), int(schedule.step[message])
        row = messages.rows[message]
        begun = int(messages.steps[source * schedule.steps + step, BEGUN])
        flits = (int(row[LAST_NUMBER]) + 1) * model.packet_flits - 1
        channels = int(row[LAST_HOPS])
        hops = 2 * model.endpoint_cycles + (channels + 1) * model.switch_cycles + int(row[LAST_CABLES])
        left, received = int(row[FIRST_LEFT]), int(row[RECEIVED])
        legs.append(
            PathMessage(
                source,
                int(schedule.destination[message]),
                step,
                int(schedule.size_bytes[message]),
                channels,
                computing=begun - before,
                queued=left - begun,
                serialisation=flits,
                hops=hops,
                waiting=received - left - flits - hops,
                received=received,
            )
        )
        before = received
    return tuple(legs)


def _chain(schedule: MessageSchedule, messages: Messages, last: int) -> list[int]:
    """Return the messages on the path: what a step waited for, the last message or the step before it."""
    found: list[int] = []
    step = last * schedule.steps + schedule.steps - 1
    while True:
        message = int(messages.steps[step, RELEASED_BY])
        ready = int(messages.steps[step, BEGUN] - messages.steps[step, COMPUTING])
        if message >= 0 and messages.rows[message, RECEIVED] == ready:
            found.append(message)
            step = int(schedule.source[message]) * schedule.steps + int(schedule.step[message])
        elif step % schedule.steps:
            step -= 1
        else:
            return found[::-1]
