"""The best K stock lengths against every subset, and what must hold of any choice."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.costmodels.buying.stock_lengths import best_stock_lengths, stock_curve
from netfloor.foundation.errors import InfeasibleError, InputError

Instance = tuple[list[int], list[int], list[int], list[int]]


def brute_force(needed: list[int], count: list[int], stock: list[tuple[int, int]], most: int) -> int | None:
    """Return the least money over every subset of at most ``most`` lengths; None if none covers all."""
    best = None
    for k in range(1, most + 1):
        for subset in combinations(stock, k):
            fits = [[price for length, price in subset if length >= need] for need in needed]
            if all(fits):
                money = sum(n * min(prices) for n, prices in zip(count, fits, strict=True))
                best = money if best is None else min(best, money)
    return best


def random_instance(seed: int) -> Instance:
    """Return needs and a stock whose prices may fall with length; the longest always reaches."""
    rng = np.random.default_rng(seed)
    offered = np.sort(rng.choice(60, size=rng.integers(1, 10), replace=False))
    needs = rng.integers(0, offered[-1] + 1, size=rng.integers(1, 12))
    count = rng.integers(1, 50, size=len(needs))
    rising = rng.random() < 0.5
    price = np.sort(rng.integers(0, 400, len(offered))) if rising else rng.integers(0, 60, len(offered))
    return needs.tolist(), count.tolist(), offered.tolist(), price.tolist()


@pytest.mark.parametrize("seed", range(300))
def test_no_subset_is_cheaper(seed: int) -> None:
    """For every number of lengths the money is that of the best subset."""
    needed, count, offered, price = random_instance(seed)
    stock = list(zip(offered, price, strict=True))
    expected = [brute_force(needed, count, stock, most) for most in range(1, len(stock) + 1)]
    assert stock_curve(needed, count, offered, price).tolist() == expected
    for most, money in enumerate(expected, 1):
        assert best_stock_lengths(needed, count, offered, price, most).total_cents == money


@pytest.mark.parametrize("seed", range(100))
def test_choice_proves_its_money(seed: int) -> None:
    """Each need gets a bought length that reaches, the cheapest of them, and the prices add up."""
    needed, count, offered, price = random_instance(seed)
    for most in range(1, len(offered) + 1):
        choice = best_stock_lengths(needed, count, offered, price, most)
        assert len(choice.indices) <= most
        assert [offered[i] for i in choice.indices] == choice.lengths_mm.tolist()
        assert set(choice.ordered.tolist()) == set(choice.indices.tolist())
        assert [offered[i] for i in choice.ordered] == choice.ordered_mm.tolist()
        for need, part in zip(needed, choice.ordered.tolist(), strict=True):
            assert offered[part] >= need
            assert price[part] == min(price[i] for i in choice.indices if offered[i] >= need)
        assert choice.total_cents == sum(
            n * price[i] for n, i in zip(count, choice.ordered.tolist(), strict=True)
        )


@given(st.integers(0, 10**6), st.integers(1, 10))
def test_fewest_lengths_of_equally_cheap_choices(seed: int, most: int) -> None:
    """No smaller number of lengths costs the same."""
    needed, count, offered, price = random_instance(seed)
    choice = best_stock_lengths(needed, count, offered, price, most)
    curve = stock_curve(needed, count, offered, price, most).tolist()
    assert curve.index(choice.total_cents) + 1 == len(choice.indices)


@given(st.integers(0, 10**6), st.integers(0, 8))
def test_one_more_length_is_never_dearer(seed: int, dropped: int) -> None:
    """Neither one more part number nor one more length on offer raises the money."""
    needed, count, offered, price = random_instance(seed)
    curve = stock_curve(needed, count, offered, price)
    assert (np.diff(curve) <= 0).all()
    if dropped < len(offered) - 1:
        fewer = [values[:dropped] + values[dropped + 1 :] for values in (offered, price)]
        assert (curve <= stock_curve(needed, count, *fewer, most=len(offered))).all()


def test_many_needs_and_lengths_agree_with_a_plain_table() -> None:
    """10,000 needs and 200 lengths: the same money as the textbook recurrence without shortcuts."""
    rng = np.random.default_rng(7)
    needed = rng.choice(100_000, 10_000, replace=False)
    count = rng.integers(1, 40, 10_000)
    offered = np.sort(rng.choice(np.arange(1, 100_001), 200, replace=False))
    offered[-1] = 100_000
    price = np.sort(rng.choice(np.arange(100, 90_000), 200, replace=False))
    below = np.array([0] + [int(count[needed <= length].sum()) for length in offered])
    span = price * (below[1:, None] - below[None, :]).T  # (from, to)
    allowed = np.arange(201)[:, None] <= np.arange(200)[None, :]
    cost, expected = np.concatenate(([0], price * below[1:])), []
    for _ in range(200):
        expected.append(cost[-1])
        step = np.where(allowed, cost[:, None] + span, np.iinfo(np.int64).max)
        cost = np.concatenate(([0], step.min(axis=0)))
    assert stock_curve(needed, count, offered, price).tolist() == expected


def test_too_short_a_stock_names_the_need() -> None:
    """The longest need and the longest stock length stand in the message."""
    with pytest.raises(InfeasibleError, match=r"12\.5 m is needed.*longest stock length is 10 m"):
        best_stock_lengths([3_000, 12_500], [1, 1], [5_000, 10_000], [100, 200], 2)


def test_an_empty_stock_is_refused() -> None:
    """Nothing on offer is infeasible too."""
    with pytest.raises(InfeasibleError, match="none is sold"):
        best_stock_lengths([3_000], [1], [], [], 1)


def test_no_need_buys_nothing() -> None:
    """Without cables there is nothing to buy and nothing to pay."""
    choice = best_stock_lengths([], [], [1_000], [5], 3)
    assert (choice.total_cents, choice.indices.tolist(), choice.ordered.tolist()) == (0, [], [])
    assert stock_curve([], [], [1_000], [5], 3).tolist() == [0, 0, 0]


def test_money_that_does_not_fit_is_refused() -> None:
    """A total above 64 bits is an error, not a wrapped number."""
    with pytest.raises(InputError, match="too large"):
        best_stock_lengths([1], [10**10], [1], [10**10], 1)


@pytest.mark.parametrize(
    ("needed", "count", "offered", "price", "most"),
    [
        ([1], [0], [1], [1], 1),
        ([-1], [1], [1], [1], 1),
        ([1], [1], [1], [-1], 1),
        ([1], [1], [2, 2], [1, 1], 1),
        ([1], [1], [3, 2], [1, 1], 1),
        ([1], [1, 1], [2], [1], 1),
        ([1], [1], [2], [1, 1], 1),
        ([1], [1], [2], [1], 0),
        ([1.5], [1], [2], [1], 1),
    ],
)
def test_a_callers_mistake_is_a_value_error(
    needed: list[int], count: list[int], offered: list[int], price: list[int], most: int
) -> None:
    """Counts below 1, negative or unsorted numbers, unequal lists and no length at all."""
    with pytest.raises(ValueError, match=r"must be|has a count"):
        best_stock_lengths(needed, count, offered, price, most)


def test_results_are_read_only() -> None:
    """No caller can change a choice after the fact."""
    choice = best_stock_lengths([1], [1], [2], [1], 1)
    with pytest.raises(ValueError, match="read-only"):
        choice.ordered[0] = 5
