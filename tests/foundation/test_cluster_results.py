"""Work on a Dask cluster whose workers are killed: nothing is lost, and all workers take their share."""

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from netfloor.foundation.errors import UnplannedStopError
from netfloor.foundation.extras import cluster_results, dask_client

JOBS = [(number,) for number in range(24)]


@pytest.fixture
def cluster() -> Iterator[LocalCluster]:
    """Two workers, each a process of its own; a nanny starts a killed one again."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        yield local


def squared(folder: str, number: int) -> tuple[int, int]:
    """Return a square and the process that worked it out; say on disk that it was begun."""
    (Path(folder) / f"{number}-{os.getpid()}").touch()
    time.sleep(0.05)
    return number * number, os.getpid()


def fatal(_shared: None, _number: int) -> None:
    """End the worker."""
    os.kill(os.getpid(), signal.SIGKILL)


class FatalAtSecond:
    """Shared data that kill the second worker to receive them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        """Receive it by a call."""
        return _received, (self._folder,)


def _received(folder: Path) -> FatalAtSecond:
    (folder / str(os.getpid())).touch()
    if len(list(folder.iterdir())) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return FatalAtSecond(folder)


def slow_pid(_shared: FatalAtSecond, _number: int) -> int:
    """Return the process, after long enough for the other worker to ask for a job."""
    time.sleep(0.1)
    return os.getpid()


@pytest.mark.nightly
def test_a_worker_killed_by_receiving_the_data_loses_nothing(cluster: Any, tmp_path: Path) -> None:
    """Sending them to all workers at once would never end."""
    with dask_client(cluster.scheduler_address, 10) as client:
        client.wait_for_workers(2)
        found = list(cluster_results(client, slow_pid, FatalAtSecond(tmp_path), JOBS, lambda: False))
    assert sorted(job for job, _ in found) == JOBS
    assert len(list(tmp_path.iterdir())) >= 2


@pytest.mark.nightly
def test_a_killed_worker_loses_nothing(cluster: Any, tmp_path: Path) -> None:
    """Every job comes once, though a worker was killed; what that one had begun runs again."""
    killed: list[int] = []
    found = []
    with dask_client(cluster.scheduler_address, 10) as client:
        for job, (value, pid) in cluster_results(client, squared, str(tmp_path), JOBS, lambda: False):
            found.append((job[0], value))
            if not killed:
                killed.append(pid)
                os.kill(pid, signal.SIGKILL)
    assert sorted(found) == [(number, number * number) for (number,) in JOBS]


@pytest.mark.nightly
def test_two_workers_share_the_work(cluster: Any, tmp_path: Path) -> None:
    """Each does about half of it, so that two take about half of the time."""
    with dask_client(cluster.scheduler_address, 10) as client:
        client.wait_for_workers(2)
        done = Counter(
            pid for _, (_, pid) in cluster_results(client, squared, str(tmp_path), JOBS, lambda: False)
        )
    assert len(done) == 2
    assert min(done.values()) >= len(JOBS) // 4


@pytest.mark.nightly
def test_a_job_that_kills_every_worker_ends_the_work(cluster: Any) -> None:
    """With a message instead of for ever."""
    with (
        dask_client(cluster.scheduler_address, 10) as client,
        pytest.raises(UnplannedStopError, match="lost"),
    ):
        list(cluster_results(client, fatal, None, [(1,)], lambda: False))


@pytest.mark.nightly
def test_a_simulation_whose_worker_is_killed_has_the_same_report(
    cluster: Any, cli: Any, here: Path
) -> None:
    """The whole command: its figures and its checkpoint are those of one machine."""
    line = (
        "traffic",
        "simulate",
        "torus:4x4",
        "--endpoints",
        1,
        "--load",
        "0.1,0.2,0.3,0.4",
        "--seeds",
        3,
        "--json",
    )
    alone = cli(*line, "--checkpoint", "here.json")
    pids = [worker.pid for worker in cluster.workers.values()]
    with dask_client(cluster.scheduler_address, 10) as client:
        client.submit(_kill_soon, pids[0], pure=False)
        there = cli(*line, "--checkpoint", "there.json", "--scheduler", cluster.scheduler_address)
    assert there.json() == alone.json()
    assert (here / "there.json").read_bytes() == (here / "here.json").read_bytes()


def _kill_soon(pid: int) -> None:
    time.sleep(0.5)
    os.kill(pid, signal.SIGKILL)
