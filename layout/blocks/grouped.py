"""Groups of switches that stand together: each in a block of neighbouring cabinets of its own."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from netfloor.layout.apart import cabinet_distances
from netfloor.layout.lengths import CabinetMatrix
from netfloor.layout.problem import Problem
from netfloor.layout.stop import MaxIterations

Slots = npt.NDArray[np.int32]
#: Proposals a group for the order of the groups.
EFFORT = 2000


def in_zones(problem: Problem, slot_of: Slots) -> Problem:
    """Return the problem in which each group keeps the slots that a placement gives it."""
    assert problem.group is not None  # noqa: S101 - only asked where groups stand together
    zone = np.full(problem.slots, -1, dtype=np.int32)
    zone[slot_of] = problem.group
    return replace(problem, zone=zone)


def grouped(problem: Problem, walk: Slots) -> Slots:
    """Return a placement with groups one after another along a walk, those much linked near to each other.

    Groups of one size are exchanged by annealing, as if all links of two ran between the middles of
    their slots; which sizes follow each other is the order of the groups' numbers.
    """
    from netfloor.layout.annealing import Schedule, make_annealer  # noqa: PLC0415 - imports Numba

    assert problem.group is not None  # noqa: S101 - only asked where groups stand together
    group = np.unique(problem.group, return_inverse=True)[1]
    sizes = np.bincount(group)
    begins = np.cumsum(sizes) - sizes
    runs = [walk[at : at + size] for at, size in zip(begins, sizes, strict=True)]
    matrix = problem.lengths.between(walk[:, None], walk[None, :])
    sums = np.add.reduceat(np.add.reduceat(matrix, begins, axis=0), begins, axis=1)
    coarse = Problem(
        group_flow(problem, group),
        CabinetMatrix(sums // np.outer(sizes, sizes), np.arange(len(sizes), dtype=np.int32)),
        group=sizes.astype(np.int32),
        zone=sizes.astype(np.int32),
    )
    annealer = make_annealer(coarse, np.arange(len(sizes), dtype=np.int32), np.random.default_rng(0))
    stop = MaxIterations(EFFORT * len(sizes))
    run_of = annealer.run(annealer.mean_change(), Schedule(), stop, lambda _share, _cost: None).slot_of
    slot_of = np.empty(problem.routers, dtype=np.int32)
    for number, run in enumerate(run_of.tolist()):
        slot_of[group == number] = runs[run]
    return slot_of


def group_flow(problem: Problem, group: npt.NDArray[np.integer]) -> csr_array:
    """Return the links between groups, (g, g), none from a group to itself."""
    ones = np.ones(problem.routers, dtype=np.int32)
    shape = problem.routers, int(group.max(initial=-1)) + 1
    membership = csr_array((ones, group, np.arange(problem.routers + 1)), shape=shape)
    flow = csr_array(membership.T @ problem.flow @ membership)
    flow.setdiag(0)
    flow.eliminate_zeros()
    flow.sort_indices()
    return flow


def neighbours(problem: Problem) -> npt.NDArray[np.bool_]:
    """Return which open cabinets are neighbours, (C, C).

    Those next to each other in a row, and of two rows that follow each other the nearest to one of either.
    """
    assert problem.row is not None  # noqa: S101 - only asked where rows matter
    home = problem.floor.cabinet_of_slot
    open_ = np.ones(problem.slots, dtype=bool) if problem.closed is None else ~problem.closed
    near = np.zeros((len(problem.row),) * 2, dtype=bool)
    cabinets = np.unique(home[open_])
    away = cabinet_distances(problem.floor)
    rows = [cabinets[problem.row[cabinets] == row] for row in np.unique(problem.row[cabinets])]
    for row in rows:
        near[row[:-1], row[1:]] = True
    for one, other in pairwise(rows):
        between = away[np.ix_(one, other)]
        nearest = between == between.min(axis=1, keepdims=True)
        near[np.ix_(one, other)] = nearest | (between == between.min(axis=0, keepdims=True))
    return np.asarray(near | near.T)


def are_together(problem: Problem, near: npt.NDArray[np.bool_]) -> bool:
    """Return True if the cabinets of every zone hang together by neighbours, fixed routers in their own."""
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 - takes long to import

    home = problem.floor.cabinet_of_slot
    if problem.fixed is not None and problem.group is not None:
        held = problem.fixed >= 0
        if (problem.zones[problem.fixed[held]] != problem.group[held]).any():
            return False
    for zone in np.unique(problem.zones[problem.zones >= 0]):
        cabinets = np.unique(home[problem.zones == zone])
        if connected_components(csr_array(near[np.ix_(cabinets, cabinets)]), directed=False)[0] > 1:
            return False
    return True


def all_zones(whole: Problem, inside: Problem) -> Iterator[Problem]:
    """Yield a problem within some slots with every way to give them to groups that keeps these together."""
    assert whole.group is not None  # noqa: S101 - only asked where groups stand together
    assert inside.closed is not None  # noqa: S101 - all slots but those of a block
    near, slots = neighbours(whole), np.flatnonzero(~inside.closed)
    number, counts = np.unique(whole.group, return_counts=True)
    for pattern in _patterns(counts.tolist()):
        zone = np.full(whole.slots, -1, dtype=np.int32)
        zone[slots] = number[list(pattern)]
        found = replace(inside, zone=zone)
        if are_together(found, near):
            yield found


def _patterns(left: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every order of so many of each kind."""
    if not any(left):
        yield ()
    for kind, count in enumerate(left):
        if count:
            rest = [*left[:kind], count - 1, *left[kind + 1 :]]
            yield from ((kind, *others) for others in _patterns(rest))
