"""Run the tasks of a circulant search on threads, or on a Dask cluster (extra ``cluster``)."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.extras import cluster_results, dask_client
from netfloor.foundation.interrupt import Interrupt
from netfloor.research.circulants.checkpoint import identity_of
from netfloor.research.circulants.engine.search import search_task
from netfloor.research.circulants.engine.tasks import CirculantSearch, TaskResult

#: Seconds to wait for a scheduler.
CONNECT_S = 10
#: Queue length per thread, in tasks (on a cluster in batches of tasks); limit on batches.
AHEAD = 3
PIECES = 2000

Numbers = Sequence[int]
#: Runs tasks, yielding results as they finish; after an interrupt, only those already running.
RunTasks = Callable[[CirculantSearch, Numbers], Iterator[TaskResult]]


@contextmanager
def task_runner(workers: int, scheduler: str | None, interrupt: Interrupt) -> Iterator[RunTasks]:
    """Yield a function that runs tasks.

    Raises
    ------
    InputError
        If Dask is not installed, the scheduler does not answer or has no workers.
    """
    if scheduler is None:
        with ThreadPoolExecutor(workers) as pool:
            yield partial(_on_threads, pool, workers, interrupt)
    else:
        with _client(scheduler) as client:
            yield partial(_on_cluster, client, interrupt)


def _on_threads(
    pool: ThreadPoolExecutor, workers: int, interrupt: Interrupt, search: CirculantSearch, numbers: Numbers
) -> Iterator[TaskResult]:
    waiting = iter(numbers)
    running: set[Future[TaskResult]] = set()
    while True:
        while len(running) < AHEAD * workers and not interrupt.asked:
            number = next(waiting, None)
            if number is None:
                break
            running.add(pool.submit(search_task, search, number))
        if not running:
            return
        finished, running = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            yield future.result()


def _on_cluster(
    client: Any, interrupt: Interrupt, search: CirculantSearch, numbers: Numbers
) -> Iterator[TaskResult]:
    size = max(1, -(-len(numbers) // PIECES))
    identity = identity_of(search.space)
    jobs = [(tuple(numbers[begin : begin + size]), identity) for begin in range(0, len(numbers), size)]
    maximum = AHEAD * max(1, sum(client.nthreads().values()))
    for _, results in cluster_results(client, run_piece, search, jobs, lambda: interrupt.asked, maximum):
        yield from results


def run_piece(search: CirculantSearch, numbers: Numbers, identity: str) -> list[TaskResult]:
    """Run some tasks on a cluster worker.

    Raises
    ------
    InputError
        If this worker divides the search differently.
    """
    if identity_of(search.space) != identity:
        raise InputError(
            setting("scheduler"), "a worker runs another netfloor", "install the same everywhere"
        )
    return [search_task(search, number) for number in numbers]


def _client(address: str) -> Any:
    """Return a client of a scheduler with workers."""
    client = dask_client(address, CONNECT_S)
    try:
        client.wait_for_workers(1, timeout=CONNECT_S)
    except TimeoutError as failure:
        client.close()
        what = f"{address} has no workers"
        raise InputError(setting("scheduler"), what, "start dask workers there") from failure
    return client
