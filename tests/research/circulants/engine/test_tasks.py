"""No optimum is lost up to a cap on all of them, and what is lost is said."""

from itertools import combinations

import networkx as nx
import pytest

from netfloor.research.circulants.engine.search import search_task
from netfloor.research.circulants.engine.tasks import CirculantSearch, merge, thinned
from netfloor.research.circulants.space import SearchSpace


def search_all(search):
    """Return what all tasks of all phases find together."""
    return merge(search, [search_task(search, number) for number in range(search.max_tasks)])


def brute(n, radix):
    """Return diameter, sum and optima up to units, by NetworkX and by multiplying with every unit."""
    half = [n // 2] if radix % 2 else []
    units = [u for u in range(1, n) if nx.is_connected(nx.circulant_graph(n, [u]))]
    best, sets = (n, 0), []
    for jumps in combinations(range(1, (n + 1) // 2), radix // 2):
        away = nx.single_source_shortest_path_length(nx.circulant_graph(n, [*jumps, *half]), 0)
        if len(away) < n:
            continue
        one = (max(away.values()), sum(away.values()))
        if one < best:
            best, sets = one, []
        if one == best:
            sets.append(jumps)
    least = {min(tuple(sorted(min(u * s % n, -u * s % n) for s in jumps)) for u in units) for jumps in sets}
    return best, tuple(sorted(least))


@pytest.mark.parametrize(
    ("n", "radix"), [(36, 27), (30, 21), (33, 8), (28, 19), (26, 16), (35, 6), (42, 7)]
)
def test_every_optimum_is_found(n, radix):
    """Dense sizes, where a task has more best sets than there is room for at first, and others."""
    found = search_all(CirculantSearch.begin(SearchSpace(n, radix)))
    assert ((found.diameter, found.total), found.optima) == brute(n, radix)
    assert found.complete


def test_a_task_with_many_best_sets_is_run_again(monkeypatch):
    """Room for one set at first: the same results."""
    search = CirculantSearch.begin(SearchSpace(30, 15))
    expected = [search_task(search, number) for number in range(search.tasks_a_phase)]
    monkeypatch.setattr("netfloor.research.circulants.engine.search.FIRST_ROOM", 1)
    assert [search_task(search, number) for number in range(search.tasks_a_phase)] == expected


def test_a_task_whose_room_is_full_says_so(monkeypatch):
    """Then the whole answer is not complete."""
    monkeypatch.setattr("netfloor.research.circulants.engine.search.FIRST_ROOM", 1)
    monkeypatch.setattr("netfloor.research.circulants.engine.search.MAX_ROOM", 2)
    found = search_all(CirculantSearch.begin(SearchSpace(30, 15)))
    assert not found.complete


@pytest.mark.parametrize("most", [1, 7, 50])
def test_the_least_optima_are_kept_whatever_was_thinned_before(most, monkeypatch):
    """Thinning after each task, after some and at the end leaves the same results and the same answer."""
    search = CirculantSearch.begin(SearchSpace(30, 15))
    results = [search_task(search, number) for number in range(search.tasks_a_phase)]
    every = merge(search, results).optima
    assert len(every) > most
    monkeypatch.setattr("netfloor.research.circulants.engine.tasks.MAX_OPTIMA", most)
    found = merge(search, results)
    assert (found.optima, found.complete) == (every[:most], False)
    kept = []
    for one in results[::-1]:
        kept = thinned(search, [*kept, one])
    assert sorted(kept, key=lambda one: one.task) == thinned(search, results)
    assert merge(search, kept) == found


def test_exactly_as_many_as_are_kept_are_complete(monkeypatch):
    """No false alarm."""
    search = CirculantSearch.begin(SearchSpace(30, 15))
    results = [search_task(search, number) for number in range(search.tasks_a_phase)]
    every = merge(search, results)
    monkeypatch.setattr("netfloor.research.circulants.engine.tasks.MAX_OPTIMA", len(every.optima))
    assert merge(search, results) == every
    assert every.complete
