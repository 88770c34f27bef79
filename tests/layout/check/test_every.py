"""The check that no placement costs less than what trying all of them found."""

from itertools import combinations, permutations

import numpy as np
import pytest

from netfloor.layout.check import every
from netfloor.layout.check.cables import Network


def cost(network: Network, costs: list[list[int]], slot_of: tuple[int, ...]) -> int:
    """Return what a placement costs."""
    pairs = zip(network.links, network.multiplicity, strict=True)
    return sum(many * costs[slot_of[u]][slot_of[v]] for (u, v), many in pairs)


@pytest.mark.parametrize("seed", range(30))
def test_it_says_what_all_permutations_say(seed: int) -> None:
    """The least cost of all placements is a limit that none is below; one more is not."""
    rng = np.random.default_rng(seed)
    routers, size = int(rng.integers(2, 6)), 6
    links = [pair for pair in combinations(range(routers), 2) if rng.random() < 0.7]
    network = Network(routers, tuple(links), tuple(rng.integers(1, 4, len(links)).tolist()))
    half = np.triu(rng.integers(0, 3 if seed % 2 else 50, (size, size)), 1)
    costs, slots = (half + half.T).tolist(), range(int(seed % 3 == 0), size)
    least = min(cost(network, costs, slot_of) for slot_of in permutations(slots, routers))
    assert every.none_is_below(least, network, costs, slots) is True
    assert every.none_is_below(least + 1, network, costs, slots) is False


def test_too_many_placements_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither yes nor no is said where the search was ended early."""
    monkeypatch.setattr(every, "MAX_LOOKED_AT", 0)
    costs = [[abs(a - b) for b in range(6)] for a in range(6)]
    ring = Network(6, tuple((i, i + 1) for i in range(5)), (1,) * 5)
    assert every.none_is_below(5, ring, costs, range(6)) is None


def test_too_few_slots_have_no_placement() -> None:
    """So none is below any limit, wherever the search begins."""
    costs, pair = [[0, 1], [1, 0]], Network(3, ((0, 1), (1, 2)), (1, 1))
    assert every.none_is_below(5, pair, costs, range(2)) is True
    assert every.none_is_below(5, pair, costs, []) is True
