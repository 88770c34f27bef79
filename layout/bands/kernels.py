"""Kernels of the search by bands: sets of switches are bit masks, tables have 2^n entries."""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel, lean_kernel
from netfloor.layout.annealing.common_kernels import Array


@kernel
def cuts_of_all(flow: Array) -> Any:
    """Count the links between each set of switches and the others, (2^n,) int32, by doubling."""
    n = len(flow)
    cuts = np.zeros(1 << n, dtype=np.int32)
    joined = np.zeros(1 << n, dtype=np.int32)
    for i in range(n):
        degree, high = 0, 1 << i
        for k in range(n):
            degree += flow[i, k]
        joined[0] = 0
        for k in range(i):
            for item in range(1 << k):
                joined[item | 1 << k] = joined[item] + flow[i, k]
        for item in range(high):
            cuts[high | item] = cuts[item] + degree - 2 * joined[item]
    return cuts


@lean_kernel
def count(item: int) -> Any:
    """Return the size of a set."""
    size = 0
    while item:
        item &= item - 1
        size += 1
    return size


@kernel
def closing_table(cuts: Array, gap: int, most: int) -> Any:
    """Bound the cost of all columns to come, (2^n, most + 1), for any bands.

    Entry (T, k): the switches T are in the columns so far, up to k more may join the current column, and up
    to ``most`` each later one; every column but the last costs ``gap`` for each link that crosses its far
    side.
    """
    full = len(cuts) - 1
    table = np.zeros((full + 1, most + 1), dtype=np.int32)
    row = np.empty(most, dtype=np.int32)
    for item in range(full - 1, -1, -1):
        row[:] = 2**30
        left = full ^ item
        while left:
            bit = left & -left
            left ^= bit
            for k in range(most):
                row[k] = min(row[k], table[item | bit, k])
        table[item, 0] = gap * cuts[item] + row[most - 1]
        for k in range(most):
            table[item, k + 1] = min(table[item, 0], row[k])
    return table


@kernel
def next_bands(
    left: int, must: int, foreign_files: int, before: int, spent: int, tables: Any, limit: int
) -> Any:
    """Enumerate the sets that may be the next band, with the cost of the lines so far.

    Parameters
    ----------
    left, before
        Switches in no band yet, and switches in the bands before.
    must, never
        Switches of ``left`` that must be in this band, and in later ones.
    spent
        Cost of the lines before.
    tables
        Cuts of all sets, the gap after this band, and a bound on all other costs by the size of this band,
        (n + 1,).
    limit
        Highest total cost accepted.
    """
    cuts, gap, rest = tables
    result, cost, free = [np.int64(0)], [np.int64(0)], left & ~must & ~foreign_files
    some = free
    while True:
        band = some | must
        line = spent + gap * cuts[before | band]
        if band and line + rest[count(band)] <= limit:
            result.append(np.int64(band))
            cost.append(np.int64(line))
        if some == 0:
            break
        some = (some - 1) & free
    return np.array(result)[1:], np.array(cost)[1:]


@kernel
def first_of_orbits(sets: Array, generators: Array, mirrored: bool) -> Any:
    """Mark the sets that no symmetry of the network maps to an earlier set of the list.

    ``generators`` are permutations of the switches, (g, n); ``mirrored`` also identifies a set with its
    complement.
    """
    n = generators.shape[1]
    full = (1 << n) - 1
    seen, first = np.zeros(1 << n, dtype=np.bool_), np.zeros(len(sets), dtype=np.bool_)
    stack = np.empty(1 << n, dtype=np.int32)
    for index in range(len(sets)):
        if seen[sets[index]]:
            continue
        first[index] = seen[sets[index]] = True
        stack[0], depth = sets[index], 1
        while depth:
            depth -= 1
            item = stack[depth]
            for g in range(len(generators) + mirrored):
                image = full ^ item
                if g < len(generators):
                    image = 0
                    for i in range(n):
                        if item >> i & 1:
                            image |= 1 << generators[g, i]
                if not seen[image]:
                    seen[image] = True
                    stack[depth] = image
                    depth += 1
    return first


@lean_kernel
def next_choice(chosen: Array, size: int, many: int, most: int) -> Any:
    """Advance ``chosen`` to the next choice of up to ``most`` of ``many``.

    Return its size, -1 at the end.
    """
    last = chosen[size - 1] if size else -1
    if size < most and last + 1 < many:
        chosen[size] = last + 1
        return size + 1
    while size:
        chosen[size - 1] += 1
        if chosen[size - 1] < many:
            return size
        size -= 1
    return -1


