"""The reach of each cage's transceiver where a longer cord may be the cheaper one."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array

from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray


@dataclass(frozen=True, eq=False)
class Levels:
    """What each level of reach costs.

    Attributes
    ----------
    module_score, module_sku
        Cheapest transceiver of at least each reach by kind of cage, (sockets, levels)
        int64; `NOT_SOLD` and -1 where there is none.
    cord_score, cord_sku
        Best cord of at most each reach by link, (m, levels) int64, likewise.
    """

    module_score: IntArray
    module_sku: IntArray
    cord_score: IntArray
    cord_sku: IntArray


def exact_levels(needs: LinkNeeds, levels: Levels, least: IntArray, links: IntArray) -> IntArray:
    """Return the cheapest level of each cage, those of other links as they are.

    A cage buys reach level by level, and a link saves on its cord with a level that both
    its cages have bought: what is bought is a closure of greatest profit. Its constraints
    are differences of two unknowns, a totally unimodular matrix, so that a corner of the
    linear programme is whole (Picard 1976, Management Science 22).

    ``least`` is the least level that each cage needs, (cages,), by which all of ``links``, whole
    groups of them, can be served.
    """
    from scipy.optimize import linprog  # noqa: PLC0415 - rarely needed

    cages, at = np.unique(needs.cage[links], return_inverse=True)
    at = at.reshape(-1, 2)
    depth = levels.module_score.shape[1]
    module = levels.module_score[needs.cage_socket[cages]]
    price, upper = _steps(module)
    lower = (np.arange(depth)[None, :] <= least[cages][:, None]).astype(float)
    saving, _ = _steps(levels.cord_score[links])
    saving[np.arange(depth)[None, :] <= np.maximum(least[needs.cage[links]].min(axis=1), 0)[:, None]] = 0
    rows = _precedence(len(cages), depth, at)
    least_bought = np.concatenate([lower.ravel(), np.zeros(saving.size)])
    bounds = np.column_stack([least_bought, np.concatenate([upper.ravel(), np.ones(saving.size)])])
    cost = np.concatenate([price.ravel(), saving.ravel()])
    solution = linprog(cost, A_ub=rows, b_ub=np.zeros(rows.shape[0]), bounds=bounds, method="highs-ds")
    bought = np.rint(solution.x[: lower.size]).reshape(lower.shape)
    result = least.copy()
    result[cages] = bought.sum(axis=1).astype(np.int64) - 1
    return result


def _steps(score: IntArray) -> tuple[np.ndarray, np.ndarray]:
    """Return what each level adds to the one below, 0 for the first, and whether it can be had."""
    sold = score != NOT_SOLD
    filled = np.where(sold, score, 0).astype(float)
    step = np.diff(filled, axis=1, prepend=filled[:, :1])
    step[:, 1:][~(sold[:, 1:] & sold[:, :-1])] = 0.0
    return step, sold.astype(float)


def _precedence(cages: int, depth: int, at: IntArray) -> coo_array:
    """Return ``later - earlier <= 0``: a level needs the one below, a saving both its cages."""
    unknown = np.arange(cages * depth).reshape(cages, depth)
    saving = cages * depth + np.arange(len(at) * depth).reshape(len(at), depth)
    later = np.concatenate([unknown[:, 1:].ravel(), saving.ravel(), saving.ravel()])
    of_ends = unknown[at[:, 0]].ravel(), unknown[at[:, 1]].ravel()
    earlier = np.concatenate([unknown[:, :-1].ravel(), *of_ends])
    row = np.arange(len(later))
    values = np.concatenate([np.ones(len(later)), -np.ones(len(later))])
    shape = (len(later), cages * depth + len(at) * depth)
    places = np.concatenate([row, row]), np.concatenate([later, earlier])
    return coo_array((values, places), shape=shape).tocsr()
