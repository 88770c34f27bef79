"""Estimates of the sets that a search weighs, against the search."""

import pytest

from structure.circulants import CirculantSearch, SearchSpace, search_task
from structure.circulants.estimate import estimate


def examined(search, phase):
    """Return the sets that all tasks of a phase weigh."""
    first = phase * search.tasks_a_phase
    return sum(search_task(search, first + task).examined for task in range(search.tasks_a_phase))


@pytest.mark.parametrize(("n", "radix"), [(128, 6), (120, 8), (90, 8), (64, 10)])
def test_the_estimate_is_near_what_is_examined(n, radix):
    """Within a third, by some hundred samples; seconds follow."""
    search = CirculantSearch.begin(SearchSpace(n, radix))
    for phase, one in enumerate(estimate(search, 1.5)):
        assert one.diameter == search.phases[phase]
        assert one.examined == pytest.approx(examined(search, phase), rel=0.35, abs=200)
        assert one.samples > 5
        assert one.error_s >= 0
        assert one.core_s > 0


@pytest.mark.parametrize(("n", "radix"), [(9, 2), (10, 3), (12, 4), (13, 12), (8, 7)])
def test_small_spaces_have_estimates_too(n, radix):
    """One jump, two jumps, the complete graph."""
    for one in estimate(CirculantSearch.begin(SearchSpace(n, radix)), 0.01):
        assert one.core_s >= 0
        assert one.sets_per_s >= 0
