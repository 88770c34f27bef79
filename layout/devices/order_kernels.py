"""Shortest order of blocks in a cabinet, by dynamic programming over the sets of lower blocks."""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel, lean_kernel

Array = np.ndarray[Any, Any]
#: No place; sums of a few do not overflow.
NONE = np.int64(1 << 58)
#: Blocks are packed from unit 1, packed below the top, or placed with gaps.
FROM_BELOW, BELOW_TOP, WITH_GAPS = 0, 1, 2
#: Entry of a choice table: no block ends here.
GAP = 255


@lean_kernel
def fill_cuts(
    counts: Array, strides: Array, heights: Array, weight: Array, cuts: Array, sums: Array
) -> None:
    """Compute, for every set of lower blocks, the cables that leave it upwards, and its height."""
    classes = len(counts)
    cuts[0], sums[0] = 0, 0
    states = strides[classes - 1] * (counts[classes - 1] + 1)
    for state in range(1, states):
        added = classes - 1
        while (state // strides[added]) % (counts[added] + 1) == 0:
            added -= 1
        before = state - strides[added]
        cut = cuts[before]
        for other in range(classes):
            below = (before // strides[other]) % (counts[other] + 1)
            left = counts[other] - below - (1 if other == added else 0)
            cut += weight[added, other] * (left - below)
        cuts[state] = cut
        sums[state] = sums[before] + heights[added]


@lean_kernel
def pack_blocks(
    first: Any,
    counts: Array,
    strides: Array,
    heights: Array,
    cost: Array,
    weight: Array,
    least: Array,
    cuts: Array,
    sums: Array,
    value: Array,
    choice: Array,
) -> Any:
    """Return the lowest cost of blocks packed from unit ``first`` up; ``choice`` may have length 0.

    ``least`` is the smallest distance of ports by the number of units between them.
    """
    classes = len(counts)
    fill_cuts(counts, strides, heights, weight, cuts, sums)
    states = strides[classes - 1] * (counts[classes - 1] + 1)
    value[0] = 0
    for state in range(1, states):
        value[state] = NONE
        for added in range(classes):
            if (state // strides[added]) % (counts[added] + 1) == 0:
                continue
            before = state - strides[added]
            if value[before] >= NONE:
                continue
            unit = first + sums[before]
            own = cost[added, unit]
            if own >= NONE:
                continue
            reached = value[before] + own + cuts[state] * least[heights[added]]
            if reached < value[state]:
                value[state] = reached
                if len(choice) > 0:
                    choice[state] = added
    return value[states - 1]


@lean_kernel
def gap_blocks(
    last: int,
    counts: Array,
    strides: Array,
    heights: Array,
    cost: Array,
    weight: Array,
    high: Array,
    cuts: Array,
    sums: Array,
    layers: Array,
    choice: Array,
) -> Any:
    """Return the lowest cost of blocks in units 1 to ``last`` with gaps allowed.

    ``layers`` (tallest + 1, states) holds the cost of each set below the coming units; ``choice`` (last +
    2, states), or length 0, the block that ends there.
    """
    classes = len(counts)
    fill_cuts(counts, strides, heights, weight, cuts, sums)
    states = strides[classes - 1] * (counts[classes - 1] + 1)
    ring = len(layers)
    full = sums[states - 1]
    for unit in range(1, last + 2):
        layer = layers[unit % ring]
        for state in range(states):
            layer[state] = NONE
            if sums[state] > unit - 1 or full - sums[state] > last + 1 - unit:
                continue
            if unit == 1:
                layer[state] = 0
                continue
            best = layers[(unit - 1) % ring, state]
            picked = GAP
            if best < NONE:
                best += cuts[state] * (high[unit] - high[unit - 1])
            for added in range(classes):
                below = unit - heights[added]
                if below < 1 or (state // strides[added]) % (counts[added] + 1) == 0:
                    continue
                before = layers[below % ring, state - strides[added]]
                own = cost[added, below]
                if before >= NONE or own >= NONE:
                    continue
                reached = before + own + cuts[state] * (high[unit] - high[below])
                if reached < best:
                    best, picked = reached, added
            layer[state] = best
            if len(choice) > 0:
                choice[unit, state] = picked
    return layers[(last + 1) % ring, states - 1]


@lean_kernel
def packing(cost: Array, heights: Array, counts: Array, last: int) -> Any:
    """Return a packing without loss: possible if all costs fall, or all rise, with the unit."""
    falls, rises = True, True
    for item in range(len(counts)):
        if counts[item] == 0:
            continue
        for unit in range(2, last - heights[item] + 2):
            if cost[item, unit] >= NONE or cost[item, unit - 1] >= NONE:
                return WITH_GAPS
            falls = falls and cost[item, unit] <= cost[item, unit - 1]
            rises = rises and cost[item, unit] >= cost[item, unit - 1]
    if falls:
        return BELOW_TOP
    return FROM_BELOW if rises else WITH_GAPS


@lean_kernel
def min_apart(high: Array, last: int, least: Array) -> Any:
    """Compute the smallest distance of ports by number of units; return True if all units are equal."""
    even = True
    for units in range(len(least)):
        least[units] = NONE
        for unit in range(1, last + 1 - units):
            apart = high[unit + units] - high[unit]
            even = even and (least[units] >= NONE or apart == least[units])
            least[units] = min(least[units], apart)
    return even


@kernel
def fill_tables(
    members: Array,
    strides: Array,
    heights: Array,
    loads: Array,
    limits: Array,
    last: int,
    fixed_cost: Array,
    up: Array,
    weight: Array,
    high: Array,
    wanted: Array,
    exactly: bool,
    table: Array,
    is_exact: Array,
    most: int,
) -> Any:
    """Compute the lowest cost of sets of devices in a cabinet; return the work done, -1 above ``most``.

    ``fixed_cost`` (k, U + 2): cables of each class to fixed devices by lowest unit; ``up`` (U + 2,):
    vertical part of a cable out of the cabinet; ``loads`` (k, 2) and ``limits`` (2,): watts and kilograms.

    Unless ``exactly`` is set, some results are lower bounds: units are 44 or 45 mm apart, and blocks
    without gaps are evaluated with the smallest distance.
    """
    classes = len(members)
    tallest = heights.max()
    counts = np.zeros(classes, dtype=np.int64)
    own = np.ones(classes, dtype=np.int64)
    cost = np.zeros_like(fixed_cost)
    states = len(table)
    cuts, sums = np.zeros(states, dtype=np.int64), np.zeros(states, dtype=np.int64)
    layers = np.zeros((tallest + 1, states), dtype=np.int64)
    no_choice, no_choices = np.zeros(0, dtype=np.uint8), np.zeros((0, 0), dtype=np.uint8)
    minimum = np.zeros(tallest + 1, dtype=np.int64)
    even = min_apart(high, last, minimum)
    work = np.int64(0)
    for at in range(len(wanted)):
        state = wanted[at]
        size, tall, devices = np.int64(1), np.int64(0), np.int64(0)
        load = np.zeros(2, dtype=np.int64)
        for item in range(classes):
            counts[item] = (state // strides[item]) % (members[item] + 1)
            own[item] = size
            size *= counts[item] + 1
            tall += counts[item] * heights[item]
            devices += counts[item]
            load += counts[item] * loads[item]
        table[state] = NONE
        is_exact[state] = True
        if load[0] > limits[0] or load[1] > limits[1] or tall > last:
            continue
        for item in range(classes):
            if counts[item] == 0:
                continue
            leaving = np.int64(0)
            for other in range(classes):
                leaving += weight[item, other] * (members[other] - counts[other])
            for unit in range(1, last + 1):
                cost[item, unit] = NONE
                if fixed_cost[item, unit] < NONE:
                    cost[item, unit] = fixed_cost[item, unit] + leaving * up[unit]
        how = packing(cost, heights, counts, last)
        if exactly and not even:
            how = WITH_GAPS
        work += size * classes * (last if how == WITH_GAPS else 1)
        if work > most:
            return np.int64(-1)
        if how == WITH_GAPS:
            table[state] = gap_blocks(
                last=last,
                counts=counts,
                strides=own,
                heights=heights,
                cost=cost,
                weight=weight,
                high=high,
                cuts=cuts,
                sums=sums,
                layers=layers,
                choice=no_choices,
            )
        else:
            first = np.int64(1) if how == FROM_BELOW else last - tall + 1
            is_exact[state] = even or devices < 2
            table[state] = pack_blocks(
                first=first,
                counts=counts,
                strides=own,
                heights=heights,
                cost=cost,
                weight=weight,
                least=minimum,
                cuts=cuts,
                sums=sums,
                value=layers[0],
                choice=no_choice,
            )
    return work
