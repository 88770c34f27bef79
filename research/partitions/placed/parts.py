"""Divide units into parts of exact sizes by METIS, improved by swaps."""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array

from netfloor.layout.budget import MaxIterations
from netfloor.layout.lengths import CabinetMatrix
from netfloor.layout.problem import Problem
from netfloor.research.partitions.placed.units import Counts, Indices

#: Annealing proposals per unit, and in all.
EFFORT, MAX_EFFORT = 2000, 2_000_000


def metis_parts(joined: csr_array, sizes: Sequence[int], seed: int) -> Indices:
    """Return the part of each unit, (U,) int32, by METIS's recursive bisection with corrected sizes.

    Parameters
    ----------
    joined
        Weights between units, symmetric (U, U), positive.
    sizes
        Units of each part; their sum is U.
    """
    import pymetis  # noqa: PLC0415 - a heavy import

    parts = np.zeros(joined.shape[0], dtype=np.int32)
    if len(sizes) > 1 and joined.nnz:
        dtype = pymetis.zero_copy_dtype()
        graph = pymetis.CSRAdjacency(joined.indptr.astype(dtype), joined.indices.astype(dtype))
        result = pymetis.part_graph(
            len(sizes),
            graph,
            eweights=joined.data.astype(dtype),
            tpwgts=[size / sum(sizes) for size in sizes],
            recursive=True,
            options=pymetis.Options(seed=int(np.random.SeedSequence(seed).generate_state(1)[0] >> 1)),
        )
        parts = np.asarray(result.vertex_part, dtype=np.int32)
    return with_sizes(joined, parts, sizes)


def with_sizes(joined: csr_array, parts: Indices, sizes: Sequence[int]) -> Indices:
    """Correct the sizes of parts: units leave parts that are too large, the best move each time."""
    parts, wanted = parts.copy(), np.asarray(sizes)
    surplus = np.bincount(parts, minlength=len(wanted)) - wanted
    while (surplus > 0).any():
        leaving = np.flatnonzero(surplus[parts] > 0)
        needy = np.flatnonzero(surplus < 0)
        gain = _ties(joined, parts, leaving, len(wanted))
        moved = gain[:, needy] - gain[np.arange(len(leaving)), parts[leaving]][:, None]
        unit, target = np.unravel_index(int(moved.argmax()), moved.shape)
        surplus[parts[leaving[unit]]] -= 1
        surplus[needy[target]] += 1
        parts[leaving[unit]] = needy[target]
    return parts


def _ties(joined: csr_array, parts: Indices, units: Counts, count: int) -> Counts:
    """Return the weight from some units to every part, (units, count)."""
    rows = joined[units]
    owner = np.repeat(np.arange(len(units)), np.diff(rows.indptr))
    cells = np.bincount(
        owner * count + parts[rows.indices], weights=rows.data, minlength=len(units) * count
    )
    return cells.reshape(len(units), count).astype(np.int64)


def swapped(joined: csr_array, parts: Indices, *, seed: int = 0, anneal: bool = False) -> Indices:
    """Return parts of the same sizes with less weight between them: no swap of two units improves them.

    The parts act as cabinets of a floor on which a link costs 1 if it leaves its cabinet, so that the
    placers for switches apply.

    Parameters
    ----------
    anneal
        First swap at random at falling temperature, whatever the start.
    """
    if parts.max(initial=0) == 0:
        return parts
    from netfloor.layout.annealing import Schedule, make_annealer  # noqa: PLC0415 - imports Numba

    sizes = np.bincount(parts)
    slot_of = np.empty(len(parts), dtype=np.int32)
    slot_of[np.argsort(parts, kind="stable")] = np.arange(len(parts))
    lengths = _apart(sizes)
    annealer = make_annealer(
        Problem(joined.astype(np.int32), lengths), slot_of, np.random.default_rng(seed)
    )
    if anneal:
        stop = MaxIterations(min(EFFORT * len(parts), MAX_EFFORT))
        scale = annealer.mean_change()
        annealer.run(scale, Schedule(), stop, lambda _share, _cost: None)
    annealer.descend()
    return np.asarray(lengths.slot_cabinet[annealer.slot_of], dtype=np.int32)


def weight_between(joined: csr_array, parts: Indices) -> int:
    """Return the weight of the cables between different parts."""
    rows = np.repeat(np.arange(joined.shape[0]), np.diff(joined.indptr))
    return int(joined.data[parts[rows] != parts[joined.indices]].sum()) // 2


def _apart(sizes: Counts) -> CabinetMatrix:
    """Return cabinets with these numbers of slots, at distance 1 from each other and 0 within."""
    costs = 1 - np.eye(len(sizes), dtype=np.int64)
    return CabinetMatrix(costs, np.repeat(np.arange(len(sizes), dtype=np.int32), sizes))
