"""The same circulant search on threads and on a Dask cluster."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from netfloor.foundation.interrupt import Interrupt
from netfloor.research.circulants.engine.search import search_task
from netfloor.research.circulants.engine.tasks import CirculantSearch
from netfloor.research.circulants.space import SearchSpace
from netfloor.research.circulants.workers import task_runner

LINE = ("circulant", "search", "--routers", 60, "--radix", 10, "--no-bisection", "--quiet")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """One worker in a process of its own, so that everything is really sent."""
    with LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=None) as local:
        yield local.scheduler_address


def test_a_cluster_writes_the_bytes_of_an_unbroken_run(cluster: str, cli: Any, here: Path) -> None:
    """Checkpoints are equal, also of one that a thread began and a cluster ended."""
    assert cli(*LINE, "--checkpoint", "here.json", "--workers", 1).code == 0
    assert cli(*LINE, "--checkpoint", "there.json", "--scheduler", cluster).code == 0
    expected = (here / "here.json").read_bytes()
    assert (here / "there.json").read_bytes() == expected
    assert cli(*LINE, "--checkpoint", "both.json", "--shard", "1/3").code == 0
    assert (here / "both.json").read_bytes() != expected
    assert cli(*LINE, "--checkpoint", "both.json", "--scheduler", cluster).code == 0
    assert (here / "both.json").read_bytes() == expected


def test_an_interrupt_keeps_what_is_finished(cluster: str) -> None:
    """Results that came are right; nothing new is begun."""
    search = CirculantSearch.begin(SearchSpace(60, 10))
    for scheduler in (None, cluster):
        interrupt = Interrupt()
        with task_runner(2, scheduler, interrupt) as run:
            results = run(search, range(search.tasks_a_phase))
            first = next(results)
            interrupt.ask()
            some = [first, *results]
        assert len(some) < search.tasks_a_phase
        assert all(one == search_task(search, one.task) for one in some)


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "tcp://127.0.0.1:1"])
def test_a_scheduler_that_does_not_answer_is_named(
    address: str, cli: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user reads the address."""
    monkeypatch.setattr("netfloor.research.circulants.workers.CONNECT_S", 1)
    ran = cli(*LINE, "--scheduler", address)
    assert (ran.code, ran.out) == (3, "")
    assert address in ran.err


def test_a_cluster_without_workers_is_refused(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing would ever come of it."""
    monkeypatch.setattr("netfloor.research.circulants.workers.CONNECT_S", 1)
    with LocalCluster(n_workers=0, dashboard_address=None) as local:
        ran = cli(*LINE, "--scheduler", local.scheduler_address)
    assert (ran.code, ran.out) == (3, "")
    assert "has no workers" in ran.err
