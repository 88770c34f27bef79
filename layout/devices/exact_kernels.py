"""Branch and bound over the cabinets of free devices, interchangeable devices in ascending cabinets."""

from typing import Any, NamedTuple

import numpy as np

from netfloor.foundation.accelerate import kernel, lean_kernel
from netfloor.layout.devices.order_kernels import NONE

Array = np.ndarray[Any, Any]


class BranchArrays(NamedTuple):
    """Arrays of the branch and bound.

    Attributes
    ----------
    classes, last_twin, pending
        For each step: the class of the placed device, True if the device before is interchangeable with it,
        and a lower bound on the cables between devices placed later, (n + 1,).
    stride, weight
        For each class: its place value in a set; and the cables between devices of two classes, (k, k).
    apart
        Length between cabinets without vertical parts, with inside lengths on the diagonal, (C, C).
    base
        Least length of a class's cables to fixed devices in each cabinet, `NONE` where closed, (k, C).
    table, ahead
        Least vertical length of a set in a cabinet, and of any superset, (C, states).
    left
        Devices of each class placed after each step, (n + 1, k).
    conflicts, clash
        Pairs of classes with the number of their clash table, (p, 3); and the tables, (kinds, C, C).
    """

    classes: Array
    last_twin: Array
    pending: Array
    stride: Array
    weight: Array
    apart: Array
    base: Array
    table: Array
    ahead: Array
    left: Array
    conflicts: Array
    clash: Array


@lean_kernel
def is_apart(search: BranchArrays, chosen: Array, step: int, cabinet: int) -> Any:
    """Return True if a device in a cabinet satisfies the separation rules with those placed before."""
    for row in range(len(search.conflicts)):
        item, other, kind = search.conflicts[row, 0], search.conflicts[row, 1], search.conflicts[row, 2]
        mine = search.classes[step]
        if mine not in (item, other):
            continue
        partner = other if mine == item else item
        for before in range(step):
            if search.classes[before] == partner and search.clash[kind, cabinet, chosen[before]]:
                return False
    return True


@lean_kernel
def rest(search: BranchArrays, step: int, near: Array) -> Any:
    """Bound the horizontal length of the devices not yet placed."""
    total = search.pending[step]
    for item in range(len(search.stride)):
        if search.left[step, item] == 0:
            continue
        best = NONE
        for cabinet in range(near.shape[1]):
            if search.base[item, cabinet] < NONE:
                best = min(best, near[item, cabinet] + search.base[item, cabinet])
        if best >= NONE:
            return NONE
        total += search.left[step, item] * best
    return total


@kernel
def branch_and_bound(search: BranchArrays, cutoff: int, most: int, leaves: Array) -> Any:
    """Write every complete assignment that costs less than ``cutoff``, and its cost, into ``leaves``.

    Returns the number of nodes, -1 above ``most``, and the number of leaves; the search ends early when
    ``leaves`` is full.
    """
    count, cabinets, classes = len(search.classes), search.apart.shape[0], len(search.stride)
    chosen = np.full(count + 1, -1, dtype=np.int64)
    near = np.zeros((count + 1, classes, cabinets), dtype=np.int64)
    spent = np.zeros(count + 1, dtype=np.int64)
    sets = np.zeros(cabinets, dtype=np.int64)
    minimum = np.zeros(cabinets, dtype=np.int64)
    for cabinet in range(cabinets):
        minimum[cabinet] = search.ahead[cabinet, 0]
    vertical = minimum.sum()
    kept = np.int64(0)
    step, nodes = 0, np.int64(0)
    while step >= 0:
        item = search.classes[step]
        if chosen[step] >= 0:  # undo the last choice
            cabinet = chosen[step]
            sets[cabinet] -= search.stride[item]
            vertical -= minimum[cabinet]
            minimum[cabinet] = search.ahead[cabinet, sets[cabinet]]
            vertical += minimum[cabinet]
        cabinet = chosen[step] + 1
        if cabinet == 0 and search.last_twin[step]:
            cabinet = chosen[step - 1]
        deeper = False
        while cabinet < cabinets:
            nodes += 1
            if nodes > most:
                return np.int64(-1), kept
            own = search.base[item, cabinet]
            grown = sets[cabinet] + search.stride[item]
            if (
                own < NONE
                and search.ahead[cabinet, grown] < NONE
                and is_apart(search, chosen, step, cabinet)
            ):
                now = spent[step] + own + near[step, item, cabinet]
                stand = vertical - minimum[cabinet] + search.ahead[cabinet, grown]
                if now + stand < cutoff:
                    for other in range(classes):
                        pull = search.weight[item, other]
                        for place in range(cabinets):
                            near[step + 1, other, place] = (
                                near[step, other, place] + pull * search.apart[cabinet, place]
                            )
                    if now + stand + rest(search, step + 1, near[step + 1]) < cutoff:
                        deeper = True
                        break
            cabinet += 1
        if not deeper:
            chosen[step] = -1
            step -= 1
            continue
        chosen[step] = cabinet
        spent[step + 1] = now
        sets[cabinet] = grown
        vertical -= minimum[cabinet]
        minimum[cabinet] = search.ahead[cabinet, grown]
        vertical += minimum[cabinet]
        if step + 1 < count:
            step += 1
            chosen[step] = -1
            continue
        full = now
        for place in range(cabinets):
            full += search.table[place, sets[place]]
        if full >= cutoff:
            continue  # the loop undoes the last choice
        for place in range(count):  # assigning rows takes Numba a second to compile
            leaves[kept, place] = chosen[place]
        leaves[kept, count] = full
        kept += 1
        if kept == len(leaves):
            break
    return nodes, kept
