"""Run every load with every seed, on all cores or a cluster, and save finished runs."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from netfloor.foundation.checkpoint import CheckpointKind, checked_record, with_checksum
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.extras import cluster_results, dask_client
from netfloor.foundation.files import to_json, write_atomic
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.foundation.sizes import WorkEstimate, require_within_budget
from netfloor.research.traffic.simulation.points import SimulatedLoad
from netfloor.research.traffic.simulation.run import Run, Task, run_of_record, run_once, run_record

TASK = "simulations"
_KIND = CheckpointKind(
    "netfloor traffic simulate",
    4,
    ("is not a checkpoint of traffic simulate", "give another file"),
    ("belongs to another simulation", "give another file, or remove this one"),
)
#: Seconds to wait for a cluster.
CONNECT_S = 10
Job = tuple[float, int]


class RunCheckpoint:
    """Finished runs in a JSON file; nothing is saved without a file.

    Raises
    ------
    InputError
        If the file belongs to other inputs or is damaged.
    """

    def __init__(self, path: Path | None, inputs: Any) -> None:
        self._path, self._inputs, self._lock = path, inputs, threading.Lock()
        self._done: dict[str, Any] = {}
        if path is not None and path.exists():
            document = _KIND.document(path)
            _KIND.require_same(path, document.get("inputs"), inputs)
            try:
                self._done = {
                    key: checked_record(path, item) for key, item in dict(document["runs"]).items()
                }
                runs = {key: run_of_record(record) for key, record in self._done.items()}
            except (KeyError, TypeError, ValueError) as error:
                raise InputError(str(path), "is damaged", "remove it") from error
            if any(_key((run.load, run.seed)) != key for key, run in runs.items()):
                raise InputError(str(path), "is damaged: a run has another load or seed", "remove it")

    def get(self, job: Job) -> Run | None:
        """Return a finished run."""
        record = self._done.get(_key(job))
        return None if record is None else run_of_record(record)

    def put(self, job: Job, run: Run) -> None:
        """Save a run."""
        if self._path is None:
            return
        with self._lock, defer_interrupts():
            self._done[_key(job)] = run_record(run)
            runs = {key: with_checksum(self._done[key]) for key in sorted(self._done)}
            write_atomic(self._path, to_json({**_KIND.head, "inputs": self._inputs, "runs": runs}))


def _key(job: Job) -> str:
    return f"{job[0]!r}/{job[1]}"


def run_sweep(
    task: Task,
    loads: Sequence[float],
    seeds: Sequence[int],
    how: tuple[int, str | None],
    kept: RunCheckpoint,
    observer: Observer,
    interrupt: Interrupt,
) -> list[SimulatedLoad]:
    """Return all runs by load; after an interrupt only loads with a run of every seed.

    A run depends only on its load and seed, not on the number of workers.

    Parameters
    ----------
    how
        Number of threads, and the address of a Dask scheduler or None.

    Raises
    ------
    InputError
        If the scheduler does not respond, or all runs together exceed the time budget.
    """
    jobs = [(load, seed) for load in loads for seed in seeds]
    done = {job: run for job in jobs if (run := kept.get(job)) is not None}
    # Heaviest first, so that no thread starts the longest run last.
    missing = sorted((job for job in jobs if job not in done), key=lambda job: -job[0])
    observer.started(TASK, len(jobs))
    observer.advanced(TASK, len(done))
    workers, scheduler = how
    if scheduler is None:
        seconds = sum(task.seconds(load) for load, _ in missing)
        runs = WorkEstimate(f"{len(missing):,} simulations of {task.network.topology.name}", seconds)
        require_within_budget(setting("cycles"), runs, "give fewer cycles, loads or seeds")
    runner = _on_threads(task, missing, workers, interrupt)
    if scheduler is not None:
        runner = _on_cluster(task, missing, scheduler, interrupt)
    for job, run in runner:
        done[job] = run
        kept.put(job, run)
        observer.advanced(TASK, len(done), f"load {job[0]:g}")
    observer.finished(TASK)
    whole = [load for load in loads if all((load, seed) in done for seed in seeds)]
    return [SimulatedLoad(load, tuple(done[load, seed] for seed in seeds)) for load in whole]


def _on_threads(
    task: Task, jobs: Sequence[Job], workers: int, interrupt: Interrupt
) -> Iterator[tuple[Job, Run]]:
    with ThreadPoolExecutor(workers) as pool:
        futures = {pool.submit(run_once, task, *job, interrupt): job for job in jobs}
        for future in as_completed(futures):
            run = future.result()
            if run is not None:
                yield futures[future], run


def _on_cluster(
    task: Task, jobs: Sequence[Job], scheduler: str, interrupt: Interrupt
) -> Iterator[tuple[Job, Run]]:
    with dask_client(scheduler, CONNECT_S) as client:
        for job, run in cluster_results(client, run_elsewhere, task, jobs, lambda: interrupt.asked):
            yield (job[0], job[1]), run


def run_elsewhere(task: Task, load: float, seed: int) -> Run | None:
    """Run one load with one seed on a cluster worker."""
    return run_once(task, load, seed, Interrupt())