@kernel
def fill_columns(
    bands: Array, room: Any, network: Any, aside: int, limit: int, allowed: int, kept: Any
) -> Any:
    """Compute the cheapest columns for known bands by dynamic programming.

    A state is the set of switches in the columns and cells so far; the remaining cost depends on nothing
    else.

    Parameters
    ----------
    bands
        Switches of each band, (R,); the last ``aside`` (0 or 1) merges the bands not chosen yet.
    room
        Places of each cell (R, C), the gap after each column, and by column the switches that may be in it
        and those that may be in no later one, (C,).
    network
        Cuts of all sets, `closing_table`, the largest saving of links inside cabinets by number of
        switches, and the saving of a link.
    limit, allowed
        Highest cost and largest number of choices to examine.
    kept
        Marks, (2^n,), all -1; and states, costs and parents, extended as needed.

    Returns
    -------
    tuple
        Cost, above the limit if there is no solution; last cell filled and the state before it, -1 if none;
        choices examined; the arrays; and the start of each cell in them, (C R + 2,).
    """
    places, gaps, may, must = room
    cuts, closing, savings, saved = network
    mark, states, costs, parents = kept
    lines, columns = places.shape
    full, links = len(cuts) - 1, 0
    while 1 << links < full + 1:
        links += 1
    degree = np.array([cuts[1 << i] for i in range(links)])
    outside = bands[lines - 1] if aside else 0
    begins = np.zeros(columns * lines + 2, dtype=np.int64)
    begins[1] = 1
    states[0], parents[0], costs[0] = 0, -1, -savings[count(outside)]
    best, cell, end, looked, step = limit + 1, -1, -1, 0, 1
    bits, chosen = np.empty(links, dtype=np.int64), np.empty(links, dtype=np.int64)
    for j in range(columns):
        room_left = 0
        for i in range(lines):
            room_left += places[i, j]
        for i in range(lines):
            room_left -= places[i, j]
            later = 0
            for k in range(j + 1, columns):
                later += places[i, k]
            fill = begins[step]
            for at in range(begins[step - 1], begins[step]):
                state, cost = states[at], costs[at]
                left = bands[i] & ~state
                minimum, free, many = count(left) - later, left & may[j], 0
                while free:
                    low = free & -free
                    bits[many] = 0
                    while 1 << bits[many] != low:
                        bits[many] += 1
                    many += 1
                    free ^= low
                size = 0
                while size >= 0:
                    looked += 1
                    if size >= minimum:
                        some, ends = 0, 0
                        for k in range(size):
                            some |= 1 << bits[chosen[k]]
                            ends += degree[bits[chosen[k]]]
                        item, here = state | some, cost
                        if not (aside and i == lines - 1):
                            here -= saved * ((ends - cuts[some]) // 2)
                        more = count(full & ~(item | outside))
                        if (
                            here + closing[item, min(room_left, closing.shape[1] - 1)] - savings[more]
                            < best
                        ):
                            place = mark[item]
                            if place < 0:
                                if fill == len(states):
                                    states = np.concatenate((states, np.empty_like(states)))
                                    costs = np.concatenate((costs, np.empty_like(costs)))
                                    parents = np.concatenate((parents, np.empty_like(parents)))
                                mark[item] = place = fill
                                fill += 1
                                states[place], costs[place] = item, here + 1
                            if here < costs[place]:
                                costs[place], parents[place] = here, at
                    size = next_choice(chosen, size, many, places[i, j])
                if looked > allowed:
                    break
            for at in range(begins[step], fill):
                mark[states[at]] = -1
            if looked > allowed:
                return best, cell, end, looked, states, costs, parents, begins
            step += 1
            begins[step] = fill
        fill = begins[step - 1]
        for at in range(begins[step - 1], begins[step]):
            if states[at] == full and costs[at] < best:
                best, cell, end = costs[at], step - 2, parents[at]
            elif states[at] != full and states[at] & must[j] == must[j]:
                states[fill], parents[fill] = states[at], parents[at]
                costs[fill] = costs[at] + gaps[j] * cuts[states[at]]
                fill += 1
        begins[step] = fill
    return best, cell, end, looked, states, costs, parents, begins
