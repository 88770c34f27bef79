"""A run in progress: cycles, the end of its warm-up, its labelled packets."""

from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.interrupt import Interrupt
from netfloor.research.traffic.simulation.arrays import (
    DELIVERED,
    FREE_AT,
    LABEL_FROM,
    LABEL_TO,
    LABELLED_INSIDE,
    LATENCY,
    NEXT_BIRTH,
    NOW,
    POPULATION_SUM,
    RATE,
    Rules,
    Simulated,
)
from netfloor.research.traffic.simulation.memory import grown
from netfloor.research.traffic.simulation.warm_up import FIRST_TEST, NEXT_TEST, is_steady

FloatArray = npt.NDArray[np.float64]
#: A run is saturated if sources fall behind by more than this share of the measured time on average, or a
#: single one by this share plus this number of standard deviations of the time in which it creates its
#: packets.
FALLING_BEHIND, DEVIATIONS = 0.01, 5.0
#: Packets times switches on their paths that one core simulates per second: measured 0.5 to 1.3 million
#: with 8,192 ranks on 1,100 switches.
MOVES_A_SECOND = 1_000_000
#: Maximum cycles between two checks for an interrupt.
SLICE = 500


class Running:
    """A run in progress: its arrays, and its interrupt."""

    def __init__(self, rules: Rules, sim: Simulated, interrupt: Interrupt) -> None:
        self.rules, self.sim, self.interrupt = rules, sim, interrupt

    @property
    def counters(self) -> Any:
        """Counters of the arrays."""
        return self.sim.counters

    def go(self, cycles: int) -> None:
        """Run some cycles, growing arrays as needed; fewer after an interrupt."""
        from netfloor.research.traffic.simulation.cycle_kernels import advance  # noqa: PLC0415 - a heavy import

        while cycles and not self.interrupt.asked:
            slice_ = min(cycles, SLICE)
            done = int(advance(self.rules, self.sim, slice_))
            cycles -= done
            if done < slice_:
                self.sim = grown(self.sim)

    def behind(self) -> FloatArray:
        """Return by how many cycles each source lags behind its created packets, (s,)."""
        births = self.sim.births[self.sim.births[:, RATE] > 0.0]
        return np.asarray(np.maximum(self.counters[NOW] - births[:, NEXT_BIRTH], 0.0))

    def falls_behind(self, before: FloatArray, cycles: int) -> bool:
        """Return True if sources have fallen behind in some cycles, all together or a single one.

        A source of rate p creates a binomial number of packets in T cycles; at its rate their standard
        deviation is ``sqrt(T (1 - p) / p)`` cycles, ``sqrt(T / p)`` by a Poisson process.
        """
        rates = self.sim.births[:, RATE]
        rates = rates[rates > 0.0]
        spread = np.sqrt(cycles * (1.0 if self.rules.poisson else 1.0 - rates) / rates)
        grown_by = self.behind() - before
        alone = grown_by > FALLING_BEHIND * cycles + DEVIATIONS * spread
        return bool(grown_by.mean() > FALLING_BEHIND * cycles or alone.any())

    def warm_up(self, window: int, most: int) -> str:
        """Run windows until mean latency and packets inside are steady.

        Return the reason if they never are.
        """
        latency: list[float] = []
        inside: list[float] = []
        while self.counters[NOW] < most and not self.interrupt.asked:
            before = self.counters.copy()
            self.go(window)
            arrived = self.counters[DELIVERED] - before[DELIVERED]
            if arrived:
                latency.append((self.counters[LATENCY] - before[LATENCY]) / arrived)
                inside.append((self.counters[POPULATION_SUM] - before[POPULATION_SUM]) / window)
            due = len(latency) >= FIRST_TEST and len(latency) % NEXT_TEST == 0
            if due and is_steady(latency, inside):
                return ""
        if len(latency) < FIRST_TEST:
            arrived = self.counters[DELIVERED]
            return f"too few packets: {arrived:,} arrived in {self.counters[NOW]:,} cycles"
        return f"not steady: latency still changes after {self.counters[NOW]:,} cycles"

    def label(self, measured: int) -> None:
        """Run until granted packets have crossed; label packets and count flits from then on.

        Flits are counted when they are granted, by the cycles in which they cross: those that cross while
        measuring are all granted from now on.
        """
        now = int(self.counters[NOW])
        start = max(now, int(self.sim.outs[:, FREE_AT].max(initial=0)))
        self.counters[LABEL_FROM], self.counters[LABEL_TO] = start, start + measured
        self.go(start - now)

    def drain(self, most: int) -> bool:
        """Run until all labelled packets have arrived; False if they have not in time."""
        end, until = self.counters[NOW] + most, self.counters[LABEL_TO]
        while self.counters[LABELLED_INSIDE] or np.ceil(self.sim.births[:, NEXT_BIRTH].min()) < until:
            if self.counters[NOW] >= end or self.interrupt.asked:
                return False
            self.go(16)
        return True
