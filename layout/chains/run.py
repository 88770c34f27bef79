"""The independent chains of a solve, run on local threads or as tasks of a Dask cluster."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from netfloor.foundation.extras import cluster_results, dask_client
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.parallel import map_jobs
from netfloor.layout.blocks import settled
from netfloor.layout.budget import Budget, Stopping
from netfloor.layout.objective import Objective
from netfloor.layout.placed import Chain, ChainResult, Journal
from netfloor.layout.placers import placer_named
from netfloor.layout.problem import Problem

#: The work of a chain; can be sent to another machine.
Work = Callable[[Chain], ChainResult]
#: Seconds to wait for a cluster to answer.
CONNECT_S = 10


@dataclass(frozen=True)
class PlaceByName:
    """The problem and placer of each chain."""

    problems: tuple[Problem, ...]
    names: tuple[str, ...]

    def __call__(self, chain: Chain) -> ChainResult:
        """Run the placer of a chain."""
        name = self.names[chain.number]
        placed = placer_named(name).place(self.problems[chain.number], chain)
        return replace(placed, found_by=placed.found_by or name)


@dataclass(frozen=True)
class ImproveFor:
    """Improve a placement for another objective, each chain with its own method."""

    problem: Problem
    objective: Objective
    start: ChainResult

    def __call__(self, chain: Chain) -> ChainResult:
        """Run the improvement of a chain."""
        problem = settled(self.problem, self.start.slot_of)
        return self.objective.improve(problem, self.start, chain)


@dataclass(frozen=True)
class Effort:
    """Seeds, budget and interrupt of the chains, and the number that run at once."""

    seeds: tuple[np.random.SeedSequence, ...]
    budget: Budget
    workers: int
    interrupt: Interrupt

    def stopping(self, chain: int) -> Stopping:
        """Start the stopping rule of a chain; its clock runs from now."""
        return self.budget.start_chain(chain, len(self.seeds), self.workers, self.interrupt)


def run_chains(
    work: Work,
    effort: Effort,
    journal_of: Callable[[int], Journal],
    heard: Callable[[float, int], None],
) -> list[ChainResult]:
    """Run all chains on threads.

    ``heard`` receives the sum of their progress and the lowest cost so far.
    """
    shares = [0.0] * len(effort.seeds)
    best = [np.iinfo(np.int64).max]

    def run(chain: int) -> ChainResult:
        def listener(progress: float, cost: int) -> None:
            shares[chain] = min(progress, 1.0)
            best[0] = min(best[0], cost)
            heard(sum(shares), best[0])

        rng = np.random.default_rng(effort.seeds[chain])
        return work(Chain(rng, effort.stopping(chain), listener, journal_of(chain), chain))

    return map_jobs(run, range(len(effort.seeds)), effort.workers)


def run_on_cluster(
    address: str, work: Work, effort: Effort, heard: Callable[[float, int], None]
) -> list[ChainResult]:
    """Run every chain as a task of a Dask cluster, with the same results as on threads.

    Every chain has its own thread. After an interrupt, finished chains count and the others contribute
    their first placement at most. Raise `InputError` if Dask is missing or the scheduler does not answer.
    """
    client = dask_client(address, CONNECT_S)
    chains, interrupt = len(effort.seeds), effort.interrupt
    jobs = [(chain, seed, effort.budget, chains) for chain, seed in enumerate(effort.seeds)]
    results: dict[int, ChainResult] = {}
    with client:
        for job, placed in cluster_results(client, run_one, work, jobs, lambda: interrupt.asked):
            results[job[0]] = placed
            heard(float(len(results)), min(result.cost for result in results.values()))
    return [
        results[chain] if chain in results else run_here(work, effort, chain) for chain in range(chains)
    ]


def run_one(
    work: Work, chain: int, seed: np.random.SeedSequence, budget: Budget, chains: int
) -> ChainResult:
    """Run a chain on a cluster worker."""
    stop = budget.start_chain(chain, chains, chains, Interrupt())
    return work(Chain(np.random.default_rng(seed), stop, lambda _share, _cost: None, number=chain))


def run_here(work: Work, effort: Effort, chain: int) -> ChainResult:
    """Run a chain locally; after an interrupt it ends at once."""
    rng = np.random.default_rng(effort.seeds[chain])
    return work(Chain(rng, effort.stopping(chain), lambda _share, _cost: None, number=chain))
