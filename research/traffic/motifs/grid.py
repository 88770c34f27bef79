"""Grids of ranks."""

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.topology import IntArray


def even_grid(ranks: int, dimensions: int) -> tuple[int, ...]:
    """Return the ascending sides of a grid of ``ranks`` with the smallest largest side."""
    if dimensions == 1:
        return (ranks,)
    fits = [
        (*rest, last) for last in _divisors(ranks)
        if (rest := even_grid(ranks // last, dimensions - 1))[-1] <= last
    ]  # fmt: skip
    return min(fits, key=lambda sides: sides[::-1])


def _divisors(number: int) -> list[int]:
    low = [item for item in range(1, int(number**0.5) + 1) if number % item == 0]
    return sorted({*low, *(number // item for item in low)})


def long_grid(ranks: int) -> tuple[int, int]:
    """Return the sides of a grid whose short side is the largest divisor up to the ranks' cube root."""
    short = max(divisor for divisor in _divisors(ranks) if divisor**3 <= ranks)
    return short, ranks // short


def read_grid(text: str | None) -> tuple[int, ...] | None:
    """Parse the sides of a grid written as ``8x16``; raise `InputError` if malformed."""
    if text is None:
        return None
    sides = text.split("x")
    if not all(side.isascii() and side.isdecimal() and len(side) < 10 for side in sides):
        raise InputError(setting("grid"), f"{text[:60]!r} is not a grid", "give sides such as 8x16")
    return tuple(map(int, sides))


def checked_grid(grid: tuple[int, ...], ranks: int, dimensions: int) -> tuple[int, ...]:
    """Return a grid given by the user.

    Raises
    ------
    InputError
        If it has the wrong number of sides, or not exactly all ranks.
    """
    text = "x".join(map(str, grid))
    if len(grid) != dimensions or min(grid) < 1:
        advice = f"give {dimensions} sides, such as {'x'.join(map(str, even_grid(ranks, dimensions)))}"
        raise InputError(setting("grid"), f"{text} does not fit the motif", advice)
    if int(np.prod(grid, dtype=np.int64)) != ranks:
        what = f"{text} are {int(np.prod(grid, dtype=np.int64)):,} ranks, not {ranks:,}"
        advice = f"give sides whose product is {ranks:,}, such as "
        raise InputError(setting("grid"), what, advice + "x".join(map(str, even_grid(ranks, dimensions))))
    return grid


def places(grid: tuple[int, ...]) -> IntArray:
    """Return the coordinates of every rank, (ranks, dimensions) int32, the last one varying fastest."""
    count = int(np.prod(grid))
    return np.stack(np.unravel_index(np.arange(count), grid), axis=1).astype(np.int32)


def moved(grid: tuple[int, ...], step: tuple[int, ...]) -> tuple[IntArray, IntArray]:
    """Return the ranks whose neighbour at a step is inside the grid, and these neighbours."""
    there = places(grid) + np.array(step, np.int32)
    inside = ((there >= 0) & (there < np.array(grid))).all(axis=1)
    to = np.ravel_multi_index(tuple(there[inside].T), grid)
    return np.flatnonzero(inside).astype(np.int32), to.astype(np.int32)
