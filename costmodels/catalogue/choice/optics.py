"""Transceivers of one class and the cords between them, the best for each group of links.

A cord may be as long as the shorter reach of its two transceivers. The reach of the transceiver in a cage,
one of a few levels, therefore determines its cost and the cords allowed there; a longer cord may also be
cheaper.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array

from netfloor.costmodels.catalogue.choice.cage_groups import CageGroups
from netfloor.costmodels.catalogue.choice.part_index import Module, OpticsClass, PartIndex, ShelfLengths
from netfloor.costmodels.catalogue.link_needs import NO_WAY, LinkNeeds, Socket
from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray


@dataclass(frozen=True, eq=False)
class Levels:
    """The cost of each level of reach.

    Attributes
    ----------
    module_score, module_sku
        Cheapest transceiver of at least each reach by form of cage, (sockets, levels) int64; `NOT_SOLD` and
        -1 if there is none.
    cord_score, cord_sku
        Best cord within each reach by link, (m, levels) int64, likewise.
    """

    module_score: IntArray
    module_sku: IntArray
    cord_score: IntArray
    cord_sku: IntArray


def exact_levels(needs: LinkNeeds, levels: Levels, least: IntArray, links: IntArray) -> IntArray:
    """Return the cheapest level of each cage; cages of other links keep theirs.

    A cage buys reach level by level, and a link saves on its cord with a level that both its cages have
    bought: the purchases are a closure of maximum profit. Its constraints are differences of two unknowns,
    a totally unimodular matrix, so a vertex of the linear programme is integral (Picard 1976, Management
    Science 22).

    ``least`` is the lowest level that each cage needs, (cages,), with which all of ``links``, in whole
    groups, can be served.
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
    min_bought = np.concatenate([lower.ravel(), np.zeros(saving.size)])
    bounds = np.column_stack([min_bought, np.concatenate([upper.ravel(), np.ones(saving.size)])])
    cost = np.concatenate([price.ravel(), saving.ravel()])
    solution = linprog(cost, A_ub=rows, b_ub=np.zeros(rows.shape[0]), bounds=bounds, method="highs-ds")
    bought = np.rint(solution.x[: lower.size]).reshape(lower.shape)
    result = least.copy()
    result[cages] = bought.sum(axis=1).astype(np.int64) - 1
    return result


def _steps(score: IntArray) -> tuple[np.ndarray, np.ndarray]:
    """Return the cost of each level over the one below, 0 for the first, and whether it is available."""
    sold = score != NOT_SOLD
    filled = np.where(sold, score, 0).astype(float)
    step = np.diff(filled, axis=1, prepend=filled[:, :1])
    step[:, 1:][~(sold[:, 1:] & sold[:, :-1])] = 0.0
    return step, sold.astype(float)


def _precedence(cages: int, depth: int, at: IntArray) -> coo_array:
    """Return ``later - earlier <= 0``: a level needs the level below, a saving both its cages."""
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


@dataclass(frozen=True, eq=False)
class OpticsOffer:
    """The best transceivers and cords of one class.

    Attributes
    ----------
    score
        Score of each group, (g,) int64; `NOT_SOLD` if the class cannot serve it.
    cord_sku, module_sku
        Part number of each link's cord, (m,) int64, and of each cage's transceiver, (cages,) int64; -1 if
        the class does not serve the group.
    """

    score: IntArray
    cord_sku: IntArray
    module_sku: IntArray


def offer_optics(
    needs: LinkNeeds, groups: CageGroups, shelf: PartIndex, kind: OpticsClass, slack_mm: int
) -> OpticsOffer:
    """Return the optimal transceivers and cords of a class for every group."""
    possible = (groups.gbps == kind.gbps) & (groups.optical_mm != NO_WAY)
    possible &= groups.taking(needs.takes(kind.fibre))
    levels = _levels(needs, possible[groups.of_link], shelf.modules[kind], shelf.cords[kind], slack_mm)
    level = _min_levels(needs, levels)
    unserved = (level < 0) | (levels.module_score[needs.cage_socket, level] == NOT_SOLD)
    possible &= ~_groups_with(groups, groups.of_cage, unserved)
    loose = _cheaper_when_longer(levels) & possible[groups.of_link]
    alone = groups.links[groups.of_link] == 1
    _set_alone(needs, levels, level, np.flatnonzero(loose & alone))
    shared = np.flatnonzero(_groups_with(groups, groups.of_link, loose & ~alone)[groups.of_link])
    if len(shared):
        level = exact_levels(needs, levels, level, shared)
    return _offer(needs, groups, levels, level, possible)


