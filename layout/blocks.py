"""Hole-free blocks of slots, as people fill cabinets, and groups of switches kept together in them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.apart import cabinet_distances
from netfloor.layout.budget import MaxIterations
from netfloor.layout.lengths import CabinetMatrix
from netfloor.layout.problem import Problem
from netfloor.layout.starts import placed_in, separated

Slots = npt.NDArray[np.int32]
#: Open slots of each open cabinet of each row, row by row.
Rows = list[list[list[int]]]
#: Limits: first rows, widths and positions along a row that are tried; slots sampled to measure a block;
#: and blocks tested for separation rules.
MAX_TRIED, MAX_MEASURED, MAX_ASKED = 16, 200, 500
#: Annealing proposals per group for the order of the groups.
EFFORT = 2000


def with_blocks(problem: Problem, chains: int) -> tuple[Problem, ...]:
    """Build the problem of each chain, restricted to the slots of a block where blocks are required.

    The blocks with the smallest mean distance between slots are used, all of different widths, two chains
    on each; switches fill them completely, one group after another along the rows. Raise `InfeasibleError`
    if no block has room for all switches or contains the fixed ones.
    """
    if problem.row is None:
        return (problem,) * chains
    rows, near = open_rows(problem), neighbours(problem)
    blocks = [(_spread(problem, item), width, item) for width, item in _blocks(rows, problem.routers)]
    best: dict[int, Problem] = {}
    for _, width, block in sorted(blocks)[:MAX_ASKED]:
        if len(best) < -(-chains // 2) and width not in best and _holds_fixed(problem, block):
            inside = within(problem, block)
            if problem.group is not None:
                inside = in_zones(inside, grouped(problem, np.array(block, dtype=np.int32)))
            if (problem.group is None or are_together(inside, near)) and _lets_apart(inside):
                best[width] = inside
    if not best:
        raise InfeasibleError(
            f"no block of cabinets without holes was found for {problem.routers} switches"
            + ("" if problem.fixed is None else ", those that are fixed among them")
            + ("" if problem.group is None else " that keeps their groups together")
            + ("" if problem.apart is None else " that keeps the pairs apart")
        )
    chosen = list(best.values())
    return tuple(chosen[min(chain // 2, len(chosen) - 1)] for chain in range(chains))


def _lets_apart(inside: Problem) -> bool:
    """Return True if the separation rules can be kept within a block."""
    try:
        separated(inside, placed_in(inside, inside.places))
    except InfeasibleError:
        return False
    return True


def all_blocks(problem: Problem) -> Iterator[Problem]:
    """Yield the problem within every block, and with every division of it into groups; for small rooms."""
    if problem.row is None:
        yield problem
        return
    rows = open_rows(problem)
    slots = sorted(slot for row in rows for cabinet in row for slot in cabinet)
    for block in combinations(slots, problem.routers):
        if not _holds_fixed(problem, block) or (problem.filled and not is_filled(rows, set(block))):
            continue
        if problem.group is None:
            yield within(problem, block)
        else:
            yield from all_zones(problem, within(problem, block))


def settled(problem: Problem, slot_of: Slots) -> Problem:
    """Restrict the problem to the slots and zones used by a placement."""
    if problem.row is None:
        return problem
    inside = within(problem, slot_of)
    return inside if problem.group is None else in_zones(inside, slot_of)


def within(problem: Problem, block: Sequence[int] | Slots) -> Problem:
    """Restrict the problem to the given open slots."""
    closed = np.ones(problem.slots, dtype=bool)
    closed[np.asarray(block, dtype=np.int64)] = False
    return replace(problem, closed=closed, row=None)


def is_filled(rows: Rows, used: set[int]) -> bool:
    """Return True if slots form a block without holes.

    Each cabinet is filled from its first slot, all but one completely; no cabinet between two used ones of
    its row is empty, and no row between two used rows.
    """
    lines = [[used.issuperset(cabinet[:1]) for cabinet in row] for row in rows]
    each = [[slot in used for slot in cabinet] for row in rows for cabinet in row]
    bottom_up = all(taken == sorted(taken, reverse=True) for taken in each)
    partly = sum(any(taken) and not all(taken) for taken in each)
    together = all(map(_unbroken, [*lines, [any(line) for line in lines]]))
    return bottom_up and partly <= 1 and together


def _unbroken(line: list[bool]) -> bool:
    """Return True if all True entries are adjacent."""
    return sum(now and not before for before, now in pairwise([False, *line])) <= 1


def open_rows(problem: Problem) -> Rows:
    """Collect the open slots by row and cabinet, including those of fixed switches."""
    assert problem.row is not None  # noqa: S101 - only asked where blocks are required
    home = problem.floor.cabinet_of_slot
    rows: dict[int, dict[int, list[int]]] = {}
    for slot in np.flatnonzero(~problem.closed if problem.closed is not None else home >= 0).tolist():
        cabinet = int(home[slot])
        rows.setdefault(int(problem.row[cabinet]), {}).setdefault(cabinet, []).append(slot)
    return [list(rows[row].values()) for row in sorted(rows)]


def _blocks(rows: Rows, needed: int) -> Iterator[tuple[int, list[int]]]:
    """Yield candidate blocks of many shapes and positions, with their width in cabinets."""
    longest = max(map(len, rows), default=0)
    for first in _some(len(rows)):
        for width in _some(longest):
            for low in _some(longest - width):
                block: list[int] = []
                for turn, row in enumerate(rows[first:]):  # back and forth, as people fill rows
                    cabinets = row[low : low + width + 1][:: -1 if turn % 2 else 1]
                    window = [slot for cabinet in cabinets for slot in cabinet]
                    if not window or len(block) == needed:
                        break
                    block += window[: needed - len(block)]
                if len(block) == needed:
                    yield width, block


def _some(count: int, most: int = MAX_TRIED) -> list[int]:
    """Return up to ``most`` evenly spaced numbers below ``count``."""
    return sorted({round(at) for at in np.linspace(0, count - 1, min(count, most))})


def _holds_fixed(problem: Problem, block: Sequence[int]) -> bool:
    return problem.fixed is None or set(problem.fixed[problem.fixed >= 0].tolist()) <= set(block)


def _spread(problem: Problem, block: list[int]) -> float:
    """Estimate the mean distance between the slots of a block from a sample."""
    slots = np.array(block)[_some(len(block), MAX_MEASURED)]
    return float(problem.lengths.between(slots[:, None], slots[None, :]).mean())


# Groups: each in its own block of neighbouring cabinets


def in_zones(problem: Problem, slot_of: Slots) -> Problem:
    """Restrict each group to the slots it has in a placement."""
    assert problem.group is not None  # noqa: S101 - only asked where groups stand together
    zone = np.full(problem.slots, -1, dtype=np.int32)
    zone[slot_of] = problem.group
    return replace(problem, zone=zone)


def grouped(problem: Problem, walk: Slots) -> Slots:
    """Place the groups one after another along a walk, strongly linked groups near each other.

    Annealing exchanges groups of equal size, with all links between two groups measured between the centres
    of their slots; the order of the sizes follows the group numbers.
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
    """Count the links between groups, (g, g), with a zero diagonal."""
    ones = np.ones(problem.routers, dtype=np.int32)
    shape = problem.routers, int(group.max(initial=-1)) + 1
    membership = csr_array((ones, group, np.arange(problem.routers + 1)), shape=shape)
    flow = csr_array(membership.T @ problem.flow @ membership)
    flow.setdiag(0)
    flow.eliminate_zeros()
    flow.sort_indices()
    return flow


