"""The independent chains of a solve: what each does, side by side here or as tasks of a Dask cluster."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from netfloor.foundation.extras import cluster_results, dask_client
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.parallel import map_jobs
from netfloor.layout.blocks import settled
from netfloor.layout.budget import Budget, Stopping
from netfloor.layout.objective import Objective
from netfloor.layout.placed import Chain, Journal, Placed
from netfloor.layout.placers import placer_named
from netfloor.layout.problem import Problem

#: What every chain does; can be sent to another machine.
Work = Callable[[Chain], Placed]
#: Seconds before a cluster that does not answer is given up.
CONNECT_S = 10


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


def run_on_cluster(
    address: str, work: Work, effort: Effort, heard: Callable[[float, int], None]
) -> list[Placed]:
    """Run every chain as a task of a cluster; the same results as on threads.

    Every chain has a thread of its own there. After an interrupt the chains that are
    finished count; of the others there is a first placement at most.

    Raises
    ------
    InputError
        If Dask is not installed or the scheduler does not answer.
    """
    client = dask_client(address, CONNECT_S)
    chains, interrupt = len(effort.seeds), effort.interrupt
    jobs = [(chain, seed, effort.budget, chains) for chain, seed in enumerate(effort.seeds)]
    results: dict[int, Placed] = {}
    with client:
        for job, placed in cluster_results(client, run_one, work, jobs, lambda: interrupt.asked):
            results[job[0]] = placed
            heard(float(len(results)), min(one.cost for one in results.values()))
    return [
        results[chain] if chain in results else run_here(work, effort, chain) for chain in range(chains)
    ]


def run_one(work: Work, chain: int, seed: np.random.SeedSequence, budget: Budget, chains: int) -> Placed:
    """Run one chain where the cluster put it."""
    stop = budget.start_chain(chain, chains, chains, Interrupt())
    return work(Chain(np.random.default_rng(seed), stop, lambda _share, _cost: None, number=chain))


def run_here(work: Work, effort: Effort, chain: int) -> Placed:
    """Run one chain on this machine; at once at its end after an interrupt."""
    rng = np.random.default_rng(effort.seeds[chain])
    return work(Chain(rng, effort.stopping(chain), lambda _share, _cost: None, number=chain))
