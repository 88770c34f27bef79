"""The exhaustive search finds exactly what plain enumeration finds."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.research.circulants.engine.incumbent import Known
from netfloor.research.circulants.engine.search import search_task
from netfloor.research.circulants.engine.tables import min_diameter
from netfloor.research.circulants.engine.tasks import CirculantSearch, merge
from netfloor.research.circulants.space import SearchSpace, distances_of, pair_scores


def search_all(search):
    """Return what all tasks of all phases find together."""
    return merge(search, [search_task(search, number) for number in range(search.max_tasks)])


#: The optimal circulant paper, Table 1: routers, radix, jumps below n / 2.
PAPER = [
    (32, 4, (1, 7)),
    (32, 5, (1, 6)),
    (64, 4, (1, 14)),
    (64, 5, (1, 7)),
    (64, 6, (1, 4, 25)),
    (128, 6, (1, 8, 54)),
    (128, 7, (1, 12, 30)),
    (256, 6, (1, 47, 122)),
    (256, 7, (1, 13, 33)),
    (256, 8, (1, 9, 74, 103)),
    (512, 8, (1, 15, 56, 149)),
    (512, 9, (1, 23, 31, 119)),
    (1024, 8, (1, 144, 258, 276)),
    pytest.param(1024, 10, (1, 38, 70, 393, 481), marks=pytest.mark.nightly),
]


def answer(space):
    """Return what all tasks find together."""
    return search_all(CirculantSearch.begin(space))


def plain(space):
    """Return diameter, sum and canonical optima of plain enumeration."""
    every = combinations(space.candidates.tolist(), space.free_jumps)
    ranked = [(distances_of(space, jumps), jumps) for jumps in every]
    best = min(one for one, _ in ranked)
    return best, tuple(sorted({space.canonical_sets([jumps])[0] for one, jumps in ranked if one == best}))


@pytest.mark.parametrize("n", [3, 4, 6, 8, 9, 10, 12, 15, 16, 18, 21, 24, 27, 30, 32, 36, 40])
def test_every_radix_of_small_sizes_agrees_with_plain_enumeration(n):
    """Diameter, sum of distances and all optima, primes, powers and products alike."""
    for radix in range(2, min(n, 9)):
        if radix % 2 and n % 2:
            continue
        space = SearchSpace(n, radix)
        found = answer(space)
        assert ((found.diameter, found.total), found.optima) == plain(space), (n, radix)
        assert found.complete
        assert (found.missing, found.tasks % len(space.prefixes)) == (0, 0)
        assert found.examined > 0


@pytest.mark.parametrize("n", [5, 6, 8, 9, 12, 14])
def test_the_largest_radices_agree_with_plain_enumeration(n):
    """Up to the complete graph, where hardly a jump is left out."""
    for radix in range(max(2, n - 4), n):
        if radix % 2 and n % 2:
            continue
        space = SearchSpace(n, radix)
        found = answer(space)
        assert ((found.diameter, found.total), found.optima) == plain(space), (n, radix)


@pytest.mark.parametrize(("n", "radix"), [(26, 12), (27, 12), (28, 13), (30, 14), (36, 12)])
def test_tasks_of_three_jumps_agree_with_plain_enumeration(n, radix):
    """Six jumps and more: pairs beside two jumps are known to every task."""
    space = SearchSpace(n, radix)
    assert space.given_jumps == 3
    found = answer(space)
    assert ((found.diameter, found.total), found.optima) == plain(space)


@settings(max_examples=25, deadline=None)
@given(n=st.integers(37, 150), radix=st.sampled_from([2, 3, 4, 5]))
def test_sizes_beyond_one_word_agree_with_plain_enumeration(n, radix):
    """Bitsets that end anywhere in a word."""
    space = SearchSpace(n + (radix % 2) * (n % 2), radix)
    found = answer(space)
    assert ((found.diameter, found.total), found.optima) == plain(space)


@pytest.mark.parametrize(("n", "radix", "jumps"), PAPER)
def test_table_1_of_the_paper(n, radix, jumps):
    """The paper's jump set is among the optima, up to a unit."""
    space = SearchSpace(n, radix)
    found = answer(space)
    assert (found.diameter, found.total) == distances_of(space, jumps)
    assert space.canonical_sets([jumps])[0] in found.optima


