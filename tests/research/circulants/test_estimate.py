"""Estimates of the sets that a search weighs, against the search."""

import pytest

from netfloor.research.circulants.engine.incumbent import Known
from netfloor.research.circulants.engine.search import Probe, search_task
from netfloor.research.circulants.engine.tasks import CirculantSearch
from netfloor.research.circulants.estimate import PhaseEstimate, estimate
from netfloor.research.circulants.space import SearchSpace, distances_of


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


def test_no_task_is_searched_whole_where_that_would_take_for_ever(monkeypatch):
    """2048 routers of radix 16: every search is from all but two jumps, or from a prefix found short."""
    space = SearchSpace(2048, 16)
    jumps = (1, 127, 483, 570, 631, 669, 685, 890)
    search = CirculantSearch(space, Known(*distances_of(space, jumps), jumps))
    lengths = []

    def probed(_search, _depth, given):
        lengths.append(len(given))
        return Probe(1.0, 1000)

    monkeypatch.setattr("netfloor.research.circulants.estimate.probe_prefix", probed)
    assert all(one.core_s > 0 for one in estimate(search, 0.01))
    assert set(lengths) == {space.free_jumps - 2}


def test_an_estimate_can_be_interrupted():
    """Nothing is drawn once somebody asked."""
    assert estimate(CirculantSearch.begin(SearchSpace(128, 6)), 60.0, lambda: True) == ()


def test_the_seconds_are_shared_and_all_of_them_given(monkeypatch):
    """Over the phases alike; of each a third for the rough estimate, the rest for tasks themselves."""
    given = []

    def drawn(_search, depth, _length, seconds, _asked):
        given.append((depth, seconds))
        return PhaseEstimate(depth, 1.0, 0.0, 0.0, 1)

    for name in ("_evenly", "_by_promise"):
        monkeypatch.setattr(f"netfloor.research.circulants.estimate.{name}", drawn)
    search = CirculantSearch.begin(SearchSpace(120, 8))
    estimate(search, 6.0)
    each = 6.0 / len(search.phases)
    assert given == [(depth, pytest.approx(each * part / 3)) for depth in search.phases for part in (1, 2)]
