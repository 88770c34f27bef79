"""Curves of failing links: known networks, the stopping rule, workers, and broken-off runs."""

import itertools
import os
import random
import signal
import subprocess
import sys
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.foundation.observer import SilentObserver
from netfloor.research.failures.curve import FailureOptions
from netfloor.research.failures.link_deletion import links_failed
from netfloor.research.failures.run import link_failures
from netfloor.research.failures.trials import MEASURES, run_trial
from netfloor.structure.hops.distances import distances
from netfloor.structure.summary import describe
from netfloor.topologies.spec import build


def only_point(network, proportion, **options):
    """Return the one point of a curve."""
    (point,) = link_failures(network, FailureOptions((proportion,), **options)).points
    return point


@pytest.mark.parametrize("spec", ["slimfly:5", "lps:3,5", "random:60,5"])
def test_no_failed_link_is_the_network_itself(spec):
    """Proportion 0: ten trials that all measure the unbroken network, with the cut of `describe`."""
    network = build(spec)
    point = only_point(network, 0.0, seed=4)
    hops, cut = distances(network), describe(network, with_bisection=True, seed=4).bisection
    assert cut is not None
    assert (point.trials, point.disconnected, point.disconnected_ci95) == (10, 0, (0.0, 0.0))
    for found, value in (
        (point.diameter, hops.diameter),
        (point.mean_distance, hops.mean_distance),
        (point.bisection_links, cut.links),
    ):
        assert found.mean == pytest.approx(value, rel=1e-15)
        assert found.ci95 == (found.mean, found.mean)
        assert found.rule_met


@pytest.mark.parametrize("spec", ["slimfly:5", "random:4,3"])
def test_all_links_failed_is_all_disconnected(spec):
    """Proportion 1: ten trials, all disconnected, and no mean of anything."""
    point = only_point(build(spec), 1.0)
    assert (point.trials, point.disconnected, point.disconnected_ci95) == (10, 10, (1.0, 1.0))
    assert point.certainly_disconnected
    assert all(f.mean is f.ci95 is None and not f.rule_met for f in point.properties.values())
    assert point.to_dict()["disconnected_trials"] == 10


@settings(max_examples=20)
@given(n=st.integers(21, 60))
def test_a_ring_becomes_a_path(topology_of, n):
    """Whichever link of a ring fails, the rest is a path of known diameter, mean and bisection."""
    point = only_point(topology_of(nx.cycle_graph(n), vertex_transitive=True), 1 / n)
    assert (point.links_failed, point.disconnected) == (1, 0)
    means = (point.diameter.mean, point.mean_distance.mean, point.bisection_links.mean)
    assert means == pytest.approx((n - 1, (n + 1) / 3, 1))


def test_parallel_links_fail_one_by_one(topology_of):
    """Two routers with eight links stay connected until the last; the bisection is what is left."""
    graph = nx.path_graph(2)
    graph.edges[0, 1]["weight"] = 8
    curve = link_failures(topology_of(graph), FailureOptions((0.0, 0.5, 0.875, 1.0)))
    assert [point.bisection_links.mean for point in curve.points] == [8, 4, 1, None]
    assert [point.disconnected for point in curve.points] == [0, 0, 0, 10]


def test_one_router_never_falls_apart(topology_of):
    """A network without links has nothing to lose."""
    point = only_point(topology_of(nx.empty_graph(1)), 1.0)
    assert (point.disconnected, point.diameter.mean, point.mean_distance.mean) == (0, 0, 0)


def test_disconnected_trials_are_counted_and_left_out(topology_of):
    """Counts and means are those of the single trials, each property by the rule, by NumPy."""
    network, options = topology_of(nx.random_regular_graph(3, 24, seed=1)), FailureOptions((0.15,), seed=8)
    point = only_point(network, 0.15, seed=8)
    failed = links_failed(0.15, network.link_count)
    trials = [run_trial(network, failed, i, options.seeds, MEASURES) for i in range(point.trials)]
    assert 0 < point.disconnected == sum(trial is None for trial in trials) < point.trials
    for found, name in zip(point.properties.values(), MEASURES, strict=True):
        values = np.array([np.nan if trial is None else trial[name] for trial in trials])
        x = next(x for x in (1, 10, 100) if settled(values, x))
        scale = 24 * 23 if name == "hops_sum" else 1
        assert (found.batch, found.trials, found.rule_met) == (x, 10 * x, True)
        assert found.mean == pytest.approx(np.nanmean(values[: 10 * x]) / scale)
        assert found.connected == np.isfinite(values[: 10 * x]).sum()


