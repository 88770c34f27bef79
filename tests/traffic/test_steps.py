"""Patterns of a fixed distance, each endpoint by the definition of its pattern."""

from itertools import product

import numpy as np
import pytest

from netfloor.topologies.spec import build
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.patterns.pattern import Pattern
from netfloor.traffic.patterns.steps import near_cube


def sent_to(pattern: Pattern, endpoint: int) -> list[int]:
    """Return the endpoints that one sends to."""
    row = pattern.row[endpoint]
    return sorted(pattern.choice[pattern.first[row] : pattern.first[row + 1]].tolist())


@pytest.mark.parametrize("sizes", [(5, 4, 3), (4, 7), (3, 3, 2, 6)])
@pytest.mark.parametrize("each", [1, 3])
def test_a_tornado_goes_almost_half_way_round_every_dimension(sizes: tuple[int, ...], each: int) -> None:
    """To the switch at x + ceil(k / 2) - 1 in each, and there to the endpoint of the same number."""
    topology = build(f"torus:{'x'.join(map(str, sizes))}", endpoints=each)
    pattern = pattern_of(topology, "tornado")
    number = {place: switch for switch, place in enumerate(product(*map(range, sizes)))}
    for place, switch in number.items():
        there = tuple((x + (k - 1) // 2) % k for x, k in zip(place, sizes, strict=True))
        for own in range(each):
            assert sent_to(pattern, switch * each + own) == [number[there] * each + own]


@pytest.mark.parametrize(
    ("spec", "ranks"),
    [("dragonfly:a=3,p=2,h=1", None), ("torus:4x4,endpoints=1", 9), ("slimfly:3,endpoints=1", 10)],
)
def test_elsewhere_a_tornado_goes_half_way_round_the_ranks(spec: str, ranks: int | None) -> None:
    """Without dimensions, and where ranks are allocated at random: in the order of the ranks."""
    pattern = pattern_of(build(spec), "tornado", ranks)
    endpoints = pattern.endpoints.rank.tolist()
    shift = (len(endpoints) - 1) // 2
    for place, endpoint in enumerate(endpoints):
        assert sent_to(pattern, endpoint) == [endpoints[(place + shift) % len(endpoints)]]


def test_a_block_of_ranks_is_the_largest_near_a_cube() -> None:
    """No side above twice another, as many ranks as can be; of those, that with the largest first side."""
    for count in range(1, 130):
        blocks = [
            (a, b, c)
            for a in range(1, count + 1)
            for b in range(a, min(2 * a, count // a) + 1)
            for c in range(b, min(2 * a, count // (a * b)) + 1)
        ]
        assert near_cube(count) == max(blocks, key=lambda sides: (int(np.prod(sides)), sides))


@pytest.mark.parametrize(("count", "sides"), [(60, (3, 4, 5)), (8, (2, 2, 2)), (12, (2, 2, 3))])
def test_neighbours_of_a_block_are_one_step_away_in_one_dimension(
    count: int, sides: tuple[int, int, int]
) -> None:
    """Round its edges too, one packet in six each way: each rank, coordinate by coordinate.

    Both ways along a side of 2 lead to one neighbour, which gets two in six.
    """
    pattern = pattern_of(build(f"complete:{count},endpoints=1"), "neighbours-3d")
    places = list(product(*map(range, sides)))
    for rank, place in enumerate(places):
        near = [
            (*place[:axis], (place[axis] + step) % sides[axis], *place[axis + 1 :])
            for axis in range(3)
            for step in (-1, 1)
        ]
        expected = np.zeros(count)
        np.add.at(expected, [places.index(one) for one in near], 1 / 6)
        np.testing.assert_allclose(pattern.switch_demand(count)[rank], expected)
