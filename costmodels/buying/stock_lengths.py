"""Which few stock lengths to buy: the cheapest K that cover every length needed, exactly."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.sets.offers import IntArray, metres
from netfloor.foundation.errors import InfeasibleError, InputError


@dataclass(frozen=True, eq=False)
class StockChoice:
    """The stock lengths to buy.

    Attributes
    ----------
    lengths_mm, indices
        Lengths bought, ascending, and their places among the offered ones, (k,) int64.
    total_cents
        Money for every cable.
    ordered, ordered_mm
        What each need gets: its place among the offered lengths, and its length, (d,) int64.
    """

    lengths_mm: IntArray
    indices: IntArray
    total_cents: int
    ordered: IntArray
    ordered_mm: IntArray

    def __post_init__(self) -> None:
        for array in (self.lengths_mm, self.indices, self.ordered, self.ordered_mm):
            array.flags.writeable = False


def best_stock_lengths(
    needed_mm: npt.ArrayLike,
    count: npt.ArrayLike,
    offered_mm: npt.ArrayLike,
    price_cents: npt.ArrayLike,
    most: int,
) -> StockChoice:
    """Return the cheapest choice of at most ``most`` stock lengths; of equally cheap ones the fewest.

    Each need gets the cheapest length chosen that is at least as long. Only lengths that
    undercut every longer one matter; among those prices rise with length, and the choice is
    a shortest path whose costs satisfy the quadrangle inequality, solved layer by layer in
    O(most * s log s).

    Parameters
    ----------
    needed_mm, count
        Cable lengths in any order and how many of each, (d,); counts are at least 1.
    offered_mm, price_cents
        Stock lengths, strictly ascending, and the price of one cable of each, (s,).
    most
        Part numbers that may be bought.

    Raises
    ------
    InfeasibleError
        If the longest offered is too short, naming the longest need.
    InputError
        If the money does not fit 64 bits.
    """
    useful = _useful_lengths(needed_mm, count, offered_mm, price_cents, most)
    layers = _solve(useful.price_cents, useful.covered, most)
    chosen = _walk_back([previous for _, previous in layers])
    lengths_mm, indices = useful.lengths_mm[chosen], useful.indices[chosen]
    place = np.searchsorted(lengths_mm, useful.needed_mm)
    total_cents = int(layers[-1][0][-1]) if layers else 0
    return StockChoice(lengths_mm, indices, total_cents, indices[place], lengths_mm[place])


def stock_curve(
    needed_mm: npt.ArrayLike,
    count: npt.ArrayLike,
    offered_mm: npt.ArrayLike,
    price_cents: npt.ArrayLike,
    most: int | None = None,
) -> IntArray:
    """Return the least money in cents for at most 1, 2, ... lengths, (most,), by one solution.

    Parameters and errors are those of `best_stock_lengths`; ``most`` is as many as are
    offered where it is not given.
    """
    most = len(np.atleast_1d(offered_mm)) if most is None else most
    useful = _useful_lengths(needed_mm, count, offered_mm, price_cents, most)
    layers = _solve(useful.price_cents, useful.covered, most)
    money = [int(cost[-1]) for cost, _ in layers] or [0]
    return np.array(money + money[-1:] * (most - len(money)), dtype=np.int64)


@dataclass(frozen=True, eq=False)
class _UsefulLengths:
    """Lengths worth buying, prices rising; ``covered`` counts the cables no longer than each."""

    needed_mm: IntArray
    lengths_mm: IntArray
    indices: IntArray
    price_cents: IntArray
    covered: IntArray


def _useful_lengths(
    needed_mm: npt.ArrayLike,
    count: npt.ArrayLike,
    offered_mm: npt.ArrayLike,
    price_cents: npt.ArrayLike,
    most: int,
) -> _UsefulLengths:
    needed, counts = _integers(needed_mm, "needed_mm"), _integers(count, "count")
    offered, price = _integers(offered_mm, "offered_mm"), _integers(price_cents, "price_cents")
    _check(needed, counts, offered, price, most)
    longest = int(needed.max(initial=0))
    if len(needed) and (not len(offered) or offered[-1] < longest):
        sold = f"the longest stock length is {metres(int(offered[-1]))}" if len(offered) else "none is sold"
        raise InfeasibleError(f"a cable of {metres(longest)} is needed, and {sold}")
    # Only lengths that are cheaper than every longer one, up to the first that reaches.
    cheapest_longer = np.minimum.accumulate(price[::-1])[::-1]
    indices = np.flatnonzero(np.append(price[:-1] < cheapest_longer[1:], True)[: len(price)])
    last = int(np.searchsorted(offered[indices], longest)) + 1 if len(needed) else 0
    indices = indices[:last]
    order = np.argsort(needed, kind="stable")
    total = np.concatenate(([0], np.cumsum(counts[order])))
    covered = total[np.searchsorted(needed[order], offered[indices], side="right")]
    return _UsefulLengths(needed, offered[indices], indices, price[indices], covered)


def _integers(values: npt.ArrayLike, name: str) -> IntArray:
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and not np.issubdtype(array.dtype, np.integer)):
        raise ValueError(f"{name} must be a list of integers")
    return array.astype(np.int64)


def _check(needed: IntArray, counts: IntArray, offered: IntArray, price: IntArray, most: int) -> None:
    if len(needed) != len(counts) or len(offered) != len(price):
        raise ValueError("every need has a count and every stock length a price")
    if (counts < 1).any() or (needed < 0).any() or (price < 0).any():
        raise ValueError("counts must be at least 1, lengths and prices must not be negative")
    if (np.diff(offered) <= 0).any():
        raise ValueError("offered lengths must be strictly ascending")
    if most < 1:
        raise ValueError("at least one length must be allowed")
    cables = sum(counts.tolist())
    if cables * int(price.max(initial=0)) > np.iinfo(np.int64).max:
        raise InputError("stock lengths", f"the price of {cables} cables is too large to add up")


def _solve(price: IntArray, covered: IntArray, most: int) -> list[tuple[IntArray, IntArray]]:
    """Return for at most 1, 2, ... lengths the least cost and the length before, until neither falls.

    Row j of a layer is the case that j is the longest length bought, counted from 1, and only
    the cables that it covers count; row 0 is nothing bought. As rows that pay nothing may be
    passed through row 0 again, each layer allows any smaller number of lengths as well.
    """
    if not len(price):
        return []
    covered = np.concatenate(([0], covered))
    first = np.concatenate(([0], price * covered[1:]))
    layers = [(first, np.zeros(len(first), np.int64))]
    while len(layers) < most:
        cost, previous = _next_layer(layers[-1][0], price, covered)
        if cost[-1] == layers[-1][0][-1]:
            break
        layers.append((cost, previous))
    return layers


def _next_layer(before: IntArray, price: IntArray, covered: IntArray) -> tuple[IntArray, IntArray]:
    """Return ``min over i < j of before[i] + price[j] * (covered[j] - covered[i])`` and that i.

    The first best i never falls as j rises, so rows halfway between two known ones search
    between their answers only.
    """
    rows = len(price)
    cost, best = np.zeros(rows + 1, np.int64), np.zeros(rows + 1, np.int64)
    stride = 1 << (rows.bit_length() - 1)
    while stride:
        row = np.arange(stride, rows + 1, 2 * stride)
        above = np.minimum(row + stride, rows + 1)
        low = best[row - stride]
        high = np.where(above <= rows, np.minimum(best[np.minimum(above, rows)], row - 1), row - 1)
        cost[row], best[row] = _search(before, price, covered, row, low, high)
        stride //= 2
    return cost, best


def _search(
    before: IntArray, price: IntArray, covered: IntArray, row: IntArray, low: IntArray, high: IntArray
) -> tuple[IntArray, IntArray]:
    """Return each row's least value over its range of columns, both ends included, and the first of it."""
    width = high - low + 1
    start = np.cumsum(width) - width
    column = np.arange(int(width.sum())) + np.repeat(low - start, width)
    of_row = np.repeat(row, width)
    value = before[column] + price[of_row - 1] * (covered[of_row] - covered[column])
    least = np.minimum.reduceat(value, start)
    hits = np.flatnonzero(value == np.repeat(least, width))
    return least, column[hits[np.searchsorted(hits, start)]]


def _walk_back(previous: list[IntArray]) -> IntArray:
    """Return the lengths on the cheapest path that ends with the longest, ascending."""
    chosen: list[int] = []
    row = len(previous[-1]) - 1 if previous else 0
    for layer in reversed(previous):
        if row:
            chosen.append(row - 1)
            row = int(layer[row])
    return np.array(chosen[::-1], dtype=np.int64)
