"""Run a motif: every message is sent and received in the cycle-level simulation."""

import json
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
from pydantic import TypeAdapter

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.sizes import WorkEstimate, require_within_budget
from netfloor.research.traffic.motifs.critical_path import PathMessage, critical_path
from netfloor.research.traffic.motifs.mapping import Mapping
from netfloor.research.traffic.motifs.schedule import LongArray, MessageSchedule
from netfloor.research.traffic.simulation.arrays import (
    AWAITED,
    AWAITED_BY,
    BEGUN,
    COMPUTING,
    COUNT,
    CURSOR,
    END_STEP,
    FIRST_MESSAGE,
    FLITS,
    FOR,
    HOPS,
    LABEL_TO,
    NEXT_STEP,
    NOW,
    RECEIVED,
    RELEASED_BY,
    TO_ARRIVE,
    TO_SEND,
    UNTIL,
    Messages,
    Rules,
    Simulated,
)
from netfloor.research.traffic.simulation.memory import empty_wheel, grown, make_arrays
from netfloor.research.traffic.simulation.network import SimulatedNetwork, rules_of
from netfloor.research.traffic.simulation.run import MAX_STEPS
from netfloor.research.traffic.simulation.running import MOVES_A_SECOND, SLICE
from netfloor.research.traffic.simulation.settings import SwitchModel
from netfloor.traffic.endpoints import Endpoints
from netfloor.traffic.patterns.pattern import fixed_pattern


@dataclass(frozen=True, eq=False)
class MotifTask:
    """A motif to run: messages, the places of their ranks, a network with a routing, bytes per flit.

    Raises
    ------
    InputError
        If messages have more packets than can be simulated.
    """

    network: SimulatedNetwork
    schedule: MessageSchedule
    mapping: Mapping
    model: SwitchModel
    flit_bytes: int

    def __post_init__(self) -> None:
        moves = f"{self.work:,} moves of packets between switches"
        seconds = self.work / MOVES_A_SECOND
        require_within_budget(setting("bytes"), WorkEstimate(moves, seconds), "give smaller messages")

    @cached_property
    def packets(self) -> LongArray:
        """Packets of each message, (messages,)."""
        return self.schedule.packets(self.flit_bytes * self.model.packet_flits)

    @cached_property
    def work(self) -> int:
        """Switches that all packets pass on shortest paths, in total."""
        switch = self.mapping.switch[self.mapping.endpoint]
        ends = switch[self.schedule.destination], switch[self.schedule.source]
        distances = self.network.table.hops[: self.network.topology.routers]
        return int(((distances[ends] + 1) * self.packets).sum())

    @property
    def duration(self) -> str:
        """Approximate time of a run on one core, as text."""
        seconds = self.work / MOVES_A_SECOND
        if seconds < 90:
            return f"about {max(1, round(seconds))} s"
        return f"some {seconds / 60:,.0f} minutes"

    @cached_property
    def least_cycles(self) -> int:
        """Lower bound on the runtime: flits that the busiest endpoint sends or receives."""
        ranks, flits = self.schedule.ranks, self.packets * self.model.packet_flits
        ends = self.schedule.source, self.schedule.destination
        return max(int(np.bincount(end, flits, ranks).max()) for end in ends)


@dataclass(frozen=True)
class MotifRun:
    """The results of a run, times in cycles.

    Attributes
    ----------
    seed
        Seed of the routing.
    cycles
        Runtime: the end of the last rank.
    first_ended, mean_ended
        End of the first rank, and mean over ranks.
    mean_message, longest_message
        From the beginning of the source's step to the arrival of a message's last flit.
    packets, hops, not_minimal
        Packets, channels that they crossed in total, and share on non-minimal paths.
    mean_channel, busiest_channel
        Flits per cycle on the channels between switches, mean and maximum.
    path
        The critical path of messages.
    """

    seed: int
    cycles: int
    first_ended: int
    mean_ended: float
    mean_message: float
    longest_message: int
    packets: int
    hops: int
    not_minimal: float
    mean_channel: float
    busiest_channel: float
    path: tuple[PathMessage, ...]

    @property
    def parts(self) -> dict[str, int]:
        """Cycles of the critical path by part; they add up to the runtime."""
        names = ("queued", "serialisation", "hops", "waiting")
        parts = {name: sum(getattr(leg, name) for leg in self.path) for name in names}
        return {"computing": self.cycles - sum(parts.values()), **parts}


def run_motif(task: MotifTask, seed: int, interrupt: Interrupt) -> MotifRun | None:
    """Run a motif to its end; None if interrupted.

    Raises
    ------
    InputError
        If it exceeds the limit on cycles.
    """
    sim = run_messages(task, seed, interrupt)
    return None if sim is None else _counted(task, seed, sim)


