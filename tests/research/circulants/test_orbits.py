"""The count of inequivalent jump sets, against listing them."""

from itertools import combinations

import pytest

from netfloor.research.circulants.orbits import count_orbits
from netfloor.research.circulants.space import SearchSpace


@pytest.mark.parametrize("n", [3, 5, 8, 9, 12, 15, 16, 17, 20, 24, 25, 27, 30, 36])
def test_orbits_are_counted(n):
    """All sets moved by all units, connected or not, n / 2 apart."""
    units = [u for u in range(1, n) if all(u % p or n % p for p in range(2, n))]
    for radix in range(2, min(n, 9), 1 + n % 2):
        space = SearchSpace(n, radix)
        sets = combinations(range(1, (n + 1) // 2), radix // 2)
        orbits = {
            frozenset(tuple(sorted(min(u * s % n, -u * s % n) for s in jumps)) for u in units)
            for jumps in sets
        }
        assert count_orbits(space) == len(orbits)


def test_a_prime_has_orbits_of_one_size_but_for_few():
    """Of 101 routers, 50 units up to sign act freely on single jumps: one orbit."""
    assert count_orbits(SearchSpace(101, 2)) == 1
    assert count_orbits(SearchSpace(101, 100)) == 1
