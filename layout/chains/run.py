"""The independent chains of a solve: what each does, and running them side by side."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.parallel import map_jobs
from netfloor.layout.blocks.filled import settled
from netfloor.layout.budget import Budget
from netfloor.layout.journal import Journal
from netfloor.layout.objective import Objective
from netfloor.layout.placed import Chain, Placed
from netfloor.layout.placers import placer_named
from netfloor.layout.problem import Problem
from netfloor.layout.stop import Stopping

#: What every chain does; can be sent to another machine.
Work = Callable[[Chain], Placed]


@dataclass(frozen=True)
class PlaceByName:
    """Every chain's problem and placer."""

    problems: tuple[Problem, ...]
    names: tuple[str, ...]

    def __call__(self, chain: Chain) -> Placed:
        """Run one chain's placer."""
        name = self.names[chain.number]
        placed = placer_named(name).place(self.problems[chain.number], chain)
        return replace(placed, found_by=placed.found_by or name)


@dataclass(frozen=True)
class ImproveFor:
    """Improve one placement for another objective, every chain in its way."""

    problem: Problem
    objective: Objective
    start: Placed

    def __call__(self, chain: Chain) -> Placed:
        """Run one chain's improvement."""
        problem = settled(self.problem, self.start.slot_of)
        return self.objective.improve(problem, self.start, chain)


@dataclass(frozen=True)
class Effort:
    """Seeds, budget and interrupt of the chains, and how many run at once."""

    seeds: tuple[np.random.SeedSequence, ...]
    budget: Budget
    workers: int
    interrupt: Interrupt

    def stopping(self, chain: int) -> Stopping:
        """Return the stopping of one chain, its clock running from now."""
        return self.budget.start_chain(chain, len(self.seeds), self.workers, self.interrupt)


def run_chains(
    work: Work,
    effort: Effort,
    journal_of: Callable[[int], Journal],
    heard: Callable[[float, int], None],
) -> list[Placed]:
    """Run all chains on threads; ``heard`` gets the share that is done and the least cost so far."""
    shares = [0.0] * len(effort.seeds)
    best = [np.iinfo(np.int64).max]

    def run(chain: int) -> Placed:
        def listener(progress: float, cost: int) -> None:
            shares[chain] = min(progress, 1.0)
            best[0] = min(best[0], cost)
            heard(sum(shares), best[0])

        rng = np.random.default_rng(effort.seeds[chain])
        return work(Chain(rng, effort.stopping(chain), listener, journal_of(chain), chain))

    return map_jobs(run, range(len(effort.seeds)), effort.workers)
