"""The critical path of messages of which every rank, step and cycle is drawn at random."""

import numpy as np
import pytest

from netfloor.research.traffic.motifs.critical_path import PathMessage, critical_path
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
from netfloor.research.traffic.simulation.memory import empty_wheel
from netfloor.research.traffic.simulation.settings import SwitchModel

MODEL = SwitchModel(packet_flits=3, switch_cycles=2, endpoint_cycles=5)


def drawn(seed: int) -> tuple[MessageSchedule, Messages]:
    """Return messages that each left after their step began, and steps that began as soon as they could."""
    draw = np.random.default_rng(seed)
    ranks, steps = int(draw.integers(1, 5)), int(draw.integers(2, 6))
    count = int(draw.integers(1, 12))
    awaited = draw.integers(1, steps, count)
    sent = np.array([draw.integers(0, one) for one in awaited])
    source, destination = draw.integers(0, ranks, (2, count))
    order = np.lexsort((sent, source))
    source, sent, destination, awaited = (
        one[order].astype(np.int32) for one in (source, sent, destination, awaited)
    )
    compute = draw.integers(0, 3, steps).astype(np.int32)
    rows, table = (
        draw.integers(0, 4, (count, 10)).astype(np.int32),
        np.zeros((ranks * steps + 1, 5), np.int32),
    )
    table[:, RELEASED_BY] = -1
    for step in range(steps):
        for rank in range(ranks):
            here = rank * steps + step
            ready = int(table[here - 1, BEGUN]) if step else 0
            for message in np.flatnonzero((destination == rank) & (awaited == step)).tolist():
                before = table[here, RELEASED_BY]
                if before < 0 or rows[message, RECEIVED] > rows[before, RECEIVED]:
                    table[here, RELEASED_BY] = message
                ready = max(ready, int(rows[message, RECEIVED]))
            table[here, COMPUTING], table[here, BEGUN] = compute[step], ready + compute[step]
        for message in np.flatnonzero(sent == step).tolist():
            begun = int(table[source[message] * steps + step, BEGUN])
            rows[message, FIRST_LEFT] = begun + draw.integers(0, 3)
            rows[message, RECEIVED] = rows[message, FIRST_LEFT] + draw.integers(1, 9)
    size = draw.integers(1, 99, count)
    schedule = MessageSchedule(ranks, steps, source, sent, destination, awaited, size, compute)
    nothing = np.zeros((0, 6), np.int32)
    return schedule, Messages(rows, table, nothing, nothing, empty_wheel(1, 0), np.zeros(1, np.int64))


def by_hand(schedule: MessageSchedule, messages: Messages, rank: int, step: int) -> list[PathMessage]:
    """Return the path to a step: to the message that it began with, else to the step before it."""
    here = rank * schedule.steps + step
    begun = messages.steps[:, BEGUN]
    came = [
        m
        for m in range(schedule.messages)
        if schedule.destination[m] == rank and schedule.awaited[m] == step
    ]
    last = max(came, key=lambda m: int(messages.rows[m, RECEIVED]), default=None)
    if last is None or (step and messages.rows[last, RECEIVED] < begun[here - 1]):
        return by_hand(schedule, messages, rank, step - 1) if step else []
    row, sender, sent = messages.rows[last], int(schedule.source[last]), int(schedule.step[last])
    path = by_hand(schedule, messages, sender, sent)
    start = int(begun[sender * schedule.steps + sent])
    serialisation = 3 * (int(row[LAST_NUMBER]) + 1) - 1
    hops = 5 + 5 + 2 * int(row[LAST_HOPS] + 1) + int(row[LAST_CABLES])
    path.append(
        PathMessage(
            sender, rank, sent, int(schedule.size_bytes[last]), int(row[LAST_HOPS]),
            computing=start - (path[-1].received if path else 0),
            queued=int(row[FIRST_LEFT]) - start,
            serialisation=serialisation,
            hops=hops,
            waiting=int(row[RECEIVED] - row[FIRST_LEFT]) - serialisation - hops,
            received=int(row[RECEIVED]),
        )
    )  # fmt: skip
    return path


@pytest.mark.parametrize("seed", range(60))
def test_the_path_goes_back_from_the_last_step_to_what_it_waited_for(seed: int) -> None:
    """The message that came as the step became ready, the first one of all messages too."""
    schedule, messages = drawn(seed)
    for last in range(schedule.ranks):
        expected = by_hand(schedule, messages, last, schedule.steps - 1)
        assert list(critical_path(schedule, messages, MODEL, last)) == expected
