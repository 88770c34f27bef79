"""Motifs through the simulator: every message once, dependencies kept, closed forms, the critical path."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.research.traffic.motifs import MOTIFS, schedule_of
from netfloor.research.traffic.motifs.critical_path import PARTS
from netfloor.research.traffic.motifs.mapping import Mapping, mapping_of
from netfloor.research.traffic.motifs.run import MotifTask, motif_of_record, motif_record, ready, run_motif
from netfloor.research.traffic.motifs.schedule import MotifSettings
from netfloor.research.traffic.simulation.arrays import (
    AWAITED,
    BEGUN,
    CREDITS,
    DELIVERED,
    FIRST_LEFT,
    FREE,
    RECEIVED,
    TO_ARRIVE,
)
from netfloor.research.traffic.simulation.memory import grown
from netfloor.research.traffic.simulation.network import network_of
from netfloor.research.traffic.simulation.settings import SwitchModel
from netfloor.topologies.spec import build
from netfloor.traffic.endpoints import endpoints_of
from netfloor.traffic.routing import routing_named

NETWORKS = {
    "dragonfly:a=4,p=2,h=2": ("group-ugal-l", "minimal", "group-valiant"),
    "torus:3x4,endpoints=2": ("dimension-order", "ugal-g"),
    "hypercube:3,endpoints=1": ("minimal",),
}
BUILT = {spec: build(spec) for spec in NETWORKS}


def task_of(
    spec: str, routing: str, motif: str, asked: MotifSettings, model: SwitchModel, ranks: int, seed: int
) -> MotifTask:
    """Return a motif with ranks on random endpoints."""
    network = network_of(BUILT[spec], routing_named(routing), 2)
    ends = endpoints_of(BUILT[spec])
    schedule = schedule_of(motif, ranks, asked)
    return MotifTask(network, schedule, mapping_of("random", ends, ranks, seed, None), model, 64)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_every_message_is_delivered_exactly_once(data: st.DataObject) -> None:
    """Any motif on any network: all packets arrive, nothing begins before what it waits for."""
    from netfloor.research.traffic.simulation.cycle_kernels import advance  # noqa: PLC0415 - a heavy import

    spec = data.draw(st.sampled_from(sorted(NETWORKS)))
    ranks = data.draw(st.integers(2, min(20, int(BUILT[spec].endpoints.sum()))))
    flits = data.draw(st.integers(1, 3))
    task = task_of(
        spec,
        data.draw(st.sampled_from(NETWORKS[spec])),
        data.draw(st.sampled_from(sorted(MOTIFS))),
        MotifSettings(
            data.draw(st.integers(1, 1500)),
            data.draw(st.integers(1, 3)),
            data.draw(st.sampled_from((0, 1, 90))),
            data.draw(st.integers(1, 3)),
        ),
        SwitchModel(data.draw(st.integers(flits, 9)), flits, data.draw(st.integers(1, 3))),
        ranks,
        data.draw(st.integers(0, 99)),
    )
    rules, sim = ready(task, 3)
    while sim.messages.ended[0] < ranks:
        if advance(rules, sim, 200) < 200:
            sim = grown(sim)
    rows, schedule = sim.messages.rows, task.schedule
    begun = sim.messages.steps[:-1, BEGUN].reshape(ranks, schedule.steps)
    assert sim.counters[DELIVERED] == task.packets.sum()
    assert not rows[:, TO_ARRIVE].any()
    assert not sim.messages.steps[:, AWAITED].any()
    assert (rows[:, FIRST_LEFT] >= begun[schedule.source, schedule.step]).all()
    assert (begun[schedule.destination, schedule.awaited] >= rows[:, RECEIVED]).all()
    assert (np.diff(begun, axis=1) >= schedule.compute[1:]).all()
    advance(rules, sim, 500)
    assert sim.counters[FREE] == len(sim.free)
    assert (sim.queues[:, CREDITS] == rules.buffer).all()
    assert sim.counters[DELIVERED] == task.packets.sum()


@pytest.mark.parametrize("motif", sorted(MOTIFS))
def test_the_critical_path_is_a_chain_whose_times_add_up(motif: str) -> None:
    """Each message leaves the rank that the one before reached, and its parts add up to what it took."""
    asked, spec = MotifSettings(700, 2, 5, 2), "dragonfly:a=4,p=2,h=2"
    task = task_of(spec, "group-ugal-l", motif, asked, SwitchModel(packet_flits=2), 60, 4)
    run = run_motif(task, 2, Interrupt())
    assert run is not None
    assert run.path
    assert all(one.destination == two.source for one, two in pairwise(run.path))
    before = 0
    for leg in run.path:
        assert all(getattr(leg, part) >= 0 for part in PARTS)
        assert sum(getattr(leg, part) for part in PARTS) == leg.received - before
        before = leg.received
    assert run.path[-1].received <= run.cycles
    assert sum(run.parts.values()) == run.cycles >= task.least_cycles
    assert motif_of_record(motif_record(run)) == run


def test_a_ring_without_contention_takes_the_closed_form() -> None:
    """On a ring each step of the allreduce is a message to the neighbour: 2 (p - 1) times its latency."""
    topology, flits, size = build("torus:8,endpoints=1"), 2, 1000
    network = network_of(topology, routing_named("dimension-order"), 5)
    schedule = schedule_of("allreduce-ring", 8, MotifSettings(8 * size, compute_cycles=3))
    mapping = mapping_of("linear", endpoints_of(topology), 8, 0, None)
    model = SwitchModel(64, flits, 64, switch_cycles=3, endpoint_cycles=4)
    run = run_motif(MotifTask(network, schedule, mapping, model, 64), 0, Interrupt())
    packets = -(-size // (flits * 64))
    latency = 2 * 4 + 2 * 3 + 5 + packets * flits - 1
    assert run is not None
    assert run.cycles == 2 * 7 * (3 + latency)
    assert run.parts["waiting"] == run.parts["queued"] == 0


def test_who_waits_for_whom_decides() -> None:
    """Two ranks on one switch, each waiting for the other: a second iteration takes as long again."""
    topology = build("torus:4,endpoints=2")
    network = network_of(topology, routing_named("minimal"), 1)
    cycles = []
    for iterations in (1, 2, 5):
        schedule = schedule_of("halo3d26", 2, MotifSettings(64, iterations))
        mapping = Mapping("two", endpoints_of(topology).switch, np.array([2, 3], np.int32), "")
        run = run_motif(MotifTask(network, schedule, mapping, SwitchModel(), 64), 0, Interrupt())
        assert run is not None
        cycles.append(run.cycles)
    assert cycles == [cycles[0], 2 * cycles[0], 5 * cycles[0]]


def test_an_interrupt_ends_a_run_without_an_answer() -> None:
    """Nothing half done looks like a result."""
    interrupt = Interrupt()
    interrupt.ask()
    task = task_of("hypercube:3,endpoints=1", "minimal", "all-to-all", MotifSettings(), SwitchModel(), 8, 0)
    with interrupt.handle_interrupts():
        assert run_motif(task, 0, interrupt) is None


def test_work_that_no_one_waits_for_is_refused() -> None:
    """Too many packets are refused before anything runs."""
    with pytest.raises(InputError, match="moves of packets"):
        task_of(
            "hypercube:3,endpoints=1", "minimal", "all-to-all", MotifSettings(1 << 39), SwitchModel(), 8, 0
        )
