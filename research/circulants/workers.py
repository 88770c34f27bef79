"""Who runs the tasks of a circulant search: threads here, or a Dask cluster (extra ``cluster``)."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from typing import Any

from netfloor.foundation.errors import InputError, UnplannedStopError, setting
from netfloor.foundation.extras import dask_client
from netfloor.foundation.interrupt import Interrupt
from netfloor.research.circulants.checkpoint import identity_of
from netfloor.research.circulants.engine.search import search_task
from netfloor.research.circulants.engine.tasks import CirculantSearch, TaskResult

#: Seconds between two looks at who is finished, and before a scheduler is given up.
POLL_S = 0.1
CONNECT_S = 10
#: Tasks, or pieces of several on a cluster, that wait for each thread; pieces in all, at most.
AHEAD = 3
PIECES = 2000

Numbers = Sequence[int]
#: Runs tasks, yielding results as they come; after an interrupt those that are finished.
RunTasks = Callable[[CirculantSearch, Numbers], Iterator[TaskResult]]


@contextmanager
def task_runner(workers: int, scheduler: str | None, interrupt: Interrupt) -> Iterator[RunTasks]:
    """Yield what runs tasks.

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
    from distributed import KilledWorker  # noqa: PLC0415 - an extra

    size = max(1, -(-len(numbers) // PIECES))
    waiting = iter([tuple(numbers[begin : begin + size]) for begin in range(0, len(numbers), size)])
    sent = client.scatter(search, broadcast=True, hash=False)
    most = AHEAD * max(1, sum(client.nthreads().values()))
    running: list[Any] = []
    while not interrupt.asked:
        while len(running) < most and (piece := next(waiting, None)) is not None:
            running.append(client.submit(run_piece, sent, piece, identity_of(search.space), pure=False))
        if not running:
            return
        finished = [future for future in running if future.done()]
        running = [future for future in running if future not in finished]
        try:
            for future in finished:
                yield from future.result()
        except (KilledWorker, CancelledError, OSError) as failure:
            raise UnplannedStopError(f"the cluster lost a worker with its task ({failure})") from failure
        if not finished:
            time.sleep(POLL_S)
    client.cancel(running)


def run_piece(search: CirculantSearch, numbers: Numbers, identity: str) -> list[TaskResult]:
    """Run some tasks where the cluster put them.

    Raises
    ------
    InputError
        If this worker divides the search otherwise than who asked.
    """
    if identity_of(search.space) != identity:
        raise InputError(
            setting("scheduler"), "a worker runs another netfloor", "install the same everywhere"
        )
    return [search_task(search, number) for number in numbers]


def _client(address: str) -> Any:
    """Return a client of a scheduler that has workers."""
    client = dask_client(address, CONNECT_S)
    try:
        client.wait_for_workers(1, timeout=CONNECT_S)
    except TimeoutError as failure:
        client.close()
        what = f"{address} has no workers"
        raise InputError(setting("scheduler"), what, "start dask workers there") from failure
    return client
