"""Parts of exact sizes, and swaps."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from netfloor.research.partitions.placed.parts import metis_parts, swapped, weight_between, with_sizes


def random_weights(units: int, seed: int) -> csr_array:
    """Return symmetric random weights, some of them 0."""
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.integers(0, 9, (units, units)) * rng.integers(0, 2, (units, units)), 1)
    return csr_array(upper + upper.T)


def plain_weight(joined: csr_array, parts: np.ndarray) -> int:
    """Return the weight between parts, pair by pair."""
    dense = joined.toarray()
    pairs = combinations(range(len(parts)), 2)
    return int(sum(dense[u, v] for u, v in pairs if parts[u] != parts[v]))


SIZES = st.lists(st.integers(1, 5), min_size=1, max_size=5)


@settings(max_examples=40, deadline=None)
@given(SIZES, st.integers(0, 99), st.integers(0, 2**40))
def test_parts_have_the_sizes_that_were_asked_for(sizes: list[int], graph: int, seed: int) -> None:
    """METIS's and those after swaps, whatever the seed."""
    joined = random_weights(sum(sizes), graph)
    parts = metis_parts(joined, sizes, seed)
    assert np.bincount(parts, minlength=len(sizes)).tolist() == sizes
    assert sorted(np.bincount(swapped(joined, parts), minlength=len(sizes))) == sorted(sizes)


@given(st.lists(st.integers(0, 3), min_size=4, max_size=12))
def test_sizes_are_put_right_from_any_parts(start: list[int]) -> None:
    """Also where parts were empty or held everything."""
    sizes = [len(start) - 3, 1, 1, 1]
    joined = random_weights(len(start), 1)
    parts = with_sizes(joined, np.asarray(start, dtype=np.int32), sizes)
    assert np.bincount(parts, minlength=4).tolist() == sizes


@settings(max_examples=25, deadline=None)
@given(SIZES.filter(lambda sizes: len(sizes) > 1), st.integers(0, 99), st.booleans())
def test_no_swap_improves_what_swaps_made(sizes: list[int], graph: int, anneal: bool) -> None:
    """Every exchange of two units is tried, its weight counted pair by pair."""
    joined = random_weights(sum(sizes), graph)
    start = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    parts = swapped(joined, start, seed=graph, anneal=anneal)
    least = plain_weight(joined, parts)
    assert least == weight_between(joined, parts)
    assert anneal or least <= plain_weight(joined, start)
    for u, v in combinations(range(len(parts)), 2):
        other = parts.copy()
        other[[u, v]] = parts[[v, u]]
        assert plain_weight(joined, other) >= least


@pytest.mark.parametrize("size", [2, 3])
def test_annealing_finds_the_best_halves_of_small_networks(size: int) -> None:
    """All sets of a size among seven units, by brute force."""
    for graph in range(5):
        joined = random_weights(7, graph)
        least = min(
            plain_weight(joined, np.isin(np.arange(7), chosen)) for chosen in combinations(range(7), size)
        )
        start = (np.arange(7) >= size).astype(np.int32)
        found = (plain_weight(joined, swapped(joined, start, seed=s, anneal=True)) for s in range(20))
        assert least in found
