"""Circulants up to isomorphism, against NetworkX and against random relabelling."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest

from netfloor.research.circulants.isomorphism import (
    SortingBudget,
    are_isomorphic,
    isomorphism_classes,
    units_suffice,
    walk_counts,
)
from netfloor.research.circulants.space import SearchSpace


def every_class(n, radix):
    """Return all jump sets up to units, with n / 2 for an odd radix."""
    space = SearchSpace(n, radix)
    sets = combinations(space.candidates.tolist(), space.free_jumps)
    half = (n // 2,) if radix % 2 else ()
    return [(*jumps, *half) for jumps in sorted({space.canonical_sets([jumps])[0] for jumps in sets})]


def count_by_networkx(n, sets):
    """Return how many circulants differ, by VF2."""
    different = []
    for jumps in sets:
        graph = nx.circulant_graph(n, jumps)
        if not any(nx.is_isomorphic(graph, other) for other in different):
            different.append(graph)
    return len(different)


@pytest.mark.parametrize(
    ("n", "radix"), [(8, 4), (9, 4), (12, 5), (16, 4), (16, 6), (16, 7), (18, 4), (25, 4), (27, 4)]
)
def test_all_sets_of_small_sizes_agree_with_networkx(n, radix):
    """Connected or not, where Adam's conjecture holds and where it fails."""
    sets = every_class(n, radix)
    classes = isomorphism_classes(n, sets)
    assert len(classes.representatives) == count_by_networkx(n, sets)
    assert classes.merged == len(sets) - len(classes.representatives)
    assert classes.undecided == 0


def test_the_smallest_counterexample_to_adam_is_merged():
    """C(16; 1, 2, 7) and C(16; 2, 3, 5): Elspas and Turner (1970)."""
    space = SearchSpace(16, 6)
    one, other = space.canonical_sets([(1, 2, 7)])[0], space.canonical_sets([(2, 3, 5)])[0]
    assert one != other
    classes = isomorphism_classes(16, [one, other])
    assert (classes.representatives, classes.merged) == ((one,), 1)
    assert are_isomorphic(16, one, other) is True


@pytest.mark.parametrize("n", range(5, 17))
def test_units_suffice_where_the_theorem_says_so(n):
    """Muzychuk's condition against every set of three jumps and of two with n / 2, by exact comparison."""
    collisions = 0
    for radix in (4, 5, 6):
        if radix >= n or (radix % 2 and n % 2):
            continue
        for one, other in combinations(every_class(n, radix), 2):
            collisions += are_isomorphic(n, one, other) is True
    assert collisions == 0 or not units_suffice(n)


def test_the_condition_is_that_of_the_theorem():
    """8, 9, 18, and e m with m odd and square-free, e up to 4."""
    assert [n for n in range(3, 41) if not units_suffice(n)] == [16, 24, 25, 27, 32, 36, 40]


def test_images_under_units_are_isomorphic_and_walk_alike():
    """A known isomorphism is found, also of 96 routers."""
    for n, jumps in ((96, (1, 7, 20, 33)), (64, (2, 5, 9, 32)), (81, (3, 4, 5))):
        for unit in (5, 7, 11):
            turned = tuple(min(unit * s % n, -unit * s % n) for s in jumps)
            assert are_isomorphic(n, jumps, turned) is True
            assert walk_counts(n, jumps) == walk_counts(n, turned)


def test_different_graphs_are_told_apart():
    """By their distances: layers of (1, 2) and (1, 5) differ for 24 routers."""
    assert are_isomorphic(24, (1, 2), (1, 5)) is False
    assert are_isomorphic(24, (1, 2), (1, 2, 3)) is False
    assert walk_counts(24, (1, 2)) != walk_counts(24, (1, 5))


def test_what_takes_too_long_is_undecided_and_stays():
    """No guess: both sets are listed, and the pair is counted."""
    one, other = (SearchSpace(16, 6).canonical_sets([jumps])[0] for jumps in ((1, 2, 7), (2, 3, 5)))
    assert are_isomorphic(16, one, other, SortingBudget(100)) is None
    classes = isomorphism_classes(16, [one, other], max_work=100)
    assert classes.representatives == (one, other)
    assert (classes.merged, classes.undecided) == (0, 1)


def test_a_found_mapping_is_a_mapping():
    """Refinement alone does not say yes: K33 plus K33 against a hexagonal prism pair, both 3-regular."""
    assert are_isomorphic(12, (2, 6), (3, 6)) is False
    assert np.unique([walk_counts(12, jumps) for jumps in ((1, 6), (5, 6))]).size == 1
