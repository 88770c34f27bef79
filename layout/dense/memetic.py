"""Search for a good permutation: generations of children, each improved by tabu search."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from queue import SimpleQueue
from typing import TYPE_CHECKING

import numpy as np

from netfloor.layout.budget import Stopping
from netfloor.layout.dense.evolution import Evolution, Member
from netfloor.layout.dense.problem import Assignment, DenseProblem, Permutation
from netfloor.layout.dense.tables import make_tables, narrowest

if TYPE_CHECKING:
    from netfloor.layout.dense.tabu import TabuSearch

#: Called now and then with the progress (0 to 1) and the best cost, from any thread.
Listener = Callable[[float, int], None]
#: Start permutation, number of moves, and seed.
Job = tuple[Permutation, int, int]

#: Children improved at once; fixed, so that the result does not depend on the workers.
GENERATION = 4
#: Moves of a child's tabu search: per facility, and the minimum.
MOVES_EACH, LEAST_MOVES = 10, 200
#: Share of the budget between two calls of the listener.
HEARD = 1 / 256


def search(
    problem: DenseProblem,
    rng: np.random.Generator,
    stop: Stopping,
    listener: Listener,
    start: Permutation | None = None,
    *,
    workers: int = 1,
    target: int | None = None,
) -> Assignment:
    """Return the best permutation found until ``stop`` ends the search.

    Parameters
    ----------
    stop
        Its iterations are moves of tabu search; the same number gives the same result.
    start
        Initial permutation, random by default. The result is never worse.
    workers
        Threads. They do not change the result of a budget in iterations.
    target
        Cost, such as a lower bound, at which the search ends.
    """
    first = rng.permutation(problem.size) if start is None else np.array(start, dtype=np.int64)
    best = Member(problem.cost(first), first)
    if problem.size == 1:
        return Assignment(first, best.cost, 0, ((0, best.cost),))
    run = _Run(problem, best, stop, listener, target)
    with ExitStack() as stack:
        if workers > 1:
            mapped = stack.enter_context(ThreadPoolExecutor(workers)).map
            return run.until_ended(rng, min(workers, GENERATION), mapped)
        return run.until_ended(rng, 1, map)


def warm_up(problem: DenseProblem) -> None:
    """Load the kernels of a search, compiling them at first use on a machine.

    It runs one move on a corner of the problem, with the types of the whole problem.
    """
    from netfloor.layout.dense.permutation_kernels import cross  # noqa: PLC0415 - imports Numba
    from netfloor.layout.dense.tabu import TabuSearch  # noqa: PLC0415 - imports Numba

    size = min(problem.size, 3)
    corner = DenseProblem(problem.flow[:size, :size], problem.distance[:size, :size])
    place = np.arange(size)
    if size > 1:
        bench = TabuSearch(corner, make_tables(corner, narrowest(problem)))
        bench.run(place, 1, 0, lambda _cost: False)
    cross(place, place, place.copy(), place.copy(), np.zeros(1, dtype=np.uint64))


class _Run:
    """State of a search: budget, moves made, and the best so far."""

    def __init__(
        self, problem: DenseProblem, best: Member, stop: Stopping, listener: Listener, target: int | None
    ) -> None:
        self.problem, self.best, self.stop = problem, best, stop
        self.listener = listener
        self.target = -np.inf if target is None else target
        self.done = 0
        self.heard = 0.0
        self.benches: SimpleQueue[TabuSearch] = SimpleQueue()

    def until_ended(
        self,
        rng: np.random.Generator,
        workers: int,
        mapped: Callable[..., Iterable[tuple[int, Permutation, int]]],
    ) -> Assignment:
        """Improve generations until the budget or the target is reached."""
        from netfloor.layout.dense.tabu import TabuSearch  # noqa: PLC0415 - imports Numba

        tables = make_tables(self.problem)
        for _ in range(workers):
            self.benches.put(TabuSearch(self.problem, tables))
        evolution = Evolution(rng, self.best.permutation)
        history = [(0, self.best.cost)]
        while not self.ended(self.best.cost):
            for cost, permutation, moves in mapped(self.improve, self.jobs(evolution)):
                self.done += moves
                evolution.take(Member(cost, permutation))
                if cost < self.best.cost:
                    self.best = Member(cost, permutation)
                    history.append((self.done, cost))
            self.listener(min(self.stop.progress(self.done), 1.0), self.best.cost)
        return Assignment(self.best.permutation, self.best.cost, self.done, tuple(history))

    def jobs(self, evolution: Evolution) -> list[Job]:
        """Create the next generation: as many children as the budget has moves for."""
        progress = self.stop.progress(self.done)
        moves = max(LEAST_MOVES, MOVES_EACH * self.problem.size)
        left = moves_left(self.stop, self.done, moves * GENERATION)
        shares = [min(moves, left - used) for used in range(0, left, moves)]
        return [
            (evolution.next_start(progress), share, int(evolution.rng.integers(2**63))) for share in shares
        ]

    def improve(self, job: Job) -> tuple[int, Permutation, int]:
        """Run the tabu search of a child."""
        bench = self.benches.get()
        try:
            start, moves, seed = job
            return bench.run(start, moves, seed, self.ended)
        finally:
            self.benches.put(bench)

    def ended(self, cost: int) -> bool:
        """Report progress to the listener, and return True if the search is over."""
        progress = self.stop.progress(self.done)
        if progress - self.heard >= HEARD:
            self.heard = progress
            self.listener(min(progress, 1.0), min(cost, self.best.cost))
        return progress >= 1.0 or cost <= self.target


def moves_left(stop: Stopping, done: int, most: int) -> int:
    """Return the number of moves left in a budget, at least 1 and at most ``most``."""
    low, high = 1, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if stop.progress(done + middle) <= 1.0 else (low, middle - 1)
    return low
