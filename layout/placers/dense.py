"""Placers on dense matrices: tabu search and exhaustive search."""

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.blocks import all_blocks
from netfloor.layout.bounds import EVERY
from netfloor.layout.dense.enumeration import Clashes
from netfloor.layout.dense.problem import DenseProblem
from netfloor.layout.placed import Chain, ChainResult
from netfloor.layout.placers.at_random import place_by_annealing
from netfloor.layout.placers.by_bands import (
    MAX_CABINETS,
    MAX_SWITCHES,
    fits,
    place_by_bands,
)
from netfloor.layout.problem import Problem
from netfloor.layout.starts import random_start

#: Slots above which tables of all pairs of slots are not worthwhile.
MAX_SLOTS = 2000
#: Slots to choose from whose permutations can all be tried in a second or two.
MAX_EXACT_SLOTS = 10


def place_by_tabu(problem: Problem, chain: Chain) -> ChainResult:
    """Place by memetic tabu search over slots; an iteration is a move.

    Empty slots become switches without links. With fixed switches, closed slots or more than 2000 slots,
    single switches are annealed instead.
    """
    from netfloor.layout.dense import search  # noqa: PLC0415 - imports Numba

    if not problem.free or problem.slots > MAX_SLOTS:
        return place_by_annealing(problem, chain)
    begin = _permutation(problem, random_start(problem, chain.rng))

    def heard(share: float, cost: int) -> None:  # every link counts twice
        chain.listener(share, cost // 2)

    match = search(_dense(problem), chain.rng, chain.stop, heard, begin)
    slot_of = match.permutation[: problem.routers].astype(np.int32)
    history = tuple((done, cost // 2) for done, cost in match.history)
    return ChainResult(slot_of, problem.cost(slot_of), match.iterations, history)


def place_exactly(problem: Problem, chain: Chain) -> ChainResult:
    """Place by `place_all`, else by `place_by_bands`; the result records whether it is proved optimal."""
    if can_try_all(problem) or not fits(problem):
        return place_all(problem)
    return place_by_bands(problem, chain)


def can_try_all(problem: Problem) -> bool:
    """Return True if there are few enough slots to choose from."""
    return len(problem.places) <= MAX_EXACT_SLOTS and problem.slots <= MAX_SLOTS


def place_all(problem: Problem) -> ChainResult:
    """Try all placements; raise `InfeasibleError` for more than ten slots to choose from."""
    from netfloor.layout.dense.enumeration import enumerate_all  # noqa: PLC0415 - imports Numba

    grids = f" (or by branch and bound the shortest cable of up to {MAX_SWITCHES} switches in a grid's "
    refuse_too_many(problem, "", f"{grids}{MAX_CABINETS} cabinets, not contiguous, not groups together)")
    result, refused = [], "there is no block of cabinets without holes"
    for block in all_blocks(problem):
        try:
            cost, permutation = enumerate_all(
                _dense(block), _decided(block), _clashes(block), _zones(block)
            )
        except InfeasibleError as error:
            refused = str(error) if block.apart is None else block.apart.impossible("there is no placement")
        else:
            result.append((cost, permutation[: problem.routers].astype(np.int32).tolist()))
    if not result:
        raise InfeasibleError(refused)
    slot_of = np.array(min(result)[1], dtype=np.int32)
    cost = problem.cost(slot_of)
    return ChainResult(slot_of, cost, 1, ((0, cost),), "exact", EVERY)


def refuse_too_many(problem: Problem, what: str, beside: str = "") -> None:
    """Raise `InfeasibleError` if not all placements can be tried.

    ``what`` and ``beside`` complete the message.
    """
    if not can_try_all(problem):
        raise InfeasibleError(
            f"the exact placer takes {what}up to {MAX_EXACT_SLOTS} open slots"
            f"{beside}; this problem has {problem.routers} switches and "
            f"{len(problem.places)} of {problem.slots} slots"
        )


def _zones(problem: Problem) -> npt.NDArray[np.int64] | None:
    """Return the zone of each switch of `_dense` and of each slot; added switches have none."""
    if problem.zone is None or problem.group is None:
        return None
    added = np.full(problem.slots - problem.routers, -1)
    return np.stack([np.concatenate([problem.group, added]), problem.zone]).astype(np.int64)


def _clashes(problem: Problem) -> Clashes | None:
    """Return the table of clashing slots for every two switches of `_dense`."""
    if problem.apart is None:
        return None
    apart, home = problem.apart, problem.apart.home
    tables = [np.zeros((problem.slots,) * 2, bool)]
    table = np.zeros((problem.slots,) * 2, np.int32)
    for (u, v), kind in zip(apart.pairs.tolist(), apart.kind.tolist(), strict=True):
        near = tables[table[u, v]] | apart.clash[kind][home[:, None], home]
        table[u, v] = table[v, u] = len(tables)
        tables.append(near)
    return table, np.array(tables)


def _decided(problem: Problem) -> npt.NDArray[np.int64]:
    """Return the slot of each switch of `_dense` without a choice, -1 for the others, (S,)."""
    decided = np.full(problem.slots, -1, dtype=np.int64)
    if problem.fixed is not None:
        decided[: problem.routers] = problem.fixed
    if problem.closed is not None:
        shut = np.flatnonzero(problem.closed)
        decided[problem.routers : problem.routers + len(shut)] = shut
    return decided


def _dense(problem: Problem) -> DenseProblem:
    """Build the dense problem with a switch in every slot; the added ones have no links."""
    flow = np.zeros((problem.slots, problem.slots), dtype=np.int64)
    flow[: problem.routers, : problem.routers] = problem.flow.toarray()
    return DenseProblem(flow, problem.lengths.matrix())


def _permutation(problem: Problem, slot_of: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """Return a slot for every switch of `_dense`, (S,)."""
    empty = np.setdiff1d(np.arange(problem.slots), slot_of)
    return np.concatenate([slot_of, empty]).astype(np.int64)
