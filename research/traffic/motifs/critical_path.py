"""The critical path of a motif: the chain of messages that determines its end, and where time is spent."""

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
    """A message of the critical path; its times in cycles add up to the time since the previous arrival.

    Attributes
    ----------
    source, destination, step
        Ranks that send and receive it, and the step of the source.
    size_bytes, channels
        Size of the message; channels between switches that its last packet crossed.
    computing
        Computation of the source before the message.
    queued
        Wait behind earlier messages of the source.
    serialisation
        Transmission of the message's flits.
    hops
        Switches and cables on the path, without queueing.
    waiting
        Wait for credits and in queues, at the source and in switches.
    received
        Cycle of arrival.
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


#: The parts of a critical path's time.
PARTS = ("computing", "queued", "serialisation", "hops", "waiting")


def critical_path(
    schedule: MessageSchedule, messages: Messages, model: SwitchModel, last: int
) -> tuple[PathMessage, ...]:
    """Return the messages of the critical path, first one first.

    Parameters
    ----------
    messages
        The arrays at the end of a run.
    last
        The rank that finished last.
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
    """Return the messages on the path: for each step, the last message it waited for or the step before."""
    values: list[int] = []
    step = last * schedule.steps + schedule.steps - 1
    while True:
        message = int(messages.steps[step, RELEASED_BY])
        ready = int(messages.steps[step, BEGUN] - messages.steps[step, COMPUTING])
        if message >= 0 and messages.rows[message, RECEIVED] == ready:
            values.append(message)
            step = int(schedule.source[message]) * schedule.steps + int(schedule.step[message])
        elif step % schedule.steps:
            step -= 1
        else:
            return values[::-1]