def neighbours(problem: Problem) -> npt.NDArray[np.bool_]:
    """Return a matrix of neighbouring open cabinets, (C, C).

    Adjacent cabinets of a row are neighbours, and for two consecutive rows each cabinet and the nearest in
    the other row.
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
    for item, other in pairwise(rows):
        between = away[np.ix_(item, other)]
        nearest = between == between.min(axis=1, keepdims=True)
        near[np.ix_(item, other)] = nearest | (between == between.min(axis=0, keepdims=True))
    return np.asarray(near | near.T)


def are_together(problem: Problem, near: npt.NDArray[np.bool_]) -> bool:
    """Return True if the cabinets of every zone are connected and fixed switches are in their own zone."""
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
    """Yield the problem with every division of a block into connected zones for the groups."""
    assert whole.group is not None  # noqa: S101 - only asked where groups stand together
    assert inside.closed is not None  # noqa: S101 - all slots but those of a block
    near, slots = neighbours(whole), np.flatnonzero(~inside.closed)
    number, counts = np.unique(whole.group, return_counts=True)
    for pattern in _patterns(counts.tolist()):
        zone = np.full(whole.slots, -1, dtype=np.int32)
        zone[slots] = number[list(pattern)]
        result = replace(inside, zone=zone)
        if are_together(result, near):
            yield result


def _patterns(left: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every arrangement of a multiset, given the count of each kind."""
    if not any(left):
        yield ()
    for kind, count in enumerate(left):
        if count:
            rest = [*left[:kind], count - 1, *left[kind + 1 :]]
            yield from ((kind, *others) for others in _patterns(rest))
