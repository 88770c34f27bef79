"""Chains on the machines of a Dask cluster (extra ``cluster``)."""

import time
from collections.abc import Callable

import numpy as np

from netfloor.foundation.extras import dask_client
from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.budget import Budget
from netfloor.layout.chains.run import Effort, Work
from netfloor.layout.placed import Chain, Placed

#: Seconds between two looks at the cluster, and before it is given up.
POLL_S = 0.2
CONNECT_S = 10


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
    with client:
        sent = client.scatter(work, broadcast=True, hash=False)
        chains = len(effort.seeds)
        futures = [
            client.submit(run_one, sent, chain, effort.seeds[chain], effort.budget, chains, pure=False)
            for chain in range(chains)
        ]
        done = [False] * chains
        while not all(done) and not effort.interrupt.asked:
            time.sleep(POLL_S)
            done = [future.done() for future in futures]
            costs = [future.result().cost for future, ended in zip(futures, done, strict=True) if ended]
            if costs:
                heard(float(len(costs)), min(costs))
        results = [future.result() if ended else None for future, ended in zip(futures, done, strict=True)]
        client.cancel([future for future, ended in zip(futures, done, strict=True) if not ended])
    return [
        run_here(work, effort, chain) if placed is None else placed for chain, placed in enumerate(results)
    ]


def run_one(work: Work, chain: int, seed: np.random.SeedSequence, budget: Budget, chains: int) -> Placed:
    """Run one chain where the cluster put it."""
    stop = budget.start_chain(chain, chains, chains, Interrupt())
    return work(Chain(np.random.default_rng(seed), stop, lambda _share, _cost: None, number=chain))


def run_here(work: Work, effort: Effort, chain: int) -> Placed:
    """Run one chain on this machine; at once at its end after an interrupt."""
    rng = np.random.default_rng(effort.seeds[chain])
    return work(Chain(rng, effort.stopping(chain), lambda _share, _cost: None, number=chain))
