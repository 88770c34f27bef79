"""The symmetries of a small network: permutations of its switches that keep every link."""

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import shortest_path

Table = npt.NDArray[np.int64]


def symmetries(flow: Table) -> Table:
    """Return generators of all symmetries, (g, n).

    Of switches in an order in which each is near those before it: one that keeps the first ones and takes
    the next to a later one, wherever there is such a one; such a chain generates all (Sims 1970).

    Parameters
    ----------
    flow
        Links of every two switches, symmetric, (n, n).
    """
    hops = shortest_path(flow > 0, unweighted=True)
    kept = np.where(np.isinf(hops), len(flow), hops) * (int(flow.max(initial=0)) + 1) + flow
    order = np.argsort(kept[0], kind="stable") if len(flow) else np.zeros(0, dtype=np.int64)
    near, found = kept[np.ix_(order, order)], list[list[int]]()
    own = np.sort(near, axis=1)
    alike = (own[:, None] == own[None, :]).all(axis=2)
    for i in range(len(flow) - 2, -1, -1):
        orbit = {i}
        for k in range(i + 1, len(flow)):
            if k not in orbit and (one := _extended(near, alike, [*range(i), k])) is not None:
                found.append(one)
                orbit = _orbit(i, found)
    table = np.array(found, dtype=np.int64).reshape(len(found), len(flow))
    generators = np.empty_like(table)
    generators[:, order] = order[table]
    return generators


def _orbit(switch: int, generators: list[list[int]]) -> set[int]:
    """Return where a switch may be taken."""
    reached = [switch]
    for one in reached:
        reached += {image[one] for image in generators} - set(reached)
    return set(reached)


def _extended(near: Any, alike: Any, begun: list[int]) -> list[int] | None:
    """Return a symmetry whose first images are given, None where there is none; all are tried."""
    i = len(begun)
    if not alike[i - 1, begun[-1]] or (near[begun[-1], begun] != near[i - 1, :i]).any():
        return None
    if i == len(near):
        return begun
    may = alike[i] & (near[:, begun] == near[i, :i]).all(axis=1)
    for image in np.flatnonzero(may).tolist():
        if image not in begun and (found := _extended(near, alike, [*begun, image])) is not None:
            return found
    return None
