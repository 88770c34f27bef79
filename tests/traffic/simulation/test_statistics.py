"""Statistics of runs: the end of the warm-up, confidence, percentiles."""

from dataclasses import replace

import numpy as np
import pytest

from netfloor.traffic.simulation.arrays import BINS
from netfloor.traffic.simulation.points import SimulatedLoad, estimate, saturation
from netfloor.traffic.simulation.run import Run, run_of_record, run_record
from netfloor.traffic.simulation.warm_up import FIRST_TEST, is_steady, truncation


def test_truncation_has_the_least_standard_error() -> None:
    """It is the minimum of White's statistic over all truncations but the last few, by its definition."""
    series = np.random.default_rng(2).normal(20, 1, 30) - 15 * np.exp(-np.arange(30) / 3)
    error = [np.sum((series[d:] - series[d:].mean()) ** 2) / (30 - d) ** 2 for d in range(26)]
    assert truncation(series.tolist()) == int(np.argmin(error)) > 0
    assert is_steady(series.tolist())


def test_a_series_that_rises_is_not_steady() -> None:
    """Latencies of a saturated network grow: the warm-up does not end, nor on too few windows."""
    assert not any(is_steady(range(count)) for count in range(100))
    assert not is_steady([5.0] * (FIRST_TEST - 1))
    assert is_steady([5.0] * FIRST_TEST)


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
