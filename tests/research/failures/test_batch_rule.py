"""The stopping rule on numbers made for it, against NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.research.failures.batch_rule import Stage, stage_of, variation_of_means

SPREAD = [1, 9] * 5_000
NOTHING: list[int | None] = [None] * 10_000


def spread_by(a):
    """Return ten values 1000 - a and 1000 + a by turns: a sample deviation of a sqrt(10/9)."""
    return [1000 - a, 1000 + a] * 5


@given(
    st.sampled_from([1, 2, 10]).flatmap(
        lambda batch: st.tuples(
            st.just(batch),
            st.lists(st.none() | st.integers(0, 10**6), min_size=10 * batch, max_size=10 * batch + 5),
        )
    )
)
def test_variation_is_numpys(drawn):
    """Means of ten batches in their order, connected trials only; sample deviation over mean."""
    batch, values = drawn
    batches = np.array([np.nan if v is None else v for v in values[: 10 * batch]]).reshape(10, batch)
    found = variation_of_means(values, batch)
    if np.isnan(batches).all(axis=1).any():
        assert found is None
    else:
        means = np.nanmean(batches, axis=1)
        expected = means.std(ddof=1) / means.mean() if means.any() else 0.0
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(("a", "met"), [(94, True), (95, False)])
def test_ten_per_cent_of_a_sample_deviation(a, met):
    """9.91 % ends the trials, 10.01 % does not; the divisor is 9, with 10 both would."""
    assert stage_of(spread_by(a), None).met is met


def test_the_first_stage_is_ten_trials():
    """Before any trial the rule asks for ten, in batches of one."""
    assert stage_of([], None) == Stage(1, None, met=False)
    assert stage_of([], None).trials == 10


def test_trials_that_agree_end_at_ten():
    """Ten equal values are enough, however many there are."""
    assert stage_of([3] * 10, None) == stage_of([3] * 250, None) == Stage(1, 0.0, met=True)


def test_trials_grow_by_ten():
    """Values that vary from trial to trial and not from ten to ten end at 100 trials."""
    assert stage_of(SPREAD[:10], None) == Stage(10, None, met=False)
    assert stage_of(SPREAD[:99], None) == Stage(10, None, met=False)
    assert stage_of(SPREAD[:100], None) == Stage(10, 0.0, met=True)


def test_earlier_trials_are_the_first_batch():
    """The ten trials of the first stage are the first batch of the second."""
    values = [0, 100] * 5 + [50] * 90
    assert stage_of(values, None) == Stage(10, 0.0, met=True)


@pytest.mark.parametrize(
    ("cap", "trials"), [(10, 10), (99, 10), (100, 100), (999, 100), (1000, 1000), (10_000, 10_000)]
)
def test_no_stage_exceeds_the_cap(cap, trials):
    """Values that never settle end at the largest power of ten that the cap allows, unmet."""
    found = stage_of(NOTHING, cap)
    assert (found.trials, found.variation, found.met) == (trials, None, False)


def test_a_batch_without_connected_trials_is_not_enough():
    """Nine batches that agree do not make up for one without a mean."""
    assert not stage_of([5] * 9 + [None], None).met
    assert stage_of([5] * 9 + [None] + [5] * 90, None) == Stage(10, 0.0, met=True)


def test_zeros_do_not_vary():
    """A property that is always 0 has settled."""
    assert stage_of([0] * 10, None) == Stage(1, 0.0, met=True)
