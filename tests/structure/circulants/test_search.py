"""The exhaustive search finds exactly what plain enumeration finds."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from structure.circulants import CirculantSearch, SearchSpace, merge, search_task
from structure.circulants.ball_kernels import count_ball, grow
from structure.circulants.search import base_balls, distances_of, lattice_shells
from structure.circulants.search_kernels import make_rings

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
    (512, 9, (1, 23, 31, 119)),
]


def answer(space):
    """Return what all tasks find together."""
    search = CirculantSearch.begin(space)
    return merge([search_task(search, number) for number in range(len(space.tasks))])


def plain(space):
    """Return diameter, sum and canonical optima of plain enumeration."""
    every = combinations(space.candidates.tolist(), space.free_jumps)
    ranked = [(distances_of(space, jumps), jumps) for jumps in every]
    best = min(one for one, _ in ranked)
    return best, tuple(sorted({space.canonical(jumps) for one, jumps in ranked if one == best}))


@pytest.mark.parametrize("n", [3, 4, 6, 8, 9, 10, 12, 15, 16, 18, 21, 24, 27, 30, 32, 36])
def test_every_radix_of_small_sizes_agrees_with_plain_enumeration(n):
    """Diameter, sum of distances and all optima, primes, powers and products alike."""
    for radix in range(2, min(n, 9)):
        if radix % 2 and n % 2:
            continue
        space = SearchSpace(n, radix)
        found = answer(space)
        assert ((found.diameter, found.total), found.optima) == plain(space), (n, radix)
        assert found.complete
        assert 0 < found.examined <= max(space.total, 1)


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
    assert space.canonical(jumps) in found.optima


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


@settings(max_examples=60, deadline=None)
@given(n=st.integers(3, 400), data=st.data())
def test_balls_are_what_walking_reaches(n, data):
    """After one jump and after two, at every distance."""
    half = (n - 1) // 2
    jumps = data.draw(st.lists(st.integers(1, half), min_size=1, max_size=2, unique=True))
    space = SearchSpace(n, 2)
    depth = data.draw(st.integers(1, 6))
    balls = base_balls(space, depth)
    words = balls.shape[1]
    mask = np.uint64((1 << (n & 63)) - 1 if n & 63 else 2**64 - 1)
    for jump in jumps:
        wider = np.zeros_like(balls)
        grow(balls, jump, depth, 0, np.full(depth + 2, -1), n, mask, make_rings(words, n), wider)
        balls = wider
    reached = {0}
    for h in range(depth + 1):
        bits = {64 * i + b for i in range(words) for b in range(64) if int(balls[h, i]) >> b & 1}
        assert bits == reached
        assert count_ball(balls[h]) == len(reached)
        reached |= {(x + sign * jump) % n for x in reached for jump in jumps for sign in (1, -1)}


def test_shells_of_the_lattice_are_counted():
    """By listing the points of small boxes."""
    shells = lattice_shells(3, 4)
    for r in range(4):
        points = (
            np.stack(np.meshgrid(*[np.arange(-4, 5)] * r), -1).reshape(-1, r) if r else np.zeros((1, 0))
        )
        norms = np.abs(points).sum(axis=1).astype(int)
        assert shells[r].tolist() == np.bincount(norms, minlength=5)[:5].tolist()


def test_shards_merge_in_any_order():
    """The order of the tasks changes nothing."""
    space = SearchSpace(60, 6)
    search = CirculantSearch.begin(space)
    results = [search_task(search, number) for number in range(len(space.tasks))]
    assert merge(results) == merge(results[::-1]) == merge(results[1::2] + results[::2])


@pytest.mark.parametrize(("n", "radix"), [(2, 2), (9, 9), (9, 1), (9, 3), (10, 10)])
def test_impossible_spaces_are_a_callers_mistake(n, radix):
    """The command line refuses them with words of its own."""
    with pytest.raises(ValueError, match="radix"):
        SearchSpace(n, radix)