def run_messages(task: MotifTask, seed: int, interrupt: Interrupt) -> Simulated | None:
    """Return the arrays at the end of a run; None if interrupted.

    Raises
    ------
    InputError
        If it exceeds the limit on cycles.
    """
    from netfloor.research.traffic.simulation.cycle_kernels import advance  # noqa: PLC0415 - a heavy import

    rules, sim = ready(task, seed)
    while sim.messages.ended[0] < task.schedule.ranks:
        if interrupt.asked:
            return None
        if sim.counters[NOW] >= (maximum := MAX_STEPS // rules.speedup - SLICE):
            raise InputError(
                setting("bytes"), f"takes more than {maximum:,} cycles", "give smaller messages"
            )
        if advance(rules, sim, SLICE) < SLICE:
            sim = grown(sim)
    return sim


def message_times(task: MotifTask, sim: Simulated) -> LongArray:
    """Return the cycles of each message, from the beginning of its step to its last flit, (messages,)."""
    schedule = task.schedule
    begun = sim.messages.steps[:-1, BEGUN].reshape(schedule.ranks, schedule.steps)
    taken = sim.messages.rows[:, RECEIVED] - begun[schedule.source, schedule.step]
    return np.asarray(taken, np.int64)


def ready(task: MotifTask, seed: int) -> tuple[Rules, Simulated]:
    """Return rules and arrays at the start of a run, with all first steps begun."""
    from netfloor.research.traffic.simulation.message_kernels import first_steps  # noqa: PLC0415 - a heavy import

    rules = rules_of(task.network, task.model, scheduled=True)
    ends = Endpoints(task.mapping.switch, task.mapping.endpoint, None)
    silent = fixed_pattern("messages", ends, np.full(task.schedule.ranks, -1, np.int32))
    sim = make_arrays(task.network, silent, rules, 0.0, seed)
    sim.counters[LABEL_TO] = MAX_STEPS
    wheel = empty_wheel(len(sim.arrivals.slots), 4 * (rules.speedup + 1) * rules.endpoints)
    sim = sim._replace(messages=_messages(task, rules.endpoints, len(sim.free))._replace(due=wheel))
    first_steps(sim)
    return rules, sim


def _messages(task: MotifTask, endpoints: int, packets: int) -> Messages:
    """Return the tables of messages, steps and senders."""
    schedule, mapping = task.schedule, task.mapping
    total = schedule.ranks * schedule.steps
    rows = np.zeros((schedule.messages, 10), np.int32)
    rows[:, FOR] = mapping.endpoint[schedule.destination]
    rows[:, AWAITED_BY] = schedule.destination * schedule.steps + schedule.awaited
    rows[:, TO_SEND] = rows[:, TO_ARRIVE] = task.packets
    steps = np.zeros((total + 1, 5), np.int32)
    steps[:-1, AWAITED] = np.bincount(rows[:, AWAITED_BY], minlength=total)
    sent_by = schedule.source * schedule.steps + schedule.step
    steps[1:, FIRST_MESSAGE] = np.cumsum(np.bincount(sent_by, minlength=total))
    steps[:-1, COMPUTING] = np.broadcast_to(schedule.compute, (schedule.ranks, schedule.steps)).ravel()
    steps[:, RELEASED_BY] = -1
    senders = np.zeros((endpoints, 6), np.int32)
    rank = np.arange(schedule.ranks)
    senders[mapping.endpoint, NEXT_STEP] = rank * schedule.steps
    senders[mapping.endpoint, END_STEP] = (rank + 1) * schedule.steps
    for column in (CURSOR, UNTIL):
        senders[mapping.endpoint, column] = steps[rank * schedule.steps, FIRST_MESSAGE]
    noted = np.zeros((packets, 3), np.int32)
    return Messages(rows, steps, senders, noted, empty_wheel(1, 0), np.zeros(1, np.int64))


def _counted(task: MotifTask, seed: int, sim: Simulated) -> MotifRun:
    schedule, messages = task.schedule, sim.messages
    begun = messages.steps[:-1, BEGUN].reshape(schedule.ranks, schedule.steps)
    ended = begun[:, -1]
    took = message_times(task, sim)
    cycles = int(ended.max())
    sent = sim.labelled[:, COUNT]
    flits = sim.outs[: task.network.channels.count, FLITS] / max(1, cycles)
    return MotifRun(
        seed=seed,
        cycles=cycles,
        first_ended=int(ended.min()),
        mean_ended=float(ended.mean()),
        mean_message=float(took.mean()),
        longest_message=int(took.max()),
        packets=int(sent.sum()),
        hops=int(sim.counters[HOPS]),
        not_minimal=float(sent[1] / sent.sum()),
        mean_channel=float(flits.mean()) if len(flits) else 0.0,
        busiest_channel=float(flits.max(initial=0.0)),
        path=critical_path(schedule, messages, task.model, int(ended.argmax())),
    )


def motif_record(run: MotifRun) -> dict[str, Any]:
    """Return the record of a run for results."""
    return {**vars(run), "path": [list(asdict(leg).values()) for leg in run.path]}


def motif_of_record(record: dict[str, Any]) -> MotifRun:
    """Return the run of a record.

    Raises
    ------
    TypeError, ValueError, KeyError
        If the record is damaged: a field is missing or has the wrong type.
    """
    names = [field.name for field in fields(PathMessage)]
    path = [dict(zip(names, leg, strict=True)) for leg in record["path"]]
    return TypeAdapter(MotifRun).validate_json(json.dumps({**record, "path": path}), strict=True)