def _levels(
    needs: LinkNeeds,
    possible: npt.NDArray[np.bool_],
    modules: tuple[Module, ...],
    cords: ShelfLengths,
    slack_mm: int,
) -> Levels:
    reaches = sorted({module.reach_mm for module in modules})
    needed_mm = np.where(possible, needs.optical_mm + slack_mm, NO_WAY)
    by_level = [cords.cheapest(needed_mm, reach) for reach in reaches]
    best = [[_cheapest(modules, socket, reach) for reach in reaches] for socket in needs.sockets]
    table = np.array(best, dtype=np.int64).reshape(len(needs.sockets), len(reaches), 2)
    cord_score, cord_sku = (np.column_stack(columns) for columns in zip(*by_level, strict=True))
    return Levels(table[:, :, 0], table[:, :, 1], cord_score, cord_sku)


def _cheapest(modules: tuple[Module, ...], socket: Socket, reach_mm: int) -> tuple[int, int]:
    """Return score and part number of the cheapest module with this reach that fits a cage."""
    fitting = (m for m in modules if m.socket == socket and m.reach_mm >= reach_mm)
    return min(((m.score, m.sku) for m in fitting), default=(NOT_SOLD, -1))


def _min_levels(needs: LinkNeeds, levels: Levels) -> IntArray:
    """Return the lowest level of each cage at which all its links have cords, -1 if there is none."""
    sold = levels.cord_score != NOT_SOLD
    first = np.where(sold.any(axis=1), sold.argmax(axis=1), -1)
    level = np.zeros(needs.cages, dtype=np.int64)
    for end in (0, 1):
        np.maximum.at(level, needs.cage[:, end], first)
    for end in (0, 1):
        level[needs.cage[first < 0, end]] = -1
    return level


def _groups_with(
    groups: CageGroups, group: IntArray, member: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """Return a mask of the groups that contain a selected cage or link, (g,)."""
    hit = np.zeros(len(groups), dtype=np.bool_)
    hit[group[member & (group >= 0)]] = True
    return hit


def _cheaper_when_longer(levels: Levels) -> npt.NDArray[np.bool_]:
    """Return the links for which more reach than needed allows a cheaper, longer cord, (m,)."""
    sold = levels.cord_score != NOT_SOLD
    first = sold.argmax(axis=1)[:, None]
    cheaper = levels.cord_score < np.take_along_axis(levels.cord_score, first, axis=1)
    return np.asarray((sold & cheaper).any(axis=1))


def _set_alone(needs: LinkNeeds, levels: Levels, level: IntArray, links: IntArray) -> None:
    """Set the best level at both cages of links that share neither cage."""
    modules = (levels.module_score[needs.cage_socket[needs.cage[links, end]]] for end in (0, 1))
    scores = np.stack([levels.cord_score[links], *modules])
    sold = (scores != NOT_SOLD).all(axis=0)
    total = np.where(sold, np.where(scores == NOT_SOLD, 0, scores).sum(axis=0), NOT_SOLD)
    level[needs.cage[links]] = total.argmin(axis=1)[:, None]


def _offer(
    needs: LinkNeeds, groups: CageGroups, levels: Levels, level: IntArray, possible: npt.NDArray[np.bool_]
) -> OpticsOffer:
    ends = level[needs.cage].min(axis=1)
    links = np.arange(len(needs))
    cord_score, cord_sku = levels.cord_score[links, ends], levels.cord_sku[links, ends]
    module_score = levels.module_score[needs.cage_socket, level]
    module_sku = levels.module_sku[needs.cage_socket, level]
    of_link, of_cage = possible[groups.of_link], groups.of_cage >= 0
    of_cage[of_cage] &= possible[groups.of_cage[of_cage]]
    score = np.zeros(len(groups), dtype=np.int64)
    np.add.at(score, groups.of_link[of_link], cord_score[of_link])
    np.add.at(score, groups.of_cage[of_cage], module_score[of_cage])
    score = np.where(possible, score, NOT_SOLD)
    return OpticsOffer(score, np.where(of_link, cord_sku, -1), np.where(of_cage, module_sku, -1))