def settled(values, x):
    """Return whether ten batches of x have means that vary by less than 10 %."""
    batches = values[: 10 * x].reshape(10, x)
    if np.isnan(batches).all(axis=1).any():
        return False
    means = np.nanmean(batches, axis=1)
    return means.std(ddof=1) / means.mean() < 0.1


def test_the_cap_is_kept_and_said(topology_of):
    """A tree that loses one link of many parallel ones may never settle: the cap ends it, unmet."""
    graph = nx.star_graph(20)
    graph.edges[0, 1]["weight"] = 2
    point = only_point(topology_of(graph), 1 / 21, max_trials=500)
    assert (point.trials, point.certainly_disconnected) == (100, False)
    assert point.disconnected > 50
    assert not point.diameter.rule_met


@pytest.fixture(scope="module")
def network():
    """Return a small network whose curve has points of 10, 100 and more trials."""
    return build("random:30,4")


OPTIONS = FailureOptions((0.0, 0.1, 0.3, 0.9), seed=2, max_trials=100)


@pytest.fixture(scope="module")
def unbroken(network, tmp_path_factory):
    """Return the curve of an unbroken run and the bytes of its checkpoint."""
    path = tmp_path_factory.mktemp("unbroken") / "run.json"
    curve = link_failures(network, OPTIONS, checkpoint=path)
    assert {point.trials for point in curve.points} == {10, 100}
    return curve, path.read_bytes()


@pytest.mark.parametrize("workers", [2, 3, 16])
def test_the_number_of_workers_changes_nothing(network, unbroken, tmp_path, workers):
    """Curve and checkpoint are the same to the last bit."""
    curve = link_failures(network, OPTIONS, workers=workers, checkpoint=tmp_path / "run.json")
    assert curve == unbroken[0]
    assert (tmp_path / "run.json").read_bytes() == unbroken[1]


def test_a_point_does_not_depend_on_the_others(network, unbroken):
    """Asked for alone, a proportion has the figures that it has in a curve."""
    for point in unbroken[0].points:
        assert only_point(network, point.proportion, seed=2, max_trials=100) == point


def test_another_seed_fails_other_links(network, unbroken):
    """The seed decides."""
    other = link_failures(network, replace(OPTIONS, seed=3))
    assert other.points[2].mean_distance != unbroken[0].points[2].mean_distance


def true_after(calls):
    """Return a function that is False so many times and then True."""
    answers = itertools.chain(itertools.repeat(False, calls), itertools.repeat(True))  # noqa: FBT003
    return lambda: next(answers)


@settings(max_examples=5)
@given(stops=st.lists(st.integers(0, 120), min_size=1, max_size=4), workers=st.integers(1, 3))
def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(
    network, unbroken, tmp_path_factory, stops, workers
):
    """Asked to stop after any number of trials, and again, it ends as the unbroken run."""
    path = tmp_path_factory.mktemp("stopped") / "run.json"
    for stop_after in stops:
        part = link_failures(
            network, OPTIONS, workers=workers, checkpoint=path, stop=true_after(stop_after)
        )
        assert part.points == unbroken[0].points[: len(part.points)]
        assert part.interrupted == (len(part.points) < 4)
    curve = link_failures(network, OPTIONS, workers=workers, checkpoint=path)
    assert (curve, path.read_bytes()) == unbroken


def test_a_larger_cap_goes_on_from_a_smaller_one(network, unbroken, tmp_path):
    """Trials that a cap ended are the first ones under a larger cap, and do no harm under a smaller."""
    path = tmp_path / "run.json"
    small = link_failures(network, replace(OPTIONS, max_trials=10), checkpoint=path)
    assert link_failures(network, OPTIONS, checkpoint=path) == unbroken[0]
    assert path.read_bytes() == unbroken[1]
    assert link_failures(network, replace(OPTIONS, max_trials=10), checkpoint=path) == small


