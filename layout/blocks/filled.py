"""Blocks of slots without holes, as people fill racks: which slots a placement may use at all."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.blocks.grouped import all_zones, are_together, grouped, in_zones, neighbours
from netfloor.layout.problem import Problem
from netfloor.layout.starts.fill import placed_in
from netfloor.layout.starts.separated import separated

Slots = npt.NDArray[np.int32]
#: Open slots of each open cabinet of each row that has one, row by row.
Rows = list[list[list[int]]]
#: First rows, widths and places along a row that are tried, slots by which a block is measured, and
#: blocks of which is asked whether pairs can keep apart there.
MOST_TRIED, MOST_MEASURED, MOST_ASKED = 16, 200, 500


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
