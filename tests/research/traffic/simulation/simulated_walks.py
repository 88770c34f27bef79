"""All ways that the simulator's own kernels may send a packet, with their shares, drawn choice by choice.

The kernels run uncompiled: what draws a random number takes every value in turn, and what compares queues
takes both answers.
"""

from collections.abc import Iterator
from types import FunctionType
from typing import Any

import numpy as np

from netfloor.research.traffic.simulation import base_kernels, route_kernels, switch_kernels
from netfloor.research.traffic.simulation.arrays import (
    AT,
    BITS,
    DECIDED,
    DESTINATION,
    HEAD,
    LEVEL_SHIFT,
    MINIMAL,
    OUT,
    OUT_QUEUE,
    VIA,
    WAITING,
)
from netfloor.research.traffic.simulation.memory import make_arrays
from netfloor.research.traffic.simulation.network import SimulatedNetwork, rules_of
from netfloor.research.traffic.simulation.settings import SwitchModel
from netfloor.traffic.patterns import pattern_of

#: Virtual channels that a packet takes, ``channel * count + number`` each.
Nodes = tuple[int, ...]


class Choices:
    """Choices in the order in which they are made, each of which is tried."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.counts: list[int] = []
        self.kept: dict[Any, int] = {}
        self.at = 0

    def choose(self, count: int) -> int:
        """Return the next choice of 0 .. count - 1."""
        if self.at == len(self.numbers):
            self.numbers.append(0)
            self.counts.append(count)
        self.at += 1
        return self.numbers[self.at - 1]

    def keep(self, key: Any, count: int) -> int:
        """Return the same choice for the same key."""
        if key not in self.kept:
            self.kept[key] = self.choose(count)
        return self.kept[key]

    def next(self) -> bool:
        """Go on to the next combination; False if all have been."""
        self.at, self.kept = 0, {}
        while self.numbers and self.numbers[-1] + 1 == self.counts[-1]:
            self.numbers.pop()
            self.counts.pop()
        if self.numbers:
            self.numbers[-1] += 1
        return bool(self.numbers)


def uncompiled(choices: Choices) -> dict[str, Any]:
    """Return the kernels of routing as Python functions that ask for choices."""
    spaces = [dict(vars(module)) for module in (base_kernels, route_kernels, switch_kernels)]
    functions: dict[str, Any] = {
        name: FunctionType(value.py_func.__code__, space, name)
        for space in spaces
        for name, value in list(space.items())
        if hasattr(value, "py_func") and value.py_func.__module__ == space["__name__"]
    }
    functions["below"] = lambda _random, _i, count: choices.choose(int(count))
    functions["scattered"] = lambda *key: choices.keep(key, int(key[-1]))
    functions["prefers_minimal"] = lambda *_: choices.choose(2) == 0
    functions["put"] = lambda *_: None  # nothing arrives: the next kernel is called by hand
    for space in spaces:
        space.update(functions)
    return functions


class Walks:
    """The ways of packets through a simulated network."""

    def __init__(self, network: SimulatedNetwork) -> None:
        pattern = pattern_of(network.topology, "uniform")
        self.rules = rules_of(network, SwitchModel())
        self.sim = make_arrays(network, pattern, self.rules, 0.1, 1)
        self.switch: list[int] = pattern.endpoints.switch.tolist()

    def between(self, source: int, to: int) -> Iterator[tuple[Nodes, float]]:
        """Yield the virtual channels that packets between the first endpoints of two switches take."""
        rules, sim, packet, choices = self.rules, self.sim, 0, Choices()
        kernels = uncompiled(choices)
        while True:
            queue = (rules.channels + self.switch.index(source)) * rules.vcs
            sim.queues[queue, HEAD] = packet
            sim.counters[WAITING] = 0
            sim.packets[packet, [DESTINATION, VIA, BITS]] = self.switch.index(to), -1, 0
            if rules.routing == MINIMAL:  # as `enter` has it
                sim.packets[packet, BITS] = DECIDED | (rules.first_level << LEVEL_SHIFT)
            nodes: list[int] = []
            with np.errstate(over="ignore"):
                kernels["route_first"](rules, sim, queue)
                if sim.counters[WAITING]:
                    kernels["ask_for"](rules, sim, queue, kernels["decide"](rules, sim, queue))
                while sim.queues[queue, OUT] < rules.channels:
                    nodes.append(int(sim.queues[queue, OUT_QUEUE]))
                    kernels["send"](rules, sim, queue, 0, 1)
                    queue = nodes[-1]
                    sim.queues[queue, HEAD] = packet
                    kernels["route_first"](rules, sim, queue)
            assert sim.ins[queue // rules.vcs, AT] == to
            yield tuple(nodes), 1.0 / float(np.prod(choices.counts))
            if not choices.next():
                return
