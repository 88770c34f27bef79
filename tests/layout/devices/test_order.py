"""The order of blocks in a cabinet is the best of all orders, gaps and shut units included."""

from itertools import product

import numpy as np
import pytest

from netfloor.layout.devices.order import order_blocks
from netfloor.layout.devices.order_kernels import NONE


def best_of_all(
    heights: np.ndarray, cost: np.ndarray, weight: np.ndarray, high: np.ndarray, last: int
) -> int | None:
    """Try every placement."""
    best = None
    size = len(heights)
    for units in product(*(range(1, last - height + 2) for height in heights.tolist())):
        spans = [unit + step for unit, height in zip(units, heights, strict=True) for step in range(height)]
        if len(set(spans)) < len(spans) or any(cost[one, unit] >= NONE for one, unit in enumerate(units)):
            continue
        total = sum(int(cost[one, unit]) for one, unit in enumerate(units))
        total += sum(
            int(weight[a, b]) * abs(int(high[units[a]] - high[units[b]]))
            for a in range(size)
            for b in range(a)
        )
        best = total if best is None else min(best, total)
    return best


@pytest.mark.parametrize("seed", range(40))
def test_the_best_of_all_orders_is_found(seed: int) -> None:
    """Costs that fall, rise or jump from unit to unit; units at one pitch or two."""
    rng = np.random.default_rng(seed)
    size, last = int(rng.integers(1, 5)), int(rng.integers(4, 8))
    heights = rng.integers(1, 4, size).astype(np.int64)
    weight = np.triu(rng.integers(0, 3, (size, size)), 1).astype(np.int64)
    weight += weight.T
    steps = rng.integers(44, 46, last + 1) if seed % 2 else np.full(last + 1, 44)
    high = np.concatenate([[0], np.cumsum(steps)]).astype(np.int64)
    slope = rng.integers(0, 50, (size, 1)) * np.arange(last + 2)[None, :] * (-1) ** seed + 1000
    cost = (slope if seed % 3 else rng.integers(0, 400, slope.shape)).astype(np.int64)
    if seed % 5 == 0:
        cost[rng.random(cost.shape) < 0.2] = NONE
    found = order_blocks(
        counts=np.ones(size, np.int64), heights=heights, cost=cost, weight=weight, high=high, last=last
    )
    assert (None if found is None else found[0]) == best_of_all(heights, cost, weight, high, last)


def test_equal_blocks_are_one_class() -> None:
    """Three blocks of one class and one of another: as four classes of one block each."""
    cost = np.arange(10, dtype=np.int64)[None, :] * np.array([[3], [7]])
    high = np.arange(10, dtype=np.int64) * 44
    weight = np.array([[1, 2], [2, 0]], dtype=np.int64)
    found = order_blocks(
        counts=np.array([3, 1]), heights=np.array([2, 1]), cost=cost, weight=weight, high=high, last=8
    )
    single = order_blocks(
        counts=np.ones(4, np.int64),
        heights=np.array([2, 2, 2, 1]),
        cost=cost[[0, 0, 0, 1]],
        weight=np.array([[0, 1, 1, 2], [1, 0, 1, 2], [1, 1, 0, 2], [2, 2, 2, 0]]),
        high=high,
        last=8,
    )
    assert found is not None
    assert single is not None
    assert found[0] == single[0]
    assert sorted(number for number, _ in found[1]) == [0, 0, 0, 1]