def test_distances_are_those_of_the_graph():
    """Against NetworkX, connected or not."""
    for n, radix, jumps in [
        (12, 4, (2, 3)),
        (12, 5, (2, 4)),
        (13, 6, (1, 3, 4)),
        (14, 3, (2,)),
        (20, 4, (4, 6)),
    ]:
        space = SearchSpace(n, radix)
        graph = nx.circulant_graph(n, [*jumps, *([n // 2] if radix % 2 else [])])
        reached = nx.single_source_shortest_path_length(graph, 0)
        expected = (max(reached.values()), sum(reached.values())) if len(reached) == n else (n, n * n)
        assert distances_of(space, jumps) == expected


def test_shards_merge_in_any_order():
    """The order of the tasks changes nothing, nor do tasks of a phase that was not needed."""
    search = CirculantSearch.begin(SearchSpace(60, 6))
    results = [search_task(search, number) for number in range(search.max_tasks)]
    needed = merge(search, results)
    assert merge(search, results[::-1]) == needed
    assert merge(search, results[1::2] + results[::2]) == needed
    assert merge(search, results[1:]).missing == 1


@pytest.mark.parametrize(("n", "radix"), [(48, 6), (49, 6), (50, 7), (60, 8)])
def test_a_bad_incumbent_changes_no_optimum(n, radix):
    """The search ends with the same sets whatever it begins with: more phases, the same answer."""
    space = SearchSpace(n, radix)
    jumps = tuple(range(1, space.free_jumps + 1))
    poor = CirculantSearch(space, Known(*distances_of(space, jumps), jumps))
    good = CirculantSearch.begin(space)
    assert len(poor.phases) > len(good.phases)
    found, expected = search_all(poor), search_all(good)
    assert (found.diameter, found.total, found.optima) == (
        expected.diameter,
        expected.total,
        expected.optima,
    )


@settings(max_examples=40, deadline=None)
@given(n=st.integers(5, 90), data=st.data())
def test_every_orbit_has_a_set_that_is_searched(n, data):
    """Some image holds its base, and no pair of its jumps scores below its second jump."""
    m = data.draw(st.integers(2, min(4, (n - 1) // 2)))
    jumps = data.draw(st.lists(st.integers(1, (n - 1) // 2), min_size=m, max_size=m, unique=True))
    if np.gcd.reduce([n, *jumps]) > 1:
        return
    space = SearchSpace(n, 2 * m)
    images = {tuple(sorted(min(u * s % n, -u * s % n) for s in jumps)) for u in space.units.tolist()}
    good = []
    for image in images:
        base = min(image, key=lambda s: np.gcd(s, n))
        rest = sorted(set(image) - {base})
        scores = pair_scores(n, base)
        fits = all(scores[a, b] >= rest[0] for a, b in combinations(image, 2))
        if base == np.gcd(base, n) and set(rest) <= set(space.others(base).tolist()) and fits:
            good.append(base)
    assert good
    assert set(good) <= set(space.bases)


@pytest.mark.parametrize("radix", [2, 3, 4, 5, 6, 7])
def test_no_circulant_is_below_the_least_diameter(radix):
    """Against the best of plain enumeration."""
    for n in range(radix + 1 + radix % 2, 30, 1 + radix % 2):
        (diameter, _), _ = plain(SearchSpace(n + (n * radix % 2), radix))
        assert min_diameter(SearchSpace(n + (n * radix % 2), radix)) <= diameter


def test_a_degree_four_circulant_meets_the_bound():
    """C(n; d, d + 1) has the least diameter for every n (OEIS A344517): one phase."""
    for n in (5, 12, 13, 100, 1000, 4321):
        search = CirculantSearch.begin(SearchSpace(n, 4))
        assert search.incumbent.diameter == min_diameter(search.space) == -(-((2 * n - 1) ** 0.5 - 1) // 2)


@pytest.mark.parametrize(("n", "radix"), [(2, 2), (9, 9), (9, 1), (9, 3), (10, 10)])
def test_impossible_spaces_are_a_callers_mistake(n, radix):
    """The command line refuses them with words of its own."""
    with pytest.raises(ValueError, match="radix"):
        SearchSpace(n, radix)
