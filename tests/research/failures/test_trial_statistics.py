"""Means over connected trials, and whether 95 % intervals hold the truth 95 times in 100."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from netfloor.research.failures.batch_rule import Stage
from netfloor.research.failures.trial_statistics import ConnectedMean, share_interval, student_interval

DONE = Stage(1, 0.0, met=True)


@given(st.lists(st.none() | st.integers(0, 10**9), min_size=10, max_size=10), st.integers(1, 1000))
def test_figures_are_scipys(values, divisor):
    """Mean, deviation and interval are SciPy's over connected trials; the counts add up."""
    found = ConnectedMean.of(values, DONE, divisor)
    connected = np.array([v for v in values if v is not None]) / divisor
    assert (found.trials, found.connected) == (10, len(connected))
    if len(connected):
        assert found.mean == pytest.approx(connected.mean())
    else:
        assert found.mean is None
    if len(connected) < 2:
        assert found.std is found.ci95 is None
    else:
        std = connected.std(ddof=1)
        assert found.std == pytest.approx(std, rel=1e-9, abs=1e-9)
        if std > 1e-9:
            low, high = stats.t.interval(
                0.95, len(connected) - 1, connected.mean(), std / np.sqrt(len(connected))
            )
            assert found.ci95 == pytest.approx((low, high), rel=1e-9, abs=1e-9)


def test_trials_beyond_the_stage_do_not_count():
    """A property that settled after ten trials is the mean of these ten."""
    found = ConnectedMean.of([1] * 10 + [100] * 90, DONE)
    assert (found.mean, found.trials) == (1.0, 10)


def test_means_are_said_to_be_over_connected_trials():
    """The key of the mean names what it leaves out."""
    found = ConnectedMean.of([4, None, 6, *[None] * 7], Stage(1, None, met=False)).to_dict()
    assert (found["mean_over_connected"], found["connected_trials"], found["trials"]) == (5.0, 2, 10)
    assert found["rule_met"] is False


@pytest.mark.parametrize("n", [2, 10, 100])
def test_student_covers_95_per_cent_of_normal_samples(n):
    """Of 4000 samples of a normal distribution 95 % +- 1.2 % have the mean in their interval."""
    sample = np.random.default_rng(n).normal(70.0, 3.0, (4000, n))
    ends = [student_interval(row.mean(), row.std(ddof=1), n) for row in sample]
    share = np.mean([low <= 70.0 <= high for low, high in ends])
    assert share == pytest.approx(0.95, abs=0.012)  # 3.5 standard errors


def test_student_covers_a_few_hops():
    """Diameters of 4, 5 or 6 hops with known odds: 100 trials cover their mean 95 % +- 1.2 %."""
    sample = np.random.default_rng(7).choice([4, 5, 6], (4000, 100), p=[0.5, 0.4, 0.1]).tolist()
    ends = [ConnectedMean.of(row, Stage(10, 0.0, met=True)).ci95 for row in sample]
    share = np.mean([end is not None and end[0] <= 4.6 <= end[1] for end in ends])
    assert share == pytest.approx(0.95, abs=0.012)


@pytest.mark.parametrize("n", [1, 10, 37])
def test_the_share_is_never_covered_less(n):
    """For every true share the binomial odds of a count whose interval holds it are 95 % or more."""
    ends = np.array([share_interval(hits, n) for hits in range(n + 1)])
    for share in np.linspace(0, 1, 301):
        covered = (ends[:, 0] <= share) & (share <= ends[:, 1])
        assert stats.binom.pmf(np.arange(n + 1), n, share)[covered].sum() >= 0.95


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_share_interval_is_scipys(counts):
    """The exact interval, as SciPy's binomial test gives it."""
    hits, n = counts
    expected = stats.binomtest(hits, n).proportion_ci(0.95, "exact")
    assert share_interval(hits, n) == pytest.approx((expected.low, expected.high), abs=1e-9)
