"""Statistics of runs: the end of the warm-up, confidence, percentiles."""

from dataclasses import replace

import numpy as np
import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.research.traffic.simulation.arrays import BINS
from netfloor.research.traffic.simulation.network import network_of
from netfloor.research.traffic.simulation.points import SimulatedLoad, estimate, saturation
from netfloor.research.traffic.simulation.run import Run, Task, run_of_record, run_once, run_record
from netfloor.research.traffic.simulation.settings import SwitchModel, Watch
from netfloor.research.traffic.simulation.warm_up import FIRST_TEST, drifts, is_steady, truncation
from netfloor.topologies.spec import build
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.routing import routing_named


def test_truncation_has_the_least_standard_error() -> None:
    """It is the minimum of White's statistic over all truncations but the last few, by its definition."""
    series = np.random.default_rng(2).normal(20, 1, 30) - 15 * np.exp(-np.arange(30) / 3)
    error = [np.sum((series[d:] - series[d:].mean()) ** 2) / (30 - d) ** 2 for d in range(26)]
    assert truncation(series.tolist()) == int(np.argmin(error)) > 0
    assert is_steady(series.tolist(), [1.0] * 30)
    assert [truncation([9.0, *[1.0] * more]) for more in (2, 4, 5)] == [0, 0, 1]


def test_a_series_that_rises_is_not_steady() -> None:
    """Latencies of a saturated network grow: the warm-up does not end, nor on too few windows."""
    assert not any(is_steady(range(count), range(count)) for count in range(100))
    assert not is_steady([5.0] * (FIRST_TEST - 1), [5.0] * (FIRST_TEST - 1))
    assert is_steady([5.0] * FIRST_TEST, [5.0] * FIRST_TEST)


def test_a_slow_rise_is_a_drift_and_noise_is_not() -> None:
    """A rise by a tenth is seen in either series; correlated noise is rarely taken for one."""
    draw, found = np.random.default_rng(3), 0
    rising = np.linspace(110, 121, 25) + draw.normal(0, 1, 25)
    level = 100 + draw.normal(0, 1, 25)
    assert drifts(rising.tolist())
    assert not is_steady(level.tolist(), rising.tolist())
    assert not is_steady(rising.tolist(), level.tolist())
    assert is_steady(level.tolist(), level.tolist())
    assert not drifts((100 + (rising - 110) / 20).tolist())  # half a per cent
    for _ in range(300):
        noise = draw.normal(0, 1, 60)
        found += drifts((100 + 10 * np.convolve(noise, 0.5 ** np.arange(8), "valid")[-25:]).tolist())
    assert found < 30


def test_deep_buffers_that_fill_for_ever_give_no_latency() -> None:
    """UGAL-L with 256 flits at 0.4 of the worst case: 117 cycles after 20 windows, 1,100 after 120."""
    network = network_of(build("dragonfly:a=4,p=2,h=2"), routing_named("group-ugal-l"))
    pattern = pattern_of(network.topology, "next-group")
    task = Task(network, pattern, SwitchModel(256), Watch(measured=200, max_warm_up=100))
    found = run_once(task, 0.4, 1, Interrupt())
    assert found is not None
    assert found.unsettled.startswith("not steady")


def one_run(latencies: list[int], saturated: str = "", unsettled: str = "") -> Run:
    """Return a run whose packets went minimally with some latencies."""
    histogram = np.zeros((2, BINS), np.int64)
    np.add.at(histogram[0], latencies, 1)
    return Run(
        load=0.5, seed=1, saturated=saturated, unsettled=unsettled, warm_up=1, measured=1,
        drain=1, accepted=0.5,
        packets=np.array([len(latencies), 0]), total=np.array([sum(latencies), 0]),
        longest=np.array([max(latencies), 0]), hops=9, histogram=histogram,
        channel_load=np.array([0.25]), inside=1.0, network_latency=1.0,
    )  # fmt: skip


def test_percentiles_and_intervals_of_several_runs() -> None:
    """Percentiles count packets of all runs; the interval is Student's of the runs' means."""
    point = SimulatedLoad(0.5, (one_run([1, 2, 3]), one_run([4, 5, 6, 100])))
    latency = point.latency()
    assert latency is not None
    assert latency.mean == pytest.approx((2 + 28.75) / 2)
    assert latency.half == pytest.approx(12.706 * abs(2 - 28.75) / 2, rel=1e-3)
    assert [point.percentile(percent) for percent in (1, 50, 99)] == [1, 4, 100]
    assert estimate([3.0]).half is None
    full = replace(point, runs=(point.runs[0], one_run([7], "sources fall behind")))
    assert full.latency() is full.percentile(50) is None
    assert saturation([point, replace(full, load=0.7), replace(point, load=0.9)]) == (0.5, 0.7)


def test_a_load_that_is_not_steady_is_neither_carried_nor_saturated() -> None:
    """It has no latency, says why in a few words, and is not the lowest load saturated."""
    point = SimulatedLoad(0.5, (one_run([1, 2, 3]),))
    drifts = SimulatedLoad(0.6, (one_run([7]), one_run([8], unsettled="not steady: after 9 cycles")))
    assert (drifts.saturated, drifts.missing, drifts.longest) == ("", "not steady", None)
    assert drifts.latency() is drifts.percentile(50) is None
    assert saturation([point, drifts]) == (0.5, None)
    assert saturation([drifts, replace(point, load=0.7)]) == (0.7, None)


def test_a_run_comes_back_from_its_record() -> None:
    """Checkpoints keep every figure and every bin."""
    run = one_run([4, 4, 9])
    again = run_of_record(run_record(run))
    assert run_record(again) == run_record(run)
    assert (again.histogram == run.histogram).all()
