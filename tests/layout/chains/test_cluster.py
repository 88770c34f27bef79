"""Chains on a Dask cluster: the same results as on threads."""

import pytest
from distributed import LocalCluster

from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.budget import Budget
from netfloor.layout.solve import SolveOptions, solve
from netfloor.rooms.room import GridRoom
from netfloor.topologies.spec import build

ROOM = GridRoom("x", 3, 6)


@pytest.fixture(scope="module")
def cluster():
    """One worker in a process of its own, so that everything is really sent."""
    with LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=None) as local:
        yield local.scheduler_address


def options(**given):
    """Return options with a small budget."""
    return SolveOptions("portfolio", Budget(iterations=4001), seed=3, chains=3, **given)


def test_a_cluster_finds_what_threads_find(cluster):
    """Placement, cost, history and effort."""
    topology = build("random:30,4,seed=2")
    here, there = solve(topology, ROOM, options()), solve(topology, ROOM, options(scheduler=cluster))
    assert (there.checksum, there.cost_mm, there.history) == (here.checksum, here.cost_mm, here.history)
    assert (there.iterations, there.found_by) == (here.iterations, here.found_by)


def test_an_interrupt_leaves_something_legal(cluster):
    """Asked before anything is finished, a placement comes back all the same."""
    interrupt = Interrupt()
    interrupt.ask()
    result = solve(build("random:30,4,seed=2"), ROOM, options(scheduler=cluster), interrupt=interrupt)
    assert result.status == "interrupted"
    assert len(set(result.placement.slot_of.tolist())) == 30


@pytest.mark.parametrize("address", ["nonsense", "tcp://127.0.0.1:1"])
def test_a_scheduler_that_does_not_answer_is_named(address, monkeypatch):
    """The user reads the address."""
    monkeypatch.setattr("netfloor.layout.chains.run.CONNECT_S", 1)
    with pytest.raises(InputError, match=address):
        solve(build("random:30,4,seed=2"), ROOM, options(scheduler=address))
