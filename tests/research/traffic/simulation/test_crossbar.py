"""Which inputs of a switch ask, and which of them its outputs let move, from states drawn at random."""

from typing import Any

import numpy as np
import pytest

from netfloor.research.traffic.simulation.arrays import (
    ACTIVE,
    AT,
    CREDITS,
    FIRST_OUT,
    FIRST_QUEUE,
    FREE_AT,
    IN_ASKER,
    IN_BUSY,
    IN_TURN,
    OUT,
    OUT_ASKER,
    OUT_BUSY,
    OUT_QUEUE,
    OUT_TURN,
    PORT,
    PORTS,
    WITHIN,
    Rules,
    Simulated,
)
from netfloor.research.traffic.simulation.memory import make_arrays
from netfloor.research.traffic.simulation.network import network_of, rules_of
from netfloor.research.traffic.simulation.settings import SwitchModel
from netfloor.topologies.spec import build
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.routing import routing_named

NOW, STEP = 50, 101
NETWORK = network_of(build("dragonfly:a=4,p=2,h=2"), routing_named("group-ugal-l"))


def drawn(flits: int, seed: int) -> tuple[Rules, Simulated]:
    """Return a switch 0 with some queues that want some outputs, each limit met, just met or exceeded."""
    draw = np.random.default_rng(seed)
    rules = rules_of(NETWORK, SwitchModel(4 * flits, flits))
    sim = make_arrays(NETWORK, pattern_of(NETWORK.topology, "uniform"), rules, 0.1, 1)
    inputs = np.flatnonzero(sim.ins[:, AT] == 0)
    channels = np.arange(sim.switches[0, FIRST_OUT], sim.switches[1, FIRST_OUT])
    outs = [-1, *channels[:2].tolist(), rules.channels, rules.channels + 1]
    queues = [port * rules.vcs + vc for port in inputs.tolist() for vc in range(rules.vcs)]
    some = draw.permutation(queues)[: draw.integers(1, len(queues) + 1)]
    sim.active[sim.switches[0, FIRST_QUEUE] :][: len(some)] = some
    sim.switches[0, ACTIVE] = len(some)
    sim.queues[some, OUT] = draw.choice(outs, len(some))
    sim.queues[some, OUT_QUEUE] = np.maximum(sim.queues[some, OUT], 0) * rules.vcs
    sim.queues[[out * rules.vcs for out in outs if out >= 0], CREDITS] = draw.choice(
        [0, 1, 1], len(outs) - 1
    )
    sim.ins[inputs, IN_TURN] = draw.integers(0, rules.vcs, len(inputs))
    sim.ins[inputs, IN_BUSY] = STEP + draw.integers(-1, 2, len(inputs))
    sim.outs[:, OUT_BUSY] = STEP + draw.integers(-1, 2, len(sim.outs))
    sim.outs[:, OUT_TURN] = draw.integers(0, sim.switches[0, PORTS], len(sim.outs))
    full = NOW + rules.buffer * rules.flits
    sim.outs[:, FREE_AT] = full + draw.integers(-1, 2, len(sim.outs))
    return rules, sim


def may_move(rules: Rules, sim: Simulated, queue: int) -> bool:
    """Return whether the output has room, and neither end is busy with another packet."""
    out = int(sim.queues[queue, OUT])
    if out < 0:
        return False
    if out < rules.channels:
        room = sim.queues[sim.queues[queue, OUT_QUEUE], CREDITS] > 0
    else:
        room = sim.outs[out, FREE_AT] <= NOW + rules.buffer * rules.flits
    busy = sim.ins[sim.queues[queue, PORT], IN_BUSY] > STEP or sim.outs[out, OUT_BUSY] > STEP
    return bool(room) and (rules.flits == 1 or not busy)


@pytest.mark.parametrize("flits", [1, 2])
def test_inputs_ask_and_outputs_grant_in_turn(flits: int) -> None:
    """Each input for its next queue that may move, each output to its next input that asks.

    Endpoints take a buffer more than they have sent on.
    """
    from netfloor.research.traffic.simulation import switch_kernels  # noqa: PLC0415 - a heavy import

    ask, grant = (getattr(one, "py_func", one) for one in (switch_kernels.ask, switch_kernels.grant))
    moved: list[Any] = []
    for seed in range(40):
        rules, sim = drawn(flits, seed)
        requested_devices: dict[int, list[int]] = {}
        for queue in sim.active[sim.switches[0, FIRST_QUEUE] :][: sim.switches[0, ACTIVE]].tolist():
            if may_move(rules, sim, queue):
                requested_devices.setdefault(queue // rules.vcs, []).append(queue)
        turns = {
            port: (np.arange(rules.vcs) + sim.ins[port, IN_TURN]) % rules.vcs for port in requested_devices
        }
        asked = {
            port: next(port * rules.vcs + vc for vc in turns[port] if port * rules.vcs + vc in own)
            for port, own in requested_devices.items()
        }
        count = ask(rules, sim, 0, NOW, STEP)
        assert {int(port): int(sim.ins[port, IN_ASKER]) for port in sim.scratch[0, :count]} == asked
        assert count == len(asked)
        ports = int(sim.switches[0, PORTS])
        granted: dict[int, int] = {}
        for out in {int(sim.queues[queue, OUT]) for queue in asked.values()}:
            mine = {int(sim.ins[port, WITHIN]): queue for port, queue in asked.items()
                    if sim.queues[queue, OUT] == out}  # fmt: skip
            turn = int(sim.outs[out, OUT_TURN])
            granted[out] = next(mine[k % ports] for k in range(turn, turn + ports) if k % ports in mine)
        count = grant(sim, 0, STEP, count)
        assert {int(out): int(sim.outs[out, OUT_ASKER]) for out in sim.scratch[1, :count]} == granted
        assert count == len(granted)
        moved += granted
    assert {out < rules.channels for out in moved} == {False, True}