def test_stopped_at_once_nothing_is_claimed(network, tmp_path):
    """No trial, no point, no file."""
    part = link_failures(network, OPTIONS, checkpoint=tmp_path / "run.json", stop=lambda: True)
    assert (part.points, part.interrupted) == ((), True)
    assert not list(tmp_path.iterdir())


RUNNER = """
import sys
from pathlib import Path
from netfloor.research.failures.curve import FailureOptions
from netfloor.research.failures.run import link_failures
from netfloor.topologies.spec import build
options = FailureOptions((0.0, 0.1, 0.3, 0.9), seed=2, max_trials=100)
link_failures(build("random:30,4"), FailureOptions((0.5,), max_trials=10))  # compiles the kernels
print("ready", flush=True)
link_failures(build("random:30,4"), options, workers=2, checkpoint=Path(sys.argv[1]))
"""


@pytest.mark.parametrize("lives", [3, pytest.param(100, marks=pytest.mark.nightly)])
def test_a_run_that_was_killed_goes_on_to_the_same_bytes(network, unbroken, tmp_path, lives):
    """SIGKILL at random moments, some in the middle of a write: the last run ends as an unbroken one."""
    path, rng = tmp_path / "run.json", random.Random(lives)  # noqa: S311 - no secret
    for _ in range(lives):
        command = [sys.executable, "-c", RUNNER, str(path)]
        with subprocess.Popen(  # noqa: S603 - our own interpreter
            command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": "."}
        ) as run:
            assert run.stdout is not None
            assert run.stdout.readline() == b"ready\n"
            try:
                run.wait(rng.uniform(0, 0.2))
            except subprocess.TimeoutExpired:
                run.send_signal(signal.SIGKILL)
    assert link_failures(network, OPTIONS, checkpoint=path) == unbroken[0]
    assert path.read_bytes() == unbroken[1]


def test_a_disconnected_network_is_refused(topology_of, tmp_path):
    """Failures are asked of a network that works; nothing is written."""
    apart = topology_of(nx.disjoint_union(nx.cycle_graph(4), nx.cycle_graph(4)))
    with pytest.raises(InputError, match="not connected"):
        link_failures(apart, checkpoint=tmp_path / "run.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "wrong",
    [
        {"proportions": (-0.1,)},
        {"proportions": (1.1,)},
        {"proportions": (float("nan"),)},
        {"proportions": (0.2, 0.1)},
        {"proportions": (0.2, 0.2)},
        {"seed": -1},
        {"max_trials": 9},
        {"metis_seeds": 0},
    ],
)
def test_impossible_options_are_refused(wrong):
    """A caller's mistake."""
    with pytest.raises(ValueError, match=r"proportion|failures need"):
        FailureOptions(**wrong)


class Listener(SilentObserver):
    """Notes how far a task has come."""

    def __init__(self):
        self.total, self.steps = 0.0, []

    def started(self, task, total):  # noqa: ARG002 - the protocol's argument
        """Note the total."""
        self.total = total

    def advanced(self, task, done, note=""):  # noqa: ARG002 - the protocol's arguments
        """Note a step."""
        self.steps.append(done)


def test_progress_rises_to_the_end(network):
    """The observer hears of a total and of steps that rise up to it."""
    listener = Listener()
    link_failures(network, OPTIONS, observer=listener)
    assert listener.total == 4
    assert listener.steps == sorted(set(listener.steps))
    assert 0 < listener.steps[0] <= listener.steps[-1] <= 4


def test_the_papers_networks_behave_as_it_says():
    """SpectralFly, section IV-A: at 10 % SlimFly's diameter of 2 is 4, that of LPS is smaller."""
    slimfly, lps = (only_point(build(spec), 0.1) for spec in ("slimfly:17", "lps:23,11"))
    assert slimfly.diameter.mean == 4
    assert lps.diameter.mean < 4
    assert slimfly.mean_distance.mean < lps.mean_distance.mean
    assert lps.bisection_links.mean > slimfly.bisection_links.mean
