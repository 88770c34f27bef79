"""Blocks of slots without holes, as people fill racks, and groups of switches together in them."""

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
#: Open slots of each open cabinet of each row that has one, row by row.
Rows = list[list[list[int]]]
#: First rows, widths and places along a row that are tried, slots by which a block is measured, and
#: blocks of which is asked whether pairs can keep apart there.
MOST_TRIED, MOST_MEASURED, MOST_ASKED = 16, 200, 500
#: Proposals a group for the order of the groups.
EFFORT = 2000


def with_blocks(problem: Problem, chains: int) -> tuple[Problem, ...]:
    """Return the problem of each chain: no slots but those of a block, where blocks are required.

    The blocks of the least mean distance between their slots, two chains on each, widths all different;
    switches fill them whole, groups one after another along the rows.

    Raises
    ------
    InfeasibleError
        If no block has room for all, or holds the fixed ones.
    """
    if problem.row is None:
        return (problem,) * chains
    rows, near = open_rows(problem), neighbours(problem)
    blocks = [(_spread(problem, one), width, one) for width, one in _blocks(rows, problem.routers)]
    best: dict[int, Problem] = {}
    for _, width, block in sorted(blocks)[:MOST_ASKED]:
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
    """Return True if pairs can be kept apart within a block."""
    try:
        separated(inside, placed_in(inside, inside.places))
    except InfeasibleError:
        return False
    return True


def all_blocks(problem: Problem) -> Iterator[Problem]:
    """Yield the problem within every block, and with every way to lay groups in it: of small rooms."""
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
    """Return the problem with the slots and zones that a placement has chosen."""
    if problem.row is None:
        return problem
    inside = within(problem, slot_of)
    return inside if problem.group is None else in_zones(inside, slot_of)


def within(problem: Problem, block: Sequence[int] | Slots) -> Problem:
    """Return the problem with no open slots but these."""
    closed = np.ones(problem.slots, dtype=bool)
    closed[np.asarray(block, dtype=np.int64)] = False
    return replace(problem, closed=closed, row=None)


def is_filled(rows: Rows, used: set[int]) -> bool:
    """Return True if slots are a block without holes.

    Each cabinet is filled from its first slot, all but one to the last; no open cabinet is empty between
    two of its row, and no row between two rows.
    """
    lines = [[used.issuperset(cabinet[:1]) for cabinet in row] for row in rows]
    each = [[slot in used for slot in cabinet] for row in rows for cabinet in row]
    bottom_up = all(taken == sorted(taken, reverse=True) for taken in each)
    partly = sum(any(taken) and not all(taken) for taken in each)
    together = all(map(_unbroken, [*lines, [any(line) for line in lines]]))
    return bottom_up and partly <= 1 and together


def _unbroken(line: list[bool]) -> bool:
    """Return True if what is True stands together."""
    return sum(now and not before for before, now in pairwise([False, *line])) <= 1


def open_rows(problem: Problem) -> Rows:
    """Return the open slots, those of fixed switches too."""
    assert problem.row is not None  # noqa: S101 - only asked where blocks are required
    home = problem.floor.cabinet_of_slot
    rows: dict[int, dict[int, list[int]]] = {}
    for slot in np.flatnonzero(~problem.closed if problem.closed is not None else home >= 0).tolist():
        cabinet = int(home[slot])
        rows.setdefault(int(problem.row[cabinet]), {}).setdefault(cabinet, []).append(slot)
    return [list(rows[row].values()) for row in sorted(rows)]


def _blocks(rows: Rows, needed: int) -> Iterator[tuple[int, list[int]]]:
    """Yield blocks for so many switches and how many cabinets wide they are, of many shapes and places."""
    longest = max(map(len, rows), default=0)
    for first in _some(len(rows)):
        for width in _some(longest):
            for low in _some(longest - width):
                block: list[int] = []
                for turn, row in enumerate(rows[first:]):  # there and back, like a person
                    cabinets = row[low : low + width + 1][:: -1 if turn % 2 else 1]
                    window = [slot for cabinet in cabinets for slot in cabinet]
                    if not window or len(block) == needed:
                        break
                    block += window[: needed - len(block)]
                if len(block) == needed:
                    yield width, block


def _some(count: int, most: int = MOST_TRIED) -> list[int]:
    """Return numbers below ``count``, all or ``most`` of them from the first to the last."""
    return sorted({round(at) for at in np.linspace(0, count - 1, min(count, most))})


def _holds_fixed(problem: Problem, block: Sequence[int]) -> bool:
    return problem.fixed is None or set(problem.fixed[problem.fixed >= 0].tolist()) <= set(block)


def _spread(problem: Problem, block: list[int]) -> float:
    """Return the mean distance between the slots of a block, or between some of them."""
    slots = np.array(block)[_some(len(block), MOST_MEASURED)]
    return float(problem.lengths.between(slots[:, None], slots[None, :]).mean())


# Groups: each in a block of neighbouring cabinets of its own


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
