"""The plain enumeration that the circulant search is compared with finds the best set too."""

from itertools import combinations

import numpy as np
import pytest

from benchmarks.research.circulants.plain_kernels import enumerate_plainly
from benchmarks.research.circulants.search import searched
from netfloor.research.circulants.engine.tasks import CirculantSearch
from netfloor.research.circulants.space import SearchSpace, distances_of


@pytest.mark.parametrize(("n", "radix"), [(64, 4), (64, 6), (64, 7), (128, 5)])
def test_the_whole_space_is_enumerated(n: int, radix: int) -> None:
    """Every set with jump 1 once; for powers of 2 the best of them is the best of all."""
    space = SearchSpace(n, radix)
    m = space.free_jumps
    best, least, done = enumerate_plainly(n, np.arange(1, m + 1), bool(radix % 2), 10**6)
    found, _ = searched(CirculantSearch.begin(space))
    assert (best, least) == (found.diameter, found.total)
    assert done == sum(1 for _ in combinations(range(len(space.candidates) - 1), m - 1))


def test_single_sets_are_weighed_rightly() -> None:
    """Against breadth-first search."""
    space = SearchSpace(192, 8)
    rng = np.random.default_rng(1)
    for _ in range(20):
        jumps = np.concatenate([[1], np.sort(rng.choice(space.candidates[1:], 3, replace=False))])
        expected = distances_of(space, jumps)
        assert enumerate_plainly(192, jumps.copy(), odd=False, amount=1) == (*expected, 1)
